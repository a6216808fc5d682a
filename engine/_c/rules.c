#include "rules.h"

#include "lanes.h"

static int highest(const uint8_t *values, int count) {
    int best = 0;
    for (int i = 0; i < count; i++) best = values[i] > best ? values[i] : best;
    return best;
}

static void sort_down(int *values, int count) {
    for (int i = 1; i < count; i++) {
        int value = values[i], at = i;
        for (; at > 0 && values[at - 1] < value; at--) values[at] = values[at - 1];
        values[at] = value;
    }
}

/* What no placement on a line exceeds, nor any bound of one, if every tile counts one point: fifteen tiles and what the
 * best letter squares add, times the best word squares; and on the squares where that counts most, cross words of
 * fifteen tiles. */
static int line_ceiling(const Rules *rules, int direction, int line) {
    const uint8_t *letter_factor = rules->letter_factor[direction] + line * SIZE;
    const uint8_t *word_factor = rules->word_factor[direction] + line * SIZE;
    int letters[SIZE], words[SIZE], crosses[SIZE], main = SIZE, factor = 1, across = 0;
    for (int at = 0; at < SIZE; at++) {
        letters[at] = letter_factor[at] - 1;
        words[at] = word_factor[at];
        crosses[at] = (SIZE - 1 + letter_factor[at]) * word_factor[at];
    }
    sort_down(letters, SIZE);
    sort_down(words, SIZE);
    sort_down(crosses, SIZE);
    for (int placed = 0; placed < rules->max_placed; placed++) {
        main += letters[placed];
        factor *= words[placed];
        across += crosses[placed];
    }
    return main * factor + across;
}

/* A score that no placement exceeds, nor any bound of one. */
static int ceiling(const Rules *rules) {
    int tile = highest(rules->points, MAX_LETTERS + 1), dearest = 0, bonus = 0;
    for (int direction = ACROSS; direction <= DOWN; direction++) {
        for (int line = 0; line < SIZE; line++) {
            int here = line_ceiling(rules, direction, line);
            dearest = here > dearest ? here : dearest;
        }
    }
    for (int i = 0; i <= MAX_RACK; i++) bonus = rules->bonus[i] > bonus ? rules->bonus[i] : bonus;
    return (tile > 0 ? tile : 1) * dearest + bonus; /* factors must fit as well */
}

const char *rules_set(Rules *rules, const Graph *graph, const Anagrams *anagrams, const uint8_t *points, const uint8_t *letter_factor,
                      const uint8_t *word_factor, const int32_t *bonus, int max_placed) {
    *rules = (Rules){.graph = graph, .anagrams = anagrams, .max_placed = max_placed};
    if (max_placed < 1 || max_placed > MAX_RACK) return "1 to 8 tiles may be placed";
    for (int i = 0; i < graph->letters; i++) {
        if (points[i] > MAX_POINTS) return "a tile counts 0 to 100 points";
        rules->points[i + 1] = points[i];
    }
    for (int at = 0; at < SQUARES; at++) {
        if (letter_factor[at] < 1 || letter_factor[at] > MAX_FACTOR || word_factor[at] < 1 || word_factor[at] > MAX_FACTOR) {
            return "a square multiplies by 1 to 4";
        }
        rules->letter_factor[ACROSS][at] = rules->letter_factor[DOWN][transposed(at)] = letter_factor[at];
        rules->word_factor[ACROSS][at] = rules->word_factor[DOWN][transposed(at)] = word_factor[at];
    }
    for (int i = 0; i <= MAX_RACK; i++) {
        if (bonus[i] < 0 || bonus[i] > MAX_BONUS) return "a bonus is 0 to 1000 points";
        rules->bonus[i] = bonus[i];
        if (i > 0) rules->lane_bonus[i - 1] = (int16_t)bonus[i];
    }
    for (int i = 1; i <= graph->letters; i++) {
        rules->order[i] = (uint8_t)i;
        rules->order[i | BLANK_FLAG] = (uint8_t)(graph->letters + i);
    }
    rules->fit_lanes = ceiling(rules) <= MAX_LANE_POINTS;
    return NULL;
}
