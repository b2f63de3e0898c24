/* each.c - a source, a pool and a page for each worker: the loop behind every command that reads pages.
 * The source fills the slot's own buffer, so that a page's bytes are not copied on their way; output waits in the slot
 * for its turn. */
#include <stdlib.h>
#include <unistd.h>

#include "api/output.h"
#include "base/limits.h"
#include "base/pool.h"
#include "base/status.h"
#include "source/source.h"

/* A slot that grew for one large page gives its memory back. */
#define KEEP_BYTES ((size_t)4 << 20)

typedef struct each_slot {
    buffer bytes;   /* the page */
    buffer strings; /* the C strings of raw */
    husk_output output;
    husk_raw raw;
    bool ready;
} each_slot;

typedef struct each_run {
    husk_source *source;
    husk_each_work work;
    husk_each_sink sink;
    void *context;
} each_run;

void husk_each_options_init(husk_each_options *options, size_t size)
{
    memset(options, 0, size);
    *options = (husk_each_options){ .size = size, .max_pending_bytes = HUSK_MAX_PENDING_BYTES };
    husk_page_options_init(&options->page, sizeof options->page);
}

static size_t keep(buffer *bytes, const char *text)
{
    size_t at = bytes->len;
    if (text)
        buffer_append(bytes, text, strlen(text) + 1);
    return at;
}

static husk_status each_read(void *context, void *data, size_t *bytes, husk_error *error)
{
    each_run *run = context;
    each_slot *slot = data;
    if (!slot->ready) {
        buffer_init(&slot->bytes, HUSK_MAX_PAGE_BYTES);
        buffer_init(&slot->strings, HUSK_MAX_PAGE_BYTES);
        buffer_init(&slot->output.bytes, HUSK_MAX_OUTPUT_BYTES * 4);
        buffer_init(&slot->output.body, HUSK_MAX_OUTPUT_BYTES * 4);
        slot->ready = true;
    }
    buffer_trim(&slot->bytes, KEEP_BYTES);
    buffer_trim(&slot->strings, KEEP_BYTES);
    buffer_trim(&slot->output.bytes, KEEP_BYTES);
    husk_raw *raw = &slot->raw;
    husk_status status = source_next_into(run->source, &slot->bytes, raw, error);
    if (status != HUSK_OK)
        return status;
    buffer *b = &slot->strings;
    size_t id = keep(b, raw->id), url = keep(b, raw->url), charset = keep(b, raw->charset),
           reason = keep(b, raw->reason);
    if (b->status != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a page of %zu bytes", raw->len);
    raw->id = raw->id ? b->data + id : NULL;
    raw->url = raw->url ? b->data + url : NULL;
    raw->charset = raw->charset ? b->data + charset : NULL;
    raw->reason = raw->reason ? b->data + reason : NULL;
    *bytes = slot->bytes.size + b->len;
    return HUSK_OK;
}

static husk_status each_work(void *context, void *state, void *data, size_t *bytes, husk_error *error)
{
    each_run *run = context;
    each_slot *slot = data;
    husk_status status = run->work(run->context, state, &slot->raw, &slot->output, error);
    *bytes = slot->bytes.size + slot->output.bytes.size + slot->output.body.size;
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

static husk_status each_write(void *context, void *data, husk_error *error)
{
    each_run *run = context;
    each_slot *slot = data;
    size_t len;
    const char *bytes = husk_output_data(&slot->output, &len);
    return run->sink(run->context, bytes, len, error);
}

static void each_slot_free(void *data)
{
    each_slot *slot = data;
    buffer_free(&slot->bytes);
    buffer_free(&slot->strings);
    buffer_free(&slot->output.bytes);
    buffer_free(&slot->output.body);
}

static unsigned jobs_of(const husk_each_options *options)
{
    long n = options->jobs ? (long)options->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > (long)HUSK_MAX_JOBS ? HUSK_MAX_JOBS : (unsigned)n;
}

husk_status husk_each(husk_source *source, const husk_each_options *options, husk_each_work work, husk_each_sink sink,
                      void *context, husk_error *error)
{
    husk_each_options o;
    husk_each_options_init(&o, sizeof o);
    if (options)
        memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
    unsigned jobs = jobs_of(&o);
    void *pages[HUSK_MAX_JOBS] = { NULL };
    husk_status status = HUSK_OK;
    for (unsigned i = 0; i < jobs && status == HUSK_OK; i++) {
        husk_page *page = NULL;
        status = husk_page_new(&o.page, &page, error);
        pages[i] = page;
    }
    if (status == HUSK_OK) {
        pool_options pool = { .jobs = jobs,
                              .max_bytes = o.max_pending_bytes,
                              .slot_size = sizeof(each_slot),
                              .states = pages,
                              .slot_free = each_slot_free,
                              .stop = o.stop };
        pool_ops ops = { each_read, each_work, each_write };
        each_run run = { source, work, sink, context };
        status = pool_run(&pool, &ops, &run, error);
    }
    for (unsigned i = 0; i < jobs; i++)
        husk_page_free(pages[i]);
    return status;
}
