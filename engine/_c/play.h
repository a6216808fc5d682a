/* One legal placement, and growing lists of them. */
#ifndef TOPTABLE_PLAY_H
#define TOPTABLE_PLAY_H

#include "board.h"
#include "watch.h"

typedef struct {
    int32_t points;
    uint8_t direction, line, first, count;
    uint8_t placed; /* tiles taken from the rack */
    uint8_t tiles[SIZE]; /* the whole word, as Board.cell writes it; what follows the word is undefined */
} Play;

/* Of one search. Two blanks make some hundred thousand at most; eight, which no bag holds, three quarters of a million on
 * an empty board over the French list. So many take 270 megabytes while they are sorted. */
#define MAX_PLAYS ((size_t)1 << 22)

/* The plays of one search. It grows in large steps, so that no memory is asked for per play. */
typedef struct {
    Play *plays;
    size_t count, room;
    const Watch *watch; /* who may stop the search; NULL: nobody */
    int counts_only;    /* plays are counted, none is kept */
    int failed;         /* memory ran out, or the search was stopped; what is in the list means nothing */
} PlayList;

void play_list_free(PlayList *list);
int play_list_grow(PlayList *list);

/* Room for one more play at the end, not yet counted; NULL when there is no memory. */
static inline Play *play_list_next(PlayList *list) {
    if (list->count == list->room && !play_list_grow(list)) return NULL;
    return &list->plays[list->count];
}

/* Whether a long search is to go on; if it is stopped, the list has failed. */
static inline int play_list_goes_on(PlayList *list) {
    if (list->watch != NULL && list->watch->stop(list->watch->context)) list->failed = 1;
    return !list->failed;
}

/* Sort the plays: best first, equals by play_order. Returns 0 when the list has failed. */
int play_list_sort(PlayList *list, const Rules *rules);

/* The order of two plays of equal points: by word (Rules.order), row, column, across before down. */
int play_order(const Rules *rules, const Play *left, const Play *right);

static inline int play_row(const Play *play) { return play->direction == ACROSS ? play->line : play->first; }
static inline int play_col(const Play *play) { return play->direction == ACROSS ? play->first : play->line; }

#endif
