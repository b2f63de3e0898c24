/* meta_choose.c - choose one value per field from all candidates, in the order given in docs/metadata.md.
 * A rank is the source's position in the field's order; ties go to the more reliable kind within the source, then to
 * the first on the page. Cost: linear in the candidates, a few dozen on a typical page. */
#include "page/meta/meta.h"

#define NEVER 0xff
#define MAX_AUTHORS 24u /* a longer list is not of authors */
#define MAX_TAGS 64u    /* a longer list is a site's tag cloud */
#define MAX_IMAGES 32u  /* a longer list is a gallery */

/* Plain text far from the title is about something else, unless it says what it is. */
#define NEAR_BEFORE 60u
#define NEAR_AFTER 150u
/* This close, even a box named "related" or "card" belongs to the title. */
#define CLOSE 40u

/* Is the node so many nodes before the title's heading, or after it? */
static bool is_near(const meta_collector *c, uint32_t node, uint32_t before, uint32_t after)
{
    return c->heading && node + before >= c->heading && node <= c->heading + after;
}

/* Is it only visible: <time>, a class, or plain text? */
static bool is_visible(uint8_t source)
{
    return source == META_FROM_TIME || source == META_FROM_CLASS || source == META_FROM_TEXT;
}

/* Lower is more reliable; NEVER: this source is not used for this field. */
static const uint8_t order_of[META_FIELD_COUNT][META_SOURCE_COUNT] = {
#define _ NEVER
    /*                JSONLD  page  OG  scholar meta micro link time class text h1 title addr html */
    [META_TITLE] = { 3, 5, 1, 2, 4, 6, _, _, _, _, 0, 7, _, _ },
    [META_AUTHOR] = { 0, 5, 3, 1, 2, 4, 6, _, 7, 8, _, _, _, _ },
    [META_PUBLISHED] = { 0, 9, 1, 2, 3, 4, _, 6, 7, 8, _, _, 5, _ },
    [META_MODIFIED] = { 0, 3, 1, 2, 4, 5, _, 6, 7, 8, _, _, _, _ },
    [META_SITE] = { 1, 2, 0, 3, 4, _, _, _, _, _, _, _, _, _ },
    [META_DESCRIPTION] = { 2, 3, 1, 4, 0, _, _, _, _, _, _, _, _, _ },
    [META_LANGUAGE] = { 1, 2, 5, 3, 4, 6, _, _, _, _, _, _, _, 0 },
    [META_URL] = { 2, 3, 1, _, _, _, 0, _, _, _, _, _, _, _ },
    [META_IMAGE] = { 1, 3, 0, _, 2, _, 4, _, _, _, _, _, _, _ },
    [META_CATEGORY] = { 0, 3, 1, 2, 4, 5, 6, _, _, _, _, _, _, _ },
    [META_TAG] = { 0, 3, 1, 2, 4, 5, 6, _, _, _, _, _, _, _ },
    [META_LICENSE] = { 1, 3, _, 2, 5, 4, 0, _, _, _, _, _, _, _ },
    [META_TYPE] = { 0, 3, 1, 2, _, _, _, _, _, _, _, _, _, _ },
#undef _
};

/* Ranks of what stands in an aside, and of a visible date far from the title. */
#define RANK_ASIDE 4096u
#define RANK_FAR 2048u

/* Lower is better; UINT32_MAX: the source is not used for the field. */
static unsigned rank_of(const meta_collector *c, const meta_candidate *m)
{
    uint8_t order = order_of[m->field][m->source];
    bool dated = m->field == META_PUBLISHED || m->field == META_MODIFIED;
    if (order == NEVER)
        return UINT32_MAX;
    unsigned rank = order * 16u + (m->weight < 15 ? m->weight : 15u);
    if (m->aside && !(dated && m->aside != META_COMMENT && is_near(c, m->node, CLOSE / 2, CLOSE)))
        return rank + RANK_ASIDE;
    return dated && is_visible(m->source) && c->heading && !is_near(c, m->node, NEAR_BEFORE, NEAR_AFTER)
               ? rank + RANK_FAR
               : rank;
}

