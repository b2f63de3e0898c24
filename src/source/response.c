/* response.c - one response as libcurl delivers it.
 * libcurl speaks the protocol and removes chunks; compressed bodies are decoded by http_message.c, as in archives, so
 * that one that is cut or damaged gives the same answer from the web as from a file. Every address is checked when a
 * socket to it is opened; a proxy from the environment is used only if private addresses are allowed, because behind a
 * proxy the address can't be checked. Limits: HUSK_MAX_HEAD_BYTES of header, max_bytes of body. */
#include "source/response.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>

#include "base/limits.h"
#include "source/sniff.h"

#define CONNECT_SECONDS 10L /* a server that takes longer to accept a connection is down */
#define ENCODINGS "gzip, deflate, br, zstd"
#define HEAD_TOO_LONG "HTTP head is too long"

libcurl_calls libcurl;
static bool is_loaded;

static void load(void)
{
    static const char *const names[] = { LIBCURL_NAMES(LOADED_NAME) };
    is_loaded = loaded_fill(HUSK_SONAME_libcurl, names, sizeof names / sizeof *names, &libcurl) &&
                libcurl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool libcurl_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

/* --- addresses that are not public --------------------------------------------------------------------------------
 * The IANA special-purpose registries, RFC 6890 and its updates. A page from outside may name any address, so by
 * default only public ones are connected to. */

static bool ipv4_is_private(uint32_t a)
{
    static const struct {
        uint32_t network;
        unsigned bits;
    } networks[] = {
        { 0x00000000, 8 },  /* this network */
        { 0x0A000000, 8 },  /* private */
        { 0x64400000, 10 }, /* carrier-grade NAT */
        { 0x7F000000, 8 },  /* loopback */
        { 0xA9FE0000, 16 }, /* link-local; cloud metadata services are here */
        { 0xAC100000, 12 }, /* private */
        { 0xC0000000, 24 }, /* protocol assignments */
        { 0xC0000200, 24 }, /* documentation */
        { 0xC0586300, 24 }, /* 6to4 relays */
        { 0xC0A80000, 16 }, /* private */
        { 0xC6120000, 15 }, /* benchmarks */
        { 0xC6336400, 24 }, /* documentation */
        { 0xCB007100, 24 }, /* documentation */
        { 0xE0000000, 3 },  /* multicast, reserved, broadcast */
    };
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
        if ((a ^ networks[i].network) >> (32 - networks[i].bits) == 0)
            return true;
    return false;
}

static uint32_t read_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static bool ipv6_is_private(const uint8_t a[16])
{
    static const uint8_t mapped[12] = { [10] = 0xFF, [11] = 0xFF }, nat64[12] = { 0x00, 0x64, 0xFF, 0x9B };
    if (memcmp(a, mapped, 12) == 0 || memcmp(a, nat64, 12) == 0)
        return ipv4_is_private(read_be32(a + 12));
    if (a[0] == 0x20 && a[1] == 0x02) /* 6to4 */
        return ipv4_is_private(read_be32(a + 2));
    if ((a[0] & 0xE0) !=
        0x20) /* only 2000::/3 is public; loopback, unique local, link-local, multicast are elsewhere */
        return true;
    uint32_t head = read_be32(a);
    return head >> 9 == 0x20010000u >> 9 /* protocol assignments, Teredo */ || head == 0x20010DB8u ||
           head >> 12 == 0x3FFF0000u >> 12;
}

bool address_is_private(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, address, sizeof v4);
        return ipv4_is_private(ntohl(v4.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, address, sizeof v6);
        return ipv6_is_private(v6.sin6_addr.s6_addr);
    }
    return true;
}

/* --- libcurl callbacks -------------------------------------------------------------------------------------------- */

/* One header line. A response after an interim one starts over; a trailer after the body is not kept. */
static size_t head_take(char *data, size_t size, size_t n, void *context)
{
    response *r = context;
    size_t len = size * n;
    if (r->has_body)
        return len;
    if (len > 5 && memcmp(data, "HTTP/", 5) == 0)
        buffer_clear(&r->answer->head);
    buffer_append(&r->answer->head, data, len);
    return r->answer->head.status == HUSK_OK ? len : 0;
}

/* The header is complete: is the body read? */
static bool body_begin(response *r)
{
    http_head_parse((slice){ r->answer->head.data, r->answer->head.len }, &r->head);
    r->head.chunked = false;
    if (r->is_part)
        r->head.n_encodings = 0;
    r->head.has_unknown_encoding &= !r->is_part;
    r->has_body = true;
    r->is_redirect = r->head.status >= 300 && r->head.status < 400;
    r->head.has_unknown_encoding &= !r->is_redirect;
    r->answer->is_no_page =
        !r->any_type && r->head.content_type.len && sniff_media_type(r->head.content_type) == FORMAT_OTHER;
    return !r->answer->is_no_page && !r->head.has_unknown_encoding;
}

