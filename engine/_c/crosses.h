/* What the tiles of one line mean for the words that meet them. */
#ifndef TOPTABLE_CROSSES_H
#define TOPTABLE_CROSSES_H

#include "board.h"

/* Fill in points, letters and node of a run whose ends are known. */
void run_measure(const Rules *rules, const uint8_t *line, Run *run);

/* The empty square at position of the line: which letters make a word of its neighbours, and their points. */
void cross_measure(const Rules *rules, const uint8_t *line, int position, LetterSet *letters, int16_t *points);

#endif
