/* labels.h - how well the words of a site's or a page's template are told from content: precision, recall and F over
 * words or tokens. */
#ifndef HUSK_MEASURE_LABELS_H
#define HUSK_MEASURE_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "husk/husk.h"

/* How many things the answer has, the truth has, and both have. */
typedef struct agreement {
    uint64_t answer, truth, both;
} agreement;

/* Of nothing answered precision is 1 where nothing is true, else 0; recall likewise. */
double agreement_precision(agreement a);
double agreement_recall(agreement a);
double agreement_f(agreement a);

/* Two bags of hashes: what is in both counts as often as in the one that has less of it. Sorts the arrays. */
agreement measure_bags(uint64_t *answer, size_t n_answer, uint64_t *truth, size_t n_truth);

typedef struct label_measures {
    agreement template, content; /* words, all pages together */
    double page_f;               /* F of template words, mean over the pages */
    uint32_t n_pages;
    uint32_t n_in_order; /* of them, with the same words in the same order in both files: compared word by word; others
                            as bags */
    uint32_t left_out;   /* pages of one file alone */
} label_measures;

/* Two files of JSON lines as `husk label` writes them: "id" (or "page"), "text" and "label" ("content" or "template");
 * other keys are passed over, and how the text is cut into lines does not matter. BAD_FILE: a line that is not so; no
 * page in both; pages in one alone, unless `partial`. */
husk_status measure_label_files(slice answer, slice truth, bool partial, label_measures *out, husk_error *error);

#endif
