/* rules.c - every rule that corrects what the forests say, in order.
 * The table at the end is the list to read; the short functions before it are its conditions and effects. A number
 * that training chose is a decision of a model (model_file.h); the others have their evidence beside them. Cost: one
 * step per block and rule. */
#include "judge/rules.h"

static bool always(const judging *j)
{
    (void)j;
    return true;
}

/* --- probabilities ------------------------------------------------------------------------------------------------ */

static bool has_second_pass(const judging *j)
{
    return j->page_model->second.n_trees > 0;
}

static husk_status agree_by_markup(judging *j)
{
    return block_pool(j->features, j->page_model->pool_share, j->page_model->pool_words, j->memory, j->probability);
}

/* What code is compared with: blocks on each side, their minimum words, and the cap on a block's weight. */
#define NEAR_CODE 3
#define LEAST_NEAR_WORDS 3
#define MOST_NEAR_WORDS 30

/* The most recent blocks of prose. */
typedef struct passed_prose {
    float probability[NEAR_CODE], words[NEAR_CODE];
    unsigned at;
} passed_prose;

static void pass(passed_prose *prose, uint32_t n_words, float p)
{
    if (n_words < LEAST_NEAR_WORDS)
        return;
    prose->probability[prose->at] = p;
    prose->words[prose->at] = (float)(n_words < MOST_NEAR_WORDS ? n_words : MOST_NEAR_WORDS);
    prose->at = (prose->at + 1) % NEAR_CODE;
}

static float passed_mean(const passed_prose *prose)
{
    float sum = 0, words = 0;
    for (unsigned i = 0; i < NEAR_CODE; i++) {
        sum += prose->probability[i] * prose->words[i];
        words += prose->words[i];
    }
    return words > 0 ? sum / words : 0;
}

static bool is_plain_item(const husk_page *page, uint32_t b)
{
    return page->tag[page->blocks[b].container] == TAG_LI && page->blocks[b].n_link_words == 0;
}

/* Code is at least as likely content as the prose before and after it, and an item of a list without links as the less
 * likely of both: a list inside an article is not left out of it (no source gains or loses .001 by that). */
static husk_status raise_code(judging *j)
{
    const husk_page *page = j->page;
    uint32_t n = page->n_blocks;
    float *before = arena_array(j->memory, (size_t)n + 1, sizeof *before), *p = j->probability;
    if (before == NULL)
        return HUSK_NO_MEMORY;
    passed_prose above = { 0 }, below = { 0 };
    for (uint32_t b = 0; b < n; b++) {
        before[b] = passed_mean(&above);
        if (!(page->blocks[b].flags & BLOCK_PRE) && !is_plain_item(page, b))
            pass(&above, page->blocks[b].n_words, p[b]);
    }
    for (uint32_t b = n; b-- > 0;) {
        bool code = page->blocks[b].flags & BLOCK_PRE, item = !code && is_plain_item(page, b);
        float after = passed_mean(&below), around = code ? (before[b] + after) / 2 : fminf(before[b], after);
        j->raised[b] = code && around > p[b];
        if ((code || item) && around > p[b])
            p[b] = around;
        if (!code && !item)
            pass(&below, page->blocks[b].n_words, p[b]);
    }
    return HUSK_OK;
}

/* --- comments ----------------------------------------------------------------------------------------------------- */

/* If fewer words than this are chosen outside comments, and more inside, the comments are the page's content. */
#define LEAST_WORDS_OUTSIDE 25

static bool is_discussion(const judging *j)
{
    uint64_t inside = 0, outside = 0;
    for (uint32_t b = 0; b < j->page->n_blocks; b++)
        if (j->keep[b])
            *(j->comment[b] ? &inside : &outside) += j->page->blocks[b].n_words;
    return outside < LEAST_WORDS_OUTSIDE && inside > outside;
}

static husk_status count_comments(judging *j)
{
    memset(j->comment, 0, j->page->n_blocks * sizeof *j->comment);
    return HUSK_OK;
}

/* --- with a site -------------------------------------------------------------------------------------------------- */

