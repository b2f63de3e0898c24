/* opened.c - /v1/opened: what the server was started with, so that the web page opens on it.
 * A page's "request" is what to send to /v1/view for it: its bytes stay here, in any encoding. */
#include "site_pages.h"

/* Pages sent; a directory may hold any number. */
#define MAX_OPENED 32

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

void opened_get(worker *w, request *r)
{
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    (void)w;
    husk_status status = add_pages(doc, yyjson_mut_obj_add_arr(doc, root, "pages"), r->server);
    sites_write(r->server->sites, true, doc, root);
    if (status != HUSK_NO_MEMORY) {
        reply_json(&r->reply, 200, "application/json", doc);
        return;
    }
    yyjson_mut_doc_free(doc);
    reply_problem(&r->reply, 507, "out of memory");
}