/* The body of a redirect is not used, so it may be cut. */
static size_t body_take(char *data, size_t size, size_t n, void *context)
{
    response *r = context;
    size_t len = size * n;
    if (!r->has_body && !body_begin(r))
        return 0;
    size_t room = r->max_bytes + 1 - r->raw.len;
    buffer_append(&r->raw, data, len < room ? len : room);
    return r->raw.len <= r->max_bytes || (r->is_redirect && r->raw.status == HUSK_OK) ? len : 0;
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
    buffer_init(&r->raw, r->max_bytes + 1);
    buffer_trim(&r->answer->head, SIZE_MAX);
    buffer_trim(r->body, SIZE_MAX);
    r->head = (http_head){ 0 };
    r->has_body = r->is_redirect = r->is_refused = false;
    r->error[0] = 0;
#define SET(option, value) (ok = ok && libcurl.curl_easy_setopt(r->curl, (option), (value)) == CURLE_OK)
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_ACCEPT_ENCODING, r->is_part ? NULL : ENCODINGS);
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

/* --- how it ended ------------------------------------------------------------------------------------------------- */

/* What libcurl's codes mean here; `passes` if another try may succeed. tests/unit/test_http.c and tests/statuses make
 * them happen. */
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

static void end_set(fetch_answer *a, husk_status status, const char *reason)
{
    a->status = status;
    snprintf(a->reason, sizeof a->reason, "%s", reason);
}

static bool end_by_code(const response *r, CURLcode code)
{
    fetch_answer *a = r->answer;
    if (code == CURLE_OUT_OF_MEMORY) {
        end_set(a, HUSK_NO_MEMORY, husk_status_text(HUSK_NO_MEMORY));
        return false;
    }
    int found = code_find(code);
    bool is_tls = code == CURLE_SSL_CONNECT_ERROR || code == CURLE_PEER_FAILED_VERIFICATION;
    end_set(a, HUSK_IO, found < 0 ? "the transfer failed" : codes[found].text);
    size_t len = strlen(a->reason);
    if (found < 0)
        snprintf(a->reason + len, sizeof a->reason - len, " (libcurl's code %d)", (int)code);
    else if (is_tls && r->error[0])
        snprintf(a->reason + len, sizeof a->reason - len, " (%.150s)", r->error);
    return found < 0 || codes[found].passes;
}

/* libcurl takes "HTTP/1.1 22222 …" for a response, version 8 with status 222, and reports one without a status line as
 * an unsupported protocol. */
static CURLcode code_corrected(const response *r, CURLcode code, bool was_sent)
{
    long answered = 0;
    http_head head;
    http_head_parse((slice){ r->answer->head.data, r->answer->head.len }, &head);
    r->answer->content_type = head.content_type;
    libcurl.curl_easy_getinfo(r->curl, CURLINFO_RESPONSE_CODE, &answered);
    bool known = answered >= 100 && answered == (long)head.status;
    r->answer->http_status = known ? (unsigned)answered : 0;
    bool is_weird = code == CURLE_OK ? !known : code == CURLE_UNSUPPORTED_PROTOCOL && was_sent;
    return is_weird ? CURLE_WEIRD_SERVER_REPLY : code;
}

/* A line of more than 100 KB is "out of memory" to libcurl, or, since 8.6, "too large". */
static bool is_head_too_long(const response *r, CURLcode code, bool was_sent)
{
    enum { TOO_LARGE = 100 };
    return r->answer->head.status == HUSK_LIMIT ||
           (!r->has_body && was_sent && (code == CURLE_OUT_OF_MEMORY || (int)code == TOO_LARGE));
}

/* A body that is longer than max_bytes as sent is also longer decoded. */
static body_result body_end(response *r, CURLcode code)
{
    inflater f = { 0 };
    bool is_cut = r->raw.len > r->max_bytes;
    body_result result = BODY_WHOLE;
    if (r->raw.status == HUSK_NO_MEMORY)
        return BODY_NO_MEMORY;
    if (is_cut || code == CURLE_OK)
        result = http_body_decode(&r->head, &f, &r->raw, r->max_bytes, r->body);
    inflater_free(&f);
    return is_cut && result != BODY_NO_MEMORY ? BODY_CUT : result;
}

bool response_finish(response *r, CURLcode code)
{
    fetch_answer *a = r->answer;
    long sent = 0;
    libcurl.curl_easy_getinfo(r->curl, CURLINFO_REQUEST_SIZE, &sent);
    code = code_corrected(r, code, sent > 0);
    body_result body = body_end(r, code);
    end_set(a, HUSK_OK, "");
    if (body == BODY_NO_MEMORY || a->head.status == HUSK_NO_MEMORY)
        end_set(a, HUSK_NO_MEMORY, husk_status_text(HUSK_NO_MEMORY));
    else if (r->is_refused)
        end_set(a, HUSK_IO, "the address is private or reserved");
    else if (is_head_too_long(r, code, sent > 0))
        end_set(a, HUSK_IO, HEAD_TOO_LONG);
    else if (r->head.has_unknown_encoding)
        end_set(a, HUSK_BAD_FILE, HTTP_UNKNOWN_ENCODING);
    else if (body != BODY_WHOLE && !r->is_redirect)
        end_set(a, body == BODY_CUT ? HUSK_LIMIT : HUSK_BAD_FILE, http_body_problem(body));
    else if (code == CURLE_OUT_OF_MEMORY || (code != CURLE_OK && !a->is_no_page))
        return end_by_code(r, code);
    return false;
}
