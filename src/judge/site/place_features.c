/* place_features.c - a path's sums as shares, together with those of the paths around it.
 * The container's chain goes from the root down to children that hold most of their pages' own text; a branch is what
 * leaves it. A path alone says little (a list of links is content in one place and navigation in another), so its
 * parent's and its branch's numbers are added. Cost: columns x paths. */
#include "judge/site/trie.h"

#include <math.h>

/* The chain continues while a child has this share of its parent's own words. */
#define CHAIN_SHARE .8

typedef struct feature_maker {
    const trie *t;
    place_matrix *m;
    uint32_t *branch;     /* by path: itself on the chain, elsewhere its topmost ancestor off it */
    float *around;        /* N_PLACE_AROUND a path */
    double *values;       /* N_VALUE_SUMS a path */
    uint32_t container;   /* the end of the chain that holds most */
    uint32_t chain_depth; /* the container's */
    double site_own;      /* share of the site's words */
    double path_pages;    /* the mean over words of the share of pages that have their path */
    double usual;         /* share of the paths on nearly all pages */
    double page_paths;
} feature_maker;

static double share(double part, double of)
{
    return of > 0 ? part / of : 0;
}

static float *column(place_matrix *m, unsigned c)
{
    return m->values + (size_t)c * m->stride;
}

/* --- the chain ---------------------------------------------------------------------------------------------------- */

/* Pages of different kinds may have different containers, so a path is on the chain if it holds most of the own text
 * of the pages that have it. With one or two pages that means nothing. */
static bool is_container(const trie *t, uint32_t i)
{
    const trie_node *node = &t->nodes[i];
    return node->pages >= 3 && node->page_own > 0 && node->sums[SUM_own] >= CHAIN_SHARE * node->page_own;
}

/* Parents come first, so one pass finds the chain, one from the end finds which of its paths contain others of it,
 * and one finds what is inside those that contain none. */
static void find_chain(feature_maker *f)
{
    const trie *t = f->t;
    uint8_t *chain = f->m->chain;
    bool *goes_on = f->m->goes_on;
    memset(chain, AREA_OFF_CHAIN, t->n);
    chain[0] = AREA_ON_CHAIN;
    f->container = 0;
    for (uint32_t i = 1; i < t->n; i++)
        if (chain[t->nodes[i].parent] == AREA_ON_CHAIN && is_container(t, i)) {
            chain[i] = AREA_ON_CHAIN;
            goes_on[t->nodes[i].parent] = 1;
        }
    for (uint32_t i = 1; i < t->n; i++) {
        uint32_t parent = t->nodes[i].parent;
        if (chain[i] != AREA_ON_CHAIN &&
            (chain[parent] == AREA_IN_CONTAINER || (chain[parent] == AREA_ON_CHAIN && !goes_on[parent])))
            chain[i] = AREA_IN_CONTAINER;
        bool is_end = chain[i] == AREA_ON_CHAIN && !goes_on[i];
        if (is_end && (f->container == 0 || t->nodes[i].sums[SUM_own] > t->nodes[f->container].sums[SUM_own]))
            f->container = i;
    }
    f->chain_depth = t->nodes[f->container].depth;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t parent = t->nodes[i].parent;
        bool begins = f->m->chain[i] == AREA_ON_CHAIN || parent == TRIE_NONE || f->m->chain[parent] == AREA_ON_CHAIN;
        f->branch[i] = begins ? i : f->branch[parent];
    }
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* Over the texts on a path or inside it: the number of distinct ones, their pages, and the share of their path's
 * pages that each is on. */
enum { VALUE_DIFFERENT, VALUE_PAGES, VALUE_SAME, N_VALUE_SUMS };

static void sum_values(const feature_maker *f)
{
    const trie *t = f->t;
    for (size_t i = 0; i < t->value_room; i++) {
        const trie_value *v = &t->values[i];
        if (v->pages == 0)
            continue;
        double *to = f->values + (size_t)v->node * N_VALUE_SUMS;
        to[VALUE_DIFFERENT]++;
        to[VALUE_PAGES] += v->pages;
        to[VALUE_SAME] += (double)v->pages * v->pages / t->nodes[v->node].pages;
    }
    for (uint32_t i = t->n; i-- > 1;)
        for (unsigned k = 0; k < N_VALUE_SUMS; k++)
            f->values[(size_t)t->nodes[i].parent * N_VALUE_SUMS + k] += f->values[(size_t)i * N_VALUE_SUMS + k];
}

