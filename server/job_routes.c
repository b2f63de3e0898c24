/* job_routes.c - /v1/learn, /v1/crawl and /v1/jobs. A job's pages wait in a file for their turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yyjson.h>

#include "input.h"
#include "jobs.h"

#define MAX_DELAY_MS 60000

/* --- names --- */

/* The host of a URL in lower case, without user and port, as site files name it; "" if there is none. */
static void host_of(const char *url, char *out, size_t size)
{
    const char *from = strstr(url, "://");
    from = from ? from + 3 : "";
    size_t len = strcspn(from, "/?#");
    const char *user = memchr(from, '@', len);
    if (user != NULL) {
        len -= (size_t)(user + 1 - from);
        from = user + 1;
    }
    const char *port = memchr(from, ':', len);
    if (len > 0 && from[0] == '[') /* an IPv6 address */
        len = strcspn(from, "]/?#") + (from[strcspn(from, "]/?#")] == ']');
    else if (port != NULL)
        len = (size_t)(port - from);
    snprintf(out, size, "%.*s", (int)len, from);
    for (char *c = out; *c != 0; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c += 'a' - 'A';
}

static const char *text_of(yyjson_val *root, const char *name)
{
    yyjson_val *value = yyjson_obj_get(root, name);
    const char *text = yyjson_get_str(value);
    return text != NULL && strlen(text) == yyjson_get_len(value) ? text : NULL;
}

/* --- learn --- */

static void add_job(job *j, request *r)
{
    char number[16], location[64];
    snprintf(number, sizeof number, "%u", j->number);
    snprintf(location, sizeof location, "/v1/jobs/%s", number);
    sites_name(j->name);
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root); /* now: once it is added, the job is the list's */
    yyjson_mut_obj_add_strcpy(doc, root, "job", number);
    yyjson_mut_obj_add_strcpy(doc, root, "site", j->name);
    if (!jobs_add(r->server->jobs, j)) {
        reply_problem(&r->reply, 429, "%u jobs run or wait already", r->server->settings->max_jobs);
        reply_header(&r->reply, "Retry-After", "10");
        job_free(j);
        yyjson_mut_doc_free(doc);
        return;
    }
    reply_json(&r->reply, 202, "application/json", doc);
    if (r->reply.status == 202)
        reply_header(&r->reply, "Location", location);
}

/* A page as a line that husk_source reads. One with neither id nor URL gets a number. */
static char *page_line(yyjson_val *page, size_t number, size_t *len)
{
    char id[40];
    if (yyjson_obj_get(page, "id") || yyjson_obj_get(page, "url"))
        return yyjson_val_write(page, 0, len);
    yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *copy = yyjson_val_mut_copy(doc, page);
    snprintf(id, sizeof id, "page %zu", number);
    yyjson_mut_obj_add_strcpy(doc, copy, "id", id);
    char *line = yyjson_mut_val_write(copy, 0, len);
    yyjson_mut_doc_free(doc);
    return line;
}

static bool not_written(request *r)
{
    return reply_problem(&r->reply, 507, "the pages can't be written down: %m");
}

static bool write_pages(FILE *f, yyjson_val *pages, char *host, size_t size)
{
    size_t i, n;
    yyjson_val *page;
    yyjson_arr_foreach(pages, i, n, page)
    {
        size_t len;
        char *line = page_line(page, i + 1, &len);
        bool ok = line != NULL && fwrite(line, 1, len, f) == len && fputc('\n', f) != EOF;
        free(line);
        if (!ok)
            return false;
        if (host[0] == 0 && text_of(page, "url") != NULL)
            host_of(text_of(page, "url"), host, size);
    }
    return true;
}

static bool are_pages(yyjson_val *pages)
{
    size_t i, n;
    yyjson_val *page;
    yyjson_arr_foreach(pages, i, n, page) if (!yyjson_is_str(yyjson_obj_get(page, "html")) &&
                                              !yyjson_is_str(yyjson_obj_get(page, "text"))) return false;
    return yyjson_arr_size(pages) > 0;
}

static bool spool_json(job *j, request *r, FILE *f)
{
    yyjson_doc *doc = input_json(r);
    yyjson_val *root = yyjson_doc_get_root(doc), *pages = yyjson_obj_get(root, "pages");
    bool ok = doc != NULL;
    if (ok && !are_pages(pages))
        ok =
            reply_problem(&r->reply, 400,
                          "\"pages\" is a list of one or more objects with \"html\" or \"text\", and \"url\" if known");
    ok = ok && (write_pages(f, pages, j->name, sizeof j->name) || not_written(r));
    if (ok && text_of(root, "site") != NULL && *text_of(root, "site"))
        snprintf(j->name, sizeof j->name, "%s", text_of(root, "site"));
    yyjson_doc_free(doc);
    return ok;
}

