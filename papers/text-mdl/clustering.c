/* clustering.c - the published methods as ways of a husk_clustering: parameters checked, then methods.c on the
 * collection's essential path sets. */
#include "api/clustering.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/status.h"
#include "husk/lab.h"
#include "text-mdl/lsh.h"
#include "text-mdl/methods.h"

/* Its first member is what the collection knows. */
typedef struct text_way {
    cluster_way way;
    husk_text_options text;
} text_way;

void husk_text_options_init(husk_text_options *text)
{
    *text = (husk_text_options){ .signature_length = SIGNATURE_LENGTH, .bands = LSH_BANDS, .seed = 1 };
}

static husk_status cluster(const cluster_way *way, const essential_result *found, clustering *out)
{
    const husk_text_options *o = &((const text_way *)way)->text;
    cluster_options options = { (cluster_method)(o->method - HUSK_TEXT_MDL), o->signature_length, o->bands, o->seed,
                                o->estimated };
    return cluster_sets(&found->sets, found->hash, &options, out);
}

/* L(M_T) + L(M_delta), which Naveensundar 2014 calls Mt_DOC. */
static void two_terms(const cluster_way *way, mdl_cost *cost)
{
    (void)way;
    cost->total -= cost->documents;
    cost->approximate -= cost->documents;
    cost->documents = 0;
}

static husk_status check(const husk_text_options *o, husk_error *error)
{
    if ((unsigned)o->method > HUSK_TEXT_LSH)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown clustering method: %d", (int)o->method);
    if (o->signature_length == 0 || o->signature_length > MINHASH_MAX_LENGTH)
        return error_set(error, HUSK_BAD_ARGUMENT, "the signature length must be 1 to %u, not %u", MINHASH_MAX_LENGTH,
                         o->signature_length);
    if (o->bands == 0 || o->signature_length % o->bands)
        return error_set(error, HUSK_BAD_ARGUMENT, "%u bands do not divide a signature of length %u", o->bands,
                         o->signature_length);
    return HUSK_OK;
}

husk_status husk_text_clustering_new(const husk_cluster_options *options, const husk_text_options *text,
                                     husk_clustering **out, husk_error *error)
{
    static const char *const names[] = { "auto", "mdl", "hash", "max", "dice", "lsh" };
    husk_text_options o;
    husk_text_options_init(&o);
    *out = NULL;
    husk_status status = check(text ? text : &o, error);
    if (status != HUSK_OK)
        return status;
    text_way *made = malloc(sizeof *made);
    if (made == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    made->text = text ? *text : o;
    bool joins = made->text.method != HUSK_TEXT_NONE;
    made->way = (cluster_way){ .name = names[made->text.method],
                               .held = joins ? HUSK_CLUSTER_HELD_SETS : HUSK_CLUSTER_HELD,
                               .cluster = joins ? cluster : NULL,
                               .cost = made->text.two_terms ? two_terms : NULL,
                               .draw = joins ? joins_svg : NULL };
    status = clustering_new(options, &made->way, out, error);
    if (status != HUSK_OK)
        free(made);
    return status;
}