/* --- the site ----------------------------------------------------------------------------------------------------- */

/* A path's words include its children's, so its own are the difference. */
static void describe_site(feature_maker *f)
{
    const trie *t = f->t;
    double words = 0;
    f->site_own = share(t->nodes[0].sums[SUM_own], t->nodes[0].sums[SUM_words]);
    for (uint32_t i = 0; i < t->n; i++) {
        const trie_node *node = &t->nodes[i];
        double above = i ? t->nodes[node->parent].pages : 0;
        words += node->sums[SUM_words] * (node->pages - above);
        f->usual += path_is_usual(node->pages, t->n_pages);
        f->page_paths += share(node->pages, t->n_pages);
    }
    f->path_pages = share(words, t->nodes[0].sums[SUM_words] * t->n_pages);
    f->usual /= t->n;
}

/* --- shares ------------------------------------------------------------------------------------------------------- */

static void around(const feature_maker *f, uint32_t i, float *v)
{
    const trie_node *node = &f->t->nodes[i];
    const double *s = node->sums;
    double words = s[SUM_words], pages = node->pages ? node->pages : 1, mean = words / pages;
    double spread = node->squares / pages - mean * mean;
    v[AROUND_pages] = (float)share(pages, f->t->n_pages);
    v[AROUND_words] = (float)log1p(mean);
    v[AROUND_instances] = (float)log1p(s[SUM_instances] / pages);
    v[AROUND_text_words] = (float)log1p(share(words, s[SUM_texts]));
    v[AROUND_shared] = (float)share(s[SUM_shared], words);
    v[AROUND_often] = (float)share(s[SUM_often], words);
    v[AROUND_most] = (float)share(s[SUM_most], words);
    v[AROUND_links] = (float)share(s[SUM_links], words);
    v[AROUND_known_links] = (float)share(s[SUM_known_links], s[SUM_links]);
    v[AROUND_neighbours] = (float)share(s[SUM_neighbours], words);
    v[AROUND_own] = (float)share(s[SUM_own], words);
    v[AROUND_sentences] = (float)share(s[SUM_sentences], s[SUM_texts]);
    v[AROUND_short_words] = (float)share(s[SUM_short_words], words);
    v[AROUND_repeated] = (float)share(s[SUM_repeated], words);
    v[AROUND_distinct] = (float)share(s[SUM_distinct], s[SUM_texts]);
    const double *values = f->values + (size_t)i * N_VALUE_SUMS;
    v[AROUND_values] = (float)share(values[VALUE_DIFFERENT], values[VALUE_PAGES]);
    v[AROUND_same] = (float)share(values[VALUE_SAME], values[VALUE_PAGES]);
    v[AROUND_labelled] = (float)share(s[SUM_labelled], s[SUM_varying]);
    v[AROUND_titles] = (float)share(s[SUM_titles], words);
    v[AROUND_pieces] = (float)share(s[SUM_pieces], words);
    v[AROUND_content] = (float)(words > 0 ? s[SUM_content] / words : .5);
    v[AROUND_variation] = (float)(mean > 0 ? sqrt(spread > 0 ? spread : 0) / mean : 0);
    v[AROUND_cover] = (float)share(s[SUM_own], f->t->nodes[0].sums[SUM_own]);
    v[AROUND_lift] = (float)log((share(s[SUM_own], words) + .01) / (f->site_own + .01));
    v[AROUND_first] = node->first / (float)pages;
    v[AROUND_last] = node->last / (float)pages;
    v[AROUND_head] = node->head / (float)pages;
    v[AROUND_tail] = node->tail / (float)pages;
    v[AROUND_name_weight] = node->name_weight;
}

/* --- tags and names ----------------------------------------------------------------------------------------------- */

