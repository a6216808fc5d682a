#include "anagrams.h"

#include <stdlib.h>

#define MAX_LENGTH 15
#define MAX_STEPS 40000000 /* letters of all words, shared beginnings once; the largest list known takes 3 million */
#define BITS_PER_WORD 8

typedef struct {
    const Graph *graph;
    Anagrams *anagrams; /* NULL to count only */
    const uint64_t *letter;
    size_t words, steps;
} Walk;

/* Every word below a node. Depth and steps are bounded as a damaged graph may have cycles. Returns 0 when there are
 * too many. */
static int walk_words(Walk *walk, uint32_t node, int depth, uint64_t sum) {
    const Graph *graph = walk->graph;
    LetterSet letters = graph_letters(graph, node), accepts = graph_accepts(graph, node);
    for (LetterSet rest = letters & ~letter_bit(SEPARATOR); rest; rest &= rest - 1) {
        if (++walk->steps > MAX_STEPS) return 0;
        int letter = lowest_letter(rest);
        uint64_t next = sum + walk->letter[letter];
        if (accepts >> letter & 1) {
            walk->words++;
            if (walk->anagrams != NULL) {
                uint64_t mixed = anagram_mix(next);
                walk->anagrams->blocks[mixed >> walk->anagrams->shift] |= anagram_bits(mixed);
            }
        }
        uint32_t child = graph_child(graph, node, letters, letter);
        if (child && depth < MAX_LENGTH && !walk_words(walk, child, depth + 1, next)) return 0;
    }
    return 1;
}

/* Numbers that look random: splitmix64, https://prng.di.unimi.it/splitmix64.c */
static void fill_letters(Anagrams *anagrams) {
    uint64_t state = 0;
    for (int letter = 1; letter <= MAX_LETTERS; letter++) {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        anagrams->letter[letter] = z ^ z >> 31;
    }
}

const char *anagrams_build(Anagrams *anagrams, const Graph *graph) {
    *anagrams = (Anagrams){0};
    fill_letters(anagrams);
    Walk count = {.graph = graph, .letter = anagrams->letter};
    if (!walk_words(&count, graph->dawg, 1, 0)) return "the word graph has too many words";
    unsigned log = 1;
    while (((size_t)64 << log) < BITS_PER_WORD * count.words) log++;
    anagrams->count = (size_t)1 << log;
    anagrams->shift = 64 - log;
    anagrams->blocks = calloc(anagrams->count, sizeof *anagrams->blocks);
    if (anagrams->blocks == NULL) return graph_no_memory;
    Walk fill = {.graph = graph, .anagrams = anagrams, .letter = anagrams->letter};
    walk_words(&fill, graph->dawg, 1, 0);
    return NULL;
}

void anagrams_free(Anagrams *anagrams) {
    free(anagrams->blocks);
    *anagrams = (Anagrams){0};
}
