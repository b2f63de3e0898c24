/* class_words.h - what the words in class, id, role, itemprop and short texts say about an element's content.
 * Names are split into words at marks, digits and camel case: "articleBody__text-2" is article, body, text. Each word
 * has a learned weight (above 0: content) and may belong to groups of words used for the same thing on most sites
 * ("nav", "footer", "comment"). */
#ifndef HUSK_JUDGE_CLASS_WORDS_H
#define HUSK_JUDGE_CLASS_WORDS_H

#include "base/text.h"
#include "class_groups.h" /* CLASS_GROUPS: X(name, words), from class_groups.txt */

/* What a page says about its own kind; page_groups.txt has the words. X(name) */
#define PAGE_GROUPS(X) X(PRODUCT) X(POST) X(THREAD) X(ARCHIVE) X(DOCS)

enum {
#define PAGE_GROUP_ENUM(name) PAGE_GROUP_##name,
    PAGE_GROUPS(PAGE_GROUP_ENUM)
#undef PAGE_GROUP_ENUM
        N_PAGE_GROUPS
};

enum {
#define CLASS_GROUP_ENUM(name, words) CLASS_##name,
    CLASS_GROUPS(CLASS_GROUP_ENUM)
#undef CLASS_GROUP_ENUM
        N_CLASS_GROUPS
};

/* Eight bytes per slot: the table is read at random, so a smaller one is cached better. */
typedef struct class_word {
    uint32_t tag; /* part of the hash; 0: an empty slot; CLASS_TAG_GROUPS: it has groups */
    float weight;
} class_word;

#define CLASS_TAG_GROUPS 1u

/* The page groups of a name, a generator or a URL: bits 1 << PAGE_GROUP_…. */
uint32_t page_groups_of(slice value);

/* 64 Ki bits: one in seven is set for a model's words, and 8 KB stay in the L1 cache where the table does not. */
#define CLASS_FILTER 1024

/* A table with open addressing; `n_slots` is a power of two. */
typedef struct class_words {
    const class_word *slots;
    const uint16_t *groups; /* by slot: bits 1 << CLASS_… */
    const uint64_t *filter; /* CLASS_FILTER numbers: a bit for each word in the table, and by chance for others */
    uint32_t n_slots;
} class_words;

/* Words per value to look up. */
#define CLASS_MOST_WORDS 24

typedef struct class_score {
    float weight; /* sum over the distinct words */
    uint32_t groups;
} class_score;

/* The hash of one word, ignoring case. `prefix` distinguishes class and id, role, itemprop and text. */
uint64_t class_word_hash(uint64_t prefix, const char *word, size_t len);

/* For building tables: the slot of a word, added if new. The table must have room, and `filter` must be zero at
 * first. */
uint32_t class_words_slot(class_word *slots, uint32_t n_slots, uint64_t *filter, uint64_t hash);

/* The score of an attribute's value or a text. */
class_score class_words_score(const class_words *table, uint64_t prefix, slice value);

/* The same in two steps, for many values in a row: the table is large and read at random; what the first step
 * prefetches is in the cache when the second, some values later, reads it. */
typedef struct class_found {
    uint32_t n;
    uint64_t hashes[CLASS_MOST_WORDS];
} class_found;

void class_words_seek(const class_words *table, uint64_t prefix, slice value, class_found *found);
class_score class_words_sum(const class_words *table, const class_found *found);

/* Call `take` for each word of a value, as class_words_score sees it. */
void class_words_split(uint64_t prefix, slice value, void (*take)(void *context, uint64_t hash, slice word),
                       void *context);

enum { CLASS_PREFIX_NAME = 0, CLASS_PREFIX_ROLE = 1, CLASS_PREFIX_ITEMPROP = 2, CLASS_PREFIX_TEXT = 3 };

/* Texts this short are more often labels than prose: their words are looked up too. */
#define CLASS_TEXT_WORDS 8

#endif
