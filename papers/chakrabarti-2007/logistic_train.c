/* logistic_train.c - train the four logistic models from labelled nodes, with liblinear.
 * L2-regularised logistic regression in the primal (trust region Newton): no random numbers, so the same rows give
 * the same weights. For each range of areas, every regularisation of a short list is tried on five folds of whole
 * sites; the one with the least log loss on held-out sites trains on all. Cost: 26 trainings per range, on several
 * threads. Limits: MAX_ROWS. The only file that uses liblinear. */
#include <linear.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/system/loaded.h"
#include "base/status.h"
#include "chakrabarti-2007/logistic.h"

#define N_FOLDS 5 /* of sites, held out in turn */
/* 500 bytes per row in liblinear's format: 1 GB. */
#define MAX_ROWS 2000000u

static const double costs[] = { .001, .01, .1, 1, 10 };
#define N_COSTS (sizeof costs / sizeof *costs)

/* One range of areas: its rows in liblinear's format. */
typedef struct range {
    uint32_t n;
    uint32_t *row; /* of logistic_rows */
    struct feature_node **x;
    uint32_t n_template;
} range;

/* The result of one training: on its held-out fold or, for fold N_FOLDS, the weights from all rows. */
typedef struct result {
    double loss;                  /* sum over the held-out rows */
    uint32_t n, hits, said, real; /* held-out rows; template nodes found, predicted, and real */
    double weight[N_NODE_FEATURES], bias;
    bool no_memory;
} result;

typedef struct trainer {
    const logistic_rows *rows;
    range ranges[LOGISTIC_MODELS];
    result results[LOGISTIC_MODELS][N_FOLDS + 1][N_COSTS];
    int first_fold, n_folds;      /* folds to train now */
    size_t best[LOGISTIC_MODELS]; /* index of the cost for the last fold */
    atomic_int next;
} trainer;

/* liblinear is loaded when training starts: nothing else needs it, and it brings BLAS and the C++ runtime. */
#define LINEAR_NAMES(X)       \
    X(train)                  \
    X(free_and_destroy_model) \
    X(set_print_string_function)

static struct {
    LINEAR_NAMES(LOADED_MEMBER)
} linear;
static bool is_loaded;

static void load(void)
{
    static const char *const names[] = { LINEAR_NAMES(LOADED_NAME) };
    is_loaded = loaded_fill(HUSK_SONAME_linear, names, sizeof names / sizeof *names, &linear);
}

static bool linear_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

