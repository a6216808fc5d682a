/* engine._solver: the C core as Python types. The only file of the core that knows Python.
 *
 * Graph (immutable, shared) -> Rules (immutable, shared) -> Position (one board; place() changes it). Searches run
 * without the interpreter lock on a Position that place() refuses to change meanwhile.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>
#include <time.h>

#include "alphabet.h"
#include "game.h"
#include "score.h"
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

/* ---- text ---- */

/* Read tiles, with empty standing for tile 0. Returns their number, or -1 with an exception set. */
static int read_tiles(const RulesObject *rules, PyObject *text, char empty, uint8_t *tiles, int room, const char *what) {
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

static PyObject *write_tiles(const RulesObject *rules, const uint8_t *tiles, int count) {
    char text[4 * SQUARES];
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)alphabet_write(&rules->alphabet, tiles, count, text));
}

/* (word, row, col, direction) */
static PyObject *play_tuple(const RulesObject *rules, const Play *play) {
    PyObject *word = write_tiles(rules, play->tiles, play->count);
    if (word == NULL) return NULL;
    return Py_BuildValue("(Niii)", word, play_row(play), play_col(play), (int)play->direction);
}

/* (points, ((word, row, col, direction), ...)) */
static PyObject *top_tuple(const RulesObject *rules, const Play *plays, size_t count) {
    PyObject *moves = PyTuple_New((Py_ssize_t)count);
    if (moves == NULL) return NULL;
    for (size_t i = 0; i < count; i++) {
        PyObject *move = play_tuple(rules, &plays[i]);
        if (move == NULL || PyTuple_SetItem(moves, (Py_ssize_t)i, move) < 0) {
            Py_DECREF(moves);
            return NULL;
        }
    }
    return Py_BuildValue("(iN)", count ? (int)plays[0].points : 0, moves);
}

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
            PyErr_SetString(PyExc_ValueError, error);
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

static PyType_Spec graph_spec = {"engine._solver.Graph", sizeof(GraphObject), 0, Py_TPFLAGS_DEFAULT, graph_slots};

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

/* ---- whole games ---- */

#define SLICE_NS 20000000 /* how long a search goes on before it looks for Ctrl-C */

