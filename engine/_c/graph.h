/* The word graph: which letters may follow, as one set per node.
 *
 * A compiled lexicon holds the openly documented KWG array: little-endian 32-bit nodes, tile number in bits 24-29 (0
 * = the GADDAG separator), bit 23 "a word ends here", bit 22 "last sibling", bits 0-21 index of the first child (0 =
 * none; bits 30-31 are bits 22-23 of that index where there are more than four million nodes, else 0 as in KWG
 * files). Node 0 leads to the DAWG root, node 1 to the GADDAG root. Scanning siblings costs one unpredictable branch
 * each, so the array is unfolded once, at load, into nodes that carry the set of their letters: a child is found by
 * counting bits.
 */
#ifndef TOPTABLE_GRAPH_H
#define TOPTABLE_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#define MAX_LETTERS 62
#define SEPARATOR 0

/* Bit n stands for tile number n; bit 0 for the separator. */
typedef uint64_t LetterSet;

/* A node is an offset into cells: three sets of 32 or 64 bits (letters; accepted letters; letters that occur
 * anywhere below), then one offset per letter. Node 0 has no letters, so a walk may go on from a letter without
 * children. */
typedef struct {
    uint32_t *cells;
    size_t size; /* cells in use */
    uint32_t dawg, gaddag;
    int letters; /* letters of the alphabet */
    int wide;    /* sets take 64 bits */
} Graph;

/* What graph_load and anagrams_build say when memory runs out: told apart from a damaged graph by its address. */
extern const char graph_no_memory[];

/* Unfold count KWG nodes read from bytes. Returns NULL, or what is wrong with them (a constant text); every arc is
 * checked here, so no walk can leave the array however damaged the file. */
const char *graph_load(Graph *graph, const uint8_t *bytes, size_t count, int letters);
void graph_free(Graph *graph);

/* Memory it takes. */
static inline size_t graph_bytes(const Graph *graph) { return graph->size * sizeof *graph->cells; }

static inline LetterSet letter_bit(int letter) { return (LetterSet)1 << letter; }

static inline LetterSet graph_every_letter(const Graph *graph) { return (letter_bit(graph->letters) - 1) << 1; }

static inline int lowest_letter(LetterSet set) { return __builtin_ctzll(set); }

static inline LetterSet graph_set(const Graph *graph, uint32_t at) {
    const uint32_t *cell = graph->cells + at;
    return graph->wide ? cell[0] | (LetterSet)cell[1] << 32 : cell[0];
}

static inline LetterSet graph_letters(const Graph *graph, uint32_t node) { return graph_set(graph, node); }

static inline LetterSet graph_accepts(const Graph *graph, uint32_t node) {
    return graph_set(graph, node + 1 + (uint32_t)graph->wide);
}

/* The letters of all words that go on from here; the separator is not among them. */
static inline LetterSet graph_below(const Graph *graph, uint32_t node) { return graph_set(graph, node + (graph->wide ? 4 : 2)); }

/* The child by a letter that the node has. */
static inline uint32_t graph_child(const Graph *graph, uint32_t node, LetterSet letters, int letter) {
    uint32_t rank = (uint32_t)__builtin_popcountll(letters & (letter_bit(letter) - 1));
    return graph->cells[node + (graph->wide ? 6 : 3) + rank];
}

/* The child by any letter, 0 when the node has it not. */
static inline uint32_t graph_follow(const Graph *graph, uint32_t node, int letter) {
    LetterSet letters = graph_letters(graph, node);
    return letters >> letter & 1 ? graph_child(graph, node, letters, letter) : 0;
}

/* Whether count letters (1 or more) form a word. */
int graph_has_word(const Graph *graph, const uint8_t *word, int count);

#endif
