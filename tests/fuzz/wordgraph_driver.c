/* Random word lists and random graphs through the word-graph code alone, to be run under the sanitizers: see test_fuzz_wordgraph.py.
 * usage: wordgraph_driver ROUNDS SEED; prints how many lists were built and how many graphs were accepted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wordgraph_build.h"

static uint64_t state;

static uint32_t dice(uint32_t sides) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % sides;
}

static void fail(const char *what) {
    printf("%s\n", what);
    exit(1);
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

/* Sorted random words, mostly sound; *sound tells whether they are distinct. */
static size_t word_list(uint8_t *text, int *sound) {
    char words[64][WG_MAX_WORD + 1];
    uint32_t count = dice(60), letters = 1 + dice(dice(2) ? 3 : WG_MAX_LETTERS);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 2 + dice(WG_MAX_WORD - 1);
        for (uint32_t j = 0; j < length; j++) words[i][j] = (char)(1 + dice(letters));
        words[i][length] = 0;
    }
    qsort(words, count, sizeof *words, compare);
    size_t used = 0;
    *sound = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && !strcmp(words[i], words[i - 1])) *sound = 0;
        size_t length = strlen(words[i]) + 1;
        memcpy(text + used, words[i], length);
        used += length;
    }
    return used;
}

static int try_graph(const uint32_t *nodes, size_t count, unsigned letters, int gaddag) {
    uint32_t words;
    size_t bad, length;
    uint8_t *text;
    if (wg_check(nodes, count, letters, gaddag, &words, &bad)) return 0;
    if (!wg_words(nodes, 1 << 16, &text, &length)) {
        size_t ends = 0;
        for (size_t i = 0; i < length; i++) ends += !text[i];
        free(text);
        if (ends != words) fail("as many words listed as counted");
    }
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    long rounds = atol(argv[1]), built = 0, accepted = 0;
    state = strtoull(argv[2], NULL, 10);
    for (long round = 0; round < rounds; round++) {
        /* heap blocks of the exact size, so that one byte too far is noticed */
        uint8_t *text = malloc(64 * (WG_MAX_WORD + 1));
        int sound;
        size_t length = word_list(text, &sound);
        if (length && !dice(4)) text[dice((uint32_t)length)] = (uint8_t)dice(256), sound = -1;
        uint8_t *exact = malloc(length ? length : 1);
        memcpy(exact, text, length);
        uint32_t *nodes;
        size_t count, bad;
        wg_status status = wg_build(exact, length, &nodes, &count, &bad);
        if (sound >= 0 && (status == WG_OK) != sound) fail("sound words are built, others are not");
        if (!status) {
            built++;
            uint8_t *back;
            size_t back_length;
            if (!try_graph(nodes, count, WG_MAX_LETTERS, 1)) fail("what was built is sound");
            if (wg_words(nodes, 1 << 16, &back, &back_length)) fail("what was built can be listed");
            if (back_length != length || memcmp(back, exact, length)) fail("the same words come back");
            free(back);
            for (uint32_t changes = 1 + dice(4); changes; changes--) nodes[dice((uint32_t)count)] ^= 1u << dice(32);
            size_t kept = dice(4) ? count : dice((uint32_t)count + 1);
            uint32_t *damaged = malloc(kept ? kept * sizeof *damaged : 1);
            memcpy(damaged, nodes, kept * sizeof *damaged);
            accepted += try_graph(damaged, kept, 1 + dice(WG_MAX_LETTERS), (int)dice(2));
            free(damaged);
            free(nodes);
        }
        free(exact);
        free(text);
    }
    printf("%ld %ld\n", built, accepted);
    return 0;
}
