/* Lets whoever asked for a long search stop it, for Ctrl-C. */
#ifndef TOPTABLE_WATCH_H
#define TOPTABLE_WATCH_H

typedef struct {
    int (*stop)(void *context); /* asked in the outer loops of long searches; not 0 to stop */
    void *context;
} Watch;

/* Blanks in hand up to which a search is over in a few milliseconds, so that it asks nobody. */
#define QUICK_BLANKS 2

#endif