/* The first candidate of `field` with the lowest rank from *least on, which becomes the next one; NULL if there is
 * none. */
static const meta_candidate *best_from(const meta_collector *c, meta_field field, unsigned *least)
{
    const meta_candidate *best = NULL;
    unsigned best_rank = UINT32_MAX;
    for (uint32_t i = 0; i < c->n; i++) {
        unsigned rank = c->list[i].field == field ? rank_of(c, &c->list[i]) : UINT32_MAX;
        if (rank >= *least && rank < best_rank) {
            best = &c->list[i];
            best_rank = rank;
        }
    }
    *least = best_rank + 1;
    return best;
}

static slice best_value(const meta_collector *c, meta_field field)
{
    unsigned least = 0;
    const meta_candidate *m = best_from(c, field, &least);
    return m ? m->value : (slice){ NULL, 0 };
}

slice meta_keep(meta_collector *c, const char *data, size_t len)
{
    char *copy = arena_copy(c->memory, data, len);
    if (copy == NULL) {
        c->no_memory = true;
        return (slice){ NULL, 0 };
    }
    return (slice){ copy, len };
}

/* Does a value of this rank outrank everything that is only visible on the page? Then its source comes before
 * microdata.
 */
static bool is_settled(meta_field field, unsigned rank)
{
    return rank < order_of[field][META_FROM_MICRODATA] * 16u;
}

/* The node of the title's heading; 0 if there is none. */
static uint32_t heading_node(const meta_collector *c, slice title)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (c->list[i].field == META_TITLE && c->list[i].source == META_FROM_HEADING &&
            (meta_same_text(c->list[i].value, title) ||
             (title.data >= c->list[i].value.data && title.data < c->list[i].value.data + c->list[i].value.len)))
            return c->list[i].node;
    return 0;
}

/* Visible text counts less than declared metadata: not among comments and related items, not on a shop's page (where
 * it is a reader's or a release's), and plain text only near the title. */
static bool is_asked(const meta_collector *c, const meta_candidate *m, bool product)
{
    bool seen = m->source == META_FROM_CLASS || m->source == META_FROM_TEXT || m->source == META_FROM_LINK;
    bool stray = m->source == META_FROM_MICRODATA && m->weight >= 4;
    if (stray || ((seen || m->source == META_FROM_TIME) && product) ||
        (seen && m->aside && (m->aside == META_COMMENT || !is_near(c, m->node, CLOSE / 2, CLOSE))))
        return false;
    if (m->source != META_FROM_TEXT || c->heading == 0 || (m->field != META_AUTHOR && m->weight == 0))
        return true;
    bool by = c->byline && m->node + CLOSE >= c->byline && m->node <= c->byline + CLOSE;
    return by || is_near(c, m->node, NEAR_BEFORE, NEAR_AFTER);
}

static uint32_t names_of_rank(meta_collector *c, unsigned rank, bool product, slice site, slice *names)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        const meta_candidate *m = &c->list[i];
        if (m->field != META_AUTHOR || rank_of(c, m) != rank || !is_asked(c, m, product))
            continue;
        if (meta_same_text(m->value, site)) { /* "Lee & Lee" is one */
            if (n == 0)
                names[n++] = m->value;
            continue;
        }
        bool visible = m->source == META_FROM_CLASS || m->source == META_FROM_TEXT || m->source == META_FROM_LINK ||
                       m->source == META_FROM_MICRODATA;
        if (visible && n)
            continue;
        n = meta_author_names(c, m->value, visible, names, n, MAX_AUTHORS);
        c->byline = visible && n ? m->node : 0;
    }
    return n;
}

