/* test_http.c - pages from a local server that responds correctly, badly, endlessly and not at all. */
#include "base/stop.h"
#include "unit/source_fixture.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>

#include "source/http.h"

static int listener;
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

/* Until the other side goes away. */
static void wait_closed(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    char byte;
    while (poll(&p, 1, 20000) > 0 && recv(fd, &byte, 1, 0) > 0)
        ;
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

static pages fetch(const char *path, const husk_source_options *options)
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
    pages all = fetch(path, &options);
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
    pages all = fetch("/page", &options);
    assert_int_equal(all.items[0].status, HUSK_OK);
    assert_string_equal(all.items[0].bytes, "<p>hello");
    assert_string_equal(all.items[0].charset, "ISO-8859-1");
    assert_string_equal(all.items[0].url, all.items[0].id);
    pages_free(&all);
    all = fetch("/moved", &options);
    assert_string_equal(all.items[0].bytes, "<p>hello");
    assert_non_null(strstr(all.items[0].url, "/page"));
    pages_free(&all);
    all = fetch("/gzip", &options);
    assert_string_equal(all.items[0].bytes, "<p>inflated");
    assert_null(all.items[0].charset);
    pages_free(&all);
    all = fetch("/untyped", &options);
    assert_string_equal(all.items[0].bytes, "<html><p>untyped");
    pages_free(&all);
}

static void test_request(void **state)
{
    (void)state;
    husk_source_options options = options_make();
    static const char *const headers[] = { "X-One: 1", "Accept-Language: de" };
    pages all = fetch("/echo", &options);
    assert_true(all.items[0].is_text);
    assert_non_null(strstr(all.items[0].bytes, "User-Agent: husk/"));
    assert_non_null(strstr(all.items[0].bytes, "Accept-Encoding: "));
    pages_free(&all);
    options.user_agent = "tester/1";
    options.headers = headers;
    options.n_headers = 2;
    all = fetch("/echo", &options);
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
    pages all = fetch("/near", &options);
    assert_non_null(strstr(all.items[0].bytes, "X-Api-Key: secret\r\n"));
    pages_free(&all);
    all = fetch("/away", &options);
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
    assert_fails("/file", HUSK_IO, "file");
    assert_fails("/short", HUSK_IO, "");
    assert_fails("/garbage", HUSK_IO, "");
    husk_source_options options = options_make();
    options.any_http_status = true;
    pages all = fetch("/none", &options);
    assert_string_equal(all.items[0].bytes, "<p>gone");
    pages_free(&all);
}

static void test_caps(void **state)
{
    (void)state;
    husk_source_options options = options_make();
    static const char *const paths[] = { "/endless", "/bomb" };
    for (size_t i = 0; i < 2; i++) {
        pages all = fetch(paths[i], &options);
        assert_int_equal(all.items[0].status, HUSK_LIMIT);
        assert_int_equal(all.items[0].len, 100000);
        pages_free(&all);
    }
}

static void test_slow(void **state)
{
    (void)state;
    husk_source_options options = options_make();
    options.timeout_seconds = 1;
    pages all = fetch("/slow", &options);
    assert_int_equal(all.items[0].status, HUSK_IO);
    assert_int_equal(all.items[0].len, 0);
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
    const char *inputs[] = { "http://127.0.0.1:1/", "http://", "http:///", "HTTP://127.0.0.1:1/x y" };
    pages all = pages_read(inputs, 4, &options);
    assert_int_equal(all.n, 4);
    assert_int_equal(pages_good(&all), 0);
    pages_free(&all);
}

/* One fetcher, many pages, one after the other. */
static void test_fetcher(void **state)
{
    (void)state;
    http_options options = { .max_redirects = 3, .timeout_seconds = 20, .allow_private = true };
    http *h = http_new(&options);
    http_result result;
    buffer body = bytes_new();
    char url[100];
    http_result_init(&result);
    for (int i = 0; i < 3; i++) {
        snprintf(url, sizeof url, "http://127.0.0.1:%u/%s", port, i % 2 ? "none" : "page");
        http_fetch(h, url, &body, 1000, &result);
        assert_int_equal(result.status, HUSK_OK);
        assert_int_equal(result.http_status, i % 2 ? 404 : 200);
        assert_string_equal(result.url.data, url);
    }
    buffer_free(&body);
    http_result_free(&result);
    http_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_page),     cmocka_unit_test(test_request), cmocka_unit_test(test_headers_stay),
        cmocka_unit_test(test_failures), cmocka_unit_test(test_caps),    cmocka_unit_test(test_slow),
        cmocka_unit_test(test_stop),     cmocka_unit_test(test_private), cmocka_unit_test(test_nobody_there),
        cmocka_unit_test(test_fetcher),
    };
    return cmocka_run_group_tests(tests, server_start, server_stop);
}
