/* learn.c - _husk.Learner: learn a .husk file from pages; also copies such files. */
#include "binding.h"

typedef struct learner_object {
    PyObject_HEAD husk_learner *learner; /* NULL: finished */
    unsigned adding;                     /* calls of add in progress: finish must wait for them */
} learner_object;

static PyObject *learner_type;

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
    learner_object *self = object_alloc(type);
    husk_status status = self ? husk_learner_new(&options, &self->learner, &error) : HUSK_OK;
    return object_made(self, status, &error);
}

static void learner_dealloc(PyObject *object)
{
    husk_learner_free(((learner_object *)object)->learner);
    object_free(object);
}

static bool is_open(const learner_object *self)
{
    if (self->learner == NULL)
        PyErr_SetString(PyExc_ValueError, "this learner has written its file; make a new one");
    return self->learner != NULL;
}

static husk_status read_digest(const void *of, const husk_page *page, const husk_raw *raw, husk_digest **out,
                               husk_error *error)
{
    (void)of;
    return husk_learner_read(page, raw, out, error);
}

static husk_status take_digest(void *of, const husk_digest *digest, husk_error *error)
{
    return husk_learner_add(of, digest, error);
}

static PyObject *learner_add(PyObject *object, PyObject *args)
{
    learner_object *self = (learner_object *)object;
    if (!is_open(self))
        return NULL;
    self->adding++;
    PyObject *result = page_add(args, self->learner, read_digest, take_digest);
    self->adding--;
    return result;
}

static bool is_still(const learner_object *self)
{
    if (self->adding)
        PyErr_SetString(PyExc_RuntimeError, "another thread is adding a page; finish when all pages are added");
    return self->adding == 0;
}

#define MAX_REPORT (64u << 20)

static PyObject *learner_finish(PyObject *object, PyObject *args)
{
    learner_object *self = (learner_object *)object;
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

static PyMethodDef methods[] = {
    { "add", learner_add, METH_VARARGS, "Take a page." },
    { "finish", learner_finish, METH_VARARGS, "Learn, and write the file. Returns what was found, as text." },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot slots[] = {
    { Py_tp_new, learner_new },
    { Py_tp_dealloc, learner_dealloc },
    { Py_tp_methods, methods },
    { Py_tp_doc, "Learns what the pages of a site share." },
    { 0, NULL },
};

static PyType_Spec spec = { "husk._husk.Learner", sizeof(learner_object), 0, Py_TPFLAGS_DEFAULT, slots };

bool learn_add(PyObject *module)
{
    return type_add(module, &spec, &learner_type);
}
