/* site_routes.c - /v1/sites and /v1/opened: what is known of sites, and the records of their pages.
 * A site's pages are those kept by its jobs or, for a site file that the server was started with, the pages that it
 * was started with. Pages are read in order; at most the first MAX_READ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"

#define MAX_EXAMPLES 6 /* of a class */
#define MAX_OPENED 32  /* pages sent; a directory may hold any number */

void sites_list(request *r)
{
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    sites_write(r->server->sites, false, doc, root);
    reply_json(&r->reply, 200, "application/json", doc);
}

/* --- what is shown of a site, as a document --- */

static yyjson_doc *view(const site_ref *ref, request *r)
{
    worker *w = r->worker;
    husk_error error = { .status = HUSK_OK };
    size_t len;
    husk_output_clear(w->more);
    husk_status status = husk_site_view(ref->site, ref->host, w->more, &error);
    const char *data = husk_output_data(w->more, &len);
    yyjson_doc *doc = status == HUSK_OK ? yyjson_read(data, len, 0) : NULL;
    if (status != HUSK_OK)
        reply_failure(&r->reply, status, &error);
    else if (doc == NULL)
        reply_problem(&r->reply, 507, "out of memory");
    return doc;
}

/* --- one site --- */

/* Some pages of a class, each with the request that shows it, from the ids of the view. */
static yyjson_mut_val *pages_of(yyjson_mut_doc *doc, yyjson_val *ids, const char *site)
{
    yyjson_mut_val *list = yyjson_mut_arr(doc);
    yyjson_val *id;
    size_t i, n;
    yyjson_arr_foreach(ids, i, n, id)
    {
        if (i == MAX_EXAMPLES)
            break;
        yyjson_mut_val *entry = yyjson_mut_arr_add_obj(doc, list);
        yyjson_mut_obj_add_val(doc, entry, "id", yyjson_val_mut_copy(doc, id));
        yyjson_mut_val *ask = yyjson_mut_obj_add_obj(doc, entry, "request");
        yyjson_mut_obj_add_strcpy(doc, ask, "site", site);
        yyjson_mut_obj_add_val(doc, ask, "page", yyjson_val_mut_copy(doc, id));
    }
    return list;
}

/* The view lists the ids of classes' pages in the order of the classes. */
static void add_shares(yyjson_mut_doc *doc, yyjson_mut_val *host, yyjson_val *shown, const char *site)
{
    yyjson_mut_val *of, *classes = yyjson_mut_obj_get(host, "classes");
    yyjson_val *examples = yyjson_obj_get(shown, "examples");
    double pages = yyjson_mut_get_num(yyjson_mut_obj_get(host, "pages"));
    size_t i, n;
    yyjson_mut_arr_foreach(classes, i, n, of)
    {
        double share = pages > 0 ? yyjson_mut_get_num(yyjson_mut_obj_get(of, "pages")) / pages : 0;
        yyjson_val *ids = yyjson_obj_get(yyjson_arr_get(examples, i), "pages");
        yyjson_mut_obj_add_real(doc, of, "share", share);
        yyjson_mut_obj_add_val(doc, of, "examples", pages_of(doc, ids, site));
    }
}

void sites_get(request *r)
{
    site_ref ref;
    const char *name = r->parameters[0];
    if (!sites_open(r->server->sites, name, &ref, &r->reply))
        return;
    yyjson_doc *shown = view(&ref, r);
    if (shown != NULL) {
        yyjson_mut_doc *doc = json_new();
        yyjson_mut_val *root = yyjson_val_mut_copy(doc, yyjson_doc_get_root(shown));
        yyjson_mut_doc_set_root(doc, root);
        yyjson_mut_obj_add_strcpy(doc, root, "name", name);
        add_shares(doc, root, yyjson_doc_get_root(shown), name);
        yyjson_mut_obj_add_bool(doc, root, "has_pages", site_pages_any(r->server, &ref));
        reply_json(&r->reply, 200, "application/json", doc);
    }
    yyjson_doc_free(shown);
    sites_close(r->server->sites, &ref);
}

void sites_map(request *r)
{
    site_ref ref;
    husk_error error = { .status = HUSK_OK };
    if (!sites_open(r->server->sites, r->parameters[0], &ref, &r->reply))
        return;
    pthread_mutex_lock(&r->server->draw);
    husk_status status = husk_site_map(ref.site, ref.host, HUSK_MAP_SVG, r->worker->out, &error);
    pthread_mutex_unlock(&r->server->draw);
    if (status == HUSK_OK)
        reply_output(&r->reply, "image/svg+xml", r->worker->out);
    else
        reply_failure(&r->reply, status, &error); /* says so if Graphviz is missing */
    sites_close(r->server->sites, &ref);
}

/* --- records --- */

