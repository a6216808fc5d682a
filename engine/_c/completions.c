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

LetterSet completions_of(Completions *completions, const Anagrams *anagrams, LetterSet every, int blanks, uint64_t sum) {
    Completion *slot = &completions->slots[anagram_mix(sum) >> 57];
    if (slot->known == blanks + 1 && slot->sum == sum) return slot->letters;
    slot->known = blanks + 1;
    slot->sum = sum;
    if (blanks == 0) slot->letters = anagrams_may_have(anagrams, sum);
    else if (blanks == 1) slot->letters = completions_last(anagrams, every, sum);
    else if (blanks == 2) slot->letters = last_two(anagrams, every, sum);
    else slot->letters = every; /* no bag has so many: no filter */
    return slot->letters;
}
