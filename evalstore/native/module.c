/* The compiled module: what it offers is told in _native.pyi. */

#include "native.h"

static PyMethodDef functions[] = {
    {"fields", fields, METH_VARARGS, NULL},
    {"keys", keys, METH_VARARGS, NULL},
    {"slots_of", slots_of, METH_VARARGS, NULL},
    {"look_up", look_up, METH_VARARGS, NULL},
    {"copied", copied, METH_VARARGS, NULL},
    {"judged", judged, METH_VARARGS, NULL},
    {"fall", fall, METH_VARARGS, NULL},
    {"repeat", repeat, METH_VARARGS, NULL},
    {"untied", untied, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "evalstore.native._native", .m_size = 0, .m_methods = functions};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
