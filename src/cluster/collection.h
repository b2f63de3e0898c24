/* collection.h - pages read for clustering, and the result. */
#ifndef HUSK_CLUSTER_COLLECTION_H
#define HUSK_CLUSTER_COLLECTION_H

#include "base/limits.h"
#include "cluster/cluster.h"
#include "cluster/essential.h"
#include "cluster/kinds.h"
#include "cluster/lsh.h"
#include "cluster/mdl.h"
#include "cluster/minhash.h"
#include "cluster/path_names.h"
#include "cluster/trait_store.h"

struct husk_clustering {
    husk_cluster_options options;
    double least_share; /* of kinds_split */
    uint32_t n_pages;
    uint32_t ids_room;
    const char **id; /* by page */
    arena strings;
    path_names names;

    /* while it is being filled */
    trait_store records;
    /* while it is being clustered */
    essential *paths;
    essential *elements;
    slot_store slots;
    size_t slots_room, words_room, first_marks_room, marks_room, shapes_room;
    uint32_t docs_room;

    /* after clustering */
    bool clustered;
    essential_result found; /* supports and essential sets */
    clustering clusters;
    mdl_cost cost;
    doc_sets templates; /* by cluster */
    uint32_t *site_of;  /* AUTO: by cluster */
    uint32_t n_sites;
    kinds_found *kinds; /* AUTO: by site */
};

/* Defaults for what the caller has not set. */
#define CLUSTER_DEFAULTS                                                                                       \
    (husk_cluster_options)                                                                                     \
    {                                                                                                          \
        .size = sizeof(husk_cluster_options), .method = HUSK_CLUSTER_AUTO, .signature_length = MINHASH_LENGTH, \
        .bands = LSH_BANDS, .seed = 1, .sample = HUSK_CLUSTER_SAMPLE                                           \
    }

husk_status collection_init(husk_clustering *collection, const husk_cluster_options *options, husk_error *error);
void collection_clear(husk_clustering *collection);

/* The record of a page: its id, traits and, if wanted, names. */
husk_status collection_record(const husk_clustering *collection, const husk_page *page, const char *id, buffer *out);
/* The traits inside a record; NULL if it is not one. */
const void *collection_record_traits(const void *bytes, size_t len, size_t *traits_len);
husk_status collection_add(husk_clustering *collection, const void *bytes, size_t len);
/* Add an unnamed page by its traits record, which must be aligned to 8. */
husk_status collection_add_traits(husk_clustering *collection, const void *bytes, size_t len);
husk_status collection_cluster(husk_clustering *collection);

#endif
