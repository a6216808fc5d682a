/* The best score and every placement that reaches it. */
#ifndef TOPTABLE_TOPS_H
#define TOPTABLE_TOPS_H

#include "hand.h"

/* Append the tops, sorted by play_order; none when nothing can be placed. Returns 0 when memory ran out. */
int tops(const Board *board, const Rack *rack, PlayList *list);

/* The same, but none when the best is below floor, which saves most of the search; choice as for hand_set. Scores must
 * fit the lanes (Rules.fit_lanes) for a choice. */
int tops_from(const Board *board, const Rack *rack, const Choice *choice, int floor, PlayList *list);

/* Append the best placements of the whole rack, unless they are below floor. */
int tops_whole(const Board *board, const Rack *rack, int floor, PlayList *list);

#endif
