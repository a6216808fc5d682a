#include "exchanges.h"

void exchanges_set(Search *search) {
    const Hand *hand = &search->hand;
    LetterSet left = hand->chosen;
    Taken *taken = search->taken;
    for (; left; taken++) {
        *taken = (Taken){.points = NOTHING_TAKEN};
        for (LetterSet rest = left; rest; rest &= rest - 1) {
            int letter = lowest_letter(rest), points = hand->blank_points[letter];
            if (points > taken->points) *taken = (Taken){.points = points};
            if (points == taken->points) taken->letters |= letter_bit(letter);
        }
        left &= ~taken->letters;
    }
    *taken = (Taken){.points = NOTHING_TAKEN};
}

/* The most that a whole rack out of a subset counts. */
static int bound_of(const Search *search, int subset, int points) {
    int16_t values[LANES]; /* those beyond a whole rack are not asked for */
    hand_values(&search->hand, subset, points, values);
    return search->span.base[search->whole - 1] + span_rest_of(&search->span, values, 0, search->whole);
}

int exchanges_bound(const Search *search, const Taken *taken) {
    int subset = search->span.usable;
    if (taken->points == NOTHING_TAKEN) subset &= ~search->hand.places[0];
    return bound_of(search, subset, taken->points);
}

/* Search for a subset with one letter taken (0: none), unless no word has all its letters. sum: of the others, with the
 * board's. */
static void search_letter(Search *search, int subset, int letter, uint64_t sum) {
    const Hand *hand = &search->hand;
    const Anagrams *anagrams = search->rules->anagrams;
    int blanks = subset_size(hand->beside & subset);
    Placed placed = {.subset = subset, .taken = letter, .sum = sum + anagrams->letter[letter], .blanks = hand->every_letter};
    /* two blanks can nearly always be something: asking would cost more than it saves */
    if (blanks < 2) placed.blanks = completions_of(&search->completions, anagrams, hand->every_letter, blanks, placed.sum);
    if (placed.blanks) search_exchanged(search, &placed);
}

void exchanges_search(Search *search, const Taken *taken) {
    const Hand *hand = &search->hand;
    const uint64_t *letter_sum = search->rules->anagrams->letter;
    int rack = hand->all & ~hand->places[0]; /* without the tile that is chosen */
    uint64_t sum = hand->sum + search->span.letters;
    if (taken->points == NOTHING_TAKEN) {
        search_letter(search, rack, 0, sum);
        return;
    }
    for (int i = hand->size - 1; i >= 0; i--) { /* given up: the cheapest first, as after the dearer less is left */
        int place = 1 << i, letter = hand->tile[i];
        int same = letter ? hand->places[letter] : hand->beside;
        if (!(rack & place) || same >> i > 1) continue; /* not of the rack, or its like has been tried */
        int subset = hand->all & ~place;
        if (subset & ~search->span.usable) continue; /* a tile stays that no word from here has */
        if (bound_of(search, subset, taken->points) < search->best) return;
        LetterSet letters = taken->letters;
        if (letter && !hand->blank_flag[letter]) letters &= ~letter_bit(letter); /* that would be no exchange */
        for (; letters; letters &= letters - 1) search_letter(search, subset, lowest_letter(letters), sum - letter_sum[letter]);
    }
}
