/* wiki.c - does a page belong to a wiki?
 * The page model takes a wiki's pages for documentation, but around the text a wiki puts titles, categories and edit
 * links that vary from page to page, as other sites do. MediaWiki, DokuWiki, MoinMoin, PmWiki and Trac all link to
 * their editor and their revisions by a parameter. Documentation links to an editor by a path, if at all. */
#include "judge/site/wiki.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* Does `text` begin with one of the words, with no letter after it? */
static bool begins_with(slice text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(words[i]);
        if (text.len >= len && memcmp(text.data, words[i], len) == 0 && (text.len == len || !is_letter(text.data[len])))
            return true;
    }
    return false;
}

/* A parameter: name=value and whatever follows. A saved copy may add an ending, as in action=edit.html. */
static bool edits(slice parameter)
{
    static const char *const names[] = { "action=", "do=" };
    static const char *const values[] = { "edit", "history", "diff", "revisions" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (parameter.len > len && memcmp(parameter.data, names[i], len) == 0)
            return begins_with((slice){ parameter.data + len, parameter.len - len }, values,
                               sizeof values / sizeof *values);
    }
    return false;
}

/* A link to a page that nobody has written yet says redlink=1: a copy of a wiki keeps these without being editable. */
static bool url_edits(slice url)
{
    if (memchr(url.data, '=', url.len) == NULL)
        return false;
    for (size_t i = 0; i + 1 < url.len && url.data[i] != '#'; i++)
        if (strchr("?&;", url.data[i]) && url.data[i] && edits((slice){ url.data + i + 1, url.len - i - 1 }))
            return memmem(url.data, url.len, "redlink=", 8) == NULL;
    return false;
}

bool page_is_wiki(const husk_page *page)
{
    for (uint32_t i = 0; i < page->n_attributes; i++) {
        const page_attribute *a = &page->attributes[i];
        if (a->id == ATTR_HREF && a->value_len > 0 && url_edits((slice){ a->value, a->value_len }))
            return true;
    }
    return false;
}
