/* many.c - _husk.extract_some: several pages per call, so that the GIL is released once for all of them.
 * A page takes less than a millisecond; releasing the GIL for each costs two threads a quarter of their speed.
 * Limits: MAX_SOME pages per call; the texts of a call are held until it returns. */
#include "binding.h"

#include <stdlib.h>

#define MAX_SOME 1024

/* A page of the call and its result. */
typedef struct some_page {
    input in;
    husk_raw raw;
    husk_status status;
    size_t from, to; /* its text in the output of all */
    char *message;   /* NULL: out of memory, or the status has no message */
} some_page;

typedef struct some {
    some_page *pages;
    size_t n;
    worker *w;
    husk_output *all;
    husk_site *site;
    husk_judge_options judge;
    husk_extract_options extract;
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

/* All pages, without the GIL. */
static void some_run(some *s)
{
    for (size_t i = 0; i < s->n; i++) {
        husk_error error = { 0 };
        some_page *p = &s->pages[i];
        p->from = output_len(s->all);
        p->status = page_run(s, p, &error);
        p->to = output_len(s->all);
        p->message = p->status != HUSK_OK && error.message[0] ? strdup(error.message) : NULL;
    }
}

/* (html, url, id, charset, is_text) */
static bool page_of(PyObject *item, some_page *out)
{
    PyObject *html;
    const char *url, *id, *charset;
    int is_text;
    if (!PyArg_ParseTuple(item, "Ozzzp", &html, &url, &id, &charset, &is_text) || !input_of(html, "html", &out->in))
        return false;
    out->raw = input_raw(&out->in, url, id);
    out->raw.is_text = is_text;
    if (charset && !out->in.is_str)
        out->raw.charset = charset;
    return true;
}

/* A list of str, or of (status, message) for a page that failed. */
static PyObject *results_of(const some *s)
{
    PyObject *list = PyList_New((Py_ssize_t)s->n);
    size_t len;
    const char *data = husk_output_data(s->all, &len);
    for (size_t i = 0; list && i < s->n; i++) {
        const some_page *p = &s->pages[i];
        const char *message = p->message ? p->message : husk_status_text(p->status);
        PyObject *item = p->status == HUSK_OK ? text_of(data + p->from, p->to - p->from)
                                              : Py_BuildValue("(is)", (int)p->status, message);
        if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) < 0)
            Py_CLEAR(list);
    }
    return list;
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
    PyObject *list = results_of(s);
    worker_give(s->w);
    return list;
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
    if (n > MAX_SOME) {
        PyErr_Format(PyExc_ValueError, "at most %d pages in one call", MAX_SOME);
        return NULL;
    }
    s.pages = calloc((size_t)n + 1, sizeof *s.pages);
    if (s.pages == NULL)
        return PyErr_NoMemory();
    bool ok = true;
    for (Py_ssize_t i = 0; ok && i < n; i++) {
        ok = page_of(PyList_GetItem(items, i), &s.pages[i]);
        s.n += ok;
    }
    if (ok)
        result = some_call(&s, site);
    for (size_t i = 0; i < s.n; i++) {
        input_free(&s.pages[i].in);
        free(s.pages[i].message);
    }
    free(s.pages);
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
