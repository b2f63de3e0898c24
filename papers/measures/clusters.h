/* clusters.h - score a clustering against ground-truth classes, with the papers' measures. */
#ifndef HUSK_PAPERS_CLUSTERS_H
#define HUSK_PAPERS_CLUSTERS_H

#include <stdint.h>

#include "husk/husk.h"

/* Higher is better, except `entropy`. */
typedef struct cluster_measures {
    uint32_t n_pages, n_classes, n_clusters;
    double f;           /* each class's best F over the clusters, weighted by class size */
    double macro_f;     /* the same, unweighted */
    double purity;      /* the share of pages in their cluster's most common class */
    double entropy;     /* in bits: of the classes in a cluster, weighted by cluster size */
    double nmi;         /* mutual information over the mean of log |C| and log |GT| */
    double nce;         /* 1 - entropy / log |GT| */
    double nce_printed; /* the formula as printed in the 2011 paper */
    double ari;         /* adjusted Rand index */
} cluster_measures;

/* Page i has class class_of[i] and cluster cluster_of[i]; numbers are below n_classes and n_clusters, and all are
 * used. n is at least 1. NO_MEMORY. */
husk_status measure_clusters(const uint32_t *class_of, const uint32_t *cluster_of, uint32_t n, uint32_t n_classes,
                             uint32_t n_clusters, cluster_measures *out);

#endif
