/* host_fate.c - assign the pages of a host to classes, measure their fit, and decide what happens to the classes.
 * Given and remembered pages are clustered together; update.c matches groups to classes. A sequential test over the
 * fit of the given pages continues from run to run, so that a change is detected however few pages a run has. Cost:
 * the clustering, and a parse of FIT_PAGES pages. Limits: HUSK_MAX_CLASSES in use, HUSK_MAX_RETIRED kept. */
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/table.h"
#include "cluster/classify.h"
#include "learn/host_job.h"
#include "judge/site/site_judge.h"
#include "store/tally.h"

/* Pages per run whose fit is measured: far more than needed to detect a change (bench/run drift). */
#define FIT_PAGES 256u
/* This many pages that don't fit are not strays: as many as make the sequential test certain if all are such. With
 * five redesigned pages among 64 old ones, other pages of the redesign were judged worse than without a site (F .38
 * instead of .55 on the worst of the five sites of bench/run drift). */
#define STRAY_PAGES 8u

/* --- groups and their classes ------------------------------------------------------------------------------------- */

static void order_kept(host_job *j)
{
    qsort(j->kept, j->n_kept, sizeof *j->kept, kept_order);
}

static void list_kept(host_job *j)
{
    for (uint32_t i = 0; i < j->host->n_kept; i++)
        j->kept[j->n_kept++] = j->host->kept[i];
    for (uint32_t p = j->n_given; p < j->host->n_pages; p++)
        if (!(j->flags[p] & PAGE_GONE))
            j->kept[j->n_kept++] = (kept_page){ hash_pair(j->host->pages[p].hash, j->l->options.seed), p };
    order_kept(j);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static husk_status cluster_pages(host_job *j, uint32_t *group, husk_error *error)
{
    const learner_crawl *crawl = &j->l->crawl;
    float *weight = crawl->stands_for ? arena_array(j->memory, j->n_kept, sizeof *weight) : NULL;
    if (crawl->stands_for && weight == NULL)
        return job_no_memory(error);
    for (uint32_t i = 0; weight && i < j->n_kept; i++) {
        uint32_t p = j->kept[i].page;
        weight[i] = p < j->n_given ? crawl->stands_for(crawl->context, j->host->pages[p].hash) : 1;
    }
    j->weight = weight;
    return job_cluster(j, group, error);
}

static husk_status find_groups(host_job *j, husk_error *error)
{
    uint32_t *group = arena_zeros(j->memory, j->host->n_pages, sizeof *group);
    husk_status status = group ? HUSK_OK : job_no_memory(error);
    j->n_groups = 1; /* all pages are one class */
    if (status == HUSK_OK && !j->l->options.one_class)
        status = cluster_pages(j, group, error);
    for (uint32_t p = 0; status == HUSK_OK && p < j->host->n_pages; p++)
        j->place[p].group = group[p];
    return status;
}

/* A number that no class of the host ever had; the history lists the dropped ones. */
static uint32_t next_number(const host_job *j)
{
    uint32_t most = 0;
    for (uint32_t k = 0; j->updates && k < j->before->n_classes; k++)
        most = larger(most, j->before->classes[k].number);
    for (uint32_t k = 0; j->updates && k < j->before->n_retired; k++)
        most = larger(most, j->before->retired[k].number);
    for (uint32_t r = 0; j->updates && r < j->before->n_runs; r++)
        for (uint32_t k = 0; k < j->before->runs[r].n_classes; k++)
            most = larger(most, j->before->runs[r].classes[k].number);
    return most + 1;
}

job_class *job_class_of(const host_job *j, uint32_t number)
{
    return bsearch(&number, j->classes, j->n_classes, sizeof *j->classes, by_u32);
}

static void add_before(host_job *j, const model_class *classes, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        j->classes[j->n_classes++] =
            (job_class){ .number = classes[k].number, .before = &classes[k], .state = classes[k].state };
}

/* Pages without a class are new, whether given or waiting; so are pages of a class that was dropped from the file. */
static void mark_new(host_job *j)
{
    for (uint32_t p = 0; p < j->host->n_pages; p++)
        if (job_class_of(j, j->place[p].class_number) == NULL) {
            j->place[p].class_number = MODEL_NO_CLASS;
            j->flags[p] |= PAGE_NEW;
        }
    for (uint32_t p = 0; p < j->host->n_pages; p++)
        j->had[p] = j->flags[p] & PAGE_GONE ? MODEL_NO_CLASS : j->place[p].class_number;
}

static husk_status number_groups(host_job *j, husk_error *error)
{
    uint32_t first = next_number(j), next = first;
    for (uint32_t p = 0; p < j->host->n_pages; p++)
        if (j->flags[p] & PAGE_GONE)
            j->place[p].group = UPDATE_NO_GROUP;
    if (!update_classes(j->place, j->host->n_pages, j->n_groups, j->memory, &next))
        return job_no_memory(error);
    for (; first < next; first++)
        j->classes[j->n_classes++] = (job_class){ .number = first, .event = RUN_ADDED };
    return HUSK_OK;
}

/* --- groups shared by several classes ----------------------------------------------------------------------------- */

typedef struct sharing {
    uint32_t n_before; /* number of previous classes */
    bool *has;         /* group x class: by index in the job */
    uint32_t *n;       /* by group: number of classes */
    model_class *classes;
} sharing;

static bool sharing_init(sharing *s, const host_job *j)
{
    *s = (sharing){ .n_before = j->n_classes,
                    .has = arena_zeros(j->memory, (size_t)j->n_groups * j->n_classes, sizeof *s->has),
                    .n = arena_zeros(j->memory, j->n_groups, sizeof *s->n),
                    .classes = arena_zeros(j->memory, j->n_classes, sizeof *s->classes) };
    if (s->has == NULL || s->n == NULL || s->classes == NULL)
        return false;
    for (uint32_t p = 0; p < j->host->n_pages; p++) {
        const job_class *c = job_class_of(j, j->had[p]);
        bool *has = c ? &s->has[(size_t)j->place[p].group * s->n_before + (size_t)(c - j->classes)] : NULL;
        s->n[j->place[p].group] += has && !*has;
        if (has)
            *has = true;
    }
    return true;
}

/* A new page whose group put it into a class although other classes share the group. */
static bool is_undecided(const sharing *s, const host_job *j, uint32_t p)
{
    const job_class *c =
        j->flags[p] & PAGE_NEW && !(j->flags[p] & PAGE_GONE) ? job_class_of(j, j->place[p].class_number) : NULL;
    return c && c->before && s->n[j->place[p].group] > 1;
}

static husk_status place_nearest(const sharing *s, host_job *j, const classifier *classes, uint32_t p,
                                 husk_error *error)
{
    const model_class *nearest;
    husk_status status = job_nearest_class(j, classes, p, &nearest, error);
    if (status == HUSK_OK && s->has[(size_t)j->place[p].group * s->n_before + (size_t)(nearest - s->classes)])
        j->place[p].class_number = nearest->number;
    return status;
}

/* Each goes to the class that gives its shortest description. */
static husk_status part_groups(const sharing *s, host_job *j, husk_error *error)
{
    model_host known = { .classes = s->classes, .n_classes = s->n_before };
    husk_status status = HUSK_OK;
    for (uint32_t k = 0; status == HUSK_OK && k < s->n_before; k++) {
        s->classes[k].number = j->classes[k].number;
        status = job_count_class(j, j->had, s->classes[k].number, &s->classes[k], error);
    }
    classifier *classes = status == HUSK_OK ? classifier_new(&known, NULL) : NULL;
    if (status == HUSK_OK && classes == NULL)
        status = job_no_memory(error);
    for (uint32_t p = 0; status == HUSK_OK && p < j->host->n_pages; p++)
        if (is_undecided(s, j, p))
            status = place_nearest(s, j, classes, p, error);
    classifier_free(classes);
    return status;
}

static husk_status place_pages(host_job *j, husk_error *error)
{
    sharing s;
    husk_status status = sharing_init(&s, j) ? number_groups(j, error) : job_no_memory(error);
    bool any = false;
    for (uint32_t p = 0; status == HUSK_OK && p < j->host->n_pages; p++)
        any |= is_undecided(&s, j, p);
    return any ? part_groups(&s, j, error) : status;
}

static husk_status name_classes(host_job *j, husk_error *error)
{
    uint32_t n_before = j->updates ? j->before->n_classes + j->before->n_retired : 0;
    j->classes = arena_array(j->memory, (size_t)n_before + j->n_groups + 1, sizeof *j->classes);
    if (j->classes == NULL)
        return job_no_memory(error);
    if (j->updates) {
        add_before(j, j->before->classes, j->before->n_classes);
        add_before(j, j->before->retired, j->before->n_retired);
        qsort(j->classes, j->n_classes, sizeof *j->classes, by_u32);
    }
    mark_new(j);
    return place_pages(j, error);
}

husk_status job_group(host_job *j, husk_error *error)
{
    list_kept(j);
    husk_status status = find_groups(j, error);
    return status ?: name_classes(j, error);
}

/* --- how new pages fit what was known ----------------------------------------------------------------------------- */

static husk_status measure_page(host_job *j, const site_host *known, kept_page kept, husk_page *page, buffer *bytes,
                                arena *views, husk_error *error)
{
    husk_fit fit;
    job_class *c = job_class_of(j, j->place[kept.page].class_number);
    arena_reset(views, (size_t)16 << 20);
    husk_status status = job_parse(j, kept.page, page, bytes, error);
    status = status ?: site_fit(known, page, views, &fit);
    if (status != HUSK_OK || !fit.known)
        return status;
    bool given = kept.page < j->n_given;
    if (given)
        drift_add(&j->drift, &fit);
    if (!fit.fits)
        j->flags[kept.page] |= PAGE_POOR;
    if (c == NULL) /* in no group */
        return HUSK_OK;
    c->fits += given ? fit.fit : 0;
    c->n_fits += given;
    c->n_poor += !fit.fits;
    return HUSK_OK;
}

/* In key order, so that the order of the pages does not matter. */
husk_status job_measure(host_job *j, husk_error *error)
{
    husk_page *page = NULL;
    buffer bytes;
    arena views;
    site_host *known = site_host_of(j->before);
    husk_status status = known ? husk_page_new(&j->l->page, &page, error) : job_no_memory(error);
    buffer_init(&bytes, HUSK_MAX_PAGE_BYTES_ASKED * 2);
    arena_init(&views, HUSK_MAX_PAGE_ARENA);
    for (uint32_t i = 0, n = 0; status == HUSK_OK && i < j->n_kept && n < FIT_PAGES; i++)
        if (j->kept[i].page < j->n_given || j->flags[j->kept[i].page] & PAGE_NEW) {
            status = measure_page(j, known, j->kept[i], page, &bytes, &views, error);
            n++;
        }
    site_host_free(known);
    husk_page_free(page);
    buffer_free(&bytes);
    arena_free(&views);
    return status;
}

/* --- what happens to the classes ---------------------------------------------------------------------------------- */

/* The previous class of a page or its old version; NULL for a new page. */
static job_class *class_before(const host_job *j, uint32_t p)
{
    if (j->had[p] == MODEL_NO_CLASS && p < j->n_given && j->row[p] != NO_ROW && j->updates)
        return job_class_of(j, j->before->pages[j->row[p]].class_number);
    return job_class_of(j, j->had[p]);
}

static void count_news(host_job *j)
{
    for (uint32_t p = 0; p < j->host->n_pages; p++) {
        job_class *c = job_class_of(j, j->place[p].class_number), *was = class_before(j, p);
        if (c == NULL || j->flags[p] & PAGE_GONE)
            continue;
        if (was && was != c)
            was->moved++;
        if (p < j->n_given) {
            c->met++;
            c->fresh += !(j->flags[p] & PAGE_KNOWN);
        }
    }
}

static bool has_pages(const host_job *j, uint32_t number)
{
    for (uint32_t p = 0; p < j->host->n_pages; p++)
        if (j->place[p].class_number == number && !(j->flags[p] & PAGE_GONE))
            return true;
    return false;
}

/* How many classes are retired, or in use, and the one of them that is absent or retired longest. */
static uint32_t count_classes(const host_job *j, bool retired, job_class **worst)
{
    uint32_t n = 0;
    *worst = j->classes;
    for (uint32_t k = 0; k < j->n_classes; k++) {
        job_class *c = &j->classes[k];
        if ((c->state.retired != 0) != retired)
            continue;
        bool is_worse = n++ == 0 || (retired ? c->state.retired < (*worst)->state.retired
                                             : c->state.absent > (*worst)->state.absent);
        *worst = is_worse ? c : *worst;
    }
    return n;
}

static void limit_classes(host_job *j)
{
    job_class *worst;
    while (count_classes(j, false, &worst) > HUSK_MAX_CLASSES) {
        worst->state.retired = j->run;
        worst->state.back = 0;
        worst->event = RUN_RETIRED;
    }
    while (count_classes(j, true, &worst) > HUSK_MAX_RETIRED) {
        memmove(worst, worst + 1, (size_t)(j->classes + j->n_classes - worst - 1) * sizeof *worst);
        j->n_classes--;
    }
}

/* The test says that the host has changed, and most pages share so little with it that this can't be another part of
 * the same site: sections may be learned one after the other, and some fit each other only by half. A few pages are
 * not enough to measure this. */
bool job_is_changed(const host_job *j)
{
    return j->updates && j->drift.changed && j->drift.poor * 2 > j->drift.n && j->before->n_sampled >= STRAY_PAGES;
}

/* A page that fits as badly as one of another site would degrade the model: it waits, without a class, until there
 * are enough similar pages or the site has changed. */
static void hold_strays(host_job *j)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < j->host->n_pages; p++) {
        const job_class *c = job_class_of(j, j->place[p].class_number);
        bool is_stray =
            c && c->n_poor < STRAY_PAGES && (j->flags[p] & (PAGE_NEW | PAGE_POOR)) == (PAGE_NEW | PAGE_POOR);
        if (is_stray)
            j->place[p].class_number = MODEL_NO_CLASS;
    }
    for (uint32_t k = 0; k < j->n_classes; k++)
        if (j->classes[k].before || has_pages(j, j->classes[k].number))
            j->classes[n++] = j->classes[k];
    j->n_classes = n;
}

