#include "game.h"

#include <string.h>

#define MAX_REFUSALS 1000
#define EARLY_ROUNDS 15

/* Sebastiano Vigna's splitmix64, https://prng.di.unimi.it/splitmix64.c */
static uint32_t roll(uint64_t *dice, uint32_t sides) {
    uint64_t z = *dice += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * sides >> 32);
}

static int at_least_zero(int number) { return number > 0 ? number : 0; }

static int has_kinds(const GameRules *game, const uint8_t *tiles, int count, int minimum) {
    int vowels = 0, consonants = 0, both = 0;
    for (int i = 0; i < count; i++) {
        int is_vowel = (int)(game->vowels >> tiles[i] & 1), is_consonant = (int)(game->consonants >> tiles[i] & 1);
        both += is_vowel && is_consonant;
        vowels += is_vowel && !is_consonant;
        consonants += is_consonant && !is_vowel;
    }
    return at_least_zero(minimum - vowels) + at_least_zero(minimum - consonants) <= both;
}

/* The tiles not yet placed: the rack first, then the bag. */
typedef struct {
    uint8_t tiles[MAX_BAG];
    int count, kept;
} Pool;

/* Make the first tiles of the pool the next rack. Returns its size, 0 when the game is over. */
static int draw(const GameRules *game, Pool *pool, int round, uint64_t *dice) {
    int minimum = round <= EARLY_ROUNDS ? 2 : 1, size = pool->count < game->rack_size ? pool->count : game->rack_size;
    if (size == 0 || !has_kinds(game, pool->tiles, pool->count, minimum)) return 0;
    for (int refusals = 0; refusals < MAX_REFUSALS; refusals++) {
        for (int i = pool->kept; i < size; i++) {
            int other = i + (int)roll(dice, (uint32_t)(pool->count - i));
            uint8_t tile = pool->tiles[i];
            pool->tiles[i] = pool->tiles[other];
            pool->tiles[other] = tile;
        }
        if (has_kinds(game, pool->tiles, size, minimum)) return size;
        pool->kept = 0;
    }
    return 0;
}

/* Take a play's tiles out of the rack; what is left of it stays in front. */
static void remove_placed(Pool *pool, int size, const Board *board, const Play *play) {
    const uint8_t *cell = board->cell[play->direction] + play->line * SIZE + play->first;
    for (int i = 0; i < play->count; i++) {
        if (cell[i]) continue;
        uint8_t tile = play->tiles[i] & BLANK_FLAG ? 0 : play->tiles[i];
        int at = 0;
        while (pool->tiles[at] != tile) at++;
        memmove(pool->tiles + at, pool->tiles + at + 1, (size_t)(pool->count - at - 1));
        pool->count--;
        size--;
    }
    pool->kept = size;
}

int game_play(const GameRules *game, uint64_t *dice, PlayList *list, GameResult *result) {
    Board board;
    const uint8_t empty[SQUARES] = {0};
    Pool pool = {.count = game->bag_size};
    memcpy(pool.tiles, game->bag, (size_t)game->bag_size);
    board_set(&board, game->rules, empty);
    *result = (GameResult){0};
    int size;
    while ((size = draw(game, &pool, result->rounds + 1, dice)) > 0) {
        Rack rack;
        rack_set(&rack, pool.tiles, size);
        if (!tops(&board, &rack, list)) return 0;
        if (list->count == 0) break;
        const Play *play = &list->plays[0];
        remove_placed(&pool, size, &board, play);
        board_place(&board, play->direction, play->line, play->first, play->count, play->tiles);
        result->rounds++;
        result->points += play->points;
    }
    return 1;
}
