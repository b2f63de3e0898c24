/* meta_tags.c - <meta> and <link>: a table of the names in use, and their meaning.
 * Cost: one comparison of a first letter per name and tag. Names are compared without case. */
#include "page/meta/meta.h"

#include "tag_names.h" /* from tag_names.txt */

/* What a name means. */
typedef struct tag_name {
    uint8_t field, source, weight;
    slice name;
} tag_name;

#define NAME(field, source, weight, name) { META_##field, META_FROM_##source, weight, { name, sizeof name - 1 } },
static const tag_name tags[] = { TAG_NAMES(NAME) };
static const tag_name dated_ends[] = { DATED_ENDS(NAME) };
static const tag_name dated[] = { DATED_NAMES(NAME) };
#undef NAME

/* The first of the names that is `key`, or, of names that are ends, its end; NULL if there is none. */
static const tag_name *find_in(const tag_name *list, size_t n, bool is_end, slice key)
{
    for (const tag_name *t = list; t < list + n; t++) {
        size_t before = is_end && key.len > t->name.len ? key.len - t->name.len : 0;
        if (slice_same(slice_from(key, before), t->name))
            return t;
    }
    return NULL;
}
#define FIND_IN(list, is_end, key) find_in(list, sizeof(list) / sizeof *(list), is_end, key)

/* "DC:title" and "dcterms:title" stand for "DC.title"; "DC.creator.personalName" for "DC.creator". */
static const tag_name *find_name(slice name)
{
    char key[48], letters[48];
    size_t len = name.len, n = 0;
    if (name.len < 3 || name.len >= sizeof key)
        return NULL;
    for (size_t i = 0; i < name.len; i++)
        key[i] = lower(name.data[i]);
    for (size_t i = 2; i <= 7 && i < name.len; i++)
        if (key[i] == ':' && key[0] == 'd' && key[1] == 'c')
            key[i] = '.';
    if (name.len > 11 && memcmp(key, "dc.creator.", 11) == 0)
        len = 10;
    const tag_name *found = FIND_IN(tags, false, ((slice){ key, len }));
    if (found)
        return found;
    for (size_t i = 0; i < len; i++)
        if (key[i] >= 'a' && key[i] <= 'z')
            letters[n++] = key[i];
    found = FIND_IN(dated_ends, true, ((slice){ letters, n }));
    return found ? found : FIND_IN(dated, false, ((slice){ key, len }));
}

void meta_tag(meta_collector *c, uint32_t node)
{
    const husk_page *page = c->page;
    static const uint16_t names[] = { ATTR_PROPERTY, ATTR_NAME, ATTR_HTTP_EQUIV };
    slice content = page_attribute_value(page, node, ATTR_CONTENT);
    const tag_name *t = NULL;
    for (size_t i = 0; t == NULL && i < sizeof names / sizeof *names; i++)
        t = find_name(slice_trim(page_attribute_value(page, node, names[i])));
    if (t && content.len)
        meta_add(c, (meta_candidate){
                        .value = content, .node = node, .field = t->field, .source = t->source, .weight = t->weight });
}

/* Is `word` one of the words of a rel? */
static bool rel_has(slice rel, const char *word)
{
    for (slice one; slice_word(&rel, &one);)
        if (slice_is_nocase(one, word))
            return true;
    return false;
}

void meta_link(meta_collector *c, uint32_t node)
{
    static const struct {
        const char *rel;
        uint8_t field, weight;
    } rels[] = { { "canonical", META_URL, 0 },     { "image_src", META_IMAGE, 1 }, { "license", META_LICENSE, 0 },
                 { "category", META_CATEGORY, 0 }, /* before "tag": WordPress writes both */
                 { "tag", META_TAG, 1 },           { "shortlink", META_URL, 9 } };
    slice rel = c->brief ? (slice){ NULL, 0 } : page_attribute_value(c->page, node, ATTR_REL);
    if (rel.len == 0) /* or none of what it may declare is wanted */
        return;
    slice href = page_attribute_value(c->page, node, ATTR_HREF);
    for (size_t i = 0; i < sizeof rels / sizeof *rels; i++) {
        if (!rel_has(rel, rels[i].rel))
            continue;
        slice value = href;
        if (rels[i].field == META_TAG || rels[i].field == META_CATEGORY) {
            buffer_clear(&c->piece);
            page_text(c->page, node, &c->piece);
            value = meta_clean(c, (slice){ c->piece.data ? c->piece.data : "", c->piece.len }, META_MAX_NAME);
        }
        if (value.len)
            meta_add(c, (meta_candidate){ .value = value,
                                          .node = node,
                                          .field = rels[i].field,
                                          .source = META_FROM_LINK,
                                          .weight = rels[i].weight });
        if (rels[i].field == META_CATEGORY)
            return;
    }
}
