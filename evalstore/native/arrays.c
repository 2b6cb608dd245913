#include "arrays.h"

static bool take_array(PyObject *argument, Py_ssize_t size, Array *array)
{
    if (PyObject_GetBuffer(argument, &array->view, PyBUF_SIMPLE))
        return false;
    array->count = array->view.len / size;
    if (array->view.itemsize == size)
        return true;
    PyErr_Format(PyExc_TypeError, "items of %zd bytes, not %zd", array->view.itemsize, size);
    PyBuffer_Release(&array->view);
    return false;
}

bool take_arrays(PyObject *arguments, const char *sizes, Array *arrays)
{
    int count = (int)strlen(sizes);
    if (PyTuple_Size(arguments) != count) {
        PyErr_Format(PyExc_TypeError, "%zd arrays, not %d", PyTuple_Size(arguments), count);
        return false;
    }
    for (int i = 0; i < count; i++)
        if (!take_array(PyTuple_GetItem(arguments, i), sizes[i] - '0', arrays + i)) {
            let_go(arrays, i);
            return false;
        }
    return true;
}

void let_go(Array *arrays, int count)
{
    for (int i = 0; i < count; i++)
        PyBuffer_Release(&arrays[i].view);
}

void *make_room(PyObject **owner, Py_ssize_t count, size_t size)
{
    *owner = PyByteArray_FromStringAndSize(NULL, count * (Py_ssize_t)size);
    return *owner ? PyByteArray_AsString(*owner) : NULL;
}

bool shorten(PyObject *owner, Py_ssize_t count, size_t size)
{
    return !PyByteArray_Resize(owner, count * (Py_ssize_t)size);
}

PyObject *both(PyObject *owners[2])
{
    PyObject *result = PyErr_Occurred() ? NULL : PyTuple_Pack(2, owners[0], owners[1]);
    Py_XDECREF(owners[0]);
    Py_XDECREF(owners[1]);
    return result;
}
