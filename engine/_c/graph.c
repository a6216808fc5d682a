#include "graph.h"

#include <stdlib.h>
#include <string.h>

const char graph_no_memory[] = "not enough memory for the word graph";

#define NODE_LAST 0x400000u
#define NODE_ACCEPTS 0x800000u
#define MAX_NODES (1u << 24)

static uint32_t kwg_node(const uint8_t *bytes, size_t index) {
    const uint8_t *at = bytes + 4 * index;
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static int node_tile(uint32_t node) { return (int)(node >> 24 & 0x3f); }
static size_t node_child(uint32_t node) { return (node & 0x3fffff) | (node >> 8 & 0xc00000); }

/* Length of the run of siblings from index, 0 when it is damaged. */
static size_t run_length(const uint8_t *bytes, size_t count, size_t index, int letters) {
    int before = -1;
    for (size_t at = index; at < count; at++) {
        uint32_t node = kwg_node(bytes, at);
        int tile = node_tile(node);
        if (tile <= before || tile > letters) return 0;
        if (node & NODE_LAST) return at - index + 1;
        before = tile;
    }
    return 0;
}

static void put_set(Graph *graph, uint32_t at, LetterSet set) {
    graph->cells[at] = (uint32_t)set;
    if (graph->wide) graph->cells[at + 1] = (uint32_t)(set >> 32);
}

/* Give every run that can be reached its place, the roots first, then level by level: what every search visits lies
 * together. place[i] is 0 for the others. Returns an error or NULL. */
static const char *assign_places(Graph *graph, const uint8_t *bytes, size_t count, uint32_t *place, uint32_t *queue) {
    uint32_t header = graph->wide ? 6 : 3;
    size_t size = header, queued = 0; /* node 0: no letters */
    for (size_t at = 0; at < 2 || at - 2 < queued; at++) {
        size_t first = at < 2 ? at : queue[at - 2], length = at < 2 ? 1 : run_length(bytes, count, first, graph->letters);
        if (length == 0) return "siblings of the word graph are out of order";
        for (size_t i = first; i < first + length; i++) {
            size_t child = node_child(kwg_node(bytes, i));
            if (child >= count) return "an arc of the word graph leads outside it";
            if (child == 0 || place[child]) continue;
            size_t children = run_length(bytes, count, child, graph->letters);
            if (children == 0) return "siblings of the word graph are out of order";
            if (size > UINT32_MAX - header - children) return "the word graph is too large";
            place[child] = (uint32_t)size;
            size += header + children;
            queue[queued++] = (uint32_t)child;
        }
    }
    graph->size = size;
    return NULL;
}

/* The letters below the children, as far as these are known: a child stored later might lead back here in a damaged
 * graph, and counts as leading to every letter. The builder stores children first. */
static LetterSet below_children(const Graph *graph, const uint8_t *bytes, size_t first, size_t length, const uint32_t *place) {
    LetterSet below = 0;
    for (size_t i = first; i < first + length; i++) {
        size_t child = node_child(kwg_node(bytes, i));
        if (child != 0) below |= child < first ? graph_below(graph, place[child]) : graph_every_letter(graph);
    }
    return below;
}

static void fill_cells(Graph *graph, const uint8_t *bytes, size_t count, const uint32_t *place) {
    uint32_t header = graph->wide ? 6 : 3;
    for (size_t i = 1; i < count; i++) {
        if (!place[i]) continue;
        LetterSet letters = 0, accepts = 0;
        uint32_t at = place[i] + header;
        for (size_t sibling = i;; sibling++) {
            uint32_t node = kwg_node(bytes, sibling);
            letters |= letter_bit(node_tile(node));
            if (node & NODE_ACCEPTS) accepts |= letter_bit(node_tile(node));
            graph->cells[at++] = place[node_child(node)];
            if (node & NODE_LAST) break;
        }
        put_set(graph, place[i], letters);
        put_set(graph, place[i] + header / 3, accepts & ~letter_bit(SEPARATOR));
        LetterSet below = letters | below_children(graph, bytes, i, at - place[i] - header, place);
        put_set(graph, place[i] + 2 * header / 3, below & ~letter_bit(SEPARATOR));
    }
}

const char *graph_load(Graph *graph, const uint8_t *bytes, size_t count, int letters) {
    *graph = (Graph){.letters = letters, .wide = letters > 31};
    if (letters < 1 || letters > MAX_LETTERS) return "a word graph has 1 to 62 letters";
    if (count < 2 || count > MAX_NODES) return "a word graph has 2 to 16777216 nodes";
    uint32_t *place = calloc(2 * count, sizeof *place); /* and the queue */
    uint8_t *copy = malloc(4 * count); /* what is checked must be what is read, whoever else may write to the bytes */
    if (place == NULL || copy == NULL) {
        free(place);
        free(copy);
        return graph_no_memory;
    }
    memcpy(copy, bytes, 4 * count);
    const char *error = assign_places(graph, copy, count, place, place + count);
    if (error == NULL) {
        graph->cells = calloc(graph->size, sizeof *graph->cells);
        if (graph->cells == NULL) error = graph_no_memory;
    }
    if (error == NULL) {
        fill_cells(graph, copy, count, place);
        graph->dawg = place[node_child(kwg_node(copy, 0))];
        graph->gaddag = place[node_child(kwg_node(copy, 1))];
        /* no word has one letter, whatever a damaged file says */
        put_set(graph, graph->dawg + (graph->wide ? 2 : 1), 0);
        put_set(graph, graph->gaddag + (graph->wide ? 2 : 1), 0);
    }
    free(place);
    free(copy);
    return error;
}

void graph_free(Graph *graph) {
    free(graph->cells);
    *graph = (Graph){0};
}

int graph_has_word(const Graph *graph, const uint8_t *word, int count) {
    uint32_t node = graph->dawg;
    for (int i = 0; i < count - 1; i++) node = graph_follow(graph, node, word[i]);
    return count > 0 && (graph_accepts(graph, node) >> word[count - 1] & 1);
}
