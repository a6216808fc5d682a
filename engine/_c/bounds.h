/* How much the placements from one hook and first square can count, before any word is looked up.
 *
 * With the first square given, the number of tiles placed says which squares they fill: those before and on the
 * hook, then those after it. Every square has a weight, the points that one point of its tile adds to the score
 * (factors of the main word and of a cross word together), so that a score is a base plus the sum of tile points
 * times weights. What the tiles still in hand can add at most is the sum of the highest points times the highest
 * weights.
 */
#ifndef TOPTABLE_BOUNDS_H
#define TOPTABLE_BOUNDS_H

#include "hand.h"
#include "hooks.h"

/* What one empty square means for a hand and words of one direction. */
typedef struct {
    LetterSet fits; /* letters it allows */
    int16_t letter_factor, word_factor;
    int16_t cross_weight, cross_points; /* of the cross word, with its factors: for each point of the tile, and the rest of it */
    int16_t cap; /* points of the best tile that fits; -1 for none */
} Square;

/* Fill in the empty squares of a line. */
void squares_set(Square *squares, const Board *board, const Hand *hand, int direction, int line);

/* The squares that placements from one hook and first square fill, in the order in which they are filled. */
typedef struct {
    const Hook *hook;
    int first;      /* first square of the word */
    int usable;     /* the subset of the hand that some word from the hook has */
    int left_steps; /* tiles that reach back from the hook to there, the hook's own included */
    int steps;      /* tiles that can be placed at most */
    uint64_t letters; /* of the board's tiles that a word of the whole rack takes in: their sum, see anagrams.h */
    uint8_t at[LANES];
    uint8_t last[LANES];    /* the word's last square once that tile and the board's tiles after it are in */
    LetterSet fits[LANES];  /* letters that a square allows */
    Lanes base;             /* what counts whatever the tiles; DEAD_LANE for impossible numbers of tiles */
    Lanes weight[LANES];    /* of each step's square, by number of tiles; 0 for squares that so few tiles do not reach */
    Lanes caps[LANES + 1];  /* from a step on: the best tile of the rack that each square allows, times weight */
    Lanes sorted[LANES + 1][LANES]; /* from a step on: the weights, highest first */
} Span;

/* Lay out the span; squares are those of the hook's line. Returns 0 when no tile of the hand can reach so far back. */
int span_set(Span *span, const Board *board, const Square *squares, const Hand *hand, const Hook *hook, int usable, int first, int limit);

/* The most that can still be added from a step on with a subset of the hand, for placements of up to most tiles. */
static inline Lanes span_rest(const Span *span, const Hand *hand, int step, int subset, int most) {
    const int16_t *values = hand->values[subset];
    Lanes sum = lanes_all(values[0]) * span->sorted[step][0];
    for (int i = 1; i < most - step && values[i]; i++) sum += lanes_all(values[i]) * span->sorted[step][i];
    return lanes_min(sum, span->caps[step]);
}

/* The same for one number of tiles, from the points of the tiles in hand, highest first. */
static inline int span_rest_of(const Span *span, const int16_t *values, int step, int tiles) {
    int sum = 0, cap = span->caps[step][tiles - 1];
    for (int i = 0; i < tiles - step; i++) sum += values[i] * span->sorted[step][i][tiles - 1];
    return sum < cap ? sum : cap;
}

#endif
