/* column_names.c - names and types of columns.
 * A column is named after the label next to its values; without one, after the itemprop, class or id of their
 * element, or its tag. Columns of the same name are numbered; learning again keeps the names (column_keep.c). Cost: a
 * climb of a few elements per value of a learned page. */
#include "records/column_names.h"

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/date.h"
#include "base/limits.h"

#define MAX_NAME 40 /* in bytes; a longer label is a sentence */
/* Ancestors of a value whose names may stand for it. */
#define NAME_LEVELS 3

/* --- data kept per page ------------------------------------------------------------------------------------------- */

static slice first_token(slice text)
{
    text = slice_trim(text);
    for (size_t i = 0; i < text.len; i++)
        if (is_space(text.data[i]))
            return (slice){ text.data, i };
    return text;
}

/* The nearest name of the elements around the value. */
static slice name_beside(const husk_page *page, const located_value *v)
{
    static const uint16_t names[] = { ATTR_ITEMPROP, ATTR_PROPERTY, ATTR_ID, ATTR_CLASS };
    static const uint16_t of_meta[] = { ATTR_PROPERTY, ATTR_ITEMPROP, ATTR_NAME };
    bool meta = v->source == VALUE_META;
    uint32_t node = v->source == VALUE_TEXT ? page->parent[v->node] : v->node;
    for (int level = 0; level < NAME_LEVELS && node != 0 && page->tag[node] != TAG_BODY;
         level++, node = page->parent[node])
        for (size_t i = 0; i < (meta ? 3 : 4); i++) {
            slice name = first_token(page_attribute_value(page, node, meta ? of_meta[i] : names[i]));
            if (name.len)
                return name;
        }
    return (slice){ NULL, 0 };
}

/* A label is in a small part of the page together with its value, and is not a link: menus end everywhere. */
static bool stands_near(const husk_page *page, uint32_t label, uint32_t value)
{
    uint32_t around = page->parent[label], up = 0;
    if (page->flags[label] & NODE_LINK)
        return false;
    for (; up < NAME_LEVELS && page->end[around] <= value; up++)
        around = page->parent[around];
    uint32_t own = page->parent[value], down = 0;
    for (; down < NAME_LEVELS && own != around; down++)
        own = page->parent[own];
    return up < NAME_LEVELS && own == around;
}

static uint32_t count_chars(slice text)
{
    uint32_t n = 0;
    for (size_t at = 0; at < text.len; n++)
        utf8_next(text.data, text.len, &at);
    return n;
}

static size_t cut_at(slice text, size_t most)
{
    if (text.len <= most)
        return text.len;
    while (most && ((unsigned char)text.data[most] & 0xc0) == 0x80)
        most--;
    return most;
}

static bool copy_slice(slice *text, arena *memory)
{
    text->data = arena_copy(memory, text->data ? text->data : "", text->len);
    return text->data != NULL;
}

/* The last heading from node *at to `node`, to which *at advances; *found is unchanged if there is none between. */
static void heading_before(const husk_page *page, uint32_t node, uint32_t *at, uint32_t *found)
{
    for (; *at < node; (*at)++)
        if (page->tag[*at] >= TAG_H2 && page->tag[*at] <= TAG_H6)
            *found = *at;
}

/* Its text, at most as long as a name: longer ones are sentences. A heading is not its own heading. */
static slice heading_text(const husk_page *page, uint32_t heading, uint32_t node, buffer *text)
{
    buffer_clear(text);
    if (heading != NODE_NONE && page->end[heading] <= node)
        page_text(page, heading, text);
    return text->len <= MAX_NAME ? (slice){ text->data, text->len } : (slice){ NULL, 0 };
}

