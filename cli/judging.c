/* judging.c - one verdict per page, with any method.
 * Pages are judged on many threads, but drift detection needs them in input order. */
#include "judging.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "talk.h"

static bool asks_for_pagelevel(const judging_settings *s)
{
    return s->published.no_smoothing || s->published.penalty_factor != 1 || s->published.penalty;
}

static bool needs_site(const judging_settings *s)
{
    return s->method == HUSK_METHOD_SITELEVEL || s->method == HUSK_METHOD_CONSENSUS || s->method == HUSK_METHOD_SITE;
}

static const char *contradiction(const judging_settings *s)
{
    if (asks_for_pagelevel(s) && s->method != HUSK_METHOD_AUTO && s->method != HUSK_METHOD_PAGELEVEL)
        return "--set penalty, penalty-by and no-smoothing need --method pagelevel";
    if (needs_site(s) && s->site == NULL)
        return "--method site, sitelevel and consensus need --site FILE";
    if (s->site && (asks_for_pagelevel(s) || s->method == HUSK_METHOD_PAGELEVEL))
        return "--method pagelevel can't be combined with --site";
    if (s->published.theta != .1f && s->method != HUSK_METHOD_SITELEVEL)
        return "--set theta needs --method sitelevel";
    return NULL;
}

static bool open_model(judging *j, const judging_settings *s)
{
    int method = asks_for_pagelevel(s) ? (int)HUSK_METHOD_PAGELEVEL : s->method;
    int read_as = method == HUSK_METHOD_PAGELEVEL                 ? HUSK_METHOD_PAGELEVEL
                  : method != HUSK_METHOD_AUTO || s->site != NULL ? HUSK_METHOD_PAGE
                                                                  : HUSK_METHOD_AUTO;
    if (s->model && !models_open(s->model, read_as, &j->page_model, &j->pagelevel))
        return false;
    husk_judge_by(&j->options, j->pagelevel ? (int)HUSK_METHOD_PAGELEVEL : method, &j->published);
    j->options.model = j->page_model;
    j->published.pagelevel = j->pagelevel;
    return true;
}

void talk_of_models(const char *path, husk_site *site, const husk_page_model *model)
{
    const char *note = husk_site_note(site, model);
    if (note)
        talk("%s: %s", path, note);
}

judging judging_by(const common_settings *s)
{
    judging j = { .quiet = s->quiet, .verbose = s->verbose, .published = s->judging.published };
    husk_judge_options_init(&j.options, sizeof j.options);
    return j;
}

static bool judging_open(judging *j, const judging_settings *s)
{
    husk_error error = { .status = HUSK_OK };
    if (!open_model(j, s))
        return false;
    if (s->site == NULL)
        return true;
    husk_status status = husk_site_open(s->site, &j->site, &error);
    if (status == HUSK_OK && !j->quiet)
        talk_of_models(s->site, j->site, j->page_model);
    if (status == HUSK_OK)
        status = husk_drift_new(&j->drift);
    return talk_failure(status, &error);
}

static void judging_close(judging *j)
{
    husk_drift_free(j->drift);
    husk_site_free(j->site);
    husk_page_model_free(j->page_model);
    husk_pagelevel_free(j->pagelevel);
}

void judged_free(void *value)
{
    judged *seen = value;
    if (seen != NULL)
        husk_digest_free(seen->digest);
    free(seen);
}

static husk_status judge(const judging *j, husk_page *page, husk_verdict **verdict, void **value, husk_error *error)
{
    husk_status status = husk_judge(page, j->site, &j->options, verdict, error);
    if (status != HUSK_OK)
        return status;
    husk_obstacle obstacle = husk_verdict_judgement(*verdict)->obstacle;
    bool wanted = j->drift || obstacle || j->check;
    judged *seen = wanted ? malloc(sizeof *seen) : NULL;
    if (seen == NULL && wanted)
        return HUSK_NO_MEMORY;
    if (seen != NULL)
        *seen = (judged){ .fit = *husk_verdict_fit(*verdict), .obstacle = obstacle };
    *value = seen;
    return HUSK_OK;
}

