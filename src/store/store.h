/* store.h - .husk files: SQLite databases that are read defensively and replaced atomically.
 * Readers see one state of the file for as long as they have it open. A writer creates a new file beside it ("F.new",
 * which is also its lock) and renames it, so whatever happens either the old file or the new one is there. */
#ifndef HUSK_STORE_STORE_H
#define HUSK_STORE_STORE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "husk/husk.h"
#include "store/model.h"

/* A page that a file remembers, so that its host can be learned again together with new pages. */
typedef struct remembered_page {
    uint32_t class_number;
    uint32_t age; /* new pages of its class since it was last seen */
    slice id;
    slice url, charset; /* data NULL: unknown */
    bool is_text;
    slice bytes;
} remembered_page;

typedef struct memory_reader memory_reader;

/* The next page, borrowed until the next call; END after the last. BAD_FILE: the stream is damaged, and earlier pages
 * may be too: the checksum comes last. */
husk_status memory_reader_next(memory_reader *r, remembered_page *page, husk_error *error);
void memory_reader_free(memory_reader *r);

/* "HUSK" */
#define STORE_APPLICATION_ID 0x4855534b
/* Incremented with every change that another husk would misread. A file older than STORE_OLDEST is refused: its site is
 * learned again. */
#define STORE_VERSION 7
#define STORE_OLDEST 6
/* From this version on there is the table of fields, which is the last. */
#define STORE_VERSION_FIELDS 7

typedef struct sqlite3 store;
typedef struct store_writer store_writer;

/* Open for reading. BAD_FILE: damaged, or not a .husk file; NEWER_FILE; IO. Belongs to one thread at a time. */
husk_status store_open(const char *path, store **out, husk_error *error);
/* The same for the bytes of a file, which are copied. */
husk_status store_open_memory(slice bytes, store **out, husk_error *error);
void store_close(store *s);

/* The hosts' names, sorted by bytes, in `memory`. */
husk_status store_hosts(store *s, arena *memory, slice **names, uint32_t *n, husk_error *error);

/* Read a whole host into `memory`. `found` is false if the file has no such host. BAD_FILE if its checksum does not
 * match. */
husk_status store_read_host(store *s, slice name, arena *memory, model_host *host, bool *found, husk_error *error);

/* Which models learned the hosts: all by those with this digest, some by others, or some by models that
 * are not named. */
typedef enum store_models { STORE_MODELS_SAME, STORE_MODELS_UNKNOWN, STORE_MODELS_OTHER } store_models;
store_models store_models_of(store *s, uint64_t digest);

/* Start a new version of `path`, whether or not it exists. IO: another one is being written, or the location is not
 * writable. BAD_FILE, NEWER_FILE: the existing file is not a readable .husk file and stays as it is. */
husk_status store_writer_open(const char *path, store_writer **out, husk_error *error);
/* The same in memory: a new version of `before`, whose data is NULL if there is none, appended to `file` by
 * store_commit. */
husk_status store_writer_open_memory(slice before, buffer *file, store_writer **out, husk_error *error);

/* Read a host of the file being replaced into `memory`. `found` is false if it has none. */
husk_status store_writer_old(store_writer *w, slice name, arena *memory, model_host *host, bool *found,
                             husk_error *error);

/* Write a host, replacing any of its name. Hosts come sorted by name, each once; hosts not given are kept unchanged. */
husk_status store_write_host(store_writer *w, const model_host *host, husk_error *error);

/* Remember a page of the last host written. Pages of one class come together. */
husk_status store_write_memory(store_writer *w, const remembered_page *page, husk_error *error);

/* The remembered pages of a host in the file being replaced, if any; the reader belongs to the caller, who frees it
 * before the writer. */
husk_status store_writer_memory(store_writer *w, slice name, memory_reader **out, husk_error *error);

/* Put the new version in place. */
husk_status store_commit(store_writer *w, husk_error *error);

/* Without a commit, nothing has changed. */
void store_writer_free(store_writer *w);

#endif
