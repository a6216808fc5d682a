/* What the searches for the top share: the best so far and the plays that reach it. */
#ifndef TOPTABLE_SEARCH_H
#define TOPTABLE_SEARCH_H

#include "bounds.h"
#include "completions.h"

/* What the tile that is chosen may be and count. */
typedef struct {
    int points;        /* NOTHING_TAKEN: the rack as it is */
    LetterSet letters; /* all that count so much */
} Taken;

#define NOTHING_TAKEN (-1)

typedef struct {
    const Board *board;
    const Rules *rules;
    const Graph *graph;
    PlayList *list;
    int best;  /* points of the plays in the list; at first what a play must reach */
    int limit; /* tiles that may be placed */
    int whole; /* tiles of the whole rack; 0 when so many may not be placed */
    Hand hand;
    Completions completions;
    Taken taken[MAX_LETTERS + 2]; /* for exchanges: the dearest tiles first, at last NOTHING_TAKEN */
    Square squares[2][SQUARES]; /* of the lines with hooks */
    Span span; /* where the search is */
    const uint8_t *cell;
    uint8_t tiles[2 * SIZE + 1]; /* its line with what has been placed; long enough to copy SIZE tiles from anywhere */
} Search;

/* Take the word on the span's first squares that places so many tiles. */
void search_record(Search *search, int placed, int points);

/* Lay out a span and its line. Returns 0 when there is none. */
int search_at(Search *search, const Hook *hook, int first);

/* The node from which the span's first tile is laid. */
static inline uint32_t search_root(const Search *search) {
    const Span *span = &search->span;
    uint32_t node = span->hook->run ? span->hook->run->node : search->graph->gaddag;
    return span->left_steps == 0 ? graph_follow(search->graph, node, SEPARATOR) : node;
}

/* Follow the board's tiles that come after the tile of a step. Returns 0 when no word goes on with them. */
static inline __attribute__((always_inline)) int search_follow(const Search *search, int step, uint32_t *node, int *is_word) {
    const Span *span = &search->span;
    if (step < span->left_steps) return 1;
    for (int at = span->at[step] + 1; at <= span->last[step]; at++) {
        int letter = LETTER_OF(search->cell[at]);
        LetterSet letters = graph_letters(search->graph, *node);
        if (!(letters >> letter & 1)) return 0;
        *is_word = (int)(graph_accepts(search->graph, *node) >> letter & 1);
        *node = graph_child(search->graph, *node, letters, letter);
    }
    return 1;
}

/* The two searches of a span look alike and stay apart: for the whole rack one number of tiles counts, so sums are plain
 * numbers, every tile must find its letter below, and what blanks may stand for is known beforehand; for less, eight
 * numbers of tiles go together in a register. One function of both would carry the other's arguments at every node. */

/* Search the span for words that do not place the whole rack. */
void search_part(Search *search);

/* The same for a hand with a tile that is chosen, and maybe blanks beside it. */
void search_choice(Search *search);

/* The tiles of a whole rack. */
typedef struct {
    int subset;       /* of the hand */
    int taken;        /* the letter of the tile that is chosen, when that is in the subset */
    LetterSet blanks; /* letters that one of its blanks stands for, if it has any */
    uint64_t sum;     /* of its letters and the board's but for the blanks, see anagrams.h */
} Placed;

/* Search the span for words that place a whole rack. */
void search_whole(Search *search, const Placed *placed);

/* The same for a hand with a tile that is chosen, and maybe blanks beside it. */
void search_exchanged(Search *search, const Placed *placed);

#endif