static void say_nothing(const char *text)
{
    (void)text;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static bool find_bounds(const logistic_rows *rows, float bounds[LOGISTIC_MODELS - 1])
{
    float *sorted = malloc(rows->n * sizeof *sorted);
    if (!sorted)
        return false;
    memcpy(sorted, rows->area, rows->n * sizeof *sorted);
    qsort(sorted, rows->n, sizeof *sorted, ascending);
    for (uint32_t k = 1; k < LOGISTIC_MODELS; k++)
        bounds[k - 1] = roundf(sorted[(uint64_t)rows->n * k / LOGISTIC_MODELS]);
    free(sorted);
    return true;
}

static uint32_t range_of(const float *bounds, float area)
{
    uint32_t k = 0;
    while (k < LOGISTIC_MODELS - 1 && area >= bounds[k])
        k++;
    return k;
}

/* A row's nonzero features, the bias, and the end mark. */
static struct feature_node *sparse_row(const float *features)
{
    int n = 0;
    struct feature_node *x = malloc((N_NODE_FEATURES + 2) * sizeof *x);
    if (!x)
        return NULL;
    for (int i = 0; i < N_NODE_FEATURES; i++)
        if (features[i] != 0)
            x[n++] = (struct feature_node){ i + 1, (double)features[i] };
    x[n++] = (struct feature_node){ N_NODE_FEATURES + 1, 1 };
    x[n] = (struct feature_node){ -1, 0 };
    return x;
}

static bool ranges_fill(trainer *t, const float *bounds)
{
    const logistic_rows *rows = t->rows;
    for (int k = 0; k < LOGISTIC_MODELS; k++) {
        t->ranges[k].row = malloc(rows->n * sizeof *t->ranges[k].row);
        t->ranges[k].x = malloc(rows->n * sizeof *t->ranges[k].x);
        if (!t->ranges[k].row || !t->ranges[k].x)
            return false;
    }
    for (uint32_t i = 0; i < rows->n; i++) {
        range *r = &t->ranges[range_of(bounds, rows->area[i])];
        struct feature_node *x = sparse_row(rows->features + (size_t)i * N_NODE_FEATURES);
        if (!x)
            return false;
        r->row[r->n] = i;
        r->x[r->n++] = x;
        r->n_template += rows->is_template[i];
    }
    return true;
}

static void ranges_free(trainer *t)
{
    for (int k = 0; k < LOGISTIC_MODELS; k++) {
        for (uint32_t i = 0; i < t->ranges[k].n; i++)
            free(t->ranges[k].x[i]);
        free(t->ranges[k].x);
        free(t->ranges[k].row);
    }
}

/* --- one training ------------------------------------------------------------------------------------------------- */

/* Weights from `n` rows; if there is only one class, a bias that predicts it. */
static void fit(struct feature_node **x, double *y, int n, uint32_t n_template, double cost, result *out)
{
    memset(out->weight, 0, sizeof out->weight);
    out->bias = log((n_template + .5) / (n - n_template + .5));
    if (!n_template || n_template == (uint32_t)n)
        return;
    struct problem problem = { .l = n, .n = N_NODE_FEATURES + 1, .y = y, .x = x, .bias = 1 };
    struct parameter parameter = { .solver_type = L2R_LR, .eps = .01, .C = cost };
    struct model *model = linear.train(&problem, &parameter);
    double sign = model->label[0] == 1 ? 1 : -1; /* liblinear takes the first class it sees as positive */
    for (int i = 0; i < N_NODE_FEATURES; i++)
        out->weight[i] = sign * model->w[i];
    out->bias = sign * model->w[N_NODE_FEATURES];
    linear.free_and_destroy_model(&model);
}

static void judge_row(const struct feature_node *x, bool is_template, result *out)
{
    double sum = 0;
    for (; x->index > 0; x++)
        sum += x->value * (x->index <= N_NODE_FEATURES ? out->weight[x->index - 1] : out->bias);
    double towards = is_template ? sum : -sum;
    out->loss += towards > 0 ? log1p(exp(-towards)) : -towards + log1p(exp(towards));
    out->hits += is_template && sum > 0;
    out->said += sum > 0;
    out->real += is_template;
    out->n++;
}

/* Fold N_FOLDS holds nothing out. */
static void train_fold(const trainer *t, int k, int fold, size_t cost, result *out)
{
    const range *r = &t->ranges[k];
    struct feature_node **x = malloc((r->n + 1) * sizeof *x);
    double *y = malloc((r->n + 1) * sizeof *y);
    uint32_t n = 0, n_template = 0;
    out->no_memory = !x || !y;
    for (uint32_t i = 0; !out->no_memory && i < r->n; i++) {
        if ((int)(t->rows->site[r->row[i]] % N_FOLDS) == fold)
            continue;
        x[n] = r->x[i];
        y[n++] = t->rows->is_template[r->row[i]] ? 1 : 0;
        n_template += t->rows->is_template[r->row[i]];
    }
    if (!out->no_memory) {
        fit(x, y, (int)n, n_template, costs[cost], out);
        for (uint32_t i = 0; i < r->n; i++)
            if ((int)(t->rows->site[r->row[i]] % N_FOLDS) == fold)
                judge_row(r->x[i], t->rows->is_template[r->row[i]], out);
    }
    free(x);
    free(y);
}

/* --- all of them, on threads -------------------------------------------------------------------------------------- */

static void *work(void *context)
{
    trainer *t = context;
    bool last = t->first_fold == N_FOLDS;
    int n_costs = last ? 1 : (int)N_COSTS, n = LOGISTIC_MODELS * t->n_folds * n_costs;
    for (int job; (job = atomic_fetch_add(&t->next, 1)) < n;) {
        int k = job % LOGISTIC_MODELS, fold = t->first_fold + job / LOGISTIC_MODELS % t->n_folds;
        size_t cost = last ? t->best[k] : (size_t)(job / LOGISTIC_MODELS / t->n_folds);
        train_fold(t, k, fold, cost, &t->results[k][fold][cost]);
    }
    return NULL;
}

static void run(trainer *t, int first_fold, int n_folds, unsigned jobs)
{
    pthread_t threads[HUSK_MAX_JOBS];
    unsigned n = 0;
    t->first_fold = first_fold;
    t->n_folds = n_folds;
    atomic_store(&t->next, 0);
    while (n + 1 < jobs && n < HUSK_MAX_JOBS && pthread_create(&threads[n], NULL, work, t) == 0)
        n++;
    work(t);
    while (n)
        pthread_join(threads[--n], NULL);
}

/* The cost with the least loss on held-out sites; on a tie the smaller, which is smoother. */
static void choose_cost(trainer *t, int k, logistic_part *part)
{
    double least = INFINITY;
    for (size_t cost = 0; cost < N_COSTS; cost++) {
        result sum = { 0 };
        for (int fold = 0; fold < N_FOLDS; fold++) {
            const result *r = &t->results[k][fold][cost];
            sum.loss += r->loss;
            sum.n += r->n, sum.hits += r->hits, sum.said += r->said, sum.real += r->real;
        }
        if (!sum.n || sum.loss >= least)
            continue;
        least = sum.loss;
        t->best[k] = cost;
        part->c = (float)costs[cost];
        part->held_out_loss = (float)(sum.loss / sum.n);
        part->held_out_f = sum.said + sum.real ? 2.f * (float)sum.hits / (float)(sum.said + sum.real) : 0;
    }
}

static husk_status check_rows(const logistic_rows *rows, husk_error *error)
{
    uint32_t n_template = 0;
    for (uint32_t i = 0; i < rows->n; i++)
        n_template += rows->is_template[i];
    if (rows->n > MAX_ROWS)
        return error_set(error, HUSK_LIMIT, "%u labelled nodes are more than %u", rows->n, MAX_ROWS);
    if (rows->n_sites < 2)
        return error_set(error, HUSK_BAD_ARGUMENT,
                         "training needs at least two sites, since sites are held out whole; there %s %u",
                         rows->n_sites == 1 ? "is" : "are", rows->n_sites);
    if (!n_template || n_template == rows->n)
        return error_set(error, HUSK_BAD_ARGUMENT, "training needs template and content; all %u labelled nodes are %s",
                         rows->n, n_template ? "template" : "content");
    return HUSK_OK;
}

husk_status logistic_train(const logistic_rows *rows, unsigned jobs, logistic_model *model, husk_error *error)
{
    husk_status status = check_rows(rows, error);
    if (status)
        return status;
    if (!linear_load())
        return error_set(error, HUSK_IO, "can't load " HUSK_SONAME_linear ": install liblinear (Debian: liblinear4)");
    linear.set_print_string_function(say_nothing);
    trainer *t = calloc(1, sizeof *t);
    if (!t)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for training");
    t->rows = rows;
    status = find_bounds(rows, model->area) && ranges_fill(t, model->area) ? HUSK_OK : HUSK_NO_MEMORY;
    if (!status) {
        run(t, 0, N_FOLDS, jobs);
        for (int k = 0; k < LOGISTIC_MODELS; k++)
            choose_cost(t, k, &model->part[k]);
        run(t, N_FOLDS, 1, jobs);
    }
    for (int k = 0; !status && k < LOGISTIC_MODELS; k++) {
        const result *r = &t->results[k][N_FOLDS][t->best[k]];
        logistic_part *part = &model->part[k];
        for (int i = 0; i < N_NODE_FEATURES; i++)
            part->weight[i] = (float)r->weight[i];
        part->bias = (float)r->bias;
        part->n_nodes = t->ranges[k].n;
        part->n_template = t->ranges[k].n_template;
        status = r->no_memory ? HUSK_NO_MEMORY : HUSK_OK;
    }
    ranges_free(t);
    free(t);
    return status ? error_set(error, status, "out of memory for training") : HUSK_OK;
}
