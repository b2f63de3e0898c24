/* host_model.c - what repeats on a host: texts, links, names and paths, and each class's template.
 * The pages are read twice: what repeats must be known before a place can be judged by it. Cost: two parses of every
 * sampled page, two more of HUSK_MAX_COLUMN_PAGES of each class for its columns, and one judgement by the page model.
 * Limits: those of the arena and of template.h; a page beyond HUSK_MAX_LEARN_TOKENS or its share of
 * HUSK_MAX_HOST_TOKENS is left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/limits.h"
#include "base/status.h"
#include "judge/page_model.h"
#include "learn/class_name.h"
#include "learn/host_job.h"
#include "records/columns.h"
#include "judge/site/evidence.h"
#include "judge/site/trie.h"
#include "cluster/traits.h"
#include "store/tally.h"

#define TITLE_BYTES 200u

typedef struct host_work {
    host_job *j;
    husk_page *page;
    url_resolver *urls;
    buffer bytes;
    arena views; /* of one page */
    hash_map texts, links, names, pieces, headings, labels;
    hash_map class_texts;  /* of the current class */
    model_count *repeated; /* texts that repeat in a class: evidence_place of text and class */
    size_t n_repeated, repeated_room;
    uint32_t stamp; /* of the current page */
    bool no_memory;
    trie paths;
    uint32_t kinds[N_PAGE_KINDS]; /* pages of the current class by kind, according to the page model */
    class_page *named;            /* what classes are named by: their pages, class by class */
    uint32_t n_named;
    size_t named_room;
    arena titles;
    host_links links_of; /* of the pages, to pages of the host */
    uint32_t n_tokens;   /* of HUSK_MAX_HOST_TOKENS */
} host_work;

static void count_name(void *context, uint64_t name)
{
    host_work *w = context;
    w->no_memory |= !map_count(&w->names, name, w->stamp);
}

static husk_status count_pieces(host_work *w)
{
    uint64_t *pieces;
    husk_status status = evidence_pieces(w->page, &w->views, &pieces);
    for (uint32_t i = 1; status == HUSK_OK && i < w->page->n_nodes; i++)
        if (!(w->page->flags[i] & (NODE_TEXT | NODE_SILENT)) && w->page->end[i] - i > 4)
            w->no_memory |= !map_count(&w->pieces, pieces[i], w->stamp);
    return status;
}

/* As many as page_tokens would make. */
static uint32_t count_tokens(const husk_page *page)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        n += page->flags[i] & NODE_TEXT ? !(page->flags[i] & NODE_BLANK) : tag_kind(page->tag[i]) & KIND_VOID ? 1 : 2;
    return n;
}

/* Does it fit what the host's pages may have together? */
static bool takes_its_share(host_work *w)
{
    uint32_t n = count_tokens(w->page);
    bool fits = n <= HUSK_MAX_LEARN_TOKENS && n <= (HUSK_MAX_HOST_TOKENS - w->n_tokens) / HUSK_HOST_TOKENS_SHARE;
    w->n_tokens += fits ? n : 0;
    return fits;
}

/* First pass: count the pages of each feature. */
static husk_status count_page(host_work *w, husk_error *error)
{
    text_evidence *texts;
    uint32_t n;
    husk_status status = takes_its_share(w) ? evidence_of_page(w->page, w->urls, &w->views, &texts, &n) : HUSK_LIMIT;
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        w->no_memory |= !map_count(&w->texts, texts[i].text, w->stamp);
        if (texts[i].flags & EVIDENCE_HEADING)
            w->no_memory |= !map_count(&w->headings, texts[i].text, w->stamp);
        if (texts[i].target)
            w->no_memory |= !map_count(&w->links, texts[i].target, w->stamp);
    }
    for (uint32_t i = 1; status == HUSK_OK && i < w->page->n_nodes; i++)
        if (page_is_element(w->page, i) && element_speaks(w->page->tag[i]))
            w->no_memory |= !map_count(&w->texts, evidence_element(w->page, i), w->stamp);
    if (status == HUSK_OK) {
        evidence_names(w->page, count_name, w);
        status = count_pieces(w);
    }
    if (status == HUSK_OK && w->no_memory)
        status = HUSK_NO_MEMORY;
    return status_told(error, status, "counting a page's texts");
}

