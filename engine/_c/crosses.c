#include "crosses.h"

void run_measure(const Rules *rules, const uint8_t *line, Run *run) {
    const Graph *graph = rules->graph;
    uint32_t node = graph->gaddag;
    uint64_t letters = 0;
    int points = 0;
    for (int at = run->last; at >= run->first; at--) {
        int letter = LETTER_OF(line[at]);
        node = graph_follow(graph, node, letter);
        points += tile_points(rules, line[at]);
        letters += rules->anagrams->letter[letter];
    }
    run->letters = letters;
    run->points = (uint16_t)points;
    run->node = node;
}

/* Letters that make a word between the tiles [first, position) and (position, last]; both parts have tiles. */
static LetterSet between(const Graph *graph, const uint8_t *line, int first, int position, int last) {
    uint32_t before = graph->dawg, after = graph->gaddag;
    for (int at = first; at < position; at++) before = graph_follow(graph, before, LETTER_OF(line[at]));
    for (int at = last; at > position; at--) after = graph_follow(graph, after, LETTER_OF(line[at]));
    LetterSet letters = graph_letters(graph, before), found = 0;
    for (LetterSet rest = letters & graph_letters(graph, after); rest; rest &= rest - 1) {
        int letter = lowest_letter(rest);
        uint32_t node = graph_child(graph, before, letters, letter);
        for (int at = position + 1; at < last; at++) node = graph_follow(graph, node, LETTER_OF(line[at]));
        if (graph_accepts(graph, node) >> LETTER_OF(line[last]) & 1) found |= letter_bit(letter);
    }
    return found;
}

void cross_measure(const Rules *rules, const uint8_t *line, int position, LetterSet *letters, int16_t *points) {
    const Graph *graph = rules->graph;
    int first = position, last = position, sum = 0;
    while (first > 0 && line[first - 1]) sum += tile_points(rules, line[--first]);
    while (last < SIZE - 1 && line[last + 1]) sum += tile_points(rules, line[++last]);
    *points = (int16_t)sum;
    if (first < position && last > position) {
        *letters = between(graph, line, first, position, last);
        return;
    }
    /* One side only: the tiles read backwards are a path of the GADDAG, to its end for letters before them, through
     * the separator for letters after. */
    uint32_t node = graph->gaddag;
    if (last > position) {
        for (int at = last; at > position; at--) node = graph_follow(graph, node, LETTER_OF(line[at]));
    } else {
        for (int at = position - 1; at >= first; at--) node = graph_follow(graph, node, LETTER_OF(line[at]));
        node = graph_follow(graph, node, SEPARATOR);
    }
    *letters = graph_accepts(graph, node);
}
