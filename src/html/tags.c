/* tags.c - a tag's name and its attributes.
 * Names end at a space, '/', '>' or '=', sixteen bytes at a time; values at their quote. What needs no change stays
 * in the input. Of two attributes with one name the first counts: known names have a bit each, and of the others a
 * word of hashed bits nearly always shows that a name is new. Cost: linear; a tag keeps HUSK_MAX_ATTRIBUTES_PER_NODE
 * attributes. */
#include "html/references.h"
#include "html/tokens.h"

/* The bytes at which a name stops, as bits. */
#define ENDS_NAME                                                                                                 \
    ((uint64_t)1 << ' ' | (uint64_t)1 << '\n' | (uint64_t)1 << '\t' | (uint64_t)1 << '\r' | (uint64_t)1 << '\f' | \
     (uint64_t)1 << '/' | (uint64_t)1 << '>' | (uint64_t)1 << '=')

/* The length of the name at `p`, up to one of: space / > and, for attributes, =; beyond `end` if the page ends first.
 */
static inline uint32_t name_length(const char *p, const char *end, uint32_t from, bool attribute)
{
    for (uint32_t len = from; p + len < end; len++) {
        vec v = vec_load(p + len);
        vec stops = vec_or(vec_at_most(v, ' '), vec_or(vec_is(v, '/'), vec_is(v, '>')));
        if (attribute)
            stops = vec_or(stops, vec_is(v, '='));
        uint64_t mask = vec_mask(stops);
        if (mask == 0) {
            len += 15;
            continue;
        }
        len += mask_first(mask);
        if (ENDS_NAME >> p[len] & 1) /* another control character continues the search */
            return len;
    }
    return (uint32_t)(end - p);
}

/* A copy of a name with capitals or NUL, lower-cased, on the side. Its sixteen bytes may be loaded there too. */
static slice name_lower(html_side *s, slice name)
{
    char *start = side_room(s, name.len * 3 + NAME_BYTES), *out = start;
    if (start == NULL)
        return name;
    for (size_t i = 0; i < name.len; i++) {
        if (name.data[i]) {
            *out++ = lower(name.data[i]);
        } else {
            memcpy(out, "\xef\xbf\xbd", 3);
            out += 3;
        }
    }
    side_used(s, out + NAME_BYTES);
    return (slice){ start, (size_t)(out - start) };
}

static bool has_capitals(slice name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.data[i] != lower(name.data[i]))
            return true;
    return false;
}

/* `key` is the name's, if it is that short. */
static bool has_nul(slice name, name_key key)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    if (name.len > 8)
        return memchr(name.data, 0, name.len) != NULL;
    uint64_t word = key.first | (name.len < 8 ? ~(uint64_t)0 << 8 * name.len : 0);
    return ((word - ones) & ~word & tops) != 0;
}

/* Has the tag an attribute of this name already? Only asked for names without a number. */
static bool is_twice(tokenizer *t, slice name, name_key key)
{
    uint64_t bit = (uint64_t)1 << (name_hash(key) & 63);
    bool maybe = t->seen & bit;
    t->seen |= bit;
    for (uint32_t i = 0; maybe && i < t->n_attributes; i++)
        if (t->attributes[i].name_len == name.len && memcmp(t->attributes[i].name, name.data, name.len) == 0)
            return true;
    return false;
}

/* Add an attribute to the tag. */
static void attribute_add(tokenizer *t, slice name, slice value)
{
    name_key key = { 0, 0 };
    uint16_t id = ATTR_OTHER;
    bool capitals;
    if (t->n_attributes == HUSK_MAX_ATTRIBUTES_PER_NODE)
        return;
    if (name.len <= NAME_BYTES) {
        key = name_key_of(name.data, (uint32_t)name.len, &capitals);
        id = name_find(t->names->attributes, ATTRIBUTE_SLOTS, key, (uint32_t)name.len);
    } else {
        capitals = has_capitals(name);
    }
    bool nul = id == ATTR_OTHER && has_nul(name, key);
    if (nul)
        t->seen = UINT64_MAX; /* the name changes, and its bit with it: compare with all */
    if (capitals || nul)
        name = name_lower(t->side, name);
    if (name.len > UINT16_MAX)
        return;
    if (id != ATTR_OTHER ? t->ids >> id & 1 : is_twice(t, name, key))
        return;
    t->ids |= (uint64_t)1 << id;
    if (t->notes)
        value = references_decode(t->side, value, DECODE_REFERENCES | DECODE_ATTRIBUTE | DECODE_NUL);
    t->attributes[t->n_attributes++] =
        (html_attribute){ name.data, value.data, (uint32_t)value.len, (uint16_t)name.len, id };
}