static void tags(const feature_maker *f, uint32_t i)
{
    static const uint8_t of_tag[TAG_OWN] = {
        [TAG_NAV] = 1,     [TAG_FOOTER] = 1, [TAG_HEADER] = 1, [TAG_ASIDE] = 1, [TAG_MAIN] = 2,
        [TAG_ARTICLE] = 2, [TAG_UL] = 3,     [TAG_OL] = 3,     [TAG_DL] = 3,    [TAG_MENU] = 3,
        [TAG_TABLE] = 4,   [TAG_A] = 5,      [TAG_H1] = 6,     [TAG_H2] = 6,    [TAG_H3] = 6,
        [TAG_H4] = 6,      [TAG_H5] = 6,     [TAG_H6] = 6,     [TAG_PRE] = 7,
    };
    const trie_node *node = &f->t->nodes[i];
    uint32_t parent = node->parent;
    unsigned kind = node->tag < TAG_OWN ? of_tag[node->tag] : 0;
    for (unsigned c = PLACE_tag_nav; c <= PLACE_tag_pre; c++) {
        float *v = column(f->m, c);
        v[i] = c - PLACE_tag_nav + 1 == kind ? 1 : parent == TRIE_NONE ? 0 : v[parent];
    }
}

static void names(const feature_maker *f, uint32_t i)
{
    const uint32_t nav = 1u << CLASS_NAV | 1u << CLASS_FOOTER | 1u << CLASS_HEADER | 1u << CLASS_ASIDE |
                         1u << CLASS_RELATED | 1u << CLASS_SHARE;
    const trie_node *node = &f->t->nodes[i];
    uint32_t parent = node->parent;
    float *is_nav = column(f->m, PLACE_names_nav), *is_body = column(f->m, PLACE_names_body);
    float *least = column(f->m, PLACE_least_weight), *most = column(f->m, PLACE_most_weight);
    is_nav[i] = (float)((node->groups & nav) != 0) + (parent == TRIE_NONE ? 0 : is_nav[parent]);
    is_body[i] = (float)((node->groups & 1u << CLASS_BODY) != 0) + (parent == TRIE_NONE ? 0 : is_body[parent]);
    least[i] = parent == TRIE_NONE || node->name_weight < least[parent] ? node->name_weight : least[parent];
    most[i] = parent == TRIE_NONE || node->name_weight > most[parent] ? node->name_weight : most[parent];
}

/* --- a row -------------------------------------------------------------------------------------------------------- */

static void alone(const feature_maker *f, uint32_t i)
{
    place_matrix *m = f->m;
    const trie *t = f->t;
    const trie_node *node = &t->nodes[i], *root = &t->nodes[0],
                    *up = node->parent == TRIE_NONE ? node : &t->nodes[node->parent];
    const trie_node *container = &t->nodes[f->container], *branch = &t->nodes[f->branch[i]];
    const double *s = node->sums;
    double pages = node->pages ? node->pages : 1;
    column(m, PLACE_instance_words)[i] = (float)log1p(share(s[SUM_words], s[SUM_instances]));
    column(m, PLACE_texts)[i] = (float)log1p(s[SUM_texts] / pages);
    column(m, PLACE_inside_links)[i] = (float)share(s[SUM_inside_links], s[SUM_links]);
    column(m, PLACE_headings)[i] = (float)share(s[SUM_headings], s[SUM_words]);
    column(m, PLACE_own_title)[i] = (float)share(s[SUM_own_title], s[SUM_words]);
    column(m, PLACE_capitals)[i] = (float)share(s[SUM_capitals], s[SUM_words]);
    column(m, PLACE_controls)[i] = (float)log1p(s[SUM_controls] / pages);
    column(m, PLACE_hidden)[i] = (float)share(s[SUM_hidden], s[SUM_words]);
    column(m, PLACE_share)[i] = (float)share(s[SUM_words], up->sums[SUM_words]);
    column(m, PLACE_own_share)[i] = (float)share(s[SUM_own], up->sums[SUM_own]);
    column(m, PLACE_page_share)[i] = (float)share(s[SUM_words], root->sums[SUM_words]);
    column(m, PLACE_depth)[i] = node->depth;
    column(m, PLACE_chain)[i] = m->chain[i];
    column(m, PLACE_cover_here)[i] = (float)share(s[SUM_own], node->page_own);
    column(m, PLACE_chain_depth)[i] = (float)share(branch->depth, f->chain_depth + 1.);
    column(m, PLACE_branch_levels)[i] = (float)(node->depth - branch->depth);
    float middle = (container->first + container->last) / 2 / (float)container->pages;
    column(m, PLACE_before)[i] =
        middle - (branch->first + branch->last) / 2 / (float)(branch->pages ? branch->pages : 1);
    float *least = column(m, PLACE_least_content), content = f->around[(size_t)i * N_PLACE_AROUND + AROUND_content];
    least[i] =
        f->branch[i] == i || node->parent == TRIE_NONE || content < least[node->parent] ? content : least[node->parent];
    double rest = up->sums[SUM_words] - s[SUM_words];
    column(m, PLACE_lost_own)[i] = (float)(rest > 0 ? (up->sums[SUM_own] - s[SUM_own]) / rest : 0);
    column(m, PLACE_site_pages)[i] = (float)log1p(t->n_pages);
    column(m, PLACE_site_path_pages)[i] = (float)f->path_pages;
    column(m, PLACE_site_usual)[i] = (float)f->usual;
    column(m, PLACE_site_paths)[i] = (float)log1p(t->n);
    column(m, PLACE_site_page_paths)[i] = (float)log1p(f->page_paths);
    column(m, PLACE_container_cover)[i] = (float)share(container->sums[SUM_words], root->sums[SUM_words]);
    column(m, PLACE_container_content)[i] = (float)share(container->sums[SUM_content], container->sums[SUM_words]);
}

