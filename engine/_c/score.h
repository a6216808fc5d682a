/* One placement, item by item. */
#ifndef TOPTABLE_SCORE_H
#define TOPTABLE_SCORE_H

#include "board.h"

typedef struct {
    uint8_t at;            /* position in the line of the tile that makes it */
    uint8_t first, count;  /* where it lies on the crossing line */
    uint8_t tiles[SIZE];
    uint8_t is_word;
    int32_t points;
} CrossWord;

typedef struct {
    int32_t main, bonus;
    uint8_t is_word; /* the main word */
    int placed;
    int cross_count;
    CrossWord crosses[SIZE];
} Score;

/* tiles[i] lies, or is to be laid, on position first + i of the line. Returns 0 when it does not fit there: off the
 * board, over another tile, not the whole word, nothing placed, not connected, or a first word off the centre. */
int score_play(const Board *board, int direction, int line, int first, int count, const uint8_t *tiles, Score *score);

#endif
