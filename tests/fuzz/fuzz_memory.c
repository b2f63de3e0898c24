/* fuzz_memory.c - any bytes as the remembered pages of a .husk file.
 * Compressed, if the first byte is odd, so that they get past zstd; otherwise as stored in the row. Checksums are
 * made to match. Every page returned must lie in what was read. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/hash.h"
#include "base/limits.h"
#include "store/rows.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sqlite3 *db;
static sqlite3_stmt *insert;

static void set_up(void)
{
    if (sqlite3_open(":memory:", &db) != SQLITE_OK || sqlite3_exec(db, MEMORY_TABLE, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "INSERT OR REPLACE INTO memory VALUES (1, 0, ?, ?)", -1, &insert, NULL) != SQLITE_OK)
        abort();
}

static void put_row(const void *bytes, size_t len)
{
    sqlite3_bind_int64(insert, 1, (int64_t)hash_bytes(bytes, len));
    sqlite3_bind_blob64(insert, 2, bytes, len, SQLITE_STATIC);
    if (sqlite3_step(insert) != SQLITE_DONE)
        abort();
    sqlite3_reset(insert);
}

static uint64_t touch(slice part)
{
    return part.len ? hash_bytes(part.data, part.len) : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    memory_reader *reader;
    remembered_page page;
    husk_error error = { .status = HUSK_OK };
    uint64_t sum = 0;
    size_t n = 0, room = ZSTD_compressBound(size);
    char *packed = malloc(room + 1);
    if (packed == NULL)
        abort();
    if (db == NULL)
        set_up();
    if (size && data[0] & 1)
        put_row(packed, ZSTD_compress(packed, room, data + 1, size - 1, 1));
    else
        put_row(size ? (const char *)data : "", size);
    husk_status status = memory_reader_new(db, 1, &reader, &error);
    while (status == HUSK_OK && (status = memory_reader_next(reader, &page, &error)) == HUSK_OK) {
        sum ^= touch(page.id) ^ touch(page.url) ^ touch(page.charset) ^ touch(page.bytes);
        if (++n > size && size && data[0] & 1)
            abort(); /* each page has a head */
    }
    if (status != HUSK_END && error.message[0] == 0)
        abort(); /* a refusal says why */
    memory_reader_free(reader);
    free(packed);
    return sum == 1; /* so that nothing is left out */
}
