/* files.c - the web page's own files: part of the program, or from a directory during development. */
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "http.h"
#include "text.h"
#include "web.h"

#define MAX_FILE ((size_t)16 << 20)

static const web_file *web_find(const char *name)
{
    for (const web_file *f = web_files; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static const char *web_type(const char *name)
{
    static const char *const types[][2] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".json", "application/json" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".ico", "image/vnd.microsoft.icon" },
        { ".woff2", "font/woff2" },
        { ".txt", "text/plain; charset=utf-8" },
    };
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(ending, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* A name that stays inside its directory: no empty segment, none that starts with a dot. */
static bool is_plain_name(const char *name)
{
    bool at_start = true;
    for (; *name != 0; name++) {
        if (at_start && (*name == '.' || *name == '/'))
            return false;
        at_start = *name == '/';
    }
    return !at_start;
}

/* From --web DIR. A link that leads out of the directory is not followed. */
static bool read_file(const char *folder, const char *name, reply *r)
{
    char path[PATH_MAX], real[PATH_MAX], root[PATH_MAX];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!is_plain_name(name) || realpath(path, real) == NULL || realpath(folder, root) == NULL ||
        strncmp(real, root, strlen(root)) != 0 || real[strlen(root)] != '/')
        return false;
    int fd = open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool ok = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && (size_t)status.st_size <= MAX_FILE;
    char *body = ok ? malloc((size_t)status.st_size + 1) : NULL;
    ssize_t len = body ? read(fd, body, (size_t)status.st_size) : -1;
    close(fd);
    if (len < 0)
        free(body);
    else
        reply_take(r, 200, web_type(name), body, (size_t)len);
    return len >= 0;
}

static bool send_embedded(request *r, const char *name)
{
    const web_file *f = web_find(name);
    char tag[24];
    if (f == NULL)
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
    const char *name = strcmp(r->path, "/") == 0 ? "index.html" : r->path + 1, *folder = r->server->settings->web;
    bool is_description = strcmp(name, "openapi.json") == 0; /* served at /v1/openapi.json */
    if (is_description || !(folder ? read_file(folder, name, &r->reply) : send_embedded(r, name))) {
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
