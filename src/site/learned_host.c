/* learned_host.c - a host's pages become what a site file has of it: its classes, from the pages of this run and from those that the file remembers.
 * A host that the file does not have is clustered and its classes sampled. One that it has is clustered again with the pages it remembers among the
 * new ones; what that makes of the classes, update.c says. Pages that are given again with the same bytes stand for themselves, so that learning the same
 * pages twice gives the same host; of a page that has changed the old version is forgotten, or left to its class if the new one is of another.
 * Cost: that of a first learning, of the new pages and the remembered ones together, and a look at FIT_PAGES of the new ones against what was known.
 * Limits: those of learner.h; HUSK_MAX_RETIRED, HUSK_MAX_RUNS, HUSK_MAX_LISTED_PAGES. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/status.h"
#include "site/classify.h"
#include "site/drift.h"
#include "site/host_classes.h"
#include "site/learner_inside.h"
#include "site/sitejudge.h"
#include "site/update.h"

/* Pages of a run that are looked at for how they fit: far more than are needed to notice a change (bench/run drift). */
#define FIT_PAGES 256u
#define NO_ROW UINT32_MAX

enum {
    PAGE_KNOWN = 1,     /* given, and the file has these very bytes */
    PAGE_GONE = 2,      /* remembered, and given again or faded */
    PAGE_SUPERSEDED = 4 /* remembered, and its address has other bytes now */
};

typedef struct job_class {
    uint32_t number;
    const model_class *before; /* NULL: new */
    class_state state;
    run_event event;
    uint32_t met, fresh, moved, listed;
    double fits;
    uint32_t n_fits;
    uint32_t group, n_groups;  /* one of its groups, and how many there are */
} job_class;

typedef struct host_job {
    learner *l;
    learner_host_pages *host;
    const model_host *before;  /* NULL: there is none */
    bool updates;              /* the classes go on */
    arena *memory;
    uint32_t n_given;          /* pages behind these are remembered ones */
    uint32_t *age;             /* by page */
    uint8_t *flags;            /* by page */
    uint32_t *row;             /* by given page: of the list before, or NO_ROW */
    update_page *place;        /* by page */
    kept_page *kept;           /* given and remembered, by key */
    uint32_t n_kept;
    uint32_t *kept_page_of;    /* the same, without keys */
    model_class *groups;
    uint32_t n_groups;
    job_class *classes;        /* by number */
    uint32_t n_classes;
    uint32_t run;
    drift_state drift;
} host_job;

static husk_status no_memory(husk_error *error)
{
    return error_set(error, HUSK_NO_MEMORY, "out of memory for a host");
}

/* --- a page again --------------------------------------------------------------------------------------------------- */

