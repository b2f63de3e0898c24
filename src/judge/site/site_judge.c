/* site_judge.c - judge a page with its site, together with the page model.
 * Every text has three pieces of evidence: the verdict on its path (made when the site was learned), the number of
 * pages with the same text, and the page model's probability for its block. They are added as log odds; the site's
 * part is weighted by how many pages were learned, whether the path is known, and whether the page fits the site at
 * all. Cost: one look-up per element and text. */
#include "judge/site/site_judge.h"

#include "base/status.h"
#include "judge/site/trie.h"

typedef struct page_work {
    husk_page *page;
    arena *memory;
    const place_model *by;   /* its decisions weigh the evidence */
    const model_area **area; /* as in the verdict */
    bool *known;
    const page_judgement *page_verdict;
    bool is_docs; /* the site is documentation */
    slice title;  /* of the page */
} page_work;

static bool is_visible_text(const husk_page *page, uint32_t node)
{
    return (page->flags[node] & (NODE_TEXT | NODE_SILENT | NODE_BLANK)) == NODE_TEXT;
}

/* --- the place ---------------------------------------------------------------------------------------------------- */

/* The sums that the fit is computed from. */
typedef struct fit_sums {
    double text, known; /* bytes of all texts, and of those with a known path */
    double usual;       /* distinct paths of the page that nearly all pages have */
    uint8_t *seen;      /* by area */
} fit_sums;

static const model_area *area_find(const site_host *host, uint64_t hash, fit_sums *sums)
{
    uint32_t found = map_get(&host->areas, hash);
    if (found == 0)
        return NULL;
    const model_area *area = &host->model.areas[found - 1];
    if (!sums->seen[found - 1])
        sums->usual += path_is_usual(area->pages, host->model.n_sampled);
    sums->seen[found - 1] = 1;
    return area;
}

static void pass_text(page_work *w, uint32_t node, fit_sums *sums)
{
    uint32_t parent = w->page->parent[node];
    w->known[node] = w->known[parent];
    w->area[node] = w->area[parent];
    if (is_visible_text(w->page, node)) {
        sums->text += (double)w->page->text[node].len;
        sums->known += w->known[node] ? (double)w->page->text[node].len : 0;
    }
}

/* Unknown paths are judged like the deepest known one above them. */
static husk_status find_areas(page_work *w, const site_host *host, fit_sums *sums)
{
    uint64_t *paths;
    uint32_t n = w->page->n_nodes;
    known_names names = { .table = &host->names, .sums = host->name_sums };
    husk_status status = evidence_paths(w->page, &names, w->memory, &paths);
    w->area = arena_array(w->memory, (size_t)n + 1, sizeof *w->area);
    w->known = arena_array(w->memory, (size_t)n + 1, sizeof *w->known);
    sums->seen = arena_zeros(w->memory, (size_t)host->model.n_areas + 1, 1);
    if (status != HUSK_OK || w->area == NULL || w->known == NULL || sums->seen == NULL)
        return HUSK_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        if (w->page->flags[i] & NODE_TEXT) {
            pass_text(w, i, sums);
            continue;
        }
        const model_area *own = area_find(host, paths[i], sums);
        w->known[i] = own != NULL;
        w->area[i] = own ? own : i ? w->area[w->page->parent[i]] : NULL;
    }
    return HUSK_OK;
}

/* The page's places, and how well it fits the host. */
static husk_status find_places(page_work *w, site_verdict *v)
{
    fit_sums sums = { 0 };
    husk_status status = find_areas(w, v->host, &sums);
    v->area = w->area;
    v->known = w->known;
    if (status != HUSK_OK || v->host->model.n_areas == 0)
        return status;
    v->has_fit = true;
    v->fit = page_fit(sums.text, sums.known, v->host->n_usual, sums.usual);
    v->fits = v->fit >= (double)w->by->least_fit;
    return HUSK_OK;
}

/* --- one text ----------------------------------------------------------------------------------------------------- */

static float odds_within(float odds, float most)
{
    return odds > most ? most : odds < -most ? -most : odds;
}

