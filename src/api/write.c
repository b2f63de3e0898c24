/* write.c - a verdict as stripped HTML, as a report, and as a class's line. */
#include "api/output.h"
#include "base/status.h"
#include "write/report.h"
#include "write/strip.h"

static husk_status written(const husk_verdict *v, husk_status status, const char *what, husk_error *error)
{
    return status == HUSK_OK
               ? HUSK_OK
               : error_set(error, status, "%s: %s: %s", husk_page_id(v->page), what, husk_status_text(status));
}

husk_status husk_write_stripped(husk_verdict *v, husk_keep keep, husk_output *output, husk_error *error)
{
    if (v->marks == NULL)
        return v->is_judged ? error_set(error, HUSK_BAD_ARGUMENT, "by the page alone, strip needs the full depth")
                            : HUSK_OK;
    arena *memory =
        &v->page->scratch; /* kept from page to page: an arena of its own asked the kernel for it each time */
    arena_mark mark = arena_save(memory);
    husk_status status =
        write_stripped(v, (husk_keep)(keep & ~HUSK_KEEP_SAFE), keep & HUSK_KEEP_SAFE, memory, &output->bytes);
    arena_restore(memory, mark);
    return written(v, status, "the stripped page", error);
}

husk_status husk_write_report(husk_verdict *v, husk_output *output, husk_error *error)
{
    return written(v, report_write(v, &output->bytes), "the report", error);
}

husk_status husk_write_class(husk_verdict *v, husk_output *output, husk_error *error)
{
    buffer *b = &output->bytes;
    if (v->judgement.page_class)
        buffer_format(b, "%u\t%.4f\t", v->judgement.page_class, (double)v->judgement.class_margin);
    else
        buffer_text(b, "none\t0.0000\t");
    const char *id = husk_page_id(v->page);
    buffer_visible(b, id, strlen(id));
    buffer_byte(b, '\n');
    return written(v, b->status, "its class", error);
}
