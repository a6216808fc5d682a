/* Position.tops_many and tops_shared: many racks on one board. */
#include "binding.h"

#include <stdlib.h>
#include <string.h>

#define READ_AT_ONCE 4096 /* racks read between looks for signals */

typedef struct {
    Rack *racks;
    size_t count, done;
    int floor; /* what a play must reach, if only the best of all racks is asked for; else 0 */
    int is_shared;
    PlayList list; /* of one rack */
    /* what has been found and not yet been handed to Python */
    size_t given;  /* racks handed over */
    size_t *ends;  /* by rack: where its plays end */
    Play *plays;
    size_t used, room;
} Batch;

static void batch_free(Batch *batch) {
    PyMem_Free(batch->racks);
    PyMem_Free(batch->ends);
    free(batch->plays);
    play_list_free(&batch->list);
}

static int batch_read(const RulesObject *rules, PyObject *texts, Batch *batch) {
    Py_ssize_t count = PySequence_Size(texts);
    if (count < 0) return 0;
    batch->racks = PyMem_Calloc((size_t)count + 1, sizeof *batch->racks);
    batch->ends = PyMem_Calloc((size_t)count + 1, sizeof *batch->ends);
    batch->count = (size_t)count;
    if (batch->racks == NULL || batch->ends == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        if (i % READ_AT_ONCE == 0 && PyErr_CheckSignals() < 0) return 0;
        PyObject *text = PySequence_GetItem(texts, i);
        int done = text != NULL && binding_read_rack(rules, text, &batch->racks[i]);
        Py_XDECREF(text);
        if (!done) return 0;
    }
    return 1;
}

/* Put the plays of one rack behind those of the racks before it. Returns 0 when memory ran out. */
static int batch_keep(Batch *batch) {
    const PlayList *list = &batch->list;
    if (batch->used + list->count > batch->room) {
        size_t room = 2 * batch->room + list->count;
        Play *plays = realloc(batch->plays, room * sizeof *plays);
        if (plays == NULL) return 0;
        batch->plays = plays;
        batch->room = room;
    }
    if (list->count) memcpy(batch->plays + batch->used, list->plays, list->count * sizeof *list->plays);
    batch->used += list->count;
    batch->ends[batch->done++] = batch->used;
    return 1;
}

/* Search until it is time to look for signals. Returns 0 when it was stopped or memory ran out. */
static int batch_search(const Board *board, Batch *batch, const Guard *guard) {
    while (batch->done < batch->count && !guard_is_due(guard)) {
        if (!tops_from(board, &batch->racks[batch->done], batch->floor, &batch->list)) return 0;
        if (batch->is_shared && batch->list.count) batch->floor = batch->list.plays[0].points;
        if (!batch_keep(batch)) return 0;
    }
    return 1;
}

/* Hand what has been found to Python. */
static int batch_give(const RulesObject *rules, Batch *batch, PyObject *tops) {
    size_t start = 0;
    for (; batch->given < batch->done; batch->given++) {
        size_t end = batch->ends[batch->given];
        PyObject *top = binding_top(rules, batch->plays + start, end - start);
        int done = top != NULL && PyList_Append(tops, top) == 0;
        Py_XDECREF(top);
        if (!done) return 0;
        start = end;
    }
    batch->used = 0;
    return 1;
}

static PyObject *tops_of_many(PositionObject *self, PyObject *texts, Batch batch) {
    Guard guard;
    PyObject *tops = PyList_New(0);
    int going = tops != NULL && batch_read(self->rules, texts, &batch);
    batch.list.watch = &guard.watch;
    self->searching++;
    while (going && batch.done < batch.count) {
        guard_begin(&guard);
        going = guard_end(&guard, batch_search(&self->board, &batch, &guard));
        going = going && PyErr_CheckSignals() == 0 && batch_give(self->rules, &batch, tops);
    }
    self->searching--;
    batch_free(&batch);
    if (!going) Py_CLEAR(tops);
    return tops;
}

PyObject *binding_tops_many(PyObject *position, PyObject *texts) { return tops_of_many((PositionObject *)position, texts, (Batch){0}); }

PyObject *binding_tops_shared(PyObject *position, PyObject *args) {
    PyObject *texts;
    Batch batch = {.is_shared = 1};
    if (!PyArg_ParseTuple(args, "OO&", &texts, binding_number, &batch.floor)) return NULL;
    if (batch.floor < 0) batch.floor = 0;
    return tops_of_many((PositionObject *)position, texts, batch);
}
