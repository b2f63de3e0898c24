/* scan.h - find the next byte that ends a text or a value, and note what was passed. */
#ifndef HUSK_HTML_SCAN_H
#define HUSK_HTML_SCAN_H

#include "base/vectors.h"

/* What a run of text contains that must be decoded. */
enum { NOTE_AMPERSAND = 1, NOTE_NUL = 2, NOTE_EMPTY_END = 4 /* "</>", which is neither text nor a tag */ };

/* The first `c` in [p, end), or `end`; adds to *notes what was passed. Reads up to 32 bytes after `end`. */
typedef const char *(*scan_function)(const char *p, const char *end, char c, unsigned *notes);

/* The widest that this processor supports. */
scan_function scan_choose(void);

/* Each one separately, for tests; NULL if the processor or the build lacks it. */
scan_function scan_avx2(void);
const char *scan_sixteen(const char *p, const char *end, char c, unsigned *notes);

/* The notes for the bytes of `v` selected by `m`. */
static inline unsigned notes_of(vec v, uint64_t m)
{
    uint64_t nul = vec_mask(vec_is(v, 0)) & m;
    uint64_t ampersand = vec_mask(vec_is(v, '&')) & m;
    return (nul ? NOTE_NUL : 0u) | (ampersand ? NOTE_AMPERSAND : 0u);
}

/* Like a scan_function, with the first sixteen bytes inline: most texts and values end there. */
static inline const char *scan(scan_function longer, const char *p, const char *end, char c, unsigned *notes)
{
    vec v = vec_load(p);
    uint64_t found = vec_mask(vec_is(v, c));
    uint64_t special = vec_mask(vec_or(vec_is(v, '&'), vec_is(v, 0)));
    if (found) {
        if (special & mask_before(found))
            *notes |= notes_of(v, mask_before(found));
        p += mask_first(found);
        return p < end ? p : end;
    }
    if (special)
        *notes |= notes_of(v, ~(uint64_t)0);
    return p + 16 < end ? longer(p + 16, end, c, notes) : end;
}

#endif
