/* train.c - train PageLevel's models from pages of many sites, without labels: SiteLevel labels them.
 * Every page is read once: its subtree hashes and the features of some of its nodes are stored by site (on disk if
 * there are many); then, site by site, subtrees are counted and nodes labelled, and liblinear trains on all of them.
 * Cost: about two parses per page, then the training. Limits: max_pages per site, ROWS_PER_SITE nodes per site, one
 * site in memory. Paper: Chakrabarti, Kumar and Punera 2007, sections 3 and 5.1. */
#include <stdlib.h>

#include "api/api.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"
#include "husk/lab.h"
#include "chakrabarti-2007/logistic.h"
#include "chakrabarti-2007/sitelevel.h"
#include "chakrabarti-2007/spill.h"

/* Pages of one template are alike: more nodes per site add time and little else. */
#define ROWS_PER_SITE 4000u
#define ROWS_PER_PAGE 64u

/* A stored page: this header, then its subtrees, parents, and rows, which are sampled at random and in random order. */
typedef struct record_head {
    uint32_t n_nodes, n_rows;
} record_head;

typedef struct record_row {
    uint32_t node;
    float area;
    float features[N_NODE_FEATURES];
} record_row;

typedef struct record {
    record_head head;
    const page_subtree *subtrees;
    const uint32_t *parent;
    const record_row *rows;
} record;

typedef struct trainer {
    husk_train_options options;
    husk_each_options each;
    husk_page_options page;
    const char *input; /* being read */
    spill pages;
    uint32_t n_input_pages;
    /* the current site */
    sitelevel site;
    buffer loaded, covered, labels;
    /* rows of all sites */
    buffer features, areas, templates, sites;
    uint32_t n_sites, n_pages, n_small; /* n_small: sites with too few pages */
    buffer origin;
} trainer;

/* --- a page, on a worker ------------------------------------------------------------------------------------------ */

static void choose_nodes(uint64_t seed, uint32_t *order, uint32_t n)
{
    random_state random = { seed };
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    random_shuffle(&random, order, n);
}

static husk_status write_record(husk_page *page, uint64_t seed, const husk_train_options *o, buffer *out)
{
    layout boxes;
    node_tree tree;
    float *features;
    page_subtree *subtrees;
    husk_status status = page_layout(page, NULL, &boxes);
    status = status ? status : node_tree_make(page, &boxes, o->least_area, &tree);
    status = status ? status : node_features_make(page, &boxes, &tree, !o->keep_stop_words, &features);
    status = status ? status : page_subtrees(page, &page->scratch, &subtrees);
    uint32_t *order = status ? NULL : arena_array(&page->scratch, tree.n, sizeof *order);
    if (!order)
        return status ? status : HUSK_NO_MEMORY;
    choose_nodes(seed, order, tree.n);
    record_head head = { page->n_nodes, tree.n < ROWS_PER_PAGE ? tree.n : ROWS_PER_PAGE };
    buffer_append(out, (const char *)&head, sizeof head);
    buffer_append(out, (const char *)subtrees, page->n_nodes * sizeof *subtrees);
    buffer_append(out, (const char *)page->parent, page->n_nodes * sizeof *page->parent);
    for (uint32_t k = 0; k < head.n_rows; k++) {
        record_row row = { tree.node[order[k]], tree.area[order[k]], { 0 } };
        memcpy(row.features, features + (size_t)order[k] * N_NODE_FEATURES, sizeof row.features);
        buffer_append(out, (const char *)&row, sizeof row);
    }
    return out->status;
}

/* What goes to the sink. */
typedef struct read_record {
    uint64_t order;
    buffer key, bytes;
} read_record;

static void free_page(void *value)
{
    read_record *r = value;
    buffer_free(&r->key);
    buffer_free(&r->bytes);
    free(r);
}

/* Nothing for a page that can't be read. */
static husk_status read_page(void *context, husk_page *page, const husk_raw *raw, husk_output *output, void **value,
                             husk_error *error)
{
    const trainer *t = context;
    (void)raw, (void)output;
    if (page->outcome && page->outcome != HUSK_LIMIT)
        return HUSK_OK;
    read_record *r = calloc(1, sizeof *r);
    if (!r)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    *value = r;
    slice host = url_host(page->url), key = host.len ? host : (slice){ t->input, strlen(t->input) };
    buffer_init(&r->key, HUSK_MAX_URL_BYTES);
    buffer_init(&r->bytes, HUSK_MAX_TRAIN_BYTES);
    r->order = hash_bytes(page->id.data, page->id.len);
    buffer_append(&r->key, key.data, key.len);
    husk_status status = write_record(page, r->order, &t->options, &r->bytes);
    return status ? error_set(error, status, "%s: %s", page->id.data, husk_status_text(status)) : r->key.status;
}

