/* collection.h - pages read for clustering, and the result. */
#ifndef HUSK_CLUSTER_COLLECTION_H
#define HUSK_CLUSTER_COLLECTION_H

#include "base/limits.h"
#include "base/table.h"
#include "cluster/kinds.h"

/* --- the traits records of pages until they are clustered --------------------------------------------------------- */

typedef struct stored_traits {
    uint64_t key; /* hash of the traits, so that a choice by it does not depend on the order of the pages */
    char *bytes;  /* NULL if on disk or taken */
    uint64_t at;  /* offset in the file */
    uint32_t len;
} stored_traits;

/* Pages' traits records, in memory up to `limit`, then in an unnamed file. */
typedef struct trait_store {
    uint32_t n, limit;
    stored_traits *page;
    size_t room;
    int file; /* -1: none */
    uint64_t file_len;
} trait_store;

/* Hold at most `limit` records in memory. */
void trait_store_init(trait_store *s, uint32_t limit);
/* IO: the temporary file (TMPDIR) can't be written. LIMIT: a record is too long. */
husk_status trait_store_add(trait_store *s, const void *bytes, size_t len);
/* Read a record into `out`, which is cleared first; aligned to 8. */
husk_status trait_store_read(const trait_store *s, uint32_t page, buffer *out);
void trait_store_free(trait_store *s);

/* --- clusters ------------------------------------------------------------------------------------------------------
 */

typedef struct clustering {
    uint32_t n_docs;
    uint32_t n_clusters;
    uint32_t *cluster_of; /* by document; numbered by the clusters' first documents */
    /* a and b are documents. Of a published method, n_docs - n_clusters of them. AUTO: all joins of each site's
     * choosing pages; those between documents of two clusters were not made, but show how far apart the clusters are.
     */
    merge_step *step;
    uint32_t n_steps;
} clustering;

void clustering_free(clustering *c);

/* Another way to cluster than by sites and kinds, or more to tell of a clustering: papers/text-mdl has the published
 * ones. Any function but `free` may be NULL. */
typedef struct cluster_way cluster_way;
struct cluster_way {
    const char *name;
    uint32_t held; /* pages held in memory unless the caller says otherwise */
    husk_status (*cluster)(const cluster_way *way, const path_sets *found, clustering *out);
    /* Append to a page's record what the way needs of it, and take that when the page is added. */
    husk_status (*read)(const cluster_way *way, const husk_page *page, buffer *out);
    husk_status (*add)(cluster_way *way, const void *bytes, size_t len);
    /* More members of the JSON object of the clustering, each with a comma after it, and of one cluster, with a comma
     * before it. */
    void (*tell)(cluster_way *way, const husk_clustering *collection, buffer *out);
    void (*tell_cluster)(const cluster_way *way, const husk_clustering *collection, uint32_t cluster, buffer *out);
    husk_status (*draw)(const husk_clustering *collection, buffer *out); /* NULL: as sites and kinds are */
    void (*free)(cluster_way *way);
};

struct husk_clustering {
    husk_cluster_options options;
    cluster_way *way; /* NULL: sites and their kinds; the handle's own */
    uint32_t n_pages;
    size_t ids_room;
    const char **id;  /* by page */
    uint32_t *doc_of; /* by page: its document, the record of its traits */
    size_t docs_room;
    hash_map docs; /* by content: pages with the same are one document */
    arena strings;
    trait_store records;
    slot_store slots; /* while it is being clustered */

    /* after clustering */
    bool clustered;
    path_sets found;
    path_sets elements; /* AUTO */
    clustering clusters;
    uint32_t *site_of; /* AUTO: by cluster */
    uint32_t n_sites;
    kinds_found *kinds; /* AUTO: by site */
};

void collection_init(husk_clustering *collection, const husk_cluster_options *options, cluster_way *way);
void collection_clear(husk_clustering *collection);

/* After clustering. */
static inline uint32_t collection_cluster_of(const husk_clustering *collection, uint32_t page)
{
    return collection->clusters.cluster_of[collection->doc_of[page]];
}

/* The record of a page: its id, its traits, and what the way needs of it. */
husk_status collection_record(const husk_clustering *collection, const husk_page *page, const char *id, buffer *out);
/* The traits inside a record; NULL if it is not one. */
const void *collection_record_traits(const void *bytes, size_t len, size_t *traits_len);
/* Records are aligned to 8. */
husk_status collection_add(husk_clustering *collection, const void *bytes, size_t len);
/* Add an unnamed page, unlike any other, by its traits record. */
husk_status collection_add_traits(husk_clustering *collection, const void *bytes, size_t len);
husk_status collection_cluster(husk_clustering *collection);
/* Cluster a collection whose records are on disk: fills cluster_of, site_of and kinds; no joins. */
husk_status large_collection_cluster(husk_clustering *collection);
/* Fill the clusters, sites and kinds from each document's cluster in any numbers, with each cluster's site, and number
 * both by their first pages. Without sites `n_sites` is 0. False: out of memory. */
bool collection_number(husk_clustering *collection, const uint32_t *cluster, uint32_t n_clusters,
                       const uint32_t *site_of, const kinds_found *kinds, uint32_t n_sites);

#endif