/* Read and parse a sampled page; `scratch` holds its bytes. */
static husk_status parse_sampled(void *context, const sampled_page *sampled, husk_page *page, buffer *scratch, husk_error *error)
{
    husk_status status = learner_file_read(context, sampled->at, sampled->len, scratch, error);
    if (status != HUSK_OK)
        return status;
    husk_raw raw = learner_raw(scratch);
    status = husk_page_parse(page, &raw, error);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

static husk_status traits_again(void *context, uint32_t page, buffer *out, husk_error *error)
{
    const host_job *j = context;
    return learner_file_read(j->l, j->host->stored[page].at, j->host->stored[page].features_len, out, error);
}

static husk_status features_again(void *context, uint32_t page, uint64_t **features, uint32_t *n, husk_error *error)
{
    const host_job *j = context;
    buffer bytes;
    buffer_init(&bytes, HUSK_MAX_PAGE_ARENA);
    husk_status status = traits_again(context, page, &bytes, error);
    if (status == HUSK_OK && j->host->stored[page].is_whole) {
        if (!class_traits(bytes.data, bytes.len, features, n))
            status = error_set(error, HUSK_NO_MEMORY, "a page's traits can't be read again");
    } else if (status == HUSK_OK) {
        *n = (uint32_t)(bytes.len / sizeof **features);
        *features = malloc(bytes.len + 1);
        if (*features == NULL)
            status = no_memory(error);
        else
            memcpy(*features, bytes.data, bytes.len);
    }
    buffer_free(&bytes);
    return status;
}

static sampled_page sampled_at(const host_job *j, kept_page kept)
{
    const stored_page *p = &j->host->stored[kept.page];
    return (sampled_page){ kept.key, p->at + p->features_len, p->len };
}

husk_status learner_note(const learner *l, const learned_note *note, buffer *scratch, remembered_page *page, husk_error *error)
{
    husk_status status = learner_file_read(l, note->at, note->len, scratch, error);
    if (status != HUSK_OK)
        return status;
    husk_raw raw = learner_raw(scratch);
    *page = (remembered_page){ .class_number = note->class_number, .age = note->age, .is_text = raw.is_text, .id = { raw.id, strlen(raw.id) },
                               .url = { raw.url, raw.url ? strlen(raw.url) : 0 }, .charset = { raw.charset, raw.charset ? strlen(raw.charset) : 0 },
                               .bytes = { raw.bytes, raw.len } };
    return HUSK_OK;
}

/* --- hosts in order --------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b, void *context)
{
    const learner *l = context;
    slice x = l->hosts[*(const uint32_t *)a].name, y = l->hosts[*(const uint32_t *)b].name;
    int order = memcmp(x.data, y.data, x.len < y.len ? x.len : y.len);
    return order ? order : (x.len > y.len) - (x.len < y.len);
}

uint32_t learner_n_hosts(const learner *l)
{
    return l->n_hosts;
}

static bool order_hosts(learner *l)
{
    if (l->order)
        return true;
    l->order = malloc(((size_t)l->n_hosts + 1) * sizeof *l->order);
    for (uint32_t i = 0; l->order && i < l->n_hosts; i++)
        l->order[i] = i;
    if (l->order)
        qsort_r(l->order, l->n_hosts, sizeof *l->order, by_name, l);
    return l->order != NULL;
}

husk_status learner_host_name(learner *l, uint32_t i, slice *name, husk_error *error)
{
    if (!order_hosts(l))
        return no_memory(error);
    *name = l->hosts[l->order[i]].name;
    return HUSK_OK;
}

static int by_key(const void *a, const void *b)
{
    const kept_page *x = a, *y = b;
    return key_after(*x, *y) - key_after(*y, *x);
}

/* --- pages that the file remembers -------------------------------------------------------------------------------------- */

/* A C string in `memory`; NULL for a part that is not told. */
static const char *text_of(slice part, arena *memory)
{
    return part.data ? arena_copy(memory, part.data, part.len) : NULL;
}

static husk_status recall_page(host_job *j, const remembered_page *from, husk_page *page, buffer *record, arena *scratch, husk_error *error)
{
    arena_reset(scratch, (size_t)1 << 20);
    husk_raw raw = { .id = text_of(from->id, scratch), .url = text_of(from->url, scratch), .charset = text_of(from->charset, scratch),
                     .bytes = from->bytes.data, .len = from->bytes.len, .is_text = from->is_text };
    if (raw.id == NULL || (from->url.data && raw.url == NULL) || (from->charset.data && raw.charset == NULL))
        return no_memory(error);
    husk_status status = husk_page_parse(page, &raw, error);
    buffer_clear(record);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = learner_read(page, &raw, record, error);
    return status == HUSK_OK ? learner_recall(j->l, j->host, record->data, record->len, error) : status;
}

/* What a remembered page is of and how old it is stands beside the page until there is room by page. */
typedef struct recalled {
    uint32_t class_number, age;
} recalled;

static husk_status recall_pages(host_job *j, memory_reader *from, recalled **notes, husk_error *error)
{
    husk_page *page = NULL;
    buffer record;
    arena scratch;
    remembered_page next;
    uint32_t n = 0, room = 0;
    husk_status status = husk_page_new(&j->l->options.page, &page, error);
    buffer_init(&record, HUSK_MAX_PAGE_ARENA);
    arena_init(&scratch, HUSK_MAX_PAGE_ARENA);
    while (status == HUSK_OK && (status = memory_reader_next(from, &next, error)) == HUSK_OK) {
        if (!learner_room(notes, n, &room, sizeof **notes))
            status = no_memory(error);
        else if ((status = recall_page(j, &next, page, &record, &scratch, error)) == HUSK_OK)
            (*notes)[n++] = (recalled){ next.class_number, next.age };
    }
    husk_page_free(page);
    buffer_free(&record);
    arena_free(&scratch);
    return status == HUSK_END ? HUSK_OK : status;
}

static husk_status job_room(host_job *j, const recalled *notes, husk_error *error)
{
    uint32_t n = j->host->n_pages;
    j->age = arena_array(j->memory, (size_t)n + 1, sizeof *j->age);
    j->flags = arena_array(j->memory, (size_t)n + 1, sizeof *j->flags);
    j->row = arena_array(j->memory, (size_t)n + 1, sizeof *j->row);
    j->place = arena_array(j->memory, (size_t)n + 1, sizeof *j->place);
    j->kept = arena_array(j->memory, (size_t)j->host->n_kept + n - j->n_given + 1, sizeof *j->kept);
    j->kept_page_of = arena_array(j->memory, (size_t)j->host->n_kept + n - j->n_given + 1, sizeof *j->kept_page_of);
    if (!j->age || !j->flags || !j->row || !j->place || !j->kept || !j->kept_page_of)
        return no_memory(error);
    for (uint32_t p = 0; p < n; p++) {
        bool given = p < j->n_given;
        j->age[p] = given ? 0 : notes[p - j->n_given].age;
        j->flags[p] = 0;
        j->row[p] = NO_ROW;
        j->place[p] = (update_page){ 0, given ? MODEL_NO_CLASS : notes[p - j->n_given].class_number };
    }
    return HUSK_OK;
}

/* --- pages that the file knows -------------------------------------------------------------------------------------------- */

typedef struct known_pages {
    tally version, content, id; /* of the list: row + 1 */
    tally remembered;           /* by bytes: page + 1 */
} known_pages;

static uint64_t id_hash(slice id)
{
    return hash_bytes(id.data, id.len);
}

static bool know_pages(const host_job *j, known_pages *k)
{
    bool ok = true;
    for (uint32_t r = 0; ok && r < j->before->n_pages; r++) {
        const model_page *p = &j->before->pages[r];
        ok = tally_put(&k->version, hash_pair(id_hash(p->id), p->hash), r + 1) && tally_put(&k->content, p->hash, r + 1)
             && tally_put(&k->id, id_hash(p->id), r + 1);
    }
    for (uint32_t p = j->n_given; ok && p < j->host->n_pages; p++)
        ok = tally_put(&k->remembered, j->host->pages[p].hash, p + 1);
    return ok;
}

/* A given page: the row that it takes, and its class if the file has its bytes. */
static void match_given(host_job *j, known_pages *k, bool *taken, uint32_t p)
{
    const model_page *page = &j->host->pages[p];
    uint32_t row = tally_pages(&k->version, hash_pair(id_hash(page->id), page->hash)), old = tally_pages(&k->remembered, page->hash);
    if (row == 0 || taken[row - 1])
        row = tally_pages(&k->content, page->hash);
    if (row && !taken[row - 1]) {
        j->flags[p] |= PAGE_KNOWN;
        j->place[p].class_number = j->before->pages[row - 1].class_number;
    } else {
        row = tally_pages(&k->id, id_hash(page->id));
        if (old)
            j->place[p].class_number = j->place[old - 1].class_number;
    }
    if (row && !taken[row - 1]) {
        taken[row - 1] = true;
        j->row[p] = row - 1;
    }
    if (old)
        j->flags[old - 1] |= PAGE_GONE;
}

static husk_status match_pages(host_job *j, husk_error *error)
{
    known_pages k = { 0 };
    bool *taken = calloc((size_t)j->before->n_pages + 1, sizeof *taken);
    bool ok = taken && know_pages(j, &k);
    for (uint32_t p = 0; ok && p < j->n_given; p++)
        match_given(j, &k, taken, p);
    for (uint32_t p = j->n_given; ok && p < j->host->n_pages; p++) {
        uint32_t row = tally_pages(&k.id, id_hash(j->host->pages[p].id));
        if (row && j->before->pages[row - 1].hash != j->host->pages[p].hash)
            j->flags[p] |= PAGE_SUPERSEDED;
    }
    tally_free(&k.version);
    tally_free(&k.content);
    tally_free(&k.id);
    tally_free(&k.remembered);
    free(taken);
    return ok ? HUSK_OK : no_memory(error);
}

/* --- groups, and what class each is --------------------------------------------------------------------------------------- */

static void list_kept(host_job *j)
{
    for (uint32_t i = 0; i < j->host->n_kept; i++)
        j->kept[j->n_kept++] = j->host->kept[i];
    for (uint32_t p = j->n_given; p < j->host->n_pages; p++)
        if (!(j->flags[p] & PAGE_GONE))
            j->kept[j->n_kept++] = (kept_page){ hash_pair(j->host->pages[p].hash, j->l->options.seed), p };
    qsort(j->kept, j->n_kept, sizeof *j->kept, by_key);
    for (uint32_t i = 0; i < j->n_kept; i++)
        j->kept_page_of[i] = j->kept[i].page;
}

static host_pages pages_of(host_job *j)
{
    return (host_pages){ j->host->n_pages, j->kept_page_of, j->n_kept, traits_again, features_again, j };
}

static husk_status find_groups(host_job *j, husk_error *error)
{
    uint32_t *group = calloc((size_t)j->host->n_pages + 1, sizeof *group);
    host_pages pages = pages_of(j);
    husk_status status = group ? HUSK_OK : no_memory(error);
    if (status == HUSK_OK && j->l->options.one_class) {
        j->n_groups = 1;
        j->groups = arena_array(j->memory, 1, sizeof *j->groups);
        if (j->groups)
            *j->groups = (model_class){ 0 };
        else
            status = no_memory(error);
    } else if (status == HUSK_OK) {
        status = host_classes_find(&pages, j->memory, group, &j->groups, &j->n_groups, error);
    }
    for (uint32_t p = 0; status == HUSK_OK && p < j->host->n_pages; p++)
        j->place[p].group = group[p];
    free(group);
    return status;
}

static uint32_t next_number(const host_job *j)
{
    uint32_t most = 0;
    for (uint32_t k = 0; j->updates && k < j->before->n_classes; k++)
        most = j->before->classes[k].number > most ? j->before->classes[k].number : most;
    for (uint32_t k = 0; j->updates && k < j->before->n_retired; k++)
        most = j->before->retired[k].number > most ? j->before->retired[k].number : most;
    return most + 1;
}

static int class_order(const void *a, const void *b)
{
    uint32_t x = ((const job_class *)a)->number, y = ((const job_class *)b)->number;
    return (x > y) - (x < y);
}

static job_class *find_class(const host_job *j, uint32_t number)
{
    job_class key = { .number = number };
    return bsearch(&key, j->classes, j->n_classes, sizeof key, class_order);
}

static void add_before(host_job *j, const model_class *classes, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        j->classes[j->n_classes++] = (job_class){ .number = classes[k].number, .before = &classes[k], .state = classes[k].state };
}

/* A number that the file has no class for: a damaged file, or a class that was dropped. Its pages are as if they had none. */
static void forget_strays(host_job *j)
{
    for (uint32_t p = 0; p < j->host->n_pages; p++)
        if (j->place[p].class_number != MODEL_NO_CLASS && find_class(j, j->place[p].class_number) == NULL)
            j->place[p].class_number = MODEL_NO_CLASS;
}

/* Pages that have gone are left out: they are in no group. */
static husk_status place_pages(host_job *j, husk_error *error)
{
    uint32_t n = 0, first = next_number(j), next = first;
    update_page *pages = malloc(((size_t)j->host->n_pages + 1) * sizeof *pages);
    bool ok = pages != NULL;
    for (uint32_t p = 0; ok && p < j->host->n_pages; p++)
        if (!(j->flags[p] & PAGE_GONE))
            pages[n++] = j->place[p];
    ok = ok && update_classes(pages, n, j->n_groups, &next);
    n = 0;
    for (uint32_t p = 0; ok && p < j->host->n_pages; p++)
        if (!(j->flags[p] & PAGE_GONE))
            j->place[p] = pages[n++];
    free(pages);
    for (; ok && first < next; first++)
        j->classes[j->n_classes++] = (job_class){ .number = first, .event = RUN_ADDED };
    return ok ? HUSK_OK : no_memory(error);
}

static husk_status name_classes(host_job *j, husk_error *error)
{
    uint32_t n_before = j->updates ? j->before->n_classes + j->before->n_retired : 0;
    j->classes = arena_array(j->memory, (size_t)n_before + j->n_groups + 1, sizeof *j->classes);
    if (j->classes == NULL)
        return no_memory(error);
    if (j->updates) {
        add_before(j, j->before->classes, j->before->n_classes);
        add_before(j, j->before->retired, j->before->n_retired);
        qsort(j->classes, j->n_classes, sizeof *j->classes, class_order);
    }
    forget_strays(j);
    return place_pages(j, error);
}

/* --- how the new pages fit what was known ------------------------------------------------------------------------------------ */

static husk_status measure_page(host_job *j, const site_host *known, kept_page kept, husk_page *page, buffer *bytes, arena *views, husk_error *error)
{
    husk_fit fit;
    sampled_page at = sampled_at(j, kept);
    job_class *c = find_class(j, j->place[kept.page].class_number);
    arena_reset(views, (size_t)16 << 20);
    husk_status status = parse_sampled(j->l, &at, page, bytes, error);
    if (status == HUSK_OK)
        status = site_fit(known, page, views, &fit);
    if (status != HUSK_OK || !fit.known)
        return status;
    drift_add(&j->drift, &fit);
    if (c) {
        c->fits += fit.fit;
        c->n_fits++;
    }
    return HUSK_OK;
}

/* In the order of their keys, so that the order of the pages does not matter. */
static husk_status measure_fit(host_job *j, husk_error *error)
{
    husk_page *page = NULL;
    buffer bytes;
    arena views;
    site_host *known = site_host_of(j->before);
    husk_status status = known ? husk_page_new(&j->l->options.page, &page, error) : no_memory(error);
    buffer_init(&bytes, HUSK_MAX_PAGE_BYTES_ASKED * 2);
    arena_init(&views, HUSK_MAX_PAGE_ARENA);
    for (uint32_t i = 0, n = 0; status == HUSK_OK && i < j->n_kept && n < FIT_PAGES; i++)
        if (j->kept[i].page < j->n_given) {
            status = measure_page(j, known, j->kept[i], page, &bytes, &views, error);
            n++;
        }
    site_host_free(known);
    husk_page_free(page);
    buffer_free(&bytes);
    arena_free(&views);
    return status;
}

/* --- what becomes of the classes ----------------------------------------------------------------------------------------------- */

static void count_news(host_job *j)
{
    for (uint32_t p = 0; p < j->n_given; p++) {
        job_class *c = find_class(j, j->place[p].class_number);
        c->met++;
        c->fresh += !(j->flags[p] & PAGE_KNOWN);
        job_class *was = j->row[p] != NO_ROW && j->updates ? find_class(j, j->before->pages[j->row[p]].class_number) : NULL;
        if (was && was != c)
            was->moved++;
    }
}

static bool any_in_use(const host_job *j)
{
    for (uint32_t k = 0; k < j->n_classes; k++)
        if (j->classes[k].state.retired == 0)
            return true;
    return false;
}

static void retire(host_job *j, job_class *c)
{
    c->state.retired = j->run;
    c->state.back = 0;
    c->event = RUN_RETIRED;
}

/* More classes than there may be: those that were not seen for longest go. */
static void retire_most_absent(host_job *j)
{
    uint32_t in_use = 0;
    for (uint32_t k = 0; k < j->n_classes; k++)
        in_use += j->classes[k].state.retired == 0;
    for (; in_use > HUSK_MAX_CLASSES; in_use--) {
        job_class *worst = NULL;
        for (uint32_t k = 0; k < j->n_classes; k++)
            if (j->classes[k].state.retired == 0 && (worst == NULL || j->classes[k].state.absent > worst->state.absent))
                worst = &j->classes[k];
        retire(j, worst);
    }
}

static void drop_longest_retired(host_job *j)
{
    uint32_t n_retired = 0;
    for (uint32_t k = 0; k < j->n_classes; k++)
        n_retired += j->classes[k].state.retired != 0;
    for (; n_retired > HUSK_MAX_RETIRED; n_retired--) {
        job_class *worst = NULL;
        for (uint32_t k = 0; k < j->n_classes; k++)
            if (j->classes[k].state.retired && (worst == NULL || j->classes[k].state.retired < worst->state.retired))
                worst = &j->classes[k];
        memmove(worst, worst + 1, (size_t)(j->classes + j->n_classes - worst - 1) * sizeof *worst);
        j->n_classes--;
    }
}

static void decide(host_job *j)
{
    count_news(j);
    for (uint32_t k = 0; k < j->n_classes; k++) {
        job_class *c = &j->classes[k];
        if (c->event == RUN_ADDED) {
            c->state = (class_state){ .born = j->run, .met = j->run };
            continue;
        }
        class_news news = { j->run, c->met, c->moved, j->n_given, c->before->n_pages, j->before->n_pages, j->drift.changed != 0 };
        c->event = update_state(&c->state, &news);
    }
    for (uint32_t k = 0; !any_in_use(j) && k < j->n_classes; k++)
        if (j->classes[k].met) { /* too few to bring it back, but there is nothing else */
            j->classes[k].state = (class_state){ .born = j->classes[k].state.born, .met = j->run };
            j->classes[k].event = RUN_RETURNED;
        }
    retire_most_absent(j);
    drop_longest_retired(j);
}

/* The old version of a page goes when the new one is of the same class. */
static bool drop_versions(host_job *j)
{
    tally changed = { 0 }; /* by id: given page + 1 */
    bool ok = true;
    for (uint32_t p = 0; ok && p < j->n_given; p++)
        if (j->row[p] != NO_ROW && !(j->flags[p] & PAGE_KNOWN))
            ok = tally_put(&changed, id_hash(j->host->pages[p].id), p + 1);
    for (uint32_t q = j->n_given; ok && q < j->host->n_pages; q++) {
        uint32_t p = tally_pages(&changed, id_hash(j->host->pages[q].id));
        if (p)
            j->flags[q] |= j->place[q].class_number == j->place[p - 1].class_number ? PAGE_GONE : PAGE_SUPERSEDED;
    }
    tally_free(&changed);
    return ok;
}

/* Remembered pages grow older by the new pages of their class, and fade. */
static husk_status grow_older(host_job *j, husk_error *error)
{
    if (!drop_versions(j))
        return no_memory(error);
    for (uint32_t p = j->n_given; p < j->host->n_pages; p++) {
        const job_class *c = find_class(j, j->place[p].class_number);
        if (c == NULL)
            j->flags[p] |= PAGE_GONE;
        else
            j->age[p] = j->age[p] > UINT32_MAX - c->fresh ? UINT32_MAX : j->age[p] + c->fresh;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->n_kept; i++) {
        kept_page k = j->kept[i];
        k.key = update_fade(k.key, j->age[k.page], j->l->options.half_life);
        if (!(j->flags[k.page] & PAGE_GONE) && k.key != UPDATE_GONE)
            j->kept[n++] = k;
    }
    j->n_kept = n;
    qsort(j->kept, n, sizeof *j->kept, by_key);
    for (uint32_t i = 0; i < n; i++)
        j->kept_page_of[i] = j->kept[i].page;
    return HUSK_OK;
}

/* --- the model ------------------------------------------------------------------------------------------------------------------ */

/* The pages of the list before that are not given again, then those of the run. */
static husk_status list_pages(host_job *j, model_host *model, husk_error *error)
{
    uint32_t n_before = j->updates ? j->before->n_pages : 0, n = 0;
    bool *taken = calloc((size_t)n_before + 1, sizeof *taken);
    model->pages = arena_array(j->memory, (size_t)n_before + j->n_given + 1, sizeof *model->pages);
    if (taken == NULL || model->pages == NULL) {
        free(taken);
        return no_memory(error);
    }
    for (uint32_t p = 0; p < j->n_given; p++)
        if (j->row[p] != NO_ROW)
            taken[j->row[p]] = true;
    uint32_t room = j->n_given < HUSK_MAX_LISTED_PAGES ? HUSK_MAX_LISTED_PAGES - j->n_given : 0, left = 0;
    for (uint32_t r = 0; r < n_before; r++)
        left += !taken[r];
    for (uint32_t r = 0; r < n_before; r++)
        if (!taken[r] && left-- <= room)
            model->pages[n++] = j->before->pages[r];
    for (uint32_t p = 0; p < j->n_given; p++) {
        model->pages[n] = j->host->pages[p];
        model->pages[n++].class_number = j->place[p].class_number;
    }
    free(taken);
    model->n_pages = n;
    for (uint32_t r = 0; r < n; r++) {
        job_class *c = find_class(j, model->pages[r].class_number);
        if (c)
            c->listed++;
        else
            model->pages[r].class_number = MODEL_NO_CLASS;
    }
    return HUSK_OK;
}

/* Each class's sample: its kept pages with the smallest keys. `pages` has room for all kept ones. */
static uint32_t sample_classes(const host_job *j, sampled_page *pages, sampled_class *samples)
{
    uint32_t at = 0, n = 0;
    for (uint32_t k = 0; k < j->n_classes; k++) {
        const job_class *c = &j->classes[k];
        sampled_class s = { pages + at, 0, c->listed, c->number };
        for (uint32_t i = 0; c->state.retired == 0 && i < j->n_kept && s.n < j->l->options.sample; i++) {
            if (j->place[j->kept[i].page].class_number != c->number || j->flags[j->kept[i].page] & PAGE_SUPERSEDED)
                continue;
            pages[at++] = sampled_at(j, j->kept[i]);
            s.n++;
        }
        if (s.n)
            samples[n++] = s;
    }
    return n;
}

static husk_status make_sampled(host_job *j, model_host *model, husk_error *error)
{
    sampled_page *pages = malloc(((size_t)j->n_kept + 1) * sizeof *pages);
    sampled_class *samples = malloc(((size_t)j->n_classes + 1) * sizeof *samples);
    page_reader reader = { .parse = parse_sampled, .context = j->l, .options = &j->l->options.page };
    husk_status status = pages && samples ? HUSK_OK : no_memory(error);
    if (status == HUSK_OK)
        status = hostmodel_make(&reader, samples, sample_classes(j, pages, samples), &j->l->options.host, j->memory, model, error);
    free(pages);
    free(samples);
    return status;
}

static void count_groups(host_job *j)
{
    for (uint32_t p = 0; p < j->host->n_pages; p++) {
        job_class *c = j->flags[p] & PAGE_GONE ? NULL : find_class(j, j->place[p].class_number);
        if (c == NULL || (c->n_groups && c->group == j->place[p].group))
            continue;
        c->group = j->place[p].group;
        c->n_groups++;
    }
}

/* The traits that its group was told by, where it is one group; else they are counted again. */
static husk_status fill_traits(host_job *j, const job_class *from, bool several, model_class *c, husk_error *error)
{
    const model_class *group = from->n_groups == 1 ? &j->groups[from->group] : NULL;
    if (group && (group->n_traits || !several)) {
        c->traits = group->traits;
        c->n_traits = group->n_traits;
        return HUSK_OK;
    }
    if (!several)
        return HUSK_OK;
    model_class counted = { 0 };
    host_pages pages = pages_of(j);
    uint32_t *class_of = malloc(((size_t)j->host->n_pages + 1) * sizeof *class_of);
    for (uint32_t p = 0; class_of && p < j->host->n_pages; p++)
        class_of[p] = j->place[p].class_number;
    husk_status status = class_of ? host_classes_count(&pages, class_of, c->number, j->memory, &counted, error) : no_memory(error);
    free(class_of);
    c->traits = counted.traits;
    c->n_traits = counted.n_traits;
    return status;
}

/* The sampled classes are made; one in use without a sample stays as the file has it, and so do the retired. */
static husk_status collect_classes(host_job *j, model_host *model, husk_error *error)
{
    model_class *made = model->classes;
    uint32_t n_made = model->n_classes, m = 0;
    husk_status status = HUSK_OK;
    model->classes = arena_array(j->memory, (size_t)j->n_classes + 1, sizeof *model->classes);
    model->retired = arena_array(j->memory, (size_t)j->n_classes + 1, sizeof *model->retired);
    if (model->classes == NULL || model->retired == NULL)
        return no_memory(error);
    model->n_classes = model->n_retired = 0;
    for (uint32_t k = 0; k < j->n_classes; k++) {
        const job_class *c = &j->classes[k];
        bool is_made = m < n_made && made[m].number == c->number;
        if (!is_made && c->before == NULL)
            continue;
        model_class *to = c->state.retired ? &model->retired[model->n_retired++] : &model->classes[model->n_classes++];
        *to = is_made ? made[m++] : *c->before;
        to->state = c->state;
        to->n_pages = c->listed;
    }
    count_groups(j);
    for (uint32_t k = 0; status == HUSK_OK && k < model->n_classes; k++)
        status = fill_traits(j, find_class(j, model->classes[k].number), model->n_classes > 1, &model->classes[k], error);
    return status;
}

/* --- the history ------------------------------------------------------------------------------------------------------------------ */

static uint32_t thousandths(double sum, double n)
{
    return n > 0 ? (uint32_t)lrint(1000 * sum / n) : 0;
}

/* A run that brought nothing leaves no trace, so that learning the same pages again changes nothing. */
static void restore_states(const host_job *j, model_class *classes, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        classes[k].state = find_class(j, classes[k].number)->before->state;
}

static bool is_news(const host_job *j, const model_run *run)
{
    bool news = j->before == NULL || j->before->n_runs == 0 || run->fresh || !j->updates;
    for (uint32_t k = 0; k < run->n_classes; k++)
        news |= run->classes[k].event != RUN_MET;
    return news || (run->date && run->date != j->before->runs[j->before->n_runs - 1].date);
}

static husk_status tell_run(host_job *j, model_host *model, husk_error *error)
{
    uint32_t n_before = j->before ? j->before->n_runs : 0;
    model_run run = { .number = j->run, .n_runs = 1, .date = j->l->options.date, .pages = j->n_given, .fit = thousandths(j->drift.fits, (double)j->drift.n),
                      .changed = j->drift.changed != 0 };
    run.classes = arena_array(j->memory, (size_t)j->n_classes + 1, sizeof *run.classes);
    model->runs = arena_array(j->memory, (size_t)n_before + 1, sizeof *model->runs);
    if (run.classes == NULL || model->runs == NULL)
        return no_memory(error);
    for (uint32_t k = 0; k < j->n_classes; k++) {
        const job_class *c = &j->classes[k];
        run.fresh += c->fresh;
        if (c->met || c->event != RUN_MET)
            run.classes[run.n_classes++] = (model_run_class){ c->number, c->met, thousandths(c->fits, c->n_fits), c->event };
    }
    if (n_before)
        memcpy(model->runs, j->before->runs, n_before * sizeof *model->runs);
    model->n_runs = n_before;
    if (is_news(j, &run))
        return history_add(model, &run, j->memory) ? HUSK_OK : no_memory(error);
    restore_states(j, model->classes, model->n_classes);
    restore_states(j, model->retired, model->n_retired);
    return HUSK_OK;
}

/* What the file will remember: of each class the pages with the smallest keys. */
static husk_status note_pages(host_job *j, learned_host *out, husk_error *error)
{
    out->notes = arena_array(j->memory, (size_t)j->n_kept + 1, sizeof *out->notes);
    if (out->notes == NULL)
        return no_memory(error);
    for (uint32_t k = 0; k < j->n_classes; k++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < j->n_kept && n < j->l->options.remembered; i++) {
            uint32_t p = j->kept[i].page;
            if (j->place[p].class_number != j->classes[k].number)
                continue;
            sampled_page at = sampled_at(j, j->kept[i]);
            out->notes[out->n_notes++] = (learned_note){ j->classes[k].number, j->age[p], at.at, at.len };
            n++;
        }
    }
    return HUSK_OK;
}

