/* duplicates.c - score groups of duplicates against known pairs.
 * The measure of Chakrabarti, Kumar and Punera 2007, table 2: the shares of duplicate pairs found and of other pairs
 * kept apart. Cost: one look-up in a sorted array per page of a pair. */
#include "measures/duplicates.h"

#include "base/status.h"
#include "measures/tables.h"

static husk_status count_pair(const labelled_pages *groups, slice line, uint64_t number, duplicate_measures *out,
                              husk_error *error)
{
    const char *first = memchr(line.data, '\t', line.len), *end = line.data + line.len;
    const char *second = first ? memchr(first + 1, '\t', (size_t)(end - first - 1)) : NULL;
    slice kind = { line.data, first ? (size_t)(first - line.data) : 0 };
    bool same = slice_is(kind, "same");
    if (second == NULL || second == first + 1 || second + 1 == end || !(same || slice_is(kind, "different")))
        return error_set(error, HUSK_BAD_FILE,
                         "the truth, line %llu: a line is \"same\" or \"different\" and two pages, with tabs between",
                         (unsigned long long)number);
    slice a = labelled_pages_find(groups, (slice){ first + 1, (size_t)(second - first - 1) });
    slice b = labelled_pages_find(groups, (slice){ second + 1, (size_t)(end - second - 1) });
    bool together = a.data && b.data && a.len == b.len && memcmp(a.data, b.data, a.len) == 0;
    out->same += same;
    out->same_found += same && together;
    out->different += !same;
    out->different_found += !same && !together;
    return HUSK_OK;
}

husk_status measure_duplicate_files(slice answer, slice truth, duplicate_measures *out, husk_error *error)
{
    labelled_pages groups = { 0 };
    husk_status status = HUSK_OK;
    uint64_t number = 0;
    *out = (duplicate_measures){ 0 };
    if (answer.len) /* an empty answer is valid too */
        status = labelled_pages_read(answer, "the answer", &groups, error);
    for (size_t at = 0, end; status == HUSK_OK && at < truth.len; at = end + 1) {
        const char *newline = memchr(truth.data + at, '\n', truth.len - at);
        end = newline ? (size_t)(newline - truth.data) : truth.len;
        slice line = { truth.data + at, end - at };
        line.len -= line.len && line.data[line.len - 1] == '\r';
        number++;
        if (line.len)
            status = count_pair(&groups, line, number, out, error);
    }
    labelled_pages_free(&groups);
    if (status == HUSK_OK && out->same + out->different == 0)
        status = error_set(error, HUSK_BAD_FILE, "the truth has no pairs");
    return status;
}
