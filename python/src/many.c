/* many.c - several pages per call, so that the GIL is released once for all of them: _husk.extract_some takes them from
 * Python, Source.extract_some reads them and parses them where they were read, which saves a tenth of the time.
 * A page takes less than a millisecond; releasing the GIL for each costs two threads a quarter of their speed.
 * Limits: MAX_SOME pages per call; the texts of a call are held until it returns. */
#include "binding.h"

#include <stdlib.h>
#include <time.h>

#define MAX_SOME 1024
#define TURN_SECONDS \
    .05 /* a source that takes longer for its pages gives those it has: signals wait for a call's end */

/* What is appended of a page to the output of all: its text, or the texts of a row. */
enum { TEXT, TITLE, AUTHOR, DATE, LANGUAGE, SITENAME, REASON, N_TEXTS };

/* A page of the call and its result. */
typedef struct some_page {
    input in; /* of Python's pages */
    husk_raw raw;
    husk_status status;
    size_t from, to[N_TEXTS]; /* its texts in the output */
    const char *kind, *state; /* of a row */
    float confidence;
    char *message; /* NULL: out of memory, or the status has no message */
} some_page;

typedef struct some {
    husk_source *source; /* or NULL: the pages are Python's */
    some_page *pages;
    size_t n, most; /* of a source, n grows to `most` */
    int failed;     /* of a source: pages that could not be read are empty, not left out */
    int rows;       /* results are rows */
    job j;
    husk_status read; /* of the source: OK, END, or why it failed */
    husk_error error;
} some;

static size_t output_len(const husk_output *output)
{
    size_t len;
    husk_output_data(output, &len);
    return len;
}

/* As in the program's records: an obstacle is why a page that was read does not contain its content. */
static husk_status append_row(some *s, some_page *p)
{
    const husk_judgement *found = husk_verdict_judgement(s->j.verdict);
    const husk_metadata *m = husk_page_metadata(s->j.w->page, s->j.extract.now);
    const char *cut = husk_page_reason(s->j.w->page);
    const char *reason = cut[0] || !found->obstacle ? cut : husk_obstacle_text(found->obstacle);
    if (m == NULL)
        return HUSK_NO_MEMORY;
    const husk_string texts[] = { m->title, m->author, m->date, m->language, m->sitename, { reason, strlen(reason) } };
    p->kind = found->kind;
    p->confidence = found->confidence;
    p->state = cut[0] ? "cut" : found->obstacle ? husk_obstacle_word(found->obstacle) : "ok";
    husk_status status = HUSK_OK;
    for (unsigned i = TITLE; status == HUSK_OK && i < N_TEXTS; i++) {
        status = husk_output_append(s->j.w->output, texts[i - TITLE].data, texts[i - TITLE].len);
        p->to[i] = output_len(s->j.w->output);
    }
    return status;
}