/* --- the host ------------------------------------------------------------------------------------------------------------------- */

/* The host's pages, clustered, each with its class. */
static husk_status job_begin(host_job *j, learner *l, uint32_t i, const learner_before *before, arena *memory, husk_error *error)
{
    recalled *notes = NULL;
    *j = (host_job){ .l = l, .before = before ? before->host : NULL, .memory = memory };
    if (!order_hosts(l))
        return no_memory(error);
    j->host = &l->hosts[l->order[i]];
    j->n_given = j->host->n_pages;
    j->run = j->before && j->before->n_runs ? j->before->runs[j->before->n_runs - 1].number + 1 : 1;
    husk_status status = j->before && before->pages ? recall_pages(j, before->pages, &notes, error) : HUSK_OK;
    j->updates = j->host->n_pages > j->n_given;
    if (status == HUSK_OK)
        status = job_room(j, notes, error);
    free(notes);
    if (status == HUSK_OK && j->updates)
        status = match_pages(j, error);
    if (status == HUSK_OK) {
        list_kept(j);
        status = find_groups(j, error);
    }
    return status == HUSK_OK ? name_classes(j, error) : status;
}

husk_status learner_host(learner *l, uint32_t i, const learner_before *before, arena *memory, learned_host *out, husk_error *error)
{
    host_job j;
    *out = (learned_host){ 0 };
    husk_status status = job_begin(&j, l, i, before, memory, error);
    if (status == HUSK_OK && j.before && j.before->n_areas)
        status = measure_fit(&j, error);
    if (status != HUSK_OK)
        return status;
    decide(&j);
    out->model = (model_host){ .name = j.host->name };
    status = grow_older(&j, error);
    if (status == HUSK_OK)
        status = list_pages(&j, &out->model, error);
    if (status == HUSK_OK)
        status = make_sampled(&j, &out->model, error);
    if (status == HUSK_OK)
        status = collect_classes(&j, &out->model, error);
    if (status == HUSK_OK)
        status = tell_run(&j, &out->model, error);
    return status == HUSK_OK ? note_pages(&j, out, error) : status;
}

husk_status learner_paths(learner *l, uint32_t i, arena *memory, trie *paths, husk_error *error)
{
    host_job j;
    model_host model;
    *paths = (trie){ 0 };
    husk_status status = job_begin(&j, l, i, NULL, memory, error);
    sampled_page *pages = status == HUSK_OK ? malloc(((size_t)j.n_kept + 1) * sizeof *pages) : NULL;
    sampled_class *samples = status == HUSK_OK ? malloc(((size_t)j.n_classes + 1) * sizeof *samples) : NULL;
    page_reader reader = { .parse = parse_sampled, .context = l, .options = &l->options.page };
    if (status == HUSK_OK && (pages == NULL || samples == NULL))
        status = no_memory(error);
    if (status == HUSK_OK)
        status = list_pages(&j, &model, error);
    if (status == HUSK_OK)
        status = hostmodel_paths(&reader, samples, sample_classes(&j, pages, samples), &l->options.host, memory, paths, error);
    free(pages);
    free(samples);
    return status;
}
