/* meta_body.c - one pass over the page: headings, microdata, <time>, rel=author, classes, bylines and dates in text.
 * A class is read once, into a few bits (says.c). Candidates among comments, related items or in
 * a footer are kept but marked, with one number: the end of the outermost such subtree. Cost: with all of metadata,
 * about a fifth of a parse. Limits: META_MAX_PER_FIELD. */
#include "page/meta/meta.h"

#include "name_words.h" /* from name_words.txt */
#include "page/views.h"

/* A date inside a sentence is an event's; on its own line it is the page's. */
#define MAX_DATE_LINE 60u
#define MAX_SCOPES 64u
#define VALUES_AHEAD 12u /* attributes: prefetch distance for values */
/* A property of something other than the page: a comment, a book in a list. */
#define STRAY_WEIGHT 4u

typedef struct scope {
    uint32_t end;
    bool about_page; /* an article or page, not a comment, review, person, breadcrumb */
} scope;

typedef struct body_pass {
    meta_collector *c;
    buffer text;          /* of a subtree */
    uint32_t article_end; /* inside an <article> while the node is below it: its footer holds the byline as often as its
                             header */
    uint32_t aside_end;   /* inside an aside while the node is below it */
    uint32_t comment_end; /* the same for user comments */
    uint32_t taken_end;   /* inside an element that already gave an author */
    uint32_t date_end;    /* the same for dates */
    says_cache *cache;
    scope scopes[MAX_SCOPES];
    uint32_t n_scopes;
    uint32_t n_headings;
    bool headed; /* the headings were collected before: only their position is recorded here */
} body_pass;

static slice subtree_text(body_pass *b, uint32_t node, uint32_t max_nodes)
{
    const husk_page *page = b->c->page;
    size_t len = 0;
    buffer_clear(&b->text);
    if (page->end[node] - node > max_nodes)
        return (slice){ "", 0 };
    /* a long text is not a value: nested elements must not read it repeatedly */
    for (uint32_t i = node; i < page->end[node]; i++)
        len += page->text[i].len;
    if (len > META_MAX_VALUE)
        return (slice){ "", 0 };
    page_text(page, node, &b->text);
    return (slice){ b->text.data ? b->text.data : "", b->text.len };
}

static uint8_t aside_of(const body_pass *b, uint32_t node)
{
    return (uint8_t)(node < b->comment_end ? META_COMMENT : node < b->aside_end ? META_ASIDE : 0);
}

static void add(body_pass *b, uint32_t node, meta_field field, meta_source source, unsigned weight, slice value)
{
    meta_add(b->c, (meta_candidate){ .value = value,
                                     .node = node,
                                     .field = (uint8_t)field,
                                     .source = (uint8_t)source,
                                     .weight = (uint8_t)weight,
                                     .aside = aside_of(b, node) });
}

static void scope_enter(body_pass *b, uint32_t node)
{
    if (b->n_scopes == MAX_SCOPES)
        return;
    slice type = page_attribute_value(b->c->page, node, ATTR_ITEMTYPE);
    bool about = slice_has_nocase(type, "article") || slice_has_nocase(type, "posting") ||
                 slice_has_nocase(type, "webpage") || slice_has_nocase(type, "creativework") ||
                 slice_has_nocase(type, "recipe") || slice_has_nocase(type, "product") ||
                 slice_has_nocase(type, "question") || slice_has_nocase(type, "qapage") ||
                 slice_has_nocase(type, "/blog");
    b->scopes[b->n_scopes++] = (scope){ b->c->page->end[node], about };
}

