// A host that makes random calls of a unit through its C interface, most of them sensible, some of them wrong.
//
//     calls LIBRARY KIND TOKEN RESOURCES VARIABLES CALLS SECONDS SEED [EPISODE]
//
// KIND is cs2, me2, cs3 or me3: the kind of unit and the version of FMI. VARIABLES is a file: the step [s], the number
// of continuous states and that of event indicators in its first line, then a line for each variable with its value
// reference, a letter for its type (r, i, l, b, s), one for its causality (i, o, p, l) and its start value, or 0.
//
// A status is OK or Error, never Fatal, and every number that is read with OK is finite; otherwise the host says
// which episode failed, and with that EPISODE repeats it alone. An episode is the life of two instances; none begins
// after CALLS or SECONDS.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace {

[[noreturn]] void stop(const std::string &why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(2);
}

// Random numbers that a seed and a number of an episode determine.
class Dice {
public:
    Dice(std::uint64_t seed, std::uint64_t episode) : state(seed * 0x9e3779b97f4a7c15u + episode) {}
    std::uint64_t next() {
        std::uint64_t mixed = state += 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
        return mixed ^ (mixed >> 31);
    }
    std::size_t below(std::size_t end) { return next() % end; }
    bool once_in(std::size_t many) { return below(many) == 0; }
    double even() { return (next() >> 11) * 0x1p-53; }
    // A number whose order of magnitude is as probable as any other between two powers of ten.
    double magnitude(double low, double high) { return std::pow(10.0, low + (high - low) * even()); }

private:
    std::uint64_t state;
};

struct Variable {
    unsigned reference;
    char type, causality;
    double start;
};

struct Unit {
    void *library;
    bool three, solving;
    std::string token, resources;
    double step;
    std::size_t states, indicators;
    std::vector<Variable> variables;
    std::vector<unsigned> reals, inputs, outputs, parameters, discrete;
    std::vector<double> starts;

    template <class Function> Function function(const char *name) const {
        void *found = dlsym(library, name);
        if (!found) stop(std::string(name) + " is missing");
        return reinterpret_cast<Function>(found);
    }
};

std::uint64_t lines;
void log_two(void *, const char *name, int, const char *category, const char *message, ...) {
    if (!name || !category || !message) stop("a line of the log has no text");
    lines++;
}
void log_three(void *, int, const char *category, const char *message) {
    if (!category || !message) stop("a line of the log has no text");
    lines++;
}

// The functions of both versions behind names of their own; each returns the status.
class Functions {
public:
    explicit Functions(const Unit &unit) : unit(unit), prefix(unit.three ? "fmi3" : "fmi2") {}

