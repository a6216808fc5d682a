/* Whole duplicate games: draw, top, placement, until no draw is possible. For measuring, and for looking through
 * many games. */
#ifndef TOPTABLE_GAME_H
#define TOPTABLE_GAME_H

#include "tops.h"

#define MAX_BAG 250

/* Draws as French rule books have them (engine/rulesets/french.toml): a rack holds two vowels and two consonants to
 * round 15, one of each after that; a refused rack goes back whole. */
typedef struct {
    const Rules *rules;
    uint8_t bag[MAX_BAG]; /* every tile, 0 a blank */
    int bag_size;
    int rack_size;
    LetterSet vowels, consonants; /* bit 0 the blank; a tile may be in both, yet serves once */
} GameRules;

typedef struct {
    int rounds, points;
} GameResult;

/* Play one game; of several tops the first is placed. dice is the state of the random numbers; list is where tops are
 * looked for, game after game. Returns 0 when it has failed. */
int game_play(const GameRules *game, uint64_t *dice, PlayList *list, GameResult *result);

#endif
