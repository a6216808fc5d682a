/* Every legal placement of a rack. */
#ifndef TOPTABLE_GENERATE_H
#define TOPTABLE_GENERATE_H

#include "play.h"

/* The tiles in hand. */
typedef struct {
    uint8_t count[MAX_LETTERS + 1]; /* of each letter; [0] the blanks */
    LetterSet letters;              /* those that are there; never bit 0 */
    int size;                       /* blanks included, MAX_RACK at most */
} Rack;

/* tiles: letter numbers, 0 a blank; size at most MAX_RACK. */
void rack_set(Rack *rack, const uint8_t *tiles, int size);

/* Make the list that of every legal placement, in no particular order. Returns 0 when it has failed. */
int generate(const Board *board, const Rack *rack, PlayList *list);

#endif