static void put_authors(meta_collector *c, husk_metadata *out)
{
    bool product = slice_has_nocase(out->pagetype, "product");
    slice *names = arena_array(c->memory, MAX_AUTHORS, sizeof *names);
    if (names == NULL) {
        c->no_memory = true;
        return;
    }
    uint32_t held = 0;
    unsigned least = 0;
    while (out->n_authors == 0 && best_from(c, META_AUTHOR, &least)) {
        slice found[MAX_AUTHORS];
        uint32_t n = names_of_rank(c, least - 1, product, out->sitename, found);
        /* the site's own name is an author only if the page names nobody else */
        if (n == 1 && held == 0 && meta_same_text(found[0], out->sitename)) {
            names[0] = found[0];
            held = 1;
        } else if (n) {
            memcpy(names, found, n * sizeof *names);
            out->n_authors = n;
            c->wants_author = !is_settled(META_AUTHOR, least - 1);
        }
    }
    out->n_authors = out->n_authors ? out->n_authors : held;
    if (out->n_authors == 0)
        return;
    out->authors = names;
    buffer_clear(&c->piece);
    for (uint32_t i = 0; i < out->n_authors; i++) {
        buffer_text(&c->piece, i ? "; " : "");
        buffer_append(&c->piece, names[i].data, names[i].len);
    }
    out->author = meta_keep(c, c->piece.data, c->piece.len);
}

/* A heading is the title if it resembles what the page declares as its title; many first headings are a logo, "Blog"
 * or a slogan. Above .3 the heading was right more often than the others (bench/run metadata, the half for choosing).
 */
#define LIKE_A_TITLE 0.3
#define MAX_REFERENCES 8u

typedef struct title_choice {
    slice references[MAX_REFERENCES]; /* declared titles of the page, most reliable first, without the site's name */
    unsigned n;
    meta_site site;
} title_choice;

static bool is_placeholder(slice s)
{
    return s.len >= 2 && (memcmp(s.data, "{{", 2) == 0 || memcmp(s.data, "<%", 2) == 0 || memcmp(s.data, "${", 2) == 0);
}

/* A heading that may be the title: not the site's name. */
static bool is_title_heading(const meta_candidate *m, const title_choice *t)
{
    return m->field == META_TITLE && m->source == META_FROM_HEADING && m->weight != META_MASTHEAD &&
           !is_placeholder(m->value) && !meta_is_site(m->value, &t->site);
}

/* The first heading that is the site's name or motto. */
static slice masthead(const meta_collector *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (c->list[i].source == META_FROM_HEADING && c->list[i].weight == META_MASTHEAD)
            return c->list[i].value;
    return (slice){ NULL, 0 };
}

/* The part of a title that is a heading of the page, if any. Of several headings that are parts, a later and longer
 * one is the page's and the first is the site's: "Board - The topic", with both above the posts. */
static slice heading_in(const meta_collector *c, const title_choice *t, slice title)
{
    slice best = { NULL, 0 };
    for (uint32_t i = 0; i < c->n; i++) {
        if (!is_title_heading(&c->list[i], t))
            continue;
        slice cut = meta_title_cut(title, &t->site, c->list[i].value);
        if (meta_same_text(cut, c->list[i].value) && cut.len > best.len)
            best = cut;
    }
    return best;
}

/* The same among the lower headings, where the page has no <h1> of its own. */
#define MOST_LOWER_HEADINGS 16u
#define MOST_HEADING_NODES 16u

static slice lower_heading_in(meta_collector *c, const title_choice *t, slice title)
{
    const husk_page *page = c->page;
    unsigned n = 0;
    for (uint32_t i = 0;
         n < MOST_LOWER_HEADINGS && (i = page_find_tags(page, i + 1, TAG_H2, TAG_H3, TAG_H2)) < page->n_nodes; n++) {
        if (page->end[i] - i > MOST_HEADING_NODES || meta_is_masthead(c, i))
            continue;
        buffer_clear(&c->piece);
        page_text(page, i, &c->piece);
        slice text = slice_trim((slice){ c->piece.data ? c->piece.data : "", c->piece.len });
        slice cut = text.len && text.len <= META_MAX_TITLE ? meta_title_cut(title, &t->site, text) : (slice){ NULL, 0 };
        if (cut.len && cut.len < title.len && meta_same_text(cut, text) && !meta_is_site(cut, &t->site))
            return cut;
    }
    return (slice){ NULL, 0 };
}

