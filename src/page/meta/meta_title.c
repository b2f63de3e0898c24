/* meta_title.c - titles without the site's name, and the similarity of two titles.
 * A <title> consists of parts with separators; the site's name is the first or last part, known from the page
 * (og:site_name), from its masthead, from its host, or from the heading that is one of the other parts. Cost: linear in
 * a title. */
#include "page/meta/meta.h"

#include "base/hash.h"
#include "name_words.h" /* from name_words.txt */

/* The next letter or digit at or after *at, lower-cased; 0 at the end. Other characters are skipped. */
static uint32_t next_letter(slice s, size_t *at)
{
    while (*at < s.len) {
        uint32_t c = utf8_next(s.data, s.len, at);
        if (!is_word(c) || c == '_')
            continue;
        return lower_point(c);
    }
    return 0;
}

bool meta_same_text(slice a, slice b)
{
    size_t i = 0, k = 0;
    for (;;) {
        uint32_t x = next_letter(a, &i), y = next_letter(b, &k);
        if (x != y)
            return false;
        if (x == 0)
            return true;
    }
}

#define MAX_WORDS 64 /* a longer title is compared by its first words */

static unsigned words_of(slice s, uint32_t words[MAX_WORDS])
{
    unsigned n = 0;
    text_word word;
    for (size_t at = 0; n < MAX_WORDS && text_word_next(s, &at, &word); n++)
        words[n] = (uint32_t)hash_bytes(word.data, word.len) | 1;
    return n;
}

double meta_title_likeness(slice a, slice b)
{
    uint32_t x[MAX_WORDS], y[MAX_WORDS];
    unsigned n = words_of(a, x), m = words_of(b, y), common = 0;
    if (n == 0 || m == 0)
        return 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < m; k++)
            if (x[i] == y[k]) {
                common++;
                y[k] = 0;
                break;
            }
    return 2.0 * common / (n + m);
}

/* The length of a separator at `at`. Dashes and similar characters need spaces around them, bars do not. */
static size_t separator(slice s, size_t at)
{
    static const char *const marks[] = { " | ",  " – ", " — ", " - ", " · ", " • ", " » ", " « ",
                                         " :: ", " / ", " ‹ ", " › ", " ~ ", " < ", " > ", " ｜ ",
                                         " — ",  " ― ", " : ", "|",   "｜",  " -",  "- " };
    char c = s.data[at];
    if (c != ' ' && c != '|' && c != '-' && c != '\xef')
        return 0;
    char next = at + 1 < s.len ? lower(s.data[at + 1]) : ' ';
    if (c == ' ' && ((next >= 'a' && next <= 'z') || (next >= '0' && next <= '9')))
        return 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t n = strlen(marks[i]);
        if (marks[i][0] == c && s.len - at >= n && memcmp(s.data + at, marks[i], n) == 0)
            return n;
    }
    return 0;
}

/* Is `part` the host's name: "The Example Times" for example-times.com? Its letters are those of the host, or a
 * prefix of it. */
static bool is_host(slice part, slice host)
{
    size_t at = 0, k = 0;
    if (host.len == 0 || part.len < 3)
        return false;
    if (host.len > 4 && memcmp(host.data, "www.", 4) == 0)
        host = (slice){ host.data + 4, host.len - 4 };
    if (part.len > 4 && slice_is_nocase((slice){ part.data, 4 }, "the ") &&
        !(host.len > 3 && memcmp(host.data, "the", 3) == 0))
        at = 4;
    size_t matched = 0;
    for (;;) {
        uint32_t c = next_letter(part, &at);
        if (c == 0)
            return matched >= 3 && (k >= host.len || host.data[k] == '.' || host.data[k] == '-' || matched >= 6);
        while (k < host.len && (host.data[k] == '-' || host.data[k] == '.'))
            k++;
        if (k >= host.len || (unsigned char)host.data[k] != c)
            return false;
        k++;
        matched++;
    }
}

bool meta_is_site(slice part, const meta_site *site)
{
    return (site->name.len && meta_same_text(part, site->name)) ||
           (site->masthead.len && meta_same_text(part, site->masthead)) || is_host(part, site->host);
}

#define MAX_PARTS 12 /* the rest of a title with more parts stays one part */

