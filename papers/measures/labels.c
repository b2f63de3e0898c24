/* labels.c - score words labelled template or content against ground truth.
 * Precision and recall as used by Chakrabarti, Kumar and Punera 2007 (section 6.1), over words labelled template. If
 * both files have a page's words in the same order, they are compared word by word, otherwise as bags of words. Cost:
 * a sort by page, and one by word for pages compared as bags. Limits: HUSK_MAX_MEASURED_WORDS per file,
 * HUSK_MAX_LINE_BYTES per line. */
#include "measures/labels.h"

#include <stdlib.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/arrays.h"
#include "base/buffer.h"
#include "base/hash.h"
#include "base/table.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/text.h"

/* --- precision and recall ----------------------------------------------------------------------------------------- */

static double share(uint64_t both, uint64_t of, uint64_t others)
{
    return of ? (double)both / (double)of : others == 0;
}

double agreement_precision(agreement a)
{
    return share(a.both, a.answer, a.truth);
}

double agreement_recall(agreement a)
{
    return share(a.both, a.truth, a.answer);
}

double agreement_f(agreement a)
{
    return share(2 * a.both, a.answer + a.truth, 0);
}

agreement measure_bags(uint64_t *answer, size_t n_answer, uint64_t *truth, size_t n_truth)
{
    agreement a = { n_answer, n_truth, 0 };
    if (n_answer)
        qsort(answer, n_answer, sizeof *answer, by_u64);
    if (n_truth)
        qsort(truth, n_truth, sizeof *truth, by_u64);
    for (size_t i = 0, j = 0; i < n_answer && j < n_truth;) {
        a.both += answer[i] == truth[j];
        bool next_answer = answer[i] <= truth[j], next_truth = truth[j] <= answer[i];
        i += next_answer;
        j += next_truth;
    }
    return a;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef struct labelled_word {
    uint64_t hash;
    uint32_t page;
    uint32_t is_template;
} labelled_word;

/* One file: words in file order, then sorted by page. */
typedef struct label_file {
    buffer words;     /* labelled_word */
    uint32_t *starts; /* by page: index of its first word, n_pages + 1 */
    bool *named;      /* by page: is it in the file? */
    uint32_t named_room;
} label_file;

static labelled_word *words_of(const label_file *f)
{
    return (labelled_word *)(void *)f->words.data;
}

static slice member(yyjson_val *object, const char *key)
{
    yyjson_val *v = yyjson_obj_get(object, key);
    return yyjson_is_str(v) ? (slice){ yyjson_get_str(v), yyjson_get_len(v) } : (slice){ NULL, 0 };
}

static bool name_page(label_file *f, uint32_t page)
{
    if (page == INTERN_NONE)
        return false;
    if (page >= f->named_room) {
        uint32_t room = page * 2 + 64;
        bool *named = realloc(f->named, room);
        if (named == NULL)
            return false;
        memset(named + f->named_room, 0, room - f->named_room);
        f->named = named;
        f->named_room = room;
    }
    f->named[page] = true;
    return true;
}

static husk_status read_object(label_file *f, yyjson_val *object, intern *pages, const char *name, uint64_t line,
                               husk_error *error)
{
    slice id = member(object, "id"), page = id.data ? id : member(object, "page"), text = member(object, "text"),
          label = member(object, "label");
    bool is_template = slice_is(label, "template");
    if (page.data == NULL || text.data == NULL ||
        !(is_template || slice_is(label, "main") || slice_is(label, "own") || slice_is(label, "content")))
        return error_set(error, HUSK_BAD_FILE,
                         "%s, line %llu: a line has \"id\" (or \"page\"), \"text\", and \"label\", which is "
                         "\"content\" or \"template\"",
                         name, (unsigned long long)line);
    uint32_t number = intern_add(pages, page.data, page.len);
    if (!name_page(f, number))
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    text_word w;
    for (size_t at = 0; text_word_next(text, &at, &w);) {
        labelled_word one = { hash_bytes(w.data, w.len), number, is_template };
        buffer_append(&f->words, (const char *)&one, sizeof one);
    }
    return f->words.status == HUSK_OK ? HUSK_OK
                                      : error_set(error, f->words.status, "%s: too many words to compare", name);
}

static husk_status read_line(label_file *f, slice line, intern *pages, const char *name, uint64_t number,
                             husk_error *error)
{
    yyjson_read_err why = { 0 };
    if (line.len > HUSK_MAX_LINE_BYTES)
        return error_set(error, HUSK_LIMIT, "%s, line %llu: too long", name, (unsigned long long)number);
    yyjson_doc *doc = yyjson_read_opts((char *)line.data, line.len, 0, NULL, &why);
    husk_status status = doc ? read_object(f, yyjson_doc_get_root(doc), pages, name, number, error)
                             : error_set(error, HUSK_BAD_FILE, "%s, line %llu: invalid JSON: %s", name,
                                         (unsigned long long)number, why.msg);
    yyjson_doc_free(doc);
    return status;
}

static husk_status read_lines(label_file *f, slice text, intern *pages, const char *name, husk_error *error)
{
    husk_status status = HUSK_OK;
    uint64_t number = 0;
    buffer_init(&f->words, HUSK_MAX_MEASURED_WORDS * sizeof(labelled_word));
    for (size_t at = 0, end; status == HUSK_OK && at < text.len; at = end + 1) {
        const char *newline = memchr(text.data + at, '\n', text.len - at);
        end = newline ? (size_t)(newline - text.data) : text.len;
        slice line = slice_trim((slice){ text.data + at, end - at });
        number++;
        if (line.len)
            status = read_line(f, line, pages, name, number, error);
    }
    if (status == HUSK_OK && f->named == NULL)
        status = error_set(error, HUSK_BAD_FILE, "%s: empty", name);
    return status;
}

/* Sort the words by page, keeping their order within a page. */
static bool sort_by_page(label_file *f, uint32_t n_pages)
{
    size_t n = f->words.len / sizeof(labelled_word);
    labelled_word *from = words_of(f), *sorted = malloc((n + 1) * sizeof *sorted);
    uint32_t *next = calloc((size_t)n_pages + 1, sizeof *next);
    f->starts = calloc((size_t)n_pages + 1, sizeof *f->starts);
    bool ok = sorted && next && f->starts && name_page(f, n_pages);
    for (size_t i = 0; ok && i < n; i++)
        f->starts[from[i].page + 1]++;
    for (uint32_t p = 0; ok && p < n_pages; p++) {
        f->starts[p + 1] += f->starts[p];
        next[p] = f->starts[p];
    }
    for (size_t i = 0; ok && i < n; i++)
        sorted[next[from[i].page]++] = from[i];
    if (ok && n)
        memcpy(from, sorted, n * sizeof *sorted);
    free(sorted);
    free(next);
    return ok;
}

static void label_file_free(label_file *f)
{
    buffer_free(&f->words);
    free(f->starts);
    free(f->named);
}

/* --- comparing ---------------------------------------------------------------------------------------------------- */

static void agreement_add(agreement *sum, agreement a)
{
    sum->answer += a.answer;
    sum->truth += a.truth;
    sum->both += a.both;
}

static bool same_words(const labelled_word *a, size_t n, const labelled_word *b, size_t m)
{
    bool same = n == m;
    for (size_t i = 0; same && i < n; i++)
        same = a[i].hash == b[i].hash;
    return same;
}

static agreement by_place(const labelled_word *a, const labelled_word *b, size_t n, bool is_template)
{
    agreement sum = { 0 };
    for (size_t i = 0; i < n; i++) {
        sum.answer += a[i].is_template == is_template;
        sum.truth += b[i].is_template == is_template;
        sum.both += a[i].is_template == is_template && b[i].is_template == is_template;
    }
    return sum;
}

static size_t gather(const labelled_word *words, size_t n, bool is_template, uint64_t *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (words[i].is_template == is_template)
            out[kept++] = words[i].hash;
    return kept;
}

static bool by_bag(const labelled_word *a, size_t n, const labelled_word *b, size_t m, bool is_template, agreement *out)
{
    uint64_t *answer = malloc((n + 1) * sizeof *answer), *truth = malloc((m + 1) * sizeof *truth);
    bool ok = answer && truth;
    if (ok) {
        size_t n_answer = gather(a, n, is_template, answer), n_truth = gather(b, m, is_template, truth);
        *out = measure_bags(answer, n_answer, truth, n_truth);
    }
    free(answer);
    free(truth);
    return ok;
}

static bool compare_page(const label_file *answer, const label_file *truth, uint32_t page, label_measures *out)
{
    const labelled_word *a = words_of(answer) + answer->starts[page], *b = words_of(truth) + truth->starts[page];
    size_t n = answer->starts[page + 1] - answer->starts[page], m = truth->starts[page + 1] - truth->starts[page];
    agreement template = { 0 }, content = { 0 };
    if (same_words(a, n, b, m)) {
        out->n_in_order++;
        template = by_place(a, b, n, true);
        content = by_place(a, b, n, false);
    } else if (!by_bag(a, n, b, m, true, &template) || !by_bag(a, n, b, m, false, &content))
        return false;
    agreement_add(&out->template, template);
    agreement_add(&out->content, content);
    out->page_f += template.answer + template.truth ? agreement_f(template) : 1;
    out->n_pages++;
    return true;
}

static husk_status compare(const label_file *answer, const label_file *truth, const intern *pages, bool partial,
                           label_measures *out, husk_error *error)
{
    uint32_t stray = 0;
    bool ok = true;
    for (uint32_t p = 0; ok && p < pages->n; p++) {
        bool both = p < answer->named_room && answer->named[p] && p < truth->named_room && truth->named[p];
        if (both)
            ok = compare_page(answer, truth, p, out);
        else if (out->left_out++ == 0)
            stray = p;
    }
    const intern_entry *e = &pages->entries[stray];
    int shown = (int)(e->len < 120 ? e->len : 120);
    if (!ok)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (out->n_pages == 0)
        return error_set(error, HUSK_BAD_FILE, "no page is in both files; are the ids the same? One file has %.*s",
                         shown, e->data);
    if (out->left_out && !partial)
        return error_set(error, HUSK_BAD_FILE, "%u pages are in only one of the files, such as %.*s", out->left_out,
                         shown, e->data);
    out->page_f /= out->n_pages;
    return HUSK_OK;
}

husk_status measure_label_files(slice answer, slice truth, bool partial, label_measures *out, husk_error *error)
{
    label_file a = { 0 }, t = { 0 };
    arena memory;
    intern pages;
    *out = (label_measures){ 0 };
    arena_init(&memory, SIZE_MAX);
    intern_init(&pages, &memory, UINT32_MAX - 1);
    husk_status status = read_lines(&a, answer, &pages, "the answer", error);
    if (status == HUSK_OK)
        status = read_lines(&t, truth, &pages, "the truth", error);
    if (status == HUSK_OK && !(sort_by_page(&a, pages.n) && sort_by_page(&t, pages.n)))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK)
        status = compare(&a, &t, &pages, partial, out, error);
    label_file_free(&a);
    label_file_free(&t);
    intern_free(&pages);
    arena_free(&memory);
    return status;
}
