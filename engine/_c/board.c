#include "board.h"

#include "crosses.h"

static void refresh_line(Board *board, int direction, int line) {
    const uint8_t *cell = board->cell[direction] + line * SIZE;
    int count = 0;
    for (int at = 0; at < SIZE; at++) {
        if (!cell[at]) continue;
        Run *run = &board->runs[direction][line][count++];
        *run = (Run){.first = (uint8_t)at};
        while (at + 1 < SIZE && cell[at + 1]) at++;
        run->last = (uint8_t)at;
        run_measure(board->rules, cell, run);
    }
    board->run_count[direction][line] = (uint8_t)count;
}

/* The empty square next to a run, seen by words that run the other way. */
static void refresh_cross(Board *board, int direction, int line, int position) {
    if (position < 0 || position >= SIZE || board->cell[direction][line * SIZE + position]) return;
    int at = position * SIZE + line, other = 1 - direction;
    cross_measure(board->rules, board->cell[direction] + line * SIZE, position, &board->cross[other][at],
                  &board->cross_points[other][at]);
}

static void refresh_ends(Board *board, int direction, int line, const Run *run) {
    refresh_cross(board, direction, line, run->first - 1);
    refresh_cross(board, direction, line, run->last + 1);
}

void board_set(Board *board, const Rules *rules, const uint8_t *cells) {
    board->rules = rules;
    board->tiles = 0;
    for (int at = 0; at < SQUARES; at++) {
        board->cell[ACROSS][at] = cells[at];
        board->cell[DOWN][transposed(at)] = cells[at];
        board->tiles += cells[at] != 0;
    }
    LetterSet every = graph_every_letter(rules->graph);
    for (int direction = ACROSS; direction <= DOWN; direction++) {
        for (int at = 0; at < SQUARES; at++) {
            board->cross[direction][at] = every;
            board->cross_points[direction][at] = NO_CROSS;
        }
    }
    for (int direction = ACROSS; direction <= DOWN; direction++) {
        for (int line = 0; line < SIZE; line++) {
            refresh_line(board, direction, line);
            for (int i = 0; i < board->run_count[direction][line]; i++) {
                refresh_ends(board, direction, line, &board->runs[direction][line][i]);
            }
        }
    }
}

static const Run *run_over(const Board *board, int direction, int line, int position) {
    const Run *run = board->runs[direction][line];
    while (run->last < position) run++;
    return run;
}

/* A square that has just been covered allows nothing; the tables say so in the one way board_set does. */
static void forget_cross(Board *board, int at) {
    LetterSet every = graph_every_letter(board->rules->graph);
    int other = transposed(at);
    board->cross[ACROSS][at] = board->cross[DOWN][other] = every;
    board->cross_points[ACROSS][at] = board->cross_points[DOWN][other] = NO_CROSS;
}

void board_place(Board *board, int direction, int line, int first, int count, const uint8_t *tiles) {
    int across = 1 - direction;
    uint32_t placed = 0;
    for (int i = 0; i < count; i++) {
        int position = first + i, at = line * SIZE + position;
        if (board->cell[direction][at]) continue;
        board->cell[direction][at] = board->cell[across][transposed(at)] = tiles[i];
        forget_cross(board, direction == ACROSS ? at : transposed(at));
        board->tiles++;
        placed |= 1u << position;
    }
    if (!placed) return;
    refresh_line(board, direction, line);
    refresh_ends(board, direction, line, run_over(board, direction, line, first));
    for (int position = first; position < first + count; position++) {
        if (!(placed >> position & 1)) continue;
        refresh_line(board, across, position);
        refresh_ends(board, across, position, run_over(board, across, position, line));
    }
}
