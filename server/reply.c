/* reply.c - replies: common headers, and errors as problem+json (RFC 9457). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"

/* Our own pages run our own scripts and load our own files. Styles may be inline because a shown page's own are: its
 * frame inherits this policy. */
static const char document_policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/* API output is data, even if opened as a page. */
static const char data_policy[] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

static const char problem_type[] = "application/problem+json";

void reply_take(reply *r, unsigned status, const char *type, char *body, size_t len)
{
    reply_clear(r);
    r->status = status;
    r->type = type;
    r->body = body;
    r->len = len;
}

void reply_copy(reply *r, unsigned status, const char *type, const char *body, size_t len)
{
    char *copy = malloc(len + 1);
    if (copy == NULL) {
        reply_problem(r, 507, "out of memory");
        return;
    }
    memcpy(copy, body, len);
    reply_take(r, status, type, copy, len);
}

void reply_output(reply *r, const char *type, const husk_output *output)
{
    size_t len;
    const char *data = husk_output_data(output, &len);
    reply_copy(r, 200, type, data, len);
}

/* A member that there was no memory for would be missing without a word: the whole document fails instead. A document
 * is made and written by one thread, one at a time. */
static _Thread_local bool json_failed;

static void *json_realloc(void *context, void *old, size_t old_size, size_t size)
{
    void *made = realloc(old, size);
    (void)context, (void)old_size;
    json_failed |= made == NULL;
    return made;
}

static void *json_malloc(void *context, size_t size)
{
    return json_realloc(context, NULL, 0, size);
}

static void json_free(void *context, void *old)
{
    (void)context;
    free(old);
}

yyjson_mut_doc *json_new(void)
{
    static const yyjson_alc memory = { json_malloc, json_realloc, json_free, NULL };
    json_failed = false;
    return yyjson_mut_doc_new(&memory);
}

char *json_text(yyjson_mut_doc *doc, size_t *len)
{
    char *text = json_failed
                     ? NULL
                     : yyjson_mut_write(doc, YYJSON_WRITE_ALLOW_INVALID_UNICODE | YYJSON_WRITE_NEWLINE_AT_END, len);
    yyjson_mut_doc_free(doc);
    return text;
}

yyjson_mut_doc *json_object(yyjson_mut_val **root)
{
    yyjson_mut_doc *doc = json_new();
    *root = yyjson_mut_obj(doc);
    yyjson_mut_doc_set_root(doc, *root);
    return doc;
}

void reply_json(reply *r, unsigned status, const char *type, yyjson_mut_doc *doc)
{
    static const char none[] = "{\"title\":\"Insufficient Storage\",\"status\":507,\"detail\":\"out of memory\"}\n";
    size_t len = 0;
    char *body = json_text(doc, &len);
    if (body != NULL) {
        reply_take(r, status, type, body, len);
        return;
    }
    reply_take(r, 507, problem_type, (char *)none, sizeof none - 1);
    r->is_static = true;
}

void reply_header(reply *r, const char *name, const char *value)
{
    if (r->n_headers == MAX_REPLY_HEADERS)
        return;
    r->headers[r->n_headers].name = name;
    snprintf(r->headers[r->n_headers++].value, sizeof r->headers[0].value, "%s", value);
}

bool reply_problem(reply *r, unsigned status, const char *format, ...)
{
    char detail[600];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    yyjson_mut_val *root;
    yyjson_mut_doc *doc = json_object(&root);
    yyjson_mut_obj_add_str(doc, root, "title", mhd.MHD_get_reason_phrase_for(status));
    yyjson_mut_obj_add_uint(doc, root, "status", status);
    yyjson_mut_obj_add_str(doc, root, "detail", detail);
    reply_json(r, status, problem_type, doc);
    return false;
}

bool reply_failure(reply *r, husk_status status, const husk_error *error)
{
    const char *why = error->message[0] ? error->message : husk_status_text(status);
    return reply_problem(r, status == HUSK_NO_MEMORY ? 507 : status == HUSK_BAD_ARGUMENT ? 400 : 422, "%s", why);
}

static void add_headers(struct MHD_Response *response, const reply *r)
{
    mhd.MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    mhd.MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    mhd.MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    mhd.MHD_add_response_header(response, "Content-Security-Policy", r->is_document ? document_policy : data_policy);
    if (r->type != NULL)
        mhd.MHD_add_response_header(response, "Content-Type", r->type);
    mhd.MHD_add_response_header(response, "Cache-Control", r->is_document ? "no-cache" : "no-store");
    for (unsigned i = 0; i < r->n_headers; i++)
        mhd.MHD_add_response_header(response, r->headers[i].name, r->headers[i].value);
    if (r->closes)
        mhd.MHD_add_response_header(response, "Connection", "close");
}

enum MHD_Result reply_queue(request *of)
{
    reply *r = &of->reply;
    struct MHD_Response *response;
    if (r->stream != NULL)
        response =
            mhd.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, r->stream, r->stream_context, r->stream_free);
    else
        response = mhd.MHD_create_response_from_buffer(
            r->len, r->body, r->is_static || !r->body ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_FREE);
    if (response == NULL)
        return MHD_NO;
    if (r->stream == NULL && !r->is_static)
        r->body = NULL; /* now owned by the response */
    r->stream_context = NULL;
    add_headers(response, r);
    enum MHD_Result result = mhd.MHD_queue_response(of->connection, r->status, response);
    mhd.MHD_destroy_response(response);
    return result;
}

void reply_clear(reply *r)
{
    if (!r->is_static)
        free(r->body);
    if (r->stream_context != NULL && r->stream_free != NULL)
        r->stream_free(r->stream_context);
    *r = (reply){ .closes = r->closes };
}
