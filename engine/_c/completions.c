#include "completions.h"

void completions_clear(Completions *completions) { memset(completions, 0, sizeof *completions); }

LetterSet completions_last(const Anagrams *anagrams, LetterSet among, uint64_t sum) {
    LetterSet found = 0;
    for (; among; among &= among - 1) {
        int letter = lowest_letter(among);
        if (anagrams_may_have(anagrams, sum + anagrams->letter[letter])) found |= letter_bit(letter);
    }
    return found;
}

/* Each pair of letters once; both letters of a pair that works are in the answer. */
static LetterSet last_two(const Anagrams *anagrams, LetterSet letters, uint64_t sum) {
    LetterSet found = 0;
    for (LetterSet rest = letters; rest; rest &= rest - 1) {
        int letter = lowest_letter(rest);
        LetterSet other = completions_last(anagrams, rest, sum + anagrams->letter[letter]);
        if (other) found |= other | letter_bit(letter);
    }
    return found;
}

LetterSet completions_of(Completions *completions, const Anagrams *anagrams, const Hand *hand, uint64_t letters) {
    Completion *slot = &completions->slots[anagram_mix(letters) >> 57];
    if (slot->known && slot->letters == letters) return slot->blanks;
    int blanks = __builtin_popcount(hand->places[0]);
    uint64_t sum = hand->sum + letters;
    slot->known = 1;
    slot->letters = letters;
    if (blanks == 0) slot->blanks = anagrams_may_have(anagrams, sum);
    else if (blanks == 1) slot->blanks = completions_last(anagrams, hand->every_letter, sum);
    else if (blanks == 2) slot->blanks = last_two(anagrams, hand->every_letter, sum);
    else slot->blanks = hand->every_letter; /* no bag has so many: no filter */
    return slot->blanks;
}