    void *make() const {
        if (!unit.three) {
            struct Callbacks {
                void *logger, *allocate, *free, *finished, *environment;
            };
            static const Callbacks callbacks = {reinterpret_cast<void *>(log_two), nullptr, nullptr, nullptr, nullptr};
            auto make = unit.function<void *(*)(const char *, int, const char *, const char *, const Callbacks *, int, int)>(
                "fmi2Instantiate");
            return make("unit", unit.solving ? 0 : 1, unit.token.c_str(), unit.resources.c_str(), &callbacks, 0, 0);
        }
        if (unit.solving) {
            auto make = unit.function<void *(*)(const char *, const char *, const char *, bool, bool, void *, void *)>(
                "fmi3InstantiateModelExchange");
            return make("unit", unit.token.c_str(), unit.resources.c_str(), false, false, nullptr,
                        reinterpret_cast<void *>(log_three));
        }
        auto make = unit.function<void *(*)(const char *, const char *, const char *, bool, bool, bool, bool,
                                            const unsigned *, std::size_t, void *, void *, void *)>(
            "fmi3InstantiateCoSimulation");
        return make("unit", unit.token.c_str(), unit.resources.c_str(), false, false, false, false, nullptr, 0, nullptr,
                    reinterpret_cast<void *>(log_three), nullptr);
    }
    void end(void *of) const { call<void (*)(void *)>("FreeInstance")(of); }
    int set_up(void *of, double start) const {
        if (unit.three) return 0;
        return call<int (*)(void *, int, double, double, int, double)>("SetupExperiment")(of, 0, 0.0, start, 0, 0.0);
    }
    int enter(void *of, double start) const {
        if (!unit.three) return plain(of, "EnterInitializationMode");
        using Enter = int (*)(void *, bool, double, double, bool, double);
        return call<Enter>("EnterInitializationMode")(of, false, 0.0, start, false, 0.0);
    }
    int plain(void *of, const char *name) const { return call<int (*)(void *)>(name)(of); }
    int step(void *of, double start, double size) const {
        if (!unit.three) return call<int (*)(void *, double, double, int)>("DoStep")(of, start, size, 1);
        bool event, terminate, early;
        double last;
        using Step = int (*)(void *, double, double, bool, bool *, bool *, bool *, double *);
        return call<Step>("DoStep")(of, start, size, true, &event, &terminate, &early, &last);
    }
    int get(void *of, const unsigned *references, std::size_t count, double *values) const {
        if (!unit.three) return call<int (*)(void *, const unsigned *, std::size_t, double *)>("GetReal")(of, references, count, values);
        using Get = int (*)(void *, const unsigned *, std::size_t, double *, std::size_t);
        return call<Get>("GetFloat64")(of, references, count, values, count);
    }
    int set(void *of, const unsigned *references, std::size_t count, const double *values) const {
        if (!unit.three) return call<int (*)(void *, const unsigned *, std::size_t, const double *)>("SetReal")(of, references, count, values);
        using Set = int (*)(void *, const unsigned *, std::size_t, const double *, std::size_t);
        return call<Set>("SetFloat64")(of, references, count, values, count);
    }
    // Sets or reads one variable that is not a real number.
    int discrete(void *of, const Variable &variable, bool sets, std::int64_t value) const {
        char room[64] = {};
        const char *name;
        if (unit.three) {
            const bool is_32 = variable.type == 'i', is_truth = variable.type == 'b';
            name = sets ? (is_truth ? "SetBoolean" : is_32 ? "SetInt32" : "SetInt64")
                        : (is_truth ? "GetBoolean" : is_32 ? "GetInt32" : "GetInt64");
            std::memcpy(room, &value, 8);
            if (is_truth) room[0] = value != 0;
            return call<int (*)(void *, const unsigned *, std::size_t, void *, std::size_t)>(name)(of, &variable.reference, 1, room, 1);
        }
        const bool is_truth = variable.type == 'b';
        name = sets ? (is_truth ? "SetBoolean" : "SetInteger") : (is_truth ? "GetBoolean" : "GetInteger");
        const int word = static_cast<int>(value);
        std::memcpy(room, &word, sizeof word);
        return call<int (*)(void *, const unsigned *, std::size_t, void *)>(name)(of, &variable.reference, 1, room);
    }
    int derivative(void *of, unsigned unknown, unsigned known, double seed, double *slope) const {
        if (!unit.three) {
            using Get = int (*)(void *, const unsigned *, std::size_t, const unsigned *, std::size_t, const double *, double *);
            return call<Get>("GetDirectionalDerivative")(of, &unknown, 1, &known, 1, &seed, slope);
        }
        using Get = int (*)(void *, const unsigned *, std::size_t, const unsigned *, std::size_t, const double *,
                            std::size_t, double *, std::size_t);
        return call<Get>("GetDirectionalDerivative")(of, &unknown, 1, &known, 1, &seed, 1, slope, 1);
    }
    int save(void *of, void **state) const { return call<int (*)(void *, void **)>(unit.three ? "GetFMUState" : "GetFMUstate")(of, state); }
    int restore(void *of, void *state) const { return call<int (*)(void *, void *)>(unit.three ? "SetFMUState" : "SetFMUstate")(of, state); }
    int forget(void *of, void **state) const { return call<int (*)(void *, void **)>(unit.three ? "FreeFMUState" : "FreeFMUstate")(of, state); }
    int size(void *of, void *state, std::size_t *size) const {
        const char *name = unit.three ? "SerializedFMUStateSize" : "SerializedFMUstateSize";
        return call<int (*)(void *, void *, std::size_t *)>(name)(of, state, size);
    }
    int pack(void *of, void *state, std::vector<char> &bytes) const {
        const char *name = unit.three ? "SerializeFMUState" : "SerializeFMUstate";
        return call<int (*)(void *, void *, char *, std::size_t)>(name)(of, state, bytes.data(), bytes.size());
    }
    int unpack(void *of, const std::vector<char> &bytes, void **state) const {
        const char *name = unit.three ? "DeserializeFMUState" : "DeSerializeFMUstate";
        return call<int (*)(void *, const char *, std::size_t, void **)>(name)(of, bytes.data(), bytes.size(), state);
    }
    int update(void *of) const {
        if (!unit.three) {
            char info[64];
            return call<int (*)(void *, void *)>("NewDiscreteStates")(of, info);
        }
        bool more, end, nominals, values, defined;
        double next;
        using Update = int (*)(void *, bool *, bool *, bool *, bool *, bool *, double *);
        return call<Update>("UpdateDiscreteStates")(of, &more, &end, &nominals, &values, &defined, &next);
    }
    int set_time(void *of, double time) const { return call<int (*)(void *, double)>("SetTime")(of, time); }
    int set_states(void *of, const double *states, std::size_t count) const {
        return call<int (*)(void *, const double *, std::size_t)>("SetContinuousStates")(of, states, count);
    }
    int flow(void *of, const char *two, const char *three, double *values, std::size_t count) const {
        return call<int (*)(void *, double *, std::size_t)>(unit.three ? three : two)(of, values, count);
    }

private:
    const Unit &unit;
    std::string prefix;
    // Looks a function up once; names are literals, which are told apart by their places.
    template <class Function> Function call(const char *name) const {
        static std::vector<std::pair<const char *, void *>> known;
        for (const auto &[called, found] : known)
            if (called == name) return reinterpret_cast<Function>(found);
        known.emplace_back(name, unit.function<void *>((prefix + name).c_str()));
        return reinterpret_cast<Function>(known.back().second);
    }
};

