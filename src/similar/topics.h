/* topics.h - cluster pages by topic: furthest-point-first clustering of their words. */
#ifndef HUSK_SIMILAR_TOPICS_H
#define HUSK_SIMILAR_TOPICS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/table.h"
#include "base/text.h"
#include "husk/husk.h"

/* A distinct word of a page and its count, both little-endian. A page's list is sorted by hash. */
typedef struct word_count {
    uint64_t hash;
    uint32_t n;
    uint32_t unused; /* 0; records are compared as bytes */
} word_count;

/* The words of a page, collected text by text. */
typedef struct word_bag {
    buffer hashes; /* uint64_t, one per word */
} word_bag;

void word_bag_init(word_bag *bag);
void word_bag_add(word_bag *bag, slice text);
/* Append the page's id and words to `record`, and empty the bag. */
husk_status word_bag_write(word_bag *bag, const char *id, buffer *record);
void word_bag_free(word_bag *bag);

typedef struct topic_entry {
    uint32_t word;
    float weight; /* the count, until the pages are clustered */
} topic_entry;

typedef struct topic_page {
    const char *id;       /* C string */
    topic_entry *entries; /* sorted by word hash */
    uint32_t n_entries;
    uint32_t cluster; /* 0: none; from 1 in the order of their first pages */
    uint64_t key;     /* hash of its words: orders the pages independently of input order */
} topic_page;

struct husk_topics {
    husk_topics_options options;
    uint32_t max_words; /* distinct words of all pages; beyond it a sample by hash: HUSK_MAX_TOPIC_WORDS */
    arena memory;       /* pages' ids and entries */
    topic_page *pages;  /* in input order */
    uint32_t n_pages;
    size_t room;
    /* words below `bound`, by hash; the bound is halved when there are too many, so the choice does not depend on
     * order */
    hash_map words; /* numbers by hash */
    uint32_t n_numbers;
    uint64_t bound;
    unsigned halvings;
    uint32_t n_clusters;
};

/* BAD_ARGUMENT: not a record. LIMIT: HUSK_MAX_TOPIC_BYTES. */
husk_status topics_add(husk_topics *t, const char *record, size_t len);

#endif
