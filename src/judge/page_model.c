/* page_model.c - from features to a choice.
 * A first pass over each block alone, a second that knows the first pass's answers around it, the rules for
 * probabilities (rules.c), and a threshold per page, from the best expected F1 (model_file.h). Then, from what was
 * chosen, the kind of page, by which the blocks are cut again, and the confidence. */
#include "judge/page_model.h"

#include "judge/rules.h"
#include "judge/site/evidence.h"

/* Main content and the page's own title are not template, at least by these log odds. */
#define OWN_ODDS .5f
/* How often the log odds by which --precision and --recall move the threshold are halved before they are dropped. */
#define AIM_STEPS 4

static float logistic(float x)
{
    return 1 / (1 + expf(-x));
}

/* --- the columns that are read ------------------------------------------------------------------------------------ */

static void want_forest(const forest *f, block_columns *columns)
{
    for (uint32_t c = 0; c < f->n_columns; c++)
        columns->wanted[f->column[c]] = true;
}

/* Those of the forests, and those that are read by name: here, and by judge/site/main_features.c; or all. */
static void want_columns(const page_model *model, bool all, block_columns *columns)
{
    static const uint16_t by_name[] = { FEATURE_sentences,
                                        FEATURE_heading,
                                        FEATURE_in_list,
                                        FEATURE_in_table,
                                        FEATURE_currency,
                                        FEATURE_item_count,
                                        FEATURE_item_words,
                                        FEATURE_questions,
                                        FEATURE_near_groups + CLASS_COMMENT,
                                        FEATURE_near_groups + CLASS_META,
                                        FEATURE_near_groups + CLASS_AUTHOR,
                                        FEATURE_page_groups + PAGE_GROUP_DOCS,
                                        N_BLOCK_FEATURES + CONTEXT_first,
                                        N_BLOCK_FEATURES + CONTEXT_first_level1,
                                        N_BLOCK_FEATURES + CONTEXT_first_wide,
#define NAME(name) FEATURE_##name,
                                        MAIN_PAGE(NAME)
#undef NAME
    };
    memset(columns->wanted, all, sizeof columns->wanted);
    for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++)
        columns->wanted[by_name[i]] = true;
    want_forest(&model->first, columns);
    want_forest(&model->second, columns);
    want_forest(&model->template, columns);
}

/* --- judging ------------------------------------------------------------------------------------------------------ */

static husk_status probabilities(husk_page *page, const page_model *model, bool all_columns, arena *memory,
                                 page_judgement *out)
{
    block_matrix *m = &out->features;
    block_columns columns;
    want_columns(model, all_columns, &columns);
    husk_status status = block_features(page, &model->words, &columns, memory, m);
    float *p = arena_array(memory, (size_t)m->stride + 32, sizeof *p);
    if (status != HUSK_OK || p == NULL)
        return HUSK_NO_MEMORY;
    out->probability = p;
    status = forest_score(&model->first, m->values, m->n, m->stride, block_column_same, FOREST_BEST, memory, p);
    for (uint32_t b = 0; b < m->n; b++)
        p[b] = logistic(p[b]);
    status = status ?: block_context(m, p, memory);
    if (status != HUSK_OK || model->second.n_trees == 0)
        return status;
    status = forest_score(&model->second, m->values, m->n, m->stride, block_column_same, FOREST_BEST, memory, p);
    const float second = model->second_share;
    for (uint32_t b = 0; b < m->n; b++)
        p[b] = second * logistic(p[b]) + (1 - second) * block_value(m, N_BLOCK_FEATURES + CONTEXT_first, b);
    return status;
}

/* The share of the surest words' probability, by what kinds the page may be of: a thread that looks half like an
 * article is not cut as one. */
static float top_share(const page_model *m, const page_judgement *j)
{
    float article = j->article_chance, product = j->product_chance;
    return article * m->article_top + product * m->product_top + (1 - article - product) * m->page_top;
}

/* The cut for pages of a kind; below 0: before the kind is known. */
static float threshold_of(const page_model *m, int kind, const husk_page *page, const page_judgement *j)
{
    float least = m->page_least, factor = m->page_factor, top = top_share(m, j);
    if (kind == KIND_PAGE_article)
        least = m->article_least, factor = m->article_factor;
    else if (kind == KIND_PAGE_product)
        least = m->product_least, factor = m->product_factor;
    top = top > 0 ? top * block_surest(page, j->probability, m->top_words) : 0;
    return fmaxf(fmaxf(least, factor * j->expected), top);
}

static uint64_t words_above(const husk_page *page, const float *p, float threshold)
{
    uint64_t words = 0;
    for (uint32_t b = 0; b < page->n_blocks; b++)
        words += p[b] >= threshold ? page->blocks[b].n_words : 0;
    return words;
}

/* The threshold with --precision or --recall: moved by the model's log odds, but by less where that would drop more
 * than half of the words that are kept without them, or double those. So a page that has text keeps some. */
