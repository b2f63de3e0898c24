/* jsonl.c - read pages from JSON Lines, with yyjson.
 * The line is read into the page's buffer and parsed in place, so a page is a slice of its line and is not copied.
 * Cost: one pass to find the end of the line, one to parse. Limits: HUSK_MAX_LINE_BYTES per line, and
 * HUSK_MAX_LINE_VALUES for its values, by a capped allocator: a line of brackets makes sixteen bytes of values from
 * two bytes of text. */
#include "source/formats.h"

#include <stdlib.h>
#include <yyjson.h>

#include "base/escape.h"

typedef struct capped {
    size_t used, max;
    bool is_out; /* out of memory, not at the cap */
} capped;

static void *capped_realloc(void *context, void *old, size_t old_size, size_t size)
{
    capped *c = context;
    if (size > old_size && size - old_size > c->max - c->used)
        return NULL;
    void *p = realloc(old, size ? size : 1);
    if (p)
        c->used = c->used - old_size + size;
    else
        c->is_out = true;
    return p;
}

static void *capped_malloc(void *context, size_t size)
{
    return capped_realloc(context, NULL, 0, size);
}

static void capped_free(void *context, void *p)
{
    (void)context; /* one parse, one allocation: nothing to count back */
    free(p);
}

void jsonl_open(jsonl *j, reader *r, const char *name, const jsonl_keys *keys)
{
    *j = (jsonl){ .reader = r, .name = name, .keys = keys };
    const char *data;
    if (reader_peek(r, 3, &data) >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0)
        reader_take(r, 3);
}

static void name_line(const jsonl *j, draft *d)
{
    buffer_clear(&d->id);
    buffer_format(&d->id, "%s:%llu%c", j->name, (unsigned long long)j->line, 0);
}

static husk_status line_fail(const jsonl *j, draft *d, husk_status status, const char *why, size_t at)
{
    draft_fail(d, status, j->name, "");
    d->len = 0;
    buffer_format(&d->reason, "line %llu: %s", (unsigned long long)j->line, why);
    if (at)
        buffer_format(&d->reason, " at byte %zu of the line", at);
    return HUSK_OK;
}

static slice string_of(yyjson_val *object, const char *key)
{
    yyjson_val *value = yyjson_obj_get(object, key);
    return yyjson_is_str(value) ? (slice){ yyjson_get_str(value), yyjson_get_len(value) } : (slice){ 0 };
}

static void id_set(draft *d, yyjson_val *object, const char *key, slice url)
{
    yyjson_val *id = yyjson_obj_get(object, key);
    if (yyjson_is_str(id) && yyjson_get_len(id)) {
        draft_text(&d->id, string_of(object, key));
    } else if (yyjson_is_int(id)) {
        buffer_clear(&d->id);
        if (yyjson_is_uint(id))
            buffer_format(&d->id, "%llu%c", (unsigned long long)yyjson_get_uint(id), 0);
        else
            buffer_format(&d->id, "%lld%c", (long long)yyjson_get_sint(id), 0);
    } else if (url.len) {
        draft_text(&d->id, url);
    }
}

/* The members that are not the page's own. False: out of memory. */
static bool fields_trace(draft *d, yyjson_val *object, const jsonl_keys *keys)
{
    yyjson_obj_iter rest = yyjson_obj_iter_with(object);
    bool is_first = true, ok = true;
    draft_trace_key(d, "fields");
    buffer_byte(&d->provenance, '{');
    for (yyjson_val *key; ok && (key = yyjson_obj_iter_next(&rest)) != NULL;) {
        slice name = { yyjson_get_str(key), yyjson_get_len(key) };
        if (slice_is(name, keys->html) || slice_is(name, keys->text) || slice_is(name, keys->url) ||
            slice_is(name, keys->id))
            continue;
        size_t len = 0;
        char *value = yyjson_val_write(yyjson_obj_iter_get_val(key), YYJSON_WRITE_ALLOW_INVALID_UNICODE, &len);
        ok = value != NULL;
        json_string_after(&d->provenance, is_first ? "" : ",", name);
        buffer_byte(&d->provenance, ':');
        if (ok && utf8_valid_len(value, len) == len)
            buffer_append(&d->provenance, value, len);
        else
            buffer_text(&d->provenance, "null");
        free(value);
        is_first = false;
    }
    buffer_byte(&d->provenance, '}');
    return ok;
}