/* Microdata and RDFa properties. The name inside an author's own scope is found through the author's element. */
static void property(body_pass *b, uint32_t node, slice name)
{
    static const struct {
        const char *name;
        uint8_t field, weight;
    } properties[] = {
        { "headline", META_TITLE, 0 },
        { "author", META_AUTHOR, 0 },
        { "creator", META_AUTHOR, 1 },
        { "datepublished", META_PUBLISHED, 0 },
        { "datecreated", META_PUBLISHED, 1 },
        { "dateposted", META_PUBLISHED, 1 },
        { "datemodified", META_MODIFIED, 0 },
        { "inlanguage", META_LANGUAGE, 0 },
        { "license", META_LICENSE, 0 },
        { "keywords", META_TAG, 0 },
        { "name", META_TITLE, 2 },
    };
    husk_page *page = b->c->page;
    name = slice_after_last(name, ":/");
    size_t p = 0, n = sizeof properties / sizeof *properties;
    while (p < n && !slice_is_nocase(name, properties[p].name))
        p++;
    if (p == n)
        return;
    /* the author's own scope may just have been entered: then its owner is the one around it */
    const scope *s = b->n_scopes ? &b->scopes[b->n_scopes - 1] : NULL;
    if (s && page_attribute_find(page, node, ATTR_ITEMSCOPE))
        s = b->n_scopes > 1 ? s - 1 : NULL;
    bool stray = s && !s->about_page;
    if (properties[p].weight == 2 && (s == NULL || stray))
        return;
    slice value = page_attribute_value(page, node, ATTR_CONTENT);
    if (value.len == 0)
        value = page_attribute_value(page, node, ATTR_DATETIME);
    if (value.len == 0 && properties[p].field == META_LICENSE)
        value = page_attribute_value(page, node, ATTR_HREF);
    if (value.len == 0 && properties[p].field == META_AUTHOR) {
        for (uint32_t i = node; i < page->end[node] && i < node + 40; i++)
            if (slice_has_nocase(page_attribute_value(page, i, ATTR_ITEMPROP), "name") && i != node) {
                value = page_attribute_value(page, i, ATTR_CONTENT);
                if (value.len == 0)
                    value = subtree_text(b, i, 40);
                break;
            }
        b->taken_end = page->end[node] > b->taken_end ? page->end[node] : b->taken_end;
    }
    if (value.len == 0)
        value = subtree_text(b, node, 60);
    if (value.len)
        add(b, node, properties[p].field, META_FROM_MICRODATA, properties[p].weight + (stray ? STRAY_WEIGHT : 0u),
            value);
}

/* Few texts have the first two bytes of a word anywhere. */
static bool has_any(slice text, const char *const *words, size_t n)
{
    char small[DATE_MAX_TEXT];
    bool has[256] = { false };
    size_t len = text_lower(text, small, sizeof small);
    for (size_t i = 0; i < len; i++)
        has[(unsigned char)small[i]] = true;
    for (size_t i = 0; i < n; i++)
        if (has[(unsigned char)words[i][0]] && has[(unsigned char)words[i][1]] &&
            memmem(small, len, words[i], strlen(words[i])))
            return true;
    return false;
}

#define WORD(text) text,
/* Does the text say "updated" before its first digit? */
static bool says_updated(slice text)
{
    static const char *const words[] = { UPDATED_WORDS(WORD) };
    size_t end = 0;
    while (end < text.len && !(text.data[end] >= '0' && text.data[end] <= '9'))
        end++;
    return has_any((slice){ text.data, end }, words, sizeof words / sizeof *words);
}

/* Does it start by saying that it is the date of publication? */
static bool says_published(slice text)
{
    static const char *const words[] = { PUBLISHED_WORDS(WORD) };
    return has_any((slice){ text.data, text.len < 40 ? text.len : 40 }, words, sizeof words / sizeof *words);
}

/* What the words of a class or id mean. */
static unsigned name_says(const body_pass *b, uint32_t attribute)
{
    const page_attribute *at = &b->c->page->attributes[attribute];
    return says_of(b->cache, (slice){ at->value, at->value_len }, page_value_hash(b->c->page, attribute));
}

static unsigned class_says(const body_pass *b, uint32_t node)
{
    const page_attribute *class = page_attribute_find(b->c->page, node, ATTR_CLASS);
    return class ? name_says(b, (uint32_t)(class - b->c->page->attributes)) : 0;
}