// An instance and what its host remembers.
struct Guest {
    void *instance = nullptr;
    double time = 0.0;
    std::vector<double> inputs;
    std::vector<void *> states;
};

class Host {
public:
    Host(const Unit &unit, std::uint64_t most) : unit(unit), functions(unit), most(most) {}
    std::uint64_t made = 0, refused = 0, steps = 0, restored = 0, numbers = 0;

    // The life of two instances, 300 choices of a call each.
    void episode(std::uint64_t seed, std::uint64_t number) {
        this->number = number;
        dice = Dice(seed, number);
        Guest guests[2];
        for (Guest &guest : guests) begin(guest);
        for (int turn = 0; turn < 600 && made < most; turn++) {
            Guest &guest = guests[dice.below(2)];
            if (dice.once_in(400)) end(guest), begin(guest);
            choose(guest, guests);
        }
        for (Guest &guest : guests) end(guest);
    }

private:
    const Unit &unit;
    Functions functions;
    std::uint64_t most, number = 0;
    Dice dice{0, 0};
    std::vector<double> values = std::vector<double>(8192);

    [[noreturn]] void fail(const std::string &why) {
        stop(unit.token + ", episode " + std::to_string(number) + ": " + why);
    }
    // Counts a call and holds its status against the promise.
    bool taken(int status, const char *what) {
        made++;
        if (status == 3) refused++;
        if (status != 0 && status != 3) fail(std::string(what) + " returned " + std::to_string(status));
        return status == 0;
    }
    void finite(const char *what, std::size_t count) {
        for (std::size_t place = 0; place < count; place++)
            if (!std::isfinite(values[place])) fail(std::string(what) + ": number " + std::to_string(place) + " is not finite");
        numbers += count;
    }

