/* guard.c - which requests are answered at all.
 * A page of another site may make the browser send requests here, and may point its own name at this machine (DNS
 * rebinding). So the Host must be one of ours, and an Origin must be the same host. A message with two lengths could
 * be read in two ways (request smuggling), so it is refused. */
#include <string.h>
#include <strings.h>

#include "http.h"

/* --- framing --- */

typedef struct framing {
    unsigned lengths, encodings, hosts, origins;
    bool is_chunked, is_odd;
} framing;

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *key, size_t key_len,
                                    const char *value, size_t value_len)
{
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    framing *f = context;
    (void)kind, (void)value_len;
    f->is_odd |= key_len == 0 || strspn(key, letters) != key_len; /* "Transfer-Encoding :" is no other header */
    f->origins += strcasecmp(key, "Origin") == 0;
    f->lengths += strcasecmp(key, "Content-Length") == 0;
    f->hosts += strcasecmp(key, "Host") == 0;
    if (strcasecmp(key, "Transfer-Encoding") == 0) {
        f->encodings++;
        f->is_chunked = value != NULL && strcasecmp(value, "chunked") == 0;
    }
    return MHD_YES;
}

static bool is_framed(request *r)
{
    framing f = { 0 };
    mhd.MHD_get_connection_values_n(r->connection, MHD_HEADER_KIND, count_header, &f);
    r->reply.closes = true;
    if (f.is_odd)
        reply_problem(&r->reply, 400, "the name of a header has a space or another character that names don't have");
    else if (f.lengths + f.encodings > 1)
        reply_problem(&r->reply, 400, "the length of the body is given more than once");
    else if (f.encodings && !f.is_chunked)
        reply_problem(&r->reply, 501, "the only transfer encoding is chunked");
    else if (f.hosts != 1 || f.origins > 1)
        reply_problem(&r->reply, 400, "a request has one Host, and one Origin at most");
    else
        r->reply.closes = false;
    return !r->reply.closes;
}

/* --- host and origin --- */

/* The length of a host without its port; 0 if what follows is no port. */
static size_t name_len(const char *host)
{
    size_t len = strcspn(host, host[0] == '[' ? "]" : ":") + (host[0] == '[');
    if (len > strlen(host))
        return 0;
    const char *port = host + len;
    return *port == 0 || (*port == ':' && port[1 + strspn(port + 1, "0123456789")] == 0) ? len : 0;
}

static bool is_name(const char *host, size_t len, const char *name)
{
    return strlen(name) == len && strncasecmp(host, name, len) == 0;
}

bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strncmp(address, "[::1]", 5) == 0;
}

/* Numbers are no names that somebody else could point here. */
static bool is_number(const char *host, size_t len)
{
    return len > 0 && (host[0] == '[' || strspn(host, "0123456789.") >= len);
}

static bool is_our_host(const server *s, const char *host)
{
    static const char *const ours[] = { "localhost", "127.0.0.1", "[::1]" };
    size_t len = name_len(host);
    if (len == 0)
        return false;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (is_name(host, len, ours[i]))
            return true;
    for (size_t i = 0; i < s->settings->n_hosts; i++)
        if (is_name(host, len, s->settings->hosts[i]))
            return true;
    if (!is_loopback(s->address) && is_number(host, len))
        return true;
    return len == name_len(s->address) && strncasecmp(host, s->address, len) == 0;
}

/* "http://127.0.0.1:4875" for the host "127.0.0.1:4875". */
static bool is_same_origin(const char *origin, const char *host)
{
    const char *name = strstr(origin, "://");
    return is_web_address(origin) && name != NULL && strcasecmp(name + 3, host) == 0;
}

/* --- token --- */

/* Constant time: a wrong token takes as long as the right one. */
static bool is_same_secret(const char *given, const char *secret)
{
    size_t n = strlen(given), len = strlen(secret);
    unsigned char difference = n != len;
    for (size_t i = 0; i < len; i++)
        difference |= (unsigned char)(secret[i] ^ given[i < n ? i : n]);
    return difference == 0;
}

static bool has_token(const request *r)
{
    const char *secret = r->server->settings->token;
    if (secret == NULL)
        return true;
    const char *given = request_header(r, "Authorization");
    if (given != NULL && strncasecmp(given, "Bearer ", 7) == 0)
        return is_same_secret(given + 7, secret);
    given = request_query(r, "token"); /* for EventSource, which can't send our headers */
    return given != NULL && is_same_secret(given, secret);
}

bool guard_request(request *r, bool needs_token)
{
    if (!is_framed(r))
        return false;
    const char *host = request_header(r, "Host"), *origin = request_header(r, "Origin");
    const char *from = request_header(r, "Sec-Fetch-Site");
    if (!is_our_host(r->server, host))
        reply_problem(&r->reply, 421, "this server does not answer for that Host; --host NAME adds a name");
    else if (origin != NULL && !is_same_origin(origin, host))
        reply_problem(&r->reply, 403, "requests from other origins are refused");
    else if (needs_token && from != NULL && strcmp(from, "cross-site") == 0)
        reply_problem(&r->reply, 403, "requests from other sites are refused");
    else if (needs_token && !has_token(r)) {
        reply_problem(&r->reply, 401, "the token is missing or wrong: Authorization: Bearer TOKEN");
        reply_header(&r->reply, "WWW-Authenticate", "Bearer");
    } else
        return true;
    return false;
}
