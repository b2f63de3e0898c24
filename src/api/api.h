/* api.h - what the handles of husk.h are made of, for the files of api/ and for papers/. */
#ifndef HUSK_API_API_H
#define HUSK_API_API_H

#include "base/buffer.h"
#include "base/status.h"
#include "cluster/collection.h"
#include "crawl/crawl.h"
#include "judge/verdict.h"

/* --- outputs and digests: buffers; the writers take the buffer ---------------------------------------------------- */

void output_init(husk_output *output, size_t max_bytes);
void output_free_bytes(husk_output *output);

/* HUSK_OK, or what kept the bytes of `what` from being appended, with `error` set. */
husk_status output_status(const husk_output *output, const char *what, husk_error *error);

/* The data of a page that later steps need, as opaque bytes. */
typedef enum digest_kind { DIGEST_LEARNER, DIGEST_CLUSTERING, DIGEST_TOPICS, DIGEST_DEDUP } digest_kind;

struct husk_digest {
    digest_kind kind;
    buffer bytes;
};

husk_status digest_new(digest_kind kind, husk_digest **out, husk_error *error);
/* Returns `status`; on failure *out is freed and set to NULL. */
husk_status digest_end(husk_status status, husk_digest **out);
/* BAD_ARGUMENT: it was made for another purpose. */
husk_status digest_check(const husk_digest *digest, digest_kind kind, husk_error *error);

/* --- learning ----------------------------------------------------------------------------------------------------- */

/* Write what the file had of a host and what was learned now, as readable lines. */
void write_learned(const model_host *before, const learned_host *host, buffer *report);

/* --- other ways, which papers/ has -------------------------------------------------------------------------------- */

/* husk_clustering_new by `way`, malloc'd: the handle's own if OK is returned. NULL: sites and their kinds. */
husk_status clustering_new(const husk_cluster_options *options, cluster_way *way, husk_clustering **out,
                           husk_error *error);

/* husk_crawl, exploring in another way; NULL: the library's own. */
husk_status crawl_by(const char *start, const char *path, const husk_crawl_options *options, const crawl_way *way,
                     husk_output *report, husk_error *error);

/* The result of a crawl as text: a line about its pages, and one per class. */
void crawl_describe(const explored *e, const model_host *host, buffer *b);

/* --- the texts of a judged page that are compared ----------------------------------------------------------------- */

typedef void take_text(void *context, slice text);

/* Call `take` with each text, in page order. BAD_ARGUMENT: the page was not judged, and not all texts are wanted. */
husk_status verdict_words(const husk_verdict *v, husk_words words, take_text *take, void *context, husk_error *error);

#endif
