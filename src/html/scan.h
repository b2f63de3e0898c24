/* scan.h - find the next byte that ends a text or a value, sixteen bytes at a time, and note what was passed. */
#ifndef HUSK_HTML_SCAN_H
#define HUSK_HTML_SCAN_H

#include "base/vectors.h"

/* What a run of text contains that must be decoded. */
enum { NOTE_AMPERSAND = 1, NOTE_NUL = 2, NOTE_EMPTY_END = 4 /* "</>", which is neither text nor a tag */ };

/* The notes for the bytes of `v` selected by `m`. */
static inline unsigned notes_of(vec v, uint64_t m)
{
    uint64_t nul = vec_mask(vec_is(v, 0)) & m;
    uint64_t ampersand = vec_mask(vec_is(v, '&')) & m;
    return (nul ? NOTE_NUL : 0u) | (ampersand ? NOTE_AMPERSAND : 0u);
}

/* The first `c` in [p, end), or `end`; adds to *notes what was passed, and perhaps a NUL after the end, which costs a
 * decoding and changes nothing. Reads up to 16 bytes after `end`. */
static inline const char *scan(const char *p, const char *end, char c, unsigned *notes)
{
    for (; p < end; p += 16) {
        vec v = vec_load(p);
        uint64_t found = vec_mask(vec_is(v, c));
        uint64_t special = vec_mask(vec_or(vec_is(v, '&'), vec_is(v, 0)));
        uint64_t passed = mask_before(found); /* all, if there is none */
        if (special & passed)
            *notes |= notes_of(v, passed);
        if (found) {
            p += mask_first(found);
            break;
        }
    }
    return p < end ? p : end;
}

#endif
