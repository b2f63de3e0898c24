/* input.c - the page and options of a request.
 * The query and the JSON member "options" have the names and effects of the program's options. The page is the body
 * itself, or the JSON members "html" or "text"; without them "url" is fetched by the crawler's rules, which exclude
 * private addresses. */
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command.h"

#define MAX_VALUE 4096 /* per option */

/* --- options by name --- */

#define COLUMN "column" /* may be repeated */

static const option options[] = {
    { CHOICE_AT(page_input, format), .name = "format", .choices = formats_of_extract },
    { CHOICE_AT(page_input, extract.body), .name = "body", .choices = formats_of_body },
    { FLAG_AT(page_input, extract.all), .name = "all" },
    { FLAG_AT(page_input, precision), .name = "precision" },
    { FLAG_AT(page_input, recall), .name = "recall" },
    { FLAG_AT(page_input, extract.links), .name = "links" },
    { FLAG_AT(page_input, extract.images), .name = "images" },
    { NO_AT(page_input, extract.tables), .name = "no-tables" },
    { NO_AT(page_input, extract.comments), .name = "no-comments" },
    { NO_AT(page_input, extract.title), .name = "no-title" },
    { FLAG_AT(page_input, extract.with_metadata), .name = "with-metadata" },
    { FLAG_AT(page_input, extract.no_formulas), .name = "no-formulas" },
    { CHOICE_AT(page_input, method), .name = "method", .choices = methods_of_judging },
    { FLAG_AT(page_input, roles), .name = "roles" },
    { FLAG_AT(page_input, no_why), .name = "no-why" },
    { CHOICE_AT(page_input, keep), .name = "keep", .choices = parts_of_strip },
    { FLAG_AT(page_input, scripts), .name = "scripts" },
    { NUMBER_AT(page_input, records.best), .name = "best", .min = 1, .max = 100 },
    { FLAG_AT(page_input, records.items), .name = "items" },
    { NUMBER_AT(page_input, records.region), .name = "region", .min = 1, .max = 16 },
    { TEXT_AT(page_input, column), .name = COLUMN },
    { TEXT_AT(page_input, site), .name = "site" },
    { TEXT_AT(page_input, url), .name = "url" },
    { TEXT_AT(page_input, id), .name = "id" },
};

static bool set_flag(const option *o, page_input *in, const char *text)
{
    bool yes = *text == 0 || strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (!yes && strcmp(text, "false") != 0 && strcmp(text, "0") != 0)
        return false;
    *(bool *)((char *)in + o->offset) = yes == (o->kind == OPTION_FLAG);
    return true;
}

static bool set_any(const option *o, page_input *in, const char *text)
{
    bool is_auto = strcmp(o->name, "method") == 0 && strcmp(text, "auto") == 0;
    if (!option_takes_value(o))
        return set_flag(o, in, text);
    if (strcmp(o->name, COLUMN) != 0)
        return is_auto || option_set(o, in, text);
    if (in->records.n_columns == MAX_COLUMNS)
        return false;
    in->columns[in->records.n_columns++] = text;
    in->records.columns = in->columns;
    return true;
}

/* `stays`: the text lasts as long as the request. Only then may an option point to it. */
static bool set_option(page_input *in, request *r, const char *name, const char *text, bool stays)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(options[i].name, name) == 0)
            return ((stays || options[i].kind != OPTION_TEXT) && set_any(&options[i], in, text)) ||
                   reply_problem(&r->reply, 400, "%s can't be '%s'", name, text);
    return reply_problem(&r->reply, 400, "there is no option '%s'", name);
}

typedef struct taking {
    page_input *in;
    request *r;
    bool ok;
} taking;

static enum MHD_Result take_argument(void *context, enum MHD_ValueKind kind, const char *key, size_t key_len,
                                     const char *value, size_t value_len)
{
    taking *t = context;
    const char *text = value ? value : "";
    (void)kind;
    if (strlen(key) != key_len || strlen(text) != (value ? value_len : 0) || value_len > MAX_VALUE)
        t->ok = reply_problem(&t->r->reply, 400, "a parameter has a zero byte, or is longer than %d bytes", MAX_VALUE);
    else if (strcmp(key, "token") != 0)
        t->ok = set_option(t->in, t->r, key, text, true);
    return t->ok ? MHD_YES : MHD_NO;
}

/* Why options conflict, as in the program, or NULL. */
static const char *contradiction(const page_input *in)
{
    uint32_t m = (uint32_t)in->method;
    if (in->precision && in->recall)
        return "precision and recall exclude each other";
    if (in->extract.all && (in->precision || in->recall || in->site || m != HUSK_METHOD_AUTO))
        return "all leaves nothing to precision, recall, method or site";
    if ((m == HUSK_METHOD_SITE || m == HUSK_METHOD_SITELEVEL || m == HUSK_METHOD_CONSENSUS) && in->site == NULL)
        return "methods site, sitelevel and consensus need site";
    if (in->site && m == HUSK_METHOD_PAGELEVEL)
        return "method pagelevel judges the page alone, without site";
    return NULL;
}

