/* engine._solver: the C core as Python types. Only the files named binding know Python.
 *
 * Graph (immutable, shared) -> Rules (immutable, shared) -> Position (one board; place() changes it). Searches run
 * without the interpreter lock on a Position that place() refuses to change meanwhile.
 */
#ifndef TOPTABLE_BINDING_H
#define TOPTABLE_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "alphabet.h"
#include "tops.h"

typedef struct {
    PyTypeObject *graph_type, *rules_type, *position_type;
} State;

typedef struct {
    PyObject_HEAD
    Graph graph;
    Anagrams anagrams;
} GraphObject;

typedef struct {
    PyObject_HEAD
    PyObject *graph;
    Rules rules;
    Alphabet alphabet;
} RulesObject;

typedef struct {
    PyObject_HEAD
    RulesObject *rules;
    int searching; /* how many threads are reading board */
    Board board;
} PositionObject;

extern PyType_Spec binding_graph_spec, binding_rules_spec, binding_position_spec;

/* ---- text and numbers ---- */

/* Read tiles, with empty standing for tile 0. Returns their number, or -1 with an exception set. */
int binding_read_tiles(const RulesObject *rules, PyObject *text, char empty, uint8_t *tiles, int room, const char *what);

/* Tiles of which a blank is written ?. Returns 0 with an exception set. */
int binding_read_rack(const RulesObject *rules, PyObject *text, Rack *rack);

PyObject *binding_write_tiles(const RulesObject *rules, const uint8_t *tiles, int count);

/* (word, row, col, direction) */
PyObject *binding_play(const RulesObject *rules, const Play *play);

/* (points, ((word, row, col, direction), ...)) */
PyObject *binding_top(const RulesObject *rules, const Play *plays, size_t count);

/* For O& of PyArg_ParseTuple: a number, taken to the nearest that an int holds. Squares and floors that far off mean the same. */
int binding_number(PyObject *object, void *number);

/* ---- long searches ---- */

/* A search without the interpreter lock that looks for signals, such as Ctrl-C, every few milliseconds. */
typedef struct {
    Watch watch; /* for PlayList.watch; guard_begin sets it, so no search may ask it before */
    PyThreadState *thread;
    int64_t due; /* when to look next */
} Guard;

/* Give the interpreter lock up. */
void guard_begin(Guard *guard);

/* Whether it is time to look for signals, as a loop of short searches asks that does so itself, with the lock. */
int guard_is_due(const Guard *guard);

/* Take the lock back. Returns done; if that is 0, an exception is set: a signal's or MemoryError. */
int guard_end(Guard *guard, int done);

/* ---- methods in files of their own ---- */

PyObject *binding_play_games(PyObject *rules, PyObject *args);
PyObject *binding_tops_many(PyObject *position, PyObject *texts);
PyObject *binding_tops_shared(PyObject *position, PyObject *args);

#endif
