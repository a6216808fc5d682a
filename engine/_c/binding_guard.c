/* Long searches that Ctrl-C stops. */
#include "binding.h"

#include <time.h>

#define SLICE_NS 20000000

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int look(void *context) {
    Guard *guard = context;
    if (!guard_is_due(guard)) return 0;
    PyEval_RestoreThread(guard->thread);
    int is_stopped = PyErr_CheckSignals() < 0;
    guard->thread = PyEval_SaveThread();
    guard->due = now_ns() + SLICE_NS;
    return is_stopped;
}

void guard_begin(Guard *guard) {
    guard->watch = (Watch){.stop = look, .context = guard};
    guard->due = now_ns() + SLICE_NS;
    guard->thread = PyEval_SaveThread();
}

int guard_is_due(const Guard *guard) { return now_ns() > guard->due; }

int guard_end(Guard *guard, int done) {
    PyEval_RestoreThread(guard->thread);
    if (!done && !PyErr_Occurred()) PyErr_NoMemory();
    return done;
}
