#include "generate.h"

#include <string.h>

#include "hooks.h"

typedef struct {
    const Board *board;
    const Rules *rules;
    const Graph *graph;
    PlayList *list;
    Rack rack;
    int limit; /* tiles that may be placed */
    /* the hook in hand and its line */
    const uint8_t *cell;
    const LetterSet *cross;
    const int16_t *cross_points;
    const uint8_t *letter_factor, *word_factor;
    Hook hook;
    uint8_t tiles[2 * SIZE + 1]; /* the line with what has been placed; long enough to copy SIZE tiles from anywhere */
} Walk;

/* What has been placed so far. */
typedef struct {
    int main, factor, crosses, placed;
} Sum;

void rack_set(Rack *rack, const uint8_t *tiles, int size) {
    memset(rack, 0, sizeof *rack);
    rack->size = size;
    for (int i = 0; i < size; i++) {
        rack->count[tiles[i]]++;
        if (tiles[i]) rack->letters |= letter_bit(tiles[i]);
    }
}

static Sum with_tile(const Walk *walk, Sum sum, int at, int points) {
    int worth = points * walk->letter_factor[at];
    sum.main += worth;
    sum.factor *= walk->word_factor[at];
    if (walk->cross_points[at] != NO_CROSS) sum.crosses += (walk->cross_points[at] + worth) * walk->word_factor[at];
    sum.placed++;
    return sum;
}

/* One tile that makes words both ways is one placement: it is written across. */
static int is_written_across(const Walk *walk, int first) {
    int at = first;
    while (walk->cell[at]) at++;
    return walk->hook.direction == DOWN && walk->cross_points[at] != NO_CROSS;
}

static void record(Walk *walk, int first, int last, Sum sum) {
    int count = last - first + 1;
    if (sum.placed == 1 && is_written_across(walk, first)) return;
    if (walk->list->counts_only) {
        walk->list->count++;
        return;
    }
    Play *play = play_list_next(walk->list);
    if (play == NULL) return;
    play->points = sum.main * sum.factor + sum.crosses + walk->rules->bonus[sum.placed];
    play->direction = walk->hook.direction;
    play->line = walk->hook.line;
    play->first = (uint8_t)first;
    play->count = (uint8_t)count;
    play->placed = (uint8_t)sum.placed;
    memcpy(play->tiles, walk->tiles + first, SIZE);
    walk->list->count++;
}

static void take(Walk *walk, int letter) {
    if (--walk->rack.count[letter] == 0) walk->rack.letters &= ~letter_bit(letter);
}

static void put_back(Walk *walk, int letter) {
    walk->rack.count[letter]++;
    walk->rack.letters |= letter_bit(letter);
}

static void go_right(Walk *walk, uint32_t node, int first, int at, Sum sum);
static void go_left(Walk *walk, uint32_t node, int first, Sum sum);

/* A tile has been laid at the right end: the word may end here, or go on. */
static void after_right(Walk *walk, uint32_t node, int is_word, int first, int at, Sum sum) {
    if (is_word && !(at + 1 < SIZE && walk->cell[at + 1])) record(walk, first, at, sum);
    if (node && at < walk->hook.right) go_right(walk, node, first, at + 1, sum);
}

/* A tile has been laid at the left end. The square after the hook is empty, so the word may end with the hook. */
static void after_left(Walk *walk, uint32_t node, int is_word, int first, Sum sum) {
    if (is_word) record(walk, first, walk->hook.last, sum);
    if (node && sum.placed < walk->limit) go_left(walk, node, first, sum);
}

