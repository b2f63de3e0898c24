/* address.c - which IP addresses are not public (the IANA special-purpose registries, RFC 6890 and its updates).
 * A page from outside may name any address, so by default only public ones are connected to. */
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

#include "source/http.h"

static bool ipv4_is_private(uint32_t a)
{
    static const struct {
        uint32_t network;
        unsigned bits;
    } ranges[] = {
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
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if ((a ^ ranges[i].network) >> (32 - ranges[i].bits) == 0)
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
