#include "hooks.h"

#define CENTRE_LINE (SIZE / 2)

/* Squares with neighbours across between two runs; first > last when there is no room. */
static int between_runs(const Board *board, int direction, int line, int first, int last, Hook *hooks) {
    int count = 0, left = first;
    /* the board is symmetric: a first move down is the same as across */
    int is_first = board->tiles == 0 && direction == ACROSS;
    for (int at = first; at <= last; at++) {
        int has_cross = board->cross_points[direction][line * SIZE + at] != NO_CROSS;
        int is_start = is_first && line == CENTRE_LINE && at == CENTRE_LINE;
        if (!has_cross && !is_start) continue;
        hooks[count++] = (Hook){.direction = (uint8_t)direction, .line = (uint8_t)line, .first = (uint8_t)at, .last = (uint8_t)at,
                                .left = (uint8_t)left, .right = (uint8_t)last};
        left = at + 1;
    }
    return count;
}

static int of_line(const Board *board, int direction, int line, Hook *hooks) {
    int count = 0, free_from = 0, left = 0;
    for (int i = 0; i < board->run_count[direction][line]; i++) {
        const Run *run = &board->runs[direction][line][i];
        count += between_runs(board, direction, line, free_from, run->first - 2, hooks + count);
        hooks[count++] = (Hook){.run = run, .direction = (uint8_t)direction, .line = (uint8_t)line, .first = run->first,
                                .last = run->last, .left = (uint8_t)left, .right = SIZE - 1};
        left = free_from = run->last + 2;
    }
    return count + between_runs(board, direction, line, free_from, SIZE - 1, hooks + count);
}

int hooks_find(const Board *board, Hook *hooks) {
    int count = 0;
    for (int direction = ACROSS; direction <= DOWN; direction++) {
        for (int line = 0; line < SIZE; line++) count += of_line(board, direction, line, hooks + count);
    }
    return count;
}