bool column_page_copy(husk_page *page, const located_value *values, uint32_t n, arena *memory, column_page *out)
{
    uint32_t at = 1, heading = NODE_NONE;
    buffer text, above;
    buffer_init(&text, (size_t)64 << 20);
    buffer_init(&above, (size_t)64 << 20);
    *out = (column_page){ .values = arena_array(memory, (size_t)n + 1, sizeof *out->values),
                          .n = n,
                          .language = page->lang };
    bool done = out->values && copy_slice(&out->language, memory);
    for (uint32_t i = 0; done && i < n; i++) {
        const located_value *v = &values[i];
        buffer_clear(&text);
        located_write(page, v, &text);
        slice whole = { text.data, text.len };
        uint16_t tag = page->tag[v->source == VALUE_TEXT ? page->parent[v->node] : v->node];
        out->values[i] = (column_value){ .text = v->text,
                                         .path = v->key[LOCATE_PATH],
                                         .label = v->label,
                                         .source = v->source,
                                         .rank = v->rank,
                                         .tag = tag,
                                         .prefix = v->prefix,
                                         .n_chars = count_chars(whole) };
        if (v->label != LOCATE_NONE && (i - v->label > 2 || !stands_near(page, values[v->label].node, v->node)))
            out->values[i].label = LOCATE_NONE;
        out->values[i].shown = (slice){ text.data, cut_at(whole, COLUMN_SHOWN) };
        heading_before(page, v->node, &at, &heading);
        out->values[i].heading = heading_text(page, heading, v->node, &above);
        out->values[i].beside = name_beside(page, v);
        out->values[i].beside.len = cut_at(out->values[i].beside, MAX_NAME * 2);
        if (v->inside != LOCATE_NONE) { /* it is named after its text */
            out->values[i].label = out->values[v->inside].label;
            out->values[i].beside = out->values[v->inside].beside;
        }
        done = text.status == HUSK_OK && copy_slice(&out->values[i].shown, memory) &&
               copy_slice(&out->values[i].beside, memory) && copy_slice(&out->values[i].heading, memory);
    }
    buffer_free(&text);
    buffer_free(&above);
    return done;
}

int column_way_order(model_locator a, model_locator b)
{
    /* Labels survive layout changes, positions don't. */
    static const uint8_t rank[N_LOCATOR_KINDS] = {
        [LOCATE_PREFIX] = 0, [LOCATE_LABEL] = 1,  [LOCATE_PATH] = 2, [LOCATE_PLACE] = 3,
        [LOCATE_AFTER] = 4,  [LOCATE_BEFORE] = 5, [LOCATE_HINT] = 6, [LOCATE_PROPERTY] = 7
    };
    if (a.kind != b.kind)
        return rank[a.kind] < rank[b.kind] ? -1 : 1;
    if (a.ordinal != b.ordinal)
        return a.ordinal < b.ordinal ? -1 : 1;
    return (a.key > b.key) - (a.key < b.key);
}

/* --- types -------------------------------------------------------------------------------------------------------- */

/* One number, optionally with a sign or currency before it and a unit after it: at most three letters before, six
 * after. */
static bool is_number(slice text)
{
    size_t digits = 0, letters = 0, numbers = 0;
    bool inside = false, small = false; /* lower-case letters before it */
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text.data, text.len, &at);
        bool digit = c >= '0' && c <= '9';
        if (digit && !inside)
            numbers++;
        inside = digit || (inside && (c == '.' || c == ',' || c == '\'' || c == 0xa0 || c == 0x202f));
        digits += digit;
        letters += !digit && is_word(c);
        small |= numbers == 0 && is_word(c) && !(c >= 'A' && c <= 'Z' && letters <= 3);
    }
    return digits && numbers == 1 && !small && letters <= 6;
}

static bool is_date(slice text, slice language)
{
    date d;
    return text.len <= 40 && date_parse(text, date_order_of(language), DATE_TEXT, &d);
}

/* Nine out of ten must have the type. */
uint32_t column_type_of(const column_sample *samples, uint32_t n, bool is_list)
{
    uint32_t numbers = 0, dates = 0, source = samples[0].page->values[samples[0].value].source;
    if (is_list || source >= VALUE_LINK)
        return is_list ? COLUMN_LIST : source == VALUE_LINK ? COLUMN_LINK : COLUMN_IMAGE;
    for (uint32_t i = 0; i < n; i++) {
        const column_value *v = &samples[i].page->values[samples[i].value];
        size_t label = v->prefix < v->shown.len ? v->prefix : 0;
        numbers += is_number((slice){ v->shown.data + label, v->shown.len - label });
        dates += is_date(v->shown, samples[i].page->language);
    }
    return dates * 10 >= n * 9 ? COLUMN_DATE : numbers * 10 >= n * 9 ? COLUMN_NUMBER : COLUMN_TEXT;
}

slice column_example(const column_sample *samples, uint32_t n, arena *memory)
{
    char text[COLUMN_SHOWN * 3 + 16];
    size_t len = 0;
    uint64_t seen[3];
    uint32_t n_seen = 0;
    for (uint32_t i = 0; i < n && n_seen < 3; i++) {
        const column_value *v = &samples[i].page->values[samples[i].value];
        bool again = false;
        for (uint32_t k = 0; k < n_seen; k++)
            again |= seen[k] == v->text;
        size_t part = cut_at(v->shown, COLUMN_SHOWN / 2);
        if (again)
            continue;
        if (len)
            memcpy(text + len, " | ", 3), len += 3;
        memcpy(text + len, v->shown.data, part);
        len += part;
        seen[n_seen++] = v->text;
    }
    return (slice){ arena_copy(memory, text, len), len };
}

