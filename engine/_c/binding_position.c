/* Position: a board, searched and played on. */
#include "binding.h"

#include "score.h"

static PyObject *position_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *rules, *text;
    if (keywords != NULL && PyDict_Size(keywords) > 0) {
        PyErr_SetString(PyExc_TypeError, "Position takes no keyword arguments");
        return NULL;
    }
    State *state = PyType_GetModuleState(type);
    if (state == NULL || !PyArg_ParseTuple(args, "O!O", state->rules_type, &rules, &text)) return NULL;
    uint8_t cells[SQUARES];
    int count = binding_read_tiles((RulesObject *)rules, text, '.', cells, SQUARES, "board");
    if (count < 0) return NULL;
    if (count != SQUARES) {
        PyErr_Format(PyExc_ValueError, "board: %d squares, not %d", count, SQUARES);
        return NULL;
    }
    PositionObject *self = (PositionObject *)PyType_GenericAlloc(type, 0);
    if (self == NULL) return NULL;
    Py_INCREF(rules);
    self->rules = (RulesObject *)rules;
    board_set(&self->board, &self->rules->rules, cells);
    return (PyObject *)self;
}

static void position_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF((PyObject *)((PositionObject *)object)->rules);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* ---- searches ---- */

/* What is looked for, with all that some searches ask beside the rack. */
typedef struct {
    Rack rack;
    Choice choice;
    int floor; /* 0 or more */
} Question;

typedef int Find(const Board *board, const Question *question, PlayList *list);

static int find_tops(const Board *board, const Question *question, PlayList *list) { return tops(board, &question->rack, list); }

static int find_whole(const Board *board, const Question *question, PlayList *list) {
    return tops_whole(board, &question->rack, question->floor, list);
}

static int find_exchanged(const Board *board, const Question *question, PlayList *list) {
    return tops_exchanged(board, &question->rack, &question->choice, question->floor, list);
}

static int find_all(const Board *board, const Question *question, PlayList *list) { return generate(board, &question->rack, list); }

static int find_sorted(const Board *board, const Question *question, PlayList *list) {
    return generate(board, &question->rack, list) && play_list_sort(list, board->rules);
}

/* Let find fill the list, without the interpreter lock. Returns 0 with an exception set. */
static int find_plays(PositionObject *self, Find *find, const Question *question, PlayList *list) {
    Guard guard;
    list->watch = &guard.watch;
    self->searching++;
    guard_begin(&guard);
    int done = guard_end(&guard, find(&self->board, question, list));
    self->searching--;
    list->watch = NULL;
    return done;
}

static PyObject *found_top(PositionObject *self, Find *find, const Question *question) {
    PlayList list = {0};
    PyObject *result = NULL;
    if (find_plays(self, find, question, &list)) result = binding_top(self->rules, list.plays, list.count);
    play_list_free(&list);
    return result;
}

static PyObject *position_tops(PyObject *object, PyObject *text) {
    PositionObject *self = (PositionObject *)object;
    Question question = {0};
    return binding_read_rack(self->rules, text, &question.rack) ? found_top(self, find_tops, &question) : NULL;
}

static PyObject *position_tops_whole(PyObject *object, PyObject *args) {
    PositionObject *self = (PositionObject *)object;
    PyObject *text;
    Question question = {0};
    if (!PyArg_ParseTuple(args, "OO&", &text, binding_number, &question.floor)) return NULL;
    if (!binding_read_rack(self->rules, text, &question.rack)) return NULL;
    if (question.floor < 0) question.floor = 0;
    return found_top(self, find_whole, &question);
}

/* Tiles of which one may be had: a text of letters, ? for a blank. Returns 0 with an exception set. */
static int read_choice(const RulesObject *rules, PyObject *text, Choice *choice) {
    uint8_t tiles[SQUARES];
    int count = binding_read_tiles(rules, text, '?', tiles, SQUARES, "choice"), has_blank = 0;
    for (int i = 0; i < count; i++) {
        if (tiles[i]) choice->real |= letter_bit(LETTER_OF(tiles[i]));
        else has_blank = 1;
    }
    if (has_blank) choice->blank = graph_every_letter(rules->rules.graph) & ~choice->real;
    if (count == 0) PyErr_SetString(PyExc_ValueError, "choice: expected one tile or more");
    return count > 0;
}

