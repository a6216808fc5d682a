#include "tops.h"

int tops(const Board *board, const Rack *rack, PlayList *list) {
    PlayList all = {0};
    int done = generate(board, rack, &all) && play_list_sort(&all, board->rules);
    for (size_t i = 0; done && i < all.count && all.plays[i].points == all.plays[0].points; i++) {
        Play *play = play_list_next(list);
        if (play == NULL) done = 0;
        else *play = all.plays[i], list->count++;
    }
    play_list_free(&all);
    return done;
}
