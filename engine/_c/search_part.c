#include "search.h"

#ifndef WITH_CHOICE /* search_choice.c compiles this file once more, for hands with a tile that is chosen */
#define WITH_CHOICE 0
#endif

typedef struct {
    Search *search;
    const Span *span;
    const Hand *hand;
    const Graph *graph;
    int most; /* tiles that a placement worth finding has at most */
} Part;

static void lay(Part *part, uint32_t node, LetterSet fitting, int step, int subset, Lanes sum);

/* Letters for a blank of the subset; with a choice, those for the tile that is chosen. */
static inline LetterSet wild_letters(const Hand *hand, int subset) {
    if (!hand_blanks(hand, subset)) return 0;
    return WITH_CHOICE ? hand->chosen : hand->every_letter;
}

/* Letters for a blank beside the tile that is chosen. */
static inline LetterSet beside_letters(const Hand *hand, int subset) {
    return WITH_CHOICE && hand->beside & subset ? hand->every_letter : 0;
}

/* Letters that may be laid at a step. */
static inline LetterSet fitting_at(const Part *part, uint32_t node, int step, int subset) {
    LetterSet fitting = graph_letters(part->graph, node) & part->span->fits[step];
    return fitting & (part->hand->letters[subset] | wild_letters(part->hand, subset) | beside_letters(part->hand, subset));
}

/* A tile has been laid: follow the tiles of the board after it, take the word if it ends here, go on if that may
 * reach the best. */
static inline void laid(Part *part, uint32_t node, int is_word, int step, int subset, Lanes sum) {
    const Span *span = part->span;
    Search *search = part->search;
    if (!search_follow(search, step, &node, &is_word)) return;
    if (is_word && sum[step] >= search->best) search_record(search, step + 1, sum[step]);
    if (!node || ++step == part->most) return;
    if (step == span->left_steps) node = graph_follow(part->graph, node, SEPARATOR);
    LetterSet fitting = fitting_at(part, node, step, subset);
    if (!fitting) return;
    int usable = hand_among(part->hand, subset, graph_below(part->graph, node));
    Lanes alive = sum + span_rest(span, part->hand, step, usable, part->most) >= lanes_all(search->best);
    alive &= lanes_beyond(step) & ~lanes_beyond(step + subset_size(usable));
    if (lanes_any(alive)) lay(part, node, fitting, step, usable, lanes_select(alive, sum, lanes_all(DEAD_LANE)));
}

static void lay(Part *part, uint32_t node, LetterSet fitting, int step, int subset, Lanes sum) {
    const Span *span = part->span;
    const Hand *hand = part->hand;
    LetterSet letters = graph_letters(part->graph, node), accepts = graph_accepts(part->graph, node);
    LetterSet blanks = wild_letters(hand, subset), beside = beside_letters(hand, subset);
    int at = span->at[step];
    if (span->last[step] == at || step < span->left_steps) { /* no tile of the board follows */
        if (!lanes_any((sum >= lanes_all(0)) & lanes_beyond(step + 1))) fitting &= accepts;
    }
    for (; fitting; fitting &= fitting - 1) {
        int letter = lowest_letter(fitting);
        int is_word = (int)(accepts >> letter & 1);
        uint32_t child = graph_child(part->graph, node, letters, letter);
        if (hand->letters[subset] >> letter & 1) {
            part->search->tiles[at] = (uint8_t)letter;
            laid(part, child, is_word, step, hand_without(hand, subset, letter),
                 sum + lanes_all(part->search->rules->points[letter]) * span->weight[step]);
        }
        if (blanks >> letter & 1) {
            part->search->tiles[at] = (uint8_t)(letter | hand->blank_flag[letter]);
            laid(part, child, is_word, step, hand_without(hand, subset, 0),
                 sum + lanes_all(hand->blank_points[letter]) * span->weight[step]);
        }
        if (beside >> letter & 1) {
            part->search->tiles[at] = (uint8_t)(letter | BLANK_FLAG);
            laid(part, child, is_word, step, hand_without_beside(hand, subset), sum);
        }
    }
}

/* The most tiles of a lane that is alive; 0 for none. */
static int highest_lane(Lanes alive) {
    int tiles = LANES;
    while (tiles > 0 && !alive[tiles - 1]) tiles--;
    return tiles;
}

void search_part(Search *search) {
    const Span *span = &search->span;
    Part part = {.search = search, .span = span, .hand = &search->hand, .graph = search->graph};
    Lanes alive = span->base + span_rest(span, part.hand, 0, span->usable, span->steps) >= lanes_all(search->best);
    if (search->whole) alive[search->whole - 1] = 0;
    part.most = highest_lane(alive);
    uint32_t node = search_root(search);
    LetterSet fitting = fitting_at(&part, node, 0, span->usable);
    lay(&part, node, fitting, 0, span->usable, lanes_select(alive, span->base, lanes_all(DEAD_LANE)));
}