/* Second pass: the paths, with the counts known. */
static husk_status add_paths(host_work *w, const model_host *host, husk_error *error)
{
    text_evidence *texts;
    uint64_t *paths, *pieces;
    uint32_t n;
    page_judgement judgement;
    known_names names = { .names = host->names, .n = host->n_names };
    trie_context context = { &w->texts,    &w->links,       &w->pieces,
                             &w->headings, host->n_sampled, &w->j->l->models->page.words };
    husk_status status = evidence_of_page(w->page, w->urls, &w->views, &texts, &n);
    status = status ?: evidence_paths(w->page, &names, &w->views, &paths);
    status = status ?: evidence_pieces(w->page, &w->views, &pieces);
    status = status ?: page_judge(w->page, &w->j->l->models->page, HUSK_AIM_BALANCE, &w->views, &judgement);
    status = status
                 ?: trie_add(&w->paths, w->page, texts, n, paths, pieces,
                             &(trie_opinion){ judgement.probability, judgement.keep }, &context, &w->views);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++)
        if (!map_count(&w->class_texts, texts[i].text, w->stamp))
            status = HUSK_NO_MEMORY;
    if (status == HUSK_OK)
        w->kinds[judgement.kind]++;
    return status_told(error, status, "the paths of a page");
}

static husk_status read_page(host_work *w, uint32_t page, husk_error *error)
{
    arena_reset(&w->views, (size_t)16 << 20);
    w->stamp++;
    return job_parse(w->j, page, w->page, &w->bytes, error);
}

/* One machine-made page must not prevent learning from the others. */
static husk_status leave_out(const host_work *w, uint32_t page)
{
    w->j->flags[page] |= PAGE_LEFT_OUT;
    template_warn(&w->j->l->template, w->page->id, "too long to be learned from; its class is learned without it");
    return HUSK_OK;
}

static husk_status count_pages(host_work *w, const sampled_class *classes, uint32_t n, model_host *host,
                               husk_error *error)
{
    husk_status status = HUSK_OK;
    host->n_sampled = 0;
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t i = 0; status == HUSK_OK && i < classes[c].n; i++) {
            status = read_page(w, classes[c].pages[i], error);
            status = status ?: count_page(w, error);
            host->n_sampled += status == HUSK_OK;
            if (status == HUSK_LIMIT)
                status = leave_out(w, classes[c].pages[i]);
        }
    if (status != HUSK_OK)
        return status;
    /* A name on fewer pages identifies a page, not a place. */
    uint32_t least = host->n_sampled * 3 / 100 > 2 ? host->n_sampled * 3 / 100 : 2;
    host->links = tally_counts(&w->links, 2, w->j->memory, &host->n_links);
    host->names = tally_counts(&w->names, least, w->j->memory, &host->n_names);
    if (host->links == NULL || host->names == NULL)
        return error_set(error, HUSK_LIMIT, "a host is too large");
    return HUSK_OK;
}

static husk_status count_paths(host_work *w, hash_map *paths)
{
    uint64_t *set;
    uint32_t n;
    husk_status status = page_tag_paths(w->page, &w->views, &set, &n);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++)
        if (!map_count(paths, set[i], w->stamp))
            status = HUSK_NO_MEMORY;
    return status;
}

/* Keep what the class is named by. */
static bool add_title(host_work *w, uint32_t page)
{
    slice title = slice_trim(evidence_title(w->page));
    title.len = slice_cut(title, TITLE_BYTES);
    const char *copy = arena_copy(&w->titles, title.data, title.len);
    if (copy == NULL || !array_grow(&w->named, &w->named_room, w->n_named + 1u, sizeof *w->named))
        return false;
    w->named[w->n_named++] = (class_page){ w->j->host->pages[page].id, { copy, title.len } };
    return true;
}

static husk_status add_page(host_work *w, uint32_t page, uint32_t number, template_builder *builder, hash_map *paths,
                            const model_host *host, husk_error *error)
{
    husk_status status = read_page(w, page, error);
    status = status ?: template_add(builder, w->page, error);
    status = status ?: add_paths(w, host, error);
    if (status == HUSK_OK && (count_paths(w, paths) || !add_title(w, page) ||
                              host_links_add(&w->links_of, w->page, number, w->urls, &w->views)))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    return status;
}