static bool site_is_wiki(const judging *j)
{
    return j->site->n > 0 && *main_column(j->site, MAIN_wiki) > 0;
}

bool site_is_forum(const judging *j)
{
    return j->site->n > 0 && *main_column(j->site, MAIN_site_forum) >= j->main_model->forum_share;
}

/* The share of the site's learned pages that the page model takes for documentation. */
static float site_documentation(const main_matrix *m)
{
    float share = m->n > 0 ? *main_column(m, MAIN_site_documentation) : 0;
    return share > 0 ? share : 0;
}

static bool is_documentation(const judging *j)
{
    return site_documentation(j->site) > j->main_model->docs_share && j->main_model->docs.n_trees > 0;
}

static husk_status weigh_documentation(judging *j)
{
    j->docs = site_documentation(j->site);
    return HUSK_OK;
}

static husk_status weigh_no_documentation(judging *j)
{
    j->docs = 0;
    return HUSK_OK;
}

static bool has_few_words(const judging *j)
{
    float words = 0, few = j->main_model->few_words;
    for (uint32_t b = 0; j->docs == 0 && b < j->page->n_blocks && words < few; b++)
        words += j->alone->keep[b] ? (float)j->page->blocks[b].n_words : 0;
    return j->docs == 0 && words < few;
}

static husk_status trust_few_words(judging *j)
{
    const main_model *m = j->main_model;
    for (uint32_t b = 0; b < j->site->n; b++) {
        bool shared = main_column(j->site, MAIN_text_pages)[b] >= m->shared_text &&
                      (float)j->page->blocks[b].n_words > m->label_words;
        j->own_odds[b] = shared ? j->own_odds[b] : m->few_odds;
    }
    return HUSK_OK;
}

/* The page model's log odds for the block, and those of its place on all learned pages. What many pages have is no
 * post: "back to top", ranks, the head of a table of posts. */
static husk_status judge_posts(judging *j)
{
    const main_matrix *m = j->site;
    const float *place = main_column(m, MAIN_PLACES + 1 + FACT_block_probability),
                *pages = main_column(m, MAIN_PLACES + 1 + FACT_block_pages), *shared = main_column(m, MAIN_text_pages);
    for (uint32_t b = 0; b < m->n; b++) {
        bool known = main_column(m, MAIN_unknown)[b] == 0 && pages[b] > 0;
        float at = (place[b] + 1) / 257;
        j->probability[b] = main_column(m, MAIN_against)[b] + (known ? log_odds(at) : 0) -
                            (shared[b] >= j->main_model->shared_text ? j->main_model->few_odds : 0);
    }
    j->is_answered = true;
    return HUSK_OK;
}

static husk_status keep_own_headings(judging *j)
{
    const page_block *blocks = j->page->blocks;
    const float *against = main_column(j->site, MAIN_against), *heading = main_column(j->site, MAIN_heading);
    for (uint32_t b = j->page->n_blocks; b-- > 1;)
        if (j->keep[b] && !j->keep[b - 1] && heading[b - 1] > 0 && against[b - 1] >= 0 &&
            blocks[b - 1].n_link_words < blocks[b - 1].n_words)
            j->keep[b - 1] = true;
    return HUSK_OK;
}

/* --- any method --------------------------------------------------------------------------------------------------- */

/* The published methods stay as published. */
static bool by_models(const judging *j)
{
    return !j->outside;
}

/* Are headings parts of the text? On a product's page they belong to boxes: reviews, shipping, similar products. */
static bool has_sections(const judging *j)
{
    return by_models(j) && j->aim != HUSK_AIM_PRECISION && j->probability &&
           !(j->kind && strcmp(j->kind, "product") == 0);
}

#define LEAST_HEADING .3f
/* Of this many blocks before a heading one must be kept: a caption or a byline may be between. */
#define NEAR_HEADING 2u

static bool is_heading(const husk_page *page, const page_block *block)
{
    uint32_t node = page->parent[block->first_node];
    for (int up = 0; up < 4 && node != NODE_NONE; up++, node = page->parent[node])
        if (tag_is_heading(page->tag[node]))
            return block->last_node < page->end[node];
    return false;
}