    void begin(Guest &guest) {
        guest = Guest();
        guest.inputs = unit.starts;
        guest.instance = functions.make();
        made++;
        if (!guest.instance) fail("no instance");
        if (!dice.once_in(20)) ready(guest);
    }
    void end(Guest &guest) {
        if (dice.once_in(2))
            for (void *&state : guest.states) taken(functions.forget(guest.instance, &state), "forget");
        functions.end(guest.instance);
        made++;
        guest.instance = nullptr;
    }
    // Takes an instance to its first step.
    void ready(Guest &guest) {
        guest.time = dice.once_in(10) ? dice.magnitude(-3, 3) : 0.0;
        for (int left = dice.once_in(3) ? 3 : 0; left > 0; left--) set_parameter(guest);
        taken(functions.set_up(guest.instance, guest.time), "set up");
        taken(functions.enter(guest.instance, guest.time), "enter");
        if (dice.once_in(4)) move(guest);
        if (dice.once_in(8)) read(guest);
        if (taken(functions.plain(guest.instance, "ExitInitializationMode"), "exit") && unit.solving) {
            taken(functions.update(guest.instance), "update");
            taken(functions.plain(guest.instance, "EnterContinuousTimeMode"), "continuous");
        }
    }

    double number_of_any_kind() {
        static const double special[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 5e-324, -0.0, 1e154, 1e20, 1e9};
        if (dice.once_in(50)) return special[dice.below(10)];
        return (dice.once_in(2) ? 1.0 : -1.0) * dice.magnitude(-9, 2);
    }
    // Moves all inputs a little, or one of them anywhere.
    void move(Guest &guest) {
        if (unit.inputs.empty()) return;
        const std::vector<double> before = guest.inputs;
        if (dice.once_in(5)) {
            guest.inputs[dice.below(guest.inputs.size())] = number_of_any_kind();
        } else {
            const double size = dice.magnitude(-8, -3);
            for (double &input : guest.inputs) input += size * (2.0 * dice.even() - 1.0);
        }
        if (!taken(functions.set(guest.instance, unit.inputs.data(), unit.inputs.size(), guest.inputs.data()), "set"))
            guest.inputs = before;
    }
    void set_parameter(Guest &guest) {
        if (unit.parameters.empty() && unit.discrete.empty()) return;
        if (!unit.discrete.empty() && dice.once_in(3)) {
            const Variable &variable = unit.variables[unit.discrete[dice.below(unit.discrete.size())]];
            taken(functions.discrete(guest.instance, variable, true, static_cast<std::int64_t>(dice.below(9)) - 1), "set");
        } else if (!unit.parameters.empty()) {
            const unsigned reference = unit.parameters[dice.below(unit.parameters.size())];
            const double value = number_of_any_kind();
            taken(functions.set(guest.instance, &reference, 1, &value), "set");
        }
    }
    void read(Guest &guest) {
        // All variables, or some outputs that stand side by side.
        const bool all = dice.once_in(40);
        const auto &which = all ? unit.reals : unit.outputs;
        if (which.empty()) return;
        const std::size_t from = all ? 0 : dice.below(which.size());
        const std::size_t count = std::min(which.size() - from, all ? values.size() : 16);
        if (taken(functions.get(guest.instance, &which[from], count, values.data()), "get")) finite("get", count);
    }
    void step(Guest &guest) {
        double size = unit.step * (dice.once_in(4) ? dice.magnitude(-2, 1.5) : 1.0);
        double start = guest.time;
        if (dice.once_in(200)) size = number_of_any_kind();
        if (dice.once_in(500)) start = number_of_any_kind();
        if (taken(functions.step(guest.instance, start, size), "step")) {
            steps++;
            guest.time = start + size;
        } else if (dice.once_in(2)) {
            again(guest);
        }
    }
    // Makes an instance usable after a refusal.
    void again(Guest &guest) {
        if (!guest.states.empty() && dice.once_in(2)) {
            void *state = guest.states[dice.below(guest.states.size())];
            if (taken(functions.restore(guest.instance, state), "restore")) restored++;
        } else if (taken(functions.plain(guest.instance, "Reset"), "reset")) {
            guest.inputs = unit.starts;
            ready(guest);
        }
    }
    void solve(Guest &guest) {
        if (dice.once_in(4)) {
            guest.time += unit.step;
            taken(functions.set_time(guest.instance, guest.time), "time");
        }
        const std::size_t states = unit.states;
        if (!taken(functions.flow(guest.instance, "GetContinuousStates", "GetContinuousStates", values.data(), states), "states")) {
            again(guest);
            return;
        }
        finite("states", states);
        if (dice.once_in(2)) {
            for (std::size_t place = 0; place < states; place++) values[place] += dice.magnitude(-12, -5) * (2.0 * dice.even() - 1.0);
            if (dice.once_in(100) && states > 0) values[dice.below(states)] = number_of_any_kind();
            taken(functions.set_states(guest.instance, values.data(), states), "set states");
        }
        if (taken(functions.flow(guest.instance, "GetDerivatives", "GetContinuousStateDerivatives", values.data(), states), "rates"))
            finite("rates", states);
        if (taken(functions.flow(guest.instance, "GetEventIndicators", "GetEventIndicators", values.data(), unit.indicators), "indicators"))
            finite("indicators", unit.indicators);
        steps++;
        if (dice.once_in(10)) {
            taken(functions.plain(guest.instance, "EnterEventMode"), "event mode");
            taken(functions.update(guest.instance), "update");
            taken(functions.plain(guest.instance, "EnterContinuousTimeMode"), "continuous");
        }
    }
    // Saves, restores or forgets a state, or sends one as bytes to either instance, sometimes damaged.
    void look_back(Guest &guest, Guest (&guests)[2]) {
        if (guest.states.size() < 4) {
            void *state = nullptr;
            if (taken(functions.save(guest.instance, &state), "save")) guest.states.push_back(state);
            return;
        }
        const std::size_t place = dice.below(guest.states.size());
        if (dice.once_in(3)) {
            taken(functions.save(guest.instance, &guest.states[place]), "save");
        } else if (dice.once_in(3)) {
            std::size_t size = 0;
            if (!taken(functions.size(guest.instance, guest.states[place], &size), "size")) return;
            std::vector<char> bytes(size);
            if (!taken(functions.pack(guest.instance, guest.states[place], bytes), "pack")) return;
            if (dice.once_in(3)) bytes[dice.below(size)] ^= static_cast<char>(1 << dice.below(8));
            Guest &other = guests[dice.below(2)];
            void *state = nullptr;
            if (taken(functions.unpack(other.instance, bytes, &state), "unpack")) {
                if (taken(functions.restore(other.instance, state), "restore")) restored++;
                taken(functions.forget(other.instance, &state), "forget");
            }
        } else if (dice.once_in(3)) {
            taken(functions.forget(guest.instance, &guest.states[place]), "forget");
            guest.states.erase(guest.states.begin() + static_cast<std::ptrdiff_t>(place));
        } else if (taken(functions.restore(guest.instance, guest.states[place]), "restore")) {
            restored++;
        }
    }
    // A call that most states do not allow, or with references that are none.
    void offend(Guest &guest) {
        static const char *const plain[] = {"EnterInitializationMode", "ExitInitializationMode", "Terminate", "Reset"};
        const unsigned wrong = static_cast<unsigned>(dice.next());
        switch (dice.below(6)) {
        case 0: {
            const char *name = plain[dice.below(4)];
            const bool needs_time = unit.three && name == plain[0];
            if (needs_time) taken(functions.enter(guest.instance, guest.time), "enter");
            else taken(functions.plain(guest.instance, name), name);
            break;
        }
        case 1: taken(functions.get(guest.instance, &wrong, 1, values.data()), "get"); break;
        case 2: {
            // Also into an output, or a parameter after the start.
            const unsigned reference = static_cast<unsigned>(dice.below(unit.variables.size()));
            const double value = number_of_any_kind();
            taken(functions.set(guest.instance, &reference, 1, &value), "set");
            break;
        }
        case 3: taken(functions.restore(guest.instance, reinterpret_cast<void *>(static_cast<std::uintptr_t>(dice.next()))), "restore"); break;
        case 4: taken(functions.set(guest.instance, nullptr, 1, nullptr), "set"); break;
        default: set_parameter(guest);
        }
    }

