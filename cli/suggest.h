/* suggest.h - the name nearest to what was typed. */
#ifndef HUSK_CLI_SUGGEST_H
#define HUSK_CLI_SUGGEST_H

#include <stddef.h>

typedef struct suggestion {
    const char *typed;
    size_t len;
    const char *best; /* NULL: nothing is close */
    unsigned distance;
} suggestion;

suggestion suggestion_for(const char *typed, size_t len);

/* Keep `name` if it is closer than the best so far. */
void suggestion_consider(suggestion *s, const char *name);

#endif
