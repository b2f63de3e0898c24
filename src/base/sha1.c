/* sha1.c - SHA-1 (FIPS 180-4), the digest of record contents in WARC files.
 * Other digests are allowed there, but every reader knows this one. Cost: linear. Limits: none. */
#include "base/sha1.h"

#include <string.h>

#define BLOCK 64u
#define LENGTH_AT 56u /* of the last block: the number of bits */

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The function and the constant of a round. */
static uint32_t mix(unsigned round, uint32_t b, uint32_t c, uint32_t d)
{
    if (round < 20)
        return ((b & c) | (~b & d)) + 0x5a827999u;
    if (round < 40)
        return (b ^ c ^ d) + 0x6ed9eba1u;
    if (round < 60)
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu;
    return (b ^ c ^ d) + 0xca62c1d6u;
}

static void take_block(sha1 *s, const unsigned char *block)
{
    uint32_t w[80], v[5];
    for (unsigned i = 0; i < 16; i++)
        w[i] = big_endian(block + 4 * i);
    for (unsigned i = 16; i < 80; i++)
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    memcpy(v, s->state, sizeof v);
    for (unsigned i = 0; i < 80; i++) {
        uint32_t next = rotate(v[0], 5) + mix(i, v[1], v[2], v[3]) + v[4] + w[i];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = rotate(v[1], 30);
        v[1] = v[0];
        v[0] = next;
    }
    for (unsigned i = 0; i < 5; i++)
        s->state[i] += v[i];
}

void sha1_begin(sha1 *s)
{
    *s = (sha1){ .state = { 0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u } };
}

void sha1_add(sha1 *s, const void *data, size_t len)
{
    const unsigned char *p = data;
    while (len) {
        size_t at = s->len % BLOCK, n = BLOCK - at < len ? BLOCK - at : len;
        memcpy(s->block + at, p, n);
        s->len += n;
        p += n;
        len -= n;
        if (s->len % BLOCK == 0)
            take_block(s, s->block);
    }
}

static void finish(sha1 *s, unsigned char digest[SHA1_BYTES])
{
    static const unsigned char padding[BLOCK] = { 0x80 };
    uint64_t bits = s->len * 8;
    size_t at = s->len % BLOCK;
    unsigned char length[8];
    for (unsigned i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha1_add(s, padding, at < LENGTH_AT ? LENGTH_AT - at : BLOCK + LENGTH_AT - at);
    sha1_add(s, length, sizeof length);
    for (unsigned i = 0; i < SHA1_BYTES; i++)
        digest[i] = (unsigned char)(s->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha1_base32(sha1 *s, char out[SHA1_BASE32])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    unsigned char digest[SHA1_BYTES];
    finish(s, digest);
    for (unsigned i = 0; i < SHA1_BASE32 - 1; i++) {
        unsigned bit = 5 * i, at = bit / 8, shift = bit % 8;
        unsigned pair = (unsigned)digest[at] << 8 | (at + 1 < SHA1_BYTES ? digest[at + 1] : 0);
        out[i] = letters[pair >> (11 - shift) & 31];
    }
    out[SHA1_BASE32 - 1] = 0;
}
