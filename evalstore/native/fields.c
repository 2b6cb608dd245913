/* Lines of fields to columns, for the plainest of files: visible ASCII, one separator, as many
   fields in every line. Of anything else nothing is read, and the caller looks for another way. */

#include "arrays.h"
#include "decimals.h"
#include "keys.h"
#include "marks.h"

enum {
    MOST_COLUMNS = 8,
    MOST_PARTS = 4,
    SPARE = 32,   /* bytes that may be written behind the last value */
    RUN_COLUMNS = 6
};

static const char RUN[] = "rudwnr";

typedef struct {
    const Byte *start, *end;
} Text;

/* A column on its way to Python, which is given its parts. */
typedef struct {
    char kind;                     /* the first letter of: text, repeated, document, … */
    PyObject *parts[MOST_PARTS];
    double *numbers;
    int64_t *wholes;
    char *bytes;                   /* of text: all values, and where each ends, before that a 0 */
    int32_t *value_ends;
    int32_t *stretch_ends;         /* of repeated text: the row that each value's stretch ends before */
    uint64_t *high, *low;          /* of documents: their keys, and where they stand */
    int64_t *starts;
    int32_t *lengths;
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

/* Whether a field is the same as that of the row before, which stands before it in the text. */
static inline bool is_latest(const Column *column, const Byte *field, Py_ssize_t length,
                             const Byte *end)
{
    const Byte *latest = column->latest;
    if (length != column->latest_length)
        return false;
    if (end - field < length + WORD)
        return !memcmp(field, latest, (size_t)length);
    uint64_t differ = 0;
    for (Py_ssize_t place = 0; place < length; place += WORD)
        differ |= word_at(field + place, length - place, WORD) ^
                  word_at(latest + place, length - place, WORD);
    return !differ;
}

static inline void read_repeated(Column *column, const Byte *field, Py_ssize_t length,
                                 const Byte *end, int32_t row)
{
    if (!is_latest(column, field, length, end)) {
        append(column, field, length, end);
        column->latest = field;
        column->latest_length = length;
    }
    column->stretch_ends[column->count - 1] = row + 1;
}

static inline void read_document(Column *column, const Byte *field, Py_ssize_t length, Text text,
                                 int32_t row)
{
    Key key = key_of(field, length, text.end - field);
    column->high[row] = key.high;
    column->low[row] = key.low;
    column->starts[row] = field - text.start;
    column->lengths[row] = (int32_t)length;
}

/* A field that ends at `stop`. */
ALWAYS_INLINE bool read_field(char kind, Column *column, const Byte *field, const Byte *stop,
                              Text text, int32_t row)
{
    switch (kind) {
    case 'n':
        return read_number(field, stop, text.end, column->numbers + row);
    case 'w':
        return read_whole(field, stop, text.end, column->wholes + row);
    case 't':
        append(column, field, stop - field, text.end);
        return true;
    case 'r':
        read_repeated(column, field, stop - field, text.end, row);
        return true;
    case 'd':
        read_document(column, field, stop - field, text, row);
        return true;
    default:
        return true;
    }
}

ALWAYS_INLINE bool read_lines(Text text, Byte separator, const char *kinds, int count,
                              Column *columns)
{
    Marks marks = marks_of(text.start, text.end);
    const Byte *field = text.start;
    for (int32_t row = 0; field < text.end; row++) {
#pragma GCC unroll 6
        for (int i = 0; i < count; i++) {
            const Byte *stop = next_mark(&marks);
            Byte mark = stop < text.end ? *stop : '\n';
            if (stop == field || mark != (i < count - 1 ? separator : '\n'))
                return false;
            if (!read_field(kinds[i], columns + i, field, stop, text, row))
                return false;
            field = stop + 1;
        }
    }
    return true;
}

/* The lines of a run are nearly all there is to read, and sooner read by code of their own. */
static bool read_run(Text text, Byte separator, Column *columns)
{
    return read_lines(text, separator, RUN, RUN_COLUMNS, columns);
}

static bool read_any(Text text, Byte separator, const char *kinds, int count, Column *columns)
{
    return read_lines(text, separator, kinds, count, columns);
}

static Py_ssize_t count_lines(Text text)
{
    Py_ssize_t length = text.end - text.start;
    Py_ssize_t lines = length && text.end[-1] != '\n';
    /* So few at a time that a byte can count them: then many are counted at once. */
    for (Py_ssize_t start = 0; start < length; start += UINT8_MAX) {
        Py_ssize_t end = length - start < UINT8_MAX ? length : start + UINT8_MAX;
        uint8_t found = 0;
        for (Py_ssize_t i = start; i < end; i++)
            found = (uint8_t)(found + (text.start[i] == '\n'));
        lines += found;
    }
    return lines;
}

static bool prepare(Column *column, Py_ssize_t rows, Py_ssize_t length)
{
    PyObject **parts = column->parts;
    switch (column->kind) {
    case 'n':
        column->numbers = make_room(parts, rows, sizeof *column->numbers);
        break;
    case 'w':
        column->wholes = make_room(parts, rows, sizeof *column->wholes);
        break;
    case 't':
    case 'r':
        column->bytes = make_room(parts, length + SPARE, 1);
        column->value_ends = make_room(parts + 1, rows + 1, sizeof *column->value_ends);
        if (column->value_ends)
            column->value_ends[0] = 0;
        if (column->kind == 'r')
            column->stretch_ends = make_room(parts + 2, rows, sizeof *column->stretch_ends);
        break;
    case 'd':
        column->high = make_room(parts, rows, sizeof *column->high);
        column->low = make_room(parts + 1, rows, sizeof *column->low);
        column->starts = make_room(parts + 2, rows, sizeof *column->starts);
        column->lengths = make_room(parts + 3, rows, sizeof *column->lengths);
    }
    return !PyErr_Occurred();
}

/* Text and its ends take less room than there was. */
static bool is_shortened(Column *column)
{
    const size_t size = sizeof(int32_t);
    if (!column->bytes)
        return true;
    return shorten(column->parts[0], column->length, 1) &&
           shorten(column->parts[1], column->count + 1, size) &&
           (!column->parts[2] || shorten(column->parts[2], column->count, size));
}

/* The parts of a column as a tuple. */
static PyObject *result_of(Column *column)
{
    int count = 0;
    while (count < MOST_PARTS && column->parts[count])
        count++;
    PyObject *result = is_shortened(column) ? PyTuple_New(count) : NULL;
    for (int i = 0; result && i < count; i++)
        PyTuple_SetItem(result, i, Py_NewRef(column->parts[i]));
    return result;
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

static PyObject *columns_of(Text text, Byte separator, const char *kinds, int count)
{
    Column columns[MOST_COLUMNS] = {0};
    Py_ssize_t rows;
    PyObject *results = NULL;
    bool has_room = true, is_plain = false;
    Py_BEGIN_ALLOW_THREADS
    rows = count_lines(text);
    Py_END_ALLOW_THREADS
    for (int i = 0; has_room && i < count; i++) {
        columns[i].kind = kinds[i];
        has_room = prepare(columns + i, rows, text.end - text.start);
    }
    if (has_room) {
        Py_BEGIN_ALLOW_THREADS
        is_plain = strcmp(kinds, RUN) ? read_any(text, separator, kinds, count, columns)
                                      : read_run(text, separator, columns);
        Py_END_ALLOW_THREADS
        results = is_plain ? results_of(columns, count) : Py_NewRef(Py_None);
    }
    for (int i = 0; i < count; i++)
        for (int part = 0; part < MOST_PARTS; part++)
            Py_XDECREF(columns[i].parts[part]);
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
    Text text = {content.buf, (const Byte *)content.buf + content.len};
    if (count > MOST_COLUMNS || content.len > INT32_MAX)
        results = Py_NewRef(Py_None);
    else
        results = columns_of(text, (Byte)separator, kinds, (int)count);
    PyBuffer_Release(&content);
    return results;
}
