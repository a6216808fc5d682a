/* Tiles, plays and numbers from and to Python. */
#include "binding.h"

int binding_read_tiles(const RulesObject *rules, PyObject *text, char empty, uint8_t *tiles, int room, const char *what) {
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "%s: expected str", what);
        return -1;
    }
    Py_ssize_t bytes;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &bytes);
    if (utf8 == NULL) return -1;
    int count = alphabet_read(&rules->alphabet, utf8, (size_t)bytes, empty, tiles, room);
    if (count >= 0) return count;
    if (count == -1) PyErr_Format(PyExc_ValueError, "%s: %.60R holds what is no tile of this set", what, text);
    else PyErr_Format(PyExc_ValueError, "%s: at most %d tiles", what, room);
    return -1;
}

PyObject *binding_write_tiles(const RulesObject *rules, const uint8_t *tiles, int count) {
    char text[4 * SQUARES];
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)alphabet_write(&rules->alphabet, tiles, count, text));
}

PyObject *binding_play(const RulesObject *rules, const Play *play) {
    PyObject *word = binding_write_tiles(rules, play->tiles, play->count);
    if (word == NULL) return NULL;
    return Py_BuildValue("(Niii)", word, play_row(play), play_col(play), (int)play->direction);
}

PyObject *binding_top(const RulesObject *rules, const Play *plays, size_t count) {
    PyObject *moves = PyTuple_New((Py_ssize_t)count);
    if (moves == NULL) return NULL;
    for (size_t i = 0; i < count; i++) {
        PyObject *move = binding_play(rules, &plays[i]);
        if (move == NULL || PyTuple_SetItem(moves, (Py_ssize_t)i, move) < 0) {
            Py_DECREF(moves);
            return NULL;
        }
    }
    return Py_BuildValue("(iN)", count ? (int)plays[0].points : 0, moves);
}

int binding_read_rack(const RulesObject *rules, PyObject *text, Rack *rack) {
    uint8_t tiles[MAX_RACK];
    int count = binding_read_tiles(rules, text, '?', tiles, MAX_RACK, "rack");
    if (count < 0) return 0;
    for (int i = 0; i < count; i++) {
        if (!(tiles[i] & BLANK_FLAG)) continue;
        PyErr_Format(PyExc_ValueError, "rack: a blank is written ?, not in lower case as in %.60R", text);
        return 0;
    }
    rack_set(rack, tiles, count);
    return 1;
}

int binding_number(PyObject *object, void *number) {
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (value == -1 && !overflow && PyErr_Occurred()) return 0;
    if (overflow) value = overflow > 0 ? INT_MAX : INT_MIN;
    *(int *)number = value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
    return 1;
}
