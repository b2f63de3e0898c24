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

bool input_page(PyObject *page, input *in, husk_raw *raw)
{
    PyObject *html;
    const char *url, *id, *charset;
    int is_text;
    if (!PyArg_ParseTuple(page, "Ozzzp", &html, &url, &id, &charset, &is_text) || !input_of(html, "html", in))
        return false;
    *raw = input_raw(in, url, id, charset, is_text);
    return true;
}

/* --- errors ------------------------------------------------------------------------------------------------------- */

/* The first is the base of the others, and stands for every status that has none of its own. */
static struct {
    husk_status status;
    const char *name, *doc;
    PyObject **also; /* a base that Python has */
    PyObject *made;
} errors[] = {
    { HUSK_OK, "Error", "The base of all exceptions of this module.", &PyExc_Exception, NULL },
    { HUSK_BAD_ARGUMENT, "ArgumentError", "An argument has a value that the call does not accept.", &PyExc_ValueError,
      NULL },
    { HUSK_BAD_FILE, "SiteFileError", "A site file is damaged, or not a .husk file.", &PyExc_ValueError, NULL },
    { HUSK_NEWER_FILE, "NewerFileError", "A file was written by a newer version of Husk.", &PyExc_ValueError, NULL },
    { HUSK_IO, "ReadError", "Reading or writing failed.", &PyExc_OSError, NULL },
    { HUSK_LIMIT, "LimitError", "A limit was reached: the input is larger than Husk accepts.", &PyExc_ValueError,
      NULL },
};

static bool errors_add(PyObject *module)
{
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof errors / sizeof *errors; i++) {
        char full[64];
        PyOS_snprintf(full, sizeof full, "husk.%s", errors[i].name);
        PyObject *bases = i ? PyTuple_Pack(2, errors[0].made, *errors[i].also) : ref(*errors[i].also);
        errors[i].made = bases ? PyErr_NewExceptionWithDoc(full, errors[i].doc, bases, NULL) : NULL;
        Py_XDECREF(bases);
        ok = errors[i].made && PyModule_AddObject(module, errors[i].name, ref(errors[i].made)) == 0;
    }
    return ok;
}

PyObject *raise_status(husk_status status, const husk_error *error)
{
    size_t i = sizeof errors / sizeof *errors - 1;
    if (status == HUSK_NO_MEMORY)
        return PyErr_NoMemory();
    while (i && errors[i].status != status)
        i--;
    PyErr_SetString(errors[i].made, error && error->message[0] ? error->message : husk_status_text(status));
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

/* --- objects ------------------------------------------------------------------------------------------------------ */

PyObject *text_of(const char *data, size_t len)
{
    return PyUnicode_DecodeUTF8(data ? data : "", (Py_ssize_t)len, "replace");
}

PyObject *text_of_string(husk_string s)
{
    return text_of(s.data, s.len);
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
        extract_add(module) && site_add(module) && source_add(module) && collect_add(module) && many_add(module))
        return module;
    Py_DECREF(module);
    return NULL;
}
