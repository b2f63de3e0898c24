/* cmd_dedup.c - groups of pages that say the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models.h"
#include "run.h"
#include "talk.h"

typedef struct dedup_settings {
    common_settings common;
    const char *output;
    const char *model;
    int text;
    bool all;
} dedup_settings;

/* What a worker gives to `take`: how many hashes, and the hashes. */
typedef struct signature {
    uint32_t n;
    uint64_t hashes[HUSK_DEDUP_HASHES];
} signature;

typedef struct dedup_context {
    output output;
    husk_pagelevel *models;
    husk_dedup_text text;
    bool all;
    husk_dedup *dedup;
    char **ids; /* by page */
    size_t n_ids, size;
} dedup_context;

static const choice texts[] = { { "content", HUSK_DEDUP_CONTENT }, { "all", HUSK_DEDUP_ALL }, { NULL, 0 } };

static const option dedup_options[] = {
    { CHOICE_AT(dedup_settings, text), .name = "text", .value = "TEXT", .choices = texts,
      .help = "Which text is compared: the content, or all that a reader sees, template and all." },
    { FLAG_AT(dedup_settings, all), .name = "all", .letter = 'a', .help = "Print pages that are like no other, too." },
    { TEXT_AT(dedup_settings, model), .name = "model", .value = "FILE", .normally = "the models that come with husk",
      .help = "Models made by husk train --method pagelevel, to find the content with." },
    OUTPUT_OPTION(dedup_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk dedup crawl.warc.gz",
    "The near-duplicates in a crawl, group by group.",
    NULL,
};

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_status parsed, const char *reason,
                        husk_output *out, husk_error *error)
{
    const dedup_context *c = context;
    signature s = { 0 };
    unsigned n;
    (void)raw, (void)reason;
    if (parsed != HUSK_OK && parsed != HUSK_LIMIT)
        return HUSK_OK;
    husk_status status = husk_dedup_signature(page, c->text, c->models, s.hashes, &n, error);
    s.n = n;
    return status ? status : husk_output_append(out, &s, sizeof s);
}

static bool take(void *context, const page_result *result)
{
    dedup_context *c = context;
    signature s;
    husk_error error;
    if (result->len != sizeof s)
        return true;
    memcpy(&s, result->bytes, sizeof s);
    if (c->n_ids == c->size) {
        size_t size = c->size ? c->size * 2 : 1024;
        char **ids = realloc(c->ids, size * sizeof *ids);
        if (ids == NULL)
            return false;
        c->ids = ids;
        c->size = size;
    }
    c->ids[c->n_ids] = strdup(result->id);
    if (c->ids[c->n_ids] == NULL)
        return false;
    c->n_ids++;
    if (husk_dedup_add(c->dedup, s.hashes, s.n, &error)) {
        talk("%s", error.message);
        return false;
    }
    return true;
}

static void write_group(dedup_context *c, const uint32_t *groups, uint32_t number, uint32_t first, uint32_t n)
{
    char head[16];
    int len = snprintf(head, sizeof head, "%u\t", number);
    for (uint32_t i = first; i < n; i++)
        if (groups[i] == first) {
            output_write(&c->output, head, (size_t)len);
            output_write(&c->output, c->ids[i], strlen(c->ids[i]));
            output_write(&c->output, "\n", 1);
        }
}

/* Groups in the order of their first pages. */
static exit_code end(void *context, exit_code code)
{
    dedup_context *c = context;
    const uint32_t *groups;
    uint32_t n = 0, number = 0;
    husk_error error;
    if (husk_dedup_groups(c->dedup, &groups, &n, &error)) {
        talk("%s", error.message);
        output_close(&c->output, false);
        return EXIT_NOTHING;
    }
    uint32_t *sizes = calloc((size_t)n + 1, sizeof *sizes);
    for (uint32_t i = 0; sizes != NULL && i < n; i++)
        sizes[groups[i]]++;
    for (uint32_t i = 0; sizes != NULL && i < n; i++)
        if (groups[i] == i && (c->all || sizes[i] > 1))
            write_group(c, groups, ++number, i, n);
    bool done = sizes != NULL;
    free(sizes);
    return output_close(&c->output, done) && done ? code : EXIT_NOTHING;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const dedup_settings *s = settings;
    dedup_context c = { .text = (husk_dedup_text)s->text, .all = s->all, .models = models_open(s->model) };
    exit_code code = EXIT_NOTHING;
    husk_error error;
    if (c.models != NULL && husk_dedup_new(&c.dedup, &error) == HUSK_OK && output_open(&c.output, s->output))
        code = run_pages(&(page_run){
            RUN_OVER(s, inputs, n_inputs),
            .context = &c,
            .work = work,
            .write = take,
            .end = end,
        });
    for (size_t i = 0; i < c.n_ids; i++)
        free(c.ids[i]);
    free(c.ids);
    husk_dedup_free(c.dedup);
    husk_pagelevel_free(c.models);
    return code;
}

const command command_dedup = {
    .name = "dedup",
    .summary = "groups of pages that say the same",
    TAKES_INPUTS,
    .about = "Print group and page, parted by a tab, for every page that says much the same as another.\n\n"
             "A page's signature is the eight smallest hashes of its runs of six words; pages that share four of them "
             "are near-duplicates. The "
             "template is left out before: pages of one site share it without saying the same, and copies on two sites "
             "do not.",
    .examples = examples,
    .options = dedup_options,
    .settings_size = sizeof(dedup_settings),
    .run = run,
};
