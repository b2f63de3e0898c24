/* arrow.c - extract a column of pages to columns of results, by the Arrow C data interface.
 * Input is not copied: pages are read from Arrow's memory. The structs below are the interface's ABI
 * (https://arrow.apache.org/docs/format/CDataInterface.html); no Arrow library is needed for them.
 * Cost: that of extraction. Limits: those of an int64 offset. */
#include "binding.h"

#include <stdlib.h>

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

enum { ARROW_NULLABLE = 2 };

/* --- in: strings or bytes ----------------------------------------------------------------------------------------- */

typedef struct column_view {
    const struct ArrowArray *array;
    bool wide;    /* 64-bit offsets */
    bool is_text; /* UTF-8 */
} column_view;

/* Schema and array from two capsules; None means no column. False: an exception is set. */
static bool capsules_read(PyObject *pair[2], const struct ArrowSchema **s, const struct ArrowArray **a)
{
    if (pair[0] == Py_None)
        return true;
    *s = PyCapsule_GetPointer(pair[0], "arrow_schema");
    *a = *s ? PyCapsule_GetPointer(pair[1], "arrow_array") : NULL;
    return *a != NULL;
}

static int64_t offset_at(const column_view *v, int64_t i)
{
    return v->wide ? ((const int64_t *)v->array->buffers[1])[i] : ((const int32_t *)v->array->buffers[1])[i];
}

/* Offsets that fall would make rows of negative length. That the last one is inside its buffer is for the caller to
 * check, who knows the buffer's size. */
static bool offsets_grow(const column_view *v, const char *name)
{
    const struct ArrowArray *a = v->array;
    if (a->length < 0 || a->offset < 0 || a->n_buffers != 3 || (a->length > 0 && a->buffers[1] == NULL)) {
        PyErr_Format(PyExc_ValueError, "the column of %s is damaged", name);
        return false;
    }
    for (int64_t i = a->offset; i < a->offset + a->length; i++)
        if (offset_at(v, i) < 0 || offset_at(v, i + 1) < offset_at(v, i)) {
            PyErr_Format(PyExc_ValueError, "the column of %s is damaged: its offsets fall", name);
            return false;
        }
    return true;
}

static bool view_of(PyObject *pair[2], const char *name, column_view *out)
{
    const struct ArrowSchema *s = NULL;
    const struct ArrowArray *a = NULL;
    *out = (column_view){ 0 };
    if (!capsules_read(pair, &s, &a) || a == NULL)
        return !PyErr_Occurred();
    char format = s->format && s->format[0] && !s->format[1] ? s->format[0] : 0;
    if (format != 'u' && format != 'U' && format != 'z' && format != 'Z') {
        PyErr_Format(PyExc_TypeError, "the column of %s must hold strings or bytes, not Arrow's format '%s'", name,
                     s->format ? s->format : "");
        return false;
    }
    *out = (column_view){ a, format == 'U' || format == 'Z', format == 'u' || format == 'U' };
    return offsets_grow(out, name);
}

/* A column of booleans. */
static bool bits_of(PyObject *pair[2], const char *name, const struct ArrowArray **out)
{
    const struct ArrowSchema *s = NULL;
    *out = NULL;
    if (!capsules_read(pair, &s, out))
        return false;
    if (*out == NULL || (s->format && strcmp(s->format, "b") == 0))
        return true;
    PyErr_Format(PyExc_TypeError, "the column of %s must hold booleans", name);
    return false;
}

static bool bit_row(const struct ArrowArray *a, int64_t i)
{
    const uint8_t *valid = a ? a->buffers[0] : NULL, *bits = a ? a->buffers[1] : NULL;
    i += a ? a->offset : 0;
    return bits && (!valid || (valid[i / 8] >> (i % 8) & 1)) && (bits[i / 8] >> (i % 8) & 1);
}

/* Row i; false: null. */
static bool view_row(const column_view *v, int64_t i, husk_string *out)
{
    if (v->array == NULL)
        return false;
    i += v->array->offset;
    const uint8_t *valid = v->array->buffers[0];
    if (valid && !(valid[i / 8] >> (i % 8) & 1))
        return false;
    int64_t from = offset_at(v, i), to = offset_at(v, i + 1);
    const char *data = v->array->buffers[2];
    *out = (husk_string){ data ? data + from : "", (size_t)(to - from) };
    return true;
}

