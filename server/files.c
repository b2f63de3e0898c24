/* files.c - the web page's own files, which are part of the program. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "http.h"
#include "talk.h"

static const char *web_type(const char *name)
{
    static const char *const types[][2] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".json", "application/json" },
        { ".svg", "image/svg+xml" },
    };
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(ending, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

static bool send_embedded(request *r, const char *name)
{
    const web_file *f = web_files;
    char tag[24];
    while (f->name != NULL && strcmp(f->name, name) != 0)
        f++;
    if (f->name == NULL)
        return false;
    /* Only to tell whether a browser's copy is the same. */
    snprintf(tag, sizeof tag, "\"%016" PRIx64 "\"", hash_of(f->data, (size_t)(f->end - f->data)));
    const char *known = request_header(r, "If-None-Match");
    bool is_known = known != NULL && strcmp(known, tag) == 0;
    r->reply = (reply){ .status = is_known ? 304 : 200, .is_static = true };
    if (!is_known) {
        r->reply.type = web_type(name);
        r->reply.body = (char *)f->data; /* never written to */
        r->reply.len = (size_t)(f->end - f->data);
    }
    reply_header(&r->reply, "ETag", tag);
    return true;
}

void files_get(request *r)
{
    const char *name = strcmp(r->path, "/") == 0 ? "index.html" : r->path + 1;
    bool is_description = strcmp(name, "openapi.json") == 0; /* served at /v1/openapi.json */
    if (is_description || !send_embedded(r, name)) {
        reply_problem(&r->reply, 404, "there is no such file");
        return;
    }
    r->reply.is_document = true;
}

void openapi_get(request *r)
{
    send_embedded(r, "openapi.json");
}

void health_get(request *r)
{
    char body[100];
    int n = snprintf(body, sizeof body, "{\"status\":\"ok\",\"version\":\"%s\"}\n", husk_version());
    reply_copy(&r->reply, 200, "application/json", body, (size_t)n);
}
