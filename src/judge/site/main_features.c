/* main_features.c - a page's blocks compared with what its site file knows of their places.
 * A block has its own features, those of its texts (the number of pages of each), of its place and the three elements
 * above (place_features.c), of the page and the site, and the page model's opinion. Cost: a pass over nodes,
 * texts and blocks, and a hundred copies per block. */
#include "judge/site/site_main.h"

#include "judge/site/evidence.h"

#define COLUMN(m, name) main_column(m, MAIN_##name)
/* Log odds are capped here. */
#define MOST_ODDS 7.f

typedef struct place_view {
    const husk_page *page;
    const site_verdict *v;
    main_matrix *m;
} place_view;

/* The deepest known place at a node or above it that has facts. */
static const model_area *place_of(const place_view *w, uint32_t node, unsigned *levels)
{
    const model_area *area = w->v->area[node];
    *levels = 0;
    while (node != 0 && (!w->v->known[node] || !area->has_facts)) {
        node = w->page->parent[node];
        area = w->v->area[node];
        ++*levels;
    }
    return area && area->has_facts ? area : NULL;
}

/* The same value for all blocks. */
static void fill_column(const main_matrix *m, unsigned column, float value)
{
    float *v = main_column(m, column);
    for (uint32_t b = 0; b < m->n; b++)
        v[b] = value;
}

/* --- the place ---------------------------------------------------------------------------------------------------- */

/* A level's columns: the share of pages that have the place, and its facts. */
static void place_columns(const place_view *w, uint32_t b, unsigned level, const model_area *area)
{
    const size_t stride = w->m->stride;
    float *v = main_column(w->m, MAIN_PLACES + level * N_MAIN_PLACE) + b;
    v[0] = area ? (float)area->pages / (float)w->v->host->model.n_sampled : -1;
    for (unsigned k = 0; k < N_PLACE_FACTS; k++)
        v[(k + 1) * stride] = area ? (float)area->facts[k] : -1;
}

static float area_odds(const place_view *w, const model_area *area)
{
    return area ? w->v->host->odds[area->score] : 0;
}

/* By element, from the root down: its depth, and the least and the most that the page model keeps at a place from
 * there to the body. */
typedef struct way_down {
    uint16_t depth;
    uint8_t least, most;
} way_down;

static void ways_down(const place_view *w, way_down *ways)
{
    ways[0] = (way_down){ 0, 255, 0 };
    for (uint32_t i = 1; i < w->page->n_nodes; i++) {
        if (w->page->flags[i] & NODE_TEXT)
            continue;
        way_down way = ways[w->page->parent[i]];
        way.depth++;
        if (w->v->known[i] && w->v->area[i]->has_facts) {
            uint8_t kept = w->v->area[i]->facts[FACT_kept];
            way.least = kept < way.least ? kept : way.least;
            way.most = kept > way.most ? kept : way.most;
        }
        ways[i] = way;
    }
}

static void place_row(const place_view *w, const way_down *ways, uint32_t b)
{
    const husk_page *page = w->page;
    uint32_t node = page->blocks[b].container;
    unsigned levels, ignored;
    place_columns(w, b, 0, place_of(w, node, &levels));
    COLUMN(w->m, depth)[b] = ways[node].depth;
    COLUMN(w->m, least_kept)[b] = ways[node].least;
    COLUMN(w->m, most_kept)[b] = ways[node].most;
    COLUMN(w->m, unknown)[b] = (float)levels;
    COLUMN(w->m, template)[b] = area_odds(w, w->v->area[node]);
    COLUMN(w->m, template_around)[b] = area_odds(w, w->v->area[page->parent[node]]);
    COLUMN(w->m, chain)[b] = w->v->area[node] ? (float)w->v->area[node]->kind : -1;
    for (unsigned level = 1; level < MAIN_LEVELS; level++) {
        node = node ? page->parent[node] : 0;
        place_columns(w, b, level, place_of(w, node, &ignored));
    }
}

/* --- the texts ---------------------------------------------------------------------------------------------------- */

static void text_rows(const place_view *w, float *bytes)
{
    const husk_page *page = w->page;
    float *share = COLUMN(w->m, text_pages), *here = COLUMN(w->m, text_here), *most = COLUMN(w->m, text_most),
          *title = COLUMN(w->m, title);
    slice name = evidence_title(page);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        share[b] = here[b] = most[b] = title[b] = 0;
    for (uint32_t i = 0; i < w->v->n_texts; i++) {
        const text_verdict *t = &w->v->texts[i];
        uint32_t b = page->block_of[t->node];
        if (b == NODE_NONE)
            continue;
        float len = (float)page->text[t->node].len;
        bytes[b] += len;
        share[b] += len * t->share;
        here[b] += len * t->here;
        most[b] = t->share > most[b] ? t->share : most[b];
        title[b] = title[b] > 0 || evidence_is_title(page, t->node, name);
    }
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        share[b] = bytes[b] > 0 ? share[b] / bytes[b] : -1;
        here[b] = bytes[b] > 0 ? here[b] / bytes[b] : -1;
    }
}