/* --- out: columns that grow --------------------------------------------------------------------------------------- */

enum { TEXT, TITLE, AUTHOR, DATE, LANGUAGE, SITENAME, KIND, STATUS, REASON, N_STRINGS };
static const char *const names[] = { "text",     "title", "author", "date",   "language",
                                     "sitename", "kind",  "status", "reason", "confidence" };

typedef struct strings {
    int64_t *offsets;
    uint8_t *valid;
    char *data;
    size_t len, room;
    int64_t n_null;
} strings;

typedef struct results {
    strings columns[N_STRINGS];
    float *confidence;
    uint8_t *confidence_valid;
    int64_t n, n_unknown;
} results;

static bool results_new(results *r, int64_t n)
{
    size_t bits = (size_t)n / 8 + 1;
    bool ok = true;
    *r = (results){ 0 };
    for (int c = 0; c < N_STRINGS; c++) {
        r->columns[c].offsets = calloc((size_t)n + 1, sizeof(int64_t));
        r->columns[c].valid = calloc(bits, 1);
        ok = ok && r->columns[c].offsets && r->columns[c].valid;
    }
    r->confidence = calloc((size_t)n + 1, sizeof(float));
    r->confidence_valid = calloc(bits, 1);
    return ok && r->confidence && r->confidence_valid;
}

static void results_free(results *r)
{
    for (int c = 0; c < N_STRINGS; c++) {
        free(r->columns[c].offsets);
        free(r->columns[c].valid);
        free(r->columns[c].data);
    }
    free(r->confidence);
    free(r->confidence_valid);
}

/* Append row i of a column; `known` false: null. */
static bool strings_put(strings *s, int64_t i, husk_string value, bool known)
{
    if (known && s->len + value.len > s->room) {
        size_t room = (s->len + value.len) * 2 + 64;
        char *data = realloc(s->data, room);
        if (data == NULL)
            return false;
        s->data = data;
        s->room = room;
    }
    if (known && value.len)
        memcpy(s->data + s->len, value.data, value.len);
    s->len += known ? value.len : 0;
    s->offsets[i + 1] = (int64_t)s->len;
    if (known)
        s->valid[i / 8] |= (uint8_t)(1u << (i % 8));
    s->n_null += !known;
    return true;
}

static husk_string string_of(const char *c_string)
{
    return (husk_string){ c_string ? c_string : "", c_string ? strlen(c_string) : 0 };
}

/* --- the rows ----------------------------------------------------------------------------------------------------- */

/* A value of the row, NUL-terminated. */
typedef struct c_string {
    char *room;
    size_t len;
} c_string;

typedef struct batch {
    column_view html, url, charset;
    const struct ArrowArray *is_text;
    husk_site *site;
    husk_judge_options judge;
    husk_extract_options extract;
    worker *w;
    results out;
    c_string url_room, charset_room;
} batch;

/* Row i of a column of strings as a C string; NULL: null or empty. */
static const char *row_string(const column_view *column, int64_t i, c_string *out)
{
    husk_string value;
    if (!view_row(column, i, &value) || value.len == 0)
        return NULL;
    if (value.len + 1 > out->len) {
        char *room = realloc(out->room, value.len + 1);
        if (room == NULL)
            return NULL;
        *out = (c_string){ room, value.len + 1 };
    }
    memcpy(out->room, value.data, value.len);
    out->room[value.len] = 0;
    return out->room;
}

static bool put_failure(batch *b, int64_t i, const char *reason)
{
    husk_string none = { "", 0 };
    bool ok = true;
    for (int c = 0; c < N_STRINGS; c++)
        ok = ok && (c == STATUS   ? strings_put(&b->out.columns[c], i, string_of("failed"), true)
                    : c == REASON ? strings_put(&b->out.columns[c], i, string_of(reason), true)
                                  : strings_put(&b->out.columns[c], i, none, false));
    b->out.n_unknown++;
    return ok;
}

/* As in the program's records: an obstacle is why a page that was read does not contain its content. */
static const char *status_word(const husk_judgement *p, const char *reason)
{
    return reason[0] ? "cut" : p->obstacle ? husk_obstacle_word(p->obstacle) : "ok";
}

