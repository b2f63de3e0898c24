/* site_routes.c - /v1/sites: what is known of sites, and the records of their pages.
 * A site's pages are those kept by its jobs or, for a site file that the server was started with, the pages that it
 * was started with. Pages are read in order; at most the first MAX_READ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

#include "input.h"
#include "site_pages.h"
#include "sites.h"

#define MAX_PAGES_LISTED 200 /* per class */

typedef struct site_array {
    yyjson_mut_doc *doc;
    yyjson_mut_val *list;
} site_array;

static void add_site(void *context, const char *name, const char *host, const char *file, unsigned pages,
                     unsigned classes)
{
    const site_array *to = context;
    yyjson_mut_val *of = yyjson_mut_arr_add_obj(to->doc, to->list);
    yyjson_mut_obj_add_strcpy(to->doc, of, "name", name);
    yyjson_mut_obj_add_strcpy(to->doc, of, "host", host);
    yyjson_mut_obj_add_strcpy(to->doc, of, "file", file);
    yyjson_mut_obj_add_uint(to->doc, of, "pages", pages);
    yyjson_mut_obj_add_uint(to->doc, of, "classes", classes);
}

void sites_write(site_list *l, bool given_alone, yyjson_mut_doc *doc, yyjson_mut_val *root)
{
    site_array to = { doc, yyjson_mut_obj_add_arr(doc, root, "sites") };
    sites_each(l, given_alone, add_site, &to);
}

void sites_list(worker *w, request *r)
{
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    (void)w;
    sites_write(r->server->sites, false, doc, root);
    reply_json(&r->reply, 200, "application/json", doc);
}

/* --- what is shown of a site, as a document --- */

static yyjson_doc *view(const site_ref *ref, worker *w, reply *r)
{
    husk_error error = { .status = HUSK_OK };
    size_t len;
    husk_output_clear(w->more);
    husk_status status = husk_site_view(ref->site, ref->host, w->more, &error);
    const char *data = husk_output_data(w->more, &len);
    yyjson_doc *doc = status == HUSK_OK ? yyjson_read(data, len, 0) : NULL;
    if (status != HUSK_OK)
        reply_failure(r, status, &error);
    else if (doc == NULL)
        reply_problem(r, 507, "out of memory");
    return doc;
}

/* --- pages of classes --- */

/* Lines of class, tab, page: the next one, or false. */
static bool next_page(const char **at, const char *end, unsigned *class_number, const char **page, size_t *len)
{
    if (*at >= end)
        return false;
    const char *line_end = memchr(*at, '\n', (size_t)(end - *at)), *tab = memchr(*at, '\t', (size_t)(end - *at));
    line_end = line_end ? line_end : end;
    if (tab == NULL || tab > line_end)
        return false;
    *class_number = (unsigned)strtoul(*at, NULL, 10); /* "none" is 0 */
    *page = tab + 1;
    *len = (size_t)(line_end - tab - 1);
    *at = line_end + 1;
    return true;
}

static bool show_pages(const site_ref *ref, worker *w, reply *r)
{
    husk_show_options options;
    husk_error error = { .status = HUSK_OK };
    husk_show_options_init(&options, sizeof options);
    options.pages = true;
    options.host = ref->host;
    husk_output_clear(w->more);
    husk_status status = husk_site_show(ref->site, &options, w->more, &error);
    if (status != HUSK_OK)
        reply_failure(r, status, &error);
    return status == HUSK_OK;
}

/* Up to `most` pages of the class, each with the request that shows it. `w->more` has the lines. */
static yyjson_mut_val *pages_of(yyjson_mut_doc *doc, worker *w, const char *site, unsigned wanted, unsigned most)
{
    yyjson_mut_val *list = yyjson_mut_arr(doc);
    size_t len, n;
    const char *at = husk_output_data(w->more, &n), *end = at + n, *page;
    unsigned class_number;
    while (most > 0 && next_page(&at, end, &class_number, &page, &len)) {
        if (class_number != wanted)
            continue;
        yyjson_mut_val *entry = yyjson_mut_arr_add_obj(doc, list), *ask = yyjson_mut_obj(doc);
        yyjson_mut_obj_add_strncpy(doc, entry, "id", page, len);
        yyjson_mut_obj_add_strcpy(doc, ask, "site", site);
        yyjson_mut_obj_add_strncpy(doc, ask, "page", page, len);
        yyjson_mut_obj_add_val(doc, entry, "request", ask);
        most--;
    }
    return list;
}

/* --- one site --- */

static void add_shares(yyjson_mut_doc *doc, yyjson_mut_val *host, worker *w, const char *site)
{
    yyjson_mut_val *of, *classes = yyjson_mut_obj_get(host, "classes");
    double pages = yyjson_mut_get_num(yyjson_mut_obj_get(host, "pages"));
    size_t i, n;
    yyjson_mut_arr_foreach(classes, i, n, of)
    {
        unsigned number = (unsigned)yyjson_mut_get_uint(yyjson_mut_obj_get(of, "class"));
        double share = pages > 0 ? yyjson_mut_get_num(yyjson_mut_obj_get(of, "pages")) / pages : 0;
        yyjson_mut_obj_add_real(doc, of, "share", share);
        yyjson_mut_obj_add_val(doc, of, "examples", pages_of(doc, w, site, number, 6));
    }
}

