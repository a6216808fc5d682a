/* The best score and every placement that reaches it. */
#ifndef TOPTABLE_TOPS_H
#define TOPTABLE_TOPS_H

#include "generate.h"

/* Append the tops, sorted by play_order; none when nothing can be placed. Returns 0 when memory ran out. */
int tops(const Board *board, const Rack *rack, PlayList *list);

#endif
