#include "hand.h"

void hand_set(Hand *hand, const Rules *rules, const Rack *rack) {
    hand->size = 0;
    memset(hand->places, 0, sizeof hand->places);
    for (LetterSet rest = rack->letters; rest; rest &= rest - 1) {
        int letter = lowest_letter(rest);
        for (int i = 0; i < rack->count[letter]; i++) {
            int at = hand->size++;
            for (; at > 0 && rules->points[hand->tile[at - 1]] < rules->points[letter]; at--) hand->tile[at] = hand->tile[at - 1];
            hand->tile[at] = (uint8_t)letter;
        }
    }
    for (int i = 0; i < rack->count[0]; i++) hand->tile[hand->size++] = 0;
    hand->all = (uint8_t)((1 << hand->size) - 1);
    for (int i = 0; i < hand->size; i++) hand->places[hand->tile[i]] |= (uint8_t)(1 << i);

    hand->every_letter = graph_every_letter(rules->graph);
    hand->sum = 0;
    for (int i = 0; i < hand->size; i++) hand->sum += rules->anagrams->letter[hand->tile[i]];
    hand->letters[0] = 0;
    memset(hand->values[0], 0, sizeof hand->values[0]);
    for (int subset = 1; subset <= hand->all; subset++) {
        int first = __builtin_ctz((unsigned)subset), rest = subset & (subset - 1), letter = hand->tile[first];
        hand->letters[subset] = hand->letters[rest] | (letter ? letter_bit(letter) : 0);
        hand->values[subset][0] = letter ? rules->points[letter] : 0;
        memcpy(hand->values[subset] + 1, hand->values[rest], sizeof hand->values[0] - sizeof hand->values[0][0]);
    }
}
