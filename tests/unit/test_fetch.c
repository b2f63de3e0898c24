/* test_fetch.c - fetching: URLs into private networks are refused in every spelling, whatever their name resolves to.
 * The loopback site of tests/crawl_traps covers the rest. */
#include "unit.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/stop.h"
#include "base/url.h"
#include "source/fetch.h"

/* Every one must be refused by the address that would be connected to, or be invalid. */
static const char *const inward[] = {
    /* loopback in every notation of IPv4 */
    "127.0.0.1",
    "127.0.0.2",
    "127.1",
    "127.0.1",
    "127.255.255.255",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0x7F.1",
    "017700000001",
    "0177.0.0.1",
    "0177.0.0.01",
    "0177.1",
    "0x7f.0x0.0x0.0x1",
    "127.0.0.1.",
    "%31%32%37.0.0.1",
    "127%2e0%2e0%2e1",
    ("127\xE3\x80\x82"
     "0.0.1"),
    "\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x97.0.0.1",
    "\xE2\x91\xA0\xE2\x91\xA1\xE2\x91\xA6.0.0.1",
    "127.000.000.001",
    "0x7f.000.0.0x1",
    "2130706434",
    "017700000002",
    "0x7f000002",
    "127.0x0.0.1",
    /* this network, broadcast */
    "0.0.0.0",
    "0",
    "0x0",
    "00",
    "0.1.2.3",
    "255.255.255.255",
    "4294967295",
    "0xffffffff",
    "037777777777",
    /* private */
    "10.0.0.1",
    "10.255.255.255",
    "10.1",
    "167772161",
    "0x0a000001",
    "012.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "2886729729",
    "0xac100001",
    "0254.020.0.1",
    "192.168.0.1",
    "192.168.1",
    "192.168.255.255",
    "3232235521",
    "0xc0a80001",
    "0300.0250.0.1",
    "192.0x.168.1.1",
    /* link-local, where clouds keep their metadata */
    "169.254.169.254",
    "169.254.0.1",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "169.254.43518",
    "0xA9.254.0xA9FE",
    /* carriers, protocols, documentation, benchmarks, multicast, reserved */
    "100.64.0.1",
    "100.127.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "250.1.2.3",
    "0xe0000001",
    /* IPv6 */
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[0000:0000:0000:0000:0000:0000:0000:0001]",
    "[::0.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::FFFF:7f00:1]",
    "[0:0:0:0:0:ffff:10.0.0.1]",
    "[::ffff:192.168.0.1]",
    "[::ffff:a9fe:a9fe]",
    "[::ffff:0:0]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::10.0.0.1]",
    "[64:ff9b:1::1]",
    "[2002:7f00:1::]",
    "[2002:0a00:0001::1]",
    "[2002:c0a8:1::1]",
    "[fc00::1]",
    "[fd00::1]",
    "[fdff:ffff::1]",
    "[fe80::1]",
    "[febf::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[ff0e::1]",
    "[2001::1]",
    "[2001:0:4136:e378::]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[100::1]",
    "[4000::1]",
    "[::2]",
    /* names that resolve to this machine everywhere */
    "localhost",
    "LOCALHOST",
    "localhost.",
    "LocalHost.",
    "a.localhost",
};

static void refuse(fetcher *f, const char *url)
{
    fetch *q = fetcher_ask(f, url, true, 4096);
    assert_non_null(q);
    const fetch_answer *a = fetcher_wait(f, q);
    if (a->status == HUSK_OK || a->http_status || a->body.len)
        fail_msg("%s was answered", url);
    fetcher_drop(f, q);
}

/* Not by chance, as where nothing listens: it is private, or not a URL at all. */
static void refuse_inward(fetcher *f, const char *url)
{
    fetch *q = fetcher_ask(f, url, true, 4096);
    assert_non_null(q);
    const fetch_answer *a = fetcher_wait(f, q);
    if (a->status == HUSK_OK ||
        (!strstr(a->reason, "private") && !strstr(a->reason, "resolve") && !strstr(a->reason, "URL")))
        fail_msg("%s: %s", url, a->reason);
    fetcher_drop(f, q);
}

static fetch_options quick(bool allow_private)
{
    static const husk_source_options given[] = { { .timeout_seconds = 3 },
                                                 { .timeout_seconds = 3, .allow_private = 1 } };
    return (fetch_options){ .source = &given[allow_private], .connections = 4, .backoff_ms = 1 };
}

/* Something listens where most of them lead, so that only a refusal prevents a connection. */
static void test_private_addresses(void **state)
{
    (void)state;
    struct sockaddr_in6 any = { .sin6_family = AF_INET6, .sin6_addr = in6addr_any };
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    socklen_t len = sizeof any;
    if (fd < 0 || bind(fd, (struct sockaddr *)&any, sizeof any) != 0 || listen(fd, 64) != 0) {
        struct sockaddr_in v4 = { .sin_family = AF_INET }; /* no IPv6 here */
        if (fd >= 0)
            close(fd);
        fd = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(bind(fd, (struct sockaddr *)&v4, sizeof v4), 0);
        assert_int_equal(listen(fd, 64), 0);
    }
    assert_int_equal(getsockname(fd, (struct sockaddr *)&any, &len), 0);
    unsigned port = ntohs(any.sin6_port); /* at the same place in both families */
    size_t n = sizeof inward / sizeof *inward;
    assert_true(n >= 100);
    char proxy[64]; /* a proxy would connect for us, so it is not used either */
    static const char *const names[] = { "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY" };
    snprintf(proxy, sizeof proxy, "http://127.0.0.1:%u", port);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        setenv(names[i], proxy, 1);
    setenv("no_proxy", "", 1);
    fetch_options o = quick(false);
    fetcher *f = fetcher_new(&o);
    url_resolver *urls = url_resolver_new();
    for (size_t i = 0; i < n; i++) {
        char given[256];
        buffer url;
        snprintf(given, sizeof given, "http://%s:%u/x", inward[i], port);
        refuse_inward(f, given); /* as libcurl reads it */
        buffer_init(&url, 4096);
        if (url_resolve(urls, (slice){ given, strlen(given) }, &url)) { /* as a link on a page is read */
            buffer_byte(&url, 0);
            refuse_inward(f, url.data);
        }
        buffer_free(&url);
    }
    struct timeval none = { 0, 1000 };
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
    assert_true(accept(fd, NULL, NULL) < 0); /* no connection arrived */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    url_resolver_free(urls);
    fetcher_free(f);
    close(fd);
}

static void test_other_schemes(void **state)
{
    (void)state;
    static const char *const urls[] = { "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/",
                                        "dict://127.0.0.1/",  "javascript:1",     "" };
    fetch_options o = quick(true);
    fetcher *f = fetcher_new(&o);
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++)
        refuse(f, urls[i]);
    fetcher_free(f);
}

static void test_stop(void **state)
{
    (void)state;
    const husk_stop stop = { true };
    fetch_options o = quick(false);
    o.stop = &stop;
    o.retries = 5;
    fetcher *f = fetcher_new(&o);
    refuse(f, "http://127.0.0.1:9/");
    fetch *left = fetcher_ask(f, "http://127.0.0.1:9/", false, 10); /* freed with the fetcher */
    assert_non_null(left);
    fetcher_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_private_addresses), cmocka_unit_test(test_other_schemes),
                                        cmocka_unit_test(test_stop) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