static const char *obstacle_text(const husk_judgement *p)
{
    return p->obstacle ? husk_obstacle_text(p->obstacle) : "";
}

static bool put_page(batch *b, int64_t i, const husk_verdict *verdict)
{
    const husk_judgement *p = husk_verdict_judgement(verdict);
    const husk_metadata *m = husk_page_metadata(b->w->page, b->extract.now);
    if (m == NULL)
        return false;
    size_t len;
    const char *data = husk_output_data(b->w->output, &len);
    while (len && data[len - 1] == '\n')
        len--;
    const char *reason = husk_page_reason(b->w->page);
    husk_string row[N_STRINGS] = { [TEXT] = { data, len },
                                   [TITLE] = m->title,
                                   [AUTHOR] = m->author,
                                   [DATE] = m->date,
                                   [LANGUAGE] = m->language,
                                   [SITENAME] = m->sitename,
                                   [KIND] = string_of(p->kind),
                                   [STATUS] = string_of(status_word(p, reason)),
                                   [REASON] = string_of(reason[0] ? reason : obstacle_text(p)) };
    for (int c = 0; c < N_STRINGS; c++)
        if (!strings_put(&b->out.columns[c], i, row[c], c == TEXT || c == STATUS || row[c].len > 0))
            return false;
    if (p->confidence >= 0) {
        b->out.confidence[i] = p->confidence;
        b->out.confidence_valid[i / 8] |= (uint8_t)(1u << (i % 8));
    } else {
        b->out.n_unknown++;
    }
    return true;
}

/* One row. A page that fails becomes a row with its status. False: out of memory. */
static bool batch_row(batch *b, int64_t i)
{
    husk_string html;
    husk_error error = { 0 };
    husk_verdict *verdict = NULL;
    if (!view_row(&b->html, i, &html))
        return put_failure(b, i, "no page: the value is null");
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    raw.url = row_string(&b->url, i, &b->url_room);
    raw.id = raw.url ? raw.url : "";
    raw.charset = b->html.is_text ? "utf-8" : row_string(&b->charset, i, &b->charset_room);
    raw.is_text = bit_row(b->is_text, i);
    raw.bytes = html.data;
    raw.len = html.len;
    husk_status status = husk_page_parse(b->w->page, &raw, &error);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = husk_judge(b->w->page, b->site, &b->judge, &verdict, &error);
    husk_output_clear(b->w->output);
    if (status == HUSK_OK)
        status = husk_extract(verdict, &b->extract, b->w->output, &error);
    bool ok = status == HUSK_OK || status == HUSK_LIMIT ? put_page(b, i, verdict)
                                                        : status != HUSK_NO_MEMORY && put_failure(b, i, error.message);
    husk_verdict_free(verdict);
    return ok;
}

/* --- results as Arrow --------------------------------------------------------------------------------------------- */

static void schema_release(struct ArrowSchema *s)
{
    for (int64_t i = 0; i < s->n_children; i++) {
        if (s->children[i] && s->children[i]->release)
            s->children[i]->release(s->children[i]);
        free(s->children[i]);
    }
    free(s->children);
    s->release = NULL;
}

static void array_release(struct ArrowArray *a)
{
    for (int64_t i = 0; i < a->n_buffers; i++)
        free((void *)a->buffers[i]);
    for (int64_t i = 0; i < a->n_children; i++) {
        if (a->children[i] && a->children[i]->release)
            a->children[i]->release(a->children[i]);
        free(a->children[i]);
    }
    free(a->children);
    free(a->buffers);
    a->release = NULL;
}

static struct ArrowSchema *schema_new(const char *format, const char *name, int64_t n_children)
{
    struct ArrowSchema *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (struct ArrowSchema){ .format = format, .name = name, .flags = ARROW_NULLABLE, .release = schema_release };
    s->children = n_children ? calloc((size_t)n_children, sizeof *s->children) : NULL;
    s->n_children = s->children ? n_children : 0;
    return s;
}

static struct ArrowArray *array_new(int64_t length, int64_t null_count, int64_t n_buffers, int64_t n_children)
{
    struct ArrowArray *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    *a = (struct ArrowArray){ .length = length, .null_count = null_count, .release = array_release };
    a->buffers = calloc((size_t)n_buffers, sizeof *a->buffers);
    a->children = n_children ? calloc((size_t)n_children, sizeof *a->children) : NULL;
    a->n_buffers = a->buffers ? n_buffers : 0;
    a->n_children = a->children ? n_children : 0;
    return a;
}

