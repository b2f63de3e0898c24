/* memory.c - remembered pages as one zstd stream, stored in rows.
 * A window of 8 MB spans a few dozen pages: pages of one class shrink to about a twelfth. The frame has its own
 * checksum, so a host can be loaded for judging without reading its pages; each row has one too, so it can be copied
 * without decompressing. Cost: about 100 MB/s written, 500 MB/s read. Limits: HUSK_MAX_REMEMBERED_BYTES per page; a
 * longer one is not remembered. */

#include <stdlib.h>
#include <zstd.h>

#include "base/limits.h"
#include "base/status.h"
#include "base/system/portable.h"
#include "store/rows.h"

#define WINDOW_LOG 23 /* 8 MB: within it pages of a site compress against each other */
#define LEVEL 6       /* higher levels cost more time than they save space */
/* Per row: below what a reader accepts. */
#define PIECE_BYTES ((size_t)256 << 10)

/* A page's header, as little-endian numbers of four bytes; id, url, charset and bytes follow. */
enum { HEAD_CLASS, HEAD_AGE, HEAD_FLAGS, HEAD_ID, HEAD_URL, HEAD_CHARSET, HEAD_BYTES, N_HEAD };
#define HEAD_LEN (N_HEAD * 4u)
enum { MEMORY_TEXT = 1, MEMORY_URL = 2, MEMORY_CHARSET = 4, MEMORY_FLAGS = 7 };

#define INSERT_PIECE "INSERT INTO memory VALUES (?, ?, ?, ?)"
#define SELECT_PIECES "SELECT checksum, bytes FROM memory WHERE host = ? ORDER BY place"

