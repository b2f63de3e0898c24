/* logistic.h - the four logistic models of PageLevel, one for each range of node areas, and their file.
 * The file is text that a person can read: what it was made from, then a weight a feature. Its last line is a checksum,
 * so that a file cut anywhere or changed anywhere is refused. Reading and training give the same numbers on any machine
 * and in any locale. */
#ifndef HUSK_PAGELEVEL_LOGISTIC_H
#define HUSK_PAGELEVEL_LOGISTIC_H

#include "base/buffer.h"
#include "pagelevel/node_features.h"

#define LOGISTIC_MODELS 4 /* ranges of node areas, as published */
#define LOGISTIC_FORMAT 1 /* of the file */

typedef struct logistic_part {
    float weight[N_NODE_FEATURES];
    float bias;
    /* how it was made */
    float c;             /* regularisation */
    float held_out_loss; /* mean log loss on sites not trained on */
    float held_out_f;    /* and the template nodes' F-measure there */
    uint32_t n_nodes, n_template;
} logistic_part;

typedef struct logistic_model {
    float area[LOGISTIC_MODELS - 1]; /* part k is for nodes below area[k], the last for all larger ones */
    float least_area;                /* smaller nodes are rolled into what they stand in */
    float penalty;                   /* of a piece: penalty * page's area / node's area */
    float threshold;                 /* scores from here on are template */
    float theta, template_share;     /* SiteLevel's, when it was made */
    uint32_t n_sites, n_pages;
    logistic_part part[LOGISTIC_MODELS];
} logistic_model;

/* The probability that a node is template. */
float logistic_score(const logistic_model *model, float area, const float *features);

/* The feature that speaks most for the score being as it is, as words that a person understands. Static. */
const char *logistic_reason(const logistic_model *model, float area, const float *features, const float *usual,
                            bool is_template);

/* `origin`: lines that say what it was made from, each beginning with "# "; may be empty. Reading passes over them. */
void logistic_write(const logistic_model *model, slice origin, buffer *out);

/* BAD_FILE: cut, changed or something else; NEWER_FILE: a format from a later husk. */
husk_status logistic_read(const char *data, size_t len, logistic_model *out, husk_error *error);

/* The file that is built into the library: models/pagelevel.txt. */
extern const slice logistic_built_in;

/* --- training (logistic_train.c) ---------------------------------------------------------------------------------- */

/* Labelled nodes. `site` numbers them from 0: sites are held out whole. */
typedef struct logistic_rows {
    uint32_t n;
    const float *features; /* n rows of N_NODE_FEATURES */
    const float *area;
    const uint8_t *is_template;
    const uint32_t *site;
    uint32_t n_sites;
} logistic_rows;

/* Fill part, area of `model`; the rest is the caller's. The areas' bounds are the quartiles; regularisation is the one
 * with the least log loss on held-out sites (five folds). Same rows, same model. `jobs` threads. BAD_ARGUMENT: one
 * class only, or fewer than two sites. */
husk_status logistic_train(const logistic_rows *rows, unsigned jobs, logistic_model *model, husk_error *error);

#endif
