/* Whether some letters, of the hand and the board, can be one word with the blanks, and what these would have to be. */
#ifndef TOPTABLE_COMPLETIONS_H
#define TOPTABLE_COMPLETIONS_H

#include "hand.h"

#define COMPLETION_SLOTS 128

typedef struct {
    uint64_t sum;      /* of the letters */
    LetterSet letters; /* those that a blank may stand for; some when there is no blank; empty: no word */
    int known;         /* 1 + the number of blanks; 0: nothing */
} Completion;

/* Answers given, as many places share the same tiles of the board. */
typedef struct {
    Completion slots[COMPLETION_SLOTS];
} Completions;

void completions_clear(Completions *completions);

/* Those of every letter that a blank may stand for when so many blanks make a word with letters of this sum; with no
 * blank, any set that is not empty. Empty when there is no such word. */
LetterSet completions_of(Completions *completions, const Anagrams *anagrams, LetterSet every, int blanks, uint64_t sum);

/* Letters that the one blank left may stand for when all other letters add up to sum. */
LetterSet completions_last(const Anagrams *anagrams, LetterSet among, uint64_t sum);

#endif