static inline void lay(Walk *walk, uint32_t node, LetterSet letters, int at, int first, Sum sum, int is_left) {
    LetterSet accepts = graph_accepts(walk->graph, node);
    LetterSet fitting = letters & walk->cross[at];
    if (!walk->rack.count[0]) fitting &= walk->rack.letters;
    /* the last tile must end the word, unless tiles of the board follow it */
    int is_last = sum.placed + 1 == walk->limit && (is_left || !(at + 1 < SIZE && walk->cell[at + 1]));
    if (is_last) fitting &= accepts;
    for (; fitting; fitting &= fitting - 1) {
        int letter = lowest_letter(fitting);
        int is_word = (int)(accepts >> letter & 1);
        uint32_t child = is_last ? 0 : graph_child(walk->graph, node, letters, letter);
        if (walk->rack.letters >> letter & 1) {
            Sum next = with_tile(walk, sum, at, walk->rules->points[letter]);
            walk->tiles[at] = (uint8_t)letter;
            take(walk, letter);
            if (is_left) after_left(walk, child, is_word, at, next);
            else after_right(walk, child, is_word, first, at, next);
            put_back(walk, letter);
        }
        if (walk->rack.count[0]) {
            Sum next = with_tile(walk, sum, at, 0);
            walk->tiles[at] = (uint8_t)(letter | BLANK_FLAG);
            walk->rack.count[0]--;
            if (is_left) after_left(walk, child, is_word, at, next);
            else after_right(walk, child, is_word, first, at, next);
            walk->rack.count[0]++;
        }
    }
}

static void go_right(Walk *walk, uint32_t node, int first, int at, Sum sum) {
    if (walk->cell[at]) {
        int letter = LETTER_OF(walk->cell[at]);
        LetterSet letters = graph_letters(walk->graph, node);
        if (!(letters >> letter & 1)) return;
        walk->tiles[at] = walk->cell[at];
        sum.main += tile_points(walk->rules, walk->cell[at]);
        after_right(walk, graph_child(walk->graph, node, letters, letter), (int)(graph_accepts(walk->graph, node) >> letter & 1),
                    first, at, sum);
    } else if (sum.placed < walk->limit) {
        lay(walk, node, graph_letters(walk->graph, node), at, first, sum, 0);
    }
}

/* The letters from first to the end of the hook are laid; add one before them, or turn round and add one after. */
static void go_left(Walk *walk, uint32_t node, int first, Sum sum) {
    LetterSet letters = graph_letters(walk->graph, node);
    if ((letters & letter_bit(SEPARATOR)) && walk->hook.last < walk->hook.right) {
        go_right(walk, graph_child(walk->graph, node, letters, SEPARATOR), first, walk->hook.last + 1, sum);
    }
    if (first > walk->hook.left) lay(walk, node, letters, first - 1, first, sum, 1);
}

static void from_hook(Walk *walk, const Hook *hook) {
    const Board *board = walk->board;
    int line = hook->line * SIZE;
    walk->hook = *hook;
    walk->cell = board->cell[hook->direction] + line;
    walk->cross = board->cross[hook->direction] + line;
    walk->cross_points = board->cross_points[hook->direction] + line;
    walk->letter_factor = walk->rules->letter_factor[hook->direction] + line;
    walk->word_factor = walk->rules->word_factor[hook->direction] + line;
    Sum sum = {.factor = 1};
    if (hook->run != NULL) {
        memcpy(walk->tiles + hook->first, walk->cell + hook->first, (size_t)(hook->last - hook->first + 1));
        sum.main = hook->run->points;
        go_left(walk, hook->run->node, hook->first, sum);
    } else {
        lay(walk, walk->graph->gaddag, graph_letters(walk->graph, walk->graph->gaddag), hook->first, hook->first, sum, 1);
    }
}

int generate(const Board *board, const Rack *rack, PlayList *list) {
    Walk walk = {.board = board, .rules = board->rules, .graph = board->rules->graph, .list = list, .rack = *rack};
    walk.limit = rack->size < walk.rules->max_placed ? rack->size : walk.rules->max_placed;
    list->count = 0;
    if (walk.limit == 0) return 1;
    Hook hooks[MAX_HOOKS];
    int count = hooks_find(board, hooks), is_long = rack->count[0] > QUICK_BLANKS;
    for (int i = 0; i < count && !list->failed; i++) {
        from_hook(&walk, &hooks[i]);
        if (is_long && !play_list_goes_on(list)) break;
    }
    return !list->failed;
}
