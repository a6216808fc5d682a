/* What the searches for the top share: the best so far and the plays that reach it. */
#ifndef TOPTABLE_SEARCH_H
#define TOPTABLE_SEARCH_H

#include "bounds.h"
#include "completions.h"

typedef struct {
    const Board *board;
    const Rules *rules;
    const Graph *graph;
    PlayList *list;
    size_t kept; /* plays in the list before this search */
    int best;    /* points of the plays after those; 0 at first */
    int limit;   /* tiles that may be placed */
    Hand hand;
    Completions completions;
    Square squares[2][SQUARES]; /* of the lines with hooks */
    Span span; /* where the search is */
    const uint8_t *cell;
    uint8_t tiles[2 * SIZE + 1]; /* its line with what has been placed; long enough to copy SIZE tiles from anywhere */
} Search;

/* Take the word on the span's first squares that places so many tiles. */
void search_record(Search *search, int placed, int points);

/* Lay out a span and its line. Returns 0 when there is none. */
int search_at(Search *search, const Hook *hook, int first);

/* Search the span for words that do not place the whole hand. */
void search_part(Search *search);

/* Search the span for words that place the whole hand, with blanks (if any) standing for one of some letters. */
void search_whole(Search *search, LetterSet blanks);

#endif
