/* Throws random word graphs, sound and damaged, boards and racks at the C core. Built with the sanitizers by
 * test_fuzz_solver_core.py, with malloc, calloc and realloc of the core named failing_malloc and so on.
 *
 *     solver_fuzz SECONDS SEED
 *
 * Beside "never out of bounds" it checks on every board that tops() is the head of generate(), that score_play() agrees with every play,
 * that a board placed step by step has the tables of one laid out whole, and that whichever allocation fails, the search says so.
 */
#undef malloc
#undef calloc
#undef realloc
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game.h"
#include "score.h"
#include "wordgraph_build.h"

static uint64_t dice;

static uint32_t roll(uint32_t sides) {
    dice += 0x9e3779b97f4a7c15u;
    uint64_t z = (dice ^ dice >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 33) % sides;
}

static void require(int condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "FAILED: %s (dice %llu)\n", what, (unsigned long long)dice);
    exit(1);
}

/* ---- memory that runs out ---- */

void *failing_malloc(size_t size);
void *failing_calloc(size_t count, size_t size);
void *failing_realloc(void *memory, size_t size);

static int allocations_left = -1; /* before the next one fails, once; -1: none fails */

static int allocation_fails(void) { return allocations_left >= 0 && allocations_left-- == 0; }

void *failing_malloc(size_t size) { return allocation_fails() ? NULL : malloc(size); }
void *failing_calloc(size_t count, size_t size) { return allocation_fails() ? NULL : calloc(count, size); }
void *failing_realloc(void *memory, size_t size) { return allocation_fails() ? NULL : realloc(memory, size); }

typedef int Attempt(const Board *board, const Rack *rack, PlayList *list);

static int attempt_moves(const Board *board, const Rack *rack, PlayList *list) {
    return generate(board, rack, list) && play_list_sort(list, board->rules);
}

static int attempt_whole(const Board *board, const Rack *rack, PlayList *list) { return tops_whole(board, rack, 0, list); }

static int attempt_game(const Board *board, const Rack *rack, PlayList *list) {
    GameRules game = {.rules = board->rules, .rack_size = 7, .bag_size = 20, .vowels = ~(LetterSet)0, .consonants = ~(LetterSet)0};
    GameResult result;
    uint64_t seed = 1;
    (void)rack;
    for (int i = 0; i < game.bag_size; i++) game.bag[i] = (uint8_t)(1 + i % board->rules->graph->letters);
    return game_play(&game, &seed, list, &result);
}

/* Let each allocation of a search fail in turn; then it must fail, and else find what it finds with memory. */
static void starve(const Board *board, const Rack *rack) {
    static Attempt *const attempts[] = {attempt_moves, tops, attempt_whole, attempt_game};
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        PlayList enough = {0};
        require(attempts[i](board, rack, &enough) && !enough.failed, "a search with memory");
        for (int before = 0, done = 0; !done; before++) {
            PlayList list = {0};
            allocations_left = before;
            done = attempts[i](board, rack, &list);
            int was_short = allocations_left < 0;
            allocations_left = -1;
            require(done == !list.failed, "one way of telling a failure");
            require(done == !was_short, "no memory is told, and nothing else");
            require(!done || list.count == enough.count, "the same plays at the end");
            play_list_free(&list);
        }
        play_list_free(&enough);
    }
}

static int stop_after(void *context) { return (*(int *)context)-- <= 0; }

/* Stop a search at the n-th look; it must say so, unless it never looked so often. */
static void interrupt(const Board *board, const Rack *rack) {
    int looks = (int)roll(4), left = looks;
    const Watch watch = {.stop = stop_after, .context = &left};
    PlayList list = {.watch = &watch};
    int done = roll(2) ? tops(board, rack, &list) : attempt_moves(board, rack, &list);
    require(done == !list.failed && done == (left >= 0), "a search that is stopped");
    require(rack->count[0] > QUICK_BLANKS || list.count >= 4096 || !board->rules->fit_lanes || left == looks, "a quick search asks nobody");
    play_list_free(&list);
}

static void count_only(const Board *board, const Rack *rack, const PlayList *all) {
    PlayList list = {.counts_only = 1};
    require(generate(board, rack, &list) && list.count == all->count && list.plays == NULL, "counting");
}

/* ---- what is thrown ---- */

#define MAX_FUZZ_WORDS 600

typedef struct {
    uint8_t letters[16];
} Word;

static int word_order(const void *left, const void *right) {
    return strcmp((const char *)((const Word *)left)->letters, (const char *)((const Word *)right)->letters);
}

