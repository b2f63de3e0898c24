/* memory.h - pages remembered in a .husk file, so that a host can be learned again together with new pages.
 * One compressed stream per host, in pieces: pages of a class are adjacent, so what they share is stored once. */
#ifndef HUSK_STORE_MEMORY_H
#define HUSK_STORE_MEMORY_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/buffer.h"
#include "base/text.h"
#include "husk/husk.h"

#define MEMORY_TABLE                                                                                                 \
    "CREATE TABLE memory (host INTEGER NOT NULL, place INTEGER NOT NULL, checksum INTEGER NOT NULL, bytes BLOB NOT " \
    "NULL, "                                                                                                         \
    "PRIMARY KEY (host, place)) WITHOUT ROWID"

typedef struct remembered_page {
    uint32_t class_number;
    uint32_t age; /* new pages of its class since it was last seen */
    slice id;
    slice url, charset; /* data NULL: unknown */
    bool is_text;
    slice bytes;
} remembered_page;

/* --- only for store/ ---------------------------------------------------------------------------------------------- */

typedef struct memory_writer memory_writer;
husk_status memory_writer_new(sqlite3 *db, int64_t host, memory_writer **out, husk_error *error);
husk_status memory_writer_add(memory_writer *w, const remembered_page *page, husk_error *error);
/* End the stream. Without this call nothing is stored. */
husk_status memory_writer_end(memory_writer *w, husk_error *error);
void memory_writer_free(memory_writer *w);

/* Copy a host's pieces unchanged from one file to another. BAD_FILE: one is damaged. */
husk_status memory_copy(sqlite3 *from, int64_t from_host, sqlite3 *to, int64_t to_host, husk_error *error);

typedef struct memory_reader memory_reader;
husk_status memory_reader_new(sqlite3 *db, int64_t host, memory_reader **out, husk_error *error);

/* --- for everyone ------------------------------------------------------------------------------------------------- */

/* The next page, borrowed until the next call; END after the last. BAD_FILE: the stream is damaged, and earlier pages
 * may be too: the checksum comes last. */
husk_status memory_reader_next(memory_reader *r, remembered_page *page, husk_error *error);
void memory_reader_free(memory_reader *r);

#endif
