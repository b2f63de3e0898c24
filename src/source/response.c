/* response.c - one response as libcurl delivers it.
 * libcurl speaks the protocol and removes chunks; compressed bodies are decoded by http_body.c, as in archives, so that
 * one that is cut or damaged gives the same answer from the web as from a file. Every address is checked when a socket
 * to it is opened; a proxy from the environment is used only if private addresses are allowed, because behind a proxy
 * the address can't be checked. Limits: HUSK_MAX_HEAD_BYTES of header, max_bytes of body. */
#include "source/response.h"

#include <stdio.h>

#include "base/limits.h"
#include "source/http.h"

#define CONNECT_SECONDS 10L /* a server that takes longer to accept a connection is down */
#define ENCODINGS "gzip, deflate, br, zstd"
#define HEAD_TOO_LONG "HTTP head is too long"

/* --- libcurl callbacks -------------------------------------------------------------------------------------------- */

/* One header line. A response after an interim one starts over; a trailer after the body is not kept. */
static size_t head_take(char *data, size_t size, size_t n, void *context)
{
    response *r = context;
    size_t len = size * n;
    if (r->has_body)
        return len;
    if (len > 5 && memcmp(data, "HTTP/", 5) == 0)
        buffer_clear(r->head);
    buffer_append(r->head, data, len);
    return r->head->status == HUSK_OK ? len : 0;
}

/* HTML, XHTML, plain text, or unspecified. */
static bool is_page_type(slice type)
{
    static const char *const types[] = { "text/html", "application/xhtml+xml", "text/plain" };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (type.len >= strlen(types[i]) && slice_same_nocase((slice){ type.data, strlen(types[i]) }, types[i]))
            return true;
    return type.len == 0;
}

/* The header is complete: decide how to read the body. False: not at all. */
static bool body_begin(response *r)
{
    http_head head;
    http_head_parse((slice){ r->head->data, r->head->len }, &head);
    head.chunked = false;
    r->has_body = true;
    r->is_redirect = head.status >= 300 && head.status < 400;
    r->is_no_page = !r->any_type && !is_page_type(head.content_type);
    r->has_unknown_encoding = head.has_unknown_encoding && !r->is_redirect;
    http_body_start(&r->decoder, &head, r->body, r->max_bytes);
    return !r->is_no_page && !r->has_unknown_encoding;
}

/* The body of a redirect is not used, so it may be cut. */
static size_t body_take(char *data, size_t size, size_t n, void *context)
{
    response *r = context;
    size_t len = size * n;
    if (!r->has_body && !body_begin(r))
        return 0;
    if (r->decoded == BODY_MORE)
        r->decoded = http_body_feed(&r->decoder, data, len);
    return r->decoded == BODY_MORE || (r->is_redirect && r->decoded != BODY_NO_MEMORY) ? len : 0;
}

static curl_socket_t socket_open(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    response *r = context;
    (void)purpose;
    if (!r->allow_private && address_is_private(&address->addr)) {
        r->is_refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool response_set_up(response *r, const char *user_agent)
{
    bool ok = true;
#define SET(option, value) (ok = ok && libcurl.curl_easy_setopt(r->curl, (option), (value)) == CURLE_OK)
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_ACCEPT_ENCODING, ENCODINGS);
    SET(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    SET(CURLOPT_USERAGENT, user_agent ? user_agent : "husk/" HUSK_VERSION);
    SET(CURLOPT_HEADERFUNCTION, head_take);
    SET(CURLOPT_HEADERDATA, r);
    SET(CURLOPT_WRITEFUNCTION, body_take);
    SET(CURLOPT_WRITEDATA, r);
    SET(CURLOPT_OPENSOCKETFUNCTION, socket_open);
    SET(CURLOPT_OPENSOCKETDATA, r);
    SET(CURLOPT_ERRORBUFFER, r->error);
    if (!r->allow_private)
        SET(CURLOPT_PROXY, "");
#undef SET
    return ok;
}

void response_start(response *r)
{
    buffer_trim(r->head, SIZE_MAX);
    buffer_trim(r->body, SIZE_MAX);
    r->decoded = BODY_MORE;
    r->has_body = r->is_redirect = r->is_refused = r->is_no_page = r->has_unknown_encoding = false;
    r->error[0] = 0;
}

/* --- how it ended ------------------------------------------------------------------------------------------------- */

/* What libcurl's codes mean here; `passes` if another try may succeed. tests/unit/test_http.c makes them happen. */
static const struct {
    CURLcode code;
    bool passes;
    const char *text;
} codes[] = {
    { CURLE_UNSUPPORTED_PROTOCOL, false, "not an http or https URL" },
    { CURLE_URL_MALFORMAT, false, "not a valid URL" },
    { CURLE_COULDNT_RESOLVE_PROXY, true, "can't resolve the proxy's name" },
    { CURLE_COULDNT_RESOLVE_HOST, true, "can't resolve the host's name" },
    { CURLE_COULDNT_CONNECT, true, "can't connect to the server" },
    { CURLE_WEIRD_SERVER_REPLY, true, "the response is not HTTP" },
    { CURLE_PARTIAL_FILE, true, "the response ends early" },
    { CURLE_OPERATION_TIMEDOUT, true, "no complete response within the time limit" },
    { CURLE_SSL_CONNECT_ERROR, true, "no secure connection to the server" },
    { CURLE_ABORTED_BY_CALLBACK, false, "stopped" },
    { CURLE_TOO_MANY_REDIRECTS, false, "too many redirects" },
    { CURLE_GOT_NOTHING, true, "the server closed the connection without a response" },
    { CURLE_SEND_ERROR, true, "sending the request failed" },
    { CURLE_RECV_ERROR, true, "the connection broke, or the response's chunks are damaged" },
    { CURLE_PEER_FAILED_VERIFICATION, false, "the server's certificate is not valid" },
    { CURLE_SSL_CACERT_BADFILE, false, "the certificates of this machine can't be read" },
    { CURLE_PROXY, true, "the proxy refused the connection" },
    { CURLE_HTTP2, true, "the HTTP/2 connection failed" },
    { CURLE_HTTP2_STREAM, true, "the HTTP/2 stream failed" },
};

static int code_find(CURLcode code)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code)
            return (int)i;
    return -1;
}

