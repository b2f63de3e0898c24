/* fuzz_pagelevel.c - any bytes as a page to judge and report on, or as a model file.
 * The first byte says which; a model file is tried unchanged and with a matching checksum, so that its lines are
 * parsed too. Of 64 pages one becomes a report, which takes most of the time. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "chakrabarti-2007/pagelevel.h"
#include "unit/judge_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_models(const char *bytes, size_t len)
{
    logistic_model model;
    char *summed = malloc(len + 32);
    logistic_read(bytes, len, &model, NULL);
    memcpy(summed, bytes, len);
    int end = snprintf(summed + len, 32, "\nsum %016" PRIx64 "\n", hash_bytes(bytes, len));
    if (logistic_read(summed, len + (size_t)end, &model, NULL) == HUSK_OK) {
        float features[N_NODE_FEATURES] = { 0 };
        float score = logistic_score(&model, 5000, features);
        if (!(score >= 0 && score <= 1))
            abort();
    }
    free(summed);
}

static void check(const husk_page *page, const pagelevel_verdict *v)
{
    for (size_t i = 0; i < (size_t)v->tree.n * N_NODE_FEATURES; i++)
        if (!isfinite(v->features[i]))
            abort();
    for (uint32_t k = 0; k < v->tree.n; k++) {
        if (v->tree.parent[k] > k || v->tree.node[k] >= page->n_nodes)
            abort();
        if (v->smoothed[k] < v->smoothed[v->tree.parent[k]])
            abort();
    }
}

static void try_page(const char *bytes, size_t len)
{
    static husk_page *page; /* kept, as a worker keeps it */
    static isotonic memory;
    static husk_output *out;
    static logistic_model model;
    static unsigned n;
    pagelevel_verdict v;
    husk_raw raw = { .size = sizeof(husk_raw), .id = "fuzz", .bytes = bytes, .len = len };
    if (page == NULL && (husk_page_new(NULL, &page, NULL) || husk_output_new((size_t)1 << 24, &out) ||
                         logistic_read(logistic_built_in.data, logistic_built_in.len, &model, NULL)))
        abort();
    husk_status status = husk_page_parse(page, &raw, NULL);
    if (status && status != HUSK_LIMIT)
        return;
    if (pagelevel_judge(page, &model, NULL, &memory, &v))
        return;
    check(page, &v);
    husk_output_clear(out);
    write_judged(page, NULL, n % 2 ? HUSK_METHOD_PAGELEVEL : HUSK_METHOD_PAGE,
                 n / 2 % 64 == 0 ? WRITE_REPORT : (written_form)(n / 2 % WRITE_REPORT), out, NULL);
    n++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (data[0] == 'm')
        try_models((const char *)data + 1, size - 1);
    else
        try_page((const char *)data + 1, size - 1);
    return 0;
}
