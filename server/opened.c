/* opened.c - /v1/opened: what the server was started with, so that the web page opens on it. */
#include <string.h>

#include "http.h"
#include "json.h"

/* Pages that are sent; a folder may hold any number. */
#define MAX_OPENED 32

/* JSON holds UTF-8 alone. */
static bool is_utf8(const char *bytes, size_t len)
{
    const unsigned char *p = (const unsigned char *)bytes, *end = p + len;
    while (p < end) {
        unsigned n = *p < 0x80                 ? 0
                     : *p >= 0xc2 && *p < 0xe0 ? 1
                     : (*p & 0xf0) == 0xe0     ? 2
                     : *p >= 0xf0 && *p < 0xf5 ? 3
                                               : 9;
        if (n == 9 || (size_t)(end - p) <= n)
            return false;
        if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) || (*p == 0xf0 && p[1] < 0x90) ||
            (*p == 0xf4 && p[1] > 0x8f))
            return false;
        for (p++; n > 0; n--, p++)
            if ((*p & 0xc0) != 0x80)
                return false;
    }
    return true;
}

static void add_page(json *j, const husk_raw *raw, size_t i)
{
    json_open(j, NULL, '{');
    json_integer(j, "opened", i);
    json_word(j, "id", raw->id ? raw->id : "");
    json_word(j, "url", raw->url ? raw->url : "");
    if (!raw->is_text && is_utf8(raw->bytes, raw->len))
        json_text(j, "html", raw->bytes, raw->len);
    json_close(j, '}');
}

static bool is_site_file(const char *path)
{
    size_t len = strlen(path);
    return len > 5 && strcmp(path + len - 5, ".husk") == 0;
}

void opened_get(worker *w, request *r)
{
    const server_settings *s = r->server->settings;
    json j = json_to(w->out);
    husk_source *source = NULL;
    husk_raw raw;
    const char *pages[MAX_OPENED];
    size_t n_pages = 0;
    husk_raw_init(&raw, sizeof raw);
    for (size_t i = 0; i < s->n_inputs && n_pages < MAX_OPENED; i++)
        if (!is_site_file(s->inputs[i]))
            pages[n_pages++] = s->inputs[i];
    json_open(&j, NULL, '{');
    json_open(&j, "pages", '[');
    if (n_pages > 0 && husk_source_open(pages, n_pages, s->source, &source, NULL) == HUSK_OK)
        for (unsigned n = 0; n < MAX_OPENED && husk_source_next(source, &raw, NULL) == HUSK_OK; n++)
            if (raw.status == HUSK_OK || raw.status == HUSK_LIMIT)
                add_page(&j, &raw, n);
    json_close(&j, ']');
    json_open(&j, "sites", '[');
    json_close(&j, ']');
    json_close(&j, '}');
    husk_source_free(source);
    reply_output(&r->reply, "application/json", w->out);
}