static float move_threshold(const husk_page *page, const page_model *model, const float *p, float threshold,
                            husk_aim aim)
{
    if (aim == HUSK_AIM_BALANCE)
        return threshold;
    uint64_t plain = words_above(page, p, threshold);
    float odds = aim == HUSK_AIM_PRECISION ? model->precision_odds : -model->recall_odds;
    for (unsigned step = 0; step < AIM_STEPS; step++, odds /= 2) {
        float moved = 1 / (1 + (1 - threshold) / threshold * expf(-odds));
        uint64_t words = words_above(page, p, moved);
        if (2 * words >= plain && words <= 2 * plain)
            return moved;
    }
    return threshold;
}

static void cut(page_judgement *j, uint32_t n, float threshold)
{
    j->threshold = threshold;
    for (uint32_t b = 0; b < n; b++)
        j->keep[b] = j->probability[b] >= threshold;
}

void page_comments(const husk_page *page, const page_judgement *j, bool *comment)
{
    for (uint32_t b = 0; b < page->n_blocks; b++)
        comment[b] = block_value(&j->features, FEATURE_near_groups + CLASS_COMMENT, b) > 0;
}

static husk_status by_rules(rule_stage stage, husk_page *page, const page_model *model, arena *memory,
                            page_judgement *j)
{
    judging at = { .page = page,
                   .memory = memory,
                   .page_model = model,
                   .features = &j->features,
                   .probability = j->probability,
                   .keep = j->keep,
                   .comment = j->comment,
                   .raised = j->raised };
    return rules_apply(stage, &at);
}

static husk_status mark_comments(husk_page *page, const page_model *model, arena *memory, page_judgement *j)
{
    page_comments(page, j, j->comment);
    return by_rules(RULE_COMMENT, page, model, memory, j);
}

/* Sums over the chosen blocks, for the summary. */
typedef struct chosen {
    float words, link_words, blocks, sentences, headings, list_words, table_words, currency, item_words, items,
        questions, comment_words, pre_words;
    float unsure, entropy, gaps, content, differ;
    float first, last;
} chosen;

static void add_block(const husk_page *page, const page_judgement *j, uint32_t b, chosen *c)
{
    const block_matrix *m = &j->features;
    float words = (float)page->blocks[b].n_words, p = j->probability[b];
    c->content += words * p;
    c->unsure += p > .2f && p < .8f ? words : 0;
    c->entropy += words * p * (1 - p);
    c->differ += words * fabsf(p - block_value(m, N_BLOCK_FEATURES + CONTEXT_first, b));
    if (!j->keep[b])
        return;
    if (c->blocks == 0)
        c->first = (float)b;
    c->last = (float)b;
    c->gaps += b == 0 || !j->keep[b - 1];
    c->blocks++;
    c->words += words;
    c->link_words += (float)page->blocks[b].n_link_words;
    c->sentences += block_value(m, FEATURE_sentences, b);
    c->headings += block_value(m, FEATURE_heading, b) > 0;
    c->list_words += block_value(m, FEATURE_in_list, b) > 0 ? words : 0;
    c->table_words += block_value(m, FEATURE_in_table, b) > 0 ? words : 0;
    c->currency += block_value(m, FEATURE_currency, b);
    c->items += block_value(m, FEATURE_item_count, b) > 0 ? words : 0;
    c->item_words += block_value(m, FEATURE_item_words, b) * words;
    c->questions += block_value(m, FEATURE_questions, b);
    c->comment_words += j->comment[b] ? words : 0;
    c->pre_words += page->blocks[b].flags & BLOCK_PRE ? words : 0;
}

static void summarise(const husk_page *page, page_judgement *j)
{
    const block_matrix *m = &j->features;
    chosen c = { 0 };
    float *s = j->summary, words = 0;
    for (uint32_t b = 0; b < m->n; b++) {
        add_block(page, j, b, &c);
        words += (float)page->blocks[b].n_words;
    }
    float some = fmaxf(words, 1), taken = fmaxf(c.words, 1), n = fmaxf((float)m->n, 1);
    s[SUMMARY_blocks] = (float)m->n;
    s[SUMMARY_words] = words;
    s[SUMMARY_links] = m->n ? block_value(m, FEATURE_page_links, 0) : 0;
    s[SUMMARY_best] = j->expected;
    s[SUMMARY_content] = c.content;
    s[SUMMARY_share] = c.content / some;
    s[SUMMARY_chosen] = c.words;
    s[SUMMARY_chosen_blocks] = c.blocks;
    s[SUMMARY_chosen_mean] = c.words / fmaxf(c.blocks, 1);
    s[SUMMARY_chosen_links] = c.link_words / taken;
    s[SUMMARY_chosen_sentences] = c.sentences / fmaxf(c.blocks, 1);
    s[SUMMARY_chosen_headings] = c.headings;
    s[SUMMARY_chosen_lists] = c.list_words / taken;
    s[SUMMARY_chosen_tables] = c.table_words / taken;
    s[SUMMARY_chosen_currency] = c.currency;
    s[SUMMARY_chosen_items] = c.items / taken;
    s[SUMMARY_chosen_item_words] = c.item_words / taken;
    s[SUMMARY_chosen_questions] = c.questions;
    s[SUMMARY_chosen_comments] = c.comment_words / taken;
    s[SUMMARY_chosen_pre] = c.pre_words / taken;
    s[SUMMARY_unsure] = c.unsure / some;
    s[SUMMARY_entropy] = c.entropy / fmaxf(c.content, 1);
    s[SUMMARY_gaps] = c.gaps;
    s[SUMMARY_first_place] = c.first / n;
    s[SUMMARY_last_place] = c.last / n;
    s[SUMMARY_disagree] = c.differ / some;
    if (m->n == 0)
        return;
    for (unsigned i = 0; i < N_PAGE_SHARED; i++)
        s[SUMMARY_shared + i] = block_value(m, FEATURE_page_blocks + i, 0);
    for (unsigned i = 0; i < 5; i++)
        s[SUMMARY_items + i] = block_value(m, FEATURE_page_items + i, 0);
    for (unsigned i = 0; i < 2 * N_PAGE_GROUPS; i++)
        s[SUMMARY_groups + i] = block_value(m, FEATURE_page_groups + i, 0);
}