/* --- the block, the page and the site ----------------------------------------------------------------------------- */

/* How far the site model and the page model agree on this page's places: on documentation the page model keeps too
 * little of what the site model rightly takes for content, on forums and blogs it is the other way round. */
static void agreement_rows(const place_view *w)
{
    const husk_page *page = w->page;
    const float *place = main_column(w->m, MAIN_PLACES + 1 + FACT_block_kept), *template = COLUMN(w->m, template);
    float words[2] = { 0, 0 }, kept[2] = { 0, 0 };
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        bool content = template[b] > 0;
        words[content] += (float)page->blocks[b].n_words;
        kept[content] += place[b] > 0 ? (float)page->blocks[b].n_words * place[b] : 0;
    }
    fill_column(w->m, MAIN_page_content, words[1] / fmaxf(words[0] + words[1], 1));
    fill_column(w->m, MAIN_content_kept, kept[1] / fmaxf(words[1], 1));
    fill_column(w->m, MAIN_template_kept, kept[0] / fmaxf(words[0], 1));
}

static void block_rows(const place_view *w)
{
    const husk_page *page = w->page;
    float before = 0, total = 0, kept = 0, unknown = 0;
    const float *place = main_column(w->m, MAIN_PLACES + 1 + FACT_block_kept);
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        float words = (float)page->blocks[b].n_words;
        total += words;
        kept += words * place[b];
        unknown += COLUMN(w->m, unknown)[b] > 0 ? words : 0;
    }
    float some = total > 0 ? total : 1;
    fill_column(w->m, MAIN_page_words, log1pf(total));
    fill_column(w->m, MAIN_page_blocks, (float)page->n_blocks);
    fill_column(w->m, MAIN_page_kept, kept / some);
    fill_column(w->m, MAIN_unknown_share, unknown / some);
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        const page_block *block = &page->blocks[b];
        float words = (float)block->n_words;
        uint16_t tag = page->tag[block->container];
        COLUMN(w->m, words)[b] = log1pf(words);
        COLUMN(w->m, link_share)[b] = words > 0 ? (float)block->n_link_words / words : 0;
        COLUMN(w->m, tag)[b] = tag < TAG_OWN ? (float)tag : (float)TAG_OWN;
        COLUMN(w->m, heading)[b] = tag_heading_level(tag);
        COLUMN(w->m, before)[b] = before / some;
        COLUMN(w->m, before_kept)[b] = b ? place[b - 1] : -1;
        COLUMN(w->m, after_kept)[b] = b + 1 < page->n_blocks ? place[b + 1] : -1;
        before += words;
    }
}

/* The share of the learned pages that were taken for each kind when they were learned. */
static void kind_shares(const site_host *host, float shares[N_PAGE_KINDS])
{
    uint64_t pages[N_PAGE_KINDS] = { 0 }, all = 0;
    site_kind_pages(host, NULL, pages);
    for (int k = 0; k < N_PAGE_KINDS; k++)
        all += pages[k];
    for (int k = 0; k < N_PAGE_KINDS; k++)
        shares[k] = all ? (float)pages[k] / (float)all : -1;
}

static void kind_rows(const place_view *w)
{
    float shares[N_PAGE_KINDS];
    kind_shares(w->v->host, shares);
    float wiki = shares[KIND_PAGE_documentation] > 0 && page_is_wiki(w->page);
    fill_column(w->m, MAIN_site_articles, shares[KIND_PAGE_article]);
    fill_column(w->m, MAIN_site_documentation, shares[KIND_PAGE_documentation]);
    fill_column(w->m, MAIN_wiki, wiki);
    fill_column(w->m, MAIN_site_forum, shares[KIND_PAGE_forum]);
    fill_column(w->m, MAIN_site_listings, shares[KIND_PAGE_listing] + shares[KIND_PAGE_collection]);
}

static void site_rows(const place_view *w)
{
    static const struct {
        uint16_t column, fact;
    } facts[] = { { MAIN_site_probability, FACT_probability },
                  { MAIN_site_kept, FACT_kept },
                  { MAIN_site_unsure, FACT_unsure },
                  { MAIN_site_words, FACT_words },
                  { MAIN_site_links, FACT_links },
                  { MAIN_site_shared, FACT_shared },
                  { MAIN_site_own, FACT_own } };
    const model_area *root = w->v->area[w->page->body != NODE_NONE ? w->page->body : 0];
    float pages = log1pf((float)w->v->host->model.n_sampled);
    fill_column(w->m, MAIN_site_pages, pages);
    fill_column(w->m, MAIN_fit, (float)w->v->fit);
    for (unsigned k = 0; k < sizeof facts / sizeof *facts; k++)
        fill_column(w->m, facts[k].column, root && root->has_facts ? (float)root->facts[facts[k].fact] : -1);
}

