/* routes.c - which function answers which path, and the web page's own files, which are part of the program. Paths and
 * methods are those of openapi.json. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "http.h"

/* --- files -------------------------------------------------------------------------------------------------------- */

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

static void files_get(request *r)
{
    const char *name = strcmp(r->path, "/") == 0 ? "index.html" : r->path + 1;
    bool is_description = strcmp(name, "openapi.json") == 0; /* served at /v1/openapi.json */
    if (is_description || !send_embedded(r, name)) {
        reply_problem(&r->reply, 404, "there is no such file");
        return;
    }
    r->reply.is_document = true;
}

static void openapi_get(request *r)
{
    send_embedded(r, "openapi.json");
}

static void health_get(request *r)
{
    char body[100];
    int n = snprintf(body, sizeof body, "{\"status\":\"ok\",\"version\":\"%s\"}\n", husk_version());
    reply_copy(&r->reply, 200, "application/json", body, (size_t)n);
}

/* --- routes ------------------------------------------------------------------------------------------------------- */

static const route routes[] = {
    { "POST", "/v1/extract", pages_answer, false, false },
    { "POST", "/v1/label", pages_answer, false, false },
    { "POST", "/v1/strip", pages_answer, false, false },
    { "POST", "/v1/records", pages_answer, false, false },
    { "POST", "/v1/view", pages_answer, false, false },
    { "POST", "/v1/learn", jobs_learn, false, false },
    { "POST", "/v1/crawl", jobs_crawl, false, false },
    { "GET", "/v1/jobs", jobs_list, false, false },
    { "GET", "/v1/jobs/{id}", jobs_get, false, false },
    { "DELETE", "/v1/jobs/{id}", jobs_get, false, false },
    { "GET", "/v1/jobs/{id}/events", jobs_events, false, false },
    { "GET", "/v1/sites", sites_list, false, false },
    { "GET", "/v1/sites/{host}", sites_get, false, false },
    { "GET", "/v1/sites/{host}/map.svg", sites_map, false, false },
    { "GET", "/v1/sites/{host}/records", sites_records, false, false },
    { "GET", "/v1/opened", opened_get, false, false },
    { "GET", "/v1/openapi.json", openapi_get, true, true },
    { "GET", "/v1/health", health_get, true, true },
    { "GET", "/metrics", metrics_get, true, false },
};
static const route files = { "GET", "/", files_get, true, true };

/* Does `path` match, segment by segment? Fills the parameters. */
static bool matches(const char *pattern, const char *path, char parameters[MAX_PARAMETERS][MAX_PARAMETER])
{
    unsigned n = 0;
    while (*pattern != 0) {
        if (*pattern != '{') {
            if (*pattern++ != *path++)
                return false;
            continue;
        }
        size_t len = strcspn(path, "/");
        if (len == 0 || len >= MAX_PARAMETER || n == MAX_PARAMETERS)
            return false;
        memcpy(parameters[n], path, len);
        parameters[n++][len] = 0;
        path += len;
        pattern = strchr(pattern, '}') + 1;
    }
    return *path == 0;
}

static bool is_method(const request *r, const char *method)
{
    return strcmp(r->method, method) == 0 || (strcmp(r->method, "HEAD") == 0 && strcmp(method, "GET") == 0);
}

static bool is_file_path(const char *path)
{
    return strncmp(path, "/v1/", 4) != 0 && strcmp(path, "/v1") != 0 && strcmp(path, "/metrics") != 0;
}

const route *routes_find(request *r)
{
    char allow[64] = "";
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!matches(routes[i].path, r->path, r->parameters))
            continue;
        if (is_method(r, routes[i].method))
            return &routes[i];
        size_t at = strlen(allow);
        snprintf(allow + at, sizeof allow - at, "%s%s", at ? ", " : "", routes[i].method);
    }
    if (allow[0] == 0 && is_file_path(r->path)) {
        if (is_method(r, "GET"))
            return &files;
        snprintf(allow, sizeof allow, "GET");
    }
    if (allow[0] == 0) {
        reply_problem(&r->reply, 404, "there is no such path; /v1/openapi.json lists them");
        return NULL;
    }
    reply_problem(&r->reply, 405, "this path answers to %s", allow);
    reply_header(&r->reply, "Allow", allow);
    return NULL;
}