    void choose(Guest &guest, Guest (&guests)[2]) {
        const std::size_t draw = dice.below(1000);
        if (draw < 250) {
            move(guest);
            unit.solving ? solve(guest) : step(guest);
            read(guest);
        } else if (draw < 600) {
            read(guest);
        } else if (draw < 850) {
            move(guest);
        } else if (draw < 880 && !unit.outputs.empty() && !unit.inputs.empty()) {
            const unsigned unknown = unit.outputs[dice.below(unit.outputs.size())];
            const unsigned known = unit.inputs[dice.below(unit.inputs.size())];
            if (taken(functions.derivative(guest.instance, unknown, known, 1.0, values.data()), "derivative")) finite("derivative", 1);
        } else if (draw < 940) {
            look_back(guest, guests);
        } else if (draw < 980 && !unit.discrete.empty()) {
            const Variable &variable = unit.variables[unit.discrete[dice.below(unit.discrete.size())]];
            taken(functions.discrete(guest.instance, variable, false, 0), "get");
        } else if (draw < 990) {
            again(guest);
        } else {
            offend(guest);
        }
    }
};

} // namespace

int main(int words, char **word) {
    if (words < 9) stop("usage: calls LIBRARY cs2|me2|cs3|me3 TOKEN RESOURCES VARIABLES CALLS SECONDS SEED [EPISODE]");
    Unit unit;
    unit.library = dlopen(word[1], RTLD_NOW | RTLD_LOCAL);
    if (!unit.library) stop(dlerror());
    unit.solving = word[2][0] == 'm';
    unit.three = word[2][2] == '3';
    unit.token = word[3];
    unit.resources = word[4];
    std::FILE *file = std::fopen(word[5], "r");
    if (!file || std::fscanf(file, "%lf %zu %zu", &unit.step, &unit.states, &unit.indicators) != 3) stop(std::string(word[5]) + " is no list");
    Variable variable;
    while (std::fscanf(file, "%u %c %c %lf", &variable.reference, &variable.type, &variable.causality, &variable.start) == 4) {
        if (variable.type == 'r') {
            unit.reals.push_back(variable.reference);
            if (variable.causality == 'i') unit.inputs.push_back(variable.reference), unit.starts.push_back(variable.start);
            if (variable.causality == 'o') unit.outputs.push_back(variable.reference);
            if (variable.causality == 'p') unit.parameters.push_back(variable.reference);
        } else if (variable.type != 's') {
            unit.discrete.push_back(static_cast<unsigned>(unit.variables.size()));
        }
        unit.variables.push_back(variable);
    }
    std::fclose(file);
    const std::uint64_t most = std::strtoull(word[6], nullptr, 10), seed = std::strtoull(word[8], nullptr, 10);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(word[7]));
    Host host(unit, most);
    if (words > 9) host.episode(seed, std::strtoull(word[9], nullptr, 10));
    else for (std::uint64_t number = 0; host.made < most && std::chrono::steady_clock::now() < end; number++) host.episode(seed, number);
    std::printf("%llu calls, %llu refused, %llu steps, %llu restored, %llu numbers read, %llu lines\n",
                static_cast<unsigned long long>(host.made), static_cast<unsigned long long>(host.refused),
                static_cast<unsigned long long>(host.steps), static_cast<unsigned long long>(host.restored),
                static_cast<unsigned long long>(host.numbers), static_cast<unsigned long long>(lines));
}