static husk_status keep_headings_between(judging *j)
{
    const husk_page *page = j->page;
    bool *keep = j->keep;
    uint32_t n = page->n_blocks;
    for (uint32_t b = n < 2 ? 0 : n - 1; b-- > 1;) { /* backwards: a heading may be right before another */
        if (keep[b] || !keep[b + 1] || j->probability[b] < LEAST_HEADING || page->blocks[b].flags & BLOCK_HIDDEN)
            continue;
        bool after = false;
        for (uint32_t k = 1; k <= NEAR_HEADING && k <= b; k++)
            after |= keep[b - k];
        if (after && is_heading(page, &page->blocks[b]))
            keep[b] = true;
    }
    return HUSK_OK;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

/* clang-format off */
const rule judge_rules[] = {
    { RULE_PROBABILITY, "markup", has_second_pass, .apply = agree_by_markup,
      .reason = "Two posts of a forum are both content or neither: blocks of the same markup share a part of their answer." },
    { RULE_PROBABILITY, "code", always, .apply = raise_code,
      .reason = "Code belongs to the text around it. The forests are unsure, since one ground truth in seven that they were "
      "trained on leaves code out; with this, documentation gains .007 of F1 and articles lose nothing." },
    { RULE_COMMENT, "discussion", is_discussion, .apply = count_comments,
      .reason = "If hardly anything but comments is kept, they are the page's content: a discussion, or a misleading name." },
    { RULE_SITE, "documentation", is_documentation, .apply = weigh_documentation,
      .reason = "There, what varies from page to page is main content, and the page model takes lists of functions for "
      "navigation: a forest for documentation corrects the site model's log odds, weighted by this share." },
    { RULE_SITE, "wiki", site_is_wiki, .apply = weigh_no_documentation,
      .reason = "The page model takes a wiki for documentation, but its titles, categories and edit links vary too." },
    { RULE_SITE, "few words", has_few_words, .apply = trust_few_words,
      .reason = "Where the page model keeps few words, each text is a large share of them: the site must be surer to overrule "
      "it, unless many pages have the text." },
    { RULE_SITE, "forum", site_is_forum, .apply = judge_posts,
      .reason = "Posts stand at one place, and so do names, dates and signatures: what the page model makes of that place on "
      "all learned pages counts as much as what it makes of the block, and a text of many pages is none of them. Four "
      "forums are too few to train a forest." },
    { RULE_SITE_KEEP, "own heading", always, .apply = keep_own_headings,
      .reason = "A heading on all pages belongs to the content it heads, if the page model agrees: on held-out sites this "
      "changes nothing, but readers miss such headings." },
    { RULE_KEEP, "table", always, .choose = table_whole_keep,
      .reason = "A cell has too little text to be judged alone, and a reader wants a table whole or not at all." },
    { RULE_KEEP, "heading", has_sections, .apply = keep_headings_between,
      .reason = "A heading is short, so the page model knows less about it than about the text it belongs to: of 567 headings "
      "between kept text of WCXB's pages with .3 to the threshold, 475 were in the ground truth; below .3, 89 of 172." },
    { RULE_KEEP, "post frame", by_models, .choose = post_frame_drop,
      .reason = "A signature or a line with a post's date reads like a sentence of the post, but its markup names it." },
    { RULE_KEEP, "excerpt", by_models, .choose = lead_drop_excerpt,
      .reason = "Software puts a cut excerpt of the text before the text itself." },
    { RULE_KEEP, "standfirst", has_sections, .choose = lead_keep,
      .reason = "It is apart from the text, among byline and share buttons, but news publishers declare it as the page's "
      "description: it was in the ground truth of 23 of 25 of their pages." },
    { .name = NULL }
};
/* clang-format on */

husk_status rules_apply(rule_stage stage, judging *j)
{
    husk_status status = HUSK_OK;
    for (const rule *r = judge_rules; r->name && status == HUSK_OK; r++)
        if (r->stage == stage && !(j->without && strcmp(j->without, r->name) == 0) && r->applies(j)) {
            if (r->choose)
                r->choose(j->page, j->keep);
            else
                status = r->apply(j);
        }
    return status;
}
