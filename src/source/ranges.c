/* ranges.c - a file on a web server, read piece by piece by range requests. */
#include "source/fetch.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "source/http_message.h"

void ranges_open(ranges *r, const char *url, uint64_t at, uint64_t len)
{
    r->url = url;
    r->at = at;
    r->end = len < UINT64_MAX - at ? at + len : UINT64_MAX;
    r->piece.cap = RANGES_PIECE + 1;
    buffer_clear(&r->piece);
    r->taken = 0;
}

/* "bytes 0-99/1234": the first byte, and the length of the file if it is known. */
static bool content_range(slice head, uint64_t *first, uint64_t *whole)
{
    slice name, value, part;
    *whole = UINT64_MAX;
    while (head_field(&head, &name, &value))
        if (slice_is_nocase(name, "content-range") && slice_starts_nocase(value, "bytes ")) {
            value = slice_from(value, 6);
            bool is_good = part_next(&value, '-', &part) && head_number(part, first) && part_next(&value, '/', &part);
            head_number(value, whole);
            return is_good;
        }
    return false;
}

static bool fail(ranges *r, const char *why)
{
    snprintf(r->why, sizeof r->why, "%s", why);
    return false;
}

/* A server that knows no ranges sends the whole file, which may fit. */
static bool piece_take(ranges *r, const fetch_answer *a)
{
    uint64_t first, whole;
    char why[40];
    bool to_end = r->end == UINT64_MAX, is_read = a->status == HUSK_OK;
    if (a->status != HUSK_OK && a->status != HUSK_LIMIT)
        return fail(r, a->reason);
    if (a->http_status == 206 && is_read && content_range((slice){ a->head.data, a->head.len }, &first, &whole) &&
        first == r->at) {
        r->at += r->piece.len;
        r->end = r->piece.len == 0 ? r->at : r->end < whole ? r->end : whole;
        return true;
    }
    bool is_past_end = a->http_status == 416 && to_end, is_whole = a->http_status == 200 && r->at == 0 && is_read;
    if (is_past_end)
        buffer_clear(&r->piece);
    if (is_past_end || is_whole) {
        r->end = r->at;
        return true;
    }
    snprintf(why, sizeof why, "HTTP status %u", a->http_status);
    return fail(r, a->http_status == 200 || a->http_status == 206 ? "the server does not send parts of files" : why);
}

static bool piece_fetch(ranges *r)
{
    char range[48];
    fetch *last = NULL;
    uint64_t left = r->end - r->at;
    size_t want = left < RANGES_PIECE ? (size_t)left : RANGES_PIECE;
    snprintf(range, sizeof range, "%llu-%llu", (unsigned long long)r->at, (unsigned long long)(r->at + want - 1));
    buffer_clear(&r->piece);
    r->taken = 0;
    if (r->fetcher == NULL)
        r->fetcher = fetcher_new(r->options);
    const fetch_answer *a =
        r->fetcher ? fetcher_page(r->fetcher, r->url, range, &r->piece, want, &last) : NULL;
    bool taken = a ? piece_take(r, a) : fail(r, husk_status_text(HUSK_NO_MEMORY));
    if (r->fetcher)
        fetcher_drop(r->fetcher, last);
    return taken;
}

size_t ranges_read(void *context, char *out, size_t room, const char **why)
{
    ranges *r = context;
    if (r->taken == r->piece.len && r->at < r->end && !piece_fetch(r)) {
        *why = r->why;
        return 0;
    }
    size_t left = r->piece.len - r->taken, n = left < room ? left : room;
    if (n)
        memcpy(out, r->piece.data + r->taken, n);
    r->taken += n;
    return n;
}

void ranges_free(ranges *r)
{
    fetcher_free(r->fetcher);
    buffer_free(&r->piece);
    *r = (ranges){ 0 };
}