static husk_status set_aside(void *context, husk_each_result *result, husk_error *error)
{
    trainer *t = context;
    const read_record *r = result->value;
    if (result->status == HUSK_NO_MEMORY)
        return error_set(error, result->status, "%s: %s", result->id, result->reason);
    if (!r)
        return HUSK_OK;
    t->n_input_pages++;
    husk_status status =
        spill_add(&t->pages, (slice){ r->key.data, r->key.len }, r->order, (slice){ r->bytes.data, r->bytes.len });
    return status ? error_set(error, status, "storing pages failed: %s", husk_status_text(status)) : HUSK_OK;
}

/* --- a site ------------------------------------------------------------------------------------------------------- */

static husk_status load(trainer *t, const spill_record *where, record *out)
{
    husk_status status = spill_load(&t->pages, where, &t->loaded);
    if (status)
        return status;
    const char *at = t->loaded.data;
    memcpy(&out->head, at, sizeof out->head);
    at += sizeof out->head;
    out->subtrees = (const page_subtree *)at;
    at += out->head.n_nodes * sizeof *out->subtrees;
    out->parent = (const uint32_t *)at;
    at += out->head.n_nodes * sizeof *out->parent;
    out->rows = (const record_row *)at;
    return HUSK_OK;
}

static husk_status label_page(trainer *t, const record *page, uint32_t n_rows)
{
    uint32_t n = page->head.n_nodes, site = t->n_sites;
    buffer_clear(&t->covered);
    buffer_clear(&t->labels);
    if (!buffer_reserve(&t->covered, n * sizeof(uint32_t)) || !buffer_reserve(&t->labels, n))
        return HUSK_NO_MEMORY;
    uint8_t *labels = (uint8_t *)t->labels.data;
    sitelevel_label(&t->site, t->options.theta, t->options.template_share, page->subtrees, page->parent, n,
                    (uint32_t *)(void *)t->covered.data, labels);
    for (uint32_t k = 0; k < page->head.n_rows && k < n_rows; k++) {
        const record_row *row = &page->rows[k];
        buffer_append(&t->features, (const char *)row->features, sizeof row->features);
        buffer_append(&t->areas, (const char *)&row->area, sizeof row->area);
        buffer_byte(&t->templates, (char)labels[row->node]);
        buffer_append(&t->sites, (const char *)&site, sizeof site);
    }
    return t->features.status ? t->features.status : t->sites.status;
}

static husk_status label_site(trainer *t, const spill_record *records, uint32_t n)
{
    record page;
    husk_status status = HUSK_OK;
    uint32_t n_used = n < t->options.max_pages ? n : t->options.max_pages;
    if (n < t->options.min_pages || n_used == 0) {
        t->n_small++;
        return HUSK_OK;
    }
    sitelevel_clear(&t->site);
    for (uint32_t i = 0; !status && i < n_used; i++) {
        status = load(t, &records[i], &page);
        status = status ? status : sitelevel_add(&t->site, page.subtrees, page.head.n_nodes);
    }
    uint32_t n_rows = ROWS_PER_SITE / n_used > 4 ? ROWS_PER_SITE / n_used : 4;
    for (uint32_t i = 0; !status && i < n_used; i++) {
        status = load(t, &records[i], &page);
        status = status ? status : label_page(t, &page, n_rows);
    }
    slice key = spill_key(&t->pages, records);
    buffer_text(&t->origin, "# site ");
    for (size_t i = 0; i < key.len; i++)
        buffer_byte(&t->origin, key.data[i] == '\n' || key.data[i] == '\r' ? ' ' : key.data[i]);
    buffer_format(&t->origin, " %u\n", n_used);
    t->n_sites++;
    t->n_pages += n_used;
    return status;
}

static bool same_key(const trainer *t, const spill_record *a, const spill_record *b)
{
    return slice_same(spill_key(&t->pages, a), spill_key(&t->pages, b));
}

