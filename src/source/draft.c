/* draft.c - the page being built by a source: its bytes, its names, and why it failed.
 * Every reader fills the same draft, so that a page has the same form wherever it comes from. Limits: those of its
 * buffers. */
#include "base/escape.h"
#include "base/limits.h"
#include "source/source.h"

void draft_reset(draft *d)
{
    buffer *all[] = { d->bytes, &d->id, &d->url, &d->charset, &d->reason, &d->provenance, &d->validators };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buffer_trim(all[i], SIZE_MAX);
    d->start = d->len = 0;
    d->url_is_assumed = d->is_text = false;
    d->date = 0;
    d->status = HUSK_OK;
}

void draft_text(buffer *into, slice text)
{
    buffer_clear(into);
    size_t len = text.len < HUSK_MAX_URL_BYTES ? text.len : HUSK_MAX_URL_BYTES;
    buffer_append(into, text.data, len ? strnlen(text.data, len) : 0);
    buffer_byte(into, 0);
}

void draft_fail(draft *d, husk_status status, const char *name, const char *why)
{
    d->status = status;
    if (status != HUSK_LIMIT)
        d->len = 0;
    buffer_clear(&d->reason);
    size_t len = strnlen(name, HUSK_MAX_URL_BYTES);
    if (d->id.len <= len || memcmp(d->id.data, name, len) != 0) {
        buffer_append(&d->reason, name, len);
        buffer_text(&d->reason, ": ");
    }
    buffer_text(&d->reason, why);
}

void draft_trace_key(draft *d, const char *name)
{
    if (d->is_traced)
        buffer_format(&d->provenance, "%s\"%s\":", d->provenance.len ? "," : "{", name);
}

void draft_trace(draft *d, const char *name, slice value)
{
    draft_trace_key(d, name);
    if (d->is_traced)
        json_string(&d->provenance, value);
}

void draft_trace_number(draft *d, const char *name, uint64_t value)
{
    draft_trace_key(d, name);
    if (d->is_traced)
        buffer_format(&d->provenance, "%llu", (unsigned long long)value);
}

size_t draft_pad(draft *d)
{
    enum { PADDING = 64 }; /* required by husk_raw */
    size_t end = d->start + d->len, need = end + PADDING;
    if (d->len == 0 || need > d->bytes->cap ||
        (need > d->bytes->len && !buffer_reserve(d->bytes, need - d->bytes->len)))
        return 0;
    memset(d->bytes->data + end, 0, PADDING);
    return PADDING;
}

husk_status draft_memory(const draft *d)
{
    const buffer *all[] = { d->bytes, &d->id, &d->url, &d->charset, &d->reason, &d->provenance, &d->validators };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->status == HUSK_NO_MEMORY)
            return HUSK_NO_MEMORY;
    return HUSK_OK;
}
