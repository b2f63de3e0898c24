/* memory.h - pages that a .husk file remembers of a host, so that it can be learned again with others beside them.
 * One compressed stream a host, in pieces: a class's pages follow each other, so that what they share costs once. */
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
    uint32_t age; /* new pages of its class since it was seen last */
    slice id;
    slice url, charset; /* data NULL: not told */
    bool is_text;
    slice bytes;
} remembered_page;

/* --- only for store/ ---------------------------------------------------------------------------------------------- */

typedef struct memory_writer memory_writer;
husk_status memory_writer_new(sqlite3 *db, int64_t host, memory_writer **out, husk_error *error);
husk_status memory_writer_add(memory_writer *w, const remembered_page *page, husk_error *error);
/* The stream's end. Without it nothing is told of what was written. */
husk_status memory_writer_end(memory_writer *w, husk_error *error);
void memory_writer_free(memory_writer *w);

/* A host's pieces as they are, from one file to another. BAD_FILE: one is damaged. */
husk_status memory_copy(sqlite3 *from, int64_t from_host, sqlite3 *to, int64_t to_host, husk_error *error);

typedef struct memory_reader memory_reader;
husk_status memory_reader_new(sqlite3 *db, int64_t host, memory_reader **out, husk_error *error);

/* --- for all -------------------------------------------------------------------------------------------------------
 */

/* The next page, borrowed until the next call; END after the last. BAD_FILE: the stream is damaged, and the pages
 * before may be: the checksum comes last. */
husk_status memory_reader_next(memory_reader *r, remembered_page *page, husk_error *error);
void memory_reader_free(memory_reader *r);

#endif