static husk_status label_all(trainer *t)
{
    for (uint32_t b = 0; b < SPILL_BUCKETS; b++) {
        const spill_record *records;
        uint32_t n;
        husk_status status = spill_bucket(&t->pages, b, &records, &n);
        for (uint32_t from = 0, to; !status && from < n; from = to) {
            for (to = from + 1; to < n && same_key(t, &records[from], &records[to]); to++)
                ;
            status = label_site(t, records + from, to - from);
        }
        if (status)
            return status;
    }
    return HUSK_OK;
}

/* --- everything --------------------------------------------------------------------------------------------------- */

void husk_train_options_init(husk_train_options *options, size_t size)
{
    husk_train_options defaults = {
        .theta = .1f,
        .template_share = .85f,
        .least_area = 2000,
        .penalty = .01f,
        .threshold = .5f,
        .min_pages = 10,
        .max_pages = 200,
    };
    options_fill(options, size, &defaults, sizeof defaults);
}

static husk_status take_options(trainer *t, const husk_train_options *options, husk_error *error)
{
    husk_train_options_init(&t->options, sizeof t->options);
    husk_each_options_init(&t->each, sizeof t->each);
    husk_page_options_init(&t->page, sizeof t->page);
    t->page.max_milliseconds = 0; /* so that the same pages give the same model */
    husk_status status = OPTIONS_TAKE(&t->options, options, husk_train_options, max_pages, error);
    if (!status)
        status = OPTIONS_TAKE(&t->each, t->options.each, husk_each_options, page, error);
    if (!t->each.page)
        t->each.page = &t->page;
    t->each.free_value = free_page;
    return status;
}

static husk_status read_input(trainer *t, const char *input, husk_error *error)
{
    husk_source *source;
    husk_status status = husk_source_open(&input, 1, t->options.source, &source, error);
    if (status)
        return status;
    t->input = input;
    status = husk_each(source, &t->each, read_page, set_aside, t, error);
    husk_source_free(source);
    return status;
}

static husk_status train(trainer *t, husk_output *output, husk_error *error)
{
    if (!t->n_sites)
        return error_set(error, HUSK_BAD_ARGUMENT,
                         "no site has the %u pages that SiteLevel needs: %u pages of %u site%s were read",
                         t->options.min_pages, t->n_input_pages, t->n_small, t->n_small == 1 ? "" : "s");
    const husk_train_options *o = &t->options;
    logistic_model model = { .least_area = o->least_area,
                             .penalty = o->penalty,
                             .threshold = o->threshold,
                             .theta = o->theta,
                             .template_share = o->template_share,
                             .without_stop_words = !o->keep_stop_words,
                             .n_sites = t->n_sites,
                             .n_pages = t->n_pages };
    logistic_rows rows = {
        .n = (uint32_t)t->templates.len,
        .features = (const float *)(const void *)t->features.data,
        .area = (const float *)(const void *)t->areas.data,
        .is_template = (const uint8_t *)t->templates.data,
        .site = (const uint32_t *)(const void *)t->sites.data,
        .n_sites = t->n_sites,
    };
    husk_status status = logistic_train(&rows, t->each.jobs ? t->each.jobs : 2, &model, error);
    if (status)
        return status;
    logistic_write(&model, (slice){ t->origin.data, t->origin.len }, &output->bytes);
    return output->bytes.status ? error_set(error, output->bytes.status, "out of memory for the model") : HUSK_OK;
}

husk_status husk_train(const char *const *inputs, size_t n_inputs, const husk_train_options *options,
                       husk_output *output, husk_error *error)
{
    trainer *t = calloc(1, sizeof *t);
    if (!t)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for training");
    husk_status status = take_options(t, options, error);
    buffer *all[] = {
        &t->loaded, &t->covered, &t->labels, &t->features, &t->areas, &t->templates, &t->sites, &t->origin
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buffer_init(all[i], HUSK_MAX_TRAIN_BYTES);
    spill_init(&t->pages, HUSK_MAX_SPILL_BYTES);
    if (!status && !n_inputs)
        status = error_set(error, HUSK_BAD_ARGUMENT, "no input to train from");
    for (size_t i = 0; !status && i < n_inputs; i++)
        status = read_input(t, inputs[i], error);
    if (!status) {
        status = label_all(t);
        status = status ? error_set(error, status, "labelling the sites failed: %s", husk_status_text(status))
                        : train(t, output, error);
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buffer_free(all[i]);
    sitelevel_free(&t->site);
    spill_free(&t->pages);
    free(t);
    return status;
}