/* The weight of the site by the number of learned pages: 0 to 1. */
static float pages_trust(const page_work *w, const site_host *host)
{
    float n = (float)host->model.n_sampled;
    return n * n / (n * n + w->by->few_pages * w->by->few_pages);
}

/* The weight of the site's log odds: low with one or two pages, low where only an ancestor on the way to the
 * container is known. */
static float site_trust(const page_work *w, const site_verdict *v, uint32_t node)
{
    const model_area *area = w->area[node];
    if (area == NULL || !v->fits)
        return 0;
    float trust = pages_trust(w, v->host);
    return w->known[node] ? trust : trust * (area->kind == AREA_ON_CHAIN ? w->by->new_place_above : w->by->new_place);
}

/* The weight of the page model's log odds next to a site with this weight: all next to none, soon little. */
static float page_trust(const page_work *w, float site)
{
    const float least = w->by->page_weight;
    return least + (1 - least) * (1 - site) * (1 - site);
}

/* The page model's log odds relative to its threshold; 0 if the text is in no block. It answers which text is main
 * content, and a title, byline or price is not: that is weaker evidence of template than main content is against it. */
static float page_odds(const page_work *w, uint32_t node)
{
    const page_judgement *j = w->page_verdict;
    uint32_t block = w->page->block_of[node];
    if (block == NODE_NONE)
        return 0;
    float odds = odds_within(log_odds(j->probability[block]) - log_odds(j->threshold), w->by->most_page);
    return odds < 0 ? odds * w->by->not_main : odds;
}

/* Is `pages` at least this percentage of `of`? */
static bool is_most(uint32_t pages, uint32_t of, float percent)
{
    return (double)pages * 100 >= (double)of * (double)percent;
}

/* The log odds of a text that differs from page to page, which is all that is known of it. */
#define VARIES_ODDS 1.f

/* Is it a text that nearly all pages have: of the host, of the page's class or of those with its place? If the path is
 * known, most of its pages must have it there: a menu of all genres does not make the genre of a film template. In
 * documentation content repeats as well: there, few pages of a class say nothing, nor does a place of content. */
static bool text_repeats(const page_work *w, const site_verdict *v, uint64_t hash, const model_area *area, float odds,
                         text_verdict *t)
{
    const place_model *by = w->by;
    const hash_map *texts = &v->host->texts;
    const model_class *c = v->page_class;
    if (c && w->is_docs && (float)c->n_sampled < by->text_pages)
        c = NULL;
    t->pages = map_get(texts, hash);
    t->of = v->host->model.n_sampled;
    t->share = t->of ? (float)t->pages / (float)t->of : 0;
    bool repeats = (float)t->of >= by->text_pages && is_most(t->pages, t->of, by->text_percent), counted = false;
    uint32_t here = 0, in_class = c && !repeats ? map_get(texts, evidence_place(hash, c->number)) : 0;
    if (t->known && area->pages >= EVIDENCE_PLACE_PAGES && t->pages >= EVIDENCE_PLACE_PAGES) {
        here = map_get(texts, evidence_place(hash, area->hash));
        t->here = (float)here / (float)area->pages;
        counted = true;
    }
    if (in_class && is_most(in_class, c->n_sampled, by->text_percent)) {
        repeats = true;
        t->pages = in_class;
        t->of = c->n_sampled;
    } else if (!repeats && counted && (!w->is_docs || odds < by->place_odds) &&
               is_most(here, area->pages, by->text_percent)) {
        repeats = true;
        t->pages = here;
        t->of = area->pages;
    }
    return repeats && (!counted || is_most(here, area->pages, by->here_percent));
}

/* How sure a place must be that it is template, if its texts vary. Links to the next page or the one above vary with
 * the page that they are on, as do chapters' titles in documentation; but a link to an author, a genre, a team is a
 * value. */
static float odds_of_varying(const page_work *w, uint32_t node)
{
    const husk_page *page = w->page;
    const place_model *by = w->by;
    uint32_t at = page->parent[node];
    while (at && !(w->area[at] && w->area[at]->has_facts))
        at = page->parent[at];
    const model_area *area = w->area[at];
    bool is_link = page->flags[node] & NODE_LINK, has_facts = area && area->has_facts;
    if (has_facts && is_most(area->facts[FACT_neighbours], 255, by->next_percent))
        return 0;
    bool has_titles = has_facts && (float)area->facts[FACT_titles] * 100 >= by->value_titles * 255;
    if (w->is_docs && has_titles)
        return by->title_odds;
    return is_link ? by->value_odds : by->varies_odds;
}

