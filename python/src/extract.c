/* extract.c - one page: its content in any format, its verdict as Python objects, and the other output formats. */
#include "binding.h"

#include <stdlib.h>

/* How to judge and write a page: one tuple from the Python side. */
typedef struct wishes {
    const char *url, *id, *charset;
    PyObject *site;
    int format, body, method, aim;
    unsigned flags;
    long long now;
} wishes;

enum { ALL = 1, LINKS = 2, IMAGES = 4, TABLES = 8, COMMENTS = 16, METADATA = 32, WHY = 64, TITLE = 128, PLAIN = 256 };

static void options_of(const wishes *w, husk_judge_options *judge, husk_extract_options *extract)
{
    husk_judge_options_init(judge, sizeof *judge);
    husk_extract_options_init(extract, sizeof *extract);
    husk_judge_by(judge, w->method, NULL);
    judge->aim = (husk_aim)w->aim;
    judge->why = w->flags & WHY;
    extract->format = (husk_format)w->format;
    extract->body = (husk_format)w->body;
    extract->all = w->flags & ALL;
    extract->links = w->flags & LINKS;
    extract->images = w->flags & IMAGES;
    extract->tables = w->flags & TABLES;
    extract->comments = w->flags & COMMENTS;
    extract->with_metadata = w->flags & METADATA;
    extract->title = w->flags & TITLE;
    if (w->now >= 0)
        extract->now = (int64_t)w->now;
}

static bool wishes_parse(PyObject *args, PyObject **html, wishes *w)
{
    return PyArg_ParseTuple(args, "OzzOiiiiILz", html, &w->url, &w->id, &w->site, &w->format, &w->body, &w->method,
                            &w->aim, &w->flags, &w->now, &w->charset);
}

bool options_parse(PyObject *args, PyObject **site, husk_judge_options *judge, husk_extract_options *extract)
{
    PyObject *html;
    wishes w;
    if (!wishes_parse(args, &html, &w))
        return false;
    options_of(&w, judge, extract);
    *site = w.site;
    return true;
}

/* Everything that a call does without the GIL. `write` says what is appended to the worker's output. */
typedef husk_status (*writer)(husk_verdict *verdict, const husk_extract_options *options, husk_output *output,
                              husk_error *error);

typedef struct job {
    worker *w;
    husk_raw raw;
    husk_site *site;
    husk_judge_options judge;
    husk_extract_options extract;
    husk_verdict *verdict;
    husk_error error;
} job;

