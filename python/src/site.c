/* site.c - _husk.Site: an open .husk file, its classes, map and records.
 * One site serves many threads. It counts the calls in progress, so that close() while another thread uses it is an
 * error and not a crash. */
#include "binding.h"

#include <stdlib.h>

typedef struct site_object {
    PyObject_HEAD husk_site *site; /* NULL: closed */
    husk_records *records;         /* made when first asked for */
    unsigned in_use;
} site_object;

static PyObject *site_type;

bool site_of(PyObject *object, husk_site **out)
{
    *out = NULL;
    if (object == Py_None)
        return true;
    int is_site = PyObject_IsInstance(object, site_type);
    if (is_site < 0)
        return false;
    if (!is_site) {
        PyErr_SetString(PyExc_TypeError, "site must be a husk.Site (husk.Site.load(path) opens a .husk file)");
        return false;
    }
    *out = ((site_object *)object)->site;
    if (*out == NULL)
        PyErr_SetString(PyExc_ValueError, "the site is closed; open it again with husk.Site.load(path)");
    return *out != NULL;
}

void site_hold(PyObject *object)
{
    if (object != Py_None)
        ((site_object *)object)->in_use++;
}

void site_release(PyObject *object)
{
    if (object != Py_None)
        ((site_object *)object)->in_use--;
}

static PyObject *site_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    PyObject *path;
    husk_error error = { 0 };
    if (!PyArg_ParseTuple(args, "O&", PyUnicode_FSConverter, &path))
        return NULL;
    site_object *self = object_alloc(type);
    husk_status status = self ? husk_site_open(PyBytes_AsString(path), &self->site, &error) : HUSK_OK;
    Py_DECREF(path);
    return object_made(self, status, &error);
}

static void site_shut(site_object *self)
{
    husk_records_free(self->records);
    husk_site_free(self->site);
    self->records = NULL;
    self->site = NULL;
}

static void site_dealloc(PyObject *object)
{
    site_shut((site_object *)object);
    object_free(object);
}

static PyObject *site_close(PyObject *object, PyObject *unused)
{
    (void)unused;
    site_object *self = (site_object *)object;
    if (self->in_use) {
        PyErr_SetString(PyExc_RuntimeError, "the site is in use by another thread");
        return NULL;
    }
    site_shut(self);
    Py_RETURN_NONE;
}

/* --- the whole site ----------------------------------------------------------------------------------------------- */

#define MAX_SHOWN (1u << 30)

static PyObject *site_show(PyObject *object, PyObject *args)
{
    husk_site *site;
    int json, pages, history, columns, tokens;
    husk_output *output;
    husk_error error = { 0 };
    husk_show_options options;
    if (!PyArg_ParseTuple(args, "iiiii", &json, &pages, &history, &columns, &tokens) || !site_of(object, &site))
        return NULL;
    husk_show_options_init(&options, sizeof options);
    options.format = json ? HUSK_FORMAT_JSON : HUSK_FORMAT_TEXT;
    options.pages = pages;
    options.history = history;
    options.columns = columns;
    options.tokens = tokens;
    if (husk_output_new(MAX_SHOWN, &output) != HUSK_OK)
        return PyErr_NoMemory();
    husk_status status = husk_site_show(site, &options, output, &error);
    return output_text(status, output, &error);
}

static PyObject *site_map(PyObject *object, PyObject *args)
{
    husk_site *site;
    int svg;
    husk_output *output;
    husk_error error = { 0 };
    if (!PyArg_ParseTuple(args, "i", &svg) || !site_of(object, &site))
        return NULL;
    if (husk_output_new(MAX_SHOWN, &output) != HUSK_OK)
        return PyErr_NoMemory();
    husk_status status = husk_site_map(site, NULL, svg ? HUSK_MAP_SVG : HUSK_MAP_DOT, output, &error);
    return output_text(status, output, &error);
}

/* --- a page against the site -------------------------------------------------------------------------------------- */

