/* host_names.c - are pages without a URL that fit nothing known a redesign of the same site, or another site?
 * Files have no host, so pages of all sites meet in the one unnamed host. A redesigned site has mostly the same names
 * below its directory, wherever that is; another site has hardly any. Only a redesign may retire what was known: with
 * the classes of both in use, either is judged as well as alone (bench/run drift). Cost: one look-up per directory of
 * each listed page, when an unnamed host seems to have changed. */

#include "base/hash.h"
#include "base/map.h"
#include "learn/host_job.h"

static bool is_unknown(const host_job *j, uint32_t p)
{
    return (j->flags[p] & (PAGE_NEW | PAGE_POOR | PAGE_GONE)) == (PAGE_NEW | PAGE_POOR);
}

/* The length of the common directory of all pages that fit nothing. */
static size_t shared_folder(const host_job *j)
{
    slice shared = { NULL, 0 };
    for (uint32_t p = 0; p < j->host->n_pages; p++) {
        slice id = j->host->pages[p].id;
        if (!is_unknown(j, p))
            continue;
        shared = shared.data ? shared : id;
        size_t same = 0;
        while (same < shared.len && same < id.len && shared.data[same] == id.data[same])
            same++;
        shared.len = same;
    }
    while (shared.len && shared.data[shared.len - 1] != '/')
        shared.len--;
    return shared.len;
}

/* Add a known page's name relative to each of its directories. */
static bool add_names(hash_map *names, slice id)
{
    bool ok = map_put_number(names, hash_bytes(id.data, id.len), 1);
    for (size_t i = 0; ok && i + 1 < id.len; i++)
        if (id.data[i] == '/')
            ok = map_put_number(names, hash_bytes(id.data + i + 1, id.len - i - 1), 1);
    return ok;
}

husk_status job_is_same_site(const host_job *j, bool *same, husk_error *error)
{
    hash_map names = { 0 };
    uint32_t n = 0, known = 0;
    bool ok = true;
    *same = true;
    if (j->host->name.len)
        return HUSK_OK;
    size_t folder = shared_folder(j);
    for (uint32_t r = 0; ok && r < j->before->n_pages; r++)
        if (j->before->pages[r].class_number != MODEL_NO_CLASS)
            ok = add_names(&names, j->before->pages[r].id);
    for (uint32_t p = 0; ok && p < j->host->n_pages; p++)
        if (is_unknown(j, p)) {
            slice id = j->host->pages[p].id;
            n++;
            known += map_number(&names, hash_bytes(id.data + folder, id.len - folder)) != MAP_NONE;
        }
    map_free(&names);
    *same = known * 2 > n;
    return ok ? HUSK_OK : job_no_memory(error);
}
