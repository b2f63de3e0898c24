/* logistic.h - the four logistic models of PageLevel, one per range of node areas, and their file.
 * The file is readable text: its origin, then one weight per feature. The last line is a checksum, so that a
 * truncated or changed file is refused. Reading and training give the same numbers on any machine and in any locale. */
#ifndef HUSK_PAPERS_LOGISTIC_H
#define HUSK_PAPERS_LOGISTIC_H

#include "base/buffer.h"
#include "chakrabarti-2007/node_features.h"

#define LOGISTIC_MODELS 4 /* ranges of node areas, as published */
#define LOGISTIC_FORMAT 2 /* of the file; 1 has no line stop-words: they were kept */

typedef struct logistic_part {
    float weight[N_NODE_FEATURES];
    float bias;
    /* how it was trained */
    float c;             /* regularisation */
    float held_out_loss; /* mean log loss on sites not trained on */
    float held_out_f;    /* and the F-measure of template nodes there */
    uint32_t n_nodes, n_template;
} logistic_part;

typedef struct logistic_model {
    float area[LOGISTIC_MODELS - 1]; /* part k is for nodes below area[k], the last for all larger ones */
    float least_area;                /* smaller nodes are merged into their parents */
    float penalty;                   /* per piece: penalty * page's area / node's area */
    float threshold;                 /* scores from here up are template */
    float theta, template_share;     /* SiteLevel's, at training */
    bool without_stop_words;         /* the features are those of the text without them */
    uint32_t n_sites, n_pages;
    logistic_part part[LOGISTIC_MODELS];
} logistic_model;

/* The probability that a node is template. */
float logistic_score(const logistic_model *model, float area, const float *features);

/* The feature that contributes most to the score, in plain words. Static. */
const char *logistic_reason(const logistic_model *model, float area, const float *features, const float *usual,
                            bool is_template);

/* `origin`: lines that describe the training data, each starting with "# "; may be empty. Ignored on reading. */
void logistic_write(const logistic_model *model, slice origin, buffer *out);

/* BAD_FILE: truncated, changed or not a model; NEWER_FILE: the format of a later husk. */
husk_status logistic_read(const char *data, size_t len, logistic_model *out, husk_error *error);

/* The file compiled into libhusklab: pagelevel.txt. */
extern const slice logistic_built_in;

/* --- training (logistic_train.c) ---------------------------------------------------------------------------------- */

/* Labelled nodes. `site` numbers their sites from 0: sites are held out whole. */
typedef struct logistic_rows {
    uint32_t n;
    const float *features; /* n rows of N_NODE_FEATURES */
    const float *area;
    const uint8_t *is_template;
    const uint32_t *site;
    uint32_t n_sites;
} logistic_rows;

/* Fill part and area of `model`; the rest is the caller's. The area bounds are the quartiles; the regularisation is
 * the one with the least log loss on held-out sites (five folds). The same rows give the same model. Uses `jobs`
 * threads. BAD_ARGUMENT: only one class, or fewer than two sites. */
husk_status logistic_train(const logistic_rows *rows, unsigned jobs, logistic_model *model, husk_error *error);

#endif
