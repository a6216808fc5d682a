#include "wordgraph_build.h"

#include <stdlib.h>
#include <string.h>

/* ---- the register: every list of siblings is stored once ---- */

typedef struct {
    uint32_t *nodes; /* the graph itself, growing; lists are never changed once stored */
    size_t count, room;
    uint32_t *slots; /* open addressing: index of a list's first node, 0 for free */
    size_t used, mask;
} graph;

typedef struct {
    uint32_t arcs[WG_MAX_LETTERS + 1];
    unsigned count;
} level; /* siblings still open: the arcs that leave one prefix */

static uint64_t hash_list(const uint32_t *list, size_t length) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ list[i]) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    return hash;
}

static size_t list_length(const uint32_t *list) {
    size_t length = 1;
    while (!(list[length - 1] & WG_LAST)) length++;
    return length;
}

static int grow_slots(graph *g) {
    size_t mask = g->mask * 2 + 1;
    uint32_t *slots = calloc(mask + 1, sizeof *slots);
    if (!slots) return 0;
    for (size_t i = 0; i <= g->mask; i++) {
        if (!g->slots[i]) continue;
        const uint32_t *list = g->nodes + g->slots[i];
        size_t at = hash_list(list, list_length(list)) & mask;
        while (slots[at]) at = (at + 1) & mask;
        slots[at] = g->slots[i];
    }
    free(g->slots);
    g->slots = slots;
    g->mask = mask;
    return 1;
}

/* Store the list unless an equal one is there; its index, or 0 for an empty list. */
static wg_status close_level(graph *g, level *l, uint32_t *index) {
    *index = 0;
    if (!l->count) return WG_OK;
    size_t length = l->count, bytes = length * sizeof *l->arcs;
    l->count = 0;
    l->arcs[length - 1] |= WG_LAST;
    size_t at = hash_list(l->arcs, length) & g->mask;
    for (; g->slots[at]; at = (at + 1) & g->mask) {
        const uint32_t *list = g->nodes + g->slots[at];
        /* an equal first part cannot hide a longer list: the last-sibling bit is part of the node */
        if (g->slots[at] + length <= g->count && !memcmp(list, l->arcs, bytes)) {
            *index = g->slots[at];
            return WG_OK;
        }
    }
    if (g->count + length > WG_MAX_NODES) return WG_TOO_LARGE;
    if (g->count + length > g->room) {
        size_t room = g->room * 2;
        uint32_t *nodes = realloc(g->nodes, room * sizeof *nodes);
        if (!nodes) return WG_NO_MEMORY;
        g->nodes = nodes;
        g->room = room;
    }
    memcpy(g->nodes + g->count, l->arcs, bytes);
    g->slots[at] = *index = (uint32_t)g->count;
    g->count += length;
    if (++g->used * 2 > g->mask && !grow_slots(g)) return WG_NO_MEMORY;
    return WG_OK;
}

static void open_arc(level *l, unsigned tile) { l->arcs[l->count++] = (uint32_t)tile << 24; }

/* ---- prefixes: what the GADDAG is made of ----
 *
 * The GADDAG string of a word CARE split after CA is AC@RE, and what may follow AC@ is what may follow CA in the DAWG. So the GADDAG is
 * the graph of all *reversed prefixes*, with a separator arc from each to the list that the DAWG has for it already. */

typedef struct {
    uint64_t high, low; /* the reversed prefix, one byte a tile, padded with 0: compares as text */
    uint32_t children;  /* the DAWG's list after this prefix */
    uint32_t accepts;   /* whether the prefix is a word */
} prefix;

static unsigned prefix_tile(const prefix *p, unsigned at) {
    return (unsigned)((at < 8 ? p->high >> (56 - 8 * at) : p->low >> (120 - 8 * at)) & 0xFF);
}

static int compare_prefixes(const void *left, const void *right) {
    const prefix *a = left, *b = right;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return (a->low > b->low) - (a->low < b->low);
}

static prefix reversed(const uint8_t *word, unsigned length, uint32_t children, uint32_t accepts) {
    prefix p = {0, 0, children, accepts};
    for (unsigned i = 0; i < length; i++) {
        uint64_t tile = word[length - 1 - i];
        if (i < 8)
            p.high |= tile << (56 - 8 * i);
        else
            p.low |= tile << (120 - 8 * i);
    }
    return p;
}

/* ---- the two passes ---- */

/* Read the word at *words, at most *left* bytes with its 0; its length, or 0 when it is no word. */
static unsigned word_length(const uint8_t *words, size_t left) {
    unsigned length = 0;
    while (length < left && length <= WG_MAX_WORD && words[length]) {
        if (words[length] > WG_MAX_LETTERS) return 0;
        length++;
    }
    return length >= 2 && length <= WG_MAX_WORD && length < left ? length : 0;
}

static unsigned common(const uint8_t *a, unsigned a_length, const uint8_t *b, unsigned b_length) {
    unsigned i = 0;
    while (i < a_length && i < b_length && a[i] == b[i]) i++;
    return i;
}