static void time_element(body_pass *b, uint32_t node, unsigned says)
{
    husk_page *page = b->c->page;
    slice value = page_attribute_value(page, node, ATTR_DATETIME);
    slice prop = page_attribute_value(page, node, ATTR_ITEMPROP);
    date d;
    if (value.len == 0 || !date_parse(value, b->c->order, DATE_EXPLICIT, &d))
        value = subtree_text(b, node, 20);
    bool modified = slice_is_nocase(prop, "datemodified") || says & SAYS_MODIFIED || says_updated(value);
    for (uint32_t up = page->parent[node], k = 0; k < 2 && up != NODE_NONE && !modified; k++, up = page->parent[up])
        modified = class_says(b, up) & SAYS_MODIFIED;
    add(b, node, modified ? META_MODIFIED : META_PUBLISHED, META_FROM_TIME, says & SAYS_DATE ? 0 : 1, value);
    if (page->end[node] > b->date_end)
        b->date_end = page->end[node];
}

/* A class that means author: the name is in a child that says so, or in its links, or it is the text itself. */
static void author_element(body_pass *b, uint32_t node, unsigned says)
{
    husk_page *page = b->c->page;
    uint32_t best = node;
    for (uint32_t i = node + 1; i < page->end[node] && i < node + 60; i++) {
        if (page->flags[i] & NODE_TEXT)
            continue;
        unsigned inner = class_says(b, i);
        if (slice_has_nocase(page_attribute_value(page, i, ATTR_REL), "author") ||
            (inner & SAYS_NAME && !(inner & SAYS_NOT_NAME))) {
            best = i;
            break;
        }
    }
    slice text = subtree_text(b, best, 60);
    if (text.len == 0 || text.len > META_MAX_NAME * 2)
        return;
    unsigned weight = says & SAYS_AUTHOR && (best != node || says & SAYS_NAME) ? 0
                      : says & SAYS_USER                                       ? 3
                      : says & SAYS_NOT_NAME                                   ? 2
                                                                               : 1;
    add(b, node, META_AUTHOR, META_FROM_CLASS, weight, text);
    if (page->end[node] > b->taken_end)
        b->taken_end = page->end[node];
}

static void note_heading_place(body_pass *b, uint32_t node)
{
    for (uint32_t i = 0; i < b->c->n; i++)
        if (b->c->list[i].node == node && b->c->list[i].source == META_FROM_HEADING)
            b->c->list[i].aside = aside_of(b, node);
}

/* Without the sign of a permalink at its end: "¶", "#". */
static slice without_permalink(const husk_page *page, uint32_t heading, slice text)
{
    uint32_t link = 0;
    for (uint32_t i = heading + 1; i < page->end[heading]; i++)
        if (page->tag[i] == TAG_A)
            link = i;
    if (link == 0 || page->end[link] != page->end[heading] || page->end[link] != link + 2 ||
        !(page->flags[link + 1] & NODE_TEXT))
        return text;
    slice href = page_attribute_value(page, link, ATTR_HREF), sign = slice_trim(page->text[link + 1]);
    for (size_t at = 0; at < sign.len;)
        if (is_word(utf8_next(sign.data, sign.len, &at)))
            return text;
    if (href.len == 0 || href.data[0] != '#' || sign.len >= text.len ||
        memcmp(text.data + text.len - sign.len, sign.data, sign.len) != 0)
        return text;
    return slice_trim((slice){ text.data, text.len - sign.len });
}

static void heading(body_pass *b, uint32_t node)
{
    if (b->headed)
        note_heading_place(b, node);
    if (b->headed || b->n_headings++ >= 16)
        return;
    slice text = without_permalink(b->c->page, node, subtree_text(b, node, 200));
    if (text.len && text.len <= META_MAX_TITLE)
        add(b, node, META_TITLE, META_FROM_HEADING,
            meta_is_masthead(b->c, node)            ? META_MASTHEAD
            : b->c->page->flags[node] & NODE_HIDDEN ? 1
                                                    : 0,
            text);
}

