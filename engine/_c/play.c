#include "play.h"

#include <stdlib.h>
#include <string.h>

void play_list_free(PlayList *list) {
    free(list->plays);
    *list = (PlayList){0};
}

int play_list_grow(PlayList *list) {
    size_t room = list->room ? 4 * list->room : 1024;
    Play *plays = room <= MAX_PLAYS ? realloc(list->plays, room * sizeof *plays) : NULL;
    if (plays == NULL) {
        list->failed = 1;
        return 0;
    }
    list->plays = plays;
    list->room = room;
    return 1;
}

int play_order(const Rules *rules, const Play *left, const Play *right) {
    int common = left->count < right->count ? left->count : right->count;
    for (int i = 0; i < common; i++) {
        if (left->tiles[i] != right->tiles[i]) return rules->order[left->tiles[i]] - rules->order[right->tiles[i]];
    }
    if (left->count != right->count) return left->count - right->count;
    if (play_row(left) != play_row(right)) return play_row(left) - play_row(right);
    if (play_col(left) != play_col(right)) return play_col(left) - play_col(right);
    return left->direction - right->direction;
}

/* Points from the best down, then the first three letters. */
typedef struct {
    uint32_t key, index;
} Entry;

#define LETTER_BITS 7
#define DIGIT_BITS 11
#define DIGITS (1 << DIGIT_BITS)

static uint32_t sort_key(const Rules *rules, const Play *play, int32_t best) {
    /* points that no game has share the last place; full_order sets them right */
    uint32_t key = best - play->points < DIGITS ? (uint32_t)(best - play->points) : DIGITS - 1;
    for (int i = 0; i < 3; i++) key = key << LETTER_BITS | (i < play->count ? rules->order[play->tiles[i]] : 0u);
    return key;
}

static void radix_pass(const Entry *from, Entry *to, size_t count, int shift) {
    uint32_t start[DIGITS] = {0};
    for (size_t i = 0; i < count; i++) start[from[i].key >> shift & (DIGITS - 1)]++;
    uint32_t sum = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        uint32_t here = start[digit];
        start[digit] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++) to[start[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
}

static int full_order(const Rules *rules, const Play *left, const Play *right) {
    return left->points != right->points ? (left->points > right->points ? -1 : 1) : play_order(rules, left, right);
}

/* Plays with equal keys: few as a rule. */
static void insertion_sort(const Rules *rules, Play *plays, size_t count) {
    for (size_t i = 1; i < count; i++) {
        Play play = plays[i];
        size_t at = i;
        for (; at > 0 && full_order(rules, &play, &plays[at - 1]) < 0; at--) plays[at] = plays[at - 1];
        plays[at] = play;
    }
}

#define FEW 24 /* plays that insertion sorts faster */

int play_list_sort(PlayList *list, size_t first, const Rules *rules) {
    size_t count = list->count - first;
    Play *plays = list->plays + first;
    if (count <= FEW) {
        if (count > 1) insertion_sort(rules, plays, count);
        return 1;
    }
    Entry *entries = count < UINT32_MAX ? malloc(2 * count * sizeof *entries) : NULL;
    Play *sorted = malloc(list->room * sizeof *sorted);
    if (entries == NULL || sorted == NULL) {
        free(entries);
        free(sorted);
        return 0;
    }
    int32_t best = 0;
    for (size_t i = 0; i < count; i++) best = plays[i].points > best ? plays[i].points : best;
    for (size_t i = 0; i < count; i++) entries[i] = (Entry){sort_key(rules, &plays[i], best), (uint32_t)i};
    Entry *from = entries, *to = entries + count;
    for (int shift = 0; shift < 32; shift += DIGIT_BITS) {
        radix_pass(from, to, count, shift);
        Entry *swap = from;
        from = to;
        to = swap;
    }
    memcpy(sorted, list->plays, first * sizeof *sorted);
    size_t same = 0; /* where plays with the last key begin */
    for (size_t i = 0; i < count; i++) {
        sorted[first + i] = plays[from[i].index];
        if (i + 1 < count && from[i + 1].key == from[i].key) continue;
        insertion_sort(rules, sorted + first + same, i + 1 - same);
        same = i + 1;
    }
    free(entries);
    free(list->plays);
    list->plays = sorted;
    return 1;
}
