/* Lines of fields to columns, for the plainest of files: visible ASCII, one separator, as many
   fields in every line. Of anything else nothing is read, and the caller looks for another way. */

#include "arrays.h"
#include "decimals.h"

enum { MOST_COLUMNS = 8 };

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

/* The next byte that is no visible ASCII, eight at a look. */
static inline const Byte *field_end(const Byte *text, const Byte *end)
{
    const uint64_t each = 0x0101010101010101u, high = 0x80 * each;
    for (; end - text >= 8; text += 8) {
        uint64_t word;
        memcpy(&word, text, sizeof word);
        uint64_t marks = ((word - (' ' + 1) * each) | word) & high;
        if (marks)
            return text + (__builtin_ctzll(marks) >> 3);
    }
    while (text < end && *text > ' ' && *text < 0x80)
        text++;
    return text;
}

static inline void append(Column *column, const Byte *field, Py_ssize_t length)
{
    memcpy(column->bytes + column->length, field, (size_t)length);
    column->length += length;
    column->value_ends[++column->count] = (int32_t)column->length;
}

static inline void append_if_new(Column *column, const Byte *field, Py_ssize_t length, int32_t row)
{
    bool is_same = length == column->latest_length && !memcmp(field, column->latest, (size_t)length);
    if (!is_same) {
        append(column, field, length);
        column->latest = field;
        column->latest_length = length;
    }
    column->stretch_ends[column->count - 1] = row + 1;
}

static inline bool read_field(Column *column, const Byte *field, const Byte *end, int32_t row)
{
    switch (column->kind) {
    case 'n':
        return read_number(field, end, column->numbers + row);
    case 'w':
        return read_whole(field, end, column->wholes + row);
    case 't':
        append(column, field, end - field);
        return true;
    case 'r':
        append_if_new(column, field, end - field, row);
        return true;
    default:
        return true;
    }
}

static bool read_lines(const Byte *text, const Byte *end, Byte separator, Column *columns, int count)
{
    for (int32_t row = 0; text < end; row++)
        for (int i = 0; i < count; i++) {
            const Byte *stop = field_end(text, end);
            Byte mark = stop < end ? *stop : '\n';
            if (stop == text || mark != (i < count - 1 ? separator : '\n'))
                return false;
            if (!read_field(columns + i, text, stop, row))
                return false;
            text = stop + 1;
        }
    return true;
}

static Py_ssize_t count_lines(const Byte *text, Py_ssize_t length)
{
    Py_ssize_t lines = length && text[length - 1] != '\n';
    for (Py_ssize_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

static bool prepare(Column *column, Py_ssize_t rows, Py_ssize_t length)
{
    if (column->kind == 'n' || column->kind == 'w')
        column->numbers = make_room(&column->values, rows, sizeof(double));
    if (column->kind == 't' || column->kind == 'r') {
        column->bytes = make_room(&column->values, length, 1);
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
    Py_ssize_t rows = count_lines(content->buf, content->len);
    PyObject *results = NULL;
    bool has_room = true, is_plain = false;
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
