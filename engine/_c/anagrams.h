/* Whether some word is made of just these letters: a filter over all words, a few hundred kilobytes.
 *
 * Letters are added up as random 64-bit numbers, so that a sum names a multiset whatever the order. The filter may
 * say yes wrongly (about one time in forty), never no.
 */
#ifndef TOPTABLE_ANAGRAMS_H
#define TOPTABLE_ANAGRAMS_H

#include "graph.h"

typedef struct {
    uint64_t *blocks;
    size_t count;                     /* of blocks; a power of two */
    unsigned shift;                   /* the high bits of a mixed sum say which block */
    uint64_t letter[MAX_LETTERS + 1]; /* what each letter adds to a sum; [0] is 0 */
} Anagrams;

/* Returns NULL, or what is wrong (a constant text). */
const char *anagrams_build(Anagrams *anagrams, const Graph *graph);
void anagrams_free(Anagrams *anagrams);

/* Memory it takes. */
static inline size_t anagrams_bytes(const Anagrams *anagrams) { return anagrams->count * sizeof *anagrams->blocks; }

static inline uint64_t anagram_mix(uint64_t sum) { return (sum ^ sum >> 32) * 0x9e3779b97f4a7c15u; }

static inline uint64_t anagram_bits(uint64_t mixed) {
    return (uint64_t)1 << (mixed & 63) | (uint64_t)1 << (mixed >> 6 & 63) | (uint64_t)1 << (mixed >> 12 & 63);
}

/* Whether some word may have exactly the letters of this sum. */
static inline int anagrams_may_have(const Anagrams *anagrams, uint64_t sum) {
    uint64_t mixed = anagram_mix(sum), bits = anagram_bits(mixed);
    return (anagrams->blocks[mixed >> anagrams->shift] & bits) == bits;
}

#endif
