/* engine._wordgraph: the only file of the word graph that knows Python. See engine/wordgraph.py for the same functions in Python. */
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <stdlib.h>

#include "wordgraph_build.h"

/* Longest text that words() gives back: 4 times the largest list known (a hostile graph can spell astronomically many words). */
#define MAX_TEXT ((size_t)64 << 20)

static PyObject *refuse(wg_status status, size_t where) {
    static const char *const messages[] = {
        [WG_BAD_WORD] = "byte %zu: a word has 2 to 15 letters numbered 1 to 62 and ends with 0",
        [WG_NOT_SORTED] = "byte %zu: words must be in strictly ascending order",
        [WG_TOO_LARGE] = "the word graph would be too large (at %zu)",
        [WG_BAD_SIZE] = "a word graph has 2 to 16777216 nodes (at %zu)",
        [WG_BAD_TILE] = "node %zu: no such tile may stand here",
        [WG_BAD_ARC] = "node %zu: its arc leads out of the graph",
        [WG_BAD_RUN] = "node %zu: its siblings are not in order or do not end",
        [WG_TOO_DEEP] = "node %zu: paths longer than 15 tiles",
    };
    if (status == WG_NO_MEMORY) return PyErr_NoMemory();
    return PyErr_Format(PyExc_ValueError, messages[status], where);
}

/* A contiguous buffer of whole 4-byte nodes, aligned; NULL with an exception set otherwise. */
static const uint32_t *nodes_of(const Py_buffer *buffer, size_t *count) {
    if (buffer->len % 4 || (uintptr_t)buffer->buf % 4) {
        PyErr_SetString(PyExc_ValueError, "a word graph is made of whole, aligned 4-byte nodes");
        return NULL;
    }
    *count = (size_t)buffer->len / 4;
    return buffer->buf;
}

static PyObject *build(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer words;
    if (!PyArg_ParseTuple(args, "y*:build", &words)) return NULL;
    uint32_t *nodes = NULL;
    size_t count = 0, bad = 0;
    wg_status status;
    Py_BEGIN_ALLOW_THREADS
    status = wg_build(words.buf, (size_t)words.len, &nodes, &count, &bad);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&words);
    if (status) return refuse(status, bad);
    PyObject *result = PyBytes_FromStringAndSize((const char *)nodes, (Py_ssize_t)(count * 4));
    free(nodes);
    return result;
}

static PyObject *check(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer graph;
    unsigned letters;
    int gaddag;
    if (!PyArg_ParseTuple(args, "y*Ip:check", &graph, &letters, &gaddag)) return NULL;
    size_t count = 0, bad = 0;
    uint32_t words = 0;
    wg_status status = WG_OK;
    const uint32_t *nodes = nodes_of(&graph, &count);
    if (nodes) {
        Py_BEGIN_ALLOW_THREADS
        status = wg_check(nodes, count, letters, gaddag, &words, &bad);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&graph);
    if (!nodes) return NULL;
    return status ? refuse(status, bad) : PyLong_FromUnsignedLong(words);
}

static PyObject *words(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer graph;
    unsigned letters;
    if (!PyArg_ParseTuple(args, "y*I:words", &graph, &letters)) return NULL;
    size_t count = 0, bad = 0, length = 0;
    uint32_t number = 0;
    uint8_t *text = NULL;
    wg_status status = WG_OK;
    const uint32_t *nodes = nodes_of(&graph, &count);
    if (nodes) {
        Py_BEGIN_ALLOW_THREADS
        status = wg_check(nodes, count, letters, 0, &number, &bad);
        if (!status) status = wg_words(nodes, MAX_TEXT, &text, &length);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&graph);
    if (!nodes) return NULL;
    if (status) return refuse(status, bad);
    PyObject *result = PyBytes_FromStringAndSize((const char *)text, (Py_ssize_t)length);
    free(text);
    return result;
}

static PyMethodDef methods[] = {
    {"build", build, METH_VARARGS, "build(words) -> bytes: the minimal graph of sorted words"},
    {"check", check, METH_VARARGS, "check(graph, letters, gaddag) -> int: the number of words of a sound graph"},
    {"words", words, METH_VARARGS, "words(graph, letters) -> bytes: every word of the DAWG, in order, each followed by 0"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "engine._wordgraph",
    .m_doc = "Builds, checks and lists word graphs (C core).",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__wordgraph(void) { return PyModuleDef_Init(&definition); }
