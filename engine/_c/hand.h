/* A rack whose every subset is a number: bit i is the i-th tile, the most valuable first. */
#ifndef TOPTABLE_HAND_H
#define TOPTABLE_HAND_H

#include "generate.h"
#include "lanes.h"

#define SUBSETS (1 << MAX_RACK)

/* Tiles of which one more may be had: these letters, and a blank for those letters. The sets share none. */
typedef struct {
    LetterSet real, blank;
} Choice;

typedef struct {
    int size;
    uint8_t all;                          /* the whole rack */
    uint8_t tile[MAX_RACK];               /* letter, 0 for a blank or the tile that is chosen */
    uint8_t places[MAX_LETTERS + 1];      /* by letter: the subset of its tiles; 0: blanks, or the tile that is chosen */
    uint8_t beside;                       /* the blanks beside a tile that is chosen */
    LetterSet every_letter;               /* of the alphabet: what a blank may stand for */
    LetterSet chosen;                     /* what the tile that is chosen may be or stand for */
    int16_t blank_points[MAX_LETTERS + 1]; /* of a blank that stands for the letter: 0, but for a tile that is chosen */
    uint8_t blank_flag[MAX_LETTERS + 1];  /* how it is written: BLANK_FLAG, but for a tile that is chosen */
    uint64_t sum;                         /* of its letters, see anagrams.h */
    LetterSet letters[SUBSETS];           /* letters in each subset */
    int16_t values[SUBSETS][LANES];       /* points of the tiles of each subset, highest first, then zeros */
} Hand;

/* choice: what may be had beside the rack, which must have room for it; NULL: nothing. */
void hand_set(Hand *hand, const Rules *rules, const Rack *rack, const Choice *choice);

/* How many tiles a subset has. */
static inline int subset_size(int subset) { return __builtin_popcount((unsigned)subset); }

static inline int hand_blanks(const Hand *hand, int subset) { return hand->places[0] & subset; }

/* The subset without one tile of a letter (0: a blank) that is in it. */
static inline int hand_without(const Hand *hand, int subset, int letter) {
    int places = hand->places[letter] & subset;
    return subset & ~(places & -places);
}

/* The subset without one of its blanks beside the tile that is chosen. */
static inline int hand_without_beside(const Hand *hand, int subset) {
    int places = hand->beside & subset;
    return subset & ~(places & -places);
}

/* The points of a subset's tiles when the tile that is chosen counts so many: highest first, then zeros. */
static inline void hand_values(const Hand *hand, int subset, int points, int16_t values[LANES]) {
    int chosen = hand->places[0] & subset;
    int16_t before[LANES + 1] = {INT16_MAX}; /* what stands before each of the others */
    memcpy(before + 1, hand->values[subset & ~chosen], sizeof hand->values[0]);
    Lanes with = lanes_max(lanes_load(before + 1), lanes_min(lanes_load(before), lanes_all(chosen ? points : 0)));
    memcpy(values, &with, sizeof with);
}

/* The subset's blanks and those of its tiles whose letter is in the set. */
static inline int hand_among(const Hand *hand, int subset, LetterSet letters) {
    for (LetterSet missing = hand->letters[subset] & ~letters; missing; missing &= missing - 1) {
        subset &= ~hand->places[lowest_letter(missing)];
    }
    return subset;
}

#endif
