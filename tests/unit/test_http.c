/* test_http.c - pages from a local server that responds correctly, badly, endlessly and not at all. */
#include "base/stop.h"
#include "unit/source_fixture.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>

#include "source/response.h"

static int listener;
static bool refuses_stream; /* of HTTP/2, not the connection */
static unsigned port;
static pthread_t server;

static bool say(int fd, const char *data, size_t len)
{
    while (len) {
        ssize_t n = send(fd, data, len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        data += n;
        len -= (size_t)n;
    }
    return true;
}

static void say_text(int fd, const char *text)
{
    say(fd, text, strlen(text));
}

static void answer(int fd, const char *head, const char *body, size_t len)
{
    char text[400];
    int n = snprintf(text, sizeof text, "HTTP/1.1 %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n", head, len);
    say(fd, text, (size_t)n);
    say(fd, body, len);
}

static void answer_gzip(int fd, uint64_t bomb)
{
    buffer packed = bytes_new();
    if (bomb)
        gzip_bomb(&packed, "<p>", bomb, 'A');
    else
        gzip_append(&packed, "<p>inflated", 11);
    answer(fd, "200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip", packed.data, packed.len);
    buffer_free(&packed);
}

#define LONG_TEXT 20000

/* A page that does not compress to nothing, so that half of it is missing where half of the bytes are. */
static const char *long_text(void)
{
    static char text[LONG_TEXT + 1];
    uint32_t seed = 1;
    for (size_t i = 0; i < LONG_TEXT; i++)
        text[i] = (char)('a' + ((seed = seed * 1103515245u + 12345u) >> 16) % 26);
    memcpy(text, "<p>", 3);
    return text;
}

/* "/gzip-cut", "/zstd-more", …: a coding, and what is wrong with it. */
static void answer_packed(int fd, const char *coding, const char *what)
{
    buffer packed = bytes_new();
    char head[200];
    if (strncmp(coding, "zstd", 4) == 0)
        zstd_append(&packed, long_text(), LONG_TEXT, NULL, 0);
    else
        deflate_append(&packed, long_text(), LONG_TEXT, strncmp(coding, "gzip", 4) == 0 ? 31 : 15);
    if (strcmp(what, "cut") == 0)
        packed.len /= 2;
    else if (strcmp(what, "start") == 0)
        packed.len = 5;
    else if (strcmp(what, "more") == 0)
        buffer_text(&packed, "JUNK");
    else if (strcmp(what, "wrong") == 0)
        memset(packed.data + 10, 0xff, packed.len / 2);
    else if (strcmp(what, "plain") == 0) {
        buffer_clear(&packed);
        buffer_text(&packed, long_text());
    }
    snprintf(head, sizeof head, "200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %.*s", (int)(what - 1 - coding),
             coding);
    answer(fd, head, packed.data, packed.len);
    buffer_free(&packed);
}

/* A header line of `len` bytes, or, if it does not fit one, several. */
static void answer_head(int fd, size_t len, size_t line)
{
    buffer head = bytes_new();
    buffer_text(&head, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n");
    for (; len; len -= len < line ? len : line) {
        buffer_text(&head, "X: ");
        for (size_t i = 0; i < (len < line ? len : line); i++)
            buffer_byte(&head, 'a');
        buffer_text(&head, "\r\n");
    }
    buffer_text(&head, "\r\n<p>x");
    say(fd, head.data, head.len);
    buffer_free(&head);
}

/* Close so that the other side sees a reset. */
static void reset(int fd)
{
    struct linger none = { .l_onoff = 1 };
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

/* Until the other side goes away. */
static void wait_closed(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    char byte;
    while (poll(&p, 1, 20000) > 0 && recv(fd, &byte, 1, 0) > 0)
        ;
}

/* HTTP/2 of a server that begins well, with its settings, and then refuses the request or every request. */
static void answer_frames(int fd, bool is_stream)
{
    static const char settings[9] = { 0, 0, 0, 4 }, reset_stream[13] = { 0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 2 },
                      go_away[17] = { 0, 0, 8, 7, [16] = 1 };
    say(fd, settings, sizeof settings);
    if (is_stream)
        say(fd, reset_stream, sizeof reset_stream);
    else
        say(fd, go_away, sizeof go_away);
    wait_closed(fd);
}

static void answer_path(int fd, const char *request, const char *path)
{
    char head[200];
    if (strcmp(path, "/page") == 0)
        answer(fd, "200 OK\r\nContent-Type: text/html; charset=ISO-8859-1", "<p>hello", 8);
    else if (strcmp(path, "/gzip") == 0)
        answer_gzip(fd, 0);
    else if (strcmp(path, "/bomb") == 0)
        answer_gzip(fd, (uint64_t)1 << 30);
    else if (strcmp(path, "/moved") == 0)
        answer(fd, "302 Found\r\nLocation: /page", "moved", 5);
    else if (strcmp(path, "/near") == 0)
        answer(fd, "302 Found\r\nLocation: /echo", "", 0);
    else if (strcmp(path, "/away") == 0) {
        snprintf(head, sizeof head, "302 Found\r\nLocation: http://localhost:%u/back", port);
        answer(fd, head, "", 0);
    } else if (strcmp(path, "/back") == 0) {
        snprintf(head, sizeof head, "302 Found\r\nLocation: http://127.0.0.1:%u/echo", port);
        answer(fd, head, "", 0);
    } else if (strcmp(path, "/loop") == 0)
        answer(fd, "302 Found\r\nLocation: /loop", "", 0);
    else if (strcmp(path, "/file") == 0)
        answer(fd, "302 Found\r\nLocation: file:///etc/hostname", "", 0);
    else if (strcmp(path, "/png") == 0)
        answer(fd, "200 OK\r\nContent-Type: image/png", "x", 1);
    else if (strcmp(path, "/untyped") == 0)
        answer(fd, "200 OK", "<html><p>untyped", 16);
    else if (strcmp(path, "/echo") == 0)
        answer(fd, "200 OK\r\nContent-Type: text/plain", request, strlen(request));
    else if (strcmp(path, "/endless") == 0) {
        say_text(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
        memset(head, 'x', sizeof head);
        while (say(fd, head, sizeof head))
            ;
    } else if (strcmp(path, "/slow") == 0) {
        say_text(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>");
        wait_closed(fd);
    } else if (strcmp(path, "/short") == 0)
        say_text(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>");
    else if (strcmp(path, "/garbage") == 0)
        say_text(fd, "what?\r\n\r\n");
    else if (strchr(path, '-'))
        answer_packed(fd, path + 1, strchr(path, '-') + 1);
    else if (strcmp(path, "/lines") == 0)
        answer_head(fd, 200000, 5000);
    else if (strcmp(path, "/line") == 0)
        answer_head(fd, 150000, 150000);
    else if (strcmp(path, "/fits") == 0)
        answer_head(fd, 60000, 60000);
    else if (strcmp(path, "/nothing") == 0)
        ;
    else if (strcmp(path, "/reset") == 0)
        reset(fd);
    else if (strcmp(path, "/chunks") == 0)
        say_text(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<p>");
    else if (strcmp(path, "/digits") == 0)
        say_text(fd, "HTTP/1.1 22222 OK\r\n\r\n");
    else if (strcmp(path, "/unknown") == 0)
        answer(fd, "200 OK\r\nContent-Type: text/html\r\nContent-Encoding: compress", "<p>hello", 8);
    else
        answer(fd, "404 Not Found\r\nContent-Type: text/html", "<p>gone", 7);
}

static void serve(int fd)
{
    char request[8192], path[200];
    size_t len = 0;
    while (len < sizeof request - 1) {
        ssize_t n = recv(fd, request + len, sizeof request - 1 - len, 0);
        if (n <= 0)
            return;
        len += (size_t)n;
        request[len] = 0;
        if (request[0] == 0x16) /* the start of TLS, which this server does not speak */
            return;
        if (strncmp(request, "PRI", 3) == 0) {
            answer_frames(fd, refuses_stream);
            return;
        }
        if (strstr(request, "\r\n\r\n"))
            break;
    }
    if (sscanf(request, "GET %199s", path) == 1)
        answer_path(fd, request, path);
}

static void *serve_all(void *unused)
{
    (void)unused;
    for (;;) {
        int fd = accept(listener, NULL, NULL);
        if (fd < 0)
            return NULL;
        serve(fd);
        close(fd);
    }
}

static int server_start(void **state)
{
    (void)state;
    setenv("no_proxy", "*", 1);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof address;
    listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, len) != 0 || listen(listener, 16) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &len) != 0)
        return 1;
    port = ntohs(address.sin_port);
    return pthread_create(&server, NULL, serve_all, NULL);
}

static int server_stop(void **state)
{
    (void)state;
    shutdown(listener, SHUT_RDWR);
    pthread_join(server, NULL);
    close(listener);
    return 0;
}

static husk_source_options options_make(void)
{
    husk_source_options options;
    husk_source_options_init(&options, sizeof options);
    options.allow_private = true;
    options.max_page_bytes = 100000;
    options.timeout_seconds = 20;
    return options;
}

static pages fetch_pages(const char *path, const husk_source_options *options)
{
    char url[200];
    const char *inputs[] = { url };
    snprintf(url, sizeof url, "http://127.0.0.1:%u%s", port, path);
    pages all = pages_read(inputs, 1, options);
    assert_int_equal(all.n, 1);
    assert_string_equal(all.items[0].id, url);
    if (all.items[0].reason)
        assert_null(strstr(all.items[0].reason, url)); /* the id already says it */
    return all;
}

static void assert_fails(const char *path, husk_status status, const char *words)
{
    husk_source_options options = options_make();
    pages all = fetch_pages(path, &options);
    assert_int_equal(all.items[0].status, status);
    assert_int_equal(all.items[0].len, 0);
    if (strstr(all.items[0].reason, words) == NULL)
        fail_msg("%s", all.items[0].reason);
    pages_free(&all);
}

static void test_page(void **state)
{
    (void)state;
    husk_source_options options = options_make();
    pages all = fetch_pages("/page", &options);
    assert_int_equal(all.items[0].status, HUSK_OK);
    assert_string_equal(all.items[0].bytes, "<p>hello");
    assert_string_equal(all.items[0].charset, "ISO-8859-1");
    assert_string_equal(all.items[0].url, all.items[0].id);
    pages_free(&all);
    all = fetch_pages("/moved", &options);
    assert_string_equal(all.items[0].bytes, "<p>hello");
    assert_non_null(strstr(all.items[0].url, "/page"));
    pages_free(&all);
    all = fetch_pages("/gzip", &options);
    assert_string_equal(all.items[0].bytes, "<p>inflated");
    assert_null(all.items[0].charset);
    pages_free(&all);
    all = fetch_pages("/untyped", &options);
    assert_string_equal(all.items[0].bytes, "<html><p>untyped");
    pages_free(&all);
}

static void test_request(void **state)
{
    (void)state;
    husk_source_options options = options_make();
    static const char *const headers[] = { "X-One: 1", "Accept-Language: de" };
    pages all = fetch_pages("/echo", &options);
    assert_true(all.items[0].is_text);
    assert_non_null(strstr(all.items[0].bytes, "User-Agent: husk/"));
    assert_non_null(strstr(all.items[0].bytes, "Accept-Encoding: "));
    pages_free(&all);
    options.user_agent = "tester/1";
    options.headers = headers;
    options.n_headers = 2;
    all = fetch_pages("/echo", &options);
    assert_non_null(strstr(all.items[0].bytes, "User-Agent: tester/1\r\n"));
    assert_non_null(strstr(all.items[0].bytes, "X-One: 1\r\n"));
    assert_non_null(strstr(all.items[0].bytes, "Accept-Language: de\r\n"));
    pages_free(&all);
}

/* The caller's headers go only to the requested origin; after a redirect has left it, to none. */
static void test_headers_stay(void **state)
{
    (void)state;
    const char *const headers[] = { "Authorization: Bearer s", "X-Api-Key: secret", "Cookie: a=b" };
    husk_source_options options = options_make();
    options.headers = headers;
    options.n_headers = 3;
    pages all = fetch_pages("/near", &options);
    assert_non_null(strstr(all.items[0].bytes, "X-Api-Key: secret\r\n"));
    pages_free(&all);
    all = fetch_pages("/away", &options);
    assert_int_equal(all.items[0].status, HUSK_OK);
    assert_null(strstr(all.items[0].bytes, "secret"));
    assert_null(strstr(all.items[0].bytes, "Authorization"));
    assert_null(strstr(all.items[0].bytes, "Cookie"));
    pages_free(&all);
}

static void test_failures(void **state)
{
    (void)state;
    assert_fails("/none", HUSK_IO, "HTTP status 404");
    assert_fails("/png", HUSK_BAD_FILE, "not a page but image/png");
    assert_fails("/loop", HUSK_IO, "too many redirects");
    assert_fails("/file", HUSK_IO, "not an http or https URL");
    assert_fails("/short", HUSK_IO, "the response ends early");
    assert_fails("/garbage", HUSK_IO, "the response is not HTTP");
    assert_fails("/digits", HUSK_IO, "the response is not HTTP");
    assert_fails("/nothing", HUSK_IO, "the server closed the connection without a response");
    assert_fails("/reset", HUSK_IO, "the connection broke");
    assert_fails("/chunks", HUSK_IO, "the response's chunks are damaged");
    husk_source_options options = options_make();
    options.any_http_status = true;
    pages all = fetch_pages("/none", &options);
    assert_string_equal(all.items[0].bytes, "<p>gone");
    pages_free(&all);
}

static void test_caps(void **state)
{
    (void)state;
    husk_source_options options = options_make();
    static const char *const paths[] = { "/endless", "/bomb" };
    for (size_t i = 0; i < 2; i++) {
        pages all = fetch_pages(paths[i], &options);
        assert_int_equal(all.items[0].status, HUSK_LIMIT);
        assert_int_equal(all.items[0].len, 100000);
        pages_free(&all);
    }
}

/* A header beyond the limit fails its page, and only that. */
static void test_long_heads(void **state)
{
    (void)state;
    assert_fails("/line", HUSK_IO, "HTTP head is too long");
    assert_fails("/lines", HUSK_IO, "HTTP head is too long");
    char urls[3][100];
    const char *paths[] = { "line", "fits", "page" }, *inputs[] = { urls[0], urls[1], urls[2] };
    for (size_t i = 0; i < 3; i++)
        snprintf(urls[i], sizeof urls[i], "http://127.0.0.1:%u/%s", port, paths[i]);
    husk_source_options options = options_make();
    pages all = pages_read(inputs, 3, &options);
    assert_int_equal(all.n, 3);
    assert_int_equal(pages_good(&all), 2);
    pages_free(&all);
}

/* A damaged body fails its page, as a damaged file does; an archive's record cannot be had again, and is cut
 * (test_warc.c). */
static void test_codings(void **state)
{
    (void)state;
    static const char *const codings[] = { "gzip", "deflate", "zstd" };
    static const struct {
        const char *what;
        husk_status status;
    } cases[] = { { "whole", HUSK_OK },     { "more", HUSK_OK },        { "plain", HUSK_OK },
                  { "cut", HUSK_BAD_FILE }, { "start", HUSK_BAD_FILE }, { "wrong", HUSK_BAD_FILE } };
    husk_source_options options = options_make();
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            char path[100];
            snprintf(path, sizeof path, "/%s-%s", codings[i], cases[k].what);
            pages all = fetch_pages(path, &options);
            if (all.items[0].status != cases[k].status)
                fail_msg("%s: %d", path, all.items[0].status);
            if (cases[k].status == HUSK_OK)
                assert_string_equal(all.items[0].bytes, long_text());
            else
                assert_string_equal(all.items[0].reason, "the body's chunks or compression end early or are damaged");
            pages_free(&all);
        }
    assert_fails("/unknown", HUSK_BAD_FILE, "unknown Content-Encoding, or too many of them");
}

static void test_slow(void **state)
{
    (void)state;
    husk_source_options options = options_make();
    options.timeout_seconds = 1;
    pages all = fetch_pages("/slow", &options);
    assert_int_equal(all.items[0].status, HUSK_IO);
    assert_int_equal(all.items[0].len, 0);
    assert_string_equal(all.items[0].reason, "no complete response within the time limit");
    pages_free(&all);
}

static void *stop_soon(void *stop)
{
    usleep(200000);
    husk_stop_set(stop);
    return NULL;
}

static void test_stop(void **state)
{
    (void)state;
    husk_stop stop = { false };
    pthread_t stopper;
    husk_source_options options = options_make();
    options.stop = &stop;
    char url[100];
    const char *inputs[] = { url };
    husk_source *source;
    husk_raw raw = { .size = sizeof(husk_raw) };
    snprintf(url, sizeof url, "http://127.0.0.1:%u/slow", port);
    assert_int_equal(husk_source_open(inputs, 1, &options, &source, NULL), HUSK_OK);
    pthread_create(&stopper, NULL, stop_soon, &stop);
    assert_int_equal(husk_source_next(source, &raw, NULL), HUSK_STOPPED);
    pthread_join(stopper, NULL);
    husk_source_free(source);
}

/* By default no address of this machine or network is connected to, in any notation. */
static void test_private(void **state)
{
    (void)state;
    static const char *const hosts[] = { "127.0.0.1", "localhost", "0x7f000001", "[::ffff:127.0.0.1]", "127.1" };
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        char url[100];
        const char *inputs[] = { url };
        snprintf(url, sizeof url, "http://%s:%u/page", hosts[i], port);
        pages all = pages_read(inputs, 1, NULL);
        assert_int_equal(all.n, 1);
        assert_int_equal(all.items[0].status, HUSK_IO);
        if (strstr(all.items[0].reason, "the address is private or reserved") == NULL)
            fail_msg("%s", all.items[0].reason);
        pages_free(&all);
    }
}

static void test_nobody_there(void **state)
{
    (void)state;
    husk_source_options options = options_make();
    char secure[100];
    snprintf(secure, sizeof secure, "https://127.0.0.1:%u/page", port);
    const struct {
        const char *url, *reason;
    } cases[] = { { "http://127.0.0.1:1/", "can't connect to the server" },
                  { "http://", NULL }, /* a file of that name */
                  { "http:///", "not a valid URL" },
                  { "HTTP://127.0.0.1:1/x y", "not a valid URL" },
                  { "http://no-such-host.invalid/", "can't resolve the host's name" },
                  { secure, "no secure connection to the server (" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *inputs[] = { cases[i].url };
        pages all = pages_read(inputs, 1, &options);
        assert_int_equal(all.n, 1);
        assert_int_equal(pages_good(&all), 0);
        if (cases[i].reason && strstr(all.items[0].reason, cases[i].reason) == NULL)
            fail_msg("%s: %s", cases[i].url, all.items[0].reason);
        pages_free(&all);
    }
    setenv("http_proxy", "http://no-such-host.invalid:1/", 1);
    unsetenv("no_proxy");
    assert_fails("/page", HUSK_IO, "can't resolve the proxy's name");
    unsetenv("http_proxy");
    setenv("no_proxy", "*", 1);
}

static CURLcode (*setopt)(CURL *, CURLoption, ...);

/* Requests in HTTP/2, without TLS. */
static CURLcode setopt_http2(CURL *curl, CURLoption option, ...)
{
    va_list values;
    va_start(values, option);
    void *value = va_arg(values, void *);
    va_end(values);
    return option == CURLOPT_HTTP_VERSION ? setopt(curl, option, (long)CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
                                          : setopt(curl, option, value);
}

/* On a machine without certificates. */
static CURLcode setopt_bare(CURL *curl, CURLoption option, ...)
{
    va_list values;
    va_start(values, option);
    void *value = va_arg(values, void *);
    va_end(values);
    if (option == CURLOPT_URL)
        setopt(curl, CURLOPT_CAINFO, "/none/such");
    return setopt(curl, option, value);
}

/* Two more of libcurl's codes, and one that it has for machines rather than servers. */
static void test_rare_codes(void **state)
{
    (void)state;
    assert_true(libcurl_load());
    setopt = libcurl.curl_easy_setopt;
    libcurl.curl_easy_setopt = setopt_http2;
    refuses_stream = false;
    husk_source_options options = options_make();
    pages all = fetch_pages("/page", &options);
    if (strcmp(all.items[0].reason, "the HTTP/2 connection failed") != 0)
        assert_non_null(strstr(all.items[0].reason, "the connection broke")); /* libcurl 8 */
    pages_free(&all);
    refuses_stream = true;
    assert_fails("/page", HUSK_IO, "the HTTP/2 stream failed");
    libcurl.curl_easy_setopt = setopt_bare;
    char url[100];
    const char *inputs[] = { url };
    snprintf(url, sizeof url, "https://127.0.0.1:%u/page", port);
    all = pages_read(inputs, 1, &options);
    assert_string_equal(all.items[0].reason, "the certificates of this machine can't be read");
    pages_free(&all);
    libcurl.curl_easy_setopt = setopt;
}

/* More than libcurl sends, which it calls out of memory. */
static void test_long_request(void **state)
{
    (void)state;
    static char header[200000];
    const char *headers[] = { header, header, header, header, header, header };
    husk_source_options options = options_make();
    memset(header, 'a', sizeof header - 1);
    memcpy(header, "X: ", 3);
    options.headers = headers;
    for (options.n_headers = 5; options.n_headers <= 6; options.n_headers++) {
        pages all = fetch_pages("/page", &options);
        assert_int_equal(all.items[0].status, HUSK_IO);
        assert_string_equal(all.items[0].reason, "the headers to send are too long");
        pages_free(&all);
    }
}

/* One fetcher, many pages, one after the other. */
static void test_fetcher(void **state)
{
    (void)state;
    const husk_source_options source = { .timeout_seconds = 20, .max_redirects = 3, .allow_private = true };
    fetch_options options = { .source = &source, .connections = 1 };
    fetcher *f = fetcher_new(&options);
    buffer body = bytes_new();
    char url[100];
    for (int i = 0; i < 3; i++) {
        fetch *last;
        snprintf(url, sizeof url, "http://127.0.0.1:%u/%s", port, i % 2 ? "none" : "page");
        const fetch_answer *answer = fetcher_page(f, url, NULL, &body, 1000, &last);
        assert_non_null(answer);
        assert_int_equal(answer->status, HUSK_OK);
        assert_int_equal(answer->http_status, i % 2 ? 404 : 200);
        assert_string_equal(answer->url.data, url);
        fetcher_drop(f, last);
    }
    buffer_free(&body);
    fetcher_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_page),       cmocka_unit_test(test_request),      cmocka_unit_test(test_headers_stay),
        cmocka_unit_test(test_failures),   cmocka_unit_test(test_caps),         cmocka_unit_test(test_slow),
        cmocka_unit_test(test_stop),       cmocka_unit_test(test_private),      cmocka_unit_test(test_nobody_there),
        cmocka_unit_test(test_fetcher),    cmocka_unit_test(test_long_heads),   cmocka_unit_test(test_codings),
        cmocka_unit_test(test_rare_codes), cmocka_unit_test(test_long_request),
    };
    return cmocka_run_group_tests(tests, server_start, server_stop);
}
