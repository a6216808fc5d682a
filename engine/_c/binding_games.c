/* Rules.play_games: whole games. */
#include "binding.h"
#include "game.h"

typedef struct {
    unsigned long long rounds, points;
} Tally;

/* Play all games. Returns 0 when it was stopped or memory ran out. */
static int play_all(const GameRules *game, uint64_t *dice, int games, PlayList *list, Tally *tally) {
    for (int i = 0; i < games; i++) {
        GameResult result;
        if (!game_play(game, dice, list, &result) || !play_list_goes_on(list)) return 0;
        tally->rounds += (unsigned)result.rounds;
        tally->points += (unsigned)result.points;
    }
    return 1;
}

static LetterSet letters_of(const uint8_t *tiles, int count) {
    LetterSet set = letter_bit(0);
    for (int i = 0; i < count; i++) set |= letter_bit(LETTER_OF(tiles[i]));
    return set;
}

PyObject *binding_play_games(PyObject *object, PyObject *args) {
    RulesObject *self = (RulesObject *)object;
    PyObject *bag, *vowels, *consonants;
    GameRules game = {.rules = &self->rules, .rack_size = 7};
    unsigned long long seed;
    int games;
    if (!PyArg_ParseTuple(args, "OOOKi", &bag, &vowels, &consonants, &seed, &games)) return NULL;
    uint8_t tiles[MAX_LETTERS];
    int count = binding_read_tiles(self, vowels, '?', tiles, MAX_LETTERS, "vowels");
    if (count < 0) return NULL;
    game.vowels = letters_of(tiles, count);
    if ((count = binding_read_tiles(self, consonants, '?', tiles, MAX_LETTERS, "consonants")) < 0) return NULL;
    game.consonants = letters_of(tiles, count);
    if ((game.bag_size = binding_read_tiles(self, bag, '?', game.bag, MAX_BAG, "bag")) < 0) return NULL;
    for (int i = 0; i < game.bag_size; i++) game.bag[i] = LETTER_OF(game.bag[i]);
    uint64_t dice = seed;
    Tally tally = {0};
    Guard guard;
    PlayList list = {.watch = &guard.watch};
    guard_begin(&guard);
    int done = guard_end(&guard, play_all(&game, &dice, games, &list, &tally));
    play_list_free(&list);
    return done ? Py_BuildValue("(KK)", tally.rounds, tally.points) : NULL;
}
