/* Where a word of a line can start from: every legal placement belongs to exactly one hook.
 *
 * A placement that takes in tiles of its line belongs to the leftmost run of them. Any other lies between two runs,
 * touching neither, and belongs to the leftmost square it covers that has neighbours across the line. Starting from
 * a run costs no guess: its letters are read off the board.
 */
#ifndef TOPTABLE_HOOKS_H
#define TOPTABLE_HOOKS_H

#include "board.h"

typedef struct {
    const Run *run;           /* NULL for a square with neighbours across */
    uint8_t direction, line;
    uint8_t first, last;      /* squares of the hook */
    uint8_t left, right;      /* how far a word may reach */
} Hook;

#define MAX_HOOKS (2 * SQUARES)

/* Fill hooks, in order of direction, line and position; returns how many. */
int hooks_find(const Board *board, Hook *hooks);

#endif
