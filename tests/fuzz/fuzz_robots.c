/* fuzz_robots.c - robots.txt: the first line of the input is a path, the rest is the file.
 * Checks the rules that hold for every file: /robots.txt is always allowed, an unreachable file allows nothing else, an
 * unavailable one allows everything, and bytes past the limit change nothing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "source/robots.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static robots *read_rules(robots_access access, slice text)
{
    robots *r = robots_read(access, text, "husk");
    if (!r || !robots_allows(r, (slice){ "/robots.txt", 11 }))
        abort();
    return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    const char *end = size ? memchr(bytes, '\n', size) : NULL;
    size_t len = end ? (size_t)(end - bytes) : size;
    slice path = { bytes, len }, text = { end ? end + 1 : bytes + len, end ? size - len - 1 : 0 };
    bool is_robots = len >= 11 && memcmp(bytes, "/robots.txt", 11) == 0;

    robots *rules = read_rules(ROBOTS_READ, text);
    bool allowed = robots_allows(rules, path);
    robots_delay_ms(rules);
    if (robots_allows(rules, path) != allowed)
        abort();
    robots_free(rules);

    robots *none = read_rules(ROBOTS_UNREACHABLE, text), *all = read_rules(ROBOTS_UNAVAILABLE, text);
    if (!robots_allows(all, path) || (!is_robots && robots_allows(none, path)))
        abort();
    robots_free(none);
    robots_free(all);
    return 0;
}