/* Check the words and count their distinct prefixes, so that one allocation is enough. */
static wg_status count_prefixes(const uint8_t *words, size_t length, size_t *prefixes, size_t *bad) {
    const uint8_t *last = words;
    unsigned last_length = 0;
    *prefixes = 0;
    for (size_t at = 0; at < length;) {
        *bad = at;
        const uint8_t *word = words + at;
        unsigned n = word_length(word, length - at);
        if (!n) return WG_BAD_WORD;
        unsigned same = common(last, last_length, word, n);
        if (same == n || (same < last_length && last[same] > word[same])) return WG_NOT_SORTED;
        *prefixes += n - same;
        last = word;
        last_length = n;
        at += n + 1;
    }
    return WG_OK;
}

static wg_status build_dawg(graph *g, const uint8_t *words, size_t length, prefix *prefixes, uint32_t *root) {
    level levels[WG_MAX_WORD + 1];
    for (unsigned i = 0; i <= WG_MAX_WORD; i++) levels[i].count = 0;
    const uint8_t *last = words;
    unsigned depth = 0; /* length of the last word: levels above it are empty */
    wg_status status;
    for (size_t at = 0; at <= length;) {
        const uint8_t *word = words + at;
        unsigned n = at < length ? word_length(word, length - at) : 0;
        unsigned same = common(last, depth, word, n);
        for (; depth > same; depth--) {
            uint32_t children;
            if ((status = close_level(g, &levels[depth], &children))) return status;
            uint32_t *arc = &levels[depth - 1].arcs[levels[depth - 1].count - 1];
            *arc |= wg_arc(children);
            *prefixes++ = reversed(last, depth, children, *arc & WG_ACCEPTS);
        }
        if (at == length) break;
        for (; depth < n; depth++) open_arc(&levels[depth], word[depth]);
        levels[n - 1].arcs[levels[n - 1].count - 1] |= WG_ACCEPTS;
        last = word;
        at += n + 1;
    }
    return close_level(g, &levels[0], root);
}

static wg_status build_gaddag(graph *g, const prefix *prefixes, size_t count, uint32_t *root) {
    level levels[WG_MAX_WORD + 1];
    for (unsigned i = 0; i <= WG_MAX_WORD; i++) levels[i].count = 0;
    unsigned depth = 0;
    wg_status status;
    for (size_t i = 0; i <= count; i++) {
        unsigned n = 0, same = 0;
        if (i < count) {
            while (n < WG_MAX_WORD && prefix_tile(&prefixes[i], n)) n++;
            if (i > 0)
                while (same < depth && prefix_tile(&prefixes[i], same) == prefix_tile(&prefixes[i - 1], same)) same++;
        }
        for (; depth > same; depth--) {
            uint32_t children;
            if ((status = close_level(g, &levels[depth], &children))) return status;
            levels[depth - 1].arcs[levels[depth - 1].count - 1] |= wg_arc(children);
        }
        if (i == count) break;
        for (; depth < n; depth++) open_arc(&levels[depth], prefix_tile(&prefixes[i], depth));
        levels[n - 1].arcs[levels[n - 1].count - 1] |= prefixes[i].accepts;
        if (prefixes[i].children) levels[n].arcs[levels[n].count++] = wg_arc(prefixes[i].children); /* tile 0: the separator */
    }
    return close_level(g, &levels[0], root);
}

wg_status wg_build(const uint8_t *words, size_t length, uint32_t **nodes, size_t *count, size_t *bad) {
    size_t prefix_count;
    wg_status status = count_prefixes(words, length, &prefix_count, bad);
    if (status) return status;
    graph g = {.count = 2, .room = 1 << 12, .mask = (1 << 12) - 1};
    g.nodes = malloc(g.room * sizeof *g.nodes);
    g.slots = calloc(g.mask + 1, sizeof *g.slots);
    prefix *prefixes = malloc((prefix_count + 1) * sizeof *prefixes);
    if (!g.nodes || !g.slots || !prefixes) {
        status = WG_NO_MEMORY;
    } else {
        uint32_t dawg = 0, gaddag = 0;
        status = build_dawg(&g, words, length, prefixes, &dawg);
        if (!status) {
            qsort(prefixes, prefix_count, sizeof *prefixes, compare_prefixes);
            status = build_gaddag(&g, prefixes, prefix_count, &gaddag);
        }
        g.nodes[0] = WG_LAST | wg_arc(dawg);
        g.nodes[1] = WG_LAST | wg_arc(gaddag);
    }
    free(prefixes);
    free(g.slots);
    if (status) {
        free(g.nodes);
        return status;
    }
    *nodes = g.nodes;
    *count = g.count;
    return WG_OK;
}

/* ---- checking ---- */

