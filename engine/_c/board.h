/* The board as a search needs it: both orientations side by side, with what each empty square allows and each run of
 * tiles starts.
 *
 * A line is a row (direction across) or a column (down); at = line * SIZE + position. Everything is stored twice so
 * that a line is contiguous whichever way a word runs.
 */
#ifndef TOPTABLE_BOARD_H
#define TOPTABLE_BOARD_H

#include "rules.h"

#define NO_CROSS (-1)

/* A run of adjacent tiles of a line. */
typedef struct {
    uint8_t first, last;
    uint16_t points;
    uint64_t letters; /* their sum, see anagrams.h */
    uint32_t node;  /* where its letters, read backwards, lead in the GADDAG */
} Run;

#define MAX_RUNS 8

typedef struct {
    const Rules *rules;
    int tiles; /* tiles on the board */
    uint8_t cell[2][SQUARES];          /* 0 empty, else letter number, with BLANK_FLAG for a blank */
    LetterSet cross[2][SQUARES];       /* letters that an empty square allows a word of this direction */
    int16_t cross_points[2][SQUARES];  /* points of the tiles a cross word would include, NO_CROSS when there is none */
    uint8_t run_count[2][SIZE];
    Run runs[2][SIZE][MAX_RUNS];
} Board;

/* Lay out a whole board: cells row by row, as in Board.cell[ACROSS]. */
void board_set(Board *board, const Rules *rules, const uint8_t *cells);

/* Add one word's tiles: tiles[i] goes to position first + i of the line unless a tile lies there. Same tables as
 * board_set on the result. */
void board_place(Board *board, int direction, int line, int first, int count, const uint8_t *tiles);

#endif