static PyObject *position_tops_exchanged(PyObject *object, PyObject *args) {
    PositionObject *self = (PositionObject *)object;
    PyObject *text, *among;
    Question question = {0};
    if (!PyArg_ParseTuple(args, "OOO&", &text, &among, binding_number, &question.floor)) return NULL;
    if (!binding_read_rack(self->rules, text, &question.rack) || !read_choice(self->rules, among, &question.choice)) return NULL;
    if (question.rack.size >= MAX_RACK) {
        PyErr_SetString(PyExc_ValueError, "rack: no room for one more tile");
        return NULL;
    }
    if (!self->rules->rules.fit_lanes) {
        PyErr_SetString(PyExc_OverflowError, "the scores of this game are too large for exchanges searched all at once");
        return NULL;
    }
    if (question.floor < 0) question.floor = 0;
    return found_top(self, find_exchanged, &question);
}

#define GIVEN_AT_ONCE 4096 /* moves handed to Python between looks for signals */

static PyObject *moves_list(const RulesObject *rules, const Play *plays, size_t count) {
    PyObject *result = PyList_New(0);
    for (size_t i = 0; result != NULL && i < count; i++) {
        PyObject *move = binding_play(rules, &plays[i]);
        PyObject *pair = move == NULL ? NULL : Py_BuildValue("(Ni)", move, (int)plays[i].points);
        if (pair == NULL || PyList_Append(result, pair) < 0 || (i % GIVEN_AT_ONCE == 0 && PyErr_CheckSignals() < 0)) Py_CLEAR(result);
        Py_XDECREF(pair);
    }
    return result;
}

static PyObject *position_moves(PyObject *object, PyObject *args) {
    PositionObject *self = (PositionObject *)object;
    PyObject *text, *result = NULL;
    int best;
    Question question = {0};
    if (!PyArg_ParseTuple(args, "OO&", &text, binding_number, &best)) return NULL;
    if (!binding_read_rack(self->rules, text, &question.rack)) return NULL;
    PlayList list = {0};
    if (find_plays(self, find_sorted, &question, &list)) {
        result = moves_list(self->rules, list.plays, best >= 0 && (size_t)best < list.count ? (size_t)best : list.count);
    }
    play_list_free(&list);
    return result;
}

static PyObject *position_measure(PyObject *object, PyObject *text) {
    PositionObject *self = (PositionObject *)object;
    PyObject *result = NULL;
    Question question = {0};
    if (!binding_read_rack(self->rules, text, &question.rack)) return NULL;
    PlayList list = {0};
    if (find_plays(self, find_sorted, &question, &list)) {
        result = Py_BuildValue("(in)", list.count ? (int)list.plays[0].points : 0, (Py_ssize_t)list.count);
    }
    play_list_free(&list);
    return result;
}

static PyObject *position_count(PyObject *object, PyObject *text) {
    PositionObject *self = (PositionObject *)object;
    Question question = {0};
    PlayList list = {.counts_only = 1};
    if (!binding_read_rack(self->rules, text, &question.rack)) return NULL;
    return find_plays(self, find_all, &question, &list) ? PyLong_FromSize_t(list.count) : NULL;
}

/* ---- one move ---- */

/* Read (word, row, col, direction) and score it: 1 scored, 0 does not fit, -1 exception set. */
static int read_play(PositionObject *self, PyObject *args, uint8_t *tiles, int *direction, int *line, int *first, Score *score) {
    PyObject *word;
    int row, col;
    if (!PyArg_ParseTuple(args, "OO&O&O&", &word, binding_number, &row, binding_number, &col, binding_number, direction)) return -1;
    if (*direction != ACROSS && *direction != DOWN) {
        PyErr_SetString(PyExc_ValueError, "direction is 0 (across) or 1 (down)");
        return -1;
    }
    int count = binding_read_tiles(self->rules, word, '.', tiles, SIZE, "word");
    if (count < 0) return -1;
    *line = *direction == ACROSS ? row : col;
    *first = *direction == ACROSS ? col : row;
    for (int i = 0; i < count; i++) {
        if (!tiles[i]) return 0;
    }
    return score_play(&self->board, *direction, *line, *first, count, tiles, score);
}