static bool has_title_heading(const meta_collector *c, const title_choice *t)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (is_title_heading(&c->list[i], t))
            return true;
    return false;
}

static void gather_references(meta_collector *c, title_choice *t)
{
    bool headed = has_title_heading(c, t);
    unsigned least = order_of[META_TITLE][META_FROM_HEADING] * 16u + 16;
    for (const meta_candidate *best; t->n < MAX_REFERENCES && (best = best_from(c, META_TITLE, &least)) != NULL;) {
        if (is_placeholder(best->value) || best->source == META_FROM_MICRODATA || best->source == META_FROM_HEADING)
            continue;
        slice heading = headed ? heading_in(c, t, best->value) : lower_heading_in(c, t, best->value);
        t->references[t->n++] = heading.len ? heading : meta_title_cut(best->value, &t->site, (slice){ NULL, 0 });
    }
}

static slice best_heading(const meta_collector *c, const title_choice *t)
{
    slice best = { NULL, 0 };
    double best_likeness = LIKE_A_TITLE;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!is_title_heading(&c->list[i], t))
            continue;
        slice heading = meta_title_cut(c->list[i].value, &t->site, (slice){ NULL, 0 });
        for (unsigned k = 0; k < t->n; k++) {
            double likeness = meta_title_likeness(heading, t->references[k]);
            if (likeness > best_likeness) {
                best_likeness = likeness;
                best = heading;
            }
        }
    }
    return best;
}

/* The shorter of two references, if one is a prefix of the other: the rest was the name of the site or a section. */
static slice shortest_reference(const title_choice *t)
{
    slice best = { NULL, 0 };
    for (unsigned i = 0; i < t->n; i++) {
        slice r = t->references[i];
        if (best.len == 0 && !meta_is_site(r, &t->site))
            best = r;
        if (r.len >= 8 && r.len + 3 < best.len && meta_same_text(r, (slice){ best.data, r.len }))
            best = r;
    }
    return best;
}

/* Text after a bar is the name of the site or a section, whether declared elsewhere or not; a single word before it
 * is too little to be sure. */
static slice before_bar(slice title)
{
    const char *bar = title.len ? memchr(title.data, '|', title.len) : NULL;
    if (bar == NULL)
        return title;
    slice first = slice_trim((slice){ title.data, (size_t)(bar - title.data) });
    return count_words(first.data, first.len) >= 2 ? first : title;
}

/* If all that a page declares is its site's name: that on the front page, elsewhere its first heading. Where the name
 * is sure to be the site's and there is no heading, the page has no title. */
static slice undeclared_title(const meta_collector *c, const title_choice *t)
{
    slice name = t->n ? t->references[0] : best_value(c, META_TITLE);
    if (c->page->url.len == 0 || meta_is_front_page(c->page))
        return name;
    for (uint32_t i = 0; i < c->n; i++)
        if (is_title_heading(&c->list[i], t) && !c->list[i].aside)
            return c->list[i].value;
    bool sure = (t->site.name.len && meta_same_text(name, t->site.name)) ||
                (t->site.masthead.len && meta_same_text(name, t->site.masthead));
    return sure ? (slice){ NULL, 0 } : name;
}

static void put_title(meta_collector *c, husk_metadata *out)
{
    title_choice t = { .site = { .name = out->sitename, .masthead = masthead(c), .host = url_host(c->page->url) } };
    gather_references(c, &t);
    c->title_settled = t.n > 0;
    out->title = best_heading(c, &t);
    if (out->title.len == 0)
        out->title = shortest_reference(&t);
    if (out->title.len == 0)
        out->title = undeclared_title(c, &t);
    out->title = before_bar(out->title);
}

