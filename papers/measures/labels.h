/* labels.h - score template detection: precision, recall and F over words or tokens. */
#ifndef HUSK_PAPERS_LABELS_H
#define HUSK_PAPERS_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "husk/husk.h"

/* The number of items in the answer, in the ground truth, and in both. */
typedef struct agreement {
    uint64_t answer, truth, both;
} agreement;

/* If the answer is empty, precision is 1 if the truth is empty too, else 0; recall likewise. */
double agreement_precision(agreement a);
double agreement_recall(agreement a);
double agreement_f(agreement a);

/* Two multisets of hashes: an item in both counts as often as in the smaller one. Sorts the arrays. */
agreement measure_bags(uint64_t *answer, size_t n_answer, uint64_t *truth, size_t n_truth);

typedef struct label_measures {
    agreement template, content; /* words, over all pages */
    double page_f;               /* F of template words, averaged over pages */
    uint32_t n_pages;
    uint32_t n_in_order; /* pages with the same words in the same order in both files, compared word by word; the rest
                            as bags */
    uint32_t left_out;   /* pages in only one file */
} label_measures;

/* Two JSON Lines files as `husk label` writes them: "id" (or "page"), "text" and "label" ("template" or any of
 * "main", "own", "content");
 * other keys are ignored, and how the text is split into lines does not matter. BAD_FILE: any other line; no page in
 * both; pages in only one file, unless `partial`. */
husk_status measure_label_files(slice answer, slice truth, bool partial, label_measures *out, husk_error *error);

#endif
