/* The search of less than the whole rack, for a hand with a tile that is chosen. */
#define WITH_CHOICE 1
#define search_part search_choice
#include "search_part.c"