/* Write an archive to disk unchanged. */
static bool spool_archive(request *r, FILE *f)
{
    if (r->len == 0)
        return reply_problem(&r->reply, 400, "the body is empty");
    return fwrite(r->body, 1, r->len, f) == r->len || not_written(r);
}

static const char *archive_ending(const request *r)
{
    if (input_is_type(r, "application/warc"))
        return r->len > 1 && (unsigned char)r->body[0] == 0x1f ? ".warc.gz" : ".warc";
    return input_is_type(r, "application/jsonl") || input_is_type(r, "application/x-ndjson") ? ".jsonl" : NULL;
}

static bool spool(job *j, request *r)
{
    const char *ending = archive_ending(r);
    if (ending == NULL && !input_is_type(r, "application/json"))
        return reply_problem(&r->reply, 415, "the body is application/json, application/jsonl or application/warc");
    j->ending = ending ? ending : ".jsonl";
    sites_spool(r->server->sites, j->number, j->ending, j->spool, sizeof j->spool);
    FILE *f = fopen(j->spool, "wxe");
    if (f == NULL)
        return not_written(r);
    bool ok = ending ? spool_archive(r, f) : spool_json(j, r, f);
    j->bytes_of = (uint64_t)ftell(f);
    return (fclose(f) == 0 || !ok || not_written(r)) && ok;
}

void jobs_learn(request *r)
{
    const char *name = request_query(r, "site");
    job *j = job_new(r->server, JOB_LEARN);
    if (j == NULL || !spool(j, r)) {
        if (j == NULL)
            reply_problem(&r->reply, 507, "out of memory");
        job_free(j);
        return;
    }
    if (name != NULL && *name)
        snprintf(j->name, sizeof j->name, "%s", name);
    else if (j->name[0] == 0)
        snprintf(j->name, sizeof j->name, "files");
    add_job(j, r);
}

/* --- crawl --- */

static bool take_number(request *r, yyjson_val *root, const char *name, double max, unsigned *out)
{
    yyjson_val *value = yyjson_obj_get(root, name);
    if (value == NULL || yyjson_is_null(value))
        return true;
    double number = yyjson_get_num(value);
    if (!yyjson_is_num(value) || !(number >= 0 && number <= max))
        return reply_problem(&r->reply, 400, "\"%s\" is a number from 0 to %.0f", name, max);
    *out = (unsigned)number;
    return true;
}

static bool fill_crawl(job *j, request *r, yyjson_val *root)
{
    const char *url = text_of(root, "url"), *name = text_of(root, "site");
    husk_crawl_options defaults;
    husk_crawl_options_init(&defaults, sizeof defaults);
    j->max_pages = defaults.max_pages;
    j->delay_ms = r->server->settings->source->allow_private ? 0 : defaults.delay_ms;
    if (url == NULL || !is_web_address(url))
        return reply_problem(&r->reply, 400, "\"url\" is an http or https address");
    host_of(url, j->host, sizeof j->host);
    snprintf(j->name, sizeof j->name, "%s", name != NULL && *name ? name : j->host);
    return take_number(r, root, "max_pages", 1e6, &j->max_pages) &&
           take_number(r, root, "max_seconds", 1e6, &j->max_seconds) &&
           take_number(r, root, "delay_ms", MAX_DELAY_MS, &j->delay_ms) && (j->url = strdup(url)) != NULL;
}

void jobs_crawl(request *r)
{
    if (!input_is_type(r, "application/json")) {
        reply_problem(&r->reply, 415, "the body is application/json");
        return;
    }
    yyjson_doc *doc = input_json(r);
    job *j = doc ? job_new(r->server, JOB_CRAWL) : NULL;
    if (doc != NULL && j == NULL)
        reply_problem(&r->reply, 507, "out of memory");
    else if (j != NULL && fill_crawl(j, r, yyjson_doc_get_root(doc)))
        add_job(j, r);
    else
        job_free(j);
    yyjson_doc_free(doc);
}

/* --- jobs --- */

void jobs_list(request *r)
{
    reply_json(&r->reply, 200, "application/json", jobs_write_all(r->server->jobs));
}

void jobs_get(request *r)
{
    yyjson_mut_doc *doc = jobs_write(r->server->jobs, r->parameters[0]);
    if (doc != NULL)
        reply_json(&r->reply, 200, "application/json", doc);
    else
        reply_problem(&r->reply, 404, "there is no job %s", r->parameters[0]);
}

void jobs_delete(request *r)
{
    jobs_cancel(r->server->jobs, r->parameters[0]);
    jobs_get(r);
}

void jobs_events(request *r)
{
    if (!jobs_watch(r->server->jobs, r->parameters[0], r))
        jobs_get(r);
}
