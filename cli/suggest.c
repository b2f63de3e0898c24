/* suggest.c - the name nearest to what was typed.
 * Edit distance where a swap of adjacent letters counts as one ("fromat"); a prefix of a name ("--out") counts as one
 * too. Cost: the product of the lengths. Limits: names longer than MAX_NAME are not considered. */
#include "suggest.h"

#include <string.h>

#define MAX_NAME 40

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

static unsigned edit_distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned rows[3][MAX_NAME + 1];
    unsigned *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++)
        above[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned differs = a[i - 1] != b[j - 1];
            row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + differs);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < row[j])
                row[j] = before[j - 2] + 1;
        }
        unsigned *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[m];
}

suggestion suggestion_for(const char *typed, size_t len)
{
    /* One error in three letters, two up to seven, three beyond: more would suggest unrelated words. */
    unsigned allowed = len <= 3 ? 1 : len <= 7 ? 2 : 3;
    return (suggestion){ .typed = typed, .len = len, .best = NULL, .distance = allowed + 1 };
}

void suggestion_consider(suggestion *s, const char *name)
{
    size_t len = strlen(name);
    if (s->len == 0 || s->len > MAX_NAME || len > MAX_NAME)
        return;
    unsigned distance = edit_distance(s->typed, s->len, name, len);
    if (s->len >= 2 && s->len < len && memcmp(s->typed, name, s->len) == 0)
        distance = 1;
    if (distance < s->distance) {
        s->best = name;
        s->distance = distance;
    }
}
