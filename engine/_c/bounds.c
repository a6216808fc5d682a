#include "bounds.h"

/* The highest points that a tile of the hand counts on a square; -1 when none fits. */
static int best_fit(const Rules *rules, const Hand *hand, LetterSet fits) {
    for (int i = 0; i < hand->size; i++) {
        int letter = hand->tile[i];
        if (letter ? fits >> letter & 1 : fits != 0) return tile_points(rules, letter);
    }
    return -1;
}

/* Sums over the squares in the order of filling, for the number of tiles so far. */
typedef struct {
    int main, crosses, factor;
    int16_t letter_factor[LANES], cross_weight[LANES], cap[LANES];
    int16_t factors[LANES], mains[LANES], cross_sums[LANES];
} Sums;

/* Add the empty square at; 0 when no tile fits. */
static int add_square(Span *span, Sums *sums, const Board *board, const Hand *hand, int at) {
    int direction = span->hook->direction, square = span->hook->line * SIZE + at, step = span->steps;
    const Rules *rules = board->rules;
    LetterSet fits = board->cross[direction][square];
    int cap = best_fit(rules, hand, fits);
    if (cap < 0) return 0;
    int letter_factor = rules->letter_factor[direction][square], word_factor = rules->word_factor[direction][square];
    int points = board->cross_points[direction][square];
    span->at[step] = span->last[step] = (uint8_t)at;
    span->fits[step] = fits;
    sums->letter_factor[step] = (int16_t)letter_factor;
    sums->cross_weight[step] = points == NO_CROSS ? 0 : (int16_t)(letter_factor * word_factor);
    sums->cap[step] = (int16_t)cap;
    sums->factor *= word_factor;
    if (points != NO_CROSS) sums->crosses += points * word_factor;
    span->steps++;
    return 1;
}

static void end_square(const Span *span, Sums *sums) {
    int step = span->steps - 1;
    sums->factors[step] = (int16_t)sums->factor;
    sums->mains[step] = (int16_t)sums->main;
    sums->cross_sums[step] = (int16_t)sums->crosses;
}

/* Squares after the hook, as far as tiles and board allow. */
static void extend_right(Span *span, Sums *sums, const Board *board, const Hand *hand, int limit) {
    const Hook *hook = span->hook;
    const uint8_t *cell = board->cell[hook->direction] + hook->line * SIZE;
    const Run *run = hook->run == NULL ? NULL : hook->run + 1;
    for (int at = hook->last + 1; at <= hook->right && span->steps < limit; at++) {
        if (!add_square(span, sums, board, hand, at)) return;
        if (at + 1 < SIZE && cell[at + 1]) {
            while (run->first != at + 1) run++;
            sums->main += run->points;
            if (span->steps <= hand->size) span->letters += run->letters;
            at = span->last[span->steps - 1] = run->last;
        }
        end_square(span, sums);
    }
}

/* Weights, their suffixes in descending order and the best that each suffix can add. */
static void weigh(Span *span, const Sums *sums, const Rules *rules) {
    Lanes factors = lanes_load(sums->factors), possible = lanes_beyond(span->left_steps - 1) & ~lanes_beyond(span->steps);
    Lanes bonus = lanes_load(rules->lane_bonus);
    Lanes base = lanes_load(sums->mains) * factors + lanes_load(sums->cross_sums) + bonus;
    span->base = lanes_select(possible, base, lanes_all(DEAD_LANE));
    span->caps[span->steps] = lanes_all(0);
    for (int step = span->steps - 1; step >= 0; step--) {
        Lanes weight = (lanes_all(sums->letter_factor[step]) * factors + lanes_all(sums->cross_weight[step])) & lanes_beyond(step);
        span->weight[step] = weight;
        span->caps[step] = span->caps[step + 1] + lanes_all(sums->cap[step]) * weight;
        int count = span->steps - step - 1;
        for (int i = 0; i < count; i++) {
            Lanes other = span->sorted[step + 1][i];
            span->sorted[step][i] = lanes_max(weight, other);
            weight = lanes_min(weight, other);
        }
        span->sorted[step][count] = weight;
    }
    span->sorted[span->steps][0] = lanes_all(0);
}

int span_set(Span *span, const Board *board, const Hand *hand, const Hook *hook, int first, int limit) {
    Sums sums = {.factor = 1, .main = hook->run == NULL ? 0 : hook->run->points};
    span->hook = hook;
    span->letters = hook->run == NULL ? 0 : hook->run->letters;
    span->first = first;
    span->steps = 0;
    int start = hook->run == NULL ? hook->first : hook->first - 1;
    if (start - first + 1 > limit) return 0;
    for (int at = start; at >= first; at--) {
        if (!add_square(span, &sums, board, hand, at)) return 0;
        end_square(span, &sums);
        span->last[span->steps - 1] = hook->last;
    }
    span->left_steps = span->steps;
    extend_right(span, &sums, board, hand, limit);
    if (span->steps == 0) return 0;
    weigh(span, &sums, board->rules);
    return 1;
}
