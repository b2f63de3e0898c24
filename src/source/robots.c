/* robots.c - robots.txt by RFC 9309: groups by user agent; the longest rule wins, and allow wins a tie.
 * The text is read twice: once to see whether a group names us, once for the rules of those groups. Patterns are
 * normalised (percent-encoded unreserved characters decoded, other bytes encoded) and matched piece by piece between
 * their stars. Cost per query: O(length of pattern + length of path) per rule. Limits: ROBOTS_MAX_BYTES. */
#include "source/addresses.h"

#include <stdlib.h>
#include <strings.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "source/http_message.h"

#define MAX_DELAY_SECONDS 60u /* a longer Crawl-delay would keep a crawl from finishing */

typedef struct robots_rule {
    size_t at, len; /* of the pattern in `patterns`: the longest is the most specific */
    bool allows;
} robots_rule;

struct robots {
    buffer patterns;
    robots_rule *rules;
    size_t n_rules, room;
    unsigned delay_ms;
};

/* The next line's name and value, without comment and white space; false at the end. A line without a colon has an
 * empty name. */
static bool line_next(slice text, size_t *at, slice *name, slice *value)
{
    if (*at >= text.len)
        return false;
    slice line, rest = slice_from(text, *at);
    part_next(&rest, '\n', &line);
    rest = line;
    part_next(&rest, '\r', &line);
    *at += line.len + 1;
    rest = line;
    part_next(&rest, '#', &line);
    *value = line;
    part_next(value, ':', name);
    *name = name->len < line.len ? slice_trim(*name) : (slice){ "", 0 };
    *value = slice_trim(*value);
    return true;
}

/* The product token at the start of a user-agent line: letters, "_" and "-". A version after it is ignored. */
static slice token_of(slice value)
{
    size_t n = 0;
    while (n < value.len && ((lower(value.data[n]) >= 'a' && lower(value.data[n]) <= 'z') || value.data[n] == '_' ||
                             value.data[n] == '-'))
        n++;
    return (slice){ value.data, n };
}

static bool names_us(slice value, const char *token)
{
    slice given = token_of(value);
    return given.len == strlen(token) && strncasecmp(given.data, token, given.len) == 0;
}

/* Does the pattern match from the start of the path? "*" matches any run of characters, "$" at the end the end of the
 * path. The pieces between stars are searched for in turn, each at its first occurrence; a piece that must be at the
 * end is compared there. */
static bool pattern_matches(slice pattern, slice path)
{
    bool anchored = pattern.len && pattern.data[pattern.len - 1] == '$';
    size_t n = pattern.len - anchored, s = 0;
    for (size_t p = 0; p <= n;) {
        const char *star = memchr(pattern.data + p, '*', n - p);
        slice piece = { pattern.data + p, star ? (size_t)(star - pattern.data) - p : n - p };
        bool is_first = p == 0, is_last = star == NULL;
        if (piece.len > path.len - s)
            return false;
        if (is_first || (is_last && anchored)) {
            size_t at = is_first ? 0 : path.len - piece.len;
            if (memcmp(path.data + at, piece.data, piece.len) != 0)
                return false;
            s = at + piece.len;
        } else if (piece.len) {
            const char *found = memmem(path.data + s, path.len - s, piece.data, piece.len);
            if (found == NULL)
                return false;
            s = (size_t)(found - path.data) + piece.len;
        }
        if (is_last)
            return !anchored || s == path.len;
        p += piece.len + 1;
    }
    return true;
}

static bool rule_add(robots *r, slice value, bool allows)
{
    if (value.len == 0) /* an empty rule has no effect */
        return true;
    if (!array_grow(&r->rules, &r->room, r->n_rules + 1, sizeof *r->rules))
        return false;
    size_t at = r->patterns.len;
    url_escapes(value, true, &r->patterns);
    r->rules[r->n_rules++] = (robots_rule){ at, r->patterns.len - at, allows };
    return r->patterns.status == HUSK_OK;
}

static unsigned delay_read(slice value)
{
    double seconds = 0, unit = 1;
    bool fraction = false;
    for (size_t i = 0; i < value.len && i < 12; i++) {
        char c = value.data[i];
        if (c == '.' && !fraction)
            fraction = true;
        else if (c >= '0' && c <= '9')
            seconds = fraction ? seconds + (c - '0') * (unit /= 10) : seconds * 10 + (c - '0');
        else
            break;
    }
    return (unsigned)((seconds < MAX_DELAY_SECONDS ? seconds : MAX_DELAY_SECONDS) * 1000);
}

/* Read the rules of every group that applies: those that name `token`, or with NULL those for "*". True if there was
 * one. */
static bool groups_read(robots *r, slice text, const char *token, bool *ok)
{
    size_t at = 0;
    slice name, value;
    bool ours = false, in_agents = false, found = false;
    while (*ok && line_next(text, &at, &name, &value)) {
        if (slice_is_nocase(name, "user-agent")) {
            bool us = token ? names_us(value, token) : value.len && value.data[0] == '*';
            ours = in_agents ? ours || us : us;
            in_agents = true;
            found |= us;
        } else if (slice_is_nocase(name, "allow") || slice_is_nocase(name, "disallow")) {
            in_agents = false;
            if (ours)
                *ok = rule_add(r, value, lower(name.data[0]) == 'a');
        } else if (slice_is_nocase(name, "crawl-delay")) {
            in_agents = false;
            if (ours)
                r->delay_ms = delay_read(value);
        }
        /* sitemap and anything else belongs to no group and does not end one */
    }
    return found;
}

robots *robots_read(slice text, const char *token)
{
    robots *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    buffer_init(&r->patterns, ROBOTS_MAX_BYTES * 4);
    if (text.len > ROBOTS_MAX_BYTES) { /* a line cut by the cap is ignored */
        text.len = ROBOTS_MAX_BYTES;
        while (text.len && text.data[text.len - 1] != '\n' && text.data[text.len - 1] != '\r')
            text.len--;
    }
    if (text.len >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0)
        text = (slice){ text.data + 3, text.len - 3 };
    bool ok = true;
    if (!groups_read(r, text, token, &ok) && ok)
        groups_read(r, text, NULL, &ok);
    if (!ok) {
        robots_free(r);
        return NULL;
    }
    return r;
}

void robots_free(robots *r)
{
    if (r == NULL)
        return;
    buffer_free(&r->patterns);
    free(r->rules);
    free(r);
}

bool robots_allows(const robots *r, slice path)
{
    if (slice_is(path, "/robots.txt"))
        return true;
    buffer form;
    buffer_init(&form, HUSK_MAX_URL_BYTES * 4);
    url_escapes(path.len ? path : SLICE("/"), true, &form);
    bool allows = true;
    size_t best = 0;
    for (size_t i = 0; i < r->n_rules; i++) {
        const robots_rule *rule = &r->rules[i];
        if (rule->len < best ||
            !pattern_matches((slice){ r->patterns.data + rule->at, rule->len }, (slice){ form.data, form.len }))
            continue;
        allows = rule->len == best && best ? allows || rule->allows : rule->allows;
        best = rule->len;
    }
    bool fits = form.status == HUSK_OK;
    buffer_free(&form);
    return fits && allows;
}

unsigned robots_delay_ms(const robots *r)
{
    return r->delay_ms;
}
