/* doctype.c - parse a doctype, and decide on quirks mode (the HTML standard, 13.2.5.53 to 67 and 13.2.6.4.1). */
#include "html/tokens.h"

#include <strings.h>

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

static bool starts_nocase(slice text, const char *lower_prefix)
{
    size_t len = strlen(lower_prefix);
    return text.len >= len && strncasecmp(text.data, lower_prefix, len) == 0;
}

static bool old_public(slice id)
{
    static const char *const prefixes[] = {
        "+//silmaril//dtd html pro v0r11 19970101//",
        "-//as//dtd html 3.0 aswedit + extensions//",
        "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
        "-//ietf//dtd html 2.0 level 1//",
        "-//ietf//dtd html 2.0 level 2//",
        "-//ietf//dtd html 2.0 strict level 1//",
        "-//ietf//dtd html 2.0 strict level 2//",
        "-//ietf//dtd html 2.0 strict//",
        "-//ietf//dtd html 2.0//",
        "-//ietf//dtd html 2.1e//",
        "-//ietf//dtd html 3.0//",
        "-//ietf//dtd html 3.2 final//",
        "-//ietf//dtd html 3.2//",
        "-//ietf//dtd html 3//",
        "-//ietf//dtd html level 0//",
        "-//ietf//dtd html level 1//",
        "-//ietf//dtd html level 2//",
        "-//ietf//dtd html level 3//",
        "-//ietf//dtd html strict level 0//",
        "-//ietf//dtd html strict level 1//",
        "-//ietf//dtd html strict level 2//",
        "-//ietf//dtd html strict level 3//",
        "-//ietf//dtd html strict//",
        "-//ietf//dtd html//",
        "-//metrius//dtd metrius presentational//",
        "-//microsoft//dtd internet explorer 2.0 html strict//",
        "-//microsoft//dtd internet explorer 2.0 html//",
        "-//microsoft//dtd internet explorer 2.0 tables//",
        "-//microsoft//dtd internet explorer 3.0 html strict//",
        "-//microsoft//dtd internet explorer 3.0 html//",
        "-//microsoft//dtd internet explorer 3.0 tables//",
        "-//netscape comm. corp.//dtd html//",
        "-//netscape comm. corp.//dtd strict html//",
        "-//o'reilly and associates//dtd html 2.0//",
        "-//o'reilly and associates//dtd html extended 1.0//",
        "-//o'reilly and associates//dtd html extended relaxed 1.0//",
        "-//sq//dtd html 2.0 hotmetal + extensions//",
        "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
        "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
        "-//spyglass//dtd html 2.0 extended//",
        "-//sun microsystems corp.//dtd hotjava html//",
        "-//sun microsystems corp.//dtd hotjava strict html//",
        "-//w3c//dtd html 3 1995-03-24//",
        "-//w3c//dtd html 3.2 draft//",
        "-//w3c//dtd html 3.2 final//",
        "-//w3c//dtd html 3.2//",
        "-//w3c//dtd html 3.2s draft//",
        "-//w3c//dtd html 4.0 frameset//",
        "-//w3c//dtd html 4.0 transitional//",
        "-//w3c//dtd html experimental 19960712//",
        "-//w3c//dtd html experimental 970421//",
        "-//w3c//dtd w3 html//",
        "-//w3o//dtd w3 html 3.0//",
        "-//webtechs//dtd mozilla html 2.0//",
        "-//webtechs//dtd mozilla html//",
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (starts_nocase(id, prefixes[i]))
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
    return d->has_public && (starts_nocase(d->public_id, "-//w3c//dtd html 4.01 frameset//") ||
                             starts_nocase(d->public_id, "-//w3c//dtd html 4.01 transitional//"));
}
