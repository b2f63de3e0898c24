/* site.c - _husk.Site: an open .husk file, what it holds and its map.
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

/* From a path, or the bytes of a file. */
static PyObject *site_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    PyObject *path;
    const char *bytes = NULL;
    Py_ssize_t len = 0;
    husk_error error = { 0 };
    if (!PyArg_ParseTuple(args, "O&|y#", PyUnicode_FSConverter, &path, &bytes, &len))
        return NULL;
    site_object *self = object_alloc(type);
    husk_status status = self == NULL ? HUSK_OK
                         : bytes      ? husk_site_open_memory(bytes, (size_t)len, &self->site, &error)
                                      : husk_site_open(PyBytes_AsString(path), &self->site, &error);
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

enum { JSON = 1, PAGES = 2, HISTORY = 4, COLUMNS = 8, DOT = 16, SVG = 32 };

static PyObject *site_show(PyObject *object, PyObject *args)
{
    husk_site *site;
    unsigned what;
    husk_output *output;
    husk_error error = { 0 };
    husk_show_options options;
    if (!PyArg_ParseTuple(args, "I", &what) || !site_of(object, &site))
        return NULL;
    if (husk_output_new(MAX_SHOWN, &output) != HUSK_OK)
        return PyErr_NoMemory();
    husk_show_options_init(&options, sizeof options);
    options.format = what & JSON ? HUSK_FORMAT_JSON : HUSK_FORMAT_TEXT;
    options.pages = what & PAGES;
    options.history = what & HISTORY;
    options.columns = what & COLUMNS;
    husk_status status = what & (DOT | SVG)
                             ? husk_site_map(site, NULL, what & SVG ? HUSK_MAP_SVG : HUSK_MAP_DOT, output, &error)
                             : husk_site_show(site, &options, output, &error);
    return output_text(status, output, &error);
}

husk_records *site_records(PyObject *object)
{
    site_object *self = (site_object *)object;
    husk_error error = { 0 };
    husk_status status = self->records ? HUSK_OK : husk_records_new(self->site, NULL, &self->records, &error);
    if (status != HUSK_OK)
        raise_status(status, &error);
    return self->records;
}

static PyMethodDef methods[] = {
    { "close", site_close, METH_NOARGS, "Close the file." },
    { "show", site_show, METH_VARARGS, "What the file holds as text or JSON, or its map as SVG or DOT." },
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
