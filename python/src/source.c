/* source.c - _husk.Source: the pages of files, folders and archives. */
#include "binding.h"

#include <stdlib.h>

typedef struct source_object {
    PyObject_HEAD husk_source *source;
    bool busy; /* a thread is reading */
} source_object;

static PyObject *source_type;

/* The paths as C strings; `keep` owns their bytes objects. */
static const char **paths_of(PyObject *list, PyObject *keep, size_t *n)
{
    Py_ssize_t len = PyList_Size(list);
    const char **paths = len > 0 ? malloc((size_t)len * sizeof *paths) : NULL;
    if (len == 0)
        PyErr_SetString(PyExc_ValueError, "no input: give at least one path or URL");
    for (Py_ssize_t i = 0; paths && i < len; i++) {
        PyObject *bytes;
        if (!PyUnicode_FSConverter(PyList_GetItem(list, i), &bytes) || PyList_Append(keep, bytes) < 0) {
            free(paths);
            return NULL;
        }
        paths[i] = PyBytes_AsString(bytes);
        Py_DECREF(bytes); /* `keep` has it */
    }
    *n = (size_t)(len > 0 ? len : 0);
    return paths;
}

static PyObject *source_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    PyObject *list;
    const char *base_url, *user_agent = NULL, *archives = NULL;
    int any_status, allow_private = 0, provenance = 0;
    PyObject *fields = NULL;
    size_t n;
    husk_error error = { 0 };
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    if (!PyArg_ParseTuple(args, "O!zi|zpIIpO!z", &PyList_Type, &list, &base_url, &any_status, &user_agent,
                          &allow_private, &options.timeout_seconds, &options.max_redirects, &provenance, &PyList_Type,
                          &fields, &archives))
        return NULL;
    options.base_url = base_url;
    options.user_agent = user_agent;
    options.any_http_status = any_status;
    options.allow_private = allow_private;
    options.provenance = provenance;
    options.archives = archives;
    PyObject *keep = PyList_New(0);
    bool is_renamed = fields && PyList_Size(fields) > 0;
    const char **names = keep && is_renamed ? paths_of(fields, keep, &options.n_fields) : NULL;
    const char **paths = keep && (names || !is_renamed) ? paths_of(list, keep, &n) : NULL;
    options.fields = names;
    source_object *self = NULL;
    husk_status status = HUSK_OK;
    if (paths) {
        self = object_alloc(type);
        status = self ? husk_source_open(paths, n, &options, &self->source, &error) : HUSK_OK;
    }
    free(paths);
    free(names);
    Py_XDECREF(keep);
    return object_made(self, status, &error);
}

static void source_dealloc(PyObject *object)
{
    husk_source_free(((source_object *)object)->source);
    object_free(object);
}

static bool is_free(const source_object *self)
{
    if (self->busy)
        PyErr_SetString(PyExc_ValueError, "the pages are being read by another thread");
    return !self->busy;
}

/* The next page. END, or with an exception set another status. */
static husk_status read_next(source_object *self, husk_raw *raw)
{
    husk_error error = { 0 };
    husk_status status;
    husk_raw_init(raw, sizeof *raw);
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS
    status = husk_source_next(self->source, raw, &error);
    Py_END_ALLOW_THREADS
    self->busy = false;
    if (status != HUSK_OK && status != HUSK_END)
        raise_status(status, &error);
    return status;
}

/* Append a page's bytes to `all` and what is known of it to `rows`. False: an exception is set. */
static bool row_add(PyObject *rows, PyObject *all, const husk_raw *raw)
{
    bool is_read = raw->status == HUSK_OK || raw->status == HUSK_LIMIT;
    Py_ssize_t had = PyByteArray_Size(all), len = is_read ? (Py_ssize_t)raw->len : 0;
    if (PyByteArray_Resize(all, had + len) < 0)
        return false;
    if (len)
        memcpy(PyByteArray_AsString(all) + had, raw->bytes, raw->len);
    PyObject *row = Py_BuildValue("(NzzNzLNnz)", text_of(raw->id, strlen(raw->id)), raw->url, raw->charset,
                                  PyBool_FromLong(raw->is_text), raw->status == HUSK_OK ? NULL : raw->reason,
                                  (long long)raw->date, PyBool_FromLong(is_read), had + len, raw->provenance);
    bool ok = row && PyList_Append(rows, row) == 0;
    Py_XDECREF(row);
    return ok;
}

/* The next pages from (most pages, most bytes, failed ones too): ([(id, url, charset, is_text, problem, date, is_read,
 * end, provenance)], bytearray), a page's bytes ending at `end`; None when there are no more. */
static PyObject *source_read_some(PyObject *object, PyObject *args)
{
    source_object *self = (source_object *)object;
    Py_ssize_t most, bytes;
    int failed;
    husk_raw raw;
    if (!is_free(self) || !PyArg_ParseTuple(args, "nnp", &most, &bytes, &failed))
        return NULL;
    PyObject *rows = PyList_New(0), *all = PyByteArray_FromStringAndSize(NULL, 0);
    bool ok = rows && all;
    while (ok && PyList_Size(rows) < most && PyByteArray_Size(all) < bytes && read_next(self, &raw) == HUSK_OK)
        if (failed || raw.status == HUSK_OK || raw.status == HUSK_LIMIT)
            ok = row_add(rows, all, &raw);
    ok = ok && !PyErr_Occurred();
    PyObject *found = ok ? PyList_Size(rows) ? Py_BuildValue("(OO)", rows, all) : ref(Py_None) : NULL;
    Py_XDECREF(rows);
    Py_XDECREF(all);
    return found;
}

static PyObject *source_extract_some(PyObject *object, PyObject *args)
{
    source_object *self = (source_object *)object;
    if (!is_free(self))
        return NULL;
    self->busy = true;
    PyObject *result = source_extract(self->source, args);
    self->busy = false;
    return result;
}

static PyMethodDef methods[] = {
    { "extract_some", source_extract_some, METH_VARARGS, "The main content of the next pages." },
    { "read_some", source_read_some, METH_VARARGS, "The next pages, their bytes in one piece." },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_new, source_new },
    { Py_tp_dealloc, source_dealloc },
    { Py_tp_methods, methods },
    { Py_tp_doc, "The pages of files, folders and archives." },
    { 0, NULL },
};

static PyType_Spec spec = { "husk._husk.Source", sizeof(source_object), 0, Py_TPFLAGS_DEFAULT, slots };

bool source_add(PyObject *module)
{
    return type_add(module, &spec, &source_type);
}
