#include "search.h"

void search_record(Search *search, int placed, int points) {
    const Span *span = &search->span;
    if (points > search->best) {
        search->best = points;
        search->list->count = 0;
    }
    Play *play = play_list_next(search->list);
    if (play == NULL) return;
    play->points = points;
    play->direction = span->hook->direction;
    play->line = span->hook->line;
    play->first = (uint8_t)span->first;
    play->count = (uint8_t)(span->last[placed - 1] - span->first + 1);
    play->placed = (uint8_t)placed;
    memcpy(play->tiles, search->tiles + span->first, SIZE);
    search->list->count++;
}

int search_at(Search *search, const Hook *hook, int first) {
    Span *span = &search->span;
    const Hand *hand = &search->hand;
    int usable = hook->run == NULL ? hand->all : hand_among(hand, hand->all, graph_below(search->graph, hook->run->node));
    int tiles = subset_size(usable), limit = search->limit < tiles ? search->limit : tiles;
    const Square *squares = search->squares[hook->direction] + hook->line * SIZE;
    if (!span_set(span, search->board, squares, hand, hook, usable, first, limit)) return 0;
    /* one tile that makes words both ways is one placement: it is written across */
    if (hook->direction == DOWN && squares[span->at[0]].cross_weight) span->base[0] = DEAD_LANE;
    return 1;
}