/* Is it a text that few of the pages with its place have there? Then it is this page's own, though the place may look
 * like template: the site put it there for this page. */
static bool text_varies(const page_work *w, const text_verdict *t, float odds)
{
    const place_model *by = w->by;
    const model_area *area = w->area[t->node];
    return !t->repeats && t->known && (float)area->pages >= by->text_pages && t->here * 100 <= by->varies_percent &&
           odds > -odds_of_varying(w, t->node);
}

/* Without the site: what the page model takes for template; for what is main content, if only that is asked for. */
static float odds_alone(const page_work *w, uint32_t node)
{
    const float *template = w->page_verdict->template_odds;
    uint32_t block = w->page->block_of[node];
    return template == NULL ? page_odds(w, node) : block == NODE_NONE ? 0 : -template[block];
}

/* The page's title, as its heading, is not left to the page model: its training data doesn't count titles. Written
 * directly to its destination: copying what was just stored piece by piece waits for the stores, which took half of the
 * time of judging a text. */
static void judge_text(page_work *w, const site_verdict *v, uint32_t node, uint64_t hash, text_verdict *t)
{
    *t = (text_verdict){ .node = node, .site = -1, .page = -1, .known = v->host && w->known[node] };
    float trust = v->host ? site_trust(w, v, node) : 0, site = 0, page = 0;
    if (trust > 0) {
        t->site = 1 - ((float)w->area[node]->score + .5f) / 256;
        site = trust * odds_within(v->host->odds[w->area[node]->score], w->by->most_site);
    }
    uint32_t block = w->page->block_of[node];
    t->page = block == NODE_NONE ? .5f : w->page_verdict->probability[block];
    page = trust == 0                                   ? odds_alone(w, node)
           : evidence_is_title(w->page, node, w->title) ? 0
                                                        : page_trust(w, trust) * page_odds(w, node);
    float odds = site + page;
    t->by = trust == 0                                   ? JUDGED_BY_PAGE
            : page == 0 || fabsf(site) > 2 * fabsf(page) ? JUDGED_BY_SITE
            : fabsf(page) > 2 * fabsf(site)              ? JUDGED_BY_PAGE
                                                         : JUDGED_BY_BOTH;
    t->repeats = v->host && v->fits && text_repeats(w, v, hash, w->area[node], odds, t);
    if (t->repeats) {
        t->by = JUDGED_BY_TEXT;
        odds = fminf(odds, -w->by->text_odds);
    }
    if (trust > 0 && odds < VARIES_ODDS && text_varies(w, t, odds)) {
        t->by = JUDGED_BY_TEXT;
        odds = VARIES_ODDS;
    }
    t->template = odds < 0;
    t->odds = odds;
}

/* Texts are hashed some time before they are judged, and their entries in the host's tables are prefetched: waiting
 * for them was a twentieth of an extraction on a site with many texts. */
enum { AHEAD = 32 };

typedef struct texts_ahead {
    uint32_t node[AHEAD];
    uint64_t hash[AHEAD];
    uint32_t n;
} texts_ahead;

/* The next visible texts from `node` on; returns the node after them. */
static uint32_t look_ahead(const page_work *w, const site_verdict *v, uint32_t node, texts_ahead *ahead)
{
    ahead->n = 0;
    for (; node < w->page->n_nodes && ahead->n < AHEAD; node++) {
        if (!is_visible_text(w->page, node))
            continue;
        uint64_t hash = v->host && v->fits ? evidence_text(w->page, node) : 0;
        if (hash) {
            map_fetch(&v->host->texts, hash);
            if (w->known[node])
                map_fetch(&v->host->texts, evidence_place(hash, w->area[node]->hash));
        }
        ahead->node[ahead->n] = node;
        ahead->hash[ahead->n++] = hash;
    }
    return node;
}

