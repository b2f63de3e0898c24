/* doctype.c - parse a doctype, and decide on quirks mode (the HTML standard, 13.2.5.53 to 67 and 13.2.6.4.1). */
#include "html/tokens.h"

#include <strings.h>

#include "old_doctypes.h"

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool skip_space(cursor *c)
{
    while (c->at < c->end && is_space(*c->at))
        c->at++;
    return c->at < c->end;
}

static bool skip_word(cursor *c, const char *word)
{
    if (c->end - c->at < 6 || strncasecmp(c->at, word, 6) != 0)
        return false;
    c->at += 6;
    return true;
}

/* A quoted identifier; false if there is none or its quote is missing. */
static bool read_id(cursor *c, slice *id, bool *has)
{
    if (!skip_space(c) || (*c->at != '"' && *c->at != '\''))
        return false;
    const char *from = c->at + 1, *stop = memchr(from, *c->at, (size_t)(c->end - from));
    *has = true;
    *id = (slice){ from, (size_t)((stop ? stop : c->end) - from) };
    c->at = stop ? stop + 1 : c->end;
    return stop != NULL;
}

/* The identifiers after the name; false if malformed. */
static bool read_ids(cursor *c, doctype *d)
{
    if (!skip_space(c))
        return true;
    if (skip_word(c, "system"))
        return read_id(c, &d->system_id, &d->has_system);
    if (!skip_word(c, "public") || !read_id(c, &d->public_id, &d->has_public))
        return false;
    return !skip_space(c) || read_id(c, &d->system_id, &d->has_system);
}

doctype doctype_parse(slice text, bool closed)
{
    doctype d = { .name = SLICE(""), .public_id = SLICE(""), .system_id = SLICE(""), .broken = !closed };
    cursor c = { text.data, text.data + text.len };
    if (!skip_space(&c)) {
        d.broken = true;
        return d;
    }
    d.name.data = c.at;
    while (c.at < c.end && !is_space(*c.at))
        c.at++;
    d.name.len = (size_t)(c.at - d.name.data);
    if (!read_ids(&c, &d))
        d.broken = true;
    else if (d.has_system && skip_space(&c)) /* anything after it is skipped, even up to the end of the page */
        d.broken = false;
    return d;
}

static bool old_public(slice id)
{
#define OLD(start) start,
    static const char *const old[] = { OLD_DOCTYPES(OLD) };
#undef OLD
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (slice_starts_nocase(id, old[i]))
            return true;
    return slice_is_nocase(id, "-//w3o//dtd w3 html strict 3.0//en//") ||
           slice_is_nocase(id, "-/w3c/dtd html 4.0/en") || slice_is_nocase(id, "html");
}

bool doctype_quirks(const doctype *d)
{
    if (d->broken || !slice_is_nocase(d->name, "html"))
        return true;
    if (d->has_public && old_public(d->public_id))
        return true;
    if (d->has_system)
        return slice_is_nocase(d->system_id, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd");
    return d->has_public && (slice_starts_nocase(d->public_id, "-//w3c//dtd html 4.01 frameset//") ||
                             slice_starts_nocase(d->public_id, "-//w3c//dtd html 4.01 transitional//"));
}
