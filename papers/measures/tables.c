/* tables.c - read answer and ground-truth files, and compare the clusters of two such files.
 * Both are sorted by page and merged. Cost: two sorts. Limits: UINT32_MAX lines. */
#include "measures/tables.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/table.h"
#include "base/status.h"

static int by_page(const void *a, const void *b)
{
    return slice_order(((const labelled_page *)a)->page, ((const labelled_page *)b)->page);
}

static husk_status read_line(slice line, const char *name, uint32_t number, labelled_page *out, husk_error *error)
{
    const char *first = memchr(line.data, '\t', line.len), *last = memrchr(line.data, '\t', line.len),
               *end = line.data + line.len;
    if (first == NULL || first == line.data || last + 1 == end)
        return error_set(error, HUSK_BAD_FILE, "%s, line %u: expected a label, a tab and a page", name, number);
    *out = (labelled_page){ { line.data, (size_t)(first - line.data) }, { last + 1, (size_t)(end - last - 1) } };
    return HUSK_OK;
}

static uint32_t count_lines(slice text)
{
    uint32_t n = 1;
    for (size_t i = 0; i < text.len; i++)
        n += text.data[i] == '\n';
    return n;
}

static husk_status find_twice(const labelled_pages *pages, const char *name, husk_error *error)
{
    for (uint32_t i = 1; i < pages->n; i++)
        if (by_page(&pages->lines[i - 1], &pages->lines[i]) == 0)
            return error_set(error, HUSK_BAD_FILE, "%s: %.*s occurs twice", name,
                             (int)(pages->lines[i].page.len < 150 ? pages->lines[i].page.len : 150),
                             pages->lines[i].page.data);
    return HUSK_OK;
}

husk_status labelled_pages_read(slice text, const char *name, labelled_pages *out, husk_error *error)
{
    *out = (labelled_pages){ 0 };
    if (text.len >= UINT32_MAX)
        return error_set(error, HUSK_LIMIT, "%s: too large", name);
    out->lines = malloc(count_lines(text) * sizeof *out->lines);
    husk_status status = out->lines ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
    uint32_t number = 0;
    for (size_t at = 0, end; status == HUSK_OK && at < text.len; at = end + 1) {
        const char *newline = memchr(text.data + at, '\n', text.len - at);
        end = newline ? (size_t)(newline - text.data) : text.len;
        slice line = { text.data + at, end - at };
        line.len -= line.len && line.data[line.len - 1] == '\r';
        number++;
        if (line.len)
            status = read_line(line, name, number, &out->lines[out->n++], error);
    }
    if (status == HUSK_OK && out->n) {
        qsort(out->lines, out->n, sizeof *out->lines, by_page);
        status = find_twice(out, name, error);
    }
    if (status == HUSK_OK && out->n == 0)
        status = error_set(error, HUSK_BAD_FILE, "%s: empty", name);
    if (status != HUSK_OK)
        labelled_pages_free(out);
    return status;
}

void labelled_pages_free(labelled_pages *pages)
{
    free(pages->lines);
    *pages = (labelled_pages){ 0 };
}

slice labelled_pages_find(const labelled_pages *pages, slice page)
{
    labelled_page key = { .page = page };
    const labelled_page *found = pages->n ? bsearch(&key, pages->lines, pages->n, sizeof key, by_page) : NULL;
    return found ? found->label : (slice){ NULL, 0 };
}

/* --- clusters ----------------------------------------------------------------------------------------------------- */

typedef struct paired {
    arena memory;
    intern classes, clusters;
    uint32_t *class_of, *cluster_of;
    uint32_t n, left_out;
    slice stray; /* the first page that is in only one file */
    bool no_memory;
} paired;

static void pair_up(paired *p, slice class_name, slice cluster_name)
{
    p->class_of[p->n] = intern_add(&p->classes, class_name.data, class_name.len);
    p->cluster_of[p->n] = intern_add(&p->clusters, cluster_name.data, cluster_name.len);
    p->no_memory |= p->class_of[p->n] == INTERN_NONE || p->cluster_of[p->n] == INTERN_NONE;
    p->n++;
}

static void leave_out(paired *p, slice page)
{
    if (p->left_out++ == 0)
        p->stray = page;
}

static void merge(paired *p, const labelled_pages *answer, const labelled_pages *truth)
{
    uint32_t i = 0, j = 0;
    while (i < answer->n || j < truth->n) {
        int order = i == answer->n ? 1 : j == truth->n ? -1 : slice_order(answer->lines[i].page, truth->lines[j].page);
        if (order == 0)
            pair_up(p, truth->lines[j++].label, answer->lines[i++].label);
        else
            leave_out(p, order < 0 ? answer->lines[i++].page : truth->lines[j++].page);
    }
}

static husk_status compare(const labelled_pages *answer, const labelled_pages *truth, bool partial,
                           cluster_measures *out, uint32_t *left_out, husk_error *error)
{
    paired p = { .class_of = malloc(((size_t)answer->n + 1) * sizeof *p.class_of),
                 .cluster_of = malloc(((size_t)answer->n + 1) * sizeof *p.cluster_of) };
    arena_init(&p.memory, SIZE_MAX);
    intern_init(&p.classes, &p.memory, UINT32_MAX - 1);
    intern_init(&p.clusters, &p.memory, UINT32_MAX - 1);
    husk_status status = p.class_of && p.cluster_of ? HUSK_OK : HUSK_NO_MEMORY;
    if (status == HUSK_OK)
        merge(&p, answer, truth);
    *left_out = p.left_out;
    int shown = (int)(p.stray.len < 120 ? p.stray.len : 120);
    if (status == HUSK_OK && p.no_memory)
        status = HUSK_NO_MEMORY;
    else if (status == HUSK_OK && p.n == 0)
        status = error_set(error, HUSK_BAD_FILE, "no page is in both files; are the ids the same? One file has %.*s",
                           shown, p.stray.data);
    else if (status == HUSK_OK && p.left_out && !partial)
        status = error_set(error, HUSK_BAD_FILE, "%u pages are in only one of the files, such as %.*s", p.left_out,
                           shown, p.stray.data);
    if (status == HUSK_OK)
        status = measure_clusters(p.class_of, p.cluster_of, p.n, p.classes.n, p.clusters.n, out);
    if (status == HUSK_NO_MEMORY)
        error_set(error, status, "out of memory");
    intern_free(&p.classes);
    intern_free(&p.clusters);
    arena_free(&p.memory);
    free(p.class_of);
    free(p.cluster_of);
    return status;
}

husk_status measure_cluster_files(slice answer, slice truth, bool partial, cluster_measures *out, uint32_t *left_out,
                                  husk_error *error)
{
    labelled_pages a, t;
    *left_out = 0;
    husk_status status = labelled_pages_read(answer, "the answer", &a, error);
    if (status != HUSK_OK)
        return status;
    status = labelled_pages_read(truth, "the truth", &t, error);
    if (status == HUSK_OK)
        status = compare(&a, &t, partial, out, left_out, error);
    labelled_pages_free(&a);
    if (t.lines)
        labelled_pages_free(&t);
    return status;
}
