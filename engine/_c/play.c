#include "play.h"

#include <stdlib.h>
#include <string.h>

void play_list_free(PlayList *list) {
    free(list->plays);
    *list = (PlayList){0};
}

int play_list_grow(PlayList *list) {
    size_t room = list->room ? 4 * list->room : 1024;
    if (room > MAX_PLAYS) room = MAX_PLAYS;
    Play *plays = room > list->room ? realloc(list->plays, room * sizeof *plays) : NULL;
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

typedef struct {
    uint32_t key, index;
} Entry;

#define LETTER_BITS 7
#define FIRST_LETTERS 3
#define DIGIT_BITS 11
#define DIGITS (1 << DIGIT_BITS)

/* The first three letters, in order. */
static uint32_t letters_key(const Rules *rules, const Play *play) {
    uint32_t key = 0;
    for (int i = 0; i < FIRST_LETTERS; i++) key = key << LETTER_BITS | (i < play->count ? rules->order[play->tiles[i]] : 0u);
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

/* Sort entries by key, equal ones as they stand; entries has room for twice as many. Returns where they are then. */
static Entry *radix_sort(Entry *entries, Entry *other, size_t count) {
    for (int shift = 0; shift < 32; shift += DIGIT_BITS) {
        radix_pass(entries, other, count, shift);
        Entry *swap = entries;
        entries = other;
        other = swap;
    }
    return entries;
}

static int full_order(const Rules *rules, const Play *left, const Play *right) {
    return left->points != right->points ? (left->points > right->points ? -1 : 1) : play_order(rules, left, right);
}

/* Let a play sink below all that come after it, in the heap of count plays whose last in order is on top. */
static void sink(const Rules *rules, Play *plays, size_t count, size_t at) {
    Play play = plays[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && full_order(rules, &plays[child], &plays[child + 1]) < 0) child++;
        if (full_order(rules, &play, &plays[child]) >= 0) break;
        plays[at] = plays[child];
    }
    plays[at] = play;
}

/* For many plays with equal keys, as racks of blanks have: takes no memory, and no time that grows with the square. */
static void heap_sort(const Rules *rules, Play *plays, size_t count) {
    for (size_t at = count / 2; at-- > 0;) sink(rules, plays, count, at);
    for (size_t last = count; last-- > 1;) {
        Play play = plays[last];
        plays[last] = plays[0];
        plays[0] = play;
        sink(rules, plays, last, 0);
    }
}

static void insertion_sort(const Rules *rules, Play *plays, size_t count) {
    for (size_t i = 1; i < count; i++) {
        Play play = plays[i];
        size_t at = i;
        for (; at > 0 && full_order(rules, &play, &plays[at - 1]) < 0; at--) plays[at] = plays[at - 1];
        plays[at] = play;
    }
}

/* Entries of the plays by points from the best down, then by their first letters. Plays with equal keys follow each
 * other: equal points at least. */
static Entry *sort_entries(const Rules *rules, const Play *plays, size_t count, Entry *entries) {
    int32_t best = plays[0].points, least = best;
    for (size_t i = 1; i < count; i++) {
        best = plays[i].points > best ? plays[i].points : best;
        least = plays[i].points < least ? plays[i].points : least;
    }
    int fits = best - least < DIGITS; /* points and letters in one key; so in every game that is played */
    for (size_t i = 0; i < count; i++) {
        uint32_t points = fits ? (uint32_t)(best - plays[i].points) << FIRST_LETTERS * LETTER_BITS : 0;
        entries[i] = (Entry){points | letters_key(rules, &plays[i]), (uint32_t)i};
    }
    Entry *sorted = radix_sort(entries, entries + count, count);
    if (fits) return sorted;
    for (size_t i = 0; i < count; i++) sorted[i].key = (uint32_t)(best - plays[sorted[i].index].points);
    return radix_sort(sorted, sorted == entries ? entries + count : entries, count);
}

#define FEW 24         /* plays that insertion sorts faster than any keys */
#define MANY_EQUAL 100 /* plays with equal keys that it sorts more slowly than a heap */
#define BETWEEN_LOOKS 4096

int play_list_sort(PlayList *list, const Rules *rules) {
    size_t count = list->count;
    if (list->failed) return 0;
    if (count <= FEW) {
        if (count > 1) insertion_sort(rules, list->plays, count);
        return 1;
    }
    Entry *entries = malloc(2 * count * sizeof *entries);
    Play *sorted = malloc(count * sizeof *sorted);
    if (entries == NULL || sorted == NULL) {
        free(entries);
        free(sorted);
        list->failed = 1;
        return 0;
    }
    const Entry *order = sort_entries(rules, list->plays, count, entries);
    size_t same = 0; /* where plays with the last key begin */
    for (size_t i = 0; i < count; i++) {
        sorted[i] = list->plays[order[i].index];
        if (i % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 && !play_list_goes_on(list)) break;
        if (i + 1 < count && order[i + 1].key == order[i].key) continue;
        size_t equal = i + 1 - same;
        if (equal > MANY_EQUAL) heap_sort(rules, sorted + same, equal);
        else insertion_sort(rules, sorted + same, equal);
        same = i + 1;
    }
    free(entries);
    free(list->plays);
    list->plays = sorted;
    list->room = count;
    return !list->failed;
}