husk_status main_features(const husk_page *page, const site_verdict *verdict, arena *memory, main_matrix *out)
{
    *out = (main_matrix){ .n = page->n_blocks, .stride = (page->n_blocks + 63) / 32 * 32 };
    out->values = arena_array(memory, (size_t)out->stride * N_MAIN_COLUMNS, sizeof *out->values);
    way_down *ways = arena_array(memory, (size_t)page->n_nodes + 1, sizeof *ways);
    float *bytes = arena_zeros(memory, (size_t)page->n_blocks + 1, sizeof *bytes);
    if (out->values == NULL || ways == NULL || bytes == NULL)
        return HUSK_NO_MEMORY;
    place_view w = { .page = page, .v = verdict, .m = out };
    ways_down(&w, ways);
    for (uint32_t b = 0; b < page->n_blocks; b++)
        place_row(&w, ways, b);
    text_rows(&w, bytes);
    block_rows(&w);
    agreement_rows(&w);
    kind_rows(&w);
    site_rows(&w);
    return HUSK_OK;
}

/* --- the page model's opinion ------------------------------------------------------------------------------------- */

/* The page model computes the columns that page_model.c lists. */
static void copy_column(const page_judgement *j, unsigned from, main_matrix *m, unsigned to)
{
    block_column_copy(&j->features, from, main_column(m, to));
}

static void copy_columns(const page_judgement *j, main_matrix *m)
{
    static const uint16_t from[] = {
#define FROM(name) FEATURE_##name,
        MAIN_PAGE(FROM)
#undef FROM
    };
    for (unsigned k = 0; k < sizeof from / sizeof *from; k++)
        copy_column(j, from[k], m, N_MAIN_SITE + k);
    copy_column(j, N_BLOCK_FEATURES + CONTEXT_first_level1, m, MAIN_first_around);
    copy_column(j, N_BLOCK_FEATURES + CONTEXT_first_wide, m, MAIN_first_wide);
    copy_column(j, FEATURE_near_groups + CLASS_COMMENT, m, MAIN_near_comment);
    copy_column(j, FEATURE_near_groups + CLASS_META, m, MAIN_near_meta);
    copy_column(j, FEATURE_near_groups + CLASS_AUTHOR, m, MAIN_near_author);
    copy_column(j, FEATURE_page_groups + PAGE_GROUP_DOCS, m, MAIN_page_docs);
}

static float within(float odds)
{
    return odds > MOST_ODDS ? MOST_ODDS : odds < -MOST_ODDS ? -MOST_ODDS : odds;
}

void main_features_page(const page_judgement *j, main_matrix *m)
{
    const float *place = m->values + (size_t)(MAIN_PLACES + 1 + FACT_block_probability) * m->stride;
    float cut = log_odds(j->threshold);
    copy_columns(j, m);
    for (uint32_t b = 0; b < m->n; b++) {
        float odds = log_odds(j->probability[b]), differs = place[b] < 0 ? 0 : j->probability[b] - place[b] / 255;
        COLUMN(m, odds)[b] = within(odds);
        COLUMN(m, against)[b] = within(odds - cut);
        COLUMN(m, threshold)[b] = j->threshold;
        COLUMN(m, differs)[b] = differs;
    }
}

/* --- wikis -------------------------------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* Does `text` begin with one of the words, with no letter after it? */
static bool begins_with(slice text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(words[i]);
        if (text.len >= len && memcmp(text.data, words[i], len) == 0 && (text.len == len || !is_letter(text.data[len])))
            return true;
    }
    return false;
}

/* A parameter: name=value and whatever follows. A saved copy may add an ending, as in action=edit.html. */
static bool edits(slice parameter)
{
    static const char *const names[] = { "action=", "do=" };
    static const char *const values[] = { "edit", "history", "diff", "revisions" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (parameter.len > len && memcmp(parameter.data, names[i], len) == 0)
            return begins_with((slice){ parameter.data + len, parameter.len - len }, values,
                               sizeof values / sizeof *values);
    }
    return false;
}

/* A link to a page that nobody has written yet says redlink=1: a copy of a wiki keeps these without being editable. */
static bool url_edits(slice url)
{
    if (memchr(url.data, '=', url.len) == NULL)
        return false;
    for (size_t i = 0; i + 1 < url.len && url.data[i] != '#'; i++)
        if (strchr("?&;", url.data[i]) && url.data[i] && edits((slice){ url.data + i + 1, url.len - i - 1 }))
            return memmem(url.data, url.len, "redlink=", 8) == NULL;
    return false;
}

bool page_is_wiki(const husk_page *page)
{
    for (uint32_t i = 0; i < page->n_attributes; i++) {
        const page_attribute *a = &page->attributes[i];
        if (a->id == ATTR_HREF && a->value_len > 0 && url_edits((slice){ a->value, a->value_len }))
            return true;
    }
    return false;
}