static bool keep_kinds(const host_work *w, model_class *c)
{
    c->kinds = arena_array(w->j->memory, N_PAGE_KINDS, sizeof *c->kinds);
    for (uint32_t k = 0; c->kinds && k < N_PAGE_KINDS; k++)
        if (w->kinds[k])
            c->kinds[c->n_kinds++] = (model_count){ k, w->kinds[k] };
    return c->kinds;
}

/* --- a class's labels and columns --------------------------------------------------------------------------------- */

/* Labels, the texts on most pages, must be known before values can be located by them, so the pages are read twice. */
static void count_label(void *context, uint64_t text)
{
    host_work *w = context;
    w->no_memory |= !map_count(&w->labels, text, w->stamp);
}

static husk_status count_labels(host_work *w, const sampled_class *from, uint32_t n, model_class *c, husk_error *error)
{
    husk_status status = HUSK_OK;
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        status = read_page(w, from->pages[i], error);
        if (status == HUSK_OK)
            locate_texts(w->page, count_label, w);
    }
    uint32_t n_counts = 0, kept = 0;
    model_count *counts =
        status == HUSK_OK && !w->no_memory ? tally_counts(&w->labels, 2, w->j->memory, &n_counts) : NULL;
    for (uint32_t i = 0; counts && i < n_counts; i++) {
        uint32_t rank = locate_label_rank(counts[i].pages, n);
        if (rank)
            counts[kept++] = (model_count){ counts[i].hash, rank };
    }
    map_free(&w->labels);
    c->labels = counts;
    c->n_labels = kept;
    return status != HUSK_OK || counts ? status : error_set(error, HUSK_LIMIT, "a host is too large");
}

/* The host's names are known. */
static husk_status make_columns(host_work *w, const sampled_class *from, const model_host *host, model_class *c,
                                husk_error *error)
{
    uint32_t n = from->n < HUSK_MAX_COLUMN_PAGES ? from->n : HUSK_MAX_COLUMN_PAGES;
    husk_status status = count_labels(w, from, n, c, error);
    if (status != HUSK_OK)
        return status;
    locate_site site = { { .names = host->names, .n = host->n_names }, c->labels, c->n_labels };
    column_builder *builder = column_builder_new(&site, host);
    if (builder == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        status = read_page(w, from->pages[i], error);
        status = status ?: status_told(error, columns_add(builder, w->page), "columns");
    }
    arena *memory = w->j->memory;
    status = status ?: status_told(error, columns_finish(builder, memory, &c->columns, &c->n_columns, NULL), "columns");
    column_builder_free(builder);
    return status;
}

/* --- classes ------------------------------------------------------------------------------------------------------ */

/* The texts that half of the class's pages have; three at least, since two pages may be alike by chance. */
static bool keep_repeated(host_work *w, const model_class *c)
{
    uint32_t n, half = (c->n_sampled + 1) / 2;
    const model_count *texts = tally_counts(&w->class_texts, half < 3 ? 3 : half, w->j->memory, &n);
    map_free(&w->class_texts);
    if (texts == NULL || !array_grow(&w->repeated, &w->repeated_room, w->n_repeated + n, sizeof *w->repeated))
        return false;
    for (uint32_t i = 0; i < n; i++)
        w->repeated[w->n_repeated++] = (model_count){ evidence_place(texts[i].hash, c->number), texts[i].pages };
    return true;
}

static husk_status make_class(host_work *w, const sampled_class *from, const model_host *host, model_class *c,
                              husk_error *error)
{
    template_builder *builder = template_builder_new(&w->j->l->template);
    hash_map paths = { 0 };
    memset(w->kinds, 0, sizeof w->kinds);
    husk_status status = builder ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; status == HUSK_OK && i < from->n; i++) {
        if (!(w->j->flags[from->pages[i]] & PAGE_LEFT_OUT))
            status = add_page(w, from->pages[i], c->number, builder, &paths, host, error);
        if (status == HUSK_LIMIT)
            status = leave_out(w, from->pages[i]);
    }
    status = status ?: template_finish(builder, w->j->memory, c, error);
    if (status == HUSK_OK) {
        c->n_pages = from->n_pages;
        c->paths = tally_counts(&paths, 1, w->j->memory, &c->n_paths);
        if (c->paths == NULL || !keep_kinds(w, c) || !keep_repeated(w, c))
            status = error_set(error, HUSK_LIMIT, "a host is too large");
    }
    map_free(&paths);
    template_builder_free(builder);
    return status;
}