static void bring_back(host_job *j, job_class *c)
{
    c->state = (class_state){ .born = c->state.born, .met = j->run };
    c->event = RUN_RETURNED;
}

/* A design returns as a whole: bring back the classes that were retired together with those that returned. */
static void bring_back_others(host_job *j)
{
    for (uint32_t k = 0; k < j->n_classes; k++) {
        uint32_t gone = j->classes[k].event == RUN_RETURNED ? j->classes[k].before->state.retired : 0;
        for (uint32_t i = 0; gone && i < j->n_classes; i++)
            if (j->classes[i].state.retired == gone)
                bring_back(j, &j->classes[i]);
    }
}

static void decide(host_job *j)
{
    bool redesigned = job_is_changed(j) && !j->other_site;
    if (j->updates && !job_is_changed(j) && j->before->n_sampled >= STRAY_PAGES)
        hold_strays(j);
    count_news(j);
    for (uint32_t k = 0; k < j->n_classes; k++) {
        job_class *c = &j->classes[k];
        if (c->event == RUN_ADDED) {
            c->state = (class_state){ .born = j->run, .met = j->run };
            continue;
        }
        class_news news = { j->run, c->met, c->moved, j->n_given, c->before->n_pages, j->before->n_pages, redesigned };
        c->event = update_state(&c->state, &news);
    }
    if (redesigned)
        bring_back_others(j);
    job_class *worst;
    for (uint32_t k = 0; k < j->n_classes && count_classes(j, false, &worst) == 0; k++)
        if (j->classes[k].met) /* too few to bring it back, but there is nothing else */
            bring_back(j, &j->classes[k]);
    limit_classes(j);
}

