/* parquet.c - packed rows as a Parquet file, written from front to back.
 * By hand, because no C library for it is packaged: pages of PLAIN values, compressed by zstd, and a footer in Thrift's
 * compact protocol (parquet.apache.org/docs/file-format). A column's page is closed at PAGE_BYTES and a row group at
 * GROUP_BYTES, so memory does not grow with the file, but for some 70 bytes per column and row group. Cost: linear. */
#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>

#include "base/limits.h"
#include "base/status.h"
#include "write/cells.h"

#define PAGE_BYTES ((size_t)1 << 20)   /* before compression */
#define GROUP_BYTES ((size_t)32 << 20) /* the same */
#define ZSTD_LEVEL 3

enum { TYPE_INT64 = 2, TYPE_DOUBLE = 5, TYPE_BYTES = 6 };                        /* of Parquet */
enum { OPTIONAL = 1, REPEATED = 2, CONVERTED_UTF8 = 0, CONVERTED_LIST = 3 };     /* the same */
enum { ENCODING_PLAIN = 0, ENCODING_RLE = 3, CODEC_OF_ZSTD = 6, DATA_PAGE = 0 }; /* the same */

static const unsigned types[] = {
    [CELL_TEXT] = TYPE_BYTES, [CELL_INTEGER] = TYPE_INT64, [CELL_REAL] = TYPE_DOUBLE, [CELL_LIST] = TYPE_BYTES
};

/* Small numbers as runs: which values are there, and where rows begin. */
typedef struct levels {
    buffer bytes;
    uint32_t value, n; /* of the last run */
} levels;

typedef struct column {
    char *name;
    cell_type type;
    levels repeated, defined; /* of the page being filled */
    buffer values;
    uint32_t n;
    buffer chunk; /* the row group's finished pages */
    uint64_t n_chunk, chunk_plain;
} column;

struct husk_parquet {
    column *columns;
    uint32_t n_columns;
    ZSTD_CCtx *zstd;
    buffer plain, packed; /* of a page */
    buffer groups;        /* what the footer says of the finished row groups */
    uint32_t n_groups;
    uint64_t n_rows, group_rows, at;
    size_t group_bytes;
    husk_status status; /* after a failure nothing more is written */
};

/* --- Thrift's compact protocol ------------------------------------------------------------------------------------ */

enum { THRIFT_I32 = 5, THRIFT_I64 = 6, THRIFT_BINARY = 8, THRIFT_LIST = 9, THRIFT_STRUCT = 12 };

typedef struct thrift {
    buffer *out;
    unsigned last; /* field */
} thrift;

static void put_varint(uint64_t number, buffer *out)
{
    for (; number >= 0x80; number >>= 7)
        buffer_byte(out, (char)(number | 0x80));
    buffer_byte(out, (char)number);
}

static void put_field(thrift *t, unsigned field, unsigned type)
{
    buffer_byte(t->out, (char)((field - t->last) << 4 | type));
    t->last = field;
}

static void put_number(thrift *t, unsigned field, unsigned type, uint64_t number) /* never below 0 */
{
    put_field(t, field, type);
    put_varint(number << 1, t->out);
}

static void put_string(const char *text, buffer *out)
{
    put_varint(strlen(text), out);
    buffer_text(out, text);
}

static void put_name(thrift *t, unsigned field, const char *text)
{
    put_field(t, field, THRIFT_BINARY);
    put_string(text, t->out);
}

static void put_list(thrift *t, unsigned field, unsigned type, uint32_t n)
{
    put_field(t, field, THRIFT_LIST);
    buffer_byte(t->out, (char)((n < 15 ? n : 15) << 4 | type));
    if (n >= 15)
        put_varint(n, t->out);
}

