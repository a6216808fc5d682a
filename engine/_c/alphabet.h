/* Tiles as text: UTF-8 in and out. A tile is one character, upper case; the lower case is a blank standing for it. */
#ifndef TOPTABLE_ALPHABET_H
#define TOPTABLE_ALPHABET_H

#include <stddef.h>

#include "rules.h"

#define DIRECT 0x250 /* code points looked up in a table: Latin letters */
#define NO_TILE 0xff

typedef struct {
    int letters;
    uint32_t upper[MAX_LETTERS + 1], lower[MAX_LETTERS + 1];
    uint8_t tile_of[DIRECT]; /* by code point; NO_TILE for none */
} Alphabet;

/* Take the letters in order, in either case, as zero-ended UTF-8. Returns 0 when there are not exactly so many. */
int alphabet_set(Alphabet *alphabet, const char *upper, const char *lower, int letters);

/* Read valid UTF-8 of so many bytes into tiles, with the character empty standing for tile 0. Returns how many; or
 * -1 when a character is no tile, -2 when there are more than room. */
int alphabet_read(const Alphabet *alphabet, const char *text, size_t bytes, char empty, uint8_t *tiles, int room);

/* Write tiles as UTF-8, a dot for tile 0; text has room for 4 bytes a tile. Returns the number of bytes. */
size_t alphabet_write(const Alphabet *alphabet, const uint8_t *tiles, int count, char *text);

/* Set the order of moves to that of their words by code point, as Python compares them: tiles before blanks. */
void alphabet_set_order(const Alphabet *alphabet, Rules *rules);

#endif