/* The array takes ownership of the buffers of `r`. */
static struct ArrowArray *array_of(results *r, int c)
{
    bool is_text = c < N_STRINGS;
    struct ArrowArray *a = array_new(r->n, is_text ? r->columns[c].n_null : r->n_unknown, is_text ? 3 : 2, 0);
    if (a == NULL || a->buffers == NULL)
        return a;
    if (is_text) {
        strings *s = &r->columns[c];
        a->buffers[0] = s->valid;
        a->buffers[1] = s->offsets;
        a->buffers[2] = s->data ? s->data : calloc(1, 1);
        *s = (strings){ 0 };
    } else {
        a->buffers[0] = r->confidence_valid;
        a->buffers[1] = r->confidence;
        r->confidence_valid = NULL;
        r->confidence = NULL;
    }
    return a;
}

static void schema_capsule_free(PyObject *capsule)
{
    struct ArrowSchema *s = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (s->release)
        s->release(s);
    free(s);
}

static void array_capsule_free(PyObject *capsule)
{
    struct ArrowArray *a = PyCapsule_GetPointer(capsule, "arrow_array");
    if (a->release)
        a->release(a);
    free(a);
}

static PyObject *capsules_of(results *r)
{
    struct ArrowSchema *s = schema_new("+s", "", N_STRINGS + 1);
    struct ArrowArray *a = array_new(r->n, 0, 1, N_STRINGS + 1);
    PyObject *schema = s ? PyCapsule_New(s, "arrow_schema", schema_capsule_free) : NULL;
    PyObject *array = a ? PyCapsule_New(a, "arrow_array", array_capsule_free) : NULL;
    bool ok = schema && array && s->n_children && a->n_children && a->n_buffers;
    for (int c = 0; ok && c <= N_STRINGS; c++) {
        s->children[c] = schema_new(c < N_STRINGS ? "U" : "f", names[c], 0);
        a->children[c] = array_of(r, c);
        ok = s->children[c] && a->children[c] && a->children[c]->buffers;
    }
    if (ok)
        return Py_BuildValue("(NN)", schema, array);
    Py_XDECREF(schema);
    Py_XDECREF(array);
    return PyErr_NoMemory();
}

/* --- the call ----------------------------------------------------------------------------------------------------- */

static PyObject *py_extract_arrow(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *columns[8], *site, *result = NULL, *wishes;
    batch b = { 0 };
    bool ok = true;
    if (!PyArg_ParseTuple(args, "OOOOOOOOO!", &columns[0], &columns[1], &columns[2], &columns[3], &columns[4],
                          &columns[5], &columns[6], &columns[7], &PyTuple_Type, &wishes) ||
        !view_of(columns, "pages", &b.html) || !view_of(columns + 2, "URLs", &b.url) ||
        !view_of(columns + 4, "encodings", &b.charset) || !bits_of(columns + 6, "is_text", &b.is_text) ||
        !options_parse(wishes, &site, &b.judge, &b.extract) || !site_of(site, &b.site))
        return NULL;
    b.judge.depth = HUSK_DEPTH_PAGE;
    b.out.n = b.html.array ? b.html.array->length : 0;
    int64_t n = b.out.n;
    b.w = worker_take();
    if (b.w == NULL)
        return NULL;
    site_hold(site);
    Py_BEGIN_ALLOW_THREADS
    ok = results_new(&b.out, n);
    b.out.n = n;
    for (int64_t i = 0; ok && i < n; i++)
        ok = batch_row(&b, i);
    Py_END_ALLOW_THREADS
    site_release(site);
    worker_give(b.w);
    result = ok ? capsules_of(&b.out) : PyErr_NoMemory();
    results_free(&b.out);
    free(b.url_room.room);
    free(b.charset_room.room);
    return result;
}

static PyMethodDef methods[] = {
    { "extract_arrow", py_extract_arrow, METH_VARARGS, "Extract from a column of pages; returns a struct array." },
    { NULL, NULL, 0, NULL },
};

bool arrow_add(PyObject *module)
{
    return PyModule_AddFunctions(module, methods) == 0;
}