static PyObject *position_score(PyObject *object, PyObject *args) {
    PositionObject *self = (PositionObject *)object;
    uint8_t tiles[SIZE];
    int direction, line, first;
    Score score;
    int fit = read_play(self, args, tiles, &direction, &line, &first, &score);
    if (fit < 0) return NULL;
    if (fit == 0) Py_RETURN_NONE;
    PyObject *crosses = PyTuple_New(score.cross_count);
    for (int i = 0; crosses != NULL && i < score.cross_count; i++) {
        const CrossWord *cross = &score.crosses[i];
        PyObject *word = binding_write_tiles(self->rules, cross->tiles, cross->count);
        PyObject *item = word == NULL ? NULL : Py_BuildValue("(NiO)", word, (int)cross->points, cross->is_word ? Py_True : Py_False);
        if (item == NULL || PyTuple_SetItem(crosses, i, item) < 0) Py_CLEAR(crosses);
    }
    if (crosses == NULL) return NULL;
    return Py_BuildValue("(iONi)", (int)score.main, score.is_word ? Py_True : Py_False, crosses, (int)score.bonus);
}

static PyObject *position_place(PyObject *object, PyObject *args) {
    PositionObject *self = (PositionObject *)object;
    uint8_t tiles[SIZE];
    int direction, line, first;
    Score score;
    if (self->searching) {
        PyErr_SetString(PyExc_RuntimeError, "place() while another thread searches this position");
        return NULL;
    }
    int fit = read_play(self, args, tiles, &direction, &line, &first, &score);
    if (fit < 0) return NULL;
    if (fit == 0) {
        PyErr_Format(PyExc_ValueError, "%.100R does not fit on this board", args);
        return NULL;
    }
    int count = (int)PyUnicode_GetLength(PyTuple_GetItem(args, 0));
    board_place(&self->board, direction, line, first, count, tiles);
    Py_RETURN_NONE;
}

static PyObject *position_cells(PyObject *object, PyObject *unused) {
    (void)unused;
    return binding_write_tiles(((PositionObject *)object)->rules, ((PositionObject *)object)->board.cell[ACROSS], SQUARES);
}

/* The tables beside the cells, to compare one board placed step by step with one laid out whole. */
static PyObject *position_tables(PyObject *object, PyObject *unused) {
    (void)unused;
    const Board *board = &((PositionObject *)object)->board;
    PyObject *runs = PyList_New(0);
    for (int direction = ACROSS; runs != NULL && direction <= DOWN; direction++) {
        for (int line = 0; runs != NULL && line < SIZE; line++) {
            for (int i = 0; runs != NULL && i < board->run_count[direction][line]; i++) {
                const Run *run = &board->runs[direction][line][i];
                PyObject *item = Py_BuildValue("(iiiiiI)", direction, line, run->first, run->last, run->points, (unsigned)run->node);
                if (item == NULL || PyList_Append(runs, item) < 0) Py_CLEAR(runs);
                Py_XDECREF(item);
            }
        }
    }
    if (runs == NULL) return NULL;
    return Py_BuildValue("(y#y#N)", (const char *)board->cross, (Py_ssize_t)sizeof board->cross,
                         (const char *)board->cross_points, (Py_ssize_t)sizeof board->cross_points, runs);
}

static PyMethodDef position_methods[] = {
    {"tops", position_tops, METH_O, NULL},
    {"tops_many", binding_tops_many, METH_O, NULL},
    {"tops_whole", position_tops_whole, METH_VARARGS, NULL},
    {"tops_shared", binding_tops_shared, METH_VARARGS, NULL},
    {"tops_exchanged", position_tops_exchanged, METH_VARARGS, NULL},
    {"moves", position_moves, METH_VARARGS, NULL},
    {"measure", position_measure, METH_O, NULL},
    {"count", position_count, METH_O, NULL},
    {"score", position_score, METH_VARARGS, NULL},
    {"place", position_place, METH_VARARGS, NULL},
    {"cells", position_cells, METH_NOARGS, NULL},
    {"tables", position_tables, METH_NOARGS, NULL},
    {0}};

static PyType_Slot position_slots[] = {
    {Py_tp_new, position_new}, {Py_tp_dealloc, position_dealloc}, {Py_tp_methods, position_methods}, {0, NULL}};

PyType_Spec binding_position_spec = {"engine._solver.Position", sizeof(PositionObject), 0, Py_TPFLAGS_DEFAULT, position_slots};