static husk_status object_take(const jsonl *j, draft *d, yyjson_val *object)
{
    if (!yyjson_is_obj(object))
        return line_fail(j, d, HUSK_BAD_FILE, "not a JSON object", 0);
    const jsonl_keys *keys = j->keys;
    slice url = string_of(object, keys->url), page = string_of(object, keys->html);
    if (url.len <= HUSK_MAX_URL_BYTES && url.len)
        draft_text(&d->url, url);
    id_set(d, object, keys->id, url);
    draft_trace_number(d, "line", j->line);
    if (d->is_traced && !fields_trace(d, object, keys))
        return HUSK_NO_MEMORY;
    d->is_text = page.data == NULL;
    if (d->is_text)
        page = string_of(object, keys->text);
    if (page.data == NULL) {
        line_fail(j, d, HUSK_BAD_FILE, "", 0);
        buffer_format(&d->reason, "no \"%.100s\" and no \"%.100s\"", keys->html, keys->text);
        return HUSK_OK;
    }
    draft_text(&d->charset, SLICE("utf-8"));
    d->start = (size_t)(page.data - d->bytes->data);
    d->len = page.len;
    if (d->len > d->max_bytes) {
        line_fail(j, d, HUSK_LIMIT, "larger than the size limit", 0);
        d->len = d->max_bytes;
    }
    return HUSK_OK;
}

/* An unpaired surrogate, left by programs that truncate strings, becomes U+FFFD: one character must not cost a page. */
static void surrogates_mend(char *text, size_t len)
{
    for (const char *slash; (slash = memchr(text, '\\', len)) != NULL;) {
        size_t at = (size_t)(slash - text), taken = 2;
        int32_t unit = escaped_unit((slice){ text, len }, at), next = escaped_unit((slice){ text, len }, at + 6);
        if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000)
            taken = 12;
        else if (unit >= 0xd800 && unit < 0xe000)
            memcpy(text + at + 2, "fffd", 4); /* NOLINT(bugprone-not-null-terminated-result): inside the text */
        if (at + taken > len)
            return;
        text += at + taken;
        len -= at + taken;
    }
}

static husk_status line_parse(const jsonl *j, draft *d)
{
    buffer *line = d->bytes;
    size_t len = line->len;
    if (!buffer_reserve(line, YYJSON_PADDING_SIZE))
        return HUSK_NO_MEMORY;
    memset(line->data + len, 0, YYJSON_PADDING_SIZE);
    surrogates_mend(line->data, len);
    capped cap = { .max = HUSK_MAX_LINE_VALUES };
    yyjson_alc allocator = { capped_malloc, capped_realloc, capped_free, &cap };
    yyjson_read_err error;
    yyjson_doc *doc =
        yyjson_read_opts(line->data, len, YYJSON_READ_INSITU | YYJSON_READ_ALLOW_INVALID_UNICODE, &allocator, &error);
    if (doc == NULL && cap.is_out)
        return HUSK_NO_MEMORY;
    if (doc == NULL && error.code == YYJSON_READ_ERROR_MEMORY_ALLOCATION)
        return line_fail(j, d, HUSK_BAD_FILE, "too many JSON values", 0);
    if (doc == NULL)
        return line_fail(j, d, HUSK_BAD_FILE, error.msg, error.pos);
    husk_status status = object_take(j, d, yyjson_doc_get_root(doc));
    yyjson_doc_free(doc);
    return status;
}

/* The file itself is damaged: reported once, after its last complete line. */
static husk_status reader_fail(jsonl *j, draft *d)
{
    j->ended = true;
    if (j->reader->fault == READER_NO_MEMORY)
        return HUSK_NO_MEMORY;
    name_line(j, d);
    line_fail(j, d, reader_status(j->reader), "", 0);
    reader_explain(j->reader, "", &d->reason);
    return HUSK_OK;
}

husk_status jsonl_next(jsonl *j, draft *d)
{
    while (!j->ended) {
        bool too_long;
        draft_reset(d);
        j->line++;
        line_end ended = reader_line(j->reader, HUSK_MAX_LINE_BYTES, d->bytes, &too_long);
        /* A line truncated by damage is not a line; the reader may already know of damage beyond this one. */
        if (ended != LINE_NEWLINE && j->reader->fault != READER_FINE && j->reader->fault != READER_TRAILING)
            return reader_fail(j, d);
        if (ended == LINE_NONE)
            break;
        if (d->bytes->status != HUSK_OK)
            return HUSK_NO_MEMORY;
        name_line(j, d);
        if (too_long)
            return line_fail(j, d, HUSK_BAD_FILE, "the line is longer than 48 MiB", 0);
        if (leading_space((slice){ d->bytes->data, d->bytes->len }) < d->bytes->len)
            return line_parse(j, d);
    }
    return HUSK_END;
}
