/* finish.c - write a learner's hosts to a site file, one by one.
 * Each host keeps learning from what the file has of it, and is written before the next is built: memory for one
 * host. Limits: HUSK_MAX_HOST_BYTES. */
#include "learn/finish.h"

#include "base/limits.h"
#include "base/status.h"
#include "records/column_keep.h"

typedef struct finish {
    learner *l;
    store_writer *writer;
    bool fresh;
    const host_ending *ending;
} finish;

/* What the file has of the host, in `memory`: nothing if it is learned afresh. */
static husk_status read_before(const finish *f, slice name, arena *memory, model_host *host, learner_before *before,
                               husk_error *error)
{
    bool found = false;
    *before = (learner_before){ 0 };
    husk_status status = f->fresh ? HUSK_OK : store_writer_old(f->writer, name, memory, host, &found, error);
    if (status == HUSK_OK && found) {
        before->host = host;
        status = store_writer_memory(f->writer, name, &before->pages, error);
    }
    return status;
}

static husk_status remember(const finish *f, const learned_host *host, husk_error *error)
{
    buffer scratch;
    remembered_page page;
    husk_status status = HUSK_OK;
    buffer_init(&scratch, HUSK_MAX_PAGE_BYTES_ASKED * 2);
    for (uint32_t i = 0; i < host->n_notes && status == HUSK_OK; i++) {
        status = learner_note(f->l, &host->notes[i], &scratch, &page, error);
        if (status == HUSK_OK)
            status = store_write_memory(f->writer, &page, error);
    }
    buffer_free(&scratch);
    return status;
}

/* Columns that are found again keep the names they have in the file. */
static husk_status learn_host(const finish *f, uint32_t i, arena *old, arena *memory, husk_error *error)
{
    slice name;
    learned_host host;
    model_host old_host;
    learner_before before = { 0 };
    husk_status status = learner_host_name(f->l, i, &name, error);
    if (status == HUSK_OK)
        status = read_before(f, name, old, &old_host, &before, error);
    if (status == HUSK_OK)
        status = learner_host(f->l, i, &before, memory, &host, error);
    memory_reader_free(before.pages);
    if (status == HUSK_OK && before.host && !columns_keep_names(before.host, &host.model, memory))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK && f->ending->add)
        status = f->ending->add(f->ending->context, &host.model, memory, error);
    if (status == HUSK_OK)
        status = store_write_host(f->writer, &host.model, error);
    if (status == HUSK_OK)
        status = remember(f, &host, error);
    if (status == HUSK_OK && f->ending->report)
        f->ending->report(f->ending->context, before.host, &host);
    return status;
}

static husk_status finish_into(learner *l, store_writer *writer, bool fresh, const host_ending *ending,
                               husk_error *error)
{
    finish f = { l, writer, fresh, ending };
    husk_status status = HUSK_OK;
    uint32_t n = learner_n_hosts(l);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        arena old, memory;
        arena_init(&old, HUSK_MAX_HOST_BYTES);
        arena_init(&memory, HUSK_MAX_HOST_BYTES);
        status = learn_host(&f, i, &old, &memory, error);
        arena_free(&old);
        arena_free(&memory);
    }
    if (status == HUSK_OK)
        status = store_commit(writer, error);
    store_writer_free(writer);
    return status;
}

static husk_status check_pages(const learner *l, const char *path, husk_error *error)
{
    return learner_n_hosts(l)
               ? HUSK_OK
               : error_set(error, HUSK_BAD_ARGUMENT, "%s: no page was read, so nothing is written", path);
}

husk_status learner_finish(learner *l, const char *path, bool fresh, const host_ending *ending, husk_error *error)
{
    store_writer *writer;
    husk_status status = check_pages(l, path, error);
    if (status == HUSK_OK)
        status = store_writer_open(path, &writer, error);
    return status == HUSK_OK ? finish_into(l, writer, fresh, ending, error) : status;
}

husk_status learner_finish_memory(learner *l, slice before, buffer *file, bool fresh, const host_ending *ending,
                                  husk_error *error)
{
    store_writer *writer;
    husk_status status = check_pages(l, "the site file in memory", error);
    if (status == HUSK_OK)
        status = store_writer_open_memory(before, file, &writer, error);
    return status == HUSK_OK ? finish_into(l, writer, fresh, ending, error) : status;
}