/* A sound graph of random words over some letters. */
static uint32_t *random_graph(int letters, size_t *count) {
    Word words[MAX_FUZZ_WORDS] = {{{0}}};
    int number = 1 + (int)roll(MAX_FUZZ_WORDS);
    for (int i = 0; i < number; i++) {
        int length = 2 + (int)roll(roll(3) ? 5 : 14);
        for (int j = 0; j < length; j++) words[i].letters[j] = (uint8_t)(1 + roll((uint32_t)letters));
    }
    qsort(words, (size_t)number, sizeof *words, word_order);
    uint8_t text[MAX_FUZZ_WORDS * 16];
    size_t length = 0;
    for (int i = 0; i < number; i++) {
        if (i && word_order(&words[i - 1], &words[i]) == 0) continue;
        size_t letters_of = strlen((const char *)words[i].letters) + 1;
        memcpy(text + length, words[i].letters, letters_of);
        length += letters_of;
    }
    uint32_t *nodes;
    size_t bad;
    require(wg_build(text, length, &nodes, count, &bad) == WG_OK, "building a graph");
    return nodes;
}

static void damage(uint8_t *bytes, size_t size) {
    for (uint32_t times = 1 + roll(6); times; times--) {
        size_t at = roll((uint32_t)size);
        if (roll(2)) bytes[at] ^= (uint8_t)(1u << roll(8));
        else bytes[at] = (uint8_t)roll(256);
    }
}

static void random_rules(Rules *rules, const Graph *graph, const Anagrams *anagrams) {
    uint8_t points[MAX_LETTERS], letter[SQUARES], word[SQUARES];
    int32_t bonus[MAX_RACK + 1] = {0};
    int highest = roll(3) ? 10 : (int)roll(MAX_POINTS + 1), factor = roll(8) ? 3 : MAX_FACTOR;
    for (int i = 0; i < MAX_LETTERS; i++) points[i] = (uint8_t)roll((uint32_t)highest + 1);
    for (int at = 0; at < SQUARES; at++) {
        letter[at] = (uint8_t)(roll(4) ? 1 : 1 + roll((uint32_t)factor));
        word[at] = (uint8_t)(roll(6) ? 1 : 1 + roll((uint32_t)factor));
    }
    for (int i = 5; i <= MAX_RACK; i++) bonus[i] = (int32_t)roll(roll(8) ? 100 : MAX_BONUS + 1);
    const char *error = rules_set(rules, graph, anagrams, points, letter, word, bonus, 1 + (int)roll(MAX_RACK));
    require(error == NULL, "setting rules");
}

static void random_cells(uint8_t *cells, int letters) {
    uint32_t density = roll(3) ? 1 + roll(12) : 0;
    for (int at = 0; at < SQUARES; at++) {
        cells[at] = roll(16) < density ? (uint8_t)(1 + roll((uint32_t)letters)) : 0;
        if (cells[at] && !roll(10)) cells[at] |= BLANK_FLAG;
    }
}

static void same_tables(const Board *board, const Board *fresh) {
    require(board->tiles == fresh->tiles, "number of tiles");
    require(!memcmp(board->cell, fresh->cell, sizeof board->cell), "cells");
    require(!memcmp(board->cross, fresh->cross, sizeof board->cross), "cross sets");
    require(!memcmp(board->cross_points, fresh->cross_points, sizeof board->cross_points), "cross points");
    require(!memcmp(board->run_count, fresh->run_count, sizeof board->run_count), "number of runs");
    for (int direction = ACROSS; direction <= DOWN; direction++) {
        for (int line = 0; line < SIZE; line++) {
            for (int i = 0; i < board->run_count[direction][line]; i++) {
                const Run *a = &board->runs[direction][line][i], *b = &fresh->runs[direction][line][i];
                require(a->first == b->first && a->last == b->last && a->points == b->points && a->letters == b->letters &&
                            a->node == b->node,
                        "runs");
            }
        }
    }
}

static int same_play(const Play *a, const Play *b) {
    return a->points == b->points && a->direction == b->direction && a->line == b->line && a->first == b->first &&
           a->count == b->count && a->placed == b->placed && !memcmp(a->tiles, b->tiles, a->count);
}

static void check_score(const Board *board, const Play *play, int is_sound) {
    Score score;
    require(score_play(board, play->direction, play->line, play->first, play->count, play->tiles, &score), "a play fits");
    int total = score.main + score.bonus, valid = score.is_word;
    for (int i = 0; i < score.cross_count; i++) {
        total += score.crosses[i].points;
        valid &= score.crosses[i].is_word;
    }
    require(total == play->points && score.placed == play->placed, "points of a play");
    require(valid || !is_sound, "words of a play");
}

