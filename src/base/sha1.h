/* sha1.h - SHA-1, the digest of WARC files. Not for security. */
#ifndef HUSK_BASE_SHA1_H
#define HUSK_BASE_SHA1_H

#include <stddef.h>
#include <stdint.h>

typedef struct sha1 {
    uint32_t state[5];
    uint64_t len; /* bytes so far */
    unsigned char block[64];
} sha1;

#define SHA1_BYTES 20
#define SHA1_BASE32 33 /* 32 characters and the NUL */

void sha1_begin(sha1 *s);
void sha1_add(sha1 *s, const void *data, size_t len);
/* The digest in base 32, as in WARC files. */
void sha1_base32(sha1 *s, char out[SHA1_BASE32]);

#endif
