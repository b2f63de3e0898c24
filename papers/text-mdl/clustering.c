/* clustering.c - the published methods as ways of a husk_clustering: parameters checked, then methods.c on the
 * collection's essential path sets. JSON shows the templates and the cost of any clustering as the papers count them.
 * Limits: HUSK_MAX_OUTPUT_RATIO bytes of template paths per byte of the names in them; further paths are hashes. */
#include "api/api.h"

#include <stdlib.h>

#include "base/escape.h"
#include "base/limits.h"
#include "base/status.h"
#include "husk/lab.h"
#include "text-mdl/essential.h"
#include "text-mdl/lsh.h"
#include "text-mdl/mdl.h"
#include "text-mdl/methods.h"
#include "text-mdl/path_names.h"

/* Its first member is what the collection knows. */
typedef struct text_way {
    cluster_way way;
    husk_text_options text;
    path_names names;
    doc_sets templates; /* by cluster, once the clustering was told */
    size_t end;         /* the length of the output from which on paths are shown as hashes */
} text_way;

void husk_text_options_init(husk_text_options *text)
{
    *text = (husk_text_options){ .signature_length = SIGNATURE_LENGTH, .bands = LSH_BANDS, .seed = 1 };
}

static husk_status cluster(const cluster_way *way, const path_sets *found, clustering *out)
{
    const husk_text_options *o = &((const text_way *)way)->text;
    cluster_options options = { (cluster_method)(o->method - HUSK_TEXT_MDL), o->signature_length, o->bands, o->seed,
                                o->estimated };
    doc_sets sets;
    husk_status status = essential_sets(found, NULL, &sets);
    if (status == HUSK_OK)
        status = cluster_sets(&sets, found->hash, &options, out);
    doc_sets_free(&sets);
    return status;
}

static husk_status read_names(const cluster_way *way, const husk_page *page, buffer *out)
{
    (void)way;
    return path_names_write(page, out);
}

static husk_status add_names(cluster_way *way, const void *bytes, size_t len)
{
    return path_names_add(&((text_way *)way)->names, bytes, len);
}

static void text_way_free(cluster_way *way)
{
    text_way *w = (text_way *)way;
    path_names_free(&w->names);
    doc_sets_free(&w->templates);
    free(w);
}

/* --- templates and cost, in JSON ---------------------------------------------------------------------------------- */

static husk_status measure(text_way *w, const husk_clustering *collection, const doc_sets *sets, mdl_cost *cost)
{
    const clustering *c = &collection->clusters;
    doc_sets_free(&w->templates);
    husk_status status = mdl_templates(sets, c->cluster_of, c->n_clusters, &w->templates);
    return status == HUSK_OK ? mdl_measure(sets, collection->found.n_paths, c->cluster_of, &w->templates, cost)
                             : status;
}

/* L(M_T) + L(M_delta), which Naveensundar 2014 calls Mt_DOC. */
static void drop_documents(mdl_cost *cost)
{
    cost->total -= cost->documents;
    cost->approximate -= cost->documents;
    cost->documents = 0;
}

/* Many paths can share long names. */
static size_t template_cap(const path_names *names)
{
    size_t n = 0;
    for (size_t i = 0; i < names->n_slots; i++)
        n += names->entry[i].len;
    return HUSK_MIN_OUTPUT_CAP + n * HUSK_MAX_OUTPUT_RATIO;
}

static void tell_path(const text_way *w, uint64_t hash, buffer *out)
{
    static const path_names none;
    buffer path;
    buffer_init(&path, HUSK_MAX_PAGE_BYTES);
    path_names_spell(out->len < w->end ? &w->names : &none, hash, &path);
    json_string(out, (slice){ path.data, path.len });
    buffer_free(&path);
}

