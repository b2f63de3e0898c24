/* module.c - the module itself, and code shared by its parts: input, errors, workers, strings. */
#include "binding.h"

#include <stdlib.h>

/* --- input -------------------------------------------------------------------------------------------------------- */

bool input_of(PyObject *object, const char *name, input *out)
{
    *out = (input){ 0 };
    char *bytes;
    Py_ssize_t len;
    if (PyUnicode_Check(object)) {
        out->owner = PyUnicode_AsEncodedString(object, "utf-8", "replace"); /* lone surrogates become "?" */
        out->is_str = true;
    } else if (PyBytes_Check(object)) {
        out->owner = ref(object);
    } else if (PyByteArray_Check(object) || PyMemoryView_Check(object)) {
        out->owner = PyBytes_FromObject(object);
    } else {
        PyObject *type = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__name__");
        if (type)
            PyErr_Format(PyExc_TypeError, "%s must be str or bytes, not %U", name, type);
        Py_XDECREF(type);
    }
    if (out->owner == NULL || PyBytes_AsStringAndSize(out->owner, &bytes, &len) < 0) {
        Py_CLEAR(out->owner);
        return false;
    }
    out->bytes = bytes;
    out->len = (size_t)len;
    return true;
}

void input_free(input *in)
{
    Py_CLEAR(in->owner);
}

husk_raw input_raw(const input *in, const char *url, const char *id, const char *charset, bool is_text)
{
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    raw.id = id ? id : url ? url : "";
    raw.url = url;
    raw.charset = in->is_str ? "utf-8" : charset;
    raw.is_text = is_text;
    raw.bytes = in->bytes;
    raw.len = in->len;
    return raw;
}

/* --- errors ------------------------------------------------------------------------------------------------------- */

static PyObject *error_base, *error_argument, *error_file, *error_newer, *error_io, *error_limit;

static bool error_add(PyObject *module, const char *name, const char *doc, PyObject *also, PyObject **out)
{
    char full[64];
    PyOS_snprintf(full, sizeof full, "husk.%s", name);
    PyObject *bases = error_base ? PyTuple_Pack(2, error_base, also) : ref(also);
    *out = bases ? PyErr_NewExceptionWithDoc(full, doc, bases, NULL) : NULL;
    Py_XDECREF(bases);
    return *out && PyModule_AddObject(module, name, ref(*out)) == 0;
}

bool errors_add(PyObject *module)
{
    return error_add(module, "Error", "The base of all exceptions of this module.", PyExc_Exception, &error_base) &&
           error_add(module, "ArgumentError", "An argument has a value that the call does not accept.",
                     PyExc_ValueError, &error_argument) &&
           error_add(module, "SiteFileError", "A site file is damaged, or not a .husk file.", PyExc_ValueError,
                     &error_file) &&
           error_add(module, "NewerFileError", "A file was written by a newer version of Husk.", PyExc_ValueError,
                     &error_newer) &&
           error_add(module, "ReadError", "Reading or writing failed.", PyExc_OSError, &error_io) &&
           error_add(module, "LimitError", "A limit was reached: the input is larger than Husk accepts.",
                     PyExc_ValueError, &error_limit);
}

PyObject *raise_status(husk_status status, const husk_error *error)
{
    const char *message = error && error->message[0] ? error->message : husk_status_text(status);
    switch (status) {
    case HUSK_NO_MEMORY:
        return PyErr_NoMemory();
    case HUSK_BAD_ARGUMENT:
        PyErr_SetString(error_argument, message);
        break;
    case HUSK_BAD_FILE:
        PyErr_SetString(error_file, message);
        break;
    case HUSK_NEWER_FILE:
        PyErr_SetString(error_newer, message);
        break;
    case HUSK_IO:
        PyErr_SetString(error_io, message);
        break;
    case HUSK_LIMIT:
        PyErr_SetString(error_limit, message);
        break;
    default:
        PyErr_SetString(error_base, message);
    }
    return NULL;
}

/* --- workers ------------------------------------------------------------------------------------------------------ */

#define MAX_IDLE 32u            /* workers of further threads are freed after each call */
#define MAX_OUTPUT (512u << 20) /* of one page in any format; larger than the output of the largest page */

static worker *idle[MAX_IDLE];
static unsigned n_idle;

