#include "tops.h"

#include <stdlib.h>

#include "bounds.h"

typedef struct {
    const Board *board;
    const Rules *rules;
    const Graph *graph;
    Hand hand;
    PlayList *list;
    size_t kept;  /* plays in the list before this search */
    int best;
    Span span;
    const uint8_t *cell;
    uint8_t tiles[2 * SIZE + 1];
} Search;

/* A hook and first square with the most that a placement from there can count. */
typedef struct {
    int16_t bound;
    uint16_t hook;
    uint8_t first;
} Start;

#define MAX_STARTS (2 * SQUARES * (MAX_RACK + 1))

static void record(Search *search, int placed, int points) {
    const Span *span = &search->span;
    if (points > search->best) {
        search->best = points;
        search->list->count = search->kept;
    }
    Play *play = play_list_next(search->list);
    if (play == NULL) return;
    play->points = points;
    play->direction = span->hook->direction;
    play->line = span->hook->line;
    play->first = (uint8_t)span->first;
    play->count = (uint8_t)(span->last[placed - 1] - span->first + 1);
    play->placed = (uint8_t)placed;
    memcpy(play->tiles, search->tiles + span->first, SIZE);
    search->list->count++;
}

static void lay(Search *search, uint32_t node, int step, int subset, Lanes sum);

/* A tile has been laid: follow the tiles of the board after it, take the word if it ends here, go on if that may reach the best. */
static inline void laid(Search *search, uint32_t node, int is_word, int step, int subset, Lanes sum) {
    const Span *span = &search->span;
    Lanes alive = sum + span_rest(span, &search->hand, step + 1, subset) >= lanes_all(search->best);
    if (!lanes_any(alive)) return;
    if (step >= span->left_steps) {
        for (int at = span->at[step] + 1; at <= span->last[step]; at++) {
            int letter = LETTER_OF(search->cell[at]);
            LetterSet letters = graph_letters(search->graph, node);
            if (!(letters >> letter & 1)) return;
            is_word = (int)(graph_accepts(search->graph, node) >> letter & 1);
            node = graph_child(search->graph, node, letters, letter);
        }
    }
    if (is_word && alive[step]) record(search, step + 1, sum[step]);
    if (!node || step + 1 == span->steps) return;
    alive &= lanes_beyond(step + 1);
    if (!lanes_any(alive)) return;
    if (step + 1 == span->left_steps) {
        node = graph_follow(search->graph, node, SEPARATOR);
        if (!node) return;
    }
    lay(search, node, step + 1, subset, lanes_select(alive, sum, lanes_all(DEAD_LANE)));
}

static void lay(Search *search, uint32_t node, int step, int subset, Lanes sum) {
    const Span *span = &search->span;
    const Hand *hand = &search->hand;
    LetterSet letters = graph_letters(search->graph, node), accepts = graph_accepts(search->graph, node);
    LetterSet fitting = letters & span->fits[step];
    int at = span->at[step], has_blank = hand_blanks(hand, subset);
    if (!has_blank) fitting &= hand->letters[subset];
    if (span->last[step] == at || step < span->left_steps) {
        if (!lanes_any((sum >= lanes_all(0)) & lanes_beyond(step + 1))) fitting &= accepts;
    }
    for (; fitting; fitting &= fitting - 1) {
        int letter = lowest_letter(fitting);
        int is_word = (int)(accepts >> letter & 1);
        uint32_t child = graph_child(search->graph, node, letters, letter);
        if (hand->letters[subset] >> letter & 1) {
            search->tiles[at] = (uint8_t)letter;
            laid(search, child, is_word, step, hand_without(hand, subset, letter),
                 sum + lanes_all(search->rules->points[letter]) * span->weight[step]);
        }
        if (has_blank) {
            search->tiles[at] = (uint8_t)(letter | BLANK_FLAG);
            laid(search, child, is_word, step, hand_without(hand, subset, 0), sum);
        }
    }
}

/* One tile that makes words both ways is one placement: it is written across. */
static void drop_doubles(Span *span, const Board *board) {
    const Hook *hook = span->hook;
    if (hook->direction == DOWN && board->cross_points[DOWN][hook->line * SIZE + span->at[0]] != NO_CROSS) span->base[0] = DEAD_LANE;
}

static void from_start(Search *search, const Hook *hook, int first, int limit) {
    Span *span = &search->span;
    span_set(span, search->board, &search->hand, hook, first, limit);
    drop_doubles(span, search->board);
    search->cell = search->board->cell[hook->direction] + hook->line * SIZE;
    for (int at = first; at < SIZE; at++) search->tiles[at] = search->cell[at];
    Lanes alive = span->base + span_rest(span, &search->hand, 0, search->hand.all) >= lanes_all(search->best);
    Lanes sum = lanes_select(alive, span->base, lanes_all(DEAD_LANE));
    uint32_t node = hook->run ? hook->run->node : search->graph->gaddag;
    if (span->left_steps == 0) node = graph_follow(search->graph, node, SEPARATOR);
    lay(search, node, 0, search->hand.all, sum);
}

static int find_starts(Search *search, const Hook *hooks, int count, int limit, Start *starts) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        const Hook *hook = &hooks[i];
        for (int first = hook->first; first >= hook->left; first--) {
            if (!span_set(&search->span, search->board, &search->hand, hook, first, limit)) {
                if (first < hook->first) break;
                continue;
            }
            drop_doubles(&search->span, search->board);
            Lanes bound = search->span.base + span_rest(&search->span, &search->hand, 0, search->hand.all);
            int highest = lanes_highest(bound);
            if (highest >= 0) starts[found++] = (Start){(int16_t)highest, (uint16_t)i, (uint8_t)first};
        }
    }
    return found;
}

static int by_bound(const void *left, const void *right) {
    return ((const Start *)right)->bound - ((const Start *)left)->bound;
}

int tops(const Board *board, const Rack *rack, PlayList *list) {
    Search search = {.board = board, .rules = board->rules, .graph = board->rules->graph, .list = list, .kept = list->count};
    int limit = rack->size < board->rules->max_placed ? rack->size : board->rules->max_placed;
    if (limit == 0) return 1;
    hand_set(&search.hand, board->rules, rack);
    Hook hooks[MAX_HOOKS];
    Start starts[MAX_STARTS];
    int hook_count = hooks_find(board, hooks);
    int count = find_starts(&search, hooks, hook_count, limit, starts);
    qsort(starts, (size_t)count, sizeof *starts, by_bound);
    for (int i = 0; i < count && starts[i].bound >= search.best && !list->failed; i++) {
        from_start(&search, &hooks[starts[i].hook], starts[i].first, limit);
    }
    return !list->failed;
}