/* A URL resolved against the page's base; unchanged if it can't be resolved. */
static slice absolute(meta_collector *c, slice value)
{
    if (value.len == 0 || value.len > META_MAX_VALUE)
        return (slice){ NULL, 0 };
    buffer_clear(&c->piece);
    return page_resolve(c->page, value, &c->piece) ? meta_keep(c, c->piece.data, c->piece.len) : value;
}

/* "en_US.UTF-8" and "EN-us" become "en-US"; anything else is dropped. */
static slice language_tag(meta_collector *c, slice value)
{
    char tag[36];
    size_t n = 0, part = 0;
    for (size_t i = 0; i < value.len && n < sizeof tag; i++) {
        char ch = value.data[i] == '_' ? '-' : value.data[i];
        if (ch == ',' || ch == ';' || ch == '.' || ch == ' ')
            break;
        bool letter = lower(ch) >= 'a' && lower(ch) <= 'z';
        if (!letter && ch != '-' && !(ch >= '0' && ch <= '9' && part > 0))
            return (slice){ NULL, 0 };
        if (ch == '-')
            part = n + 1;
        tag[n++] = lower(ch);
    }
    if (n < 2 || n >= sizeof tag || tag[n - 1] == '-' || (n > 3 && tag[2] != '-' && tag[3] != '-'))
        return (slice){ NULL, 0 };
    /* a region of two letters is upper case, a script of four is capitalised */
    for (size_t i = 2; i + 1 < n; i++) {
        if (tag[i] != '-')
            continue;
        size_t end = i + 1;
        while (end < n && tag[end] != '-')
            end++;
        for (size_t k = i + 1; k < end; k++)
            if ((end - i == 3 || (end - i == 5 && k == i + 1)) && tag[k] >= 'a' && tag[k] <= 'z')
                tag[k] = (char)(tag[k] - 32);
    }
    return meta_keep(c, tag, n);
}

static void put_language(meta_collector *c, husk_metadata *out)
{
    unsigned least = 0;
    for (const meta_candidate *best; out->language.len == 0 && (best = best_from(c, META_LANGUAGE, &least)) != NULL;)
        out->language = language_tag(c, best->value);
}

static void add_tag(slice *tags, size_t *n, slice tag)
{
    tag = slice_trim(tag);
    if (tag.len == 0 || tag.len > META_MAX_NAME || *n == MAX_TAGS)
        return;
    for (size_t i = 0; i < *n; i++)
        if (meta_same_text(tags[i], tag))
            return;
    tags[(*n)++] = tag;
}

/* All tags or categories of every source, in page order, distinct: sources complement each other. Separated by commas,
 * in any script. */
static const slice *all_tags(meta_collector *c, meta_field field, size_t *n_tags)
{
    static const char *const commas[] = { ",", ";", "、", "，", "،" };
    slice *tags = arena_array(c->memory, MAX_TAGS, sizeof *tags);
    *n_tags = 0;
    c->no_memory |= tags == NULL;
    for (uint32_t i = 0; tags && i < c->n; i++) {
        if (c->list[i].field != field || c->list[i].aside)
            continue;
        slice value = c->list[i].value;
        size_t from = 0;
        for (size_t at = 0; at < value.len;) {
            size_t comma = 0;
            for (size_t k = 0; k < sizeof commas / sizeof *commas && comma == 0; k++)
                if (value.len - at >= strlen(commas[k]) && memcmp(value.data + at, commas[k], strlen(commas[k])) == 0)
                    comma = strlen(commas[k]);
            if (comma) {
                add_tag(tags, n_tags, (slice){ value.data + from, at - from });
                from = at + comma;
            }
            at += comma ? comma : 1;
        }
        add_tag(tags, n_tags, (slice){ value.data + from, value.len - from });
    }
    return tags;
}

