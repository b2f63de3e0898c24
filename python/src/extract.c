/* extract.c - one page: its content in any format, its verdict as Python objects, its class, record and signature. */
#include "binding.h"

#include <stdlib.h>

enum { ALL = 1, LINKS = 2, IMAGES = 4, TABLES = 8, COMMENTS = 16, METADATA = 32, WHY = 64, TITLE = 128, PLAIN = 256 };

bool job_parse(job *j, PyObject *wishes, PyObject **html)
{
    const char *url, *id, *charset;
    int format, body, method, aim;
    unsigned flags;
    long long now;
    if (!PyArg_ParseTuple(wishes, "OzzOiiiiILz", html, &url, &id, &j->of, &format, &body, &method, &aim, &flags, &now,
                          &charset) ||
        !site_of(j->of, &j->site))
        return false;
    j->raw = input_raw(&(input){ 0 }, url, id, charset, flags & PLAIN);
    husk_judge_options_init(&j->judge, sizeof j->judge);
    husk_extract_options_init(&j->extract, sizeof j->extract);
    husk_judge_by(&j->judge, method, NULL);
    j->judge.aim = (husk_aim)aim;
    j->judge.why = flags & WHY;
    j->extract.format = (husk_format)format;
    j->extract.body = (husk_format)body;
    j->extract.all = flags & ALL;
    j->extract.links = flags & LINKS;
    j->extract.images = flags & IMAGES;
    j->extract.tables = flags & TABLES;
    j->extract.comments = flags & COMMENTS;
    j->extract.with_metadata = flags & METADATA;
    j->extract.title = flags & TITLE;
    if (now >= 0)
        j->extract.now = (int64_t)now;
    return true;
}

/* --- what is done without the GIL --------------------------------------------------------------------------------- */

typedef husk_status (*job_step)(job *j);

static husk_status job_judge(job *j)
{
    return husk_judge(j->w->page, j->site, &j->judge, &j->verdict, &j->error);
}