static void end_set(response_end *end, husk_status status, const char *reason)
{
    end->status = status;
    snprintf(end->reason, sizeof end->reason, "%s", reason);
}

static void end_by_code(const response *r, CURLcode code, response_end *end)
{
    int found = code_find(code);
    bool is_tls = code == CURLE_SSL_CONNECT_ERROR || code == CURLE_PEER_FAILED_VERIFICATION;
    end_set(end, HUSK_IO, found < 0 ? "the transfer failed" : codes[found].text);
    end->may_pass = found < 0 || codes[found].passes;
    size_t len = strlen(end->reason);
    if (found < 0)
        snprintf(end->reason + len, sizeof end->reason - len, " (libcurl's code %d)", (int)code);
    else if (is_tls && r->error[0])
        snprintf(end->reason + len, sizeof end->reason - len, " (%.150s)", r->error);
}

/* libcurl takes "HTTP/22222 …" for a response, and reports one without a status line as an unsupported protocol. */
static CURLcode code_corrected(const response *r, CURLcode code, response_end *end)
{
    long answered = 0, sent = 0;
    libcurl.curl_easy_getinfo(r->curl, CURLINFO_RESPONSE_CODE, &answered);
    libcurl.curl_easy_getinfo(r->curl, CURLINFO_REQUEST_SIZE, &sent);
    bool known = answered >= 100 && answered <= 999;
    end->http_status = known ? (unsigned)answered : 0;
    bool is_weird = code == CURLE_OK ? !known : code == CURLE_UNSUPPORTED_PROTOCOL && sent > 0;
    return is_weird ? CURLE_WEIRD_SERVER_REPLY : code;
}

/* A line of more than 100 KB is "out of memory" to libcurl, or, since 8.6, "too large". */
static bool is_head_too_long(const response *r, CURLcode code)
{
    enum { TOO_LARGE = 100 };
    long sent = 0;
    libcurl.curl_easy_getinfo(r->curl, CURLINFO_REQUEST_SIZE, &sent);
    return r->head->status == HUSK_LIMIT ||
           (!r->has_body && sent > 0 && (code == CURLE_OUT_OF_MEMORY || (int)code == TOO_LARGE));
}

void response_finish(response *r, CURLcode code, response_end *end)
{
    *end = (response_end){ 0 };
    code = code_corrected(r, code, end);
    if (code == CURLE_OK && r->has_body && r->decoded == BODY_MORE)
        r->decoded = http_body_finish(&r->decoder);
    bool is_damaged = !r->is_redirect && (r->decoded == BODY_CUT || r->decoded == BODY_DAMAGED);
    if (r->decoded == BODY_NO_MEMORY || r->body->status == HUSK_NO_MEMORY || r->head->status == HUSK_NO_MEMORY)
        end_set(end, HUSK_NO_MEMORY, husk_status_text(HUSK_NO_MEMORY));
    else if (r->is_refused)
        end_set(end, HUSK_IO, "the address is private or reserved");
    else if (is_head_too_long(r, code))
        end_set(end, HUSK_IO, HEAD_TOO_LONG);
    else if (r->has_unknown_encoding)
        end_set(end, HUSK_BAD_FILE, HTTP_UNKNOWN_ENCODING);
    else if (is_damaged)
        end_set(end, HUSK_LIMIT, http_body_problem(r->decoded));
    else if (code == CURLE_OUT_OF_MEMORY)
        end_set(end, HUSK_NO_MEMORY, husk_status_text(HUSK_NO_MEMORY));
    else if (code != CURLE_OK && !r->is_no_page)
        end_by_code(r, code, end);
}
