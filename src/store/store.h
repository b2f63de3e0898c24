/* store.h - .husk files: SQLite databases that are read defensively and replaced whole.
 * Readers see one state of the file for as long as they have it open. A writer makes a new file beside it ("F.new",
 * which is also its lock) and renames it, so that whatever happens the old file or the new one is there. */
#ifndef HUSK_STORE_STORE_H
#define HUSK_STORE_STORE_H

#include "base/arena.h"
#include "husk/husk.h"
#include "store/memory.h"
#include "store/model.h"

/* "HUSK" */
#define STORE_APPLICATION_ID 0x4855534b
/* Counts up with every change that an older husk would misread. */
#define STORE_VERSION 5
/* The oldest that is read: format 3 has no history, remembers no pages and knows no kinds. */
#define STORE_OLDEST 3

typedef struct store store;
typedef struct store_writer store_writer;

/* Open for reading. BAD_FILE: damaged, or no .husk file; NEWER_FILE; IO. Belongs to one thread at a time. */
husk_status store_open(const char *path, store **out, husk_error *error);
void store_close(store *s);

/* The hosts' names, sorted by bytes, in `memory`. */
husk_status store_hosts(store *s, arena *memory, slice **names, uint32_t *n, husk_error *error);

/* All of a host, in `memory`. `found` is false when the file has no such host. BAD_FILE when its checksum does not fit.
 */
husk_status store_read_host(store *s, slice name, arena *memory, model_host *host, bool *found, husk_error *error);

/* Whether a version of `path` could be begun, as far as can be told before: BAD_FILE and NEWER_FILE as below, IO when
 * the place is not writable. */
husk_status store_check(const char *path, husk_error *error);

/* Begin a new version of `path`, whether or not there is one yet. IO: another one is being written, or the place is not
 * writable. BAD_FILE, NEWER_FILE: what is there is no .husk file of ours, and stays as it is. */
husk_status store_writer_open(const char *path, store_writer **out, husk_error *error);

/* The host as the file has it that is being replaced, in `memory`. `found` is false when it has none. */
husk_status store_writer_old(store_writer *w, slice name, arena *memory, model_host *host, bool *found,
                             husk_error *error);

/* Put a host in, in place of one of its name. Hosts come sorted by name, each once; those that are not given are kept
 * as they are. */
husk_status store_write_host(store_writer *w, const model_host *host, husk_error *error);

/* A page that the file remembers of the host that was put in last. Pages of one class come together. */
husk_status store_write_memory(store_writer *w, const remembered_page *page, husk_error *error);

/* The pages that the file which is being replaced remembers of a host, if any; the reader is the caller's, freed before
 * the writer. */
husk_status store_writer_memory(store_writer *w, slice name, memory_reader **out, husk_error *error);

/* Put the new version in place. */
husk_status store_commit(store_writer *w, husk_error *error);

/* Without a commit before it: as if nothing had happened. */
void store_writer_free(store_writer *w);

#endif
