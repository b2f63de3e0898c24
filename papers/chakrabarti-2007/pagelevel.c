/* pagelevel.c - PageLevel on one page: boxes, features, scores, smoothing, segments.
 * Each step is a pass over the scored nodes; the penalty of a piece is the page's area over the node's, so that small
 * nodes rarely stand alone. Cost: about a parse. Limits: those of the page. Paper: Chakrabarti, Kumar and Punera
 * 2007, section 5. */
#include "chakrabarti-2007/pagelevel.h"

#include <math.h>

static void mean_of(const float *rows, uint32_t n, float *mean)
{
    memset(mean, 0, N_NODE_FEATURES * sizeof *mean);
    for (uint32_t k = 0; k < n; k++)
        for (int i = 0; i < N_NODE_FEATURES; i++)
            mean[i] += rows[(size_t)k * N_NODE_FEATURES + i];
    for (int i = 0; n && i < N_NODE_FEATURES; i++)
        mean[i] /= (float)n;
}

float pagelevel_penalty_of(const husk_page *page, const pagelevel_verdict *v, pagelevel_penalty by, uint32_t k)
{
    const node_tree *tree = &v->tree;
    uint32_t node = tree->node[k], root = tree->node[0];
    if (by == PENALTY_NODES)
        return (float)(page->end[root] - root) / (float)(page->end[node] - node);
    float around = by == PENALTY_PARENT ? tree->area[tree->parent[k]] : v->boxes.width * v->boxes.height;
    return tree->area[k] > 0 ? around / tree->area[k] : INFINITY;
}

/* Penalties in levels: 255 is a score of 1. */
static husk_status smooth(husk_page *page, const logistic_model *model, const pagelevel_options *o, isotonic *memory,
                          pagelevel_verdict *v)
{
    const node_tree *tree = &v->tree;
    float *penalty = arena_array(&page->scratch, tree->n, sizeof *penalty);
    if (!penalty)
        return HUSK_NO_MEMORY;
    for (uint32_t k = 0; k < tree->n; k++)
        penalty[k] = 255 * o->penalty_factor * model->penalty * pagelevel_penalty_of(page, v, o->penalty, k);
    isotonic_tree t = { tree->n, tree->parent, v->score, tree->weight, penalty };
    return isotonic_smooth(memory, &t, v->smoothed, NULL);
}

static void find_segments(pagelevel_verdict *v, bool each)
{
    v->n_segments = 0;
    for (uint32_t k = 0; k < v->tree.n; k++) {
        uint32_t parent = v->tree.parent[k];
        bool begins = !k || each || v->smoothed[k] != v->smoothed[parent];
        v->segment[k] = begins ? k : v->segment[parent];
        v->n_segments += begins;
    }
}

husk_status pagelevel_judge(husk_page *page, const logistic_model *model, const pagelevel_options *options,
                            isotonic *memory, pagelevel_verdict *v)
{
    pagelevel_options defaults = { .penalty_factor = 1 };
    options = options ? options : &defaults;
    memset(v, 0, sizeof *v);
    husk_status status = page_layout(page, NULL, &v->boxes);
    if (!status)
        status = node_tree_make(page, &v->boxes, model->least_area, &v->tree);
    if (!status)
        status = node_features_make(page, &v->boxes, &v->tree, model->without_stop_words, &v->features);
    uint32_t n = v->tree.n;
    v->score = status ? NULL : arena_array(&page->scratch, n, 1);
    v->smoothed = status ? NULL : arena_array(&page->scratch, n, 1);
    v->segment = status ? NULL : arena_array(&page->scratch, n, sizeof *v->segment);
    if (status || !v->score || !v->smoothed || !v->segment)
        return status ? status : HUSK_NO_MEMORY;
    for (uint32_t k = 0; k < n; k++)
        v->score[k] =
            (uint8_t)lrintf(255 * logistic_score(model, v->tree.area[k], v->features + (size_t)k * N_NODE_FEATURES));
    mean_of(v->features, n, v->usual);
    if (options->no_smoothing)
        memcpy(v->smoothed, v->score, n);
    else
        status = smooth(page, model, options, memory, v);
    find_segments(v, options->no_smoothing);
    return status;
}

bool pagelevel_is_template(const pagelevel_verdict *v, const logistic_model *model, uint32_t node)
{
    uint32_t k = v->tree.keeper[node];
    return k != NODE_NONE && (float)v->smoothed[k] >= 255 * model->threshold;
}
