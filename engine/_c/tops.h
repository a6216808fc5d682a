/* The best score and every placement that reaches it. */
#ifndef TOPTABLE_TOPS_H
#define TOPTABLE_TOPS_H

#include "hand.h"

/* Make the list that of the tops, sorted by play_order; empty when nothing can be placed. Returns 0 when it has failed. */
int tops(const Board *board, const Rack *rack, PlayList *list);

/* The same, but empty when the best is below floor, which saves most of the search. */
int tops_from(const Board *board, const Rack *rack, int floor, PlayList *list);

/* The same with one of some tiles (no more than one) beside the rack, of which one tile or more then stays. The rack has
 * fewer than MAX_RACK tiles, and scores fit the lanes (Rules.fit_lanes). */
int tops_exchanged(const Board *board, const Rack *rack, const Choice *choice, int floor, PlayList *list);

/* Make the list that of the best placements of the whole rack, unless they are below floor. */
int tops_whole(const Board *board, const Rack *rack, int floor, PlayList *list);

#endif