/* --- verdicts on paths -------------------------------------------------------------------------------------------- */

/* Score every path: 0 content .. 255 template. */
static husk_status judge_paths(host_work *w, const place_model *model, model_host *host)
{
    place_matrix matrix;
    float *scores = NULL;
    arena_reset(&w->views, (size_t)16 << 20);
    husk_status status = place_features(&w->paths, &w->views, &matrix);
    status = status ?: place_scores(&w->paths, &matrix, model, &w->views, &scores);
    host->areas = arena_array(w->j->memory, (size_t)w->paths.n + 1, sizeof *host->areas);
    if (status != HUSK_OK || host->areas == NULL)
        return status ?: HUSK_LIMIT;
    host->n_areas = w->paths.n;
    double fit, spread;
    trie_fit(&w->paths, &fit, &spread);
    host->fit = (uint32_t)lrint(fit * 1000);
    host->fit_spread = (uint32_t)lrint(spread * 1000);
    for (uint32_t i = 0; i < w->paths.n; i++) {
        const trie_node *node = &w->paths.nodes[i];
        if (matrix.chain[i] == AREA_ON_CHAIN &&
            !matrix.goes_on[i]) /* the end of a chain: what is new inside it is content, not a step on the way */
            matrix.chain[i] = AREA_IN_CONTAINER;
        model_area *area = &host->areas[i];
        *area = (model_area){ .hash = node->hash,
                              .score = (uint32_t)lrint(255 / (1 + exp((double)scores[i]))),
                              .pages = node->pages,
                              .kind = matrix.chain[i] };
        area->has_facts = place_facts(&w->paths, &matrix, i, area->facts);
    }
    qsort(host->areas, host->n_areas, sizeof *host->areas, by_hash_order);
    return HUSK_OK;
}

/* Texts on at least two pages, texts at a place on a few more, and those that repeat in a class, in one array. */
static bool keep_texts(const host_work *w, model_host *host)
{
    arena *memory = w->j->memory;
    uint32_t n_texts, n_places;
    const model_count *texts = tally_counts(&w->texts, 2, memory, &n_texts);
    const model_count *places = trie_places(&w->paths, EVIDENCE_PLACE_PAGES, memory, &n_places);
    size_t n = n_texts + (size_t)n_places + w->n_repeated;
    host->texts = texts && places && n < UINT32_MAX ? arena_array(memory, n + 1, sizeof *host->texts) : NULL;
    if (host->texts == NULL)
        return false;
    memcpy(host->texts, texts, n_texts * sizeof *texts);
    memcpy(host->texts + n_texts, places, n_places * sizeof *places);
    if (w->n_repeated)
        memcpy(host->texts + n_texts + n_places, w->repeated, w->n_repeated * sizeof *w->repeated);
    host->n_texts = (uint32_t)n;
    qsort(host->texts, host->n_texts, sizeof *host->texts, by_hash_order);
    return true;
}

static const char *most_common_kind(const model_class *c)
{
    const model_count *most = c->kinds;
    for (uint32_t i = 1; i < c->n_kinds; i++)
        most = c->kinds[i].pages > most->pages ? &c->kinds[i] : most;
    return c->n_kinds ? page_kind_name((int)most->hash) : NULL;
}

/* first[k]: the first of the named pages that belongs to class k. */
static bool name_classes(const host_work *w, const uint32_t *first, model_host *host)
{
    arena *memory = w->j->memory;
    slice *names = arena_array(memory, host->n_classes, sizeof *names);
    const char **kind = arena_array(memory, host->n_classes, sizeof *kind);
    for (uint32_t k = 0; kind && k < host->n_classes; k++)
        kind[k] = most_common_kind(&host->classes[k]);
    if (names == NULL || kind == NULL || !class_names(w->named, first, kind, host->n_classes, memory, names))
        return false;
    for (uint32_t k = 0; k < host->n_classes; k++)
        host->classes[k].name = names[k];
    return true;
}

