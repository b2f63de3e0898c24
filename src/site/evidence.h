/* evidence.h - what a page's texts are told by: the text, where its link leads, and the area of the page it stands in.
 * The same for learning and for judging, so that the two can't differ. */
#ifndef HUSK_SITE_EVIDENCE_H
#define HUSK_SITE_EVIDENCE_H

#include "base/arena.h"
#include "base/url.h"
#include "page/views.h"
#include "store/model.h"

/* A visible text. */
typedef struct text_evidence {
    uint64_t text;   /* its token's hash */
    uint64_t target; /* hash of the address its link leads to, without fragment; 0: no link, or within the page */
    uint64_t area;   /* hash of the elements around it; 0 without names */
    uint32_t token;  /* in the page's tokens */
    uint32_t node;
    uint32_t words;
    bool link;
} text_evidence;

/* Names that areas are told by: class and id names that enough pages have. */
typedef struct area_names {
    const model_count *names;
    uint32_t n;
} area_names;

/* The visible texts of a page, in order. `names` may be NULL: then areas are 0. `areas`, when not NULL, gets every node's area. */
husk_status evidence_of_page(husk_page *page, url_resolver *urls, const page_token *tokens, uint32_t n_tokens, const area_names *names,
                             arena *memory, text_evidence **texts, uint32_t *n, uint64_t **areas);

/* Call `each` with the hash of every class and id name of the page's elements. */
void evidence_names(const husk_page *page, void (*each)(void *context, uint64_t name), void *context);

#endif
