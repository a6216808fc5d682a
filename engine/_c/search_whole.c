#include "search.h"

#define UNKNOWN (-1)

typedef struct {
    Search *search;
    const Span *span;
    const Hand *hand;
    const Graph *graph;
    int steps;              /* tiles of the hand */
    int weight[LANES];
    int blank_count;
    LetterSet blanks;       /* letters for the first blank */
    int16_t rest[SUBSETS];  /* the most that a subset still to be laid adds; filled as it is asked for */
    LetterSet second[MAX_LETTERS + 1]; /* letters for the second blank by letter of the first */
    uint64_t second_known;
} Whole;

static int rest_of(Whole *whole, int step, int subset) {
    int16_t *rest = &whole->rest[subset];
    if (*rest == UNKNOWN) {
        int sum = 0, cap = whole->span->caps[step][whole->steps - 1];
        for (int i = 0; i < whole->steps - step; i++) {
            sum += whole->hand->values[subset][i] * whole->span->sorted[step][i][whole->steps - 1];
        }
        *rest = (int16_t)(sum < cap ? sum : cap);
    }
    return *rest;
}

/* Letters for the blanks that are left once one stands for letter. */
static LetterSet other_blanks(Whole *whole, int left, int letter) {
    if (left == 0) return 0;
    if (whole->blank_count > 2) return whole->blanks;
    if (!(whole->second_known >> letter & 1)) {
        const Anagrams *anagrams = whole->search->rules->anagrams;
        uint64_t sum = whole->hand->sum + whole->span->letters + anagrams->letter[letter];
        whole->second[letter] = completions_last(anagrams, whole->blanks, sum);
        whole->second_known |= letter_bit(letter);
    }
    return whole->second[letter];
}

static void lay(Whole *whole, uint32_t node, int step, int subset, LetterSet blanks, int sum);

static inline void laid(Whole *whole, uint32_t node, int is_word, int step, int subset, LetterSet blanks, int sum) {
    const Span *span = whole->span;
    Search *search = whole->search;
    if (sum + rest_of(whole, step + 1, subset) < search->best) return;
    if (!search_follow(search, step, &node, &is_word)) return;
    if (step + 1 == whole->steps) {
        if (is_word) search_record(search, step + 1, sum);
        return;
    }
    if (step + 1 == span->left_steps) node = graph_follow(whole->graph, node, SEPARATOR);
    if (whole->hand->letters[subset] & ~graph_below(whole->graph, node)) return; /* a tile that no word from here has */
    if (node) lay(whole, node, step + 1, subset, blanks, sum);
}

static void lay(Whole *whole, uint32_t node, int step, int subset, LetterSet blanks, int sum) {
    const Span *span = whole->span;
    const Hand *hand = whole->hand;
    LetterSet letters = graph_letters(whole->graph, node), accepts = graph_accepts(whole->graph, node);
    LetterSet fitting = letters & span->fits[step] & (hand->letters[subset] | blanks);
    int at = span->at[step];
    if (step + 1 == whole->steps && span->last[step] <= at) fitting &= accepts;
    for (; fitting; fitting &= fitting - 1) {
        int letter = lowest_letter(fitting);
        int is_word = (int)(accepts >> letter & 1);
        uint32_t child = graph_child(whole->graph, node, letters, letter);
        if (hand->letters[subset] >> letter & 1) {
            whole->search->tiles[at] = (uint8_t)letter;
            laid(whole, child, is_word, step, hand_without(hand, subset, letter), blanks,
                 sum + whole->search->rules->points[letter] * whole->weight[step]);
        }
        if (blanks >> letter & 1) {
            int rest = hand_without(hand, subset, 0);
            LetterSet other = other_blanks(whole, hand_blanks(hand, rest), letter);
            whole->search->tiles[at] = (uint8_t)(letter | hand->blank_flag[letter]);
            laid(whole, child, is_word, step, rest, other, sum + hand->blank_points[letter] * whole->weight[step]);
        }
    }
}

void search_whole(Search *search, LetterSet blanks) {
    const Span *span = &search->span;
    Whole whole = {.search = search, .span = span, .hand = &search->hand, .graph = search->graph, .steps = search->hand.size};
    if (!whole.hand->places[0]) blanks = 0;
    whole.blanks = blanks;
    whole.blank_count = __builtin_popcount(whole.hand->places[0]);
    for (int step = 0; step < whole.steps; step++) whole.weight[step] = span->weight[step][whole.steps - 1];
    memset(whole.rest, 0xff, sizeof whole.rest);
    uint32_t node = search_root(search);
    lay(&whole, node, 0, whole.hand->all, blanks, span->base[whole.steps - 1]);
}