static husk_status no_memory(husk_error *error)
{
    return error_set(error, HUSK_NO_MEMORY, "out of memory for remembered pages");
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

struct memory_writer {
    sqlite3 *db;
    sqlite3_stmt *insert;
    ZSTD_CCtx *stream;
    int64_t host;
    int64_t place;
    bool any;
    size_t used;
    char piece[PIECE_BYTES];
};

husk_status memory_writer_new(sqlite3 *db, int64_t host, memory_writer **out, husk_error *error)
{
    memory_writer *w = calloc(1, sizeof *w);
    *out = w;
    if (w == NULL || (w->stream = ZSTD_createCCtx()) == NULL)
        return no_memory(error);
    w->db = db;
    w->host = host;
    ZSTD_CCtx_setParameter(w->stream, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(w->stream, ZSTD_c_windowLog, WINDOW_LOG);
    ZSTD_CCtx_setParameter(w->stream, ZSTD_c_checksumFlag, 1);
    if (sqlite3_prepare_v2(db, INSERT_PIECE, -1, &w->insert, NULL) != SQLITE_OK)
        return rows_failed(db, NULL, error);
    return HUSK_OK;
}

void memory_writer_free(memory_writer *w)
{
    if (w == NULL)
        return;
    sqlite3_finalize(w->insert);
    ZSTD_freeCCtx(w->stream);
    free(w);
}

static husk_status insert_piece(sqlite3_stmt *insert, int64_t host, int64_t place, const void *bytes, size_t len,
                                husk_error *error)
{
    bool ok = sqlite3_bind_int64(insert, 1, host) == SQLITE_OK && sqlite3_bind_int64(insert, 2, place) == SQLITE_OK &&
              sqlite3_bind_int64(insert, 3, (int64_t)hash_bytes(bytes, len)) == SQLITE_OK &&
              sqlite3_bind_blob64(insert, 4, bytes, len, SQLITE_STATIC) == SQLITE_OK &&
              sqlite3_step(insert) == SQLITE_DONE;
    husk_status status = ok ? HUSK_OK : rows_failed(sqlite3_db_handle(insert), NULL, error);
    sqlite3_reset(insert);
    return status;
}

static husk_status flush_piece(memory_writer *w, husk_error *error)
{
    husk_status status = w->used ? insert_piece(w->insert, w->host, w->place++, w->piece, w->used, error) : HUSK_OK;
    w->used = 0;
    return status;
}

static husk_status compress(memory_writer *w, const void *bytes, size_t len, ZSTD_EndDirective how, husk_error *error)
{
    ZSTD_inBuffer in = { bytes, len, 0 };
    husk_status status = HUSK_OK;
    for (size_t left = 1; status == HUSK_OK && (in.pos < in.size || (how == ZSTD_e_end && left));) {
        ZSTD_outBuffer out = { w->piece, PIECE_BYTES, w->used };
        left = ZSTD_compressStream2(w->stream, &out, &in, how);
        if (ZSTD_isError(left))
            return no_memory(error);
        w->used = out.pos;
        if (w->used == PIECE_BYTES)
            status = flush_piece(w, error);
    }
    return status;
}

husk_status memory_writer_add(memory_writer *w, const remembered_page *page, husk_error *error)
{
    if (page->bytes.len > HUSK_MAX_REMEMBERED_BYTES ||
        page->id.len + page->url.len + page->charset.len > HUSK_MAX_REMEMBERED_BYTES)
        return HUSK_OK;
    uint32_t flags = (page->is_text ? MEMORY_TEXT : 0) | (page->url.data ? MEMORY_URL : 0) |
                     (page->charset.data ? MEMORY_CHARSET : 0);
    uint32_t head[N_HEAD] = { page->class_number,
                              page->age,
                              flags,
                              (uint32_t)page->id.len,
                              (uint32_t)page->url.len,
                              (uint32_t)page->charset.len,
                              (uint32_t)page->bytes.len };
    for (unsigned i = 0; i < N_HEAD; i++)
        head[i] = htole32(head[i]);
    slice parts[] = { { (const char *)head, sizeof head }, page->id, page->url, page->charset, page->bytes };
    husk_status status = HUSK_OK;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && status == HUSK_OK; i++)
        status = parts[i].len ? compress(w, parts[i].data, parts[i].len, ZSTD_e_continue, error) : HUSK_OK;
    w->any = true;
    return status;
}

husk_status memory_writer_end(memory_writer *w, husk_error *error)
{
    husk_status status = w->any ? compress(w, NULL, 0, ZSTD_e_end, error) : HUSK_OK;
    return status ?: flush_piece(w, error);
}

static husk_status damaged(husk_error *error)
{
    return error_set(error, HUSK_BAD_FILE, "the remembered pages of a host are damaged");
}

/* The current row, if its checksum matches. */
static husk_status read_piece(sqlite3_stmt *select, slice *piece, husk_error *error)
{
    const void *bytes = sqlite3_column_blob(select, 1);
    *piece = (slice){ bytes, (size_t)sqlite3_column_bytes(select, 1) };
    return (uint64_t)sqlite3_column_int64(select, 0) == hash_bytes(piece->data, piece->len) ? HUSK_OK : damaged(error);
}

husk_status memory_copy(sqlite3 *from, int64_t from_host, sqlite3 *to, int64_t to_host, husk_error *error)
{
    sqlite3_stmt *select = NULL, *insert = NULL;
    husk_status status = HUSK_OK;
    int code = SQLITE_DONE;
    if (sqlite3_prepare_v2(from, SELECT_PIECES, -1, &select, NULL) != SQLITE_OK ||
        sqlite3_bind_int64(select, 1, from_host) != SQLITE_OK)
        status = rows_failed(from, NULL, error);
    else if (sqlite3_prepare_v2(to, INSERT_PIECE, -1, &insert, NULL) != SQLITE_OK)
        status = rows_failed(to, NULL, error);
    for (int64_t place = 0; status == HUSK_OK && (code = sqlite3_step(select)) == SQLITE_ROW; place++) {
        slice piece;
        status = read_piece(select, &piece, error);
        status = status ?: insert_piece(insert, to_host, place, piece.data, piece.len, error);
    }
    if (status == HUSK_OK && code != SQLITE_DONE)
        status = rows_failed(from, NULL, error);
    sqlite3_finalize(select);
    sqlite3_finalize(insert);
    return status;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

struct memory_reader {
    sqlite3_stmt *select;
    ZSTD_DCtx *stream;
    ZSTD_inBuffer in; /* the current row */
    bool in_frame;    /* started, and its end with the checksum is not yet reached */
    bool at_end;      /* no more rows */
    buffer page;      /* the part of the page read so far */
};

husk_status memory_reader_new(sqlite3 *db, int64_t host, memory_reader **out, husk_error *error)
{
    memory_reader *r = calloc(1, sizeof *r);
    *out = r;
    if (r == NULL || (r->stream = ZSTD_createDCtx()) == NULL)
        return no_memory(error);
    buffer_init(&r->page, HEAD_LEN + HUSK_MAX_REMEMBERED_BYTES * 2);
    ZSTD_DCtx_setParameter(r->stream, ZSTD_d_windowLogMax, WINDOW_LOG);
    if (sqlite3_prepare_v2(db, SELECT_PIECES, -1, &r->select, NULL) != SQLITE_OK ||
        sqlite3_bind_int64(r->select, 1, host) != SQLITE_OK)
        return rows_failed(db, NULL, error);
    return HUSK_OK;
}

void memory_reader_free(memory_reader *r)
{
    if (r == NULL)
        return;
    sqlite3_finalize(r->select);
    ZSTD_freeDCtx(r->stream);
    buffer_free(&r->page);
    free(r);
}

static husk_status next_row(memory_reader *r, husk_error *error)
{
    int code = r->at_end ? SQLITE_DONE : sqlite3_step(r->select);
    r->at_end = code != SQLITE_ROW;
    r->in = (ZSTD_inBuffer){ 0 };
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? HUSK_OK : rows_failed(sqlite3_db_handle(r->select), NULL, error);
    slice piece;
    husk_status status = read_piece(r->select, &piece, error);
    r->in = (ZSTD_inBuffer){ piece.data, piece.len, 0 };
    return status;
}

/* Read until `page` has `len` bytes, or the stream ends. */
static husk_status fill(memory_reader *r, size_t len, husk_error *error)
{
    husk_status status = HUSK_OK;
    if (!buffer_reserve(&r->page, len > r->page.len ? len - r->page.len : 0))
        return no_memory(error);
    while (r->page.len < len && status == HUSK_OK) {
        ZSTD_outBuffer out = { r->page.data, len, r->page.len };
        size_t read = r->in.pos, left = ZSTD_decompressStream(r->stream, &out, &r->in);
        if (ZSTD_isError(left))
            return damaged(error);
        bool moved = out.pos > r->page.len || r->in.pos > read;
        r->page.len = out.pos;
        r->in_frame = moved ? left != 0 : r->in_frame;
        if (!moved && r->at_end)
            break;
        if (!moved)
            status = next_row(r, error);
    }
    return status;
}

static uint32_t get_head(const memory_reader *r, unsigned which)
{
    uint32_t value;
    memcpy(&value, r->page.data + which * sizeof value, sizeof value);
    return le32toh(value);
}

static slice take_part(const memory_reader *r, size_t *at, unsigned which, bool present)
{
    slice part = { r->page.data + *at, get_head(r, which) };
    *at += part.len;
    return present ? part : (slice){ NULL, 0 };
}

husk_status memory_reader_next(memory_reader *r, remembered_page *page, husk_error *error)
{
    buffer_trim(&r->page, SIZE_MAX);
    husk_status status = fill(r, HEAD_LEN, error);
    if (status == HUSK_OK && r->page.len == 0)
        return r->in_frame ? damaged(error) : HUSK_END;
    if (status == HUSK_OK && r->page.len < HEAD_LEN)
        return damaged(error);
    uint64_t len = HEAD_LEN;
    for (unsigned i = HEAD_ID; status == HUSK_OK && i < N_HEAD; i++)
        len += get_head(r, i);
    if (status == HUSK_OK && (len > HEAD_LEN + 2 * HUSK_MAX_REMEMBERED_BYTES || get_head(r, HEAD_FLAGS) > MEMORY_FLAGS))
        return damaged(error);
    status = status ?: fill(r, len, error);
    if (status != HUSK_OK || r->page.len < len)
        return status ?: damaged(error);
    uint32_t flags = get_head(r, HEAD_FLAGS);
    size_t at = HEAD_LEN;
    *page = (remembered_page){ .class_number = get_head(r, HEAD_CLASS),
                               .age = get_head(r, HEAD_AGE),
                               .is_text = flags & MEMORY_TEXT };
    page->id = take_part(r, &at, HEAD_ID, true);
    page->url = take_part(r, &at, HEAD_URL, flags & MEMORY_URL);
    page->charset = take_part(r, &at, HEAD_CHARSET, flags & MEMORY_CHARSET);
    page->bytes = take_part(r, &at, HEAD_BYTES, true);
    return HUSK_OK;
}
