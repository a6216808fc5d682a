/* Whether the whole hand and some tiles of the board can be one word, and what the blanks would have to be. */
#ifndef TOPTABLE_COMPLETIONS_H
#define TOPTABLE_COMPLETIONS_H

#include "hand.h"

#define COMPLETION_SLOTS 128

typedef struct {
    uint64_t letters;  /* sum of the board's tiles */
    LetterSet blanks;  /* letters that a blank may stand for; some letters when there is no blank; empty: no word */
    int known;
} Completion;

/* Answers given, as many places share the same tiles of the board. */
typedef struct {
    Completion slots[COMPLETION_SLOTS];
} Completions;

void completions_clear(Completions *completions);

/* Letters that a blank of the hand may stand for when the whole hand makes a word with the board's tiles; with no
 * blank, any set that is not empty. Empty when there is no such word. */
LetterSet completions_of(Completions *completions, const Anagrams *anagrams, const Hand *hand, uint64_t letters);

/* Letters that the one blank left may stand for when all other letters add up to sum. */
LetterSet completions_last(const Anagrams *anagrams, LetterSet among, uint64_t sum);

#endif
