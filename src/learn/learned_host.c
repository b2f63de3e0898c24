/* learned_host.c - build each host's classes from the pages of this run and the remembered ones, and write them.
 * A host that is not in the file is clustered and its classes sampled. A known host is clustered again with its
 * remembered pages among the new ones; host_fate.c decides what happens to the classes. Pages given again with the
 * same bytes keep their place, so learning the same pages twice gives the same host. When a page has changed, its old
 * version is forgotten, or stays in its class if the new one is in another. Cost: a first learning of the new and
 * remembered pages together, plus measuring their fit. Limits: those of learner.h; HUSK_MAX_RUNS,
 * HUSK_MAX_LISTED_PAGES. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/table.h"
#include "base/status.h"
#include "cluster/classify.h"
#include "learn/host_job.h"
#include "cluster/kinds.h"
#include "cluster/pairs/pairs.h"
#include "records/columns.h"
#include "store/tally.h"

husk_status job_no_memory(husk_error *error)
{
    return error_set(error, HUSK_NO_MEMORY, "out of memory for a host");
}

/* --- rereading a page --------------------------------------------------------------------------------------------- */

husk_status job_parse(const host_job *j, uint32_t p, husk_page *page, buffer *scratch, husk_error *error)
{
    const stored_page *at = &j->host->stored[p];
    husk_status status = learner_file_read(j->l, at->at + at->features_len, at->len, scratch, error);
    if (status != HUSK_OK)
        return status;
    husk_raw raw = learner_raw(scratch);
    status = page_parse_raw(page, &raw, error);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

husk_status job_traits(const host_job *j, uint32_t p, buffer *out, husk_error *error)
{
    return learner_file_read(j->l, j->host->stored[p].at, j->host->stored[p].features_len, out, error);
}

husk_status job_features(const host_job *j, uint32_t p, uint64_t **features, uint32_t *n, husk_error *error)
{
    buffer bytes;
    buffer_init(&bytes, HUSK_MAX_PAGE_ARENA);
    husk_status status = job_traits(j, p, &bytes, error);
    if (status == HUSK_OK && j->host->stored[p].is_whole) {
        if (!class_traits(bytes.data, bytes.len, features, n))
            status = error_set(error, HUSK_NO_MEMORY, "a page's traits can't be read again");
    } else if (status == HUSK_OK) {
        *n = (uint32_t)(bytes.len / sizeof **features);
        *features = malloc(bytes.len + 1);
        if (*features == NULL)
            status = job_no_memory(error);
        else
            memcpy(*features, bytes.data, bytes.len);
    }
    buffer_free(&bytes);
    return status;
}

/* --- hosts in order ----------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return slice_order(((const learner_host_pages *)a)->name, ((const learner_host_pages *)b)->name);
}

uint32_t learner_n_hosts(const learner *l)
{
    return l->n_hosts;
}

/* From now on no page is added. */
static void order_hosts(learner *l)
{
    if (l->n_hosts && !l->is_ordered)
        qsort(l->hosts, l->n_hosts, sizeof *l->hosts, by_name);
    l->is_ordered = true;
}

/* --- the model ---------------------------------------------------------------------------------------------------- */

/* Remembered pages may have changed class: index their ids and bytes. */
static bool index_placed(const host_job *j, hash_map *placed)
{
    bool ok = true;
    for (uint32_t p = j->n_given; ok && p < j->host->n_pages; p++)
        if (!(j->flags[p] & PAGE_GONE))
            ok = map_put_number(placed, hash_pair(job_id_hash(j->host->pages[p].id), j->host->pages[p].hash), p);
    return ok;
}

static void add_row(const host_job *j, const model_page *row, const hash_map *placed, model_host *model)
{
    uint32_t p = map_number(placed, hash_pair(job_id_hash(row->id), row->hash));
    model->pages[model->n_pages] = *row;
    if (p != MAP_NONE)
        model->pages[model->n_pages].class_number = j->place[p].class_number;
    model->n_pages++;
}

static void count_listed(const host_job *j, model_host *model)
{
    for (uint32_t r = 0; r < model->n_pages; r++) {
        job_class *c = job_class_of(j, model->pages[r].class_number);
        if (c)
            c->listed++;
        else
            model->pages[r].class_number = MODEL_NO_CLASS;
    }
}

/* Pages of the previous list that are not given again, then those of the run. */
static husk_status list_pages(const host_job *j, model_host *model, husk_error *error)
{
    uint32_t n_before = j->updates ? j->before->n_pages : 0, left = n_before;
    uint32_t room = j->n_given < HUSK_MAX_LISTED_PAGES ? HUSK_MAX_LISTED_PAGES - j->n_given : 0;
    hash_map placed = { 0 };
    bool *taken = arena_zeros(j->memory, n_before, sizeof *taken);
    model->n_pages = 0;
    model->pages = arena_array(j->memory, (size_t)n_before + j->n_given + 1, sizeof *model->pages);
    bool ok = taken && model->pages && index_placed(j, &placed);
    for (uint32_t p = 0; ok && p < j->n_given; p++)
        if (j->row[p] != NO_ROW) {
            taken[j->row[p]] = true;
            left--;
        }
    for (uint32_t r = 0; ok && r < n_before; r++)
        if (!taken[r] && left-- <= room)
            add_row(j, &j->before->pages[r], &placed, model);
    for (uint32_t p = 0; ok && p < j->n_given; p++) {
        model->pages[model->n_pages] = j->host->pages[p];
        model->pages[model->n_pages++].class_number = j->place[p].class_number;
    }
    map_free(&placed);
    if (ok)
        count_listed(j, model);
    return ok ? HUSK_OK : job_no_memory(error);
}

/* Each class's sample: its kept pages with the smallest keys. `pages` has room for all kept ones. */
static uint32_t sample_classes(const host_job *j, uint32_t *pages, sampled_class *samples)
{
    uint32_t at = 0, n = 0;
    for (uint32_t k = 0; k < j->n_classes; k++) {
        const job_class *c = &j->classes[k];
        sampled_class s = { pages + at, 0, c->listed, c->number };
        for (uint32_t i = 0; c->state.retired == 0 && i < j->n_kept && s.n < j->l->options.sample; i++) {
            if (j->place[j->kept[i].page].class_number != c->number || j->flags[j->kept[i].page] & PAGE_SUPERSEDED)
                continue;
            pages[at++] = j->kept[i].page;
            s.n++;
        }
        if (s.n)
            samples[n++] = s;
    }
    return n;
}

/* The model of the sampled classes, or, if `paths` is not NULL, only their paths. */
static husk_status make_sampled(host_job *j, model_host *model, trie *paths, husk_error *error)
{
    uint32_t *pages = arena_array(j->memory, j->n_kept, sizeof *pages);
    sampled_class *samples = arena_array(j->memory, j->n_classes, sizeof *samples);
    if (pages == NULL || samples == NULL)
        return job_no_memory(error);
    uint32_t n = sample_classes(j, pages, samples);
    return paths ? job_paths(j, samples, n, paths, error) : job_model(j, samples, n, model, error);
}

/* Count what distinguishes the classes, now that every page has its class. */
static husk_status fill_traits(host_job *j, model_host *model, husk_error *error)
{
    uint32_t *class_of = arena_array(j->memory, j->host->n_pages, sizeof *class_of);
    husk_status status = class_of ? HUSK_OK : job_no_memory(error);
    for (uint32_t p = 0; class_of && p < j->host->n_pages; p++)
        class_of[p] = j->place[p].class_number;
    for (uint32_t k = 0; status == HUSK_OK && k < model->n_classes; k++) {
        model_class counted = { 0 }, *c = &model->classes[k];
        status = job_count_class(j, class_of, c->number, &counted, error);
        c->traits = counted.traits;
        c->n_traits = counted.n_traits;
    }
    return status;
}

/* What a crawl found out about a class from its links. */
static void keep_explored(const model_class *before, model_class *c)
{
    if (before->n_schema == 0)
        return;
    c->schema = before->schema;
    c->n_schema = before->n_schema;
    c->name = before->name;
}

static bool is_in_use(const host_job *j, uint32_t number)
{
    const job_class *c = job_class_of(j, number);
    return c && c->state.retired == 0;
}

/* Does the file know where the pages of a class link to: by a crawl, or because none of them was read again? */
static bool keeps_links(const host_job *j, const model_host *model, uint32_t number)
{
    const job_class *c = job_class_of(j, number);
    bool explored = j->l->crawl.stands_for || (c->before && c->before->n_schema);
    return explored || model_class_place(model->classes, model->n_classes, number) == model->n_classes;
}

static int arrow_order(const void *a, const void *b)
{
    const model_arrow *x = a, *y = b;
    return ORDER_OF(x->from, y->from) ?: hash_order(x->path, y->path) ?: ORDER_OF(x->to, y->to);
}

/* The links found in the sampled pages, and the previous map of the other classes. */
static husk_status merge_arrows(const host_job *j, model_host *model, husk_error *error)
{
    const model_arrow *from[2] = { j->updates ? j->before->arrows : NULL, model->arrows };
    uint32_t n[2] = { j->updates ? j->before->n_arrows : 0, model->n_arrows };
    model->n_arrows = 0;
    model->arrows = arena_array(j->memory, (size_t)n[0] + n[1] + 1, sizeof *model->arrows);
    if (model->arrows == NULL)
        return job_no_memory(error);
    for (int made = 0; made < 2; made++)
        for (uint32_t i = 0; i < n[made]; i++)
            if (is_in_use(j, from[made][i].from) && is_in_use(j, from[made][i].to) &&
                keeps_links(j, model, from[made][i].from) == !made)
                model->arrows[model->n_arrows++] = from[made][i];
    qsort(model->arrows, model->n_arrows, sizeof *model->arrows, arrow_order);
    return HUSK_OK;
}

/* Sampled classes are rebuilt; a class in use without a sample stays as in the file, and so do retired ones. */
static husk_status collect_classes(host_job *j, model_host *model, husk_error *error)
{
    model_class *made = model->classes;
    uint32_t n_made = model->n_classes, m = 0;
    model->classes = arena_array(j->memory, (size_t)j->n_classes + 1, sizeof *model->classes);
    model->retired = arena_array(j->memory, (size_t)j->n_classes + 1, sizeof *model->retired);
    if (model->classes == NULL || model->retired == NULL)
        return job_no_memory(error);
    model->n_classes = model->n_retired = 0;
    for (uint32_t k = 0; k < j->n_classes; k++) {
        const job_class *c = &j->classes[k];
        bool is_made = m < n_made && made[m].number == c->number;
        if (!is_made && c->before == NULL)
            continue;
        model_class *to = c->state.retired ? &model->retired[model->n_retired++] : &model->classes[model->n_classes++];
        *to = is_made ? made[m++] : *c->before;
        if (is_made && c->before)
            keep_explored(c->before, to);
        to->state = c->state;
        to->n_pages = c->listed;
    }
    return model->n_classes > 1 ? fill_traits(j, model, error) : HUSK_OK;
}

/* --- the history -------------------------------------------------------------------------------------------------- */

static uint32_t thousandths(double sum, double n)
{
    return n > 0 ? (uint32_t)lrint(1000 * sum / n) : 0;
}

/* A run with nothing new leaves no trace, so that learning the same pages again changes nothing. */
static void restore_states(const host_job *j, model_class *classes, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        classes[k].state = job_class_of(j, classes[k].number)->before->state;
}

static bool is_news(const host_job *j, const model_run *run)
{
    bool news = j->before == NULL || j->before->n_runs == 0 || run->fresh || !j->updates;
    for (uint32_t k = 0; k < run->n_classes; k++)
        news |= run->classes[k].event != RUN_MET;
    return news || (run->date && run->date != j->before->runs[j->before->n_runs - 1].date);
}

static husk_status run_add(host_job *j, model_host *model, husk_error *error)
{
    uint32_t n_before = j->before ? j->before->n_runs : 0;
    model_run run = { .number = j->run,
                      .n_runs = 1,
                      .date = j->l->options.date ? j->l->options.date : j->host->date,
                      .pages = j->n_given,
                      .fit = thousandths(j->drift.fits, (double)j->drift.n),
                      .changed = job_is_changed(j) && !j->other_site,
                      .drift = j->drift.changed ? 0 : (uint32_t)lrint(1000 * j->drift.sum) };
    run.classes = arena_array(j->memory, (size_t)j->n_classes + 1, sizeof *run.classes);
    model->runs = arena_array(j->memory, (size_t)n_before + 1, sizeof *model->runs);
    if (run.classes == NULL || model->runs == NULL)
        return job_no_memory(error);
    for (uint32_t p = 0; p < j->n_given; p++)
        run.fresh += !(j->flags[p] & PAGE_KNOWN);
    for (uint32_t k = 0; k < j->n_classes; k++) {
        const job_class *c = &j->classes[k];
        if (c->met || c->event != RUN_MET)
            run.classes[run.n_classes++] =
                (model_run_class){ c->number, c->met, thousandths(c->fits, c->n_fits), c->event };
    }
    if (n_before)
        memcpy(model->runs, j->before->runs, n_before * sizeof *model->runs);
    model->n_runs = n_before;
    if (is_news(j, &run)) {
        history_add(model, &run);
        return HUSK_OK;
    }
    restore_states(j, model->classes, model->n_classes);
    restore_states(j, model->retired, model->n_retired);
    return HUSK_OK;
}

/* A host with many classes keeps fewer pages per class: in total as many as eight full classes, but at least a
 * quarter of a full one each. */
static uint32_t most_remembered(const host_job *j)
{
    uint32_t full = j->l->options.remembered, shared = j->n_classes ? full * 8 / j->n_classes : full;
    return shared > full ? full : shared > full / 4 ? shared : (full + 3) / 4;
}

/* Write the pages of a class that the file remembers: those with the smallest keys. */
static husk_status remember_class(const host_job *j, uint32_t number, store_writer *writer, buffer *scratch,
                                  husk_error *error)
{
    husk_status status = HUSK_OK;
    uint32_t most = most_remembered(j);
    for (uint32_t i = 0, n = 0; i < j->n_kept && n < most && status == HUSK_OK; i++) {
        uint32_t p = j->kept[i].page;
        const stored_page *at = &j->host->stored[p];
        if (j->place[p].class_number != number)
            continue;
        n++;
        status = learner_file_read(j->l, at->at + at->features_len, at->len, scratch, error);
        if (status != HUSK_OK)
            return status;
        husk_raw raw = learner_raw(scratch);
        remembered_page page = { .class_number = number,
                                 .age = j->age[p],
                                 .is_text = raw.is_text,
                                 .id = { raw.id, strlen(raw.id) },
                                 .url = { raw.url, raw.url ? strlen(raw.url) : 0 },
                                 .charset = { raw.charset, raw.charset ? strlen(raw.charset) : 0 },
                                 .bytes = { raw.bytes, raw.len } };
        status = store_write_memory(writer, &page, error);
    }
    return status;
}

/* Those of each class, and those waiting for one. */
static husk_status remember(const host_job *j, store_writer *writer, husk_error *error)
{
    buffer scratch;
    husk_status status = HUSK_OK;
    buffer_init(&scratch, HUSK_MAX_PAGE_BYTES_ASKED * 2);
    for (uint32_t k = 0; k < j->n_classes && status == HUSK_OK; k++)
        status = remember_class(j, j->classes[k].number, writer, &scratch, error);
    status = status ?: remember_class(j, MODEL_NO_CLASS, writer, &scratch, error);
    buffer_free(&scratch);
    return status;
}

/* --- the host ----------------------------------------------------------------------------------------------------- */

/* Cluster the host's pages and assign each to a class. `pages`: those that the file remembers, or NULL. */
static husk_status job_begin(host_job *j, learner *l, uint32_t i, const model_host *before, memory_reader *pages,
                             arena *memory, husk_error *error)
{
    const model_run *last = before && before->n_runs ? &before->runs[before->n_runs - 1] : NULL;
    *j = (host_job){ .l = l,
                     .host = &l->hosts[i],
                     .before = before,
                     .memory = memory,
                     .run = last ? last->number + 1 : 1,
                     .drift = { .sum = last ? last->drift / 1000. : 0 } };
    j->n_given = j->host->n_pages;
    learner_trim(l, j->host);
    husk_status status = job_recall(j, pages, error);
    if (j->updates)
        status = status ?: job_match(j, error);
    return status ?: job_group(j, error);
}

static husk_status make_host(host_job *j, learned_host *out, husk_error *error)
{
    *out = (learned_host){ { .name = j->host->name }, j->host->n_copies };
    husk_status status = j->before && j->before->n_areas ? job_measure(j, error) : HUSK_OK;
    status = status ?: job_decide(j, error);
    status = status ?: list_pages(j, &out->model, error);
    status = status ?: make_sampled(j, &out->model, NULL, error);
    status = status ?: merge_arrows(j, &out->model, error); /* before classes without a sample join the others */
    status = status ?: collect_classes(j, &out->model, error);
    return status ?: run_add(j, &out->model, error);
}

husk_status learner_paths(learner *l, uint32_t i, arena *memory, trie *paths, husk_error *error)
{
    host_job j;
    model_host model;
    *paths = (trie){ 0 };
    order_hosts(l);
    husk_status status = job_begin(&j, l, i, NULL, NULL, memory, error);
    status = status ?: list_pages(&j, &model, error);
    return status ?: make_sampled(&j, NULL, paths, error);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

/* What the file has of the host is in `old`: nothing if it is learned afresh. Columns that are found again keep the
 * names they have there. */
static husk_status learn_host(learner *l, uint32_t i, store_writer *writer, const host_ending *ending, arena *old,
                              arena *memory, husk_error *error)
{
    slice name = l->hosts[i].name;
    learned_host host;
    model_host before;
    memory_reader *pages = NULL;
    host_job j = { 0 };
    bool found = false;
    husk_status status = l->options.fresh ? HUSK_OK : store_writer_old(writer, name, old, &before, &found, error);
    if (found)
        status = status ?: store_writer_memory(writer, name, &pages, error);
    status = status ?: job_begin(&j, l, i, found ? &before : NULL, pages, memory, error);
    status = status ?: make_host(&j, &host, error);
    memory_reader_free(pages);
    if (status == HUSK_OK && !columns_keep_names(found ? &before : NULL, &host.model, j.run, memory))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (ending->add)
        status = status ?: ending->add(ending->context, &host.model, memory, error);
    status = status ?: store_write_host(writer, &host.model, error);
    status = status ?: remember(&j, writer, error);
    if (status == HUSK_OK && ending->report)
        ending->report(ending->context, found ? &before : NULL, &host);
    return status;
}

static husk_status finish_into(learner *l, store_writer *writer, const host_ending *ending, husk_error *error)
{
    husk_status status = HUSK_OK;
    for (uint32_t i = 0; status == HUSK_OK && i < l->n_hosts; i++) {
        arena old, memory;
        arena_init(&old, HUSK_MAX_HOST_BYTES);
        arena_init(&memory, HUSK_MAX_HOST_BYTES);
        status = learn_host(l, i, writer, ending, &old, &memory, error);
        arena_free(&old);
        arena_free(&memory);
    }
    status = status ?: store_commit(writer, error);
    store_writer_free(writer);
    return status;
}

static husk_status check_pages(learner *l, const char *path, husk_error *error)
{
    if (l->n_hosts == 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s: no page was read, so nothing is written", path);
    order_hosts(l);
    return HUSK_OK;
}

husk_status learner_finish(learner *l, const char *path, const host_ending *ending, husk_error *error)
{
    store_writer *writer = NULL;
    husk_status status = check_pages(l, path, error);
    status = status ?: store_writer_open(path, &writer, error);
    return status ?: finish_into(l, writer, ending, error);
}

husk_status learner_finish_memory(learner *l, slice before, buffer *file, const host_ending *ending, husk_error *error)
{
    store_writer *writer = NULL;
    husk_status status = check_pages(l, "the site file in memory", error);
    status = status ?: store_writer_open_memory(before, file, &writer, error);
    return status ?: finish_into(l, writer, ending, error);
}