static void set_defaults(page_input *in)
{
    *in = (page_input){ .format = -1, .opened = -1, .method = HUSK_METHOD_AUTO, .keep = HUSK_KEEP_CONTENT };
    husk_extract_options_init(&in->extract, sizeof in->extract);
    husk_judge_options_init(&in->judge, sizeof in->judge);
    husk_records_options_init(&in->records, sizeof in->records);
}

static bool take_query(page_input *in, request *r)
{
    taking t = { in, r, true };
    set_defaults(in);
    mhd.MHD_get_connection_values_n(r->connection, MHD_GET_ARGUMENT_KIND, take_argument, &t);
    return t.ok;
}

/* --- the body --- */

bool input_is_type(const request *r, const char *type)
{
    const char *given = request_header(r, "Content-Type");
    size_t len = strlen(type);
    return given != NULL && strncasecmp(given, type, len) == 0 && strchr("; \t", given[len]) != NULL;
}

static void take_charset(page_input *in, const request *r)
{
    const char *type = request_header(r, "Content-Type"), *at = type ? strcasestr(type, "charset=") : NULL;
    if (at == NULL)
        return;
    at += strlen("charset=") + (at[strlen("charset=")] == '"');
    snprintf(in->charset_room, sizeof in->charset_room, "%.*s", (int)strcspn(at, "\"; \t"), at);
    in->charset = in->charset_room;
}

static bool take_value(page_input *in, request *r, yyjson_val *key, yyjson_val *value)
{
    char number[40];
    const char *name = unsafe_yyjson_get_str(key), *text = number; /* a key is a string */
    if (yyjson_is_str(value) && strlen(yyjson_get_str(value)) == yyjson_get_len(value) &&
        yyjson_get_len(value) <= MAX_VALUE)
        text = yyjson_get_str(value);
    else if (yyjson_is_bool(value))
        text = yyjson_get_bool(value) ? "true" : "false";
    else if (yyjson_is_num(value))
        snprintf(number, sizeof number, "%.17g", yyjson_get_num(value));
    else
        return reply_problem(&r->reply, 400, "the option '%.100s' is no text, number or truth value, or too long",
                             name);
    return set_option(in, r, name, text, text != number);
}

/* A list is an option that is given many times. */
static bool take_member(page_input *in, request *r, yyjson_val *key, yyjson_val *value)
{
    size_t i, n;
    yyjson_val *item;
    if (!yyjson_is_arr(value))
        return take_value(in, r, key, value);
    yyjson_arr_foreach(value, i, n, item) if (!take_value(in, r, key, item)) return false;
    return true;
}

static bool take_options(page_input *in, request *r, yyjson_val *given)
{
    size_t i, n;
    yyjson_val *key, *value;
    if (given != NULL && !yyjson_is_obj(given))
        return reply_problem(&r->reply, 400, "\"options\" is an object");
    yyjson_obj_foreach(given, i, n, key, value) if (!take_member(in, r, key, value)) return false;
    return true;
}

static bool take_string(request *r, yyjson_val *root, const char *name, const char **out)
{
    yyjson_val *value = yyjson_obj_get(root, name);
    if (value == NULL || yyjson_is_null(value))
        return true;
    *out = yyjson_get_str(value);
    bool ok = *out != NULL && strlen(*out) == yyjson_get_len(value) && yyjson_get_len(value) <= MAX_VALUE;
    return ok ||
           reply_problem(&r->reply, 400, "\"%s\" is a text of up to %d bytes without zero bytes", name, MAX_VALUE);
}

yyjson_doc *input_json(request *r)
{
    yyjson_read_err why;
    yyjson_doc *doc = yyjson_read_opts(r->body ? r->body : (char *)"", r->len, YYJSON_READ_INSITU, NULL, &why);
    if (doc == NULL)
        reply_problem(&r->reply, 400, "the body is no JSON: %s at byte %zu", why.msg, why.pos);
    return doc;
}

/* A misspelt member would be ignored otherwise. */
static bool knows_members(request *r, yyjson_val *root)
{
    static const char *const names[] = { "html", "text", "url", "id", "site", "page", "opened", "options" };
    size_t i, n;
    yyjson_val *key, *value;
    yyjson_obj_foreach(root, i, n, key, value)
    {
        size_t at = 0;
        while (at < sizeof names / sizeof *names && !yyjson_equals_str(key, names[at]))
            at++;
        if (at == sizeof names / sizeof *names)
            return reply_problem(&r->reply, 400,
                                 "there is no member '%.100s'; how a page is judged and written is in \"options\"",
                                 yyjson_get_str(key));
    }
    return true;
}

