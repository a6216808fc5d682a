/* What a game is played with: letters, points, premium squares, bonuses. Never changes once set. */
#ifndef TOPTABLE_RULES_H
#define TOPTABLE_RULES_H

#include "anagrams.h"
#include "graph.h"

#define SIZE 15
#define SQUARES (SIZE * SIZE)
#define ACROSS 0
#define DOWN 1
#define MAX_RACK 8
#define MAX_POINTS 100 /* of one tile */
#define MAX_FACTOR 4   /* of one square */
#define MAX_BONUS 1000

#define BLANK_FLAG 0x80 /* a blank standing for the letter in the lower bits */
#define LETTER_OF(tile) ((tile) & 0x7f)

/* line * SIZE + position seen from the other direction */
static inline int transposed(int at) { return at % SIZE * SIZE + at / SIZE; }

typedef struct {
    const Graph *graph;
    const Anagrams *anagrams;
    int max_placed;
    uint8_t points[MAX_LETTERS + 1];
    uint8_t letter_factor[2][SQUARES], word_factor[2][SQUARES];
    int bonus[MAX_RACK + 1]; /* for placing so many tiles */
    int16_t lane_bonus[MAX_RACK]; /* bonus[1] and so on, see lanes.h */
    uint8_t order[256];      /* by tile as in Board.cell: its place, 1 to 124, in the alphabetical order of moves */
    int fit_lanes;           /* whether no score can overflow a lane; if not, tops are looked for among all moves */
} Rules;

/* points: of each letter in order; factors: of each square, row by row; bonus: for placing 0, 1, … MAX_RACK tiles.
 * Returns NULL, or what is wrong (a constant text). */
const char *rules_set(Rules *rules, const Graph *graph, const Anagrams *anagrams, const uint8_t *points, const uint8_t *letter_factor,
                      const uint8_t *word_factor, const int32_t *bonus, int max_placed);

static inline int tile_points(const Rules *rules, int tile) { return tile & BLANK_FLAG ? 0 : rules->points[tile]; }

#endif
