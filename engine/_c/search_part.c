#include "search.h"

static void lay(Search *search, uint32_t node, int step, int subset, Lanes sum);

/* A tile has been laid: follow the tiles of the board after it, take the word if it ends here, go on if that may reach the best. */
static inline void laid(Search *search, uint32_t node, int is_word, int step, int subset, Lanes sum) {
    const Span *span = &search->span;
    if (step >= span->left_steps) {
        for (int at = span->at[step] + 1; at <= span->last[step]; at++) {
            int letter = LETTER_OF(search->cell[at]);
            LetterSet letters = graph_letters(search->graph, node);
            if (!(letters >> letter & 1)) return;
            is_word = (int)(graph_accepts(search->graph, node) >> letter & 1);
            node = graph_child(search->graph, node, letters, letter);
        }
    }
    if (is_word && sum[step] >= search->best) search_record(search, step + 1, sum[step]);
    if (!node || step + 1 == span->steps) return;
    if (step + 1 == span->left_steps) node = graph_follow(search->graph, node, SEPARATOR);
    int usable = hand_among(&search->hand, subset, graph_below(search->graph, node));
    Lanes alive = sum + span_rest(span, &search->hand, step + 1, usable) >= lanes_all(search->best);
    alive &= lanes_beyond(step + 1) & ~lanes_beyond(step + 1 + __builtin_popcount((unsigned)usable));
    if (lanes_any(alive)) lay(search, node, step + 1, usable, lanes_select(alive, sum, lanes_all(DEAD_LANE)));
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

void search_part(Search *search) {
    const Span *span = &search->span;
    Lanes alive = span->base + span_rest(span, &search->hand, 0, span->usable) >= lanes_all(search->best);
    if (search->hand.size <= search->limit) alive[search->hand.size - 1] = 0;
    uint32_t node = span->hook->run ? span->hook->run->node : search->graph->gaddag;
    if (span->left_steps == 0) node = graph_follow(search->graph, node, SEPARATOR);
    lay(search, node, 0, span->usable, lanes_select(alive, span->base, lanes_all(DEAD_LANE)));
}