static void judge_texts(page_work *w, site_verdict *v)
{
    texts_ahead ahead;
    v->n_texts = 0;
    for (uint32_t i = 1; i < w->page->n_nodes;) {
        i = look_ahead(w, v, i, &ahead);
        for (uint32_t k = 0; k < ahead.n; k++)
            judge_text(w, v, ahead.node[k], ahead.hash[k], &v->texts[v->n_texts++]);
    }
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

static bool is_documentation(const site_host *host, float least_share)
{
    uint64_t pages[N_PAGE_KINDS] = { 0 }, all = 0;
    site_kind_pages(host, NULL, pages);
    for (int k = 0; k < N_PAGE_KINDS; k++)
        all += pages[k];
    return (float)pages[KIND_PAGE_documentation] > least_share * (float)all;
}

husk_status site_judge(husk_site *site, husk_page *page, const judge_models *models, const page_judgement *page_verdict,
                       arena *memory, site_verdict *out, husk_error *error)
{
    *out = (site_verdict){ 0 };
    page_work w = {
        .page = page, .memory = memory, .by = &models->site, .page_verdict = page_verdict, .title = evidence_title(page)
    };
    husk_status status = site_page_host(site, page, &out->host, error);
    if (status != HUSK_OK)
        return status;
    out->matched = arena_zeros(memory, (size_t)page->n_nodes + 1, 1);
    out->texts = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *out->texts);
    if (out->matched == NULL || out->texts == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    w.is_docs = out->host && is_documentation(out->host, models->main.docs_share);
    if (out->host)
        status = site_page_class(out->host, page, memory, &out->page_class);
    if (out->host)
        status = status ?: find_places(&w, out);
    if (status == HUSK_OK)
        judge_texts(&w, out);
    return status_told(error, status, "judging by the site");
}

void site_fit_write(const site_verdict *v, husk_fit *fit)
{
    *fit = (husk_fit){ .size = sizeof *fit,
                       .known = v->host != NULL && v->has_fit,
                       .fits = v->fits,
                       .fit = v->fit,
                       .foreign = v->host == NULL };
    if (!fit->known)
        return;
    const model_host *host = &v->host->model;
    fit->usual = host->fit / 1000.;
    fit->spread = host->fit_spread / 1000.;
    size_t len = host->name.len < sizeof fit->host ? host->name.len : sizeof fit->host - 1;
    memcpy(fit->host, host->name.data, len);
}

husk_status site_fit(const site_host *host, husk_page *page, arena *memory, husk_fit *fit)
{
    page_work w = { .page = page, .memory = memory, .by = &judge_models_builtin.site };
    site_verdict v = { .host = host };
    husk_status status = find_places(&w, &v);
    site_fit_write(&v, fit);
    return status;
}

void site_match_elements(const husk_page *page, const site_host *host, uint8_t *matched)
{
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if (page_is_element(page, i) && element_speaks(page->tag[i]))
            matched[i] = map_get(&host->texts, evidence_element(page, i)) * 2 > host->model.n_sampled;
}

/* --- the class ---------------------------------------------------------------------------------------------------- */

husk_status site_page_class(const site_host *host, const husk_page *page, arena *memory, const model_class **out)
{
    class_verdict v = { 0 };
    husk_status status = classifier_page(host->classes, page, memory, &v);
    *out = v.page_class;
    return status;
}

static void add_kinds(const model_class *c, uint64_t *pages)
{
    for (uint32_t i = 0; i < c->n_kinds; i++)
        if (c->kinds[i].hash < N_PAGE_KINDS) /* a file may contain anything */
            pages[c->kinds[i].hash] += c->kinds[i].pages;
}

void site_kind_pages(const site_host *host, const model_class *c, uint64_t *pages)
{
    if (c)
        add_kinds(c, pages);
    for (uint32_t i = 0; c == NULL && i < host->model.n_classes; i++)
        add_kinds(&host->model.classes[i], pages);
}

int site_class_kind(const site_host *host, const model_class *c)
{
    uint64_t pages[N_PAGE_KINDS] = { 0 }, most = 0;
    int kind = -1;
    site_kind_pages(host, c, pages);
    for (int k = 0; k < N_PAGE_KINDS; k++)
        if (pages[k] > most) {
            most = pages[k];
            kind = k;
        }
    return kind;
}