bool judging_take(judging *j, const page_result *result)
{
    const judged *seen = result->value;
    if (result->status != HUSK_OK && result->status != HUSK_LIMIT)
        return false;
    if (seen == NULL)
        return true;
    j->n_lacking[seen->obstacle]++;
    if (seen->obstacle != HUSK_OBSTACLE_NONE && !j->quiet)
        talk("%s: %s: %s", result->id, husk_obstacle_word(seen->obstacle), husk_obstacle_text(seen->obstacle));
    if (j->drift && husk_drift_add(j->drift, &seen->fit))
        talk("%s: %s; pages that don't fit are judged by the page alone", result->id,
             seen->fit.host[0] ? "its site has changed since it was learned"
                               : "the site has changed since it was learned, or this is another site");
    return seen->obstacle == HUSK_OBSTACLE_NONE;
}

static void report_lacking(const judging *j)
{
    char line[256] = "";
    size_t len = 0;
    for (husk_obstacle i = HUSK_OBSTACLE_NEEDS_SCRIPT; i <= HUSK_OBSTACLE_NO_TEXT; i++)
        if (j->n_lacking[i])
            len += (size_t)snprintf(line + len, sizeof line - len, "%s%" PRIu64 " %s", len ? ", " : "", j->n_lacking[i],
                                    husk_obstacle_word(i));
    if (len > 0)
        talk("pages without their content: %s", line);
}

void judging_report(const judging *j)
{
    if (j->verbose)
        report_lacking(j);

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

husk_status judging_work(void *context, husk_page *page, const husk_raw *raw, husk_output *out, void **value,
                         husk_error *error)
{
    const judging *j = context;
    husk_verdict *verdict = NULL;
    (void)raw;
    husk_status status = judge(j, page, &verdict, value, error);
    if (status == HUSK_OK && j->write != NULL)
        status = j->write(context, verdict, out, error);
    if (j->check != NULL && (status == HUSK_OK || status == HUSK_LIMIT)) {
        husk_status checked = j->check(context, verdict, *value, error);
        status = checked != HUSK_OK ? checked : status;
    }
    husk_verdict_free(verdict);
    return status;
}

static bool write_page(void *context, const page_result *result)
{
    judging *j = context;
    judging_take(j, result);
    if (j->files.directory == NULL)
        return output_write(&j->output, result->bytes, result->len);
    bool is_read = result->status == HUSK_OK || result->status == HUSK_LIMIT;
    return !is_read || names_write(&j->files, result->id, NULL, result->bytes, result->len);
}

static exit_code end(void *context, exit_code code)
{
    judging *j = context;
    judging_report(j);
    return j->files.directory != NULL ? names_end(&j->files, code) : run_end(&j->output, code);
}

static bool open_output(judging *by, const page_run *run)
{
    by->files.inputs = run->inputs;
    by->files.n_inputs = run->n_inputs;
    if (by->files.directory != NULL)
        return names_directory(&by->files);
    return by->open != NULL ? by->open(by, run) : output_open(&by->output, run->common->output);
}

exit_code judging_run(const char *name, const char *why, const page_run *given)
{
    page_run run = *given;
    judging *by = run.context;
    if (why == NULL)
        why = contradiction(&run.common->judging);
    if (why != NULL) {
        talk("%s: %s", name, why);
        return EXIT_USAGE;
    }
    exit_code code = EXIT_NOTHING;
    if (judging_open(by, &run.common->judging) && open_output(by, &run)) {
        if (run.end == NULL) {
            run.work = run.work ? run.work : judging_work;
            run.free_value = judged_free;
            run.write = write_page;
            run.end = end;
            run.output = by->files.directory == NULL ? &by->output : NULL;
        }
        code = run_pages(&run);
    }
    judging_close(by);
    return code;
}

static husk_status read_words(const void *context, husk_verdict *verdict, judged *seen, husk_error *error)
{
    const comparing *c = context;
    return c->read(verdict, c->words, &seen->digest, error);
}

comparing comparing_by(const common_settings *s, husk_words words)
{
    comparing c = { .by = judging_by(s), .words = words };
    c.by.check = read_words;
    c.by.options.depth = words == HUSK_WORDS_ALL ? HUSK_DEPTH_CLASS : HUSK_DEPTH_BLOCKS;
    return c;
}

bool comparing_check(comparing *c, husk_status status, const husk_error *error)
{
    c->failed |= !talk_failure(status, error);
    return status == HUSK_OK;
}

exit_code comparing_end(comparing *c, exit_code code)
{
    bool done = code != EXIT_NOTHING && !c->failed;
    return output_close(&c->by.output, done) && done ? code : EXIT_NOTHING;
}
