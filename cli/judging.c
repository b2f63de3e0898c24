/* judging.c - one verdict per page, with any method.
 * Pages are judged on many threads, but drift detection needs them in input order. */
#include "judging.h"

#include <stdlib.h>

#include "models.h"
#include "talk.h"

const choice judging_methods[] = { { "page", HUSK_METHOD_PAGE },           { "pagelevel", HUSK_METHOD_PAGELEVEL },
                                   { "sitelevel", HUSK_METHOD_SITELEVEL }, { "consensus", HUSK_METHOD_CONSENSUS },
                                   { "site", HUSK_METHOD_SITE },           { NULL, 0 } };

const choice judging_penalties[] = {
    { "area", HUSK_PENALTY_AREA }, { "nodes", HUSK_PENALTY_NODES }, { "parent", HUSK_PENALTY_PARENT }, { NULL, 0 }
};

void judging_defaults(judging_settings *s)
{
    s->method = HUSK_METHOD_AUTO;
    s->theta = .1; /* as in husk_published; the float would print badly */
    s->penalty = 1;
}

static bool asks_for_pagelevel(const judging_settings *s)
{
    return s->no_smoothing || s->penalty != 1 || s->penalty_by;
}

static bool needs_site(const judging_settings *s)
{
    return s->method == HUSK_METHOD_SITELEVEL || s->method == HUSK_METHOD_CONSENSUS || s->method == HUSK_METHOD_SITE;
}

const char *judging_contradiction(const judging_settings *s)
{
    if (asks_for_pagelevel(s) && s->method != HUSK_METHOD_AUTO && s->method != HUSK_METHOD_PAGELEVEL)
        return "--penalty, --penalty-by and --no-smoothing need --method pagelevel";
    if (needs_site(s) && s->site == NULL)
        return "--method site, sitelevel and consensus need --site FILE";
    if (s->site && (asks_for_pagelevel(s) || s->method == HUSK_METHOD_PAGELEVEL))
        return "--method pagelevel can't be combined with --site";
    if (s->theta != .1 && s->method != HUSK_METHOD_SITELEVEL)
        return "--theta needs --method sitelevel";
    return NULL;
}

static bool open_model(judging *j, const judging_settings *s)
{
    int method = asks_for_pagelevel(s) ? (int)HUSK_METHOD_PAGELEVEL : s->method;
    if (s->model && method == HUSK_METHOD_PAGELEVEL)
        j->pagelevel = models_open_pagelevel(s->model);
    else if (s->model && (method != HUSK_METHOD_AUTO || s->site))
        j->page_model = models_open_page(s->model);
    else if (s->model)
        models_open(s->model, &j->page_model, &j->pagelevel);
    husk_judge_by(&j->options, j->pagelevel ? (int)HUSK_METHOD_PAGELEVEL : method, &j->published);
    j->options.model = j->page_model;
    j->published.pagelevel = j->pagelevel;
    return s->model == NULL || j->page_model || j->pagelevel;
}

bool judging_open(judging *j, const judging_settings *s, bool quiet)
{
    husk_error error = { .status = HUSK_OK };
    j->quiet = quiet;
    husk_judge_options_init(&j->options, sizeof j->options);
    husk_published_init(&j->published);
    j->published.theta = (float)s->theta;
    j->published.penalty_factor = (float)s->penalty;
    j->published.penalty = (husk_penalty)s->penalty_by;
    j->published.no_smoothing = s->no_smoothing;
    if (!open_model(j, s))
        return false;
    if (s->site == NULL)
        return true;
    husk_status status = husk_site_open(s->site, &j->site, &error);
    if (status == HUSK_OK)
        status = husk_drift_new(&j->drift);
    if (status != HUSK_OK)
        talk("%s", error.message[0] ? error.message : husk_status_text(status));
    return status == HUSK_OK;
}

void judging_close(judging *j)
{
    husk_drift_free(j->drift);
    husk_site_free(j->site);
    husk_page_model_free(j->page_model);
    husk_pagelevel_free(j->pagelevel);
}

/* What a worker passes to judging_take. */
typedef struct judged {
    husk_fit fit;
    husk_obstacle obstacle;
} judged;

husk_status judging_page(const judging *j, husk_page *page, husk_verdict **verdict, void **value, husk_error *error)
{
    husk_status status = husk_judge(page, j->site, &j->options, verdict, error);
    if (status != HUSK_OK)
        return status;
    husk_obstacle obstacle = husk_verdict_judgement(*verdict)->obstacle;
    judged *seen = j->drift || obstacle ? malloc(sizeof *seen) : NULL;
    if (seen == NULL && (j->drift || obstacle))
        return HUSK_NO_MEMORY;
    if (seen != NULL)
        *seen = (judged){ .fit = *husk_verdict_fit(*verdict), .obstacle = obstacle };
    *value = seen;
    return HUSK_OK;
}

bool judging_take(const judging *j, const page_result *result)
{
    const judged *seen = result->value;
    if (result->status != HUSK_OK && result->status != HUSK_LIMIT)
        return false;
    if (seen == NULL)
        return true;
    if (seen->obstacle != HUSK_OBSTACLE_NONE && !j->quiet)
        talk("%s: %s: %s", result->id, husk_obstacle_word(seen->obstacle), husk_obstacle_text(seen->obstacle));
    if (j->drift && husk_drift_add(j->drift, &seen->fit))
        talk("%s: %s; pages that don't fit are judged by the page alone", result->id,
             seen->fit.host[0] ? "its site has changed since it was learned"
                               : "the site has changed since it was learned, or this is another site");
    return seen->obstacle == HUSK_OBSTACLE_NONE;
}

void judging_report(const judging *j)
{
    husk_output *lines;
    size_t len;
    if (j->drift == NULL || j->quiet || husk_output_new((size_t)1 << 24, &lines) != HUSK_OK)
        return;
    husk_drift_report(j->drift, lines);
    const char *at = husk_output_data(lines, &len);
    for (size_t i = 0, from = 0; i < len; i++)
        if (at[i] == '\n') {
            talk("%.*s", (int)(i - from), at + from);
            from = i + 1;
        }
    husk_output_free(lines);
}

bool judging_write(void *context, const page_result *result)
{
    judging_take(context, result);
    return run_write(context, result);
}

exit_code judging_end(void *context, exit_code code)
{
    judging_report(context);
    return run_end(context, code);
}

bool comparing_open(comparing *c, const judging_settings *s, bool quiet)
{
    if (!judging_open(&c->by, s, quiet))
        return false;
    c->by.options.depth = c->words == HUSK_WORDS_ALL ? HUSK_DEPTH_CLASS : HUSK_DEPTH_BLOCKS;
    return true;
}

husk_status comparing_work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                           husk_error *error)
{
    const comparing *c = context;
    husk_verdict *verdict = NULL;
    husk_digest *digest = NULL;
    (void)raw, (void)out;
    husk_status status = husk_judge(page, c->by.site, &c->by.options, &verdict, error);
    if (status == HUSK_OK)
        status = c->read(verdict, c->words, &digest, error);
    *value = digest;
    husk_verdict_free(verdict);
    return status;
}

void comparing_free_value(void *value)
{
    husk_digest_free(value);
}

bool comparing_check(comparing *c, husk_status status, const husk_error *error)
{
    if (status != HUSK_OK)
        talk("%s", error->message);
    c->failed |= status != HUSK_OK;
    return status == HUSK_OK;
}

exit_code comparing_end(comparing *c, exit_code code)
{
    bool done = code != EXIT_NOTHING && !c->failed;
    return output_close(&c->by.output, done) && done ? code : EXIT_NOTHING;
}
