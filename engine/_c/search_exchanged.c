/* The search of the whole rack, for a hand with a tile that is chosen. */
#define WITH_CHOICE 1
#define search_whole search_exchanged
#include "search_whole.c"
