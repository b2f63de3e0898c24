/* clusters.h - how well clusters of pages agree with classes: the measures of the papers. */
#ifndef HUSK_MEASURE_CLUSTERS_H
#define HUSK_MEASURE_CLUSTERS_H

#include <stdint.h>

#include "husk/husk.h"

/* Higher is better, except `entropy`. */
typedef struct cluster_measures {
    uint32_t n_pages, n_classes, n_clusters;
    double f;           /* each class's best F over the clusters, classes weighted by their size */
    double macro_f;     /* the same, every class weighing the same */
    double purity;      /* the share of pages that are of their cluster's commonest class */
    double entropy;     /* bits: of the classes in a cluster, clusters weighted by their size */
    double nmi;         /* mutual information over the mean of log |C| and log |GT| */
    double nce;         /* 1 - entropy / log |GT| */
    double nce_printed; /* the formula as the 2011 paper prints it */
    double ari;         /* adjusted Rand index */
} cluster_measures;

/* Page i is of class class_of[i] and of cluster cluster_of[i]; numbers are below n_classes and n_clusters, and each is
 * used. n is 1 or more. NO_MEMORY. */
husk_status measure_clusters(const uint32_t *class_of, const uint32_t *cluster_of, uint32_t n, uint32_t n_classes,
                             uint32_t n_clusters, cluster_measures *out);

#endif