static void worker_free(worker *w)
{
    if (w) {
        husk_page_free(w->page);
        husk_output_free(w->output);
    }
    free(w);
}

worker *worker_take(void)
{
    if (n_idle)
        return idle[--n_idle];
    husk_error error = { 0 };
    worker *w = calloc(1, sizeof *w);
    husk_status status = w ? husk_page_new(NULL, &w->page, &error) : HUSK_NO_MEMORY;
    if (status == HUSK_OK)
        status = husk_output_new(MAX_OUTPUT, &w->output);
    if (status == HUSK_OK)
        return w;
    worker_free(w);
    raise_status(status, &error);
    return NULL;
}

void worker_give(worker *w)
{
    if (w == NULL)
        return;
    husk_output_clear(w->output);
    if (n_idle < MAX_IDLE)
        idle[n_idle++] = w;
    else
        worker_free(w);
}

PyObject *page_add(PyObject *args, void *of, digest_reader read, digest_taker take)
{
    PyObject *html;
    const char *url, *id, *charset;
    int is_text;
    long long date;
    input in;
    husk_error error = { 0 };
    if (!PyArg_ParseTuple(args, "OzzzpL", &html, &url, &id, &charset, &is_text, &date) || !input_of(html, "html", &in))
        return NULL;
    husk_raw raw = input_raw(&in, url, id, charset, is_text);
    raw.date = (int64_t)date;
    husk_digest *digest = NULL;
    husk_status status = HUSK_NO_MEMORY;
    worker *w = worker_take();
    if (w) {
        Py_BEGIN_ALLOW_THREADS
        status = husk_page_parse(w->page, &raw, &error);
        if (status == HUSK_OK || status == HUSK_LIMIT)
            status = read(of, w->page, &raw, &digest, &error);
        Py_END_ALLOW_THREADS
        if (status == HUSK_OK)
            status = take(of, digest, &error);
        husk_digest_free(digest);
        worker_give(w);
    }
    input_free(&in);
    if (w == NULL)
        return NULL;
    if (status != HUSK_OK)
        return raise_status(status, &error);
    Py_RETURN_NONE;
}

/* --- objects ------------------------------------------------------------------------------------------------------ */

PyObject *text_of(const char *data, size_t len)
{
    return PyUnicode_DecodeUTF8(data ? data : "", (Py_ssize_t)len, "replace");
}

PyObject *text_of_string(husk_string s)
{
    return text_of(s.data, s.len);
}

PyObject *text_of_lines(const char *data, size_t len)
{
    while (len && data[len - 1] == '\n')
        len--;
    return text_of(data, len);
}

bool put(PyObject *dict, const char *key, PyObject *value)
{
    bool ok = value && PyDict_SetItemString(dict, key, value) == 0;
    Py_XDECREF(value);
    return ok;
}

PyObject *list_of(size_t n, PyObject *(*item)(const void *of, size_t i), const void *of)
{
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; list && i < n; i++) {
        PyObject *made = item(of, i);
        if (made == NULL || PyList_SetItem(list, (Py_ssize_t)i, made) < 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *output_text(husk_status status, husk_output *output, const husk_error *error)
{
    size_t len;
    const char *data = husk_output_data(output, &len);
    PyObject *result = status == HUSK_OK ? text_of(data, len) : raise_status(status, error);
    husk_output_free(output);
    return result;
}

void *object_alloc(PyTypeObject *type)
{
    return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

PyObject *object_made(void *self, husk_status status, const husk_error *error)
{
    if (status == HUSK_OK || self == NULL)
        return self;
    Py_DECREF((PyObject *)self);
    return raise_status(status, error);
}

void object_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

bool type_add(PyObject *module, PyType_Spec *spec, PyObject **out)
{
    *out = PyType_FromSpec(spec);
    const char *name = strrchr(spec->name, '.') + 1;
    return *out && PyModule_AddObject(module, name, ref(*out)) == 0;
}

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "husk._husk",
    .m_doc = "The C side of husk; use the package `husk`.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__husk(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (errors_add(module) && PyModule_AddStringConstant(module, "version", husk_version()) == 0 &&
        extract_add(module) && site_add(module) && source_add(module) && learn_add(module) && cluster_add(module) &&
        arrow_add(module) && signature_add(module) && many_add(module))
        return module;
    Py_DECREF(module);
    return NULL;
}