/* Drop the old version of a page if the new one is in the same class. */
static bool drop_versions(host_job *j)
{
    hash_map changed = { 0 }; /* by id: given page */
    bool ok = true;
    for (uint32_t p = 0; ok && p < j->n_given; p++)
        if (j->row[p] != NO_ROW && !(j->flags[p] & PAGE_KNOWN))
            ok = map_put_number(&changed, job_id_hash(j->host->pages[p].id), p);
    for (uint32_t q = j->n_given; ok && q < j->host->n_pages; q++) {
        uint32_t p = map_number(&changed, job_id_hash(j->host->pages[q].id));
        if (p != MAP_NONE)
            j->flags[q] |= j->place[q].class_number == j->place[p].class_number ? PAGE_GONE : PAGE_SUPERSEDED;
    }
    map_free(&changed);
    return ok;
}

/* Remembered pages age by the new pages of their class, and fade. */
static husk_status grow_older(host_job *j, husk_error *error)
{
    if (!drop_versions(j))
        return job_no_memory(error);
    for (uint32_t p = j->n_given; p < j->host->n_pages; p++) {
        const job_class *c = job_class_of(j, j->place[p].class_number);
        uint32_t since = c ? c->fresh : j->n_given; /* for waiting pages, all pages count */
        j->age[p] = j->age[p] > UINT32_MAX - since ? UINT32_MAX : j->age[p] + since;
        if (c == NULL && j->place[p].class_number != MODEL_NO_CLASS) /* of a dropped class */
            j->flags[p] |= PAGE_GONE;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->n_kept; i++) {
        kept_page k = j->kept[i];
        k.key = update_fade(k.key, j->age[k.page], j->l->options.half_life);
        if (!(j->flags[k.page] & PAGE_GONE) && k.key != UPDATE_GONE)
            j->kept[n++] = k;
    }
    j->n_kept = n;
    order_kept(j);
    return HUSK_OK;
}

husk_status job_decide(host_job *j, husk_error *error)
{
    bool same = true;
    husk_status status = job_is_changed(j) ? job_is_same_site(j, &same, error) : HUSK_OK;
    if (status != HUSK_OK)
        return status;
    j->other_site = !same;
    decide(j);
    return grow_older(j, error);
}
