/* Building and checking word graphs. Plain C11, no Python; the layout is described in docs/lexicon-format.md.
 *
 * A graph is an array of 32-bit nodes. Bits 24-29: tile number (0 the GADDAG separator), bit 23: a word ends with this tile,
 * bit 22: last of its siblings, bits 0-21: index of the first child, 0 for none. Bits 30-31 are bits 22-23 of that index in a graph of
 * more than 4,194,304 nodes, which the Dutch official list may need; in all others they are 0 and the graph is a KWG file's. Node 0 points
 * to the root of the DAWG (words read forwards), node 1 to that of the GADDAG (from every tile backwards, then, after the separator,
 * forwards).
 */
#ifndef WORDGRAPH_BUILD_H
#define WORDGRAPH_BUILD_H

#include <stddef.h>
#include <stdint.h>

#define WG_ACCEPTS 0x800000u
#define WG_LAST 0x400000u
#define WG_MAX_LETTERS 62
#define WG_MAX_WORD 15
#define WG_MAX_NODES (1u << 24)

static inline unsigned wg_tile(uint32_t node) { return node >> 24 & 0x3F; }
static inline uint32_t wg_child(uint32_t node) { return (node & 0x3FFFFF) | (node >> 8 & 0xC00000); }

/* The part of a node that names its child; the inverse of wg_child. */
static inline uint32_t wg_arc(uint32_t child) { return (child & 0x3FFFFF) | (child & 0xC00000) << 8; }

typedef enum {
    WG_OK,
    WG_NO_MEMORY,
    WG_BAD_WORD,   /* a word is empty, of one tile, too long, holds no letter number, or is not ended by 0 */
    WG_NOT_SORTED, /* words are not strictly ascending */
    WG_TOO_LARGE,  /* more nodes than an arc can name, or more text than the caller allows */
    WG_BAD_SIZE,   /* fewer than two nodes or more than WG_MAX_NODES */
    WG_BAD_TILE,   /* a tile number beyond the alphabet, or a separator where none may be */
    WG_BAD_ARC,    /* a child index outside the graph */
    WG_BAD_RUN,    /* siblings not ascending, or a run that leaves the graph */
    WG_TOO_DEEP,   /* a path longer than a board, or a cycle */
} wg_status;

/* Build the minimal graph of *words*: letter numbers 1..62, each word 2..15 long and followed by 0, strictly ascending.
 * On WG_OK *nodes is a malloc'ed array of *count nodes; otherwise *bad is the offset of the word at fault. */
wg_status wg_build(const uint8_t *words, size_t length, uint32_t **nodes, size_t *count, size_t *bad);

/* Whether every path from the roots stays inside the graph and ends within a board. Sets *words to the number of words and, on
 * failure, *bad to a node index. With *gaddag* 0 only the DAWG is looked at (a file without GADDAG). */
wg_status wg_check(const uint32_t *nodes, size_t count, unsigned letters, int gaddag, uint32_t *words, size_t *bad);

/* Write every word of a checked graph, in order, each followed by 0, into a malloc'ed *text of *length bytes; WG_TOO_LARGE beyond *limit*. */
wg_status wg_words(const uint32_t *nodes, size_t limit, uint8_t **text, size_t *length);

#endif
