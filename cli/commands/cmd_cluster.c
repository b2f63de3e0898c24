/* cmd_cluster.c - cluster pages by template: a line per page, or everything as JSON, and the dendrogram as a picture.
 */
#include "run.h"
#include "talk.h"

typedef struct cluster_settings {
    common_settings common;
    const char *tree, *map;
    bool json;
    husk_cluster_options options; /* those that options set directly */
    husk_text_options text;       /* likewise, of the published methods */
} cluster_settings;

typedef struct cluster_context {
    output output;
    const cluster_settings *settings;
    husk_clustering *clustering;
    bool failed; /* already reported */
} cluster_context;

static const choice methods[] = {
    { "auto", HUSK_TEXT_NONE },
    { "mdl", HUSK_TEXT_MDL },
    { "hash", HUSK_TEXT_HASH },
    { "max", HUSK_TEXT_MAX },
    { "dice", HUSK_TEXT_DICE },
    { "lsh", HUSK_TEXT_LSH },
    { NULL, 0 },
};

static const option cluster_options[] = {
    { CHOICE_AT(cluster_settings, text.method), .name = "method", .letter = 'm', .value = "METHOD",
      .choices = methods },
    { FLAG_AT(cluster_settings, json), .name = "json" },
    { TEXT_AT(cluster_settings, tree), .name = "tree", .value = "FILE", .is_written = true },
    { TEXT_AT(cluster_settings, map), .name = "map", .value = "FILE", .is_written = true },
    OUTPUT_OPTION,
    { .name = NULL },
};

static const option published[] = {
    { NUMBER_AT(cluster_settings, text.signature_length), .name = "signature", .min = 1, .max = 4096 },
    { NUMBER_AT(cluster_settings, text.bands), .name = "bands", .min = 1, .max = 4096 },
    { FLAG_AT(cluster_settings, text.estimated), .name = "no-exact-joins" },
    { FLAG_AT(cluster_settings, text.two_terms), .name = "two-terms" },
    { FLAG_AT(cluster_settings, text.essential), .name = "essential" },
    { NUMBER_AT(cluster_settings, text.seed), .name = "seed", .max = 4294967295.0 },
    { .name = NULL },
};

static void defaults(void *settings)
{
    cluster_settings *s = settings;
    husk_cluster_options_init(&s->options, sizeof s->options);
    husk_text_options_init(&s->text);
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                        husk_error *error)
{
    const cluster_context *c = context;
    husk_digest *digest = NULL;
    (void)raw, (void)out;
    husk_status status = husk_clustering_read(c->clustering, page, &digest, error);
    *value = digest;
    return status;
}

static bool write(void *context, const page_result *result)
{
    cluster_context *c = context;
    husk_error error = { 0 };
    c->failed =
        result->value != NULL && !talk_failure(husk_clustering_add(c->clustering, result->value, &error), &error);
    return !c->failed;
}

static void write_lines(cluster_context *c)
{
    for (uint32_t i = 0; i < husk_clustering_n_pages(c->clustering); i++)
        output_page_line(&c->output, husk_clustering_cluster_of(c->clustering, i) + 1,
                         husk_clustering_id(c->clustering, i));
}

typedef husk_status (*clustering_writer)(const husk_clustering *clustering, husk_output *output, husk_error *error);

/* Write the clusters with one of the writers to an open output, or to a file. */
static bool write_made(const husk_clustering *clustering, clustering_writer writer, output *to, const char *path)
{
    husk_output *made = NULL;
    husk_error error = { 0 };
    bool ok = husk_output_new(SIZE_MAX / 2, &made) == HUSK_OK && writer(clustering, made, &error) == HUSK_OK;
    if (!ok)
        talk("%s", error.message[0] ? error.message : "out of memory");
    else if (to != NULL)
        output_put(to, made);
    else
        ok = output_whole(path, made);
    husk_output_free(made);
    return ok;
}

static exit_code end(void *context, exit_code code)
{
    cluster_context *c = context;
    husk_error error = { 0 };
    bool ok = code != EXIT_NOTHING && !c->failed && talk_failure(husk_clustering_run(c->clustering, &error), &error);
    if (ok && c->settings->json)
        ok = write_made(c->clustering, husk_clustering_json, &c->output, NULL);
    else if (ok)
        write_lines(c);
    if (ok && c->settings->tree)
        ok = write_made(c->clustering, husk_clustering_svg, NULL, c->settings->tree);
    if (ok && c->settings->map)
        ok = write_made(c->clustering, husk_clustering_map, NULL, c->settings->map);
    husk_clustering_free(c->clustering);
    return output_close(&c->output, ok) && ok ? code : EXIT_NOTHING;
}

static exit_code run(void *settings, const char *const *inputs, size_t n_inputs)
{
    const cluster_settings *s = settings;
    cluster_context c = { .settings = s };
    husk_text_options text = s->text;
    husk_error error = { 0 };
    text.names = s->json;
    if (husk_text_clustering_new(&s->options, &text, &c.clustering, &error) != HUSK_OK) {
        talk("%s", error.message);
        return error.status == HUSK_BAD_ARGUMENT ? EXIT_USAGE : EXIT_NOTHING;
    }
    if (!output_check(s->tree) || !output_check(s->map) || !output_open(&c.output, s->common.output)) {
        husk_clustering_free(c.clustering);
        return EXIT_NOTHING;
    }
    return run_pages(&(page_run){
        RUN_OVER(s, inputs, n_inputs),
        .context = &c,
        .work = work,
        .free_value = run_free_digest,
        .write = write,
        .end = end,
    });
}

const command command_cluster = {
    .name = "cluster",
    .summary = "cluster pages by template",
    TAKES_INPUTS,
    .options = cluster_options,
    .published = published,
    .settings_size = sizeof(cluster_settings),
    .defaults = defaults,
    .run = run,
};
