/* Lines of fields to columns, for the plainest of files: visible ASCII, one separator, as many
   fields in every line. Of anything else nothing is read, and the caller looks for another way. */

#include "arrays.h"
#include "decimals.h"
#include "marks.h"

enum {
    MOST_COLUMNS = 8,
    SPARE = 32   /* bytes that may be written behind the last value */
};

typedef struct {
    char kind;            /* the first letter of: text, repeated, number, whole, unused */
    PyObject *values;     /* numbers, or the bytes of all values */
    PyObject *ends;       /* of text: where each value ends in the bytes, before that a 0 */
    PyObject *row_ends;   /* of repeated text: the row that each value's stretch ends before */
    char *bytes;
    double *numbers;
    int64_t *wholes;
    int32_t *value_ends, *stretch_ends;
    Py_ssize_t length, count;
    const Byte *latest;
    Py_ssize_t latest_length;
} Column;

/* Copies a field; a short one with whatever follows it, which is sooner done. */
static inline void copy(char *to, const Byte *field, Py_ssize_t length, const Byte *end)
{
    if (length <= SPARE && end - field >= SPARE)
        memcpy(to, field, SPARE);
    else
        memcpy(to, field, (size_t)length);
}

static inline void append(Column *column, const Byte *field, Py_ssize_t length, const Byte *end)
{
    copy(column->bytes + column->length, field, length, end);
    column->length += length;
    column->value_ends[++column->count] = (int32_t)column->length;
}

static inline bool is_latest(const Column *column, const Byte *field, Py_ssize_t length)
{
    return length == column->latest_length && !memcmp(field, column->latest, (size_t)length);
}

/* A field that ends at `stop`, of a text that ends at `end`. */
static inline bool read_field(Column *column, const Byte *field, const Byte *stop, const Byte *end,
                              int32_t row)
{
    switch (column->kind) {
    case 'n':
        return read_number(field, stop, column->numbers + row);
    case 'w':
        return read_whole(field, stop, column->wholes + row);
    case 't':
        append(column, field, stop - field, end);
        return true;
    case 'r':
        if (!is_latest(column, field, stop - field)) {
            append(column, field, stop - field, end);
            column->latest = field;
            column->latest_length = stop - field;
        }
        column->stretch_ends[column->count - 1] = row + 1;
        return true;
    default:
        return true;
    }
}

static bool read_lines(const Byte *text, const Byte *end, Byte separator, Column *columns, int count)
{
    Marks marks = marks_of(text, end);
    for (int32_t row = 0; text < end; row++)
        for (int i = 0; i < count; i++) {
            const Byte *stop = next_mark(&marks);
            Byte mark = stop < end ? *stop : '\n';
            if (stop == text || mark != (i < count - 1 ? separator : '\n'))
                return false;
            if (!read_field(columns + i, text, stop, end, row))
                return false;
            text = stop + 1;
        }
    return true;
}

static Py_ssize_t count_lines(const Byte *text, Py_ssize_t length)
{
    Py_ssize_t lines = length && text[length - 1] != '\n';
    /* So few at a time that a byte can count them: then many are counted at once. */
    for (Py_ssize_t start = 0; start < length; start += UINT8_MAX) {
        Py_ssize_t end = length - start < UINT8_MAX ? length : start + UINT8_MAX;
        uint8_t found = 0;
        for (Py_ssize_t i = start; i < end; i++)
            found = (uint8_t)(found + (text[i] == '\n'));
        lines += found;
    }
    return lines;
}

static bool prepare(Column *column, Py_ssize_t rows, Py_ssize_t length)
{
    if (column->kind == 'n' || column->kind == 'w')
        column->numbers = make_room(&column->values, rows, sizeof(double));
    if (column->kind == 't' || column->kind == 'r') {
        column->bytes = make_room(&column->values, length + SPARE, 1);
        column->value_ends = make_room(&column->ends, rows + 1, sizeof(int32_t));
    }
    if (column->kind == 'r')
        column->stretch_ends = make_room(&column->row_ends, rows, sizeof(int32_t));
    column->wholes = (int64_t *)column->numbers;
    if (column->value_ends)
        column->value_ends[0] = 0;
    return !PyErr_Occurred();
}

/* (values, ends, row_ends) of a column, as far as it has them. */
static PyObject *result_of(Column *column)
{
    const size_t size = sizeof(int32_t);
    bool is_short = !column->ends || (shorten(column->values, column->length, 1) &&
                                      shorten(column->ends, column->count + 1, size));
    is_short = is_short && (!column->row_ends || shorten(column->row_ends, column->count, size));
    if (!is_short)
        return NULL;
    return Py_BuildValue("(OOO)", column->values ? column->values : Py_None,
                         column->ends ? column->ends : Py_None,
                         column->row_ends ? column->row_ends : Py_None);
}

static PyObject *results_of(Column *columns, int count)
{
    PyObject *results = PyList_New(0);
    for (int i = 0; results && i < count; i++) {
        PyObject *result = result_of(columns + i);
        if (!result || PyList_Append(results, result))
            Py_CLEAR(results);
        Py_XDECREF(result);
    }
    return results;
}

static PyObject *columns_of(Py_buffer *content, Byte separator, const char *kinds, int count)
{
    Column columns[MOST_COLUMNS] = {0};
    Py_ssize_t rows;
    PyObject *results = NULL;
    bool has_room = true, is_plain = false;
    Py_BEGIN_ALLOW_THREADS
    rows = count_lines(content->buf, content->len);
    Py_END_ALLOW_THREADS
    for (int i = 0; has_room && i < count; i++) {
        columns[i].kind = kinds[i];
        has_room = prepare(columns + i, rows, content->len);
    }
    if (has_room) {
        Py_BEGIN_ALLOW_THREADS
        const Byte *text = content->buf;
        is_plain = read_lines(text, text + content->len, separator, columns, count);
        Py_END_ALLOW_THREADS
        results = is_plain ? results_of(columns, count) : Py_NewRef(Py_None);
    }
    for (int i = 0; i < count; i++) {
        Py_XDECREF(columns[i].values);
        Py_XDECREF(columns[i].ends);
        Py_XDECREF(columns[i].row_ends);
    }
    return results;
}

PyObject *fields(PyObject *module, PyObject *arguments)
{
    Py_buffer content;
    char separator;
    const char *kinds;
    Py_ssize_t count;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "y*cs#", &content, &separator, &kinds, &count))
        return NULL;
    PyObject *results;
    if (count > MOST_COLUMNS || content.len > INT32_MAX)
        results = Py_NewRef(Py_None);
    else
        results = columns_of(&content, (Byte)separator, kinds, (int)count);
    PyBuffer_Release(&content);
    return results;
}