static unsigned split(slice title, slice parts[MAX_PARTS])
{
    unsigned n = 0;
    size_t from = 0;
    for (size_t at = 1; at < title.len && n + 1 < MAX_PARTS;) {
        size_t len = separator(title, at);
        if (len == 0) {
            at++;
            continue;
        }
        parts[n++] = slice_trim((slice){ title.data + from, at - from });
        from = at += len;
    }
    parts[n++] = slice_trim((slice){ title.data + from, title.len - from });
    return n;
}

slice meta_title_cut(slice title, const meta_site *site, slice heading)
{
    slice parts[MAX_PARTS];
    unsigned n = split(title, parts), first = 0, last = n;
    while (last - first > 1 && (parts[last - 1].len == 0 || meta_is_site(parts[last - 1], site)))
        last--;
    while (last - first > 1 && (parts[first].len == 0 || meta_is_site(parts[first], site)))
        first++;
    /* a heading that is one whole part shows which part is the title */
    for (unsigned i = first; heading.len && last - first > 1 && i < last; i++)
        if (meta_same_text(parts[i], heading)) {
            first = i;
            last = i + 1;
        }
    const char *begin = parts[first].data, *end = parts[last - 1].data + parts[last - 1].len;
    return (slice){ begin, (size_t)(end - begin) };
}

/* --- the masthead ------------------------------------------------------------------------------------------------- */

/* Elements around a heading that may say what it is. */
#define MASTHEAD_LEVELS 3

#define WORD(text) text,
/* Names that programs give to the site's name or motto: a whole word of a class, or an id. */
static bool is_named_masthead(slice classes)
{
    static const char *const names[] = { MASTHEAD_NAMES(WORD) };
    for (slice name; slice_word(&classes, &name);)
        if (SLICE_IS_ANY(name, names))
            return true;
    return false;
}

/* Is it the path of a site's front page? */
static bool is_front(slice path)
{
    static const char *const fronts[] = { "", "/", "/index.html", "/index.htm", "/index.php", "/home" };
    return SLICE_IS_ANY(path, fronts);
}

/* The path of a URL, without query and fragment. */
static slice path_of(slice url)
{
    size_t at = 0, end;
    for (size_t i = 0; i + 2 < url.len && i < 8; i++)
        if (memcmp(url.data + i, "://", 3) == 0)
            at = i + 3;
    while (at && at < url.len && url.data[at] != '/')
        at++;
    for (end = at; end < url.len && url.data[end] != '?' && url.data[end] != '#';)
        end++;
    return (slice){ url.data + at, end - at };
}

bool meta_is_front_page(const husk_page *page)
{
    return is_front(path_of(page->url));
}

static bool leads_to_front(meta_collector *c, uint32_t link)
{
    slice href = page_attribute_value(c->page, link, ATTR_HREF);
    if (href.len == 0 || href.len > META_MAX_VALUE || href.data[0] == '#')
        return false;
    buffer_clear(&c->piece);
    return page_resolve(c->page, href, &c->piece) && is_front(path_of((slice){ c->piece.data, c->piece.len }));
}

/* The link that is all of a heading's text, or 0. */
static uint32_t link_inside(const husk_page *page, uint32_t heading)
{
    uint32_t link = 0;
    for (uint32_t i = heading + 1; i < page->end[heading]; i++) {
        if (page->tag[i] == TAG_A && link == 0)
            link = i;
        else if (page->flags[i] & NODE_TEXT && !(page->flags[i] & NODE_BLANK) && (link == 0 || i >= page->end[link]))
            return 0;
    }
    return link;
}

bool meta_is_masthead(meta_collector *c, uint32_t heading)
{
    const husk_page *page = c->page;
    uint32_t link = link_inside(page, heading), node = heading;
    if (link && !meta_is_front_page(page) && leads_to_front(c, link))
        return true;
    for (int level = 0; level <= MASTHEAD_LEVELS && node && node != NODE_NONE; level++, node = page->parent[node]) {
        uint16_t tag = page->tag[node];
        if (tag == TAG_BODY || tag == TAG_MAIN || tag == TAG_ARTICLE)
            break;
        if (is_named_masthead(page_attribute_value(page, node, ATTR_CLASS)) ||
            is_named_masthead(page_attribute_value(page, node, ATTR_ID)) ||
            (tag == TAG_A && !meta_is_front_page(page) && leads_to_front(c, node)))
            return true;
    }
    return false;
}
