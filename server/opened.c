/* opened.c - /v1/opened: what the server was started with, so that the web page opens on it.
 * A page's "request" is what to send to /v1/view for it: its bytes stay here, in any encoding. */
#include "json.h"
#include "site_pages.h"

/* Pages sent; a directory may hold any number. */
#define MAX_OPENED 32

static void add_page(json *j, const husk_raw *raw, size_t i)
{
    json_open(j, NULL, '{');
    json_word(j, "id", raw->id ? raw->id : "");
    json_word(j, "url", raw->url ? raw->url : "");
    json_open(j, "request", '{');
    json_integer(j, "opened", i);
    json_close(j, '}');
    json_close(j, '}');
}

static void add_site(void *context, const char *name, const char *host, const char *file, unsigned pages,
                     unsigned classes)
{
    json *j = context;
    (void)file, (void)pages, (void)classes;
    json_open(j, NULL, '{');
    json_word(j, "name", name);
    json_word(j, "host", host);
    json_close(j, '}');
}

static void add_pages(json *j, const server *s)
{
    husk_source *source = NULL;
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    husk_status status = opened_source(s, &source, NULL);
    for (size_t n = 0;
         n < MAX_OPENED && status == HUSK_OK && (status = husk_source_next(source, &raw, NULL)) == HUSK_OK;)
        if (raw.status == HUSK_OK || raw.status == HUSK_LIMIT)
            add_page(j, &raw, n++);
        else if (raw.status == HUSK_NO_MEMORY)
            status = raw.status;
    husk_source_free(source);
    if (status == HUSK_NO_MEMORY)
        j->status = status;
}

void opened_get(worker *w, request *r)
{
    json j = json_to(w->out);
    json_open(&j, NULL, '{');
    json_open(&j, "pages", '[');
    add_pages(&j, r->server);
    json_close(&j, ']');
    json_open(&j, "sites", '[');
    sites_each(r->server->sites, true, add_site, &j);
    json_close(&j, ']');
    json_close(&j, '}');
    reply_json(&r->reply, 200, &j);
}