/* The attributes that element_says reads, as bits. */
#define READ(attribute) ((uint64_t)1 << (attribute))
#define READ_HERE                                                                                     \
    (READ(ATTR_CLASS) | READ(ATTR_ID) | READ(ATTR_REL) | READ(ATTR_ITEMSCOPE) | READ(ATTR_ITEMPROP) | \
     READ(ATTR_PROPERTY))

/* What an element's names mean. An element without children has no text they could describe: unless an attribute has
 * a value, they need not be read. */
static unsigned element_says(const body_pass *b, uint32_t node, slice *prop, slice *rel, bool *scoped)
{
    const husk_page *page = b->c->page;
    unsigned says = 0, n_names = 0;
    uint32_t names[4];
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *at = &page->attributes[a];
        if (a + VALUES_AHEAD < page->n_attributes)
            __builtin_prefetch(at[VALUES_AHEAD].value); /* it is where the parser wrote it, out of the cache by now */
        if (!(READ_HERE >> at->id & 1))
            continue;
        slice value = { at->value, at->value_len };
        if (at->id == ATTR_CLASS || at->id == ATTR_ID) {
            if (n_names < sizeof names / sizeof *names) /* there is one of each */
                names[n_names++] = a;
        } else if (at->id == ATTR_REL) {
            *rel = value;
        } else if (at->id == ATTR_ITEMSCOPE) {
            *scoped = true;
        } else {
            *prop = value;
        }
    }
    if (page->end[node] == node + 1 && !*scoped && prop->len == 0 && rel->len == 0 && page->tag[node] != TAG_TIME)
        return 0;
    for (unsigned i = 0; i < n_names; i++)
        says |= name_says(b, names[i]);
    return says;
}

static bool is_frame(uint16_t tag)
{
    return tag == TAG_BODY || tag == TAG_HTML || tag == TAG_MAIN || tag == TAG_ARTICLE;
}

/* A subtree that is aside, unless it holds most of the page: themes put such words on <body> and on wrappers. */
static void note_aside(body_pass *b, uint32_t node, uint16_t tag, unsigned says)
{
    const husk_page *page = b->c->page;
    if (tag == TAG_ARTICLE && page->end[node] > b->article_end)
        b->article_end = page->end[node];
    if ((page->end[node] <= b->aside_end && !(says & SAYS_COMMENT)) || is_frame(tag))
        return;
    if (tag == TAG_FOOTER && node < b->article_end)
        return;
    bool aside = tag == TAG_ASIDE || tag == TAG_FOOTER || tag == TAG_NAV ||
                 (says & SAYS_ASIDE && !(says & (SAYS_AUTHOR | SAYS_TITLE | SAYS_DATE)));
    if (!aside || page->end[node] - node >= page->n_nodes / 2)
        return;
    if (page->end[node] > b->aside_end)
        b->aside_end = page->end[node];
    if (says & SAYS_COMMENT && page->end[node] > b->comment_end)
        b->comment_end = page->end[node];
}

/* Does a tag say something without attributes? */
static bool tag_says(uint16_t tag)
{
    return tag == TAG_ASIDE || tag == TAG_FOOTER || tag == TAG_NAV || tag == TAG_ARTICLE || tag == TAG_H1 ||
           tag == TAG_TIME;
}

