#include "search.h"

#ifndef WITH_CHOICE /* search_exchanged.c compiles this file once more, for hands with a tile that is chosen */
#define WITH_CHOICE 0
#endif

#define UNKNOWN (-1)

typedef struct {
    Search *search;
    const Span *span;
    const Hand *hand;
    const Graph *graph;
    int steps;              /* tiles to be placed */
    int weight[LANES];
    int taken;              /* with a choice: the letter of the tile that is chosen */
    int blank_count;
    LetterSet blanks;       /* letters for the first blank */
    uint64_t sum;           /* of the letters of board and hand but for the blanks, see anagrams.h */
    int16_t rest[SUBSETS];  /* the most that a subset still to be laid adds; filled as it is asked for */
    LetterSet second[MAX_LETTERS + 1]; /* letters for the second blank by letter of the first */
    uint64_t second_known;
} Whole;

/* The blanks of the hand. */
static inline int blanks_of(const Hand *hand) { return WITH_CHOICE ? hand->beside : hand->places[0]; }

/* The letter of the tile that is chosen while it is in the subset. */
static inline LetterSet taken_in(const Whole *whole, int subset) {
    return WITH_CHOICE && whole->hand->places[0] & subset ? letter_bit(whole->taken) : 0;
}

static int rest_of(Whole *whole, int step, int subset) {
    int16_t *rest = &whole->rest[subset];
    if (*rest == UNKNOWN) {
        const Hand *hand = whole->hand;
        const int16_t *values = hand->values[subset];
        int16_t exchanged[LANES];
        if (WITH_CHOICE) {
            hand_values(hand, subset, hand->blank_points[whole->taken], exchanged);
            values = exchanged;
        }
        *rest = (int16_t)span_rest_of(whole->span, values, step, whole->steps);
    }
    return *rest;
}

/* Letters for the blanks that are left once one stands for letter. */
static LetterSet other_blanks(Whole *whole, int letter) {
    if (whole->blank_count > 2) return whole->blanks;
    if (!(whole->second_known >> letter & 1)) {
        const Anagrams *anagrams = whole->search->rules->anagrams;
        whole->second[letter] = completions_last(anagrams, whole->blanks, whole->sum + anagrams->letter[letter]);
        whole->second_known |= letter_bit(letter);
    }
    return whole->second[letter];
}

static void lay(Whole *whole, uint32_t node, int step, int subset, LetterSet blanks, int sum);

/* blank: the letter that has been laid if a blank stands for it, else 0 */
static inline void laid(Whole *whole, uint32_t node, int is_word, int step, int subset, LetterSet blanks, int blank, int sum) {
    const Span *span = whole->span;
    Search *search = whole->search;
    if (sum + rest_of(whole, step + 1, subset) < search->best) return;
    if (!search_follow(search, step, &node, &is_word)) return;
    if (step + 1 == whole->steps) {
        if (is_word) search_record(search, step + 1, sum);
        return;
    }
    if (step + 1 == span->left_steps) node = graph_follow(whole->graph, node, SEPARATOR);
    LetterSet below = graph_below(whole->graph, node);
    if ((whole->hand->letters[subset] | taken_in(whole, subset)) & ~below) return; /* a tile that no word from here has */
    if (!node) return;
    if (blank) {
        int is_left = (blanks_of(whole->hand) & subset) != 0;
        blanks = is_left ? other_blanks(whole, blank) & below : 0;
        if (is_left && !blanks) return;
    }
    lay(whole, node, step + 1, subset, blanks, sum);
}

static void lay(Whole *whole, uint32_t node, int step, int subset, LetterSet blanks, int sum) {
    const Span *span = whole->span;
    const Hand *hand = whole->hand;
    LetterSet letters = graph_letters(whole->graph, node), accepts = graph_accepts(whole->graph, node);
    LetterSet taken = taken_in(whole, subset);
    LetterSet fitting = letters & span->fits[step] & (hand->letters[subset] | blanks | taken);
    int at = span->at[step];
    if (step + 1 == whole->steps && span->last[step] <= at) fitting &= accepts;
    for (; fitting; fitting &= fitting - 1) {
        int letter = lowest_letter(fitting);
        int is_word = (int)(accepts >> letter & 1);
        uint32_t child = graph_child(whole->graph, node, letters, letter);
        if (hand->letters[subset] >> letter & 1) {
            whole->search->tiles[at] = (uint8_t)letter;
            laid(whole, child, is_word, step, hand_without(hand, subset, letter), blanks, 0,
                 sum + whole->search->rules->points[letter] * whole->weight[step]);
        }
        if (taken >> letter & 1) {
            whole->search->tiles[at] = (uint8_t)(letter | hand->blank_flag[letter]);
            laid(whole, child, is_word, step, hand_without(hand, subset, 0), blanks, 0,
                 sum + hand->blank_points[letter] * whole->weight[step]);
        }
        if (blanks >> letter & 1) {
            int rest = WITH_CHOICE ? hand_without_beside(hand, subset) : hand_without(hand, subset, 0);
            whole->search->tiles[at] = (uint8_t)(letter | BLANK_FLAG);
            laid(whole, child, is_word, step, rest, blanks, letter, sum);
        }
    }
}

void search_whole(Search *search, const Placed *placed) {
    const Span *span = &search->span;
    Whole whole; /* not cleared: most of it is filled in as needed */
    whole.search = search;
    whole.span = span;
    whole.hand = &search->hand;
    whole.graph = search->graph;
    whole.steps = search->whole;
    whole.taken = placed->taken;
    whole.sum = placed->sum;
    whole.second_known = 0;
    int blanks = blanks_of(whole.hand) & placed->subset;
    whole.blanks = blanks ? placed->blanks : 0;
    whole.blank_count = subset_size(blanks);
    for (int step = 0; step < whole.steps; step++) whole.weight[step] = span->weight[step][whole.steps - 1];
    memset(whole.rest, 0xff, sizeof whole.rest);
    lay(&whole, search_root(search), 0, placed->subset, whole.blanks, span->base[whole.steps - 1]);
}
