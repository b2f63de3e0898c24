/* report.c - a report: judged pages and their sites as one HTML file, with the web page's views inside.
 * Pages are written one by one, each by any thread; what the sites are shown by is noted meanwhile and written at the
 * end: the hosts of the pages, with the templates and columns of their classes only. */
#include <pthread.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/arrays.h"
#include "write/judged.h"

/* Columns of a record: what the table shows, and as many more. */
#define REPORT_COLUMNS 16

typedef struct report_host {
    const site_host *host;
    bool *has; /* by class: is one of its pages in the report? */
} report_host;

struct husk_report {
    husk_records *records; /* or NULL */
    pthread_mutex_t lock;
    report_host *hosts;
    size_t n, room;
};

husk_status husk_report_new(husk_site *site, husk_report **out, husk_error *error)
{
    husk_records_options options;
    husk_records_options_init(&options, sizeof options);
    options.best = REPORT_COLUMNS;
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    pthread_mutex_init(&(*out)->lock, NULL);
    husk_status status = site ? husk_records_new(site, &options, &(*out)->records, error) : HUSK_OK;
    if (status != HUSK_OK) {
        husk_report_free(*out);
        *out = NULL;
    }
    return status;
}

void husk_report_free(husk_report *r)
{
    if (r == NULL)
        return;
    for (size_t i = 0; i < r->n; i++)
        free(r->hosts[i].has);
    free(r->hosts);
    husk_records_free(r->records);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

/* Under the lock. */
static bool note_host(husk_report *r, const husk_verdict *v)
{
    size_t i = 0;
    while (i < r->n && r->hosts[i].host != v->host)
        i++;
    if (i == r->n) {
        bool *has = calloc(v->host->model.n_classes + 1u, sizeof *has);
        if (has == NULL || !array_grow(&r->hosts, &r->room, r->n + 1, sizeof *r->hosts)) {
            free(has);
            return false;
        }
        r->hosts[r->n++] = (report_host){ v->host, has };
    }
    r->hosts[i].has[model_class_place(v->host->model.classes, v->host->model.n_classes, v->judgement.page_class)] =
        true;
    return true;
}

static husk_status write_row(husk_report *r, husk_verdict *v, husk_output *output, husk_error *error)
{
    husk_row *row = NULL;
    buffer *b = &output->bytes;
    husk_status status = husk_records_read(r->records, v, &row, error);
    if (status == HUSK_OK) {
        b->len -= strlen("}\n");
        buffer_text(b, ",\"record\":");
        status = husk_records_write(r->records, row, output, error);
        b->len -= b->len && b->data[b->len - 1] == '\n';
        buffer_text(b, "}\n");
    }
    husk_row_free(row);
    return status;
}

husk_status husk_report_begin(husk_output *output, husk_error *error)
{
    buffer_append(&output->bytes, report_before.data, report_before.len);
    buffer_text(&output->bytes, "{\"pages\":[\n");
    return output_status(output, "the report", error);
}

husk_status husk_report_page(husk_report *r, husk_verdict *v, husk_output *output, husk_error *error)
{
    buffer *b = &output->bytes;
    size_t start = b->len;
    husk_status status = husk_write_view(v, NULL, output, error), whole = b->len > start ? HUSK_OK : status;
    if (v->host && r->records) { /* a report without a site has no sites */
        pthread_mutex_lock(&r->lock);
        whole = whole ?: note_host(r, v) ? HUSK_OK : HUSK_NO_MEMORY;
        pthread_mutex_unlock(&r->lock);
        whole = whole ?: write_row(r, v, output, error);
    }
    report_data_escape(b, start);
    buffer_text(b, ",\n");
    whole = whole ?: b->status;
    if (whole == HUSK_OK)
        return status;
    b->len = start;
    return status_told(error, whole, "%s: the report", husk_page_id(v->page));
}

static int by_host(const void *a, const void *b)
{
    return slice_order(((const report_host *)a)->host->model.name, ((const report_host *)b)->host->model.name);
}

husk_status husk_report_end(husk_report *r, husk_output *output, husk_error *error)
{
    husk_status status = HUSK_OK;
    buffer_text(&output->bytes, "null],\"sites\":[");
    if (r->n)
        qsort(r->hosts, r->n, sizeof *r->hosts, by_host);
    for (size_t i = 0; i < r->n && status == HUSK_OK; i++) {
        buffer_text(&output->bytes, i ? ",\n" : "");
        status = report_site_write(&r->hosts[i].host->model, r->hosts[i].has, &output->bytes);
    }
    buffer_text(&output->bytes, "]}");
    buffer_append(&output->bytes, report_after.data, report_after.len);
    return status_told(error, status ?: output->bytes.status, "the report");
}
