/* One legal placement, and growing lists of them. */
#ifndef TOPTABLE_PLAY_H
#define TOPTABLE_PLAY_H

#include "board.h"

typedef struct {
    int32_t points;
    uint8_t direction, line, first, count;
    uint8_t placed; /* tiles taken from the rack */
    uint8_t tiles[SIZE]; /* the whole word, as Board.cell writes it; what follows the word is undefined */
} Play;

/* Two blanks make some hundred thousand plays at most; racks of blanks alone, which no bag holds, make millions. */
#define MAX_PLAYS ((size_t)1 << 22)

/* Grows in large steps, so that no memory is asked for per play. Full and failed when memory runs out. */
typedef struct {
    Play *plays;
    size_t count, room;
    int failed;
} PlayList;

void play_list_free(PlayList *list);
int play_list_grow(PlayList *list);

/* Room for one more play at the end, not yet counted; NULL when there is no memory. */
static inline Play *play_list_next(PlayList *list) {
    if (list->count == list->room && !play_list_grow(list)) return NULL;
    return &list->plays[list->count];
}

/* Sort the plays from first on: best first, equals by play_order. Returns 0 when memory runs out, the list unsorted. */
int play_list_sort(PlayList *list, size_t first, const Rules *rules);

/* The order of two plays of equal points: by word (Rules.order), row, column, across before down. */
int play_order(const Rules *rules, const Play *left, const Play *right);

static inline int play_row(const Play *play) { return play->direction == ACROSS ? play->line : play->first; }
static inline int play_col(const Play *play) { return play->direction == ACROSS ? play->first : play->line; }

#endif