static int64_t now_ns(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

typedef struct {
    int games;
    unsigned long long rounds, points;
} Tally;

/* Play until the slice of time is over. Returns 0 when memory ran out. */
static int games_slice(const GameRules *game, uint64_t *dice, int games, Tally *tally) {
    int64_t end = now_ns() + SLICE_NS;
    while (tally->games < games) {
        GameResult result;
        if (!game_play(game, dice, &result)) return 0;
        tally->games++;
        tally->rounds += (unsigned)result.rounds;
        tally->points += (unsigned)result.points;
        if (now_ns() > end) break;
    }
    return 1;
}

static LetterSet letters_of(const uint8_t *tiles, int count) {
    LetterSet set = letter_bit(0);
    for (int i = 0; i < count; i++) set |= letter_bit(LETTER_OF(tiles[i]));
    return set;
}

static PyObject *rules_play_games(PyObject *object, PyObject *args) {
    RulesObject *self = (RulesObject *)object;
    PyObject *bag, *vowels, *consonants;
    GameRules game = {.rules = &self->rules, .rack_size = 7};
    unsigned long long seed;
    int games;
    if (!PyArg_ParseTuple(args, "OOOKi", &bag, &vowels, &consonants, &seed, &games)) return NULL;
    uint8_t tiles[MAX_LETTERS];
    int count = read_tiles(self, vowels, '?', tiles, MAX_LETTERS, "vowels");
    if (count < 0) return NULL;
    game.vowels = letters_of(tiles, count);
    if ((count = read_tiles(self, consonants, '?', tiles, MAX_LETTERS, "consonants")) < 0) return NULL;
    game.consonants = letters_of(tiles, count);
    if ((game.bag_size = read_tiles(self, bag, '?', game.bag, MAX_BAG, "bag")) < 0) return NULL;
    for (int i = 0; i < game.bag_size; i++) game.bag[i] = LETTER_OF(game.bag[i]);
    uint64_t dice = seed;
    Tally tally = {0};
    int going = 1;
    while (going && tally.games < games) {
        Py_BEGIN_ALLOW_THREADS
        going = games_slice(&game, &dice, games, &tally);
        Py_END_ALLOW_THREADS
        if (!going) PyErr_NoMemory();
        else going = PyErr_CheckSignals() == 0;
    }
    return going ? Py_BuildValue("(KK)", tally.rounds, tally.points) : NULL;
}

static PyMethodDef rules_methods[] = {{"play_games", rules_play_games, METH_VARARGS, NULL}, {0}};

static PyType_Slot rules_slots[] = {
    {Py_tp_new, rules_new}, {Py_tp_dealloc, rules_dealloc}, {Py_tp_methods, rules_methods}, {0, NULL}};

static PyType_Spec rules_spec = {"engine._solver.Rules", sizeof(RulesObject), 0, Py_TPFLAGS_DEFAULT, rules_slots};

/* ---- Position ---- */

static PyObject *position_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *rules, *text;
    if (keywords != NULL && PyDict_Size(keywords) > 0) {
        PyErr_SetString(PyExc_TypeError, "Position takes no keyword arguments");
        return NULL;
    }
    State *state = PyType_GetModuleState(type);
    if (state == NULL || !PyArg_ParseTuple(args, "O!O", state->rules_type, &rules, &text)) return NULL;
    uint8_t cells[SQUARES];
    int count = read_tiles((RulesObject *)rules, text, '.', cells, SQUARES, "board");
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

static int read_rack(const PositionObject *self, PyObject *text, Rack *rack) {
    uint8_t tiles[MAX_RACK];
    int count = read_tiles(self->rules, text, '?', tiles, MAX_RACK, "rack");
    if (count < 0) return 0;
    for (int i = 0; i < count; i++) {
        if (!(tiles[i] & BLANK_FLAG)) continue;
        PyErr_Format(PyExc_ValueError, "rack: a blank is written ?, not in lower case as in %.60R", text);
        return 0;
    }
    rack_set(rack, tiles, count);
    return 1;
}

typedef int Find(const Board *board, const Rack *rack, PlayList *list);

/* Let find fill the list, without the interpreter lock. Returns 0 with an exception set. */
static int find_plays(PositionObject *self, PyObject *text, Find *find, PlayList *list) {
    Rack rack;
    if (!read_rack(self, text, &rack)) return 0;
    int done;
    self->searching++;
    Py_BEGIN_ALLOW_THREADS
    done = find(&self->board, &rack, list);
    Py_END_ALLOW_THREADS
    self->searching--;
    if (!done) PyErr_NoMemory();
    return done;
}

static int generate_sorted(const Board *board, const Rack *rack, PlayList *list) {
    return generate(board, rack, list) && play_list_sort(list, 0, board->rules);
}

static PyObject *position_tops(PyObject *object, PyObject *text) {
    PositionObject *self = (PositionObject *)object;
    PlayList list = {0};
    PyObject *result = NULL;
    if (find_plays(self, text, tops, &list)) result = top_tuple(self->rules, list.plays, list.count);
    play_list_free(&list);
    return result;
}

static PyObject *position_tops_whole(PyObject *object, PyObject *args) {
    PositionObject *self = (PositionObject *)object;
    PyObject *text;
    int floor, done;
    Rack rack;
    if (!PyArg_ParseTuple(args, "Oi", &text, &floor) || !read_rack(self, text, &rack)) return NULL;
    PlayList list = {0};
    self->searching++;
    Py_BEGIN_ALLOW_THREADS
    done = tops_whole(&self->board, &rack, floor > 0 ? floor : 0, &list);
    Py_END_ALLOW_THREADS
    self->searching--;
    PyObject *result = done ? top_tuple(self->rules, list.plays, list.count) : PyErr_NoMemory();
    play_list_free(&list);
    return result;
}

/* Tiles of which one may be had: a text of letters, ? for a blank. Returns 0 with an exception set. */
static int read_choice(const RulesObject *rules, PyObject *text, Choice *choice) {
    uint8_t tiles[SQUARES];
    int count = read_tiles(rules, text, '?', tiles, SQUARES, "choice"), has_blank = 0;
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
    int floor, done;
    Rack rack;
    Choice choice = {0};
    if (!PyArg_ParseTuple(args, "OOi", &text, &among, &floor) || !read_rack(self, text, &rack)) return NULL;
    if (!read_choice(self->rules, among, &choice)) return NULL;
    if (rack.size >= MAX_RACK || !self->rules->rules.fit_lanes) {
        PyErr_SetString(PyExc_ValueError, rack.size >= MAX_RACK ? "rack: no room for one more tile" : "rack: scores of this game are too large");
        return NULL;
    }
    PlayList list = {0};
    self->searching++;
    Py_BEGIN_ALLOW_THREADS
    done = tops_exchanged(&self->board, &rack, &choice, floor > 0 ? floor : 0, &list);
    Py_END_ALLOW_THREADS
    self->searching--;
    PyObject *result = done ? top_tuple(self->rules, list.plays, list.count) : PyErr_NoMemory();
    play_list_free(&list);
    return result;
}

static PyObject *position_moves(PyObject *object, PyObject *args) {
    PyObject *text;
    Py_ssize_t best;
    if (!PyArg_ParseTuple(args, "On", &text, &best)) return NULL;
    PlayList list = {0};
    PyObject *result = NULL;
    if (find_plays((PositionObject *)object, text, generate_sorted, &list)) {
        size_t count = best >= 0 && (size_t)best < list.count ? (size_t)best : list.count;
        result = PyList_New((Py_ssize_t)count);
        for (size_t i = 0; result != NULL && i < count; i++) {
            PyObject *move = play_tuple(((PositionObject *)object)->rules, &list.plays[i]);
            PyObject *pair = move == NULL ? NULL : Py_BuildValue("(Ni)", move, (int)list.plays[i].points);
            if (pair == NULL || PyList_SetItem(result, (Py_ssize_t)i, pair) < 0) Py_CLEAR(result);
        }
    }
    play_list_free(&list);
    return result;
}

static PyObject *position_measure(PyObject *object, PyObject *text) {
    PlayList list = {0};
    PyObject *result = NULL;
    if (find_plays((PositionObject *)object, text, generate_sorted, &list)) {
        result = Py_BuildValue("(in)", list.count ? (int)list.plays[0].points : 0, (Py_ssize_t)list.count);
    }
    play_list_free(&list);
    return result;
}

static PyObject *position_count(PyObject *object, PyObject *text) {
    PlayList list = {0};
    PyObject *result = NULL;
    if (find_plays((PositionObject *)object, text, generate, &list)) result = PyLong_FromSize_t(list.count);
    play_list_free(&list);
    return result;
}

/* ---- many racks ---- */

typedef struct {
    Rack *racks;
    size_t *first; /* where each rack's plays begin; one more at the end */
    size_t count, done;
    int floor; /* what a play must reach, if only the best of all racks is asked for; else 0 */
    int is_shared;
    PlayList list;
} Batch;

static void batch_free(Batch *batch) {
    PyMem_Free(batch->racks);
    PyMem_Free(batch->first);
    play_list_free(&batch->list);
}

static int batch_read(const PositionObject *self, PyObject *texts, Batch *batch) {
    Py_ssize_t count = PySequence_Size(texts);
    if (count < 0) return 0;
    batch->racks = PyMem_Calloc((size_t)count + 1, sizeof *batch->racks);
    batch->first = PyMem_Calloc((size_t)count + 1, sizeof *batch->first);
    batch->count = (size_t)count;
    if (batch->racks == NULL || batch->first == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *text = PySequence_GetItem(texts, i);
        int done = text != NULL && read_rack(self, text, &batch->racks[i]);
        Py_XDECREF(text);
        if (!done) return 0;
    }
    return 1;
}

/* Search until the slice of time is over. Returns 0 when memory ran out. */
static int batch_slice(const Board *board, Batch *batch) {
    int64_t end = now_ns() + SLICE_NS;
    while (batch->done < batch->count) {
        size_t known = batch->list.count;
        if (!tops_from(board, &batch->racks[batch->done], batch->floor, &batch->list)) return 0;
        if (batch->is_shared && batch->list.count > known) batch->floor = batch->list.plays[known].points;
        batch->first[++batch->done] = batch->list.count;
        if (now_ns() > end) break;
    }
    return 1;
}

static PyObject *tops_of_many(PyObject *object, PyObject *texts, Batch batch) {
    PositionObject *self = (PositionObject *)object;
    PyObject *result = NULL;
    int going = batch_read(self, texts, &batch);
    self->searching++;
    while (going && batch.done < batch.count) {
        Py_BEGIN_ALLOW_THREADS
        going = batch_slice(&self->board, &batch);
        Py_END_ALLOW_THREADS
        if (!going) PyErr_NoMemory();
        else going = PyErr_CheckSignals() == 0;
    }
    self->searching--;
    if (going) result = PyList_New((Py_ssize_t)batch.count);
    for (size_t i = 0; result != NULL && i < batch.count; i++) {
        PyObject *top = top_tuple(self->rules, batch.list.plays + batch.first[i], batch.first[i + 1] - batch.first[i]);
        if (top == NULL || PyList_SetItem(result, (Py_ssize_t)i, top) < 0) Py_CLEAR(result);
    }
    batch_free(&batch);
    return result;
}

static PyObject *position_tops_many(PyObject *object, PyObject *texts) { return tops_of_many(object, texts, (Batch){0}); }

static PyObject *position_tops_shared(PyObject *object, PyObject *args) {
    PyObject *texts;
    Batch batch = {.is_shared = 1};
    if (!PyArg_ParseTuple(args, "Oi", &texts, &batch.floor)) return NULL;
    if (batch.floor < 0) batch.floor = 0;
    return tops_of_many(object, texts, batch);
}

/* ---- one move ---- */

/* Read (word, row, col, direction) and score it: 1 scored, 0 does not fit, -1 exception set. */
static int read_play(PositionObject *self, PyObject *args, uint8_t *tiles, int *direction, int *line, int *first, Score *score) {
    PyObject *word;
    int row, col;
    if (!PyArg_ParseTuple(args, "Oiii", &word, &row, &col, direction)) return -1;
    if (*direction != ACROSS && *direction != DOWN) {
        PyErr_SetString(PyExc_ValueError, "direction is 0 (across) or 1 (down)");
        return -1;
    }
    int count = read_tiles(self->rules, word, '.', tiles, SIZE, "word");
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
        PyObject *word = write_tiles(self->rules, cross->tiles, cross->count);
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
    return write_tiles(((PositionObject *)object)->rules, ((PositionObject *)object)->board.cell[ACROSS], SQUARES);
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
    {"tops_many", position_tops_many, METH_O, NULL},
    {"tops_whole", position_tops_whole, METH_VARARGS, NULL},
    {"tops_shared", position_tops_shared, METH_VARARGS, NULL},
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

static PyType_Spec position_spec = {"engine._solver.Position", sizeof(PositionObject), 0, Py_TPFLAGS_DEFAULT, position_slots};

/* ---- module ---- */

static int module_exec(PyObject *module) {
    State *state = PyModule_GetState(module);
    state->graph_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &graph_spec, NULL);
    state->rules_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &rules_spec, NULL);
    state->position_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &position_spec, NULL);
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

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "engine._solver", NULL, sizeof(State), NULL, module_slots, module_traverse, module_clear, NULL};

PyMODINIT_FUNC PyInit__solver(void) { return PyModuleDef_Init(&module); }
