/* pagelevel.h - PageLevel: which parts of a page are template, from the page alone.
 * Chakrabarti, Kumar and Punera 2007: boxes, features, logistic scores, isotonic smoothing; the pieces of the
 * smoothed tree are the page's segments. */
#ifndef HUSK_PAPERS_PAGELEVEL_H
#define HUSK_PAPERS_PAGELEVEL_H

#include "chakrabarti-2007/isotonic.h"
#include "chakrabarti-2007/logistic.h"
#include "husk/lab.h"

/* What the model's penalty of a piece is multiplied by (section 5.3). */
typedef enum pagelevel_penalty {
    PENALTY_AREA,  /* the page's area over the node's: the paper's choice */
    PENALTY_NODES, /* the page's nodes over those of the node's subtree */
    PENALTY_PARENT /* the area of the scored node around it over its own */
} pagelevel_penalty;

typedef struct pagelevel_options {
    float penalty_factor; /* multiplies the model's penalty; 1 */
    pagelevel_penalty penalty;
    bool no_smoothing; /* only the classifier: every scored node is its own segment */
} pagelevel_options;

/* By scored node, in preorder. All memory is from page->scratch. */
typedef struct pagelevel_verdict {
    node_tree tree;
    layout boxes;
    float *features;              /* rows of N_NODE_FEATURES */
    float usual[N_NODE_FEATURES]; /* their mean over the page */
    uint8_t *score;               /* the classifier's, 0..255: how likely template */
    uint8_t *smoothed;
    uint32_t *segment; /* the first node of its piece */
    uint32_t n_segments;
} pagelevel_verdict;

/* `memory` is reused from page to page. NO_MEMORY, LIMIT (the weights overflow) or OK. A page without a body has an
 * empty tree. */
husk_status pagelevel_judge(husk_page *page, const logistic_model *model, const pagelevel_options *options,
                            isotonic *memory, pagelevel_verdict *out);

/* The factor of the model's penalty for a piece that starts with scored node k. */
float pagelevel_penalty_of(const husk_page *page, const pagelevel_verdict *verdict, pagelevel_penalty by, uint32_t k);

/* Is a node of the page template? `node` is in the body; one that is not scored takes the verdict of the scored node
 * around it. */
bool pagelevel_is_template(const pagelevel_verdict *verdict, const logistic_model *model, uint32_t node);

struct husk_pagelevel {
    logistic_model model;
};

/* The models of a published method: the caller's, or the built-in ones, read into `own`. */
husk_status pagelevel_model(const husk_published *published, logistic_model *own, const logistic_model **model,
                            husk_error *error);

/* pagelevel_judge with its parameters. */
husk_status pagelevel_of(const husk_published *published, husk_page *page, const logistic_model *model,
                         pagelevel_verdict *out);

#endif
