/* binding.h - declarations shared by the files of the Python module.
 * The module uses the stable ABI of Python 3.9, so that one wheel works with every later version. Long work runs
 * without the GIL; code that touches Python objects holds it. */
#ifndef HUSK_PYTHON_BINDING_H
#define HUSK_PYTHON_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <husk/lab.h>

/* Py_NewRef, which the stable ABI of 3.9 lacks. */
static inline PyObject *ref(PyObject *object)
{
    Py_INCREF(object);
    return object;
}

/* --- input -------------------------------------------------------------------------------------------------------- */

/* The bytes of a str, bytes, bytearray or memoryview, held until input_free. */
typedef struct input {
    PyObject *owner; /* a bytes object */
    const char *bytes;
    size_t len;
    bool is_str; /* UTF-8, whatever the page says of its encoding */
} input;

/* False with an exception set: `name` says which argument is wrong. */
bool input_of(PyObject *object, const char *name, input *out);
void input_free(input *in);

/* A husk_raw over an input. `url`, `id` and `charset` are C strings or NULL; a str has its own charset. */
husk_raw input_raw(const input *in, const char *url, const char *id, const char *charset, bool is_text);

/* The input and husk_raw of (html, url, id, charset, is_text). False with an exception set. */
bool input_page(PyObject *page, input *in, husk_raw *raw);

/* --- errors ------------------------------------------------------------------------------------------------------- */

/* Set the exception of a failed call and return NULL. */
PyObject *raise_status(husk_status status, const husk_error *error);

/* --- workers ------------------------------------------------------------------------------------------------------ */

/* A page and an output that are reused from call to call, so that their memory is allocated once. */
typedef struct worker {
    husk_page *page;
    husk_output *output;
} worker;

/* NULL with an exception set. Both need the GIL. */
worker *worker_take(void);
void worker_give(worker *w);

/* --- objects ------------------------------------------------------------------------------------------------------ */

/* A str from UTF-8; what is not UTF-8 (an id from a file name) is replaced. */
PyObject *text_of(const char *data, size_t len);
PyObject *text_of_string(husk_string s);

/* Put `value` (a new reference, or NULL with an exception set) into a dict. False: an exception is set. */
bool put(PyObject *dict, const char *key, PyObject *value);

/* The open site of a _husk.Site object, or NULL for None. False with an exception set: not a site, or closed. Between
 * site_hold and site_release nothing closes it. */
bool site_of(PyObject *object, husk_site **out);

/* Count a call that uses the site without the GIL, so that it is not closed meanwhile; None is allowed. */
void site_hold(PyObject *object);
void site_release(PyObject *object);

/* The records of a site, made when first asked for. NULL with an exception set. */
husk_records *site_records(PyObject *object);

/* A list of n objects, each a new reference of `item`; NULL with an exception set. */
PyObject *list_of(size_t n, PyObject *(*item)(const void *of, size_t i), const void *of);

/* What was written to `output`, which is freed, or the exception of `status`. */
PyObject *output_text(husk_status status, husk_output *output, const husk_error *error);

/* An object of a type, zero; what a constructor returns, which frees it if `status` is a failure; the end of
 * tp_dealloc. */
void *object_alloc(PyTypeObject *type);
PyObject *object_made(void *self, husk_status status, const husk_error *error);
void object_free(PyObject *object);

/* Create a type and add it to the module. */
bool type_add(PyObject *module, PyType_Spec *spec, PyObject **out);

/* --- pages -------------------------------------------------------------------------------------------------------- */

/* How pages are judged and written, and what is found of the one at hand. */
typedef struct job {
    worker *w;
    husk_raw raw;
    PyObject *of; /* the _husk.Site, or None */
    husk_site *site;
    husk_records *records; /* of the site, for a row */
    husk_judge_options judge;
    husk_extract_options extract;
    uint32_t *ranks, n_ranks; /* a signature, and its length */
    uint64_t seed;
    husk_verdict *verdict;
    husk_row *row;
    husk_error error;
} job;

/* The job of the tuple that husk/_extract.py makes; `html` is its page. False with an exception set. */
bool job_parse(job *j, PyObject *wishes, PyObject **html);

/* Judge the parsed page and append its content to the worker's output: without the GIL. */
husk_status job_extract(job *j);

/* The texts of the next pages of a source, from (most, failed, wishes), None at its end; `failed`: those that could not
 * be read count as empty pages. NULL with an exception set. */
PyObject *source_extract(husk_source *source, PyObject *args);

bool extract_add(PyObject *module);
bool site_add(PyObject *module);
bool source_add(PyObject *module);
bool collect_add(PyObject *module);
bool many_add(PyObject *module);

#endif