static void element(body_pass *b, uint32_t node)
{
    husk_page *page = b->c->page;
    uint16_t tag = page->tag[node];
    slice prop = { NULL, 0 }, rel = { NULL, 0 };
    bool scoped = false;
    unsigned says = page->attribute[node] < page->attribute[node + 1] ? element_says(b, node, &prop, &rel, &scoped) : 0;
    if ((says & (SAYS_ACCOUNT | SAYS_NAME)) == (SAYS_ACCOUNT | SAYS_NAME))
        says |= SAYS_USER;
    while (b->n_scopes && node >= b->scopes[b->n_scopes - 1].end)
        b->n_scopes--;
    note_aside(b, node, tag, says);
    if (scoped)
        scope_enter(b, node);
    if (tag == TAG_H1)
        heading(b, node);
    if (prop.len && tag != TAG_META)
        property(b, node, prop);
    if (tag == TAG_TIME && b->c->wants_date)
        time_element(b, node, says);
    if (tag == TAG_A && rel.len) {
        meta_link(b->c, node);
        if (slice_has_nocase(rel, "author")) {
            add(b, node, META_AUTHOR, META_FROM_LINK, 0, subtree_text(b, node, 20));
            if (page->end[node] > b->taken_end)
                b->taken_end = page->end[node];
        }
    }
    if (says & (SAYS_AUTHOR | SAYS_USER) && b->c->wants_author && node >= b->taken_end &&
        page->end[node] - node <= 60 && !is_frame(tag))
        author_element(b, node, says);
    if (says & (SAYS_DATE | SAYS_MODIFIED) && b->c->wants_date && tag != TAG_TIME && node >= b->date_end &&
        page->end[node] - node <= 12) {
        slice text = subtree_text(b, node, 12);
        date d;
        if (text.len && text.len <= DATE_MAX_TEXT && date_parse(text, b->c->order, DATE_TEXT, &d)) {
            bool modified = says & SAYS_MODIFIED || says_updated(text);
            add(b, node, modified ? META_MODIFIED : META_PUBLISHED, META_FROM_CLASS, says & SAYS_DATE ? 0 : 1, text);
            b->date_end = page->end[node];
        }
    }
}

/* Is there a digit, or a byte beyond ASCII? Eight bytes at a time: most texts have none, and all pass here. */
static bool may_have_digits(slice text)
{
    const uint64_t tops = 0x8080808080808080u;
    for (size_t at = 0; text.len >= 8;) {
        uint64_t word;
        memcpy(&word, text.data + at, 8);
        /* '0' to '9' become 0 to 9, to which 0x76 is added without a carry beyond ASCII */
        uint64_t no_digit = (word ^ 0x3030303030303030u) + 0x7676767676767676u;
        if (word & tops || ~no_digit & tops)
            return true;
        if (text.len - at <= 8)
            return false;
        at = text.len - at < 16 ? text.len - 8 : at + 8;
    }
    return true;
}

/* At least three digits, in any script with its own digits: no date has fewer. */
static bool has_digits(slice text)
{
    enum { NONE, DIGIT, ARABIC, PERSIAN, INDIC, WIDE };
    static const uint8_t kind[256] = {
        ['0' ... '9'] = DIGIT, [0xd9] = ARABIC, [0xdb] = PERSIAN, [0xe0] = INDIC, [0xef] = WIDE
    };
    unsigned n = 0;
    if (!may_have_digits(text))
        return false;
    for (size_t i = 0; i < text.len && n < 3; i++) {
        uint8_t k = kind[(unsigned char)text.data[i]];
        if (k == NONE)
            continue;
        unsigned char next = i + 1 < text.len ? (unsigned char)text.data[i + 1] : 0;
        n += k == DIGIT || (k == ARABIC && next >= 0xa0 && next <= 0xa9) ||
             (k == PERSIAN && next >= 0xb0 && next <= 0xb9) ||
             (k == INDIC && (next == 0xa5 || next == 0xa7 || next == 0xaf || next == 0xb9)) ||
             (k == WIDE && next == 0xbc);
    }
    return n == 3;
}

