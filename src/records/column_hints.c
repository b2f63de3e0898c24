/* column_hints.c - what a page says of its values besides where they are.
 * The page's title, its <meta>, microdata and JSON-LD repeat what it is about; the site model knows which places are
 * template; and a text or a path that is on the page many times is that of a menu or a list. Cost: linear, with a
 * search of each short value in at most MAX_SAID bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "records/column_names.h"
#include "store/tally.h"

/* Bytes of the page's <meta> that values are searched in, and of the values searched. */
#define MAX_SAID 2048
#define LEAST_SAID 3

/* The place of nothing that was judged. */
#define AREA_UNKNOWN 128

typedef struct hint_finder {
    husk_page *page;
    const located_value *values;
    const model_host *host;
    column_page *out;
    slice title;
    buffer said;       /* the contents of <meta>, each on a line */
    hash_map texts;    /* how many values have this text, and this path */
    hash_map declared; /* strings of JSON-LD */
} hint_finder;

static uint8_t area_of(const model_host *host, uint64_t path)
{
    model_count wanted = { path, 0 };
    _Static_assert(offsetof(model_area, hash) == 0 && offsetof(model_count, hash) == 0, "both start with the hash");
    const model_area *area =
        host->n_areas ? bsearch(&wanted, host->areas, host->n_areas, sizeof *host->areas, by_hash_order) : NULL;
    return area ? (uint8_t)area->score : AREA_UNKNOWN;
}

static bool contains(slice whole, slice part)
{
    return part.len >= LEAST_SAID && part.len <= whole.len && memmem(whole.data, whole.len, part.data, part.len);
}

/* The strings of a script with JSON-LD, as they are written: those with escapes are left out. */
static bool add_strings(hint_finder *f, slice text)
{
    bool done = true;
    for (size_t at = 0, end; at < text.len && done; at = end + 1) {
        const char *quote = memchr(text.data + at, '"', text.len - at);
        if (quote == NULL)
            return true;
        at = (size_t)(quote - text.data) + 1;
        for (end = at; end < text.len && text.data[end] != '"';)
            end += 1 + (text.data[end] == '\\');
        if (end < text.len && end - at >= LEAST_SAID)
            done = map_put(&f->declared, hash_bytes(text.data + at, end - at), 1);
    }
    return done;
}

static bool gather(hint_finder *f)
{
    const husk_page *page = f->page;
    bool done = true;
    for (uint32_t i = 1; i < page->n_nodes && done; i++) {
        if (page->tag[i] == TAG_META && page_is_element(page, i)) {
            slice content = page_attribute_value(page, i, ATTR_CONTENT);
            buffer_append(&f->said, content.data ? content.data : "", slice_cut(content, MAX_SAID / 4));
            buffer_byte(&f->said, '\n');
        } else if (page_is_json_ld(page, i)) {
            done = add_strings(f, page->text[i + 1]);
        }
    }
    f->said.len = f->said.len < MAX_SAID ? f->said.len : MAX_SAID;
    return done;
}

static bool count_value(hint_finder *f, uint64_t key)
{
    return map_put(&f->texts, key, map_get(&f->texts, key) + 1);
}

static uint64_t path_key(const column_value *v)
{
    return hash_pair(v->path, v->source + 1u);
}

static uint8_t hints_of(const hint_finder *f, uint32_t i)
{
    const column_value *v = &f->out->values[i];
    const located_value *from = &f->values[i];
    bool in_link = v->source == VALUE_TEXT && f->page->flags[from->node] & NODE_LINK;
    bool short_text = v->source == VALUE_TEXT && v->shown.len < COLUMN_SHOWN;
    bool in_title = short_text && contains(f->title, v->shown);
    bool declared = v->source == VALUE_META || from->key[LOCATE_PROPERTY] ||
                    (short_text && contains((slice){ f->said.data, f->said.len }, v->shown)) ||
                    map_get(&f->declared, hash_bytes(v->shown.data, v->shown.len));
    return (uint8_t)(in_link * HINT_LINK | in_title * HINT_TITLE | declared * HINT_DECLARED);
}

/* How likely a value is the page's heading; 0: it is none. What all pages have is the site's name, and digits number
 * something. */
static uint32_t heading_rank(const column_value *v, slice title)
{
    bool is_titled = v->hints & HINT_TITLE, is_h1 = v->tag == TAG_H1, letters = false;
    for (size_t i = 0; i < v->shown.len; i++)
        letters |= !is_digit(v->shown.data[i]) && (unsigned char)v->shown.data[i] > '?';
    if (v->source != VALUE_TEXT || v->tag == TAG_TITLE || v->rank == LABEL_SURE || !letters)
        return 0;
    if (is_titled && tag_is_heading(v->tag))
        return is_h1 ? 6 : 5;
    if (is_titled && !(v->hints & HINT_LINK))
        return v->shown.len * 2 >= title.len ? 4 : 2;
    return is_h1 ? 3 : tag_is_heading(v->tag) || is_titled;
}

/* A heading that the page's title has, or another text that makes up half of the title; otherwise the first <h1>. Of
 * several texts of the title the longest. */
static uint32_t main_heading(const column_page *p, slice title)
{
    uint32_t best = LOCATE_NONE, most = 0, longest = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const column_value *v = &p->values[i];
        uint32_t rank = heading_rank(v, title), len = v->hints & HINT_TITLE ? (uint32_t)v->shown.len : 0;
        if (rank > most || (rank == most && rank && len > longest)) {
            best = i;
            most = rank;
            longest = len;
        }
    }
    return best;
}

bool column_page_hints(husk_page *page, const located_value *values, const model_host *host, column_page *out)
{
    hint_finder f = { .page = page, .values = values, .host = host, .out = out, .title = evidence_title(page) };
    buffer_init(&f.said, HUSK_MAX_PAGE_BYTES_ASKED);
    bool done = gather(&f);
    for (uint32_t i = 0; i < out->n && done; i++)
        done = count_value(&f, out->values[i].text) && count_value(&f, path_key(&out->values[i]));
    for (uint32_t i = 0; i < out->n && done; i++) {
        column_value *v = &out->values[i];
        v->hints = hints_of(&f, i);
        v->area = area_of(host, v->path);
        v->same = map_get(&f.texts, v->text);
        v->alike = map_get(&f.texts, path_key(v));
    }
    out->heading = main_heading(out, f.title);
    done = done && f.said.status == HUSK_OK;
    buffer_free(&f.said);
    map_free(&f.texts);
    map_free(&f.declared);
    return done;
}
