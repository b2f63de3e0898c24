/* verdict.h - the one answer to what is main content and what is template, with any method.
 * By block: is it main content? By text: is it template? Everything is written from these. The blocks as callers see
 * them, their paths and reasons are built on first use. */
#ifndef HUSK_JUDGE_VERDICT_H
#define HUSK_JUDGE_VERDICT_H

#include "judge/explain.h"
#include "judge/site/site_main.h"

/* For a node: a text is template, or an element that shows something without text is. */
enum { VERDICT_TEMPLATE = 1 };

/* The data behind a husk_block. */
typedef struct verdict_part {
    uint32_t element;     /* that its path leads to */
    uint32_t first, last; /* texts of a site's verdict */
    uint32_t block;       /* of the page, or NODE_NONE */
    bool embedded;        /* it is in the page's data: a block of the stand-in */
} verdict_part;

struct husk_verdict {
    arena memory;
    husk_page *page;
    bool has_site;  /* one was given */
    bool is_judged; /* not at CLASS depth, nor for a page that failed */
    bool by_texts;  /* the site's texts were judged, not the page's blocks */
    const site_host *host;
    husk_judgement judgement;
    husk_fit fit;
    float threshold;
    uint64_t models; /* the digest of those that judged; 0: a published method */

    /* by block of the page */
    bool *keep;            /* main content; nothing of a page with a stand-in */
    bool *content;         /* not template; NULL: texts were judged */
    float *template;       /* probability of template by the page alone; NULL: by an outside method */
    bool *comment;         /* readers' comments; NULL: unknown */
    bool *raised;          /* code, judged by the prose around it; NULL: unknown */
    float *main;           /* probability of main content */
    block_reason *reasons; /* EXPLAIN_REASONS each; NULL: not wanted */
    const char **elements; /* an outside method's reasons; NULL: none */
    bool *is_scored;       /* it has a score for it */
    text_verdict *texts;   /* by_texts: in order */
    uint32_t n_texts;
    husk_page *stand_in;    /* the main content, if that is in data; or NULL. The verdict's own */
    uint32_t stand_in_node; /* the element that has it */
    uint8_t *marks;         /* by node: VERDICT_… */
    bool elements_wait;     /* those of elements are not made yet: verdict_match_elements */

    double *signals; /* of the extracted text, HUSK_N_SIGNALS; NULL: not measured */

    /* built on demand */
    husk_block *blocks;
    verdict_part *parts;
    size_t n_blocks;
    bool has_blocks, has_roles;
    uint32_t *places;  /* by node: its position among its parent's children of the same name */
    husk_reason *said; /* the reasons of block said_of, asked for last; NULL: none */
    size_t said_of, n_said;
};

/* Judge a page; `v` is zero except for page. The site may be NULL. */
husk_status verdict_make(husk_verdict *v, husk_site *site, const husk_judge_options *options, husk_error *error);

/* For methods from outside: a copy of `n` items in the verdict's memory, zeros if `from` is NULL; marks by the blocks'
 * labels, for elements without text by their surroundings; a site's texts; the site's host, class, kind and fit. */
void *verdict_keep(husk_verdict *v, const void *from, size_t n, size_t size);
husk_status verdict_mark_by_blocks(husk_verdict *v);
husk_status verdict_keep_texts(husk_verdict *v, const site_verdict *s);
void verdict_set_site(husk_verdict *v, const site_verdict *s, float expected);

/* Mark the elements that show something without text: only stripping needs it, and it is a thirtieth of the cost of
 * an extraction. */
void verdict_match_elements(husk_verdict *v);

/* Build `blocks` and `parts`; the blocks' roles if asked for. NO_MEMORY: there are no blocks. */
husk_status verdict_blocks(husk_verdict *v, bool roles);

/* Append the XPath of an element, shortened as page.h says. Allocates `places` once: false if out of memory. */
bool verdict_path(husk_verdict *v, uint32_t element, buffer *out);

/* The reasons of block i, whose blocks are built, in its memory; and all of them in words, appended to `out`. */
const husk_reason *verdict_reasons(husk_verdict *v, size_t i, size_t *n);
void verdict_why(husk_verdict *v, size_t i, buffer *out);
/* The same as a JSON array of objects: code, main, value, of, text, and if asked for words. */
void verdict_write_reasons(husk_verdict *v, size_t i, bool words, buffer *out);

/* By block, its role; husk_role in `memory`, NULL if out of memory. */
uint8_t *verdict_roles(husk_page *page, const bool *comment, arena *memory);

#endif