static const char *skip_space(const char *p)
{
    while ((unsigned char)*p <= ' ' && is_space(*p)) /* the padding is not space */
        p++;
    return p;
}

static const char *unquoted_end(const char *p, const char *end, unsigned *notes)
{
    for (; p < end && !is_space(*p) && *p != '>'; p++)
        *notes |= *p == '&' ? NOTE_AMPERSAND : *p == 0 ? NOTE_NUL : 0u;
    return p;
}

/* The value after a '=', and its notes; returns the position after it, or NULL at the end of the page. */
static inline const char *value_read(tokenizer *t, const char *p, slice *value)
{
    p = skip_space(p);
    if (p >= t->end)
        return NULL;
    char quote = *p;
    if (quote != '"' && quote != '\'') {
        const char *stop = unquoted_end(p, t->end, &t->notes);
        *value = (slice){ p, (size_t)(stop - p) };
        return stop < t->end ? stop : NULL;
    }
    const char *stop = scan(t->scan, p + 1, t->end, quote, &t->notes);
    *value = (slice){ p + 1, (size_t)(stop - p - 1) };
    return stop < t->end ? stop + 1 : NULL;
}

/* Attributes from `p` on; returns the position after the tag's '>', or NULL at the end of the page. Not inline: half of
 * the tags have none, and need not save its registers. */
__attribute__((noinline)) static const char *attributes_read(tokenizer *t, const char *p, bool keep)
{
    for (;;) {
        p = *p == '>' ? p : skip_space(p); /* one decision for both: a space or the end */
        if (p >= t->end)
            return NULL;
        if (*p == '>')
            return p + 1;
        if (*p == '/') {
            t->self_closing = p[1] == '>' && p + 1 < t->end;
            p += t->self_closing ? 2 : 1;
            if (t->self_closing)
                return p;
            continue;
        }
        slice name = { p, name_length(p, t->end, *p == '=', true) }, value = { "", 0 };
        p += name.len;
        t->notes = 0;
        const char *equals = skip_space(p);
        if (equals >= t->end)
            return NULL;
        if (*equals == '=' && (p = value_read(t, equals + 1, &value)) == NULL)
            return NULL;
        if (keep)
            attribute_add(t, name, value);
    }
}

/* The number of an unlisted name. */
static uint16_t own_tag(tokenizer *t, slice name)
{
    if (!t->has_own_tags)
        return TAG_SPAN;
    if (has_capitals(name) || memchr(name.data, 0, name.len))
        name = name_lower(t->side, name);
    uint32_t id = intern_add(t->own_tags, name.data, name.len);
    if (id == INTERN_NONE) {
        t->too_many_names = true;
        return TAG_SPAN;
    }
    return (uint16_t)(TAG_FREE + id);
}

const char *tag_read(tokenizer *t, const char *p, bool closing)
{
    uint32_t len = name_length(p, t->end, 0, false);
    bool capitals;
    t->name = (slice){ p, len };
    t->self_closing = false;
    t->n_attributes = 0;
    t->seen = t->ids = 0;
    t->tag = 0;
    if (p + len >= t->end)
        return NULL;
    if (len <= NAME_BYTES)
        t->tag = name_find(t->names->tags, TAG_SLOTS, name_key_of(p, len, &capitals), len);
    p += len;
    if (*p == '>')
        p++;
    else if ((p = attributes_read(t, p, !closing)) == NULL)
        return NULL;
    if (t->tag == 0)
        t->tag = own_tag(t, t->name);
    return p;
}