static husk_status make_classes(host_work *w, const sampled_class *classes, uint32_t n, model_host *host,
                                husk_error *error)
{
    husk_status status = HUSK_OK;
    uint32_t *first = arena_array(w->j->memory, n + (size_t)1, sizeof *first);
    host->n_classes = n;
    host->classes = arena_array(w->j->memory, (size_t)n + 1, sizeof *host->classes);
    if (host->classes == NULL || first == NULL)
        return error_set(error, HUSK_LIMIT, "a host is too large");
    for (uint32_t c = 0; c < n && status == HUSK_OK; c++) {
        first[c] = w->n_named;
        host->classes[c] = (model_class){ .number = classes[c].number };
        status = make_class(w, &classes[c], host, &host->classes[c], error);
    }
    first[n] = w->n_named;
    if (status == HUSK_OK && (!keep_texts(w, host) || !name_classes(w, first, host)))
        status = error_set(error, HUSK_LIMIT, "a host is too large");
    if (status != HUSK_OK)
        return status;
    host->models = models_digest(w->j->l->models);
    status = judge_paths(w, &w->j->l->models->site, host);
    if (status != HUSK_OK)
        return error_set(error, status, "a host is too large");
    for (uint32_t c = 0; c < n && status == HUSK_OK; c++)
        status = make_columns(w, &classes[c], host, &host->classes[c], error);
    return status;
}

/* --- the host ----------------------------------------------------------------------------------------------------- */

static husk_status work_init(host_work *w, host_job *j, husk_error *error)
{
    *w = (host_work){ .j = j, .urls = url_resolver_new() };
    buffer_init(&w->bytes, HUSK_MAX_PAGE_BYTES_ASKED * 2);
    arena_init(&w->views, HUSK_MAX_PAGE_ARENA);
    arena_init(&w->titles, HUSK_MAX_HOST_BYTES);
    return w->urls ? husk_page_new(&j->l->page, &w->page, error) : error_set(error, HUSK_NO_MEMORY, "out of memory");
}

static void work_free(host_work *w)
{
    husk_page_free(w->page);
    url_resolver_free(w->urls);
    trie_free(&w->paths);
    buffer_free(&w->bytes);
    arena_free(&w->views);
    arena_free(&w->titles);
    free(w->named);
    map_free(&w->texts);
    map_free(&w->links);
    map_free(&w->names);
    map_free(&w->pieces);
    map_free(&w->headings);
    map_free(&w->class_texts);
    host_links_free(&w->links_of);
    free(w->repeated);
}

husk_status job_model(host_job *j, const sampled_class *classes, uint32_t n, model_host *model, husk_error *error)
{
    host_work w;
    husk_status status = work_init(&w, j, error);
    if (status == HUSK_OK && !host_links_init(&w.links_of, model->pages, model->n_pages, w.urls, j->memory))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    status = status ?: count_pages(&w, classes, n, model, error);
    status = status ?: make_classes(&w, classes, n, model, error);
    model->n_arrows = w.links_of.n;
    model->arrows = arena_array(j->memory, w.links_of.n + (size_t)1, sizeof *model->arrows);
    if (model->arrows == NULL)
        status = status ?: error_set(error, HUSK_NO_MEMORY, "out of memory");
    else if (w.links_of.n)
        memcpy(model->arrows, w.links_of.arrows, w.links_of.n * sizeof *model->arrows);
    work_free(&w);
    return status;
}

husk_status job_paths(host_job *j, const sampled_class *classes, uint32_t n, trie *paths, husk_error *error)
{
    host_work w;
    model_host host = { 0 };
    husk_status status = work_init(&w, j, error);
    w.paths.truth = true;
    status = status ?: count_pages(&w, classes, n, &host, error);
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t i = 0; status == HUSK_OK && i < classes[c].n; i++) {
            if (j->flags[classes[c].pages[i]] & PAGE_LEFT_OUT)
                continue;
            status = read_page(&w, classes[c].pages[i], error);
            status = status ?: add_paths(&w, &host, error);
        }
    *paths = w.paths;
    w.paths = (trie){ 0 };
    work_free(&w);
    return status;
}