static void page_extract(some *s, some_page *p)
{
    job *j = &s->j;
    j->error = (husk_error){ 0 };
    p->from = output_len(j->w->output);
    p->status = husk_page_parse(j->w->page, &p->raw, &j->error);
    if (p->status == HUSK_OK || p->status == HUSK_LIMIT)
        p->status = job_extract(j);
    p->to[TEXT] = output_len(j->w->output);
    if (p->status == HUSK_OK && s->rows)
        p->status = append_row(s, p);
    p->message = p->status != HUSK_OK && j->error.message[0] ? strdup(j->error.message) : NULL;
    husk_verdict_free(j->verdict);
    j->verdict = NULL;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The next page, with what a husk.Page says of it. False: it could not be read, or the source has ended. */
static bool source_read(some *s, some_page *p)
{
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    s->read = husk_source_next(s->source, &raw, &s->error);
    if (s->read != HUSK_OK || (!s->failed && raw.status != HUSK_OK && raw.status != HUSK_LIMIT))
        return false;
    p->raw = input_raw(&(input){ .bytes = raw.bytes ? raw.bytes : "", .len = raw.len }, raw.url, raw.id, raw.charset,
                       raw.is_text);
    p->raw.padding = raw.bytes ? raw.padding : 0;
    return true;
}

/* The next pages of the source. Its buffer may be freed first: the worker's page must not go on borrowing from it. */
static void source_run(some *s)
{
    double end = seconds() + TURN_SECONDS;
    do
        if (source_read(s, &s->pages[s->n]))
            page_extract(s, &s->pages[s->n++]);
    while (s->n < s->most && s->read == HUSK_OK && seconds() < end);
    husk_page_parse_html(s->j.w->page, "", 0, NULL, NULL);
}

/* All pages, without the GIL. */
static void some_run(some *s)
{
    if (s->source)
        source_run(s);
    for (size_t i = 0; s->source == NULL && i < s->n; i++)
        page_extract(s, &s->pages[i]);
}

/* Text number `which`, without line ends at its end. */
static PyObject *text_at(const some *s, const some_page *p, unsigned which)
{
    size_t from = which ? p->to[which - 1] : p->from, to = p->to[which], len;
    const char *data = husk_output_data(s->j.w->output, &len);
    while (to > from && data[to - 1] == '\n')
        to--;
    return which != TEXT && from == to ? ref(Py_None) : text_of(data + from, to - from);
}

/* A str, a row (text, title, author, date, language, sitename, kind, status, reason, confidence), or (status, message)
 * for a page that failed. */
static PyObject *result_of(const void *of, size_t i)
{
    const some *s = of;
    const some_page *p = &s->pages[i];
    if (p->status == HUSK_NO_MEMORY && s->rows)
        return PyErr_NoMemory();
    if (p->status != HUSK_OK)
        return Py_BuildValue("(is)", (int)p->status, p->message ? p->message : husk_status_text(p->status));
    if (!s->rows)
        return text_at(s, p, TEXT);
    return Py_BuildValue("(NNNNNNzsNN)", text_at(s, p, TEXT), text_at(s, p, TITLE), text_at(s, p, AUTHOR),
                         text_at(s, p, DATE), text_at(s, p, LANGUAGE), text_at(s, p, SITENAME), p->kind, p->state,
                         text_at(s, p, REASON), p->confidence < 0 ? ref(Py_None) : PyFloat_FromDouble(p->confidence));
}

static PyObject *some_call(some *s)
{
    s->j.w = worker_take(); /* its output is empty */
    if (s->j.w == NULL)
        return NULL;
    site_hold(s->j.of);
    Py_BEGIN_ALLOW_THREADS
    some_run(s);
    Py_END_ALLOW_THREADS
    site_release(s->j.of);
    PyObject *list = s->read == HUSK_END && s->n == 0            ? ref(Py_None)
                     : s->read == HUSK_OK || s->read == HUSK_END ? list_of(s->n, result_of, s)
                                                                 : raise_status(s->read, &s->error);
    worker_give(s->j.w);
    return list;
}

static void some_free(some *s)
{
    for (size_t i = 0; i < s->n; i++) {
        input_free(&s->pages[i].in);
        free(s->pages[i].message);
    }
    free(s->pages);
}

/* Room for n pages, and what the wishes say. False with an exception set. */
static bool some_prepare(some *s, Py_ssize_t n, PyObject *wishes)
{
    PyObject *html;
    if (!job_parse(&s->j, wishes, &html))
        return false;
    if (s->rows)
        s->j.judge.depth = HUSK_DEPTH_PAGE;
    else if (husk_judge_options_for(&s->j.judge, &s->j.extract, &s->error) != HUSK_OK)
        return raise_status(s->error.status, &s->error) != NULL;
    if (n < 0 || n > MAX_SOME) {
        PyErr_Format(PyExc_ValueError, "at most %d pages in one call", MAX_SOME);
        return false;
    }
    s->pages = calloc((size_t)n + 1, sizeof *s->pages);
    s->most = (size_t)n;
    if (s->pages == NULL)
        PyErr_NoMemory();
    return s->pages != NULL;
}

PyObject *source_extract(husk_source *source, PyObject *args)
{
    PyObject *wishes, *result = NULL;
    Py_ssize_t most;
    some s = { .source = source };
    if (!PyArg_ParseTuple(args, "npO!", &most, &s.failed, &PyTuple_Type, &wishes))
        return NULL;
    if (some_prepare(&s, most, wishes))
        result = some_call(&s);
    some_free(&s);
    return result;
}

/* A page of Python's or, for a row, (address, length, url, charset, is_text) of one in Arrow's memory, which the caller
 * keeps and has checked. */
static bool page_of(some *s, PyObject *item)
{
    some_page *p = &s->pages[s->n];
    const char *url, *charset;
    unsigned long long address;
    Py_ssize_t len;
    int is_text;
    if (!s->rows)
        return input_page(item, &p->in, &p->raw);
    if (!PyArg_ParseTuple(item, "Knzzp", &address, &len, &url, &charset, &is_text))
        return false;
    const input there = { .bytes = (const char *)(uintptr_t)address, .len = (size_t)len };
    p->raw = input_raw(&there, url, NULL, charset, is_text);
    return true;
}

static PyObject *py_extract_some(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *items, *wishes, *result = NULL;
    some s = { 0 };
    if (!PyArg_ParseTuple(args, "O!O!|p", &PyList_Type, &items, &PyTuple_Type, &wishes, &s.rows))
        return NULL;
    bool ok = some_prepare(&s, PyList_Size(items), wishes);
    while (ok && s.n < s.most && (ok = page_of(&s, PyList_GetItem(items, (Py_ssize_t)s.n))))
        s.n++;
    if (ok)
        result = some_call(&s);
    some_free(&s);
    return result;
}

/* Raise the exception of a failed page, from its result of extract_some. */
static PyObject *py_raise_status(PyObject *self, PyObject *args)
{
    (void)self;
    int status;
    const char *message;
    husk_error error = { 0 };
    if (!PyArg_ParseTuple(args, "is", &status, &message))
        return NULL;
    size_t len = strlen(message);
    memcpy(error.message, message, len < sizeof error.message ? len : sizeof error.message - 1);
    return raise_status((husk_status)status, &error);
}

static PyMethodDef methods[] = {
    { "extract_some", py_extract_some, METH_VARARGS,
      "The main content of several pages, or rows of what is known of them." },
    { "raise_status", py_raise_status, METH_VARARGS, "Raise the exception of a status." },
    { NULL, NULL, 0, NULL },
};

bool many_add(PyObject *module)
{
    return PyModule_AddFunctions(module, methods) == 0;
}