typedef struct visit {
    site_object *self;
    worker *w;
    husk_raw raw;
    husk_verdict *verdict;
    husk_row *row;
    husk_error error;
} visit;

static husk_status visit_run(visit *v, bool row)
{
    husk_judge_options options;
    husk_judge_options_init(&options, sizeof options);
    options.depth = HUSK_DEPTH_CLASS;
    husk_status status = husk_page_parse(v->w->page, &v->raw, &v->error);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = husk_judge(v->w->page, v->self->site, &options, &v->verdict, &v->error);
    if (status == HUSK_OK && row)
        status = husk_records_read(v->self->records, v->verdict, &v->row, &v->error);
    return status;
}

static bool records_open(site_object *self)
{
    husk_error error = { 0 };
    husk_status status = self->records ? HUSK_OK : husk_records_new(self->site, NULL, &self->records, &error);
    if (status != HUSK_OK)
        raise_status(status, &error);
    return status == HUSK_OK;
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

static PyObject *row_of(const husk_row *row)
{
    PyObject *fields = PyDict_New();
    for (size_t i = 0; fields && i < husk_row_n_columns(row); i++) {
        PyObject *name = text_of_string(husk_row_column(row, i)->name), *value = value_of(row, i);
        if (!name || !value || (value != Py_None && PyDict_SetItem(fields, name, value) < 0))
            Py_CLEAR(fields);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    uint32_t number = husk_row_class(row);
    return fields ? Py_BuildValue("(NN)", number ? PyLong_FromUnsignedLong(number) : ref(Py_None), fields) : NULL;
}

static PyObject *class_of(const husk_verdict *verdict)
{
    const husk_judgement *p = husk_verdict_judgement(verdict);
    if (p->page_class == 0)
        return Py_BuildValue("(OOd)", Py_None, Py_None, (double)p->class_margin);
    return Py_BuildValue("(INd)", (unsigned)p->page_class, text_of_string(p->class_name), (double)p->class_margin);
}

static PyObject *visit_call(PyObject *object, PyObject *args, bool row)
{
    PyObject *html, *result = NULL;
    input in;
    husk_site *site;
    const char *url;
    visit v = { .self = (site_object *)object };
    if (!PyArg_ParseTuple(args, "Oz", &html, &url) || !site_of(object, &site) || (row && !records_open(v.self)) ||
        !input_of(html, "html", &in))
        return NULL;
    v.raw = input_raw(&in, url, NULL, NULL, false);
    v.w = worker_take();
    if (v.w) {
        husk_status status;
        site_hold(object);
        Py_BEGIN_ALLOW_THREADS
        status = visit_run(&v, row);
        Py_END_ALLOW_THREADS
        site_release(object);
        result = status != HUSK_OK ? raise_status(status, &v.error) : row ? row_of(v.row) : class_of(v.verdict);
        husk_row_free(v.row);
        husk_verdict_free(v.verdict);
        worker_give(v.w);
    }
    input_free(&in);
    return result;
}

static PyObject *site_classify(PyObject *object, PyObject *args)
{
    return visit_call(object, args, false);
}

static PyObject *site_row(PyObject *object, PyObject *args)
{
    return visit_call(object, args, true);
}

static PyMethodDef methods[] = {
    { "close", site_close, METH_NOARGS, "Close the file." },
    { "show", site_show, METH_VARARGS, "What the file holds, as text or JSON." },
    { "map", site_map, METH_VARARGS, "The map of its classes, as SVG or DOT." },
    { "classify", site_classify, METH_VARARGS, "(class, name, margin) of a page." },
    { "row", site_row, METH_VARARGS, "(class, fields) of a page." },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_new, site_new },
    { Py_tp_dealloc, site_dealloc },
    { Py_tp_methods, methods },
    { Py_tp_doc, "An open .husk file." },
    { 0, NULL },
};

static PyType_Spec spec = { "husk._husk.Site", sizeof(site_object), 0, Py_TPFLAGS_DEFAULT, slots };

bool site_add(PyObject *module)
{
    return type_add(module, &spec, &site_type);
}
