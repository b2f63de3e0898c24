/* test_address.c - which IP addresses are public. */
#include "unit/source_fixture.h"

#include <arpa/inet.h>

#include "source/response.h"

static bool is_private(const char *text)
{
    struct sockaddr_in v4 = { .sin_family = AF_INET };
    struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
        return address_is_private((const struct sockaddr *)&v4);
    assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
    return address_is_private((const struct sockaddr *)&v6);
}

static void test_private(void **state)
{
    (void)state;
    static const char *const addresses[] = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.8.8.8",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.9",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "2002:7f00:1::",
        "2001:db8::1",
        "2001::1",
        "100::1",
        "::127.0.0.1",
        "4000::1",
    };
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        if (!is_private(addresses[i]))
            fail_msg("%s", addresses[i]);
}

static void test_public(void **state)
{
    (void)state;
    static const char *const addresses[] = { "1.1.1.1",        "9.255.255.255",    "11.0.0.1",        "100.63.255.255",
                                             "100.128.0.1",    "126.1.1.1",        "172.15.0.1",      "172.32.0.1",
                                             "192.167.1.1",    "223.255.255.255",  "2606:4700::1111", "2a00:1450::1",
                                             "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::" };
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        if (is_private(addresses[i]))
            fail_msg("%s", addresses[i]);
}

static void test_other_families(void **state)
{
    (void)state;
    struct sockaddr_storage unix_like = { .ss_family = AF_UNIX };
    assert_true(address_is_private((const struct sockaddr *)&unix_like));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_private), cmocka_unit_test(test_public),
                                        cmocka_unit_test(test_other_families) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
