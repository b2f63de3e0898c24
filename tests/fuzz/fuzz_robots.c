/* fuzz_robots.c - robots.txt: the first line of the input is a path, the rest is the file.
 * Checks the rules that hold for every file: /robots.txt is always allowed, an unreachable file allows nothing else, an
 * unavailable one allows everything, and bytes past the limit change nothing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "source/addresses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static robots *read_rules(slice text)
{
    robots *r = robots_read(text, "husk");
    if (!r || !robots_allows(r, (slice){ "/robots.txt", 11 }))
        abort();
    return r;
}

/* The file after as many comments as leave `fits` bytes of it before the limit: what is past the limit changes nothing,
 * nor does the rest of the line that the limit cuts. */
static void check_limit(slice path, slice text, size_t fits)
{
    static char bytes[2 * ROBOTS_MAX_BYTES];
    if (text.len == 0 || text.len > ROBOTS_MAX_BYTES)
        return;
    size_t room = ROBOTS_MAX_BYTES - fits, whole = fits;
    memset(bytes, '#', room - 1);
    bytes[room - 1] = '\n';
    memcpy(bytes + room, text.data, text.len);
    while (whole && text.data[whole - 1] != '\n' && text.data[whole - 1] != '\r')
        whole--;
    robots *longer = read_rules((slice){ bytes, room + text.len });
    robots *shorter = read_rules((slice){ bytes, room + (fits == text.len ? fits : whole) });
    if (robots_allows(longer, path) != robots_allows(shorter, path) ||
        robots_delay_ms(longer) != robots_delay_ms(shorter))
        abort();
    robots_free(longer);
    robots_free(shorter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    const char *end = size ? memchr(bytes, '\n', size) : NULL;
    size_t len = end ? (size_t)(end - bytes) : size;
    slice path = { bytes, len }, text = { end ? end + 1 : bytes + len, end ? size - len - 1 : 0 };
    bool is_robots = len >= 11 && memcmp(bytes, "/robots.txt", 11) == 0;

    robots *rules = read_rules(text);
    bool allowed = robots_allows(rules, path);
    robots_delay_ms(rules);
    if (robots_allows(rules, path) != allowed)
        abort();
    robots_free(rules);
    static unsigned n;
    if (n++ % 4096 == 0) /* half a megabyte takes as long as thousands of short files */
        check_limit(path, text, text.len / 2);

    robots *none = read_rules(SLICE(ROBOTS_UNREACHABLE)), *all = read_rules(SLICE(""));
    if (!robots_allows(all, path) || (!is_robots && robots_allows(none, path)))
        abort();
    robots_free(none);
    robots_free(all);
    return 0;
}
