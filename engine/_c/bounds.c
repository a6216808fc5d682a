#include "bounds.h"

/* Points of the best tile of the hand for a square; -1 when none fits. */
static int best_fit(const Hand *hand, LetterSet fits) {
    for (int i = 0; i < hand->size; i++) {
        int letter = hand->tile[i];
        if (letter ? fits >> letter & 1 : (fits & hand->every_letter) != 0) return hand->values[1 << i][0];
    }
    return -1;
}

void squares_set(Square *squares, const Board *board, const Hand *hand, int direction, int line) {
    const Rules *rules = board->rules;
    for (int at = 0; at < SIZE; at++) {
        int place = line * SIZE + at, points = board->cross_points[direction][place];
        Square *square = &squares[at];
        if (board->cell[direction][place]) continue;
        square->fits = board->cross[direction][place];
        square->letter_factor = rules->letter_factor[direction][place];
        square->word_factor = rules->word_factor[direction][place];
        square->cross_weight = square->cross_points = 0;
        square->cap = hand->values[hand->all][0];
        if (points == NO_CROSS) continue;
        square->cross_weight = (int16_t)(square->letter_factor * square->word_factor);
        square->cross_points = (int16_t)(points * square->word_factor);
        square->cap = (int16_t)best_fit(hand, square->fits);
    }
}

/* Sums over the squares in the order of filling, for the number of tiles so far. */
typedef struct {
    int main, crosses, factor;
    int16_t factors[LANES], mains[LANES], cross_sums[LANES];
    const Square *squares[LANES];
} Sums;

/* Add an empty square and the board's tiles after it; 0 when no tile fits. */
static inline int add_square(Span *span, Sums *sums, const Square *squares, int at) {
    const Square *square = &squares[at];
    int step = span->steps;
    if (square->cap < 0) return 0;
    span->at[step] = (uint8_t)at;
    span->fits[step] = square->fits;
    sums->squares[step] = square;
    sums->factor *= square->word_factor;
    sums->crosses += square->cross_points;
    sums->factors[step] = (int16_t)sums->factor;
    sums->cross_sums[step] = (int16_t)sums->crosses;
    span->steps++;
    return 1;
}

/* Squares after the hook, as far as tiles and board allow. */
static inline void extend_right(Span *span, Sums *sums, const Board *board, const Square *squares, const Hand *hand, int limit) {
    const Hook *hook = span->hook;
    const uint8_t *cell = board->cell[hook->direction] + hook->line * SIZE;
    const Run *run = hook->run;
    for (int at = hook->last + 1; at <= hook->right && span->steps < limit; at++) {
        int step = span->steps;
        if (!add_square(span, sums, squares, at)) return;
        if (at + 1 < SIZE && cell[at + 1]) {
            run++; /* only words from a run meet another */
            sums->main += run->points;
            if (step < hand->size) span->letters += run->letters;
            at = run->last;
        }
        span->last[step] = (uint8_t)at;
        sums->mains[step] = (int16_t)sums->main;
    }
}

/* Weights, their suffixes in descending order and the best that each suffix can add. */
static inline void weigh(Span *span, const Sums *sums, const Rules *rules, int limit) {
    Lanes factors = lanes_load(sums->factors);
    int fewest = span->left_steps > 0 ? span->left_steps - 1 : 0, most = limit < span->steps ? limit : span->steps;
    Lanes possible = lanes_beyond(fewest) & ~lanes_beyond(most);
    Lanes base = lanes_load(sums->mains) * factors + lanes_load(sums->cross_sums) + lanes_load(rules->lane_bonus);
    span->base = lanes_select(possible, base, lanes_all(DEAD_LANE));
    span->caps[span->steps] = span->sorted[span->steps][0] = lanes_all(0);
    for (int step = span->steps - 1; step >= 0; step--) {
        const Square *square = sums->squares[step];
        Lanes weight = (lanes_all(square->letter_factor) * factors + lanes_all(square->cross_weight)) & lanes_beyond(step);
        span->weight[step] = weight;
        span->caps[step] = span->caps[step + 1] + lanes_all(square->cap) * weight;
        int count = span->steps - step - 1;
        for (int i = 0; i < count; i++) {
            Lanes other = span->sorted[step + 1][i];
            span->sorted[step][i] = lanes_max(weight, other);
            weight = lanes_min(weight, other);
        }
        span->sorted[step][count] = weight;
    }
}

int span_set(Span *span, const Board *board, const Square *squares, const Hand *hand, const Hook *hook, int usable, int first, int limit) {
    Sums sums = {.factor = 1, .main = hook->run == NULL ? 0 : hook->run->points};
    span->hook = hook;
    span->letters = hook->run == NULL ? 0 : hook->run->letters;
    span->first = first;
    span->usable = usable;
    span->steps = 0;
    int start = hook->run == NULL ? hook->first : hook->first - 1;
    if (start - first + 1 > limit) return 0;
    for (int at = start; at >= first; at--) {
        if (!add_square(span, &sums, squares, at)) return 0;
        span->last[span->steps - 1] = hook->last;
        sums.mains[span->steps - 1] = (int16_t)sums.main;
    }
    span->left_steps = span->steps;
    extend_right(span, &sums, board, squares, hand, limit);
    if (span->steps == 0) return 0;
    weigh(span, &sums, board->rules, limit);
    return 1;
}