static void tell_essential(const text_way *w, const husk_clustering *collection, const doc_sets *sets,
                           const uint32_t *threshold, buffer *out)
{
    const path_sets *found = &collection->found;
    buffer_text(out, "  \"paths\": [");
    for (uint32_t i = 0; i < found->n_paths; i++) {
        buffer_text(out, i ? ",\n    {\"path\": " : "\n    {\"path\": ");
        tell_path(w, found->hash[i], out);
        buffer_format(out, ", \"support\": %u}", found->support[i]);
    }
    buffer_text(out, "\n  ],\n  \"documents\": [");
    for (uint32_t p = 0; p < collection->n_pages; p++) {
        uint32_t d = collection->doc_of[p];
        json_string_after(out, p ? ",\n    {\"page\": " : "\n    {\"page\": ",
                          (slice){ collection->id[p], strlen(collection->id[p]) });
        buffer_format(out, ", \"threshold\": %u, \"essential\": [", threshold[d]);
        for (uint32_t i = 0; i < doc_size(sets, d); i++)
            buffer_format(out, i ? ", %u" : "%u", doc_items(sets, d)[i]);
        buffer_text(out, "]}");
    }
    buffer_text(out, "\n  ],\n");
}

static void tell_sums(const mdl_cost *c, buffer *out)
{
    buffer_format(out,
                  "  \"cost\": {\"templates\": %.3f, \"documents\": %.3f, \"delta\": %.3f, \"total\": %.3f, "
                  "\"approximate\": %.3f, ",
                  c->templates, c->documents, c->delta, c->total, c->approximate);
    buffer_format(out, "\"template_ones\": %llu, \"extra\": %llu, \"missing\": %llu},\n",
                  (unsigned long long)c->template_ones, (unsigned long long)c->extra, (unsigned long long)c->missing);
}

static void tell_cost(cluster_way *way, const husk_clustering *collection, buffer *out)
{
    text_way *w = (text_way *)way;
    mdl_cost c;
    doc_sets sets = { 0 };
    w->end = out->len + template_cap(&w->names);
    if (collection->records.file >= 0) { /* not all pages were held at a time */
        buffer_text(out, "  \"cost\": null,\n");
        return;
    }
    uint32_t *threshold = malloc(((size_t)collection->records.n + 1) * sizeof *threshold);
    bool ok = threshold && essential_sets(&collection->found, threshold, &sets) == HUSK_OK &&
              measure(w, collection, &sets, &c) == HUSK_OK;
    if (ok && w->text.two_terms)
        drop_documents(&c);
    if (ok)
        tell_sums(&c, out);
    else
        out->status = HUSK_NO_MEMORY;
    if (ok && w->text.essential)
        tell_essential(w, collection, &sets, threshold, out);
    doc_sets_free(&sets);
    free(threshold);
}

static void tell_template(const cluster_way *way, const husk_clustering *collection, uint32_t cluster, buffer *out)
{
    const text_way *w = (const text_way *)way;
    buffer_text(out, ", \"template\": [");
    for (uint32_t i = 0; w->templates.first && i < doc_size(&w->templates, cluster); i++) {
        buffer_text(out, i ? ", " : "");
        tell_path(w, collection->found.hash[doc_items(&w->templates, cluster)[i]], out);
    }
    buffer_byte(out, ']');
}

/* --- the handle --------------------------------------------------------------------------------------------------- */

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
    static const char *const method_names[] = { "auto", "mdl", "hash", "max", "dice", "lsh" };
    husk_text_options o;
    husk_text_options_init(&o);
    *out = NULL;
    husk_status status = check(text ? text : &o, error);
    if (status != HUSK_OK)
        return status;
    text_way *made = malloc(sizeof *made);
    if (made == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    *made = (text_way){ .text = text ? *text : o };
    bool joins = made->text.method != HUSK_TEXT_NONE, names = made->text.names;
    made->way = (cluster_way){ .name = method_names[made->text.method],
                               .held = joins ? HUSK_CLUSTER_HELD_SETS : HUSK_CLUSTER_HELD,
                               .cluster = joins ? cluster : NULL,
                               .read = names ? read_names : NULL,
                               .add = names ? add_names : NULL,
                               .tell = tell_cost,
                               .tell_cluster = tell_template,
                               .draw = joins ? joins_svg : NULL,
                               .free = text_way_free };
    path_names_init(&made->names);
    status = clustering_new(options, &made->way, out, error);
    if (status != HUSK_OK)
        text_way_free(&made->way);
    return status;
}