/* An address without its scheme: pages declare one image by http and by https. */
static slice without_scheme(slice address)
{
    for (size_t i = 0; i + 2 < address.len && i < 8; i++)
        if (memcmp(address.data + i, "://", 3) == 0)
            return (slice){ address.data + i, address.len - i };
    return address;
}

/* All images that the page declares, the main one first, each once. */
static void put_images(meta_collector *c, husk_metadata *out)
{
    out->image = absolute(c, best_value(c, META_IMAGE));
    slice *images = arena_array(c->memory, MAX_IMAGES, sizeof *images);
    out->images = images;
    c->no_memory |= images == NULL;
    if (images && out->image.len)
        images[out->n_images++] = out->image;
    for (uint32_t i = 0; images && i < c->n && out->n_images < MAX_IMAGES; i++) {
        if (c->list[i].field != META_IMAGE || c->list[i].aside)
            continue;
        slice image = absolute(c, c->list[i].value), bare = without_scheme(image);
        bool known = image.len == 0;
        for (size_t k = 0; k < out->n_images && !known; k++)
            known = slice_same(without_scheme(images[k]), bare);
        if (!known)
            images[out->n_images++] = image;
    }
}

/* A licence is a URL, or its name. */
static void put_license(meta_collector *c, husk_metadata *out)
{
    slice value = best_value(c, META_LICENSE);
    bool address = value.len && memchr(value.data, ' ', value.len) == NULL && memchr(value.data, '/', value.len);
    out->license = address ? absolute(c, value) : value;
}

/* --- dates: the declared one wins, with two exceptions: a system that declares the last change as the publication, and
 * a declared time in UTC that is another day where the site is. -----------------------------------------------------
 */

/* A date this close to the title is the page's own. */
#define BESIDE_BEFORE 20u
#define BESIDE_AFTER 80u

typedef struct date_choice {
    date day;
    unsigned rank;
    uint8_t source;
    bool found;
} date_choice;

typedef struct date_rules {
    int64_t now;
    bool product, authored; /* a shop's page; an author is known */
    bool front;             /* the front page of a site: it was not published on a day */
} date_rules;

/* Is it plausible: not after `now`, and not before the web unless a machine-readable value says so? */
static bool read_date(const meta_collector *c, const meta_candidate *m, const date_rules *rules, date *out)
{
    bool said = m->source != META_FROM_TEXT && m->source != META_FROM_CLASS;
    return date_parse(m->value, c->order, said ? DATE_EXPLICIT : DATE_TEXT, out) && out->year >= (said ? 1900 : 1990) &&
           (rules->now == 0 || date_earliest(out) <= rules->now);
}

static bool is_allowed(const meta_collector *c, const meta_candidate *m, const date_rules *rules)
{
    if (!is_asked(c, m, rules->product) || (rules->front && m->source != META_FROM_JSONLD))
        return false;
    /* a WebPage's own dates come from its CMS: a page without an author is not a publication of that day */
    return m->source != META_FROM_JSONLD_PAGE || m->field != META_PUBLISHED || rules->authored;
}

/* Dates, best first, until one is plausible. */
static date_choice choose_date(const meta_collector *c, meta_field field, const date_rules *rules)
{
    date_choice choice = { 0 };
    unsigned least = 0;
    while (!choice.found && best_from(c, field, &least)) {
        choice.rank = least - 1;
        for (uint32_t i = 0; i < c->n && !choice.found; i++) {
            const meta_candidate *m = &c->list[i];
            choice.found = m->field == field && rank_of(c, m) == choice.rank && is_allowed(c, m, rules) &&
                           read_date(c, m, rules, &choice.day);
            choice.source = m->source;
        }
    }
    return choice;
}