/* Placements of the whole rack; all holds every placement, best first. */
static void search_whole_rack(const Board *board, const Rack *rack, int is_sound, const PlayList *all) {
    PlayList whole = {0};
    require(tops_whole(board, rack, 0, &whole), "memory for plays of the whole rack");
    int32_t best = -1;
    size_t ties = 0;
    for (size_t i = 0; i < all->count && all->plays[i].points >= best; i++) {
        if (all->plays[i].placed < rack->size) continue;
        best = all->plays[i].points;
        require(!is_sound || (ties < whole.count && same_play(&whole.plays[ties], &all->plays[i])), "plays of the whole rack");
        ties++;
    }
    require(!is_sound || whole.count == ties, "number of plays of the whole rack");
    play_list_free(&whole);
}

/* One tile exchanged for one of some letters: as good as the best of the racks that this can give. */
static void search_exchanged(const Board *board, const Rack *rack, int is_sound) {
    if (rack->size == 0 || rack->size == MAX_RACK || !board->rules->fit_lanes) return;
    Choice choice = {0};
    int32_t best = 0;
    PlayList plain = {0};
    require(tops(board, rack, &plain), "memory for the rack as it is");
    if (plain.count) best = plain.plays[0].points;
    play_list_free(&plain);
    for (int times = 1 + (int)roll(3); times; times--) {
        int letter = 1 + (int)roll((uint32_t)board->rules->graph->letters);
        choice.real |= letter_bit(letter);
        for (int given = 0; given <= board->rules->graph->letters; given++) {
            if (!rack->count[given]) continue;
            PlayList alone = {0};
            Rack with = *rack;
            if (--with.count[given] == 0) with.letters &= ~letter_bit(given);
            with.count[letter]++;
            with.letters |= letter_bit(letter);
            require(tops(board, &with, &alone), "memory for an exchange");
            if (alone.count && alone.plays[0].points > best) best = alone.plays[0].points;
            play_list_free(&alone);
        }
    }
    PlayList chosen = {0};
    require(tops_exchanged(board, rack, &choice, 0, &chosen), "memory for a choice");
    require(!is_sound || (chosen.count ? chosen.plays[0].points : 0) == best, "the best of a choice");
    require(tops_exchanged(board, rack, &choice, best + 1, &chosen), "memory for a choice");
    require(!is_sound || !chosen.count, "nothing above the best of a choice");
    choice.blank = ~choice.real & graph_every_letter(board->rules->graph);
    require(tops_exchanged(board, rack, &choice, 0, &chosen), "memory for a choice with a blank");
    play_list_free(&chosen);
}

static void search(const Board *board, const Rack *rack, int is_sound, PlayList *all) {
    PlayList best = {0};
    all->count = 0;
    require(generate(board, rack, all) && play_list_sort(all, board->rules), "memory for plays");
    require(tops(board, rack, &best), "memory for tops");
    search_whole_rack(board, rack, is_sound, all);
    search_exchanged(board, rack, is_sound);
    count_only(board, rack, all);
    interrupt(board, rack);
    if (!roll(10)) starve(board, rack);
    for (size_t i = 1; i < all->count; i++) require(all->plays[i - 1].points >= all->plays[i].points, "plays from the best down");
    for (size_t i = 0; i < all->count && i < 40; i++) check_score(board, &all->plays[i], is_sound);
    size_t ties = 0;
    while (ties < all->count && all->plays[ties].points == all->plays[0].points) ties++;
    if (is_sound) {
        require(best.count == ties, "number of tops");
        for (size_t i = 0; i < ties; i++) require(same_play(&best.plays[i], &all->plays[i]), "tops");
    }
    play_list_free(&best);
}

/* A square on the board or near it, or any number at all. */
static int any_number(void) {
    static const int edges[] = {INT_MIN, INT_MIN + 1, INT_MAX - SIZE, INT_MAX - 1, INT_MAX};
    return roll(4) ? (int)roll(20) - 2 : roll(2) ? edges[roll(5)] : (int)(roll(UINT32_MAX) ^ (uint32_t)INT_MIN);
}

static void random_play(const Board *board) { /* any bytes at all */
    uint8_t tiles[SIZE];
    Score score;
    for (int i = 0; i < SIZE; i++) tiles[i] = (uint8_t)((1 + roll((uint32_t)board->rules->graph->letters)) | (roll(5) ? 0 : BLANK_FLAG));
    score_play(board, (int)roll(2), any_number(), any_number(), (int)roll(SIZE + 1), tiles, &score);
}

