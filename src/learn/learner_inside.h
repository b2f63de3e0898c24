/* learner_inside.h - what a learner is, for the files that fill and empty it. */
#ifndef HUSK_LEARN_LEARNER_INSIDE_H
#define HUSK_LEARN_LEARNER_INSIDE_H

#include "base/intern.h"
#include "learn/learner.h"

/* A record's head; the traits and the strings follow in this order. */
typedef struct record_head {
    uint64_t bytes_len;
    uint64_t traits_len;
    uint32_t host_len, id_len, url_len, charset_len;
    uint32_t flags;
    int64_t date;
} record_head;

enum { RECORD_TEXT = 1, RECORD_URL = 2, RECORD_CHARSET = 4 };

/* Where a page is in the temporary file: its traits record and what parsing needs, or its features alone. */
typedef struct stored_page {
    uint64_t at;
    uint32_t features_len; /* of the traits or the features */
    bool is_whole;
    size_t len; /* of what follows, when it is whole: head, strings, bytes */
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
    kept_page *kept; /* a heap, the largest key first; at the end sorted by key */
    uint32_t n_kept;
    size_t kept_room;
    uint32_t n_copies; /* pages that came again with the same bytes, and were left out */
    int64_t date;      /* of the newest page; 0: none has one */
} learner_host_pages;

struct learner {
    learner_options options;
    learner_crawl crawl; /* `hint` NULL: the pages were not found by exploring */
    arena memory;        /* names */
    intern names;        /* host names; their ids index `hosts` */
    intern seen;         /* pages by host and bytes */
    learner_host_pages *hosts;
    uint32_t *order; /* of the hosts by name; made at the end */
    uint32_t n_hosts;
    size_t room;
    int file;
    uint64_t file_len;
};

/* Of pages with the same bytes the first come are kept. */
static inline bool key_after(kept_page a, kept_page b)
{
    return a.key != b.key ? a.key > b.key : a.page > b.page;
}

/* The page of a record into the temporary file, whole, and to the end of the host's list: one that a site file
 * remembers. */
husk_status learner_recall(learner *l, learner_host_pages *host, const char *record, size_t len, husk_error *error);

/* What was written to the temporary file at `at`. */
husk_status learner_file_read(const learner *l, uint64_t at, size_t len, buffer *out, husk_error *error);

/* A whole page's record, as learner_file_read gave it, taken apart; borrows it. */
husk_raw learner_raw(const buffer *record);

#endif