static void views(const feature_maker *f, uint32_t i)
{
    const trie *t = f->t;
    uint32_t parent = t->nodes[i].parent == TRIE_NONE ? i : t->nodes[i].parent;
    uint32_t grandparent = t->nodes[parent].parent == TRIE_NONE ? parent : t->nodes[parent].parent;
    uint32_t of[N_PLACE_VIEWS] = { i, parent, grandparent, f->branch[i], 0 };
    for (unsigned view = 0; view < N_PLACE_VIEWS; view++)
        for (unsigned k = 0; k < N_PLACE_AROUND; k++)
            column(f->m, view * N_PLACE_AROUND + k)[i] = f->around[(size_t)of[view] * N_PLACE_AROUND + k];
}

husk_status place_features(const trie *t, arena *memory, place_matrix *out)
{
    *out = (place_matrix){ .n = t->n, .stride = (t->n + 63) / 32 * 32 };
    out->values = arena_zeros(memory, (size_t)out->stride * N_PLACE_COLUMNS, sizeof *out->values);
    out->chain = arena_alloc(memory, (size_t)t->n + 1);
    out->goes_on = arena_zeros(memory, (size_t)t->n + 1, sizeof *out->goes_on);
    feature_maker f = { .t = t,
                        .m = out,
                        .branch = arena_array(memory, (size_t)t->n + 1, sizeof *f.branch),
                        .around = arena_array(memory, (size_t)t->n + 1, N_PLACE_AROUND * sizeof *f.around),
                        .values = arena_zeros(memory, (size_t)t->n + 1, N_VALUE_SUMS * sizeof *f.values) };
    if (!out->values || !out->chain || !out->goes_on || !f.branch || !f.around || !f.values)
        return HUSK_NO_MEMORY;
    if (t->n == 0)
        return HUSK_OK;
    describe_site(&f);
    find_chain(&f);
    sum_values(&f);
    for (uint32_t i = 0; i < t->n; i++)
        around(&f, i, f.around + (size_t)i * N_PLACE_AROUND);
    for (uint32_t i = 0; i < t->n; i++) {
        views(&f, i);
        tags(&f, i);
        names(&f, i);
        alone(&f, i);
    }
    return HUSK_OK;
}

/* --- verdicts ----------------------------------------------------------------------------------------------------- */

/* Ancestor paths with the same words are the same place: together they count once. */
#define SAME_WORDS .98
/* The weight of the place itself relative to each place above it. */
#define OWN_WEIGHT 1.5f
/* The weight of all words of a path being links to the next, previous or parent page: few sites have such links, too
 * few for the model. These three come from held-out sites, between 1 and 2, and from 2 to 6 (models/train_site). */
#define NEIGHBOUR_ODDS 2.f

/* The scores of a path and those above it, off the container's chain. */
typedef struct path_sums {
    float here, above; /* sums: of this place's paths, of the means of the places above */
    uint32_t n_here, n_above;
} path_sums;

static path_sums path_sum(const trie *t, const place_matrix *m, const path_sums *sums, uint32_t i, float own)
{
    uint32_t parent = t->nodes[i].parent;
    if (parent == TRIE_NONE || m->chain[parent] == AREA_ON_CHAIN)
        return (path_sums){ .here = own, .n_here = 1 };
    path_sums s = sums[parent];
    if (t->nodes[i].sums[SUM_words] < SAME_WORDS * t->nodes[parent].sums[SUM_words]) {
        s.above += s.here / (float)s.n_here;
        s.n_above++;
        s.here = 0;
        s.n_here = 0;
    }
    s.here += own;
    s.n_here++;
    return s;
}

