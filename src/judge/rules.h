/* rules.h - every rule that corrects what the forests say of a page's blocks.
 * rules.c has them in one table, in the order in which they are applied; each names its condition, its effect and its
 * reason. */
#ifndef HUSK_JUDGE_RULES_H
#define HUSK_JUDGE_RULES_H

#include "judge/site/site_main.h"

/* When a rule is applied. */
typedef enum rule_stage {
    RULE_PROBABILITY, /* to the page model's probabilities, before they are cut */
    RULE_COMMENT,     /* to what is a reader's comment, after the cut */
    RULE_SITE,        /* to how the site's answer is made: `site` is known */
    RULE_SITE_KEEP,   /* to the site's choice */
    RULE_KEEP         /* to the choice of any method */
} rule_stage;

/* A page while it is judged; everything by block unless said otherwise. What a stage does not need may be NULL. */
typedef struct judging {
    husk_page *page;
    arena *memory;
    const page_model *page_model;
    const main_model *main_model; /* from RULE_SITE on */
    bool outside;                 /* for RULE_KEEP, with the two below: a method from outside the library chose */
    husk_aim aim;
    const char *kind; /* of the page, or NULL */

    const block_matrix *features;
    float *probability;
    bool *keep, *comment;
    bool *raised; /* code, judged by the prose around it */

    const main_matrix *site;
    const page_judgement *alone; /* the page model's answer */
    float docs;                  /* the share of documentation in the site's answer */
    float *own_odds;             /* the weight of the page model's own choice */
    bool is_answered;            /* by a rule, in `probability`: the site's forests are not asked */

    const char *without; /* the name of a rule that is left out, to see what it does; or NULL */
} judging;

typedef struct rule {
    rule_stage stage;
    const char *name;
    bool (*applies)(const judging *j);
    husk_status (*apply)(judging *j); /* one of these two */
    void (*choose)(const husk_page *page, bool *keep);
    const char *reason;
} rule;

extern const rule judge_rules[]; /* the last has no name */

/* Apply the rules of a stage, in order. NO_MEMORY. */
husk_status rules_apply(rule_stage stage, judging *j);

/* Is a site a forum? */
bool site_is_forum(const judging *j);

/* --- effects with a file of their own; `keep` is by block -------------------------------------------------------- */

/* lead.c: keep the paragraph between a news article's title and its first kept block, if the page declares it as its
 * description. */
void lead_keep(const husk_page *page, bool *keep);

/* lead.c: drop a cut excerpt of the text ("… and so we […]") that software put before it. */
void lead_drop_excerpt(const husk_page *page, bool *keep);

/* post_frame.c: drop signatures, and lines that number, date or name the author of a post. */
void post_frame_drop(const husk_page *page, bool *keep);

/* table_whole.c: keep or drop each data table as a whole. */
void table_whole_keep(const husk_page *page, bool *keep);

/* obstacle.c: what keeps a page without its content: a script shell, a consent wall, "not found", a refusal. There is
 * none in its scripts or data either (stand_in.c). */
husk_obstacle obstacle_find(const husk_page *page, const bool *keep);

/* stand_in.c: a page made from the text that a script shell carries in its scripts or data, which is its main content,
 * whatever the tree shows. *out is NULL if the tree has enough content or the page carries
 * nothing better; otherwise a page of paragraphs with its blocks, which the caller frees, and *node is the element
 * that has the text. NO_MEMORY. */
husk_status stand_in_make(husk_page *page, const bool *keep, husk_page **out, uint32_t *node);

#endif
