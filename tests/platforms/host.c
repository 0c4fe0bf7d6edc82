/* A host as small as can be: drives the library of an FMU with a table of inputs.
 *
 *     host LIBRARY GUID RESOURCES STEP INPUTS OUTPUTS < rows > rows
 *
 * INPUTS and OUTPUTS are value references, as 6,7,9; a row has one number for each, one row a step.
 * Built for each platform by its own compiler, it shows how far the libraries agree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef _WIN32
#include <windows.h>
static void *open_library(const char *path) { return (void *)LoadLibraryA(path); }
static void *find(void *library, const char *name) { return (void *)GetProcAddress((HMODULE)library, name); }
static const char *reason(void) { static char text[40]; sprintf(text, "error %lu", GetLastError()); return text; }
static double now(void) { return (double)GetTickCount64(); }
#else
#include <dlfcn.h>
static void *open_library(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }
static void *find(void *library, const char *name) { return dlsym(library, name); }
static const char *reason(void) { return dlerror(); }
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}
#endif

enum { MOST = 4096 };

typedef struct {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} Callbacks;

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(2);
}

static void *function(void *library, const char *name)
{
    void *found = find(library, name);
    if (!found) stop(name, "is missing");
    return found;
}

static void tell(void *environment, const char *instance, int status, const char *category, const char *format, ...)
{
    (void)environment; (void)category; (void)format;
    fprintf(stderr, "%s logged status %d\n", instance, status);
}

static void must(int status, const char *what)
{
    if (status) stop(what, "was refused");
}

static size_t references(char *text, unsigned *found)
{
    size_t count = 0;
    for (char *part = strtok(text, ","); part; part = strtok(NULL, ",")) {
        if (count == MOST) stop(part, "is one too many");
        found[count++] = (unsigned)strtoul(part, NULL, 10);
    }
    return count;
}

int main(int count, char **words)
{
    static unsigned inputs[MOST], outputs[MOST];
    static double values[MOST];
    if (count != 7) stop("usage", "host LIBRARY GUID RESOURCES STEP INPUTS OUTPUTS");
    const double step = strtod(words[4], NULL);
    const size_t set = references(words[5], inputs), got = references(words[6], outputs);

    const double before = now();
    void *library = open_library(words[1]);
    if (!library) stop(words[1], reason());
    void *(*instantiate)(const char *, int, const char *, const char *, const Callbacks *, int, int) =
        function(library, "fmi2Instantiate");
    static const Callbacks callbacks = {tell, calloc, free, NULL, NULL};
    void *instance = instantiate("host", 1, words[2], words[3], &callbacks, 0, 0);
    if (!instance) stop("fmi2Instantiate", "gave nothing");
    fprintf(stderr, "loaded and instantiated in %.2f ms\n", now() - before);

    int (*setup)(void *, int, double, double, int, double) = function(library, "fmi2SetupExperiment");
    int (*enter)(void *) = function(library, "fmi2EnterInitializationMode");
    int (*leave)(void *) = function(library, "fmi2ExitInitializationMode");
    int (*put)(void *, const unsigned *, size_t, const double *) = function(library, "fmi2SetReal");
    int (*get)(void *, const unsigned *, size_t, double *) = function(library, "fmi2GetReal");
    int (*go)(void *, double, double, int) = function(library, "fmi2DoStep");
    int (*terminate)(void *) = function(library, "fmi2Terminate");
    void (*release)(void *) = function(library, "fmi2FreeInstance");

    must(setup(instance, 0, 0.0, 0.0, 0, 0.0), "fmi2SetupExperiment");
    must(enter(instance), "fmi2EnterInitializationMode");
    must(leave(instance), "fmi2ExitInitializationMode");
    for (long row = 0;; row++) {
        for (size_t index = 0; index < set; index++) {
            if (scanf("%lf", &values[index]) == 1) continue;
            if (index) stop("a row", "is too short");
            must(terminate(instance), "fmi2Terminate");
            release(instance);
            return 0;
        }
        must(put(instance, inputs, set, values), "fmi2SetReal");
        must(go(instance, (double)row * step, step, 1), "fmi2DoStep");
        must(get(instance, outputs, got, values), "fmi2GetReal");
        for (size_t index = 0; index < got; index++)
            printf(index + 1 < got ? "%.17g " : "%.17g\n", values[index]);
    }
}
