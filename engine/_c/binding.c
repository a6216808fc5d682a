/* The module, the graph and the rules. */
#include "binding.h"

#include <string.h>

/* ---- Graph ---- */

static PyObject *graph_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    Py_buffer buffer;
    int letters;
    if (keywords != NULL && PyDict_Size(keywords) > 0) {
        PyErr_SetString(PyExc_TypeError, "Graph takes no keyword arguments");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "y*i", &buffer, &letters)) return NULL;
    GraphObject *self = (GraphObject *)PyType_GenericAlloc(type, 0);
    if (self != NULL) {
        const char *error = buffer.len % 4 ? "a word graph is made of whole 4-byte nodes" : NULL;
        if (error == NULL) {
            Py_BEGIN_ALLOW_THREADS
            error = graph_load(&self->graph, buffer.buf, (size_t)buffer.len / 4, letters);
            if (error == NULL) error = anagrams_build(&self->anagrams, &self->graph);
            Py_END_ALLOW_THREADS
        }
        if (error != NULL) {
            if (error == graph_no_memory) PyErr_NoMemory();
            else PyErr_SetString(PyExc_ValueError, error);
            Py_CLEAR(self);
        }
    }
    PyBuffer_Release(&buffer);
    return (PyObject *)self;
}

static void graph_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    graph_free(&((GraphObject *)object)->graph);
    anagrams_free(&((GraphObject *)object)->anagrams);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *graph_nbytes(PyObject *object, void *unused) {
    (void)unused;
    const GraphObject *self = (GraphObject *)object;
    return PyLong_FromSize_t(graph_bytes(&self->graph) + anagrams_bytes(&self->anagrams));
}

static PyGetSetDef graph_getset[] = {{"nbytes", graph_nbytes, NULL, NULL, NULL}, {0}};

static PyType_Slot graph_slots[] = {
    {Py_tp_new, graph_new}, {Py_tp_dealloc, graph_dealloc}, {Py_tp_getset, graph_getset}, {0, NULL}};

PyType_Spec binding_graph_spec = {"engine._solver.Graph", sizeof(GraphObject), 0, Py_TPFLAGS_DEFAULT, graph_slots};

/* ---- Rules ---- */

static const char *fill_rules(RulesObject *self, const GraphObject *graph, const Py_buffer *points, const Py_buffer *letter,
                              const Py_buffer *word, const Py_buffer *bonus, int max_placed) {
    int32_t bonuses[MAX_RACK + 1];
    if (points->len != graph->graph.letters) return "one number of points per letter is needed";
    if (letter->len != SQUARES || word->len != SQUARES) return "225 factors of each kind are needed";
    if (bonus->len != (Py_ssize_t)sizeof bonuses) return "a bonus for each number of tiles is needed";
    memcpy(bonuses, bonus->buf, sizeof bonuses);
    return rules_set(&self->rules, &graph->graph, &graph->anagrams, points->buf, letter->buf, word->buf, bonuses, max_placed);
}

static PyObject *rules_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *graph;
    const char *upper, *lower;
    Py_buffer points, letter, word, bonus;
    int max_placed;
    if (keywords != NULL && PyDict_Size(keywords) > 0) {
        PyErr_SetString(PyExc_TypeError, "Rules takes no keyword arguments");
        return NULL;
    }
    State *state = PyType_GetModuleState(type);
    if (state == NULL) return NULL;
    if (!PyArg_ParseTuple(args, "O!ssy*y*y*y*i", state->graph_type, &graph, &upper, &lower, &points, &letter, &word, &bonus,
                          &max_placed)) {
        return NULL;
    }
    RulesObject *self = (RulesObject *)PyType_GenericAlloc(type, 0);
    if (self != NULL) {
        Py_INCREF(graph);
        self->graph = graph;
        const char *error = fill_rules(self, (GraphObject *)graph, &points, &letter, &word, &bonus, max_placed);
        if (error == NULL && !alphabet_set(&self->alphabet, upper, lower, self->rules.graph->letters)) {
            error = "the alphabet and the word graph have different letters";
        }
        if (error != NULL) {
            PyErr_SetString(PyExc_ValueError, error);
            Py_CLEAR(self);
        } else {
            alphabet_set_order(&self->alphabet, &self->rules);
        }
    }
    PyBuffer_Release(&points);
    PyBuffer_Release(&letter);
    PyBuffer_Release(&word);
    PyBuffer_Release(&bonus);
    return (PyObject *)self;
}

static void rules_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(((RulesObject *)object)->graph);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyMethodDef rules_methods[] = {{"play_games", binding_play_games, METH_VARARGS, NULL}, {0}};

static PyType_Slot rules_slots[] = {
    {Py_tp_new, rules_new}, {Py_tp_dealloc, rules_dealloc}, {Py_tp_methods, rules_methods}, {0, NULL}};

PyType_Spec binding_rules_spec = {"engine._solver.Rules", sizeof(RulesObject), 0, Py_TPFLAGS_DEFAULT, rules_slots};

/* ---- module ---- */

static int module_exec(PyObject *module) {
    State *state = PyModule_GetState(module);
    state->graph_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &binding_graph_spec, NULL);
    state->rules_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &binding_rules_spec, NULL);
    state->position_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &binding_position_spec, NULL);
    if (!state->graph_type || !state->rules_type || !state->position_type) return -1;
    if (PyModule_AddType(module, state->graph_type) < 0 || PyModule_AddType(module, state->rules_type) < 0) return -1;
    return PyModule_AddType(module, state->position_type);
}

static int module_traverse(PyObject *module, visitproc visit, void *arg) {
    State *state = PyModule_GetState(module);
    Py_VISIT(state->graph_type);
    Py_VISIT(state->rules_type);
    Py_VISIT(state->position_type);
    return 0;
}

static int module_clear(PyObject *module) {
    State *state = PyModule_GetState(module);
    Py_CLEAR(state->graph_type);
    Py_CLEAR(state->rules_type);
    Py_CLEAR(state->position_type);
    return 0;
}

static void module_free(void *module) { module_clear(module); }

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "engine._solver", NULL, sizeof(State), NULL, module_slots, module_traverse, module_clear, module_free};

PyMODINIT_FUNC PyInit__solver(void) { return PyModuleDef_Init(&module); }
