/* each.c - a source, a worker pool and a page per worker: the loop behind every command that reads pages.
 * The source fills the slot's own buffer, so a page's bytes are not copied; output and value wait in the slot for
 * their turn. */
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/pool.h"
#include "source/source.h"

/* A slot that grew for one large page frees its memory. */
#define KEEP_BYTES ((size_t)4 << 20)

typedef struct each_slot {
    buffer bytes;   /* the page */
    buffer strings; /* storage for raw's C strings */
    husk_output output;
    husk_raw raw;
    void *value;
    void (*free_value)(void *value);
    husk_status status; /* of the page */
    char reason[256];
    bool ready;
} each_slot;

typedef struct each_run {
    husk_source *source;
    husk_each_work work;
    husk_each_sink sink;
    void (*free_value)(void *value);
    void (*on_read)(void *context);
    void *context;
} each_run;

OPTIONS_INIT(husk_each_options, .jobs = 0)

static void slot_init(each_slot *slot, const each_run *run)
{
    buffer_init(&slot->bytes, HUSK_MAX_PAGE_BYTES);
    buffer_init(&slot->strings, HUSK_MAX_PAGE_BYTES);
    output_init(&slot->output, HUSK_MAX_OUTPUT_BYTES * 4);
    slot->free_value = run->free_value;
    slot->ready = true;
}

static void drop_value(each_slot *slot)
{
    if (slot->value && slot->free_value)
        slot->free_value(slot->value);
    slot->value = NULL;
}

static husk_status each_read(void *context, void *data, size_t *bytes, husk_error *error)
{
    each_run *run = context;
    each_slot *slot = data;
    if (!slot->ready)
        slot_init(slot, run);
    drop_value(slot);
    buffer_trim(&slot->bytes, KEEP_BYTES);
    buffer_trim(&slot->strings, KEEP_BYTES);
    husk_output_clear(&slot->output);
    husk_raw *raw = &slot->raw;
    husk_status status = source_next_into(run->source, &slot->bytes, raw, error);
    if (status != HUSK_OK)
        return status;
    if (!raw_keep(raw, &slot->strings))
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a page of %zu bytes", raw->len);
    *bytes = slot->bytes.size + slot->strings.len;
    if (run->on_read)
        run->on_read(run->context);
    return HUSK_OK;
}

/* The work failed on this page: its output is reset to that of a failed page. */
static void work_failed(const each_run *run, husk_page *page, each_slot *slot)
{
    husk_error ignored;
    husk_output_clear(&slot->output);
    drop_value(slot);
    if (!status_has_page(run->work(run->context, page, &slot->raw, &slot->output, &slot->value, &ignored))) {
        husk_output_clear(&slot->output);
        drop_value(slot);
    }
}

static husk_status each_work(void *context, void *state, void *data, size_t *bytes, husk_error *error)
{
    const each_run *run = context;
    each_slot *slot = data;
    husk_page *page = state;
    husk_error why = { .status = HUSK_OK };
    (void)error;
    husk_status status = husk_page_parse(page, &slot->raw, &why);
    if (!status_has_page(status) && status_has_page(page->outcome)) /* out of memory before it was recorded */
        husk_page_fail(page, status, why.message);
    husk_status made = HUSK_OK;
    if (status_has_page(status)) {
        why.message[0] = 0;
        made = run->work(run->context, page, &slot->raw, &slot->output, &slot->value, &why);
        if (made != HUSK_OK)
            husk_page_fail(page, made, why.message);
    }
    if (!status_has_page(page->outcome))
        work_failed(run, page, slot);
    slot->status = page->outcome;
    snprintf(slot->reason, sizeof slot->reason, "%s", page->reason);
    *bytes = slot->bytes.size + slot->output.bytes.size + slot->output.body.size;
    return HUSK_OK;
}

static husk_status each_write(void *context, void *data, husk_error *error)
{
    const each_run *run = context;
    each_slot *slot = data;
    husk_each_result result = { .size = sizeof result,
                                .id = slot->raw.id ? slot->raw.id : "",
                                .url = slot->raw.url ? slot->raw.url : "",
                                .status = slot->status,
                                .reason = slot->reason,
                                .value = slot->value,
                                .date = slot->raw.date };
    result.bytes = husk_output_data(&slot->output, &result.len);
    husk_status status = run->sink(run->context, &result, error);
    if (result.value == NULL)
        slot->value = NULL; /* the sink owns it now */
    drop_value(slot);
    return status;
}

static void each_slot_free(void *data)
{
    each_slot *slot = data;
    drop_value(slot);
    buffer_free(&slot->bytes);
    buffer_free(&slot->strings);
    output_free_bytes(&slot->output);
}

husk_status husk_each(husk_source *source, const husk_each_options *options, husk_each_work work, husk_each_sink sink,
                      void *context, husk_error *error)
{
    husk_each_options o;
    husk_status status = OPTIONS_READ(&o, options, husk_each_options, page, error);
    if (status != HUSK_OK)
        return status;
    unsigned jobs = pool_jobs(o.jobs);
    void *pages[HUSK_MAX_JOBS] = { NULL };
    for (unsigned i = 0; i < jobs && status == HUSK_OK; i++) {
        husk_page *page = NULL;
        status = husk_page_new(o.page, &page, error);
        pages[i] = page;
    }
    if (status == HUSK_OK) {
        pool_options pool = { .jobs = jobs,
                              .max_bytes = HUSK_MAX_PENDING_BYTES,
                              .slot_size = sizeof(each_slot),
                              .states = pages,
                              .slot_free = each_slot_free,
                              .stop = o.stop };
        pool_ops ops = { each_read, each_work, each_write };
        each_run run = { source, work, sink, o.free_value, o.on_read, context };
        status = pool_run(&pool, &ops, &run, error);
    }
    for (unsigned i = 0; i < jobs; i++)
        husk_page_free(pages[i]);
    return status;
}
