#include "score.h"

static int fits(const Board *board, int direction, int line, int first, int count, const uint8_t *tiles) {
    if (line < 0 || line >= SIZE || count < 2 || count > SIZE || first < 0 || first > SIZE - count) return 0;
    const uint8_t *cell = board->cell[direction] + line * SIZE;
    if ((first > 0 && cell[first - 1]) || (first + count < SIZE && cell[first + count])) return 0;
    int placed = 0, connected = 0;
    for (int i = 0; i < count; i++) {
        int at = first + i, there = cell[at], is_centre = line == SIZE / 2 && at == SIZE / 2;
        if (there && LETTER_OF(there) != LETTER_OF(tiles[i])) return 0;
        placed += !there;
        connected |= there || board->cross_points[direction][line * SIZE + at] != NO_CROSS || (board->tiles == 0 && is_centre);
    }
    return placed > 0 && connected;
}

static void add_cross(const Board *board, int direction, int line, int at, int tile, Score *score) {
    const Rules *rules = board->rules;
    int square = line * SIZE + at;
    if (board->cross_points[direction][square] == NO_CROSS) return;
    const uint8_t *cell = board->cell[1 - direction] + at * SIZE;
    CrossWord *cross = &score->crosses[score->cross_count++];
    int first = line, last = line;
    while (first > 0 && cell[first - 1]) first--;
    while (last < SIZE - 1 && cell[last + 1]) last++;
    cross->at = (uint8_t)at;
    cross->first = (uint8_t)first;
    cross->count = (uint8_t)(last - first + 1);
    for (int i = first; i <= last; i++) cross->tiles[i - first] = i == line ? (uint8_t)tile : cell[i];
    cross->is_word = (uint8_t)(board->cross[direction][square] >> LETTER_OF(tile) & 1);
    cross->points = (board->cross_points[direction][square] + tile_points(rules, tile) * rules->letter_factor[direction][square]) *
                    rules->word_factor[direction][square];
}

int score_play(const Board *board, int direction, int line, int first, int count, const uint8_t *tiles, Score *score) {
    if (!fits(board, direction, line, first, count, tiles)) return 0;
    const Rules *rules = board->rules;
    const uint8_t *cell = board->cell[direction] + line * SIZE;
    uint8_t letters[SIZE];
    int factor = 1;
    *score = (Score){0};
    for (int i = 0; i < count; i++) {
        int at = first + i, square = line * SIZE + at;
        letters[i] = LETTER_OF(tiles[i]);
        if (cell[at]) {
            score->main += tile_points(rules, cell[at]);
            continue;
        }
        score->placed++;
        score->main += tile_points(rules, tiles[i]) * rules->letter_factor[direction][square];
        factor *= rules->word_factor[direction][square];
        add_cross(board, direction, line, at, tiles[i], score);
    }
    score->main *= factor;
    score->bonus = score->placed <= MAX_RACK ? rules->bonus[score->placed] : 0;
    score->is_word = (uint8_t)graph_has_word(rules->graph, letters, count);
    return 1;
}
