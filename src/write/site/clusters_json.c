/* clusters_json.c - all details of a clustering as JSON, one line per cluster and join, so that grep and diff work.
 * Cost: linear in pages and template paths. Limits: HUSK_MAX_OUTPUT_RATIO bytes of template paths per byte of the names
 * in them; further paths are shown as hashes. */
#include <stdlib.h>

#include "base/json.h"
#include "base/limits.h"
#include "write/site/clusters.h"

static void write_cost(const husk_clustering *collection, buffer *out)
{
    const mdl_cost *c = &collection->cost;
    if (collection->records.file >= 0) { /* not all pages were held at a time */
        buffer_text(out, "  \"cost\": null");
        return;
    }
    buffer_format(out,
                  "  \"cost\": {\"templates\": %.3f, \"documents\": %.3f, \"delta\": %.3f, \"total\": %.3f, "
                  "\"approximate\": %.3f, ",
                  c->templates, c->documents, c->delta, c->total, c->approximate);
    buffer_format(out, "\"template_ones\": %llu, \"extra\": %llu, \"missing\": %llu}",
                  (unsigned long long)c->template_ones, (unsigned long long)c->extra, (unsigned long long)c->missing);
}

/* Many paths can share long names. */
static size_t template_cap(const path_names *names)
{
    size_t n = 0;
    for (size_t i = 0; i < names->n_slots; i++)
        n += names->entry[i].len;
    return HUSK_MIN_OUTPUT_CAP + n * HUSK_MAX_OUTPUT_RATIO;
}

/* `end`: the length of the output from which on paths are not spelled. */
static void write_template(const husk_clustering *collection, uint32_t cluster, size_t end, buffer *piece, buffer *out)
{
    static const path_names none;
    const uint32_t *paths = doc_items(&collection->templates, cluster);
    buffer_text(out, ", \"template\": [");
    for (uint32_t i = 0; i < doc_size(&collection->templates, cluster); i++) {
        buffer_text(out, i ? ", " : "");
        buffer_clear(piece);
        path_names_spell(out->len < end ? &collection->names : &none, collection->found.hash[paths[i]], piece);
        json_string(out, (slice){ piece->data, piece->len });
    }
    buffer_byte(out, ']');
}

static void write_pages(const husk_clustering *collection, uint32_t cluster, const uint32_t *next,
                        const uint32_t *first, buffer *out)
{
    bool any = false;
    buffer_text(out, ", \"pages\": [");
    for (uint32_t d = first[cluster]; d != UINT32_MAX; d = next[d]) {
        json_string_after(out, any ? ", " : "", (slice){ collection->id[d], strlen(collection->id[d]) });
        any = true;
    }
    buffer_byte(out, ']');
}

static void write_clusters(const husk_clustering *collection, const uint32_t *next, const uint32_t *first,
                           const uint32_t *size, buffer *out)
{
    buffer piece;
    buffer_init(&piece, HUSK_MAX_PAGE_BYTES);
    size_t end = out->len + template_cap(&collection->names);
    buffer_text(out, ",\n  \"clusters\": [");
    for (uint32_t c = 0; c < collection->clusters.n_clusters; c++) {
        buffer_format(out, "%s\n    {\"cluster\": %u, \"size\": %u", c ? "," : "", c + 1, size[c]);
        if (collection->site_of)
            buffer_format(out, ", \"site\": %u", collection->site_of[c] + 1);
        write_template(collection, c, end, &piece, out);
        write_pages(collection, c, next, first, out);
        buffer_byte(out, '}');
    }
    buffer_text(out, "\n  ]");
    buffer_free(&piece);
}

/* Why each site was split or left whole: kinds.h. */
static void write_sites(const husk_clustering *collection, buffer *out)
{
    buffer_text(out, ",\n  \"sites\": [");
    for (uint32_t s = 0; s < collection->n_sites; s++) {
        const kinds_found *k = &collection->kinds[s];
        buffer_format(out,
                      "%s\n    {\"site\": %u, \"split\": %s, \"elements_explained\": %.4f, \"slots_explained\": %.4f, "
                      "\"bits_per_element\": %.4f}",
                      s ? "," : "", s + 1, k->slot ? "true" : "false", k->elements, k->slots, k->bits);
    }
    buffer_text(out, "\n  ]");
}

static void write_joins(const husk_clustering *collection, buffer *out)
{
    buffer_text(out, ",\n  \"joins\": [");
    for (uint32_t s = 0; s < collection->clusters.n_steps; s++) {
        const merge_step *step = &collection->clusters.step[s];
        json_string_after(out, s ? ",\n    {\"a\": " : "\n    {\"a\": ",
                          (slice){ collection->id[step->a], strlen(collection->id[step->a]) });
        json_string_after(out, ", \"b\": ", (slice){ collection->id[step->b], strlen(collection->id[step->b]) });
        buffer_format(out, ", \"saved\": %.3f}", step->saved);
    }
    buffer_text(out, collection->clusters.n_steps ? "\n  ]" : "]");
}

void clusters_json(const husk_clustering *collection, buffer *out)
{
    uint32_t n = collection->n_pages, n_clusters = collection->clusters.n_clusters;
    uint32_t *next = malloc(((size_t)n + 1) * sizeof *next), *first = malloc(((size_t)n_clusters + 1) * sizeof *first);
    uint32_t *size = calloc((size_t)n_clusters + 1, sizeof *size);
    if (next && first && size) {
        memset(first, 0xff, n_clusters * sizeof *first);
        for (uint32_t d = n; d-- > 0;) {
            uint32_t c = collection->clusters.cluster_of[d];
            next[d] = first[c];
            first[c] = d;
            size[c]++;
        }
        buffer_format(out, "{\n  \"method\": \"%s\",\n  \"n_pages\": %u,\n  \"n_clusters\": %u,\n  \"n_paths\": %u,\n",
                      collection->way ? collection->way->name : "auto", n, n_clusters, collection->found.n_paths);
        write_cost(collection, out);
        write_clusters(collection, next, first, size, out);
        if (collection->site_of)
            write_sites(collection, out);
        write_joins(collection, out);
        buffer_text(out, "\n}\n");
    } else {
        out->status = HUSK_NO_MEMORY;
    }
    free(next);
    free(first);
    free(size);
}