/* The first visible date beside the title. */
static bool date_beside_title(const meta_collector *c, const date_rules *rules, date *out)
{
    for (uint32_t i = 0; i < c->n; i++) {
        const meta_candidate *m = &c->list[i];
        if (m->field == META_PUBLISHED && is_visible(m->source) && is_near(c, m->node, BESIDE_BEFORE, BESIDE_AFTER) &&
            is_allowed(c, m, rules) && read_date(c, m, rules, out))
            return true;
    }
    return false;
}

/* The day in the page's URL, where the declared time is in UTC and one day off: the URL has the site's own zone. */
static bool day_of_address(const meta_collector *c, const date_rules *rules, const date *declared, date *out)
{
    if (!declared->has_zone || declared->zone_minutes != 0)
        return false;
    for (uint32_t i = 0; i < c->n; i++) {
        const meta_candidate *m = &c->list[i];
        int64_t apart = 0;
        if (m->field != META_PUBLISHED || m->source != META_FROM_ADDRESS || !read_date(c, m, rules, out))
            continue;
        date utc = { .year = declared->year, .month = declared->month, .day = declared->day };
        apart = date_earliest(&utc) - date_earliest(out);
        return apart == 86400 || apart == -86400;
    }
    return false;
}

/* The front page of a site: a URL without path. */
static bool is_front(slice url)
{
    slice path = { NULL, 0 };
    return url_origin(url, &path).len && (path.len == 0 || slice_is(path, "/"));
}

static bool is_declared(const date_choice *choice)
{
    return choice->found && !is_visible(choice->source);
}

/* An article that only says when it was changed, where readers see it, gets that date. */
static bool is_published_then(const date_choice *modified, bool authored)
{
    return modified->found && (modified->source == META_FROM_CLASS || modified->source == META_FROM_TEXT ||
                               (modified->source == META_FROM_JSONLD && authored));
}

static void put_dates(meta_collector *c, const metadata_options *options, husk_metadata *out)
{
    char iso[DATE_MAX_ISO];
    date_rules rules = { .now = options->now,
                         .product = slice_has_nocase(out->pagetype, "product"),
                         .authored = out->n_authors > 0,
                         .front = is_front(c->page->url) };
    date_choice published = choose_date(c, META_PUBLISHED, &rules), modified = choose_date(c, META_MODIFIED, &rules);
    /* many systems declare the day of the last change as both: an earlier date beside the title is the publication */
    bool changed = is_declared(&published) && modified.found && date_compare_days(&published.day, &modified.day) >= 0;
    c->wants_date = !published.found || !is_settled(META_PUBLISHED, published.rank) || changed;
    date other;
    if ((changed && date_beside_title(c, &rules, &other) && date_compare_days(&other, &published.day) < 0) ||
        (is_declared(&published) && day_of_address(c, &rules, &published.day, &other)))
        published.day = other;
    if (modified.found)
        out->modified = meta_keep(c, iso, date_iso(&modified.day, true, iso));
    if (!published.found && is_published_then(&modified, rules.authored))
        published = modified;
    if (published.found) {
        out->published = meta_keep(c, iso, date_iso(&published.day, true, iso));
        out->date = meta_keep(c, iso, date_iso(&published.day, false, iso));
    }
}

void meta_choose(meta_collector *c, const metadata_options *options, husk_metadata *out)
{
    out->sitename = best_value(c, META_SITE);
    out->pagetype = slice_after_last(best_value(c, META_TYPE), "/#"); /* schema.org's name without its URL */
    if (!c->title_settled)
        put_title(c, out);
    c->heading = heading_node(c, out->title);
    put_authors(c, out);
    put_dates(c, options, out);
    put_language(c, out);
    if (c->brief)
        return;
    out->description = best_value(c, META_DESCRIPTION);
    out->url = absolute(c, best_value(c, META_URL));
    put_images(c, out);
    out->tags = all_tags(c, META_TAG, &out->n_tags);
    out->categories = all_tags(c, META_CATEGORY, &out->n_categories);
    put_license(c, out);
}
