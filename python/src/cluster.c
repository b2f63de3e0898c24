/* cluster.c - _husk.Clustering: pages by template. */
#include "binding.h"

typedef struct clustering_object {
    PyObject_HEAD husk_clustering *clustering;
    bool has_run;
    unsigned adding; /* calls of add in progress: run must wait for them */
} clustering_object;

static PyObject *clustering_type;

static PyObject *clustering_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    int method;
    husk_error error = { 0 };
    husk_text_options text;
    if (!PyArg_ParseTuple(args, "i", &method))
        return NULL;
    husk_text_options_init(&text);
    text.method = (husk_text_method)method;
    clustering_object *self = object_alloc(type);
    husk_status status = self ? husk_text_clustering_new(NULL, &text, &self->clustering, &error) : HUSK_OK;
    return object_made(self, status, &error);
}

static void clustering_dealloc(PyObject *object)
{
    husk_clustering_free(((clustering_object *)object)->clustering);
    object_free(object);
}

static bool is_filling(const clustering_object *self)
{
    if (self->has_run)
        PyErr_SetString(PyExc_ValueError, "these pages are clustered already");
    return !self->has_run;
}

static husk_status read_digest(const void *of, const husk_page *page, const husk_raw *raw, husk_digest **out,
                               husk_error *error)
{
    (void)raw;
    return husk_clustering_read(of, page, out, error);
}

static husk_status take_digest(void *of, const husk_digest *digest, husk_error *error)
{
    return husk_clustering_add(of, digest, error);
}

static PyObject *clustering_add(PyObject *object, PyObject *args)
{
    clustering_object *self = (clustering_object *)object;
    if (!is_filling(self))
        return NULL;
    self->adding++;
    PyObject *result = page_add(args, self->clustering, read_digest, take_digest);
    self->adding--;
    return result;
}

static PyObject *cluster_of(const void *clustering, size_t i)
{
    return PyLong_FromUnsignedLong(husk_clustering_cluster_of(clustering, (uint32_t)i));
}

static PyObject *clustering_run(PyObject *object, PyObject *unused)
{
    (void)unused;
    clustering_object *self = (clustering_object *)object;
    husk_error error = { 0 };
    husk_status status;
    if (!is_filling(self))
        return NULL;
    if (self->adding) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is adding a page; run when all pages are added");
        return NULL;
    }
    self->has_run = true;
    Py_BEGIN_ALLOW_THREADS
    status = husk_clustering_run(self->clustering, &error);
    Py_END_ALLOW_THREADS
    if (status != HUSK_OK)
        return raise_status(status, &error);
    return list_of(husk_clustering_n_pages(self->clustering), cluster_of, self->clustering);
}

static PyMethodDef methods[] = {
    { "add", clustering_add, METH_VARARGS, "Take a page." },
    { "run", clustering_run, METH_NOARGS, "Cluster the pages: the number of each page's cluster." },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_new, clustering_new },
    { Py_tp_dealloc, clustering_dealloc },
    { Py_tp_methods, methods },
    { Py_tp_doc, "Groups pages by template." },
    { 0, NULL },
};

static PyType_Spec spec = { "husk._husk.Clustering", sizeof(clustering_object), 0, Py_TPFLAGS_DEFAULT, slots };

bool cluster_add(PyObject *module)
{
    return type_add(module, &spec, &clustering_type);
}