husk_status job_extract(job *j)
{
    husk_status status = job_judge(j);
    if (status == HUSK_OK)
        status = husk_extract(j->verdict, &j->extract, j->w->output, &j->error);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

static husk_status extract_alone(job *j)
{
    husk_status status = husk_judge_options_for(&j->judge, &j->extract, &j->error);
    return status == HUSK_OK ? job_extract(j) : status;
}

static husk_status strip(job *j)
{
    husk_status status = job_judge(j);
    if (status == HUSK_OK)
        status = husk_write_stripped(j->verdict, HUSK_KEEP_CONTENT, j->w->output, &j->error);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

static husk_status classify(job *j)
{
    j->judge.depth = HUSK_DEPTH_CLASS;
    return job_judge(j);
}

static husk_status find_row(job *j)
{
    husk_status status = classify(j);
    return status == HUSK_OK ? husk_records_read(j->records, j->verdict, &j->row, &j->error) : status;
}

/* The page's items as JSON lines. */
static husk_status write_items(job *j)
{
    husk_records *records = NULL;
    husk_records_options options;
    husk_records_options_init(&options, sizeof options);
    options.items = true;
    j->judge.depth = HUSK_DEPTH_FULL;
    husk_status status = job_judge(j);
    if (status == HUSK_OK)
        status = husk_records_new(j->site, &options, &records, &j->error);
    if (status == HUSK_OK)
        status = husk_records_read(records, j->verdict, &j->row, &j->error);
    if (status == HUSK_OK)
        status = husk_records_write(records, j->row, j->w->output, &j->error);
    husk_records_free(records);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

static husk_status nothing(job *j)
{
    (void)j;
    return HUSK_OK;
}

/* Parse the page and take a step with it; `read` makes the result, with the GIL held. */
static PyObject *job_run(job *j, PyObject *html, job_step step, PyObject *(*read)(const job *j))
{
    PyObject *result = NULL;
    input in;
    if (!input_of(html, "html", &in))
        return NULL;
    j->raw = input_raw(&in, j->raw.url, j->raw.id, j->raw.charset, j->raw.is_text);
    j->w = worker_take();
    if (j->w) {
        husk_status status;
        site_hold(j->of);
        Py_BEGIN_ALLOW_THREADS
        status = husk_page_parse(j->w->page, &j->raw, &j->error);
        if (status == HUSK_OK || status == HUSK_LIMIT)
            status = step(j);
        Py_END_ALLOW_THREADS
        site_release(j->of);
        result = status == HUSK_OK ? read(j) : raise_status(status, &j->error);
        husk_row_free(j->row);
        husk_verdict_free(j->verdict);
        worker_give(j->w);
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
        put(d, "detected_language", Py_BuildValue("z", husk_verdict_language(j->verdict))) &&
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

static PyObject *read_metadata(const job *j)
{
    return metadata_of(j->w->page, j->extract.now);
}

static PyObject *read_language(const job *j)
{
    return Py_BuildValue("z", husk_verdict_language(j->verdict));
}

/* --- classes and records ------------------------------------------------------------------------------------------ */

static PyObject *read_class(const job *j)
{
    const husk_judgement *p = husk_verdict_judgement(j->verdict);
    if (p->page_class == 0)
        return Py_BuildValue("(OOd)", Py_None, Py_None, (double)p->class_margin);
    return Py_BuildValue("(INd)", (unsigned)p->page_class, text_of_string(p->class_name), (double)p->class_margin);
}

static PyObject *text_of_value(const void *values, size_t i)
{
    return text_of_string(((const husk_value *)values)[i].text);
}

static PyObject *value_of(const husk_row *row, size_t i)
{
    size_t n;
    const husk_value *values = husk_row_values(row, i, &n);
    if (husk_row_column(row, i)->type == HUSK_COLUMN_LIST)
        return list_of(n, text_of_value, values);
    return n ? text_of_value(values, 0) : ref(Py_None);
}

static PyObject *read_row(const job *j)
{
    PyObject *fields = PyDict_New();
    for (size_t i = 0; fields && i < husk_row_n_columns(j->row); i++) {
        PyObject *name = text_of_string(husk_row_column(j->row, i)->name), *value = value_of(j->row, i);
        if (!name || !value || (value != Py_None && PyDict_SetItem(fields, name, value) < 0))
            Py_CLEAR(fields);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    uint32_t number = husk_row_class(j->row);
    return fields ? Py_BuildValue("(NN)", number ? PyLong_FromUnsignedLong(number) : ref(Py_None), fields) : NULL;
}

static PyObject *py_row(PyObject *self, PyObject *wishes)
{
    (void)self;
    PyObject *html;
    job j = { 0 };
    if (!job_parse(&j, wishes, &html))
        return NULL;
    if (j.site == NULL)
        return raise_status(HUSK_BAD_ARGUMENT, &(husk_error){ .message = "a row needs a site" });
    j.records = site_records(j.of);
    return j.records ? job_run(&j, html, find_row, read_row) : NULL;
}

/* --- signatures --------------------------------------------------------------------------------------------------- */

#define MAX_LENGTH 4096u /* the library's own limit; it refuses more */

static husk_status sign(job *j)
{
    return husk_page_signature(j->w->page, j->n_ranks, j->seed, j->ranks, &j->error);
}

static PyObject *read_ranks(const job *j)
{
    return PyBytes_FromStringAndSize((const char *)j->ranks, (Py_ssize_t)j->n_ranks * 4);
}

static PyObject *py_signature(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *html;
    unsigned long long seed;
    uint32_t ranks[MAX_LENGTH];
    job j = { .of = Py_None, .ranks = ranks };
    if (!PyArg_ParseTuple(args, "OIK", &html, &j.n_ranks, &seed))
        return NULL;
    j.seed = seed;
    return job_run(&j, html, sign, read_ranks);
}

/* --- the module's functions --------------------------------------------------------------------------------------- */

/* A function of wishes: what is done with the page, and what is made of it. */
typedef struct page_function {
    PyMethodDef method;
    job_step step;
    PyObject *(*read)(const job *j);
} page_function;

/* `self` is a capsule of the function. */
static PyObject *call(PyObject *self, PyObject *wishes)
{
    const page_function *f = PyCapsule_GetPointer(self, NULL);
    PyObject *html;
    job j = { 0 };
    return f && job_parse(&j, wishes, &html) ? job_run(&j, html, f->step, f->read) : NULL;
}

static page_function functions[] = {
    { { "extract", call, METH_VARARGS, "The main content of a page, in a format." }, extract_alone, read_output },
    { { "judge", call, METH_VARARGS, "Everything Husk knows of a page, as a dict." }, job_extract, read_judgement },
    { { "metadata", call, METH_VARARGS, "The metadata of a page, as a dict." }, nothing, read_metadata },
    { { "language", call, METH_VARARGS, "The language of a page's main content, or None." }, job_judge, read_language },
    { { "strip", call, METH_VARARGS, "A page as HTML without its template." }, strip, read_output },
    { { "classify", call, METH_VARARGS, "(class, name, margin) of a page of a site." }, classify, read_class },
    { { "items", call, METH_VARARGS, "The items of a page, as JSON lines." }, write_items, read_output },
};

static bool function_add(PyObject *module, page_function *f)
{
    PyObject *self = PyCapsule_New(f, NULL, NULL);
    PyObject *made = self ? PyCFunction_New(&f->method, self) : NULL;
    Py_XDECREF(self);
    return made && PyModule_AddObject(module, f->method.ml_name, made) == 0;
}

static PyMethodDef methods[] = {
    { "row", py_row, METH_VARARGS, "(class, fields) of a page of a site." },
    { "signature", py_signature, METH_VARARGS, "The MinHash signature of a page's structure, as 32-bit numbers." },
    { NULL, NULL, 0, NULL },
};

bool extract_add(PyObject *module)
{
    bool ok = PyModule_AddFunctions(module, methods) == 0;
    for (size_t i = 0; ok && i < sizeof functions / sizeof *functions; i++)
        ok = function_add(module, &functions[i]);
    return ok;
}
