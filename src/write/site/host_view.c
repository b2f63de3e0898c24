/* host_view.c - everything shown of one host of a site file, as JSON.
 * Links at one place between the same classes are one entry. Cost: the output's size. Limits: EXAMPLES pages per
 * class. */
#include "write/site/host_view.h"

#include "base/json.h"
#include "write/site/history.h"
#include "write/site/sitefile.h"

/* Pages named per class: enough to compare some side by side. */
#define EXAMPLES 12

static void write_links(const model_host *host, buffer *out)
{
    buffer_text(out, ", \"links\": [");
    for (uint32_t i = 0; i < host->n_arrows; i++) {
        const model_arrow *a = &host->arrows[i];
        buffer_format(out, "%s\n  {\"from\": %u, \"to\": %u, \"links\": %u, \"place\": ", i ? "," : "", a->from, a->to,
                      a->n_links);
        json_string(out, a->text);
        buffer_byte(out, '}');
    }
    buffer_byte(out, ']');
}

static void write_examples(const model_host *host, buffer *out)
{
    buffer_text(out, ", \"examples\": [");
    for (uint32_t c = 0; c < host->n_classes; c++) {
        unsigned n = 0;
        buffer_format(out, "%s\n  {\"class\": %u, \"pages\": [", c ? "," : "", host->classes[c].number);
        for (uint32_t i = 0; i < host->n_pages && n < EXAMPLES; i++) {
            if (host->pages[i].class_number != host->classes[c].number)
                continue;
            buffer_text(out, n++ ? ", " : "");
            json_string(out, host->pages[i].id);
        }
        buffer_text(out, "]}");
    }
    buffer_byte(out, ']');
}

void write_host_view(const model_host *host, buffer *out)
{
    write_host_json(host, true, out);
    if (out->status != HUSK_OK)
        return;
    out->len--; /* the closing brace */
    write_links(host, out);
    write_examples(host, out);
    buffer_text(out, ", \"history\": ");
    write_runs_json(host, out);
    buffer_byte(out, '}');
}