typedef struct {
    const uint32_t *nodes;
    uint8_t *height[2]; /* longest path from a list, 0 unknown; [0] in the DAWG, [1] in the GADDAG */
    uint32_t *words;    /* words below a list of the DAWG, saturated */
    size_t bad;
} checker;

/* Longest path from a list, separator not counted; 0 for the empty list, -1 (bad set) when over *budget* or a separator is misplaced.
 * A cycle is met as a path that is too long, so this always ends. */
static int measure(checker *c, uint32_t list, int gaddag, int budget, wg_status *status) {
    if (!list) return 0;
    int longest = c->height[gaddag][list];
    if (longest && longest <= budget) return longest;
    c->bad = list;
    if (longest || budget <= 0) {
        *status = WG_TOO_DEEP;
        return -1;
    }
    uint64_t words = 0;
    for (uint32_t i = list;; i++) {
        uint32_t node = c->nodes[i], child = wg_child(node);
        int separator = !wg_tile(node);
        if (separator && (!gaddag || (node & WG_ACCEPTS) || !child)) {
            c->bad = i;
            *status = WG_BAD_TILE;
            return -1;
        }
        int below = measure(c, child, gaddag && !separator, separator ? budget : budget - 1, status);
        if (below < 0) return -1;
        if (below + !separator > longest) longest = below + !separator;
        if (!gaddag) words += !!(node & WG_ACCEPTS) + (child ? (uint64_t)c->words[child] : 0);
        if (node & WG_LAST) break;
    }
    c->height[gaddag][list] = (uint8_t)longest;
    if (!gaddag) c->words[list] = words > UINT32_MAX ? UINT32_MAX : (uint32_t)words;
    return longest;
}

static wg_status check_nodes(const uint32_t *nodes, size_t count, size_t first, unsigned letters, size_t *bad) {
    for (size_t i = first; i < count; i++) {
        unsigned tile = wg_tile(nodes[i]);
        uint32_t child = wg_child(nodes[i]);
        *bad = i;
        if (tile > letters) return WG_BAD_TILE;
        if (child >= count || (child && child < first)) return WG_BAD_ARC;
        if (nodes[i] & WG_LAST) continue;
        if (i + 1 == count || wg_tile(nodes[i + 1]) <= tile) return WG_BAD_RUN;
    }
    return WG_OK;
}

wg_status wg_check(const uint32_t *nodes, size_t count, unsigned letters, int gaddag, uint32_t *words, size_t *bad) {
    size_t first = gaddag ? 2 : 1;
    *bad = 0;
    if (count < first || count > WG_MAX_NODES) return WG_BAD_SIZE;
    for (size_t i = 0; i < first; i++) {
        *bad = i;
        uint32_t root = wg_child(nodes[i]);
        if (wg_tile(nodes[i])) return WG_BAD_TILE;
        if (root >= count || (root && root < first)) return WG_BAD_ARC;
    }
    wg_status status = check_nodes(nodes, count, first, letters, bad);
    if (status) return status;
    checker c = {.nodes = nodes};
    uint8_t *heights = calloc(2 * count, 1);
    c.words = calloc(count, sizeof *c.words);
    if (!heights || !c.words) {
        status = WG_NO_MEMORY;
    } else {
        c.height[0] = heights;
        c.height[1] = heights + count;
        uint32_t root = wg_child(nodes[0]);
        if (measure(&c, root, 0, WG_MAX_WORD, &status) >= 0 && gaddag)
            measure(&c, wg_child(nodes[1]), 1, WG_MAX_WORD, &status);
        *words = c.words[root];
        *bad = c.bad;
    }
    free(heights);
    free(c.words);
    return status;
}

/* ---- listing ---- */

wg_status wg_words(const uint32_t *nodes, size_t limit, uint8_t **text, size_t *length) {
    size_t room = 1 << 16, used = 0;
    uint8_t *out = malloc(room), word[WG_MAX_WORD];
    uint32_t path[WG_MAX_WORD];
    int depth = 0;
    if (!out) return WG_NO_MEMORY;
    path[0] = wg_child(nodes[0]);
    if (!path[0]) depth = -1;
    while (depth >= 0) {
        uint32_t node = nodes[path[depth]], child = wg_child(node);
        word[depth] = (uint8_t)wg_tile(node);
        if (node & WG_ACCEPTS) {
            size_t n = (size_t)depth + 1;
            if (used + n + 1 > limit) {
                free(out);
                return WG_TOO_LARGE;
            }
            if (used + n + 1 > room) {
                uint8_t *more = realloc(out, room * 2);
                if (!more) {
                    free(out);
                    return WG_NO_MEMORY;
                }
                out = more;
                room *= 2;
            }
            memcpy(out + used, word, n);
            out[used + n] = 0;
            used += n + 1;
        }
        if (child) {
            path[++depth] = child;
            continue;
        }
        while (depth >= 0 && (nodes[path[depth]] & WG_LAST)) depth--;
        if (depth >= 0) path[depth]++;
    }
    *text = out;
    *length = used;
    return WG_OK;
}
