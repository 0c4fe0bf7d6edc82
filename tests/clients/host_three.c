/* A host of FMI 3.0 as small as can be, written from the standard alone.
 *
 *     host_three LIBRARY TOKEN RESOURCES STEP STATES INDICATORS OUTPUT...
 *
 * Makes steps, saves the state, goes on, returns to it through bytes in another instance and repeats; then does the same
 * with an Euler integrator where STATES is above 0. OUTPUTs are value references, read and compared bit by bit.
 * Every name of the standard is looked for first.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, STEPS = 20 };

static void *library;
static unsigned outputs[MOST];
static size_t count;
static double step;
static int lines;

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(2);
}

static void *function(const char *name)
{
    void *found = dlsym(library, name);
    if (!found) stop(name, "is missing");
    return found;
}

static void must(int status, const char *what)
{
    if (status) stop(what, "was refused");
}

static void tell(void *environment, int status, const char *category, const char *message)
{
    (void)environment;
    if (!category || !message) stop("a line", "has no text");
    if (status == 3) lines++;
}

#define CALL(type, name) ((type)function(name))
typedef int (*On)(void *);
typedef int (*Read)(void *, const unsigned *, size_t, double *, size_t);
typedef int (*All)(void *, double *, size_t);

static const char *const NAMES[] = {
    "fmi3GetVersion", "fmi3SetDebugLogging", "fmi3InstantiateModelExchange", "fmi3InstantiateCoSimulation",
    "fmi3InstantiateScheduledExecution", "fmi3FreeInstance", "fmi3EnterInitializationMode",
    "fmi3ExitInitializationMode", "fmi3EnterEventMode", "fmi3Terminate", "fmi3Reset", "fmi3GetFloat32",
    "fmi3GetFloat64", "fmi3GetInt8", "fmi3GetUInt8", "fmi3GetInt16", "fmi3GetUInt16", "fmi3GetInt32", "fmi3GetUInt32",
    "fmi3GetInt64", "fmi3GetUInt64", "fmi3GetBoolean", "fmi3GetString", "fmi3GetBinary", "fmi3GetClock",
    "fmi3SetFloat32", "fmi3SetFloat64", "fmi3SetInt8", "fmi3SetUInt8", "fmi3SetInt16", "fmi3SetUInt16", "fmi3SetInt32",
    "fmi3SetUInt32", "fmi3SetInt64", "fmi3SetUInt64", "fmi3SetBoolean", "fmi3SetString", "fmi3SetBinary",
    "fmi3SetClock", "fmi3GetNumberOfVariableDependencies", "fmi3GetVariableDependencies", "fmi3GetFMUState",
    "fmi3SetFMUState", "fmi3FreeFMUState", "fmi3SerializedFMUStateSize", "fmi3SerializeFMUState",
    "fmi3DeserializeFMUState", "fmi3GetDirectionalDerivative", "fmi3GetAdjointDerivative",
    "fmi3EnterConfigurationMode", "fmi3ExitConfigurationMode", "fmi3GetIntervalDecimal", "fmi3GetIntervalFraction",
    "fmi3GetShiftDecimal", "fmi3GetShiftFraction", "fmi3SetIntervalDecimal", "fmi3SetIntervalFraction",
    "fmi3SetShiftDecimal", "fmi3SetShiftFraction", "fmi3EvaluateDiscreteStates", "fmi3UpdateDiscreteStates",
    "fmi3EnterContinuousTimeMode", "fmi3CompletedIntegratorStep", "fmi3SetTime", "fmi3SetContinuousStates",
    "fmi3GetContinuousStateDerivatives", "fmi3GetEventIndicators", "fmi3GetContinuousStates",
    "fmi3GetNominalsOfContinuousStates", "fmi3GetNumberOfEventIndicators", "fmi3GetNumberOfContinuousStates",
    "fmi3EnterStepMode", "fmi3GetOutputDerivatives", "fmi3DoStep", "fmi3ActivateModelPartition",
};

static void *instance(const char *token, const char *resources, bool solving, bool events)
{
    if (solving) {
        void *(*make)(const char *, const char *, const char *, bool, bool, void *, void *) =
            function("fmi3InstantiateModelExchange");
        return make("host", token, resources, false, false, NULL, (void *)tell);
    }
    void *(*make)(const char *, const char *, const char *, bool, bool, bool, bool, const unsigned *, size_t, void *,
                  void *, void *) = function("fmi3InstantiateCoSimulation");
    return make("host", token, resources, false, false, events, false, NULL, 0, NULL, (void *)tell, NULL);
}

static void begin(void *unit)
{
    if (!unit) stop("instantiate", "gave nothing");
    int (*enter)(void *, bool, double, double, bool, double) = function("fmi3EnterInitializationMode");
    must(enter(unit, false, 0.0, 0.0, false, 0.0), "fmi3EnterInitializationMode");
    must(CALL(On, "fmi3ExitInitializationMode")(unit), "fmi3ExitInitializationMode");
}

static void steps(void *unit, int first, double *seen)
{
    int (*go)(void *, double, double, bool, bool *, bool *, bool *, double *) = function("fmi3DoStep");
    bool event = true, end = true, early = true;
    double last = 0.0;
    for (int index = first; index < first + STEPS; index++) {
        must(go(unit, index * step, step, true, &event, &end, &early, &last), "fmi3DoStep");
        if (event || end || early || last != index * step + step) stop("fmi3DoStep", "tells of an end");
    }
    must(CALL(Read, "fmi3GetFloat64")(unit, outputs, count, seen, count), "fmi3GetFloat64");
}

static void solve(void *unit, int first, size_t states, size_t indicators, double *seen)
{
    static double x[MOST], rates[MOST], signs[MOST];
    for (int index = first; index < first + STEPS; index++) {
        bool enter = true, end = true;
        must(CALL(All, "fmi3GetContinuousStates")(unit, x, states), "fmi3GetContinuousStates");
        must(CALL(All, "fmi3GetContinuousStateDerivatives")(unit, rates, states), "derivatives");
        must(CALL(All, "fmi3GetEventIndicators")(unit, signs, indicators), "fmi3GetEventIndicators");
        for (size_t state = 0; state < states; state++) x[state] += step * rates[state];
        int (*time)(void *, double) = function("fmi3SetTime");
        must(time(unit, (index + 1) * step), "fmi3SetTime");
        must(CALL(All, "fmi3SetContinuousStates")(unit, x, states), "fmi3SetContinuousStates");
        int (*completed)(void *, bool, bool *, bool *) = function("fmi3CompletedIntegratorStep");
        must(completed(unit, true, &enter, &end), "fmi3CompletedIntegratorStep");
        if (enter || end) stop("fmi3CompletedIntegratorStep", "tells of an event");
    }
    must(CALL(Read, "fmi3GetFloat64")(unit, outputs, count, seen, count), "fmi3GetFloat64");
}

static void update(void *unit)
{
    bool more = true, end = true, nominals = true, values = true, defined = true;
    double next = 0.0;
    int (*call)(void *, bool *, bool *, bool *, bool *, bool *, double *) = function("fmi3UpdateDiscreteStates");
    must(call(unit, &more, &end, &nominals, &values, &defined, &next), "fmi3UpdateDiscreteStates");
    if (more || end || nominals || defined) stop("fmi3UpdateDiscreteStates", "asks for more");
    must(CALL(On, "fmi3EnterContinuousTimeMode")(unit), "fmi3EnterContinuousTimeMode");
}

int main(int words, char **word)
{
    static double seen[3][MOST];
    if (words < 8) stop("usage", "host_three LIBRARY TOKEN RESOURCES STEP STATES INDICATORS OUTPUT...");
    library = dlopen(word[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) stop(word[1], dlerror());
    for (size_t name = 0; name < sizeof NAMES / sizeof *NAMES; name++) function(NAMES[name]);
    if (strcmp(((const char *(*)(void))function("fmi3GetVersion"))(), "3.0")) stop("fmi3GetVersion", "is not 3.0");
    step = strtod(word[4], NULL);
    const size_t states = strtoul(word[5], NULL, 10), indicators = strtoul(word[6], NULL, 10);
    for (int index = 7; index < words && count < MOST; index++) outputs[count++] = strtoul(word[index], NULL, 10);
    void (*release)(void *) = function("fmi3FreeInstance");
    int (*save)(void *, void **) = function("fmi3GetFMUState"), (*restore)(void *, void *) = function("fmi3SetFMUState");
    int (*size)(void *, void *, size_t *) = function("fmi3SerializedFMUStateSize");
    int (*pack)(void *, void *, uint8_t *, size_t) = function("fmi3SerializeFMUState");
    int (*unpack)(void *, const uint8_t *, size_t, void **) = function("fmi3DeserializeFMUState");

    if (instance(word[2], word[3], false, true)) stop("event mode", "was not refused");
    if (instance("another", word[3], false, false)) stop("another token", "was not refused");
    if (lines != 2) stop("the refusals", "were not told");
    for (int solving = 0; solving <= (states > 0); solving++) {
        void *unit = instance(word[2], word[3], solving, false), *other = NULL, *state = NULL, *copy = NULL;
        begin(unit);
        if (solving) update(unit);
        if (solving) solve(unit, 0, states, indicators, seen[0]); else steps(unit, 0, seen[0]);
        must(save(unit, &state), "fmi3GetFMUState");
        if (solving) solve(unit, STEPS, states, indicators, seen[1]); else steps(unit, STEPS, seen[1]);
        size_t length = 0;
        must(size(unit, state, &length), "fmi3SerializedFMUStateSize");
        uint8_t *bytes = malloc(length);
        must(pack(unit, state, bytes, length), "fmi3SerializeFMUState");
        other = instance(word[2], word[3], solving, false);
        must(unpack(other, bytes, length, &copy), "fmi3DeserializeFMUState");
        must(restore(other, copy), "fmi3SetFMUState");
        if (solving) solve(other, STEPS, states, indicators, seen[2]); else steps(other, STEPS, seen[2]);
        if (memcmp(seen[1], seen[2], count * sizeof(double))) stop("the run from a saved state", "differs");
        must(CALL(On, "fmi3Terminate")(unit), "fmi3Terminate");
        if (CALL(On, "fmi3EnterEventMode")(unit) != 3) stop("fmi3EnterEventMode", "was not refused");
        must(CALL(On, "fmi3Reset")(unit), "fmi3Reset");
        free(bytes);
        release(unit);
        release(other);
        printf("%s %zu bytes of state; ", solving ? "model exchange" : "co-simulation", length);
    }
    puts("repeats");
    return 0;
}
