/* meta_title.c - titles without the site's name, and the similarity of two titles.
 * A <title> consists of parts with separators; the site's name is the first or last part, known from the page
 * (og:site_name), from its host, or from the heading that is one of the other parts. Cost: linear in a title. */
#include "page/meta/meta.h"

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

/* A word's hash; *at moves past it; 0 at the end. */
static uint32_t next_word(slice s, size_t *at)
{
    uint32_t h = 0;
    while (*at < s.len) {
        size_t next = *at;
        uint32_t c = utf8_next(s.data, s.len, &next);
        if (!is_word(c)) {
            if (h)
                return h;
            *at = next;
            continue;
        }
        if (is_wide_word(c)) {
            if (h)
                return h;
            *at = next;
            return c * 2654435761u | 1;
        }
        h = (h ^ (c == '_' ? 0 : lower_point(c))) * 16777619u + 0x9e3779b9u;
        h += h == 0;
        *at = next;
    }
    return h;
}

#define MAX_WORDS 64 /* a longer title is compared by its first words */

static unsigned words_of(slice s, uint32_t words[MAX_WORDS])
{
    unsigned n = 0;
    for (size_t at = 0; n < MAX_WORDS;) {
        uint32_t h = next_word(s, &at);
        if (h == 0)
            break;
        words[n++] = h;
    }
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

static bool is_site(slice part, slice site, slice host)
{
    return (site.len && (meta_same_text(part, site))) || is_host(part, host);
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

slice meta_title_cut(slice title, slice site, slice host, slice heading)
{
    slice parts[MAX_PARTS];
    unsigned n = split(title, parts), first = 0, last = n;
    while (last - first > 1 && (parts[last - 1].len == 0 || is_site(parts[last - 1], site, host)))
        last--;
    while (last - first > 1 && (parts[first].len == 0 || is_site(parts[first], site, host)))
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