husk_status place_scores(const trie *t, const place_matrix *m, const place_model *model, arena *memory, float **scores)
{
    float *score = arena_array(memory, (size_t)m->stride + 32, sizeof *score);
    path_sums *sums = arena_array(memory, (size_t)t->n + 1, sizeof *sums);
    if (score == NULL || sums == NULL)
        return HUSK_NO_MEMORY;
    husk_status status = forest_score(&model->paths, m->values, m->n, m->stride, NULL, FOREST_BEST, memory, score);
    for (uint32_t i = 0; i < t->n && status == HUSK_OK; i++) {
        const double *s = t->nodes[i].sums;
        sums[i] = path_sum(t, m, sums, i, score[i] - NEIGHBOUR_ODDS * (float)share(s[SUM_neighbours], s[SUM_words]));
        score[i] =
            (sums[i].above + OWN_WEIGHT * sums[i].here / (float)sums[i].n_here) / ((float)sums[i].n_above + OWN_WEIGHT);
    }
    *scores = score;
    return status;
}

/* --- facts -------------------------------------------------------------------------------------------------------- */

/* A logarithm of 10 is 22,000 words. */
#define LOG_STEPS 25.f

static uint8_t share_byte(double value)
{
    return (uint8_t)lrint(255 * (value < 0 ? 0 : value > 1 ? 1 : value));
}

static uint8_t log_byte(float logarithm)
{
    float value = logarithm * LOG_STEPS;
    return (uint8_t)lrintf(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void block_facts(const trie *t, const trie_node *node, uint8_t *facts)
{
    const float *s = node->blocks_here;
    double words = s[BLOCK_SUM_words], p = share(s[BLOCK_SUM_probability], words),
           spread = share(s[BLOCK_SUM_squares], words) - p * p;
    facts[FACT_block_pages] = share_byte(share(s[BLOCK_SUM_pages], t->n_pages));
    facts[FACT_blocks] = log_byte(log1pf((float)share(s[BLOCK_SUM_blocks], s[BLOCK_SUM_pages])));
    facts[FACT_block_words] = log_byte(log1pf((float)share(words, s[BLOCK_SUM_blocks])));
    facts[FACT_block_probability] = share_byte(p);
    facts[FACT_block_spread] = share_byte(spread > 0 ? sqrt(spread) : 0);
    facts[FACT_block_kept] = share_byte(share(s[BLOCK_SUM_kept], words));
    facts[FACT_block_links] = share_byte(share(s[BLOCK_SUM_links], words));
}

bool place_facts(const trie *t, const place_matrix *m, uint32_t i, uint8_t facts[AREA_FACTS])
{
    const trie_node *node = &t->nodes[i];
    const double *s = node->sums;
    if (node->blocks_here[BLOCK_SUM_blocks] == 0 && !(tag_kind(node->tag) & KIND_BLOCK))
        return false;
#define AROUND(name) m->values[(size_t)AROUND_##name * m->stride + i]
    facts[FACT_words] = log_byte(AROUND(words));
    facts[FACT_probability] = share_byte(AROUND(content));
    facts[FACT_kept] = share_byte(share(s[SUM_kept], s[SUM_words]));
    facts[FACT_unsure] = share_byte(share(s[SUM_unsure], s[SUM_words]));
    facts[FACT_links] = share_byte(AROUND(links));
    facts[FACT_shared] = share_byte(AROUND(shared));
    facts[FACT_own] = share_byte(AROUND(own));
    facts[FACT_sentences] = share_byte(AROUND(sentences));
    facts[FACT_instances] = log_byte(AROUND(instances));
    facts[FACT_first] = share_byte(AROUND(first));
    facts[FACT_last] = share_byte(AROUND(last));
    facts[FACT_values] = share_byte(AROUND(values));
    facts[FACT_same] = share_byte(AROUND(same));
    facts[FACT_titles] = share_byte(AROUND(titles));
    facts[FACT_pieces] = share_byte(AROUND(pieces));
    facts[FACT_known_links] = share_byte(AROUND(known_links));
    facts[FACT_neighbours] = share_byte(AROUND(neighbours));
#undef AROUND
    block_facts(t, node, facts);
    return true;
}
