/* host_recall.c - add remembered pages to the given ones, and recognise known pages by their bytes.
 * A given page replaces the one with the same id and bytes, else one with the same bytes, else one with the same id;
 * the remembered copy of a given page is dropped. Pages without a URL that fit nothing known are a redesign of the
 * same site, or another site, by their names. Cost: one parse per remembered page, three look-ups per given one, and
 * one per directory of each listed page when an unnamed host seems to have changed. */
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/table.h"
#include "learn/host_job.h"

/* --- remembered pages --------------------------------------------------------------------------------------------- */

/* A C string in `memory`; NULL for a missing part. */
static const char *text_of(slice part, arena *memory)
{
    return part.data ? arena_copy(memory, part.data, part.len) : NULL;
}

static husk_status recall_page(host_job *j, const remembered_page *from, husk_page *page, buffer *record,
                               arena *scratch, husk_error *error)
{
    arena_reset(scratch, (size_t)1 << 20);
    husk_raw raw = { .id = text_of(from->id, scratch),
                     .url = text_of(from->url, scratch),
                     .charset = text_of(from->charset, scratch),
                     .bytes = from->bytes.data,
                     .len = from->bytes.len,
                     .is_text = from->is_text };
    if (raw.id == NULL || (from->url.data && raw.url == NULL) || (from->charset.data && raw.charset == NULL))
        return job_no_memory(error);
    husk_status status = page_parse_raw(page, &raw, error);
    buffer_clear(record);
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = learner_read(page, &raw, record, error);
    return status ?: learner_recall(j->l, j->host, record->data, record->len, error);
}

static husk_status recall_pages(host_job *j, memory_reader *from, husk_error *error)
{
    husk_page *page = NULL;
    buffer record;
    arena scratch;
    remembered_page next;
    husk_status status = husk_page_new(&j->l->page, &page, error);
    buffer_init(&record, HUSK_MAX_PAGE_ARENA);
    arena_init(&scratch, HUSK_MAX_PAGE_ARENA);
    while (status == HUSK_OK && (status = memory_reader_next(from, &next, error)) == HUSK_OK) {
        status = recall_page(j, &next, page, &record, &scratch, error);
        if (status != HUSK_OK)
            break;
        j->host->pages[j->host->n_pages - 1].class_number = next.class_number;
        j->host->stored[j->host->n_pages - 1].age = next.age;
    }
    husk_page_free(page);
    buffer_free(&record);
    arena_free(&scratch);
    return status == HUSK_END ? HUSK_OK : status;
}

static husk_status make_room(host_job *j, husk_error *error)
{
    uint32_t n = j->host->n_pages;
    j->age = arena_array(j->memory, (size_t)n + 1, sizeof *j->age);
    j->flags = arena_array(j->memory, (size_t)n + 1, sizeof *j->flags);
    j->row = arena_array(j->memory, (size_t)n + 1, sizeof *j->row);
    j->place = arena_array(j->memory, (size_t)n + 1, sizeof *j->place);
    j->had = arena_array(j->memory, (size_t)n + 1, sizeof *j->had);
    j->kept = arena_array(j->memory, (size_t)j->host->n_kept + n - j->n_given + 1, sizeof *j->kept);
    if (!j->age || !j->flags || !j->row || !j->place || !j->had || !j->kept)
        return job_no_memory(error);
    for (uint32_t p = 0; p < n; p++) {
        j->age[p] = j->host->stored[p].age;
        j->flags[p] = 0;
        j->row[p] = NO_ROW;
        j->place[p] = (update_page){ 0, j->host->pages[p].class_number };
    }
    return HUSK_OK;
}

husk_status job_recall(host_job *j, memory_reader *pages, husk_error *error)
{
    husk_status status = pages ? recall_pages(j, pages, error) : HUSK_OK;
    j->updates = j->host->n_pages > j->n_given;
    return status ?: make_room(j, error);
}

/* --- known pages -------------------------------------------------------------------------------------------------- */

typedef struct known_pages {
    hash_map version, content, id; /* of the list: row */
    hash_map remembered;           /* by bytes: page */
} known_pages;

uint64_t job_id_hash(slice id)
{
    return hash_bytes(id.data, id.len);
}

static bool know_pages(const host_job *j, known_pages *k)
{
    bool ok = true;
    for (uint32_t r = 0; ok && r < j->before->n_pages; r++) {
        const model_page *p = &j->before->pages[r];
        ok = map_put_number(&k->version, hash_pair(job_id_hash(p->id), p->hash), r) &&
             map_put_number(&k->content, p->hash, r) && map_put_number(&k->id, job_id_hash(p->id), r);
    }
    for (uint32_t p = j->n_given; ok && p < j->host->n_pages; p++)
        ok = map_put_number(&k->remembered, j->host->pages[p].hash, p);
    return ok;
}

static bool is_free(const bool *taken, uint32_t row)
{
    return row != NO_ROW && !taken[row];
}

/* For a given page: the row that it replaces, and its class if the file has its bytes. */
static void match_given(host_job *j, known_pages *k, bool *taken, uint32_t p)
{
    const model_page *page = &j->host->pages[p];
    uint32_t row = map_number(&k->version, hash_pair(job_id_hash(page->id), page->hash)),
             old = map_number(&k->remembered, page->hash);
    if (!is_free(taken, row))
        row = map_number(&k->content, page->hash);
    if (is_free(taken, row)) {
        j->flags[p] |= PAGE_KNOWN;
        j->place[p].class_number = j->before->pages[row].class_number;
    } else {
        row = map_number(&k->id, job_id_hash(page->id));
        if (old != MAP_NONE)
            j->place[p].class_number = j->place[old].class_number;
    }
    if (is_free(taken, row)) {
        taken[row] = true;
        j->row[p] = row;
    }
    if (old != MAP_NONE)
        j->flags[old] |= PAGE_GONE;
}

husk_status job_match(host_job *j, husk_error *error)
{
    known_pages k = { 0 };
    bool *taken = arena_zeros(j->memory, j->before->n_pages, sizeof *taken);
    bool ok = taken && know_pages(j, &k);
    for (uint32_t p = 0; ok && p < j->n_given; p++)
        match_given(j, &k, taken, p);
    for (uint32_t p = j->n_given; ok && p < j->host->n_pages; p++) {
        uint32_t row = map_number(&k.id, job_id_hash(j->host->pages[p].id));
        if (row != MAP_NONE && j->before->pages[row].hash != j->host->pages[p].hash)
            j->flags[p] |= PAGE_SUPERSEDED;
    }
    map_free(&k.version);
    map_free(&k.content);
    map_free(&k.id);
    map_free(&k.remembered);
    return ok ? HUSK_OK : job_no_memory(error);
}

/* --- the same site? ----------------------------------------------------------------------------------------------- */

/* Files have no host, so pages of all sites meet in the one unnamed host. A redesigned site has mostly the same names
 * below its directory, wherever that is; another site has hardly any. Only a redesign may retire what was known: with
 * the classes of both in use, either is judged as well as alone (bench/run drift). */

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
        shared.len = same_start(shared, id);
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
