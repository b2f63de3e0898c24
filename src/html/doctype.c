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

/* Identifiers of old doctypes: how one starts, and what may follow. */
#define FROM(owner, ...)             \
    {                                \
        owner, (const char *const[]) \
        {                            \
            __VA_ARGS__, NULL        \
        }                            \
    }
static const struct {
    const char *owner;
    const char *const *titles; /* of what it has published, up to NULL */
} published[] = {
    FROM("+//silmaril//dtd ", "html pro v0r11 19970101//"),
    FROM("-//as//dtd ", "html 3.0 aswedit + extensions//"),
    FROM("-//advasoft ltd//dtd ", "html 3.0 aswedit + extensions//"),
    FROM("-//ietf//dtd ", "html 2.0 level 1//", "html 2.0 level 2//", "html 2.0 strict level 1//",
         "html 2.0 strict level 2//", "html 2.0 strict//", "html 2.0//", "html 2.1e//", "html 3.0//",
         "html 3.2 final//", "html 3.2//", "html 3//", "html level 0//", "html level 1//", "html level 2//",
         "html level 3//", "html strict level 0//", "html strict level 1//", "html strict level 2//",
         "html strict level 3//", "html strict//", "html//"),
    FROM("-//metrius//dtd ", "metrius presentational//"),
    FROM("-//microsoft//dtd ", "internet explorer 2.0 html strict//", "internet explorer 2.0 html//",
         "internet explorer 2.0 tables//", "internet explorer 3.0 html strict//", "internet explorer 3.0 html//",
         "internet explorer 3.0 tables//"),
    FROM("-//netscape comm. corp.//dtd ", "html//", "strict html//"),
    FROM("-//o'reilly and associates//dtd ", "html 2.0//", "html extended 1.0//", "html extended relaxed 1.0//"),
    FROM("-//sq//dtd ", "html 2.0 hotmetal + extensions//"),
    FROM("-//softquad software//dtd ", "hotmetal pro 6.0::19990601::extensions to html 4.0//"),
    FROM("-//softquad//dtd ", "hotmetal pro 4.0::19971010::extensions to html 4.0//"),
    FROM("-//spyglass//dtd ", "html 2.0 extended//"),
    FROM("-//sun microsystems corp.//dtd ", "hotjava html//", "hotjava strict html//"),
    FROM("-//w3c//dtd ", "html 3 1995-03-24//", "html 3.2 draft//", "html 3.2 final//", "html 3.2//",
         "html 3.2s draft//", "html 4.0 frameset//", "html 4.0 transitional//", "html experimental 19960712//",
         "html experimental 970421//", "w3 html//"),
    FROM("-//w3o//dtd ", "w3 html 3.0//"),
    FROM("-//webtechs//dtd ", "mozilla html 2.0//", "mozilla html//"),
};
#undef FROM

static bool old_public(slice id)
{
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        for (const char *const *title = published[i].titles; *title && slice_starts_nocase(id, published[i].owner);)
            if (slice_starts_nocase(slice_from(id, strlen(published[i].owner)), *title++))
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