static void put_end(buffer *out)
{
    buffer_byte(out, 0);
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

static void put_little(uint64_t number, unsigned n_bytes, buffer *out)
{
    for (unsigned i = 0; i < n_bytes; i++)
        buffer_byte(out, (char)(number >> 8 * i));
}

static void levels_end_run(levels *l)
{
    if (l->n) {
        put_varint((uint64_t)l->n << 1, &l->bytes);
        buffer_byte(&l->bytes, (char)l->value);
    }
    l->n = 0;
}

static void levels_add(levels *l, uint32_t value)
{
    if (l->n && l->value != value)
        levels_end_run(l);
    l->value = value;
    l->n++;
}

static void levels_put(levels *l, buffer *out)
{
    levels_end_run(l);
    put_little(l->bytes.len, 4, out);
    buffer_append(out, l->bytes.data, l->bytes.len);
    buffer_clear(&l->bytes);
}

static void put_page_head(const column *c, size_t plain, size_t packed, buffer *out)
{
    thrift head = { out, 0 }, data = { out, 0 };
    put_number(&head, 1, THRIFT_I32, DATA_PAGE);
    put_number(&head, 2, THRIFT_I32, plain);
    put_number(&head, 3, THRIFT_I32, packed);
    put_field(&head, 5, THRIFT_STRUCT);
    put_number(&data, 1, THRIFT_I32, c->n);
    put_number(&data, 2, THRIFT_I32, ENCODING_PLAIN);
    put_number(&data, 3, THRIFT_I32, ENCODING_RLE);
    put_number(&data, 4, THRIFT_I32, ENCODING_RLE);
    put_end(out);
    put_end(out);
}

static husk_status page_end(husk_parquet *p, column *c)
{
    if (c->n == 0)
        return HUSK_OK;
    buffer_clear(&p->plain);
    buffer_clear(&p->packed);
    if (c->type == CELL_LIST)
        levels_put(&c->repeated, &p->plain);
    levels_put(&c->defined, &p->plain);
    buffer_append(&p->plain, c->values.data, c->values.len);
    buffer_clear(&c->values);
    if (!buffer_reserve(&p->packed, ZSTD_compressBound(p->plain.len)))
        return HUSK_NO_MEMORY;
    size_t n = ZSTD_compressCCtx(p->zstd, p->packed.data, p->packed.size, p->plain.data, p->plain.len, ZSTD_LEVEL);
    if (ZSTD_isError(n) || p->plain.status != HUSK_OK || c->values.status != HUSK_OK)
        return HUSK_NO_MEMORY;
    size_t start = c->chunk.len;
    put_page_head(c, p->plain.len, n, &c->chunk);
    c->chunk_plain += c->chunk.len - start + p->plain.len;
    buffer_append(&c->chunk, p->packed.data, n);
    c->n_chunk += c->n;
    c->n = 0;
    return c->chunk.status;
}

/* --- row groups and the footer ------------------------------------------------------------------------------------ */

static void put_chunk(husk_parquet *p, const column *c)
{
    buffer *out = &p->groups;
    thrift chunk = { out, 0 }, meta = { out, 0 };
    put_number(&chunk, 2, THRIFT_I64, p->at);
    put_field(&chunk, 3, THRIFT_STRUCT);
    put_number(&meta, 1, THRIFT_I32, types[c->type]);
    put_list(&meta, 2, THRIFT_I32, 2);
    put_varint(ENCODING_PLAIN << 1, out);
    put_varint(ENCODING_RLE << 1, out);
    put_list(&meta, 3, THRIFT_BINARY, c->type == CELL_LIST ? 3 : 1);
    put_string(c->name, out);
    if (c->type == CELL_LIST) {
        put_string("list", out);
        put_string("element", out);
    }
    put_number(&meta, 4, THRIFT_I32, CODEC_OF_ZSTD);
    put_number(&meta, 5, THRIFT_I64, c->n_chunk);
    put_number(&meta, 6, THRIFT_I64, c->chunk_plain);
    put_number(&meta, 7, THRIFT_I64, c->chunk.len);
    put_number(&meta, 9, THRIFT_I64, p->at);
    put_end(out);
    put_end(out);
}

static husk_status group_end(husk_parquet *p, buffer *out)
{
    thrift group = { &p->groups, 0 };
    uint64_t plain = 0;
    husk_status status = HUSK_OK;
    if (p->group_rows == 0)
        return HUSK_OK;
    put_list(&group, 1, THRIFT_STRUCT, p->n_columns);
    for (uint32_t i = 0; i < p->n_columns && status == HUSK_OK; i++) {
        column *c = &p->columns[i];
        status = page_end(p, c);
        put_chunk(p, c);
        buffer_append(out, c->chunk.data, c->chunk.len);
        p->at += c->chunk.len;
        plain += c->chunk_plain;
        c->chunk_plain = c->n_chunk = 0;
        buffer_clear(&c->chunk);
    }
    put_number(&group, 2, THRIFT_I64, plain);
    put_number(&group, 3, THRIFT_I64, p->group_rows);
    put_end(&p->groups);
    p->n_groups++;
    p->n_rows += p->group_rows;
    p->group_rows = p->group_bytes = 0;
    return status ? status : p->groups.status ? p->groups.status : out->status;
}

/* A node of the schema; `type` is 0 for those with children. */
static void put_node(const char *name, unsigned type, unsigned repetition, unsigned n_children, bool is_list,
                     buffer *out)
{
    thrift node = { out, 0 }, logical = { out, 0 };
    if (type)
        put_number(&node, 1, THRIFT_I32, type);
    if (repetition)
        put_number(&node, 3, THRIFT_I32, repetition);
    put_name(&node, 4, name);
    if (n_children)
        put_number(&node, 5, THRIFT_I32, n_children);
    if (type == TYPE_BYTES || is_list) {
        put_number(&node, 6, THRIFT_I32, is_list ? CONVERTED_LIST : CONVERTED_UTF8);
        put_field(&node, 10, THRIFT_STRUCT);
        put_field(&logical, is_list ? 3 : 1, THRIFT_STRUCT);
        put_end(out);
        put_end(out);
    }
    put_end(out);
}

static void put_schema(const husk_parquet *p, thrift *file)
{
    uint32_t n_lists = 0;
    for (uint32_t i = 0; i < p->n_columns; i++)
        n_lists += p->columns[i].type == CELL_LIST;
    put_list(file, 2, THRIFT_STRUCT, 1 + p->n_columns + 2 * n_lists);
    put_node("schema", 0, 0, p->n_columns, false, file->out);
    for (uint32_t i = 0; i < p->n_columns; i++) {
        const column *c = &p->columns[i];
        if (c->type == CELL_LIST) {
            put_node(c->name, 0, OPTIONAL, 1, true, file->out);
            put_node("list", 0, REPEATED, 1, false, file->out);
            put_node("element", TYPE_BYTES, OPTIONAL, 0, false, file->out);
        } else {
            put_node(c->name, types[c->type], OPTIONAL, 0, false, file->out);
        }
    }
}

/* --- packed rows -------------------------------------------------------------------------------------------------- */

static bool take(slice *rest, void *into, size_t n)
{
    if (rest->len < n)
        return false;
    memcpy(into, rest->data, n);
    *rest = slice_from(*rest, n);
    return true;
}

static bool take_text(slice *rest, slice *text)
{
    uint32_t len;
    if (!take(rest, &len, sizeof len) || rest->len < len)
        return false;
    *text = (slice){ rest->data, len };
    *rest = slice_from(*rest, len);
    return true;
}

static void put_text(column *c, slice text)
{
    put_little(text.len, 4, &c->values);
    buffer_append(&c->values, text.data, text.len);
}

/* A value, or none, and where it belongs. */
static void put_levels(column *c, unsigned repeated, unsigned defined)
{
    if (c->type == CELL_LIST)
        levels_add(&c->repeated, repeated);
    levels_add(&c->defined, defined);
    c->n++;
}

static bool take_list(slice *rest, column *c)
{
    uint32_t n;
    slice text;
    if (!take(rest, &n, sizeof n))
        return false;
    if (n == 0)
        put_levels(c, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        if (!take_text(rest, &text))
            return false;
        put_text(c, text);
        put_levels(c, i > 0, 3);
    }
    return true;
}

static bool take_cell(slice *rest, column *c)
{
    uint64_t bits;
    slice text;
    char known;
    if (!take(rest, &known, 1))
        return false;
    if (known && c->type == CELL_LIST)
        return take_list(rest, c);
    put_levels(c, 0, known != 0);
    if (!known)
        return true;
    bool is_text = c->type == CELL_TEXT;
    if (is_text ? !take_text(rest, &text) : !take(rest, &bits, sizeof bits))
        return false;
    if (is_text)
        put_text(c, text);
    else
        put_little(bits, sizeof bits, &c->values);
    return true;
}

static husk_status take_row(husk_parquet *p, slice *rest, buffer *out)
{
    husk_status status = HUSK_OK;
    size_t before = rest->len;
    for (uint32_t i = 0; i < p->n_columns && status == HUSK_OK; i++) {
        column *c = &p->columns[i];
        if (!take_cell(rest, c))
            return HUSK_BAD_ARGUMENT;
        status = c->values.status ?: c->values.len >= PAGE_BYTES ? page_end(p, c) : HUSK_OK;
    }
    p->group_rows++;
    p->group_bytes += before - rest->len;
    return status == HUSK_OK && p->group_bytes >= GROUP_BYTES ? group_end(p, out) : status;
}

static bool is_taken(const husk_parquet *p, uint32_t n, slice name)
{
    for (uint32_t i = 0; i < n; i++)
        if (slice_is(name, p->columns[i].name))
            return true;
    return false;
}

/* A name of its own for each column: the second "class" is "class_2". */
static char *name_new(const husk_parquet *p, uint32_t n, slice name)
{
    size_t room = name.len + 16;
    char *made = malloc(room);
    int len = made ? snprintf(made, room, "%.*s", (int)name.len, name.data) : 0;
    for (unsigned k = 2; made && is_taken(p, n, (slice){ made, (size_t)len }); k++)
        len = snprintf(made, room, "%.*s_%u", (int)name.len, name.data, k);
    return made;
}

static husk_status take_head(husk_parquet *p, slice *rest, buffer *out)
{
    uint32_t n;
    if (!take(rest, &n, sizeof n) || n == 0 || n > rest->len / 5)
        return HUSK_BAD_ARGUMENT;
    p->columns = calloc(n, sizeof *p->columns);
    for (; p->columns && p->n_columns < n; p->n_columns++) {
        column *c = &p->columns[p->n_columns];
        slice name;
        char type;
        if (!take(rest, &type, 1) || (unsigned char)type > CELL_LIST || !take_text(rest, &name))
            return HUSK_BAD_ARGUMENT;
        c->type = (cell_type)type;
        c->name = name_new(p, p->n_columns, name);
        buffer_init(&c->repeated.bytes, 2 * HUSK_MAX_OUTPUT_BYTES);
        buffer_init(&c->defined.bytes, 2 * HUSK_MAX_OUTPUT_BYTES);
        buffer_init(&c->values, 2 * HUSK_MAX_OUTPUT_BYTES);
        buffer_init(&c->chunk, 2 * HUSK_MAX_OUTPUT_BYTES);
        if (c->name == NULL)
            return HUSK_NO_MEMORY;
    }
    buffer_text(out, "PAR1");
    p->at = 4;
    return p->columns ? out->status : HUSK_NO_MEMORY;
}

/* --- the handle --------------------------------------------------------------------------------------------------- */

husk_status husk_parquet_new(husk_parquet **out)
{
    husk_parquet *p = *out = calloc(1, sizeof *p);
    if (p == NULL)
        return HUSK_NO_MEMORY;
    buffer_init(&p->plain, 4 * HUSK_MAX_OUTPUT_BYTES);
    buffer_init(&p->packed, 4 * HUSK_MAX_OUTPUT_BYTES);
    buffer_init(&p->groups, HUSK_MAX_OUTPUT_BYTES);
    p->zstd = ZSTD_createCCtx();
    if (p->zstd != NULL)
        return HUSK_OK;
    husk_parquet_free(p);
    *out = NULL;
    return HUSK_NO_MEMORY;
}

void husk_parquet_free(husk_parquet *p)
{
    if (p == NULL)
        return;
    for (uint32_t i = 0; p->columns && i < p->n_columns; i++) {
        column *c = &p->columns[i];
        buffer_free(&c->repeated.bytes);
        buffer_free(&c->defined.bytes);
        buffer_free(&c->values);
        buffer_free(&c->chunk);
        free(c->name);
    }
    free(p->columns);
    buffer_free(&p->plain);
    buffer_free(&p->packed);
    buffer_free(&p->groups);
    ZSTD_freeCCtx(p->zstd);
    free(p);
}

husk_status husk_parquet_add(husk_parquet *p, const void *bytes, size_t len, husk_output *output, husk_error *error)
{
    slice rows = { bytes, len };
    if (p->status == HUSK_OK && p->columns == NULL && len)
        p->status = take_head(p, &rows, &output->bytes);
    while (p->status == HUSK_OK && rows.len)
        p->status = take_row(p, &rows, &output->bytes);
    return status_told(error, p->status, "rows for Parquet");
}

husk_status husk_parquet_end(husk_parquet *p, husk_output *output, husk_error *error)
{
    buffer *out = &output->bytes;
    thrift file = { out, 0 };
    if (p->status == HUSK_OK)
        p->status = p->columns ? group_end(p, out) : HUSK_BAD_ARGUMENT;
    if (p->status != HUSK_OK)
        return status_told(error, p->status, "Parquet");
    size_t start = out->len;
    put_number(&file, 1, THRIFT_I32, 2); /* of the format */
    put_schema(p, &file);
    put_number(&file, 3, THRIFT_I64, p->n_rows);
    put_list(&file, 4, THRIFT_STRUCT, p->n_groups);
    buffer_append(out, p->groups.data, p->groups.len);
    put_name(&file, 6, "husk");
    put_end(out);
    put_little(out->len - start, 4, out);
    buffer_text(out, "PAR1");
    p->status = HUSK_BAD_ARGUMENT; /* nothing follows */
    return status_told(error, out->status, "Parquet");
}