static void on_boards(const Rules *rules, int letters, int is_sound) {
    uint8_t cells[SQUARES];
    random_cells(cells, letters);
    Board board, fresh;
    PlayList all = {0};
    board_set(&board, rules, cells);
    for (int round = 0; round < 6; round++) {
        uint8_t tiles[MAX_RACK];
        int size = (int)roll(is_sound || letters < 8 ? MAX_RACK + 1 : 6), blanks = 0;
        for (int i = 0; i < size; i++) {
            int is_blank = blanks < (is_sound && letters < 8 ? 3 : 1) && !roll(8);
            blanks += is_blank;
            tiles[i] = is_blank ? 0 : (uint8_t)(1 + roll((uint32_t)letters));
        }
        Rack rack;
        rack_set(&rack, tiles, size);
        search(&board, &rack, is_sound, &all);
        random_play(&board);
        if (all.count == 0) continue;
        const Play *play = &all.plays[roll((uint32_t)all.count)];
        board_place(&board, play->direction, play->line, play->first, play->count, play->tiles);
        board_set(&fresh, rules, board.cell[ACROSS]);
        same_tables(&board, &fresh);
    }
    play_list_free(&all);
}

static void whole_game(const Rules *rules, int letters) {
    GameRules game = {.rules = rules, .rack_size = 1 + (int)roll(7), .bag_size = (int)roll(60)};
    for (int i = 0; i < game.bag_size; i++) game.bag[i] = (uint8_t)roll(8) ? (uint8_t)(1 + roll((uint32_t)letters)) : 0;
    game.vowels = 1 | (LetterSet)roll(1u << 30);
    game.consonants = 1 | (~game.vowels & graph_every_letter(rules->graph));
    GameResult result;
    uint64_t seed = roll(1000);
    PlayList list = {0};
    require(game_play(&game, &seed, &list, &result), "memory for a game");
    play_list_free(&list);
    require(result.rounds >= 0 && result.points >= 0, "a game");
}

/* Let each allocation of loading fail in turn. */
static void starve_loading(const uint8_t *bytes, size_t count, int letters) {
    for (int before = 0, was_short = 1; was_short; before++) {
        Graph graph;
        Anagrams anagrams = {0};
        allocations_left = before;
        const char *error = graph_load(&graph, bytes, count, letters);
        if (error == NULL) error = anagrams_build(&anagrams, &graph);
        was_short = allocations_left < 0;
        allocations_left = -1;
        require((error == graph_no_memory) == was_short, "no memory is told, and nothing else");
        anagrams_free(&anagrams);
        graph_free(&graph);
    }
}

static int one_lexicon(void) {
    static const int alphabets[] = {1, 2, 3, 5, 5, 7, 20, 31, 32, 62};
    int letters = alphabets[roll(10)], is_sound = (int)roll(2);
    size_t count;
    uint32_t *nodes = random_graph(letters, &count);
    if (!is_sound && !roll(4)) count = 1 + roll((uint32_t)count);
    uint8_t *bytes = malloc(4 * count); /* of the exact size, so that one byte too far is seen */
    require(bytes != NULL, "memory");
    memcpy(bytes, nodes, 4 * count);
    free(nodes);
    if (!is_sound) damage(bytes, 4 * count);
    Graph graph;
    Anagrams anagrams = {0};
    if (!roll(10)) starve_loading(bytes, count, letters);
    const char *error = graph_load(&graph, bytes, count, letters);
    free(bytes);
    if (error == NULL) error = anagrams_build(&anagrams, &graph);
    require(error == NULL || !is_sound, "loading a sound graph");
    if (error == NULL) {
        Rules rules;
        random_rules(&rules, &graph, &anagrams);
        for (int i = 0; i < 4; i++) on_boards(&rules, letters, is_sound);
        if (is_sound && letters < 8) whole_game(&rules, letters);
    }
    anagrams_free(&anagrams);
    graph_free(&graph);
    return error == NULL;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    time_t end = time(NULL) + atoi(argv[1]);
    dice = strtoull(argv[2], NULL, 10);
    int lexicons = 0, loaded = 0;
    do {
        loaded += one_lexicon();
        lexicons++;
    } while (time(NULL) < end);
    printf("%d lexicons, %d of them sound enough to search\n", lexicons, loaded);
    return 0;
}