static bool take_json(page_input *in, request *r)
{
    in->doc = input_json(r);
    yyjson_val *root = yyjson_doc_get_root(in->doc);
    if (in->doc == NULL)
        return false;
    if (!yyjson_is_obj(root))
        return reply_problem(&r->reply, 400, "the body is no JSON object");
    if (!knows_members(r, root) || !take_options(in, r, yyjson_obj_get(root, "options")) ||
        !take_string(r, root, "url", &in->url) || !take_string(r, root, "id", &in->id) ||
        !take_string(r, root, "site", &in->site) || !take_string(r, root, "page", &in->page))
        return false;
    yyjson_val *opened = yyjson_obj_get(root, "opened");
    if (yyjson_is_uint(opened) && yyjson_get_uint(opened) < INT32_MAX)
        in->opened = (long)yyjson_get_uint(opened);
    else if (opened != NULL && !yyjson_is_null(opened))
        return reply_problem(&r->reply, 400, "\"opened\" is a number");
    yyjson_val *html = yyjson_obj_get(root, "html"), *text = yyjson_obj_get(root, "text");
    yyjson_val *page = yyjson_is_str(html) ? html : text;
    if ((html && !yyjson_is_str(html) && !yyjson_is_null(html)) ||
        (text && !yyjson_is_str(text) && !yyjson_is_null(text)))
        return reply_problem(&r->reply, 400, "\"html\" and \"text\" are texts");
    in->html = yyjson_get_str(page);
    in->len = yyjson_get_len(page);
    in->is_text = page == text;
    in->charset = in->html ? "utf-8" : NULL;
    return true;
}

static bool take_body(page_input *in, request *r)
{
    bool is_html = input_is_type(r, "text/html") || input_is_type(r, "application/xhtml+xml");
    if (input_is_type(r, "application/json"))
        return take_json(in, r);
    if (!is_html && r->len > 0 && request_header(r, "Content-Type") != NULL &&
        !input_is_type(r, "application/x-www-form-urlencoded"))
        return reply_problem(&r->reply, 415, "the body is text/html or application/json");
    if (r->len == 0 && !is_html)
        return true;
    in->html = r->body ? r->body : "";
    in->len = r->len;
    in->padding = r->body ? BODY_PADDING : 0;
    take_charset(in, r);
    return true;
}

/* --- the page --- */

bool is_web_address(const char *url)
{
    return strncasecmp(url, "http://", 7) == 0 || strncasecmp(url, "https://", 8) == 0;
}

/* A page that the server already has: by id, or by number; otherwise the first of its URL. */
static husk_status pick(page_input *in, worker *w, husk_error *error)
{
    const server *s = w->server;
    husk_source **source = &in->source;
    husk_raw raw;
    long n = 0;
    husk_raw_init(&raw, sizeof raw);
    husk_status status = in->page          ? site_pages_source(s, &in->ref, source, error)
                         : in->opened >= 0 ? opened_source(s, source, error)
                                           : husk_source_open(&in->url, 1, s->settings->source, source, error);
    while (status == HUSK_OK && (status = husk_source_next(in->source, &raw, error)) == HUSK_OK) {
        bool is_read = raw.status == HUSK_OK || raw.status == HUSK_LIMIT;
        bool is_wanted = in->page          ? raw.id != NULL && strcmp(raw.id, in->page) == 0
                         : in->opened >= 0 ? is_read && n++ == in->opened
                                           : true;
        if (is_wanted)
            return husk_page_parse(w->page, &raw, error);
    }
    if (status == HUSK_END)
        snprintf(error->message, sizeof error->message, "the server does not have that page");
    return status;
}

static husk_status parse(const page_input *in, worker *w, husk_error *error)
{
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    raw.url = in->url;
    raw.id = in->id ? in->id : in->url ? in->url : "-";
    raw.charset = in->charset;
    raw.bytes = in->html;
    raw.len = in->len;
    raw.padding = in->padding;
    raw.is_text = in->is_text;
    return husk_page_parse(w->page, &raw, error);
}

bool input_take(page_input *in, request *r)
{
    worker *w = r->worker;
    husk_error error = { .status = HUSK_OK };
    if (!take_query(in, r) || !take_body(in, r))
        return false;
    const char *why = contradiction(in);
    bool picks = in->html == NULL && (in->page != NULL || in->opened >= 0);
    if (why == NULL && in->html == NULL && !picks && (in->url == NULL || !is_web_address(in->url)))
        why = "there is no page: send HTML, or an http or https url to fetch";
    if (why == NULL && in->page != NULL && in->site == NULL)
        why = "page is the id of a page of site, which is missing";
    if (why != NULL)
        return reply_problem(&r->reply, 400, "%s", why);
    if (in->site != NULL && !sites_open(w->server->sites, in->site, &in->ref, &r->reply))
        return false;
    in->open = in->ref.site;
    husk_judge_by(&in->judge, (uint32_t)in->method, NULL);
    in->judge.aim = in->precision ? HUSK_AIM_PRECISION : in->recall ? HUSK_AIM_RECALL : HUSK_AIM_BALANCE;
    husk_status status = in->html ? parse(in, w, &error) : pick(in, w, &error);
    if (status == HUSK_END)
        return reply_problem(&r->reply, 404, "%s", error.message);
    return status == HUSK_OK || status == HUSK_LIMIT || reply_failure(&r->reply, status, &error);
}

void input_free(page_input *in, worker *w)
{
    sites_close(w->server->sites, &in->ref);
    husk_source_free(in->source);
    yyjson_doc_free(in->doc);
}
