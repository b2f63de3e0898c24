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

/* A page of the call and its result. */
typedef struct some_page {
    input in; /* of Python's pages */
    husk_raw raw;
    husk_status status;
    size_t from, to; /* its text in the output of all */
    char *message;   /* NULL: out of memory, or the status has no message */
} some_page;

typedef struct some {
    husk_source *source; /* or NULL: the pages are Python's */
    some_page *pages;
    size_t n, most; /* of a source, n grows to `most` */
    bool failed;    /* of a source: pages that could not be read are empty, not left out */
    worker *w;
    husk_output *all;
    husk_site *site;
    husk_judge_options judge;
    husk_extract_options extract;
    husk_status read; /* of the source: OK, END, or why it failed */
    husk_error error;
} some;

static size_t output_len(const husk_output *output)
{
    size_t len;
    husk_output_data(output, &len);
    return len;
}

static husk_status page_run(some *s, some_page *p, husk_error *error)
{
    husk_verdict *verdict = NULL;
    husk_judge_options judge = s->judge;
    husk_status status = husk_page_parse(s->w->page, &p->raw, error);
    if (status != HUSK_OK && status != HUSK_LIMIT)
        return status;
    status = husk_judge_options_for(&judge, &s->extract, error);
    if (status == HUSK_OK)
        status = husk_judge(s->w->page, s->site, &judge, &verdict, error);
    if (status == HUSK_OK)
        status = husk_extract(verdict, &s->extract, s->all, error);
    husk_verdict_free(verdict);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

static void page_extract(some *s, some_page *p)
{
    husk_error error = { 0 };
    p->from = output_len(s->all);
    p->status = page_run(s, p, &error);
    p->to = output_len(s->all);
    p->message = p->status != HUSK_OK && error.message[0] ? strdup(error.message) : NULL;
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
    husk_page_parse_html(s->w->page, "", 0, NULL, NULL);
}

/* All pages, without the GIL. */
static void some_run(some *s)
{
    if (s->source)
        source_run(s);
    for (size_t i = 0; s->source == NULL && i < s->n; i++)
        page_extract(s, &s->pages[i]);
}

/* (html, url, id, charset, is_text) */
static bool page_of(PyObject *item, some_page *out)
{
    PyObject *html;
    const char *url, *id, *charset;
    int is_text;
    if (!PyArg_ParseTuple(item, "Ozzzp", &html, &url, &id, &charset, &is_text) || !input_of(html, "html", &out->in))
        return false;
    out->raw = input_raw(&out->in, url, id, charset, is_text);
    return true;
}

/* A str without line ends at its end, or (status, message) for a page that failed. */
static PyObject *result_of(const void *of, size_t i)
{
    const some *s = of;
    const some_page *p = &s->pages[i];
    size_t len;
    if (p->status == HUSK_OK)
        return text_of_lines(husk_output_data(s->all, &len) + p->from, p->to - p->from);
    return Py_BuildValue("(is)", (int)p->status, p->message ? p->message : husk_status_text(p->status));
}

static PyObject *some_call(some *s, PyObject *site)
{
    s->w = worker_take();
    if (s->w == NULL)
        return NULL;
    s->all = s->w->output; /* empty, as every worker's */
    site_hold(site);
    Py_BEGIN_ALLOW_THREADS
    some_run(s);
    Py_END_ALLOW_THREADS
    site_release(site);
    PyObject *list = s->read == HUSK_END && s->n == 0            ? ref(Py_None)
                     : s->read == HUSK_OK || s->read == HUSK_END ? list_of(s->n, result_of, s)
                                                                 : raise_status(s->read, &s->error);
    worker_give(s->w);
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

static bool some_alloc(some *s, Py_ssize_t n)
{
    if (n < 0 || n > MAX_SOME) {
        PyErr_Format(PyExc_ValueError, "at most %d pages in one call", MAX_SOME);
        return false;
    }
    s->pages = calloc((size_t)n + 1, sizeof *s->pages);
    if (s->pages == NULL)
        PyErr_NoMemory();
    return s->pages != NULL;
}

PyObject *source_extract(husk_source *source, PyObject *args)
{
    PyObject *wishes, *site;
    Py_ssize_t most;
    int failed;
    some s = { .source = source };
    if (!PyArg_ParseTuple(args, "npO!", &most, &failed, &PyTuple_Type, &wishes) ||
        !options_parse(wishes, &site, &s.judge, &s.extract) || !site_of(site, &s.site) || !some_alloc(&s, most))
        return NULL;
    s.most = (size_t)most;
    s.failed = failed;
    PyObject *result = some_call(&s, site);
    some_free(&s);
    return result;
}

static PyObject *py_extract_some(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *items, *wishes, *site, *result = NULL;
    some s = { 0 };
    if (!PyArg_ParseTuple(args, "O!O!", &PyList_Type, &items, &PyTuple_Type, &wishes) ||
        !options_parse(wishes, &site, &s.judge, &s.extract) || !site_of(site, &s.site))
        return NULL;
    Py_ssize_t n = PyList_Size(items);
    if (!some_alloc(&s, n))
        return NULL;
    bool ok = true;
    for (Py_ssize_t i = 0; ok && i < n; i++) {
        ok = page_of(PyList_GetItem(items, i), &s.pages[i]);
        s.n += ok;
    }
    if (ok)
        result = some_call(&s, site);
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
    { "extract_some", py_extract_some, METH_VARARGS, "The main content of several pages." },
    { "raise_status", py_raise_status, METH_VARARGS, "Raise the exception of a status." },
    { NULL, NULL, 0, NULL },
};

bool many_add(PyObject *module)
{
    return PyModule_AddFunctions(module, methods) == 0;
}
