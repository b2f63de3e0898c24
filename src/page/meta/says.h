/* says.h - what class, id and itemprop names say about an element's text, as bits. */
#ifndef HUSK_PAGE_META_SAYS_H
#define HUSK_PAGE_META_SAYS_H

#include "base/text.h"

/* What the words of a class, id or itemprop mean. */
enum {
    SAYS_AUTHOR = 1,    /* author, byline, writer … */
    SAYS_DATE = 2,      /* date, time, published, posted … */
    SAYS_MODIFIED = 4,  /* updated, modified */
    SAYS_ASIDE = 8,     /* comments, related, sidebar, footer … */
    SAYS_NOT_NAME = 16, /* an author's picture, biography or links: not the name */
    SAYS_NAME = 32,
    SAYS_USER = 64,     /* username, poster: an author on a forum */
    SAYS_ACCOUNT = 256, /* user: with SAYS_NAME an author on a forum, otherwise the reader's own account */
    SAYS_TITLE = 128,
    SAYS_COMMENT = 512
};

/* Names that were looked up, from page to page. Freed with free(). */
typedef struct says_cache says_cache;

/* NULL if out of memory. */
says_cache *says_cache_new(void);

/* SAYS_… of all words in a name; `hash` is hash_bytes of it. */
unsigned says_of(says_cache *cache, slice value, uint64_t hash);

#endif