typedef struct gathering {
    husk_site *site;
    husk_records *records;
    husk_output *out;
    unsigned class_number; /* 0: all */
} gathering;

static husk_status gather(void *context, husk_page *page, husk_error *error)
{
    gathering *g = context;
    husk_judge_options options;
    husk_verdict *verdict = NULL;
    husk_row *row = NULL;
    husk_judge_options_init(&options, sizeof options);
    options.depth = HUSK_DEPTH_CLASS;
    husk_status status = husk_judge(page, g->site, &options, &verdict, error);
    status = status ?: husk_records_read(g->records, verdict, &row, error);
    if (status == HUSK_OK && (g->class_number == 0 || husk_row_class(row) == g->class_number) &&
        husk_row_class(row) != 0)
        status = husk_records_write(g->records, row, g->out, error);
    husk_row_free(row);
    husk_verdict_free(verdict);
    return status;
}

static bool class_number(request *r, const char *text, unsigned *out)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    *out = (unsigned)n;
    bool ok = *text >= '0' && *text <= '9' && *end == 0 && n <= UINT32_MAX;
    return ok || reply_problem(&r->reply, 400, "a class is a number");
}

static bool wants_csv(const request *r)
{
    const char *format = request_query(r, "format"), *accept = request_header(r, "Accept");
    return format ? strcmp(format, "csv") == 0 : accept != NULL && strstr(accept, "text/csv") != NULL;
}

/* Lines of JSON as an array. */
static void send_rows(reply *r, const husk_output *lines)
{
    size_t len;
    const char *at = husk_output_data(lines, &len), *end = at + len;
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    yyjson_mut_val *list = yyjson_mut_obj_add_arr(doc, root, "records");
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end : end;
        yyjson_mut_arr_append(list, yyjson_mut_rawn(doc, at, (size_t)(line_end - at)));
        at = line_end + 1;
    }
    reply_json(r, 200, "application/json", doc);
}

void sites_records(request *r)
{
    site_ref ref;
    husk_error error = { .status = HUSK_OK };
    husk_records_options options;
    const char *wanted = request_query(r, "class");
    worker *w = r->worker;
    gathering g = { .out = w->more };
    if (wanted != NULL && !class_number(r, wanted, &g.class_number))
        return;
    if (!sites_open(r->server->sites, r->parameters[0], &ref, &r->reply))
        return;
    husk_records_options_init(&options, sizeof options);
    options.format = wants_csv(r) ? HUSK_RECORDS_CSV : HUSK_RECORDS_JSONL;
    g.site = ref.site;
    husk_status status = husk_records_new(ref.site, &options, &g.records, &error);
    status = status ?: husk_records_begin(g.records, w->more, &error);
    status = status ?: site_pages_each(w, &ref, gather, &g, &error);
    if (status != HUSK_OK)
        reply_failure(&r->reply, status, &error);
    else if (options.format == HUSK_RECORDS_CSV)
        reply_output(&r->reply, "text/csv; charset=utf-8", w->more);
    else
        send_rows(&r->reply, w->more);
    husk_records_free(g.records);
    sites_close(r->server->sites, &ref);
}

/* --- what the server was started with, so that the web page opens on it --- */

/* A page's "request" is what to send to /v1/view for it: its bytes stay here, in any encoding. */
static void add_page(yyjson_mut_doc *doc, yyjson_mut_val *list, const husk_raw *raw, size_t i)
{
    yyjson_mut_val *of = yyjson_mut_arr_add_obj(doc, list);
    yyjson_mut_obj_add_strcpy(doc, of, "id", raw->id ? raw->id : "");
    yyjson_mut_obj_add_strcpy(doc, of, "url", raw->url ? raw->url : "");
    yyjson_mut_obj_add_uint(doc, yyjson_mut_obj_add_obj(doc, of, "request"), "opened", i);
}

static husk_status add_pages(yyjson_mut_doc *doc, yyjson_mut_val *list, const server *s)
{
    husk_source *source = NULL;
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    husk_status status = opened_source(s, &source, NULL);
    for (size_t n = 0;
         n < MAX_OPENED && status == HUSK_OK && (status = husk_source_next(source, &raw, NULL)) == HUSK_OK;)
        if (raw.status == HUSK_OK || raw.status == HUSK_LIMIT)
            add_page(doc, list, &raw, n++);
        else if (raw.status == HUSK_NO_MEMORY)
            status = raw.status;
    husk_source_free(source);
    return status;
}

void opened_get(request *r)
{
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    husk_status status = add_pages(doc, yyjson_mut_obj_add_arr(doc, root, "pages"), r->server);
    sites_write(r->server->sites, true, doc, root);
    if (status != HUSK_NO_MEMORY) {
        reply_json(&r->reply, 200, "application/json", doc);
        return;
    }
    yyjson_mut_doc_free(doc);
    reply_problem(&r->reply, 507, "out of memory");
}