static husk_status job_run(job *j, bool full, writer write)
{
    husk_status status = husk_page_parse(j->w->page, &j->raw, &j->error);
    if (status != HUSK_OK && status != HUSK_LIMIT)
        return status;
    status = full ? HUSK_OK : husk_judge_options_for(&j->judge, &j->extract, &j->error);
    if (status == HUSK_OK)
        status = husk_judge(j->w->page, j->site, &j->judge, &j->verdict, &j->error);
    if (status == HUSK_OK && write)
        status = write(j->verdict, &j->extract, j->w->output, &j->error);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

/* Run a job over `args`; `read` makes the result with the GIL held. */
static PyObject *job_call(PyObject *args, bool full, writer write, PyObject *(*read)(const job *j))
{
    PyObject *html, *result = NULL;
    wishes w;
    input in;
    job j = { 0 };
    if (!wishes_parse(args, &html, &w) || !site_of(w.site, &j.site) || !input_of(html, "html", &in))
        return NULL;
    j.raw = input_raw(&in, w.url, w.id, w.charset, w.flags & PLAIN);
    options_of(&w, &j.judge, &j.extract);
    j.w = worker_take();
    if (j.w) {
        husk_status status;
        site_hold(w.site);
        Py_BEGIN_ALLOW_THREADS
        status = job_run(&j, full, write);
        Py_END_ALLOW_THREADS
        site_release(w.site);
        result = status == HUSK_OK ? read(&j) : raise_status(status, &j.error);
        husk_verdict_free(j.verdict);
        worker_give(j.w);
    }
    input_free(&in);
    return result;
}

static PyObject *read_output(const job *j)
{
    size_t len;
    const char *data = husk_output_data(j->w->output, &len);
    return text_of(data, len);
}

static PyObject *py_extract(PyObject *self, PyObject *args)
{
    (void)self;
    return job_call(args, false, husk_extract, read_output);
}

static husk_status write_stripped(husk_verdict *v, const husk_extract_options *o, husk_output *output,
                                  husk_error *error)
{
    (void)o;
    return husk_write_stripped(v, HUSK_KEEP_CONTENT, output, error);
}

static PyObject *py_strip(PyObject *self, PyObject *args)
{
    (void)self;
    return job_call(args, true, write_stripped, read_output);
}

/* --- the verdict as Python objects -------------------------------------------------------------------------------- */

static PyObject *string_of(const void *strings, size_t i)
{
    return text_of_string(((const husk_string *)strings)[i]);
}

static PyObject *known(husk_string s)
{
    return s.len ? text_of_string(s) : ref(Py_None);
}

static PyObject *metadata_of(husk_page *page, int64_t now)
{
    const husk_metadata *m = husk_page_metadata(page, now);
    if (m == NULL)
        return PyErr_NoMemory();
    PyObject *d = PyDict_New();
    if (d && put(d, "title", known(m->title)) && put(d, "author", known(m->author)) && put(d, "date", known(m->date)) &&
        put(d, "published", known(m->published)) && put(d, "modified", known(m->modified)) &&
        put(d, "sitename", known(m->sitename)) && put(d, "description", known(m->description)) &&
        put(d, "language", known(m->language)) && put(d, "url", known(m->url)) && put(d, "image", known(m->image)) &&
        put(d, "license", known(m->license)) && put(d, "pagetype", known(m->pagetype)) &&
        put(d, "authors", list_of(m->n_authors, string_of, m->authors)) &&
        put(d, "tags", list_of(m->n_tags, string_of, m->tags)) &&
        put(d, "categories", list_of(m->n_categories, string_of, m->categories)) &&
        put(d, "images", list_of(m->n_images, string_of, m->images)))
        return d;
    Py_XDECREF(d);
    return NULL;
}

static const char *const evidence_names[] = { "page", "site", "both", "text", "template" };

/* A block's path or reasons. */
static PyObject *piece_of(const job *j, size_t i, husk_status (*write)(husk_verdict *v, size_t i, husk_output *output))
{
    husk_output_clear(j->w->output);
    husk_status status = write(j->verdict, i, j->w->output);
    return status == HUSK_OK ? read_output(j) : raise_status(status, NULL);
}

/* (code, main, value, of, text, words) each. */
static PyObject *reasons_of(husk_verdict *v, size_t i)
{
    size_t n;
    const husk_reason *r = husk_verdict_reasons(v, i, &n);
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (size_t k = 0; list && k < n; k++) {
        PyObject *reason = Py_BuildValue("(sNIINs)", r[k].code, PyBool_FromLong(r[k].for_main), r[k].value, r[k].of,
                                         text_of_string(r[k].text), r[k].words);
        if (reason == NULL || PyList_SetItem(list, (Py_ssize_t)k, reason) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* (text, path, label, main, score, template, main probability, role, by, page, site, why, reasons). After the text was
 * read: the output is used again. */
static PyObject *block_of(const void *of, size_t i)
{
    const job *j = of;
    const husk_block *b = husk_verdict_block(j->verdict, i);
    return Py_BuildValue("(NNsNdddssddNN)", text_of_string(b->text), piece_of(j, i, husk_verdict_path),
                         husk_label_name(b->label), PyBool_FromLong(b->is_main), (double)b->score,
                         (double)b->template_probability, (double)b->main_probability, husk_role_name(b->role),
                         evidence_names[b->by <= HUSK_BY_TEMPLATE ? b->by : 0], (double)b->page, (double)b->site,
                         piece_of(j, i, husk_verdict_why), reasons_of(j->verdict, i));
}

static PyObject *read_judgement(const job *j)
{
    const husk_judgement *p = husk_verdict_judgement(j->verdict);
    bool has_class = p->page_class != 0;
    PyObject *d = PyDict_New();
    if (d && put(d, "text", read_output(j)) && put(d, "metadata", metadata_of(j->w->page, j->extract.now)) &&
        put(d, "blocks", list_of(husk_verdict_n_blocks(j->verdict), block_of, j)) &&
        put(d, "kind", Py_BuildValue("z", p->kind)) &&
        put(d, "confidence", p->confidence < 0 ? ref(Py_None) : PyFloat_FromDouble(p->confidence)) &&
        put(d, "status", PyUnicode_FromString(husk_page_status(j->w->page) == HUSK_LIMIT ? "cut" : "ok")) &&
        put(d, "reason", text_of(husk_page_reason(j->w->page), strlen(husk_page_reason(j->w->page)))) &&
        put(d, "host_known", PyBool_FromLong(p->host_known)) &&
        put(d, "page_class", has_class ? PyLong_FromUnsignedLong(p->page_class) : ref(Py_None)) &&
        put(d, "class_name", has_class ? text_of_string(p->class_name) : ref(Py_None)) &&
        put(d, "fit", p->has_fit ? PyFloat_FromDouble(p->fit) : ref(Py_None)))
        return d;
    Py_XDECREF(d);
    return NULL;
}

static PyObject *py_judge(PyObject *self, PyObject *args)
{
    (void)self;
    return job_call(args, true, husk_extract, read_judgement);
}

static PyObject *read_metadata(const job *j)
{
    return metadata_of(j->w->page, j->extract.now);
}

static husk_status write_nothing(husk_verdict *v, const husk_extract_options *o, husk_output *output, husk_error *error)
{
    (void)v, (void)o, (void)output, (void)error;
    return HUSK_OK;
}

static PyObject *py_metadata(PyObject *self, PyObject *args)
{
    (void)self;
    return job_call(args, false, write_nothing, read_metadata);
}

static PyMethodDef methods[] = {
    { "extract", py_extract, METH_VARARGS, "The main content of a page, in a format." },
    { "judge", py_judge, METH_VARARGS, "Everything Husk knows of a page, as a dict." },
    { "metadata", py_metadata, METH_VARARGS, "The metadata of a page, as a dict." },
    { "strip", py_strip, METH_VARARGS, "A page as HTML without its template." },
    { NULL, NULL, 0, NULL },
};

bool extract_add(PyObject *module)
{
    return PyModule_AddFunctions(module, methods) == 0;
}
