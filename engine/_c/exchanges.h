/* The whole rack placed once one tile has been exchanged, at a start that is laid out. */
#ifndef TOPTABLE_EXCHANGES_H
#define TOPTABLE_EXCHANGES_H

#include "search.h"

/* List what may be taken. */
void exchanges_set(Search *search);

/* The most that the whole rack counts on the span once such a tile has been taken. */
int exchanges_bound(const Search *search, const Taken *taken);

/* Search the span for words that place the whole rack once such a tile has been taken for any other. */
void exchanges_search(Search *search, const Taken *taken);

#endif
