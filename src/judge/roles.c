/* roles.c - the role of a block, if the page shows it: from elements, their names, and the page's metadata.
 * Only clear cases: an element's own meaning (nav, figcaption), a word that sites everywhere use for such parts, or
 * the very place that the title, author, date or tags were read from. A block gets the role of the nearest element
 * that has one. Cost: the page's metadata, and a look at every class. */

#include "judge/site/evidence.h"
#include "judge/verdict.h"
#include "page/meta/metadata.h"

/* Longer texts are prose about something, whatever their element is called. */
#define MOST_LABEL_WORDS 40

/* Words of classes and ids, in order of precedence, with a space after each. */
static const struct {
    husk_role role;
    const char *words;
} named[] = {
    { HUSK_ROLE_COMMENT, "comment comments commentlist disqus " },
    { HUSK_ROLE_SIGNATURE, "signature sig " },
    { HUSK_ROLE_PROMOTION, "advertisement advert sponsored newsletter cookie cookies consent promo " },
    { HUSK_ROLE_RELATED, "related recommended recommendations trending " },
    { HUSK_ROLE_NAVIGATION, "nav navigation navbar menu breadcrumb breadcrumbs pagination pager " },
    { HUSK_ROLE_CAPTION, "caption figcaption " },
    { HUSK_ROLE_BYLINE, "byline " },
    { HUSK_ROLE_TAGS, "tags taglist " },
};

static void take_word(void *context, uint64_t hash, slice word)
{
    uint32_t *found = context; /* bits by index in `named` */
    (void)hash;
    for (unsigned i = 0; i < sizeof named / sizeof *named; i++)
        *found |= (uint32_t)slice_is_in(word, named[i].words) << i;
}

static husk_role role_by_names(const husk_page *page, uint32_t node)
{
    uint32_t found = 0;
    class_words_split(0, page_attribute_value(page, node, ATTR_CLASS), take_word, &found);
    class_words_split(0, page_attribute_value(page, node, ATTR_ID), take_word, &found);
    return found ? named[__builtin_ctz(found)].role : HUSK_ROLE_NONE;
}

static husk_role role_of_element(const husk_page *page, uint32_t node)
{
    uint16_t tag = page->tag[node];
    if (tag == TAG_HTML || tag == TAG_BODY || tag == TAG_MAIN ||
        tag == TAG_ARTICLE) /* their classes describe the page */
        return HUSK_ROLE_NONE;
    if (tag == TAG_NAV || slice_is_nocase(page_attribute_value(page, node, ATTR_ROLE), "navigation"))
        return HUSK_ROLE_NAVIGATION;
    if (tag == TAG_FIGCAPTION || tag == TAG_CAPTION)
        return HUSK_ROLE_CAPTION;
    return role_by_names(page, node);
}

static bool is_label(husk_role role)
{
    return role == HUSK_ROLE_BYLINE || role == HUSK_ROLE_DATE || role == HUSK_ROLE_TAGS || role == HUSK_ROLE_TITLE;
}

/* By node: its own role, or that of the nearest element above. */
static uint8_t *roles_by_node(const husk_page *page, arena *memory)
{
    uint8_t *roles = arena_alloc(memory, (size_t)page->n_nodes + 1);
    if (roles == NULL)
        return NULL;
    roles[0] = HUSK_ROLE_NONE;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        husk_role own = page_is_element(page, i) ? role_of_element(page, i) : HUSK_ROLE_NONE;
        roles[i] = own != HUSK_ROLE_NONE ? (uint8_t)own : roles[page->parent[i]];
    }
    return roles;
}

/* The block of a node, or of the first text in it. */
static uint32_t block_at(const husk_page *page, uint32_t node)
{
    for (uint32_t i = node; i < page->end[node]; i++)
        if (page->block_of[i] != NODE_NONE)
            return page->block_of[i];
    return NODE_NONE;
}

/* Where the page's metadata is in its visible text. */
static void add_metadata(const husk_page *page, const meta_candidates *m, uint8_t *roles)
{
    static const uint8_t by_field[META_FIELD_COUNT] = {
        [META_TITLE] = HUSK_ROLE_TITLE,   [META_AUTHOR] = HUSK_ROLE_BYLINE, [META_PUBLISHED] = HUSK_ROLE_DATE,
        [META_MODIFIED] = HUSK_ROLE_DATE, [META_TAG] = HUSK_ROLE_TAGS,      [META_CATEGORY] = HUSK_ROLE_TAGS
    };
    slice title = evidence_title(page);
    for (uint32_t i = 0; i < m->n; i++) {
        const meta_candidate *c = &m->list[i];
        bool is_title = c->field == META_TITLE;
        if (!by_field[c->field] || c->aside || c->node >= page->n_nodes || (is_title && c->source != META_FROM_HEADING))
            continue;
        uint32_t b = block_at(page, c->node);
        if (b == NODE_NONE || page->blocks[b].n_words > MOST_LABEL_WORDS || roles[b] != HUSK_ROLE_NONE)
            continue;
        if (!is_title || evidence_is_title(page, page->blocks[b].first_node, title))
            roles[b] = by_field[c->field];
    }
}

uint8_t *verdict_roles(husk_page *page, const bool *comment, arena *memory)
{
    husk_metadata m;
    meta_candidates considered;
    metadata_options options = { .considered = &considered };
    uint8_t *by_node = roles_by_node(page, memory), *roles = arena_alloc(memory, (size_t)page->n_blocks + 1);
    if (by_node == NULL || roles == NULL || page_metadata_read(page, &options, memory, &m) != HUSK_OK)
        return NULL;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        husk_role role = (husk_role)by_node[page->blocks[b].first_node];
        if (role == HUSK_ROLE_NONE && comment && comment[b])
            role = HUSK_ROLE_COMMENT;
        if (is_label(role) && page->blocks[b].n_words > MOST_LABEL_WORDS)
            role = HUSK_ROLE_NONE;
        roles[b] = (uint8_t)role;
    }
    add_metadata(page, &considered, roles);
    return roles;
}

const char *husk_label_name(husk_label label)
{
    static const char *const names[] = { "main", "own", "template" };
    return (unsigned)label < sizeof names / sizeof *names ? names[label] : names[HUSK_OWN];
}

const char *husk_role_name(husk_role role)
{
    static const char *const names[] = { "none",    "title",   "byline",    "date",    "tags",     "navigation",
                                         "related", "comment", "signature", "caption", "promotion" };
    return (unsigned)role < sizeof names / sizeof *names ? names[role] : names[0];
}