static void text_node(body_pass *b, uint32_t node)
{
    husk_page *page = b->c->page;
    bool author = b->c->wants_author && node >= b->taken_end, date_too = b->c->wants_date && node >= b->date_end;
    if (!author && !date_too)
        return;
    slice text = slice_trim(page->text[node]);
    if (text.len < 2 || text.len > DATE_MAX_TEXT)
        return;
    size_t prefix = author ? meta_by_prefix(text) : 0;
    if (prefix) {
        /* "By" alone: the name follows in the next element */
        bool alone = prefix >= text.len;
        slice whole = text;
        uint32_t around = page->parent[node];
        for (int up = 0; alone && up < 3 && around != NODE_NONE && page->end[around] - around <= 30;
             up++, around = page->parent[around]) {
            whole = subtree_text(b, around, 30);
            alone = meta_by_prefix(whole) >= whole.len;
        }
        if (!alone && whole.len <= META_MAX_NAME * 2)
            add(b, node, META_AUTHOR, META_FROM_TEXT, 0, whole);
    }
    if (!date_too || b->c->n_of[META_PUBLISHED] >= META_MAX_PER_FIELD / (node < b->aside_end ? 4 : 2))
        return;
    date d;
    if (text.len <= MAX_DATE_LINE && !(page->flags[node] & NODE_PRE) && has_digits(text) &&
        date_parse(text, b->c->order, DATE_TEXT, &d))
        add(b, node, says_updated(text) ? META_MODIFIED : META_PUBLISHED, META_FROM_TEXT, says_published(text) ? 0 : 1,
            text);
}

static void script(meta_collector *c, uint32_t node)
{
    const husk_page *page = c->page;
    if (page_is_json_ld(page, node))
        meta_jsonld(c, node, page->text[node + 1]);
}

static void pass_begin(body_pass *b, meta_collector *c)
{
    if (c->page->meta_cache == NULL) {
        c->page->meta_cache = says_cache_new();
        c->no_memory = c->no_memory || c->page->meta_cache == NULL;
    }
    *b = (body_pass){ .c = c, .cache = c->page->meta_cache };
    buffer_init(&b->text, META_MAX_VALUE * 4);
}

static void pass_end(body_pass *b)
{
    b->c->no_memory = b->c->no_memory || b->text.status == HUSK_NO_MEMORY;
    buffer_free(&b->text);
}

/* A <meta> may be a property of microdata, too. */
static void meta_property(body_pass *b, uint32_t node)
{
    slice prop = page_attribute_value(b->c->page, node, ATTR_ITEMPROP);
    while (b->n_scopes && node >= b->scopes[b->n_scopes - 1].end)
        b->n_scopes--;
    if (prop.len)
        property(b, node, prop);
}

void meta_said(meta_collector *c)
{
    const husk_page *page = c->page;
    body_pass b;
    pass_begin(&b, c);
    for (uint32_t i = 0; (i = page_find_tags(page, i + 1, TAG_META, TAG_SCRIPT, TAG_H1)) < page->n_nodes;) {
        if (c->no_memory)
            break;
        if (page->tag[i] == TAG_META)
            meta_tag(c, i);
        else if (page->tag[i] == TAG_SCRIPT)
            script(c, i);
        else if (!(page->flags[i] & NODE_SILENT))
            heading(&b, i);
    }
    pass_end(&b);
}

void meta_body(meta_collector *c, bool is_said)
{
    husk_page *page = c->page;
    body_pass b;
    pass_begin(&b, c);
    b.headed = is_said;
    for (uint32_t i = 1; i < page->n_nodes && !c->no_memory; i++) {
        uint8_t flags = page->flags[i];
        uint16_t tag = page->tag[i];
        if (tag == TAG_META) {
            if (!is_said)
                meta_tag(c, i);
            meta_property(&b, i);
        } else if (tag == TAG_LINK) {
            meta_link(c, i);
        } else if (tag == TAG_SCRIPT) {
            if (!is_said)
                script(c, i);
        } else if (flags & NODE_SILENT) {
            continue;
        } else if (!(flags & NODE_TEXT)) {
            if (page->attribute[i] < page->attribute[i + 1] || tag_says(tag))
                element(&b, i);
        } else if (!(flags & NODE_BLANK)) {
            text_node(&b, i);
        }
    }
    pass_end(&b);
}
