/* verdict.h - the one answer to what is main content and what is template, whatever method gave it.
 * By block: is it main content? By text: is it template? From these everything is written. The blocks as callers see
 * them, their paths and their reasons are made when they are first asked for. */
#ifndef HUSK_JUDGE_VERDICT_H
#define HUSK_JUDGE_VERDICT_H

#include "judge/explain.h"
#include "judge/site/site_main.h"
#include "pagelevel/pagelevel.h"

typedef struct verdict_options {
    husk_method method;
    page_aim aim;
    husk_depth depth;
    bool why;
    float theta;
    const judge_models *models;      /* NULL: those compiled in */
    const logistic_model *pagelevel; /* for PAGELEVEL; not NULL then */
    pagelevel_options smoothing;     /* of PAGELEVEL */
} verdict_options;

/* Of a node: a text is template, or an element that says something without text is. */
enum { VERDICT_TEMPLATE = 1 };

/* What stands behind a husk_block. */
typedef struct verdict_part {
    uint32_t element;     /* that its path leads to */
    uint32_t first, last; /* texts of a site's verdict */
    uint32_t block;       /* of the page, or NODE_NONE */
} verdict_part;

struct husk_verdict {
    arena memory;
    husk_page *page;
    bool has_site;  /* one was given */
    bool is_judged; /* not at CLASS depth, nor of a page that failed */
    bool by_texts;  /* the site's texts were judged, not the page's blocks */
    const site_host *host;
    husk_judgement judgement;
    husk_fit fit;
    float threshold;

    /* by block of the page */
    bool *keep;            /* main content */
    bool *content;         /* not template; NULL: texts were judged */
    bool *comment;         /* under a comment's class names; NULL: not known */
    bool *raised;          /* code, judged by the prose around it; NULL: not known */
    float *main;           /* probability of main content */
    block_reason *reasons; /* EXPLAIN_REASONS each; NULL: not asked */
    const char **elements; /* PageLevel's reasons; NULL: another method */
    uint8_t *levels;       /* PageLevel's score of content, 0 to 255 */
    bool *is_scored;       /* PageLevel has a score for it */
    text_verdict *texts;   /* by_texts: in order */
    uint32_t n_texts;
    uint8_t *marks; /* by node: VERDICT_… */

    /* made when asked for */
    husk_block *blocks;
    verdict_part *parts;
    size_t n_blocks;
    bool has_blocks;
    uint32_t *places; /* by node: which of its parent's children of the same name it is */
};

/* Judge a page; `v` is zero but for page. The site may be NULL. */
husk_status verdict_make(husk_verdict *v, husk_site *site, const verdict_options *options, husk_error *error);

/* Make `blocks` and `parts`. NO_MEMORY. */
husk_status verdict_blocks(husk_verdict *v);

/* Append the XPath of an element. Needs memory for `places` once: false without. */
bool verdict_path(husk_verdict *v, uint32_t element, buffer *out);

/* The reasons of block i, whose blocks are made, in its memory; and all of them in words, appended to `out`. */
const husk_reason *verdict_reasons(husk_verdict *v, size_t i, size_t *n);
void verdict_why(husk_verdict *v, size_t i, buffer *out);

/* By block, what each is for; husk_role in `memory`, NULL without. */
uint8_t *verdict_roles(husk_page *page, const bool *comment, arena *memory);

#endif