/* The kind with the highest score, and how likely the page is an article or a product. */
static void find_kind(const page_model *model, page_judgement *j)
{
    float best = -INFINITY, scores[N_PAGE_KINDS], sum = 0;
    forest_row row = { .borders = NULL };
    for (int k = 0; k < N_PAGE_KINDS; k++) {
        scores[k] = model->kinds[k].n_trees ? forest_score_row(&model->kinds[k], j->summary, &row) : -INFINITY;
        if (scores[k] > best) {
            best = scores[k];
            j->kind = k;
        }
    }
    if (best == -INFINITY)
        return;
    for (int k = 0; k < N_PAGE_KINDS; k++)
        sum += expf(scores[k] - best);
    j->article_chance = expf(scores[KIND_PAGE_article] - best) / sum;
    j->product_chance = expf(scores[KIND_PAGE_product] - best) / sum;
}

static void find_confidence(const page_model *model, page_judgement *j)
{
    forest_row row = { .borders = NULL };
    if (model->confidence.n_trees)
        j->confidence = logistic(forest_score_row(&model->confidence, j->summary, &row));
}

static husk_status judge(husk_page *page, const page_model *model, bool all_columns, husk_aim aim, arena *memory,
                         page_judgement *out)
{
    *out = (page_judgement){ .threshold = model->page_factor };
    if (page_blocks(page) != HUSK_OK || probabilities(page, model, all_columns, memory, out) != HUSK_OK)
        return HUSK_NO_MEMORY;
    uint32_t n = page->n_blocks;
    out->keep = arena_array(memory, (size_t)n + 1, sizeof *out->keep);
    out->comment = arena_array(memory, (size_t)n + 1, sizeof *out->comment);
    out->raised = arena_array(memory, (size_t)n + 1, sizeof *out->raised);
    if (out->keep == NULL || out->comment == NULL || out->raised == NULL ||
        by_rules(RULE_PROBABILITY, page, model, memory, out) != HUSK_OK)
        return HUSK_NO_MEMORY;
    out->confidence = out->expected = block_expected_f(page, out->probability);
    float threshold = threshold_of(model, -1, page, out);
    cut(out, n, move_threshold(page, model, out->probability, threshold, aim));
    if (mark_comments(page, model, memory, out) != HUSK_OK)
        return HUSK_NO_MEMORY;
    summarise(page, out);
    find_kind(model, out);
    threshold = threshold_of(model, out->kind, page, out);
    cut(out, n, move_threshold(page, model, out->probability, threshold, aim));
    return mark_comments(page, model, memory, out);
}

husk_status page_judge(husk_page *page, const page_model *model, husk_aim aim, arena *memory, page_judgement *out)
{
    husk_status status = judge(page, model, false, aim, memory, out);
    if (status == HUSK_OK)
        find_confidence(model, out);
    return status;
}

husk_status page_judge_all(husk_page *page, const page_model *model, arena *memory, page_judgement *out)
{
    return judge(page, model, true, HUSK_AIM_BALANCE, memory, out);
}

husk_status page_template(const husk_page *page, const page_model *model, arena *memory, page_judgement *j)
{
    const block_matrix *m = &j->features;
    j->template_odds = arena_array(memory, (size_t)m->stride + 32, sizeof *j->template_odds);
    if (j->template_odds == NULL)
        return HUSK_NO_MEMORY;
    husk_status status = forest_score(&model->template, m->values, m->n, m->stride, block_column_same, FOREST_BEST,
                                      memory, j->template_odds);
    slice title = evidence_title(page);
    for (uint32_t b = 0; b < m->n; b++)
        if (j->keep[b] || evidence_is_title(page, page->blocks[b].first_node, title))
            j->template_odds[b] = fminf(j->template_odds[b], -OWN_ODDS);
    return status;
}

const char *page_kind_name(int kind)
{
    static const char *const names[] = {
#define KIND_TEXT(kind_name) #kind_name,
        PAGE_KINDS(KIND_TEXT)
#undef KIND_TEXT
    };
    return names[kind];
}
