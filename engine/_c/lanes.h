/* Eight small numbers at once: what a placement of 1, 2, … 8 tiles counts. */
#ifndef TOPTABLE_LANES_H
#define TOPTABLE_LANES_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#define LANES 8

/* Lane k - 1 belongs to placements of k tiles. The vector extension of gcc and clang: one register on a PC and on a
 * Pi. */
typedef int16_t Lanes __attribute__((vector_size(2 * LANES)));

#define DEAD_LANE (-32768)    /* a number of tiles that is out of the question */
#define MAX_LANE_POINTS 30000 /* scores above would overflow a lane */

static inline Lanes lanes_all(int value) {
    int16_t v = (int16_t)value;
    return (Lanes){v, v, v, v, v, v, v, v};
}

static inline Lanes lanes_load(const int16_t *values) {
    Lanes lanes;
    memcpy(&lanes, values, sizeof lanes);
    return lanes;
}

static inline int lanes_any(Lanes mask) {
    uint64_t halves[2];
    memcpy(halves, &mask, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

static inline Lanes lanes_select(Lanes mask, Lanes yes, Lanes no) { return (mask & yes) | (~mask & no); }

#if defined(__SSE2__)
static inline Lanes lanes_max(Lanes a, Lanes b) { return (Lanes)_mm_max_epi16((__m128i)a, (__m128i)b); }
static inline Lanes lanes_min(Lanes a, Lanes b) { return (Lanes)_mm_min_epi16((__m128i)a, (__m128i)b); }
#elif defined(__ARM_NEON)
static inline Lanes lanes_max(Lanes a, Lanes b) { return (Lanes)vmaxq_s16((int16x8_t)a, (int16x8_t)b); }
static inline Lanes lanes_min(Lanes a, Lanes b) { return (Lanes)vminq_s16((int16x8_t)a, (int16x8_t)b); }
#else
static inline Lanes lanes_max(Lanes a, Lanes b) { return lanes_select(a > b, a, b); }
static inline Lanes lanes_min(Lanes a, Lanes b) { return lanes_select(a < b, a, b); }
#endif

/* Lanes for more than so many tiles: all ones there, zero elsewhere. */
static inline Lanes lanes_beyond(int tiles) {
    static const int16_t table[2 * LANES] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
    return lanes_load(table + LANES - tiles);
}

static inline int lanes_highest(Lanes lanes) {
    int16_t values[LANES];
    memcpy(values, &lanes, sizeof values);
    int highest = values[0];
    for (int i = 1; i < LANES; i++) highest = values[i] > highest ? values[i] : highest;
    return highest;
}

#endif