void sites_get(worker *w, request *r)
{
    site_ref ref;
    const char *name = r->parameters[0];
    if (!sites_open(r->server->sites, name, &ref, &r->reply))
        return;
    yyjson_doc *shown = view(&ref, w, &r->reply);
    yyjson_mut_doc *doc = shown && show_pages(&ref, w, &r->reply) ? json_new() : NULL;
    if (doc != NULL) {
        yyjson_mut_val *root = yyjson_val_mut_copy(doc, yyjson_doc_get_root(shown));
        yyjson_mut_doc_set_root(doc, root);
        yyjson_mut_obj_add_strcpy(doc, root, "name", name);
        yyjson_mut_obj_add_bool(doc, root, "has_pages", site_pages_any(r->server, &ref));
        add_shares(doc, root, w, name);
        reply_json(&r->reply, 200, "application/json", doc);
    } else if (r->reply.status == 0) {
        reply_problem(&r->reply, 507, "out of memory");
    }
    yyjson_doc_free(shown);
    sites_close(r->server->sites, &ref);
}

void sites_map(worker *w, request *r)
{
    site_ref ref;
    husk_error error = { .status = HUSK_OK };
    if (!sites_open(r->server->sites, r->parameters[0], &ref, &r->reply))
        return;
    pthread_mutex_lock(&r->server->draw);
    husk_status status = husk_site_map(ref.site, ref.host, HUSK_MAP_SVG, w->out, &error);
    pthread_mutex_unlock(&r->server->draw);
    if (status == HUSK_OK)
        reply_output(&r->reply, "image/svg+xml", w->out);
    else
        reply_failure(&r->reply, status, &error); /* says so if Graphviz is missing */
    sites_close(r->server->sites, &ref);
}

/* --- one class --- */

static bool class_number(request *r, const char *text, unsigned *out)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    *out = (unsigned)n;
    if (*text >= '0' && *text <= '9' && *end == 0 && n <= UINT32_MAX)
        return true;
    reply_problem(&r->reply, 400, "a class is a number");
    return false;
}

static yyjson_val *class_in(yyjson_doc *doc, unsigned number)
{
    static const char *const lists[] = { "classes", "retired" };
    size_t i, n;
    yyjson_val *of;
    for (size_t k = 0; k < 2; k++)
        yyjson_arr_foreach(yyjson_obj_get(yyjson_doc_get_root(doc), lists[k]), i, n,
                           of) if (yyjson_get_uint(yyjson_obj_get(of, "class")) == number) return of;
    return NULL;
}

void sites_class(worker *w, request *r)
{
    site_ref ref;
    unsigned number;
    if (!class_number(r, r->parameters[1], &number) || !sites_open(r->server->sites, r->parameters[0], &ref, &r->reply))
        return;
    yyjson_doc *shown = view(&ref, w, &r->reply);
    yyjson_val *of = shown ? class_in(shown, number) : NULL;
    if (shown != NULL && of == NULL)
        reply_problem(&r->reply, 404, "the site has no class %u", number);
    yyjson_mut_doc *doc = of && show_pages(&ref, w, &r->reply) ? json_new() : NULL;
    if (doc != NULL) {
        yyjson_mut_val *root = yyjson_val_mut_copy(doc, of);
        yyjson_mut_doc_set_root(doc, root);
        yyjson_mut_obj_add_strcpy(doc, root, "site", r->parameters[0]);
        yyjson_mut_obj_add_val(doc, root, "examples", pages_of(doc, w, r->parameters[0], number, MAX_PAGES_LISTED));
        reply_json(&r->reply, 200, "application/json", doc);
    } else if (r->reply.status == 0) {
        reply_problem(&r->reply, 507, "out of memory");
    }
    yyjson_doc_free(shown);
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
    if (status == HUSK_OK)
        status = husk_records_read(g->records, verdict, &row, error);
    if (status == HUSK_OK && (g->class_number == 0 || husk_row_class(row) == g->class_number) &&
        husk_row_class(row) != 0)
        status = husk_records_write(g->records, row, g->out, error);
    husk_row_free(row);
    husk_verdict_free(verdict);
    return status;
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

void sites_records(worker *w, request *r)
{
    site_ref ref;
    husk_error error = { .status = HUSK_OK };
    husk_records_options options;
    const char *wanted = request_query(r, "class");
    gathering g = { .out = w->more };
    if (wanted != NULL && !class_number(r, wanted, &g.class_number))
        return;
    if (!sites_open(r->server->sites, r->parameters[0], &ref, &r->reply))
        return;
    husk_records_options_init(&options, sizeof options);
    options.format = wants_csv(r) ? HUSK_RECORDS_CSV : HUSK_RECORDS_JSONL;
    g.site = ref.site;
    husk_status status = husk_records_new(ref.site, &options, &g.records, &error);
    if (status == HUSK_OK)
        status = husk_records_begin(g.records, w->more, &error);
    if (status == HUSK_OK)
        status = site_pages_each(w, &ref, gather, &g, &error);
    if (status != HUSK_OK)
        reply_failure(&r->reply, status, &error);
    else if (options.format == HUSK_RECORDS_CSV)
        reply_output(&r->reply, "text/csv; charset=utf-8", w->more);
    else
        send_rows(&r->reply, w->more);
    husk_records_free(g.records);
    sites_close(r->server->sites, &ref);
}
