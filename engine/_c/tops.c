#include "tops.h"

#include "exchanges.h"

/* Where to search, with the most that can be found there. */
typedef struct {
    int16_t bound;
    int16_t next; /* of the same level, -1 at the end */
    uint16_t hook;
    uint8_t first;
    uint8_t whole;    /* 0: less than the whole rack; else 1, with a choice 1 + the place in Search.taken of what is due */
    uint64_t letters; /* of the board's tiles that the whole rack meets there, see anagrams.h */
} Start;

#define LEVELS 1024 /* higher bounds share the last one */
/* The first squares of the runs of a line are all different, so are those of its other hooks; twice, for the whole rack
 * and for less. */
#define MAX_STARTS (2 * 2 * 2 * SQUARES)

typedef struct {
    Start starts[MAX_STARTS];
    int count, highest;
    int16_t level[LEVELS]; /* first start of each bound, -1 for none */
} Queue;

static int level_of(const Start *start) { return start->bound < LEVELS ? start->bound : LEVELS - 1; }

/* Put a start among those of its level. */
static void put_start(Queue *queue, Start *start) {
    int level = level_of(start);
    start->next = queue->level[level];
    queue->level[level] = (int16_t)(start - queue->starts);
}

static void add_start(Queue *queue, Start start) {
    if (start.bound < 0) return;
    Start *added = &queue->starts[queue->count++];
    *added = start;
    put_start(queue, added);
    if (level_of(added) > queue->highest) queue->highest = level_of(added);
}

static void find_starts(Search *search, Queue *queue, const Hook *hooks, int count, int only_whole) {
    const Span *span = &search->span;
    int whole = search->whole - 1; /* the lane of the whole rack */
    const Square *filled = NULL;
    for (int i = 0; i < count; i++) {
        const Hook *hook = &hooks[i];
        Square *squares = search->squares[hook->direction] + hook->line * SIZE;
        if (squares != filled) squares_set(squares, search->board, &search->hand, hook->direction, hook->line);
        filled = squares;
        for (int first = hook->first; first >= hook->left; first--) {
            if (!search_at(search, hook, first)) {
                if (hook->run != NULL && first == hook->first) continue;
                break;
            }
            Lanes bound = span->base + span_rest(span, &search->hand, 0, span->usable, span->steps);
            if (whole >= 0) {
                add_start(queue, (Start){.bound = bound[whole], .hook = (uint16_t)i, .first = (uint8_t)first, .whole = 1,
                                         .letters = span->letters});
                bound[whole] = DEAD_LANE;
            }
            if (only_whole) continue;
            add_start(queue, (Start){.bound = (int16_t)lanes_highest(bound), .hook = (uint16_t)i, .first = (uint8_t)first});
        }
    }
}

/* Search a start for the whole rack after an exchange. The dearest that may be taken comes first; with the next cheaper
 * the start waits for its turn again, as its bound is lower then. */
static void search_taken(Search *search, Queue *queue, Start *start) {
    int level = level_of(start);
    const Taken *taken;
    do {
        taken = &search->taken[start->whole++ - 1];
        exchanges_search(search, taken);
        if (taken->points == NOTHING_TAKEN) return;
        start->bound = (int16_t)exchanges_bound(search, taken + 1);
    } while (level_of(start) >= level);
    put_start(queue, start);
}

static void search_start(Search *search, Queue *queue, Start *start, const Hook *hook) {
    const Hand *hand = &search->hand;
    Placed placed = {.subset = hand->all, .sum = hand->sum + start->letters};
    int has_choice = hand->chosen != 0;
    if (start->whole && !has_choice) {
        placed.blanks = completions_of(&search->completions, search->rules->anagrams, hand->every_letter,
                                       subset_size(hand->places[0]), placed.sum);
        if (!placed.blanks) return; /* no word has all these letters, wherever it lies */
    }
    search_at(search, hook, start->first);
    search->cell = search->board->cell[hook->direction] + hook->line * SIZE;
    memcpy(search->tiles, search->cell, SIZE);
    if (start->whole && has_choice) search_taken(search, queue, start);
    else if (start->whole) search_whole(search, &placed);
    else if (has_choice) search_choice(search);
    else search_part(search);
}

/* For scores too large for the lanes that the bounds are reckoned in (Rules.fit_lanes). */
static int tops_of_all(const Board *board, const Rack *rack, int floor, int only_whole, PlayList *list) {
    if (!generate(board, rack, list) || !play_list_sort(list, board->rules)) return 0;
    size_t kept = 0;
    for (size_t i = 0; i < list->count && list->plays[i].points >= floor; i++) {
        if (only_whole && list->plays[i].placed < rack->size) continue;
        floor = list->plays[i].points;
        list->plays[kept++] = list->plays[i];
    }
    list->count = kept;
    return 1;
}

static int find(const Board *board, const Rack *rack, const Choice *choice, int floor, int only_whole, PlayList *list) {
    if (!board->rules->fit_lanes) return tops_of_all(board, rack, floor, only_whole, list);
    Search search; /* most of it is filled in as needed */
    search.board = board;
    search.rules = board->rules;
    search.graph = board->rules->graph;
    search.list = list;
    search.best = floor;
    list->count = 0;
    /* one tile of a hand with a choice stays: the one that was given for it */
    search.limit = rack->size < board->rules->max_placed ? rack->size : board->rules->max_placed;
    if (search.limit == 0) return 1;
    search.whole = rack->size <= search.limit ? rack->size : 0;
    hand_set(&search.hand, board->rules, rack, choice);
    if (choice != NULL) exchanges_set(&search);
    completions_clear(&search.completions);
    Hook hooks[MAX_HOOKS];
    Queue queue;
    queue.count = queue.highest = 0;
    memset(queue.level, 0xff, sizeof queue.level);
    find_starts(&search, &queue, hooks, hooks_find(board, hooks), only_whole);
    int is_long = rack->count[0] > QUICK_BLANKS;
    for (int level = queue.highest; level >= 0 && (level >= search.best || level == LEVELS - 1); level--) {
        for (int i = queue.level[level], next; i >= 0; i = next) {
            Start *start = &queue.starts[i];
            next = start->next;
            if (start->bound < search.best) continue;
            search_start(&search, &queue, start, &hooks[start->hook]);
            if (list->failed || (is_long && !play_list_goes_on(list))) return 0;
        }
    }
    return play_list_sort(list, board->rules);
}

int tops(const Board *board, const Rack *rack, PlayList *list) { return find(board, rack, NULL, 0, 0, list); }

int tops_from(const Board *board, const Rack *rack, int floor, PlayList *list) { return find(board, rack, NULL, floor, 0, list); }

int tops_exchanged(const Board *board, const Rack *rack, const Choice *choice, int floor, PlayList *list) {
    return find(board, rack, choice, floor, 0, list);
}

int tops_whole(const Board *board, const Rack *rack, int floor, PlayList *list) {
    list->count = 0;
    if (rack->size > board->rules->max_placed) return 1;
    return find(board, rack, NULL, floor, 1, list);
}
