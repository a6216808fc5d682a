#include "hand.h"

#include <string.h>

/* Put a tile of some points behind all that have no fewer. */
static void insert(Hand *hand, const int16_t *points, int letter) {
    int at = hand->size++;
    for (; at > 0 && points[hand->tile[at - 1]] < points[letter]; at--) hand->tile[at] = hand->tile[at - 1];
    hand->tile[at] = (uint8_t)letter;
}

/* What the tile that is chosen may be; the most that it can count. */
static int set_choice(Hand *hand, const Rules *rules, const Choice *choice) {
    int most = 0;
    memset(hand->blank_points, 0, sizeof hand->blank_points);
    memset(hand->blank_flag, BLANK_FLAG, sizeof hand->blank_flag);
    hand->every_letter = graph_every_letter(rules->graph);
    hand->chosen = 0;
    if (choice == NULL) return 0;
    hand->chosen = choice->real | choice->blank;
    for (LetterSet rest = choice->real; rest; rest &= rest - 1) {
        int letter = lowest_letter(rest);
        hand->blank_points[letter] = rules->points[letter];
        hand->blank_flag[letter] = 0;
        if (rules->points[letter] > most) most = rules->points[letter];
    }
    return most;
}

void hand_set(Hand *hand, const Rules *rules, const Rack *rack, const Choice *choice) {
    int16_t points[MAX_LETTERS + 1];
    points[0] = (int16_t)set_choice(hand, rules, choice);
    for (int letter = 1; letter <= MAX_LETTERS; letter++) points[letter] = rules->points[letter];
    hand->size = 0;
    memset(hand->places, 0, sizeof hand->places);
    for (LetterSet rest = rack->letters; rest; rest &= rest - 1) {
        int letter = lowest_letter(rest);
        for (int i = 0; i < rack->count[letter]; i++) insert(hand, points, letter);
    }
    if (choice != NULL) insert(hand, points, 0);
    int before = hand->size; /* blanks come last: they count nothing */
    for (int i = 0; i < rack->count[0]; i++) hand->tile[hand->size++] = 0;
    hand->all = (uint8_t)((1 << hand->size) - 1);
    hand->beside = choice != NULL ? (uint8_t)(hand->all & ~((1 << before) - 1)) : 0;
    for (int i = 0; i < hand->size; i++) {
        if (!(hand->beside >> i & 1)) hand->places[hand->tile[i]] |= (uint8_t)(1 << i);
    }

    hand->sum = 0;
    for (int i = 0; i < hand->size; i++) hand->sum += rules->anagrams->letter[hand->tile[i]];
    hand->letters[0] = 0;
    memset(hand->values[0], 0, sizeof hand->values[0]);
    for (int subset = 1; subset <= hand->all; subset++) {
        int first = __builtin_ctz((unsigned)subset), rest = subset & (subset - 1), letter = hand->tile[first];
        hand->letters[subset] = hand->letters[rest] | (letter ? letter_bit(letter) : 0);
        hand->values[subset][0] = hand->beside >> first & 1 ? 0 : points[letter];
        memcpy(hand->values[subset] + 1, hand->values[rest], sizeof hand->values[0] - sizeof hand->values[0][0]);
    }
}