/* --- names -------------------------------------------------------------------------------------------------------- */

/* Lower-case letters and digits, everything else a single _; capitals inside a class name start a word. Empty if
 * there is no letter. */
static size_t name_of_text(slice text, char out[MAX_NAME])
{
    size_t len = 0;
    bool gap = false, was_small = false, letter = false;
    for (size_t at = 0; at < text.len;) {
        char bytes[4];
        uint32_t c = utf8_next(text.data, text.len, &at), small = lower_point(c);
        if (!is_word(c) || c == '_') {
            gap = len > 0;
            was_small = false;
            continue;
        }
        letter |= c > '9';
        gap |= was_small && small != c;
        was_small = small == c && c > '9';
        size_t n = utf8_put(small, bytes);
        if (len + gap + n > MAX_NAME)
            break;
        if (gap)
            out[len++] = '_';
        gap = false;
        memcpy(out + len, bytes, n);
        len += n;
    }
    return letter ? len : 0;
}

static slice tag_word(uint16_t tag)
{
    switch (tag) {
    case TAG_TITLE:
        return SLICE("title");
    case TAG_H1:
    case TAG_H2:
    case TAG_H3:
    case TAG_H4:
    case TAG_H5:
    case TAG_H6:
        return SLICE("heading");
    case TAG_A:
        return SLICE("link");
    case TAG_TD:
    case TAG_TH:
        return SLICE("cell");
    case TAG_LI:
        return SLICE("item");
    case TAG_P:
        return SLICE("paragraph");
    default:
        return SLICE("text");
    }
}

/* Where a name comes from, best first: the label near the value, the elements around it, the heading above. */
typedef enum name_source { NAME_LABEL, NAME_ELEMENT, NAME_HEADING, N_NAME_SOURCES } name_source;

static slice word_for(const column_sample *sample, name_source from)
{
    const column_value *v = &sample->page->values[sample->value];
    if (from == NAME_HEADING)
        return v->heading;
    if (from == NAME_LABEL && v->prefix)
        return (slice){ v->shown.data, v->prefix < v->shown.len ? v->prefix : v->shown.len };
    if (from == NAME_LABEL)
        return v->label != LOCATE_NONE ? sample->page->values[v->label].shown : (slice){ NULL, 0 };
    return v->beside;
}

