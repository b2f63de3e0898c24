/* collect.c - _husk.Learner and _husk.Clustering: take pages one by one, then learn or cluster them all. */
#include "binding.h"

typedef struct collector {
    PyObject_HEAD husk_learner *learner; /* NULL: a clustering, or finished */
    husk_clustering *clustering;
    bool is_done;
    unsigned adding; /* calls of add in progress: the end must wait for them */
} collector;

static PyObject *learner_type, *clustering_type;

static PyObject *learner_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    husk_error error = { 0 };
    husk_learn_options options;
    int one_class, fresh;
    long long date;
    unsigned pages, jobs;
    if (!PyArg_ParseTuple(args, "iiLII", &one_class, &fresh, &date, &pages, &jobs))
        return NULL;
    husk_learn_options_init(&options, sizeof options);
    options.one_class = one_class;
    options.fresh = fresh;
    options.date = (int64_t)date;
    options.jobs = jobs;
    if (pages)
        options.pages = pages;
    collector *self = object_alloc(type);
    husk_status status = self ? husk_learner_new(&options, &self->learner, &error) : HUSK_OK;
    return object_made(self, status, &error);
}

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
    collector *self = object_alloc(type);
    husk_status status = self ? husk_text_clustering_new(NULL, &text, &self->clustering, &error) : HUSK_OK;
    return object_made(self, status, &error);
}

static void collector_dealloc(PyObject *object)
{
    collector *self = (collector *)object;
    husk_learner_free(self->learner);
    husk_clustering_free(self->clustering);
    object_free(object);
}

static bool is_open(const collector *self)
{
    if (self->is_done)
        PyErr_SetString(PyExc_ValueError, self->clustering ? "these pages are clustered already"
                                                           : "this learner has written its file; make a new one");
    return !self->is_done;
}

static bool is_still(const collector *self)
{
    if (self->adding)
        PyErr_SetString(PyExc_RuntimeError, "another thread is adding a page; end when all pages are added");
    return self->adding == 0;
}

static husk_status read_digest(const collector *self, const husk_page *page, const husk_raw *raw, husk_digest **out,
                               husk_error *error)
{
    return self->learner ? husk_learner_read(page, raw, out, error)
                         : husk_clustering_read(self->clustering, page, out, error);
}

/* Parse the page and make its digest without the GIL, and take that. */
static PyObject *add(collector *self, const husk_raw *raw)
{
    husk_error error = { 0 };
    husk_digest *digest = NULL;
    husk_status status;
    worker *w = worker_take();
    if (w == NULL)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = husk_page_parse(w->page, raw, &error);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = read_digest(self, w->page, raw, &digest, &error);
    Py_END_ALLOW_THREADS
    if (status == HUSK_OK)
        status = self->learner ? husk_learner_add(self->learner, digest, &error)
                               : husk_clustering_add(self->clustering, digest, &error);
    husk_digest_free(digest);
    worker_give(w);
    return status == HUSK_OK ? ref(Py_None) : raise_status(status, &error);
}

/* From a page and its date. */
static PyObject *collector_add(PyObject *object, PyObject *args)
{
    collector *self = (collector *)object;
    PyObject *page;
    long long date;
    input in;
    husk_raw raw;
    if (!is_open(self) || !PyArg_ParseTuple(args, "O!L", &PyTuple_Type, &page, &date) || !input_page(page, &in, &raw))
        return NULL;
    raw.date = (int64_t)date;
    self->adding++;
    PyObject *result = add(self, &raw);
    self->adding--;
    input_free(&in);
    return result;
}

#define MAX_REPORT (64u << 20)

static PyObject *learner_finish(PyObject *object, PyObject *args)
{
    collector *self = (collector *)object;
    PyObject *path, *result = NULL;
    husk_output *report;
    husk_error error = { 0 };
    if (!is_open(self) || !is_still(self) || !PyArg_ParseTuple(args, "O&", PyUnicode_FSConverter, &path))
        return NULL;
    if (husk_output_new(MAX_REPORT, &report) == HUSK_OK) {
        husk_learner *learner = self->learner;
        husk_status status;
        const char *to = PyBytes_AsString(path);
        self->learner = NULL;
        self->is_done = true;
        Py_BEGIN_ALLOW_THREADS
        status = husk_learner_finish(learner, to, report, &error);
        husk_learner_free(learner);
        Py_END_ALLOW_THREADS
        result = output_text(status, report, &error);
    } else {
        PyErr_NoMemory();
    }
    Py_DECREF(path);
    return result;
}

static PyObject *cluster_of(const void *clustering, size_t i)
{
    return PyLong_FromUnsignedLong(husk_clustering_cluster_of(clustering, (uint32_t)i));
}

static PyObject *clustering_run(PyObject *object, PyObject *unused)
{
    (void)unused;
    collector *self = (collector *)object;
    husk_error error = { 0 };
    husk_status status;
    if (!is_open(self) || !is_still(self))
        return NULL;
    self->is_done = true;
    Py_BEGIN_ALLOW_THREADS
    status = husk_clustering_run(self->clustering, &error);
    Py_END_ALLOW_THREADS
    if (status != HUSK_OK)
        return raise_status(status, &error);
    return list_of(husk_clustering_n_pages(self->clustering), cluster_of, self->clustering);
}

static PyMethodDef learner_methods[] = {
    { "add", collector_add, METH_VARARGS, "Take a page." },
    { "finish", learner_finish, METH_VARARGS, "Learn, and write the file. Returns what was found, as text." },
    { NULL, NULL, 0, NULL },
};

static PyMethodDef clustering_methods[] = {
    { "add", collector_add, METH_VARARGS, "Take a page." },
    { "run", clustering_run, METH_NOARGS, "Cluster the pages: the number of each page's cluster." },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot learner_slots[] = {
    { Py_tp_new, learner_new },
    { Py_tp_dealloc, collector_dealloc },
    { Py_tp_methods, learner_methods },
    { Py_tp_doc, "Learns what the pages of a site share." },
    { 0, NULL },
};

static PyType_Slot clustering_slots[] = {
    { Py_tp_new, clustering_new },
    { Py_tp_dealloc, collector_dealloc },
    { Py_tp_methods, clustering_methods },
    { Py_tp_doc, "Groups pages by template." },
    { 0, NULL },
};

static PyType_Spec learner_spec = { "husk._husk.Learner", sizeof(collector), 0, Py_TPFLAGS_DEFAULT, learner_slots };
static PyType_Spec clustering_spec = { "husk._husk.Clustering", sizeof(collector), 0, Py_TPFLAGS_DEFAULT,
                                       clustering_slots };

bool collect_add(PyObject *module)
{
    return type_add(module, &learner_spec, &learner_type) && type_add(module, &clustering_spec, &clustering_type);
}
