/* learner_inside.h - the definition of a learner, for the files that fill and empty it. */
#ifndef HUSK_LEARN_LEARNER_INSIDE_H
#define HUSK_LEARN_LEARNER_INSIDE_H

#include "base/intern.h"
#include "learn/learner.h"

/* A record's header; the traits and the strings follow in this order. */
typedef struct record_head {
    uint64_t bytes_len;
    uint64_t traits_len;
    uint32_t host_len, id_len, url_len, charset_len;
    uint32_t flags;
    int64_t date;
} record_head;

enum { RECORD_TEXT = 1, RECORD_URL = 2, RECORD_CHARSET = 4 };

/* Where a page is in the temporary file: its traits record and what parsing needs, or only its features. */
typedef struct stored_page {
    uint64_t at;
    uint32_t features_len; /* length of the traits or the features */
    bool is_whole;
    size_t len; /* length of what follows if it is kept whole: header, strings, bytes */
} stored_page;

typedef struct kept_page {
    uint64_t key;
    uint32_t page;
} kept_page;

typedef struct learner_host_pages {
    slice name;
    model_page *pages;
    stored_page *stored; /* by page */
    uint32_t n_pages;
    size_t room, stored_room;
    kept_page *kept; /* a heap, the largest key first; sorted by key at the end */
    uint32_t n_kept;
    size_t kept_room;
    uint32_t n_copies; /* pages left out because the same bytes came before */
    int64_t date;      /* of the newest page; 0 if none has one */
} learner_host_pages;

struct learner {
    learner_options options;
    learner_crawl crawl; /* `hint` NULL: the pages were not found by exploring */
    arena memory;        /* names */
    intern names;        /* host names; their ids index `hosts` */
    intern seen;         /* pages by host and bytes */
    learner_host_pages *hosts;
    uint32_t *order; /* the hosts by name; built at the end */
    uint32_t n_hosts;
    size_t room;
    int file;
    uint64_t file_len;
};

/* Of pages with the same bytes the first ones are kept. */
static inline bool key_after(kept_page a, kept_page b)
{
    return a.key != b.key ? a.key > b.key : a.page > b.page;
}

/* Store the page of a record whole in the temporary file and append it to the host's list: a page that a site file
 * remembers. */
husk_status learner_recall(learner *l, learner_host_pages *host, const char *record, size_t len, husk_error *error);

/* Read what was written to the temporary file at `at`. */
husk_status learner_file_read(const learner *l, uint64_t at, size_t len, buffer *out, husk_error *error);

/* Split a whole page's record, as read by learner_file_read; borrows it. */
husk_raw learner_raw(const buffer *record);

#endif