static bool same(slice a, slice b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* The most common word of the values, if at least half of them have it. */
static slice usual_word(const column_sample *samples, uint32_t n, name_source from)
{
    slice best = { NULL, 0 };
    uint32_t most = 0;
    for (uint32_t i = 0; i < n; i++) {
        slice word = word_for(&samples[i], from);
        uint32_t count = 0;
        for (uint32_t k = 0; word.len && k < n; k++)
            count += same(word_for(&samples[k], from), word);
        if (count > most) {
            most = count;
            best = word;
        }
    }
    return most * 2 >= n ? best : (slice){ NULL, 0 };
}

/* Skip "ctl00_ctl01_", numbers that a framework puts before the ids chosen by authors. */
static slice without_numbers(slice name)
{
    for (size_t i = 3; i + 1 < name.len && memcmp(name.data, "ctl", 3) == 0; i++)
        if (name.data[i] < '0' || name.data[i] > '9') {
            if (i == 3 || name.data[i] != '_')
                break;
            name = (slice){ name.data + i + 1, name.len - i - 1 };
            i = 2;
        }
    return name;
}

/* The end of a long id is the most informative: ctl00_Content_Main_SchoolName. */
static slice end_of(slice name)
{
    name = without_numbers(name);
    if (name.len <= MAX_NAME)
        return name;
    size_t at = name.len - MAX_NAME;
    while (at < name.len && name.data[at] != '_' && name.data[at] != '-')
        at++;
    return at + 1 < name.len ? (slice){ name.data + at + 1, name.len - at - 1 } : name;
}

/* The label counts if it is right before the value; otherwise the value's own elements are more informative. */
slice column_base_name(const column_sample *samples, uint32_t n, arena *memory)
{
    char name[MAX_NAME];
    const column_value *v = &samples[0].page->values[samples[0].value];
    size_t len = 0;
    for (name_source from = NAME_LABEL; len == 0 && from < N_NAME_SOURCES; from++) {
        slice word = usual_word(samples, n, from);
        len = name_of_text(from == NAME_ELEMENT ? end_of(word) : word, name);
    }
    if (len == 0)
        len = name_of_text(tag_word(v->tag), name);
    if (v->source >= VALUE_LINK && len + 6 <= MAX_NAME) {
        memcpy(name + len, v->source == VALUE_LINK ? "_link" : "_image", v->source == VALUE_LINK ? 5 : 6);
        len += v->source == VALUE_LINK ? 5 : 6;
    }
    if (len + 6 <= MAX_NAME && (slice_is((slice){ name, len }, "id") || slice_is((slice){ name, len }, "class"))) {
        memcpy(name + len, "_value", 6); /* every record already has a field of that name */
        len += 6;
    }
    return (slice){ arena_copy(memory, name, len), len };
}

static bool name_taken(const model_column *columns, uint32_t n, uint32_t but, slice name)
{
    for (uint32_t i = 0; i < n; i++)
        if (i != but && same(columns[i].name, name))
            return true;
    return false;
}

static bool is_list(const model_column *c)
{
    return c->locators[0].ordinal == 0;
}

/* Columns that follow each other in rank are one group of values: a byline's author and date, both after "By". */
#define NEAR_RANKS 4u

/* Does the column at `a` deserve their name more than that at `b`? A single value before a list, then the better rank,
 * as columns are in its order: a shop's "price" is the price of the product, not of the first product that others
 * bought. A date leaves the name to a text near it. */
static bool deserves_name(const model_column *columns, uint32_t a, uint32_t b)
{
    uint32_t apart = a < b ? b - a : a - b;
    if (is_list(&columns[a]) != is_list(&columns[b]))
        return is_list(&columns[b]);
    if ((columns[a].type == COLUMN_DATE) != (columns[b].type == COLUMN_DATE) && apart <= NEAR_RANKS)
        return columns[b].type == COLUMN_DATE;
    return a < b;
}

static bool keeps_name(const model_column *columns, uint32_t n, uint32_t i)
{
    for (uint32_t k = 0; k < n; k++)
        if (k != i && same(columns[k].name, columns[i].name) && deserves_name(columns, k, i))
            return false;
    return true;
}

/* "price", "price_all" for a list, "by_date" for a date, then "price_2" and so on, which are readable. Learning again
 * keeps them by what locates the column (column_keep.c), not by number. */
static size_t name_with(const model_column *c, uint32_t step, char *name, size_t room)
{
    const char *ending = is_list(c) ? "all" : c->type == COLUMN_DATE ? "date" : NULL;
    int len;
    if (step == 0 && ending)
        len = snprintf(name, room, "%.*s_%s", (int)c->name.len, c->name.data, ending);
    else
        len = snprintf(name, room, "%.*s_%u", (int)c->name.len, c->name.data, step + (ending ? 1 : 2));
    return (size_t)len < room ? (size_t)len : room - 1;
}

static bool is_among(const slice *names, uint32_t n, uint32_t but, slice name)
{
    for (uint32_t i = 0; i < n; i++)
        if (i != but && names[i].data && same(names[i], name))
            return true;
    return false;
}

/* Name the remaining columns, distinct from all others. */
static bool name_others(model_column *columns, uint32_t n, slice *names, bool spare_bare, arena *memory)
{
    for (uint32_t i = 0; i < n; i++) {
        char text[MAX_NAME * 3];
        for (uint32_t step = 0; names[i].data == NULL && step <= n + 1; step++) {
            slice name = { text, name_with(&columns[i], step, text, sizeof text) };
            if (!is_among(names, n, i, name) && !(spare_bare && name_taken(columns, n, i, name)))
                names[i].data = arena_copy(memory, text, names[i].len = name.len);
        }
        if (names[i].data == NULL)
            return false;
    }
    for (uint32_t i = 0; i < n; i++)
        columns[i].name = names[i];
    return true;
}

bool columns_name_apart(model_column *columns, uint32_t n, arena *memory)
{
    slice names[HUSK_MAX_COLUMNS];
    for (uint32_t i = 0; i < n; i++)
        names[i] = keeps_name(columns, n, i) ? columns[i].name : (slice){ NULL, 0 };
    return name_others(columns, n, names, true, memory);
}

bool columns_rename(model_column *columns, uint32_t n, const slice *kept, arena *memory)
{
    slice names[HUSK_MAX_COLUMNS];
    for (uint32_t i = 0; i < n; i++) {
        names[i] =
            kept[i].data ? (slice){ arena_copy(memory, kept[i].data, kept[i].len), kept[i].len } : (slice){ NULL, 0 };
        if (kept[i].data && names[i].data == NULL)
            return false;
    }
    for (uint32_t i = 0; i < n; i++)
        if (names[i].data == NULL && !is_among(names, n, i, columns[i].name))
            names[i] = columns[i].name;
    return name_others(columns, n, names, false, memory);
}
