/* signature.c - _husk.signature: the MinHash signature of a page's structure, as the bytes of 32-bit numbers. */
#include "binding.h"

#define MAX_LENGTH 4096u /* the library's own limit; it refuses more */

static PyObject *py_signature(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *html, *result = NULL;
    input in;
    husk_error error = { 0 };
    husk_status status;
    unsigned length;
    unsigned long long seed;
    uint32_t ranks[MAX_LENGTH];
    if (!PyArg_ParseTuple(args, "OIK", &html, &length, &seed) || !input_of(html, "html", &in))
        return NULL;
    husk_raw raw = input_raw(&in, NULL, NULL, NULL, false);
    worker *w = worker_take();
    if (w) {
        Py_BEGIN_ALLOW_THREADS
        status = husk_page_parse(w->page, &raw, &error);
        if (status == HUSK_OK || status == HUSK_LIMIT)
            status = husk_page_signature(w->page, length, seed, ranks, &error);
        Py_END_ALLOW_THREADS
        result = status == HUSK_OK ? PyBytes_FromStringAndSize((const char *)ranks, (Py_ssize_t)length * 4)
                                   : raise_status(status, &error);
        worker_give(w);
    }
    input_free(&in);
    return result;
}

static PyMethodDef methods[] = {
    { "signature", py_signature, METH_VARARGS, "The MinHash signature of a page." },
    { NULL, NULL, 0, NULL },
};

bool signature_add(PyObject *module)
{
    return PyModule_AddFunctions(module, methods) == 0;
}
