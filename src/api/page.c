/* page.c - public API for a page: parsing, its outcome, and its metadata. */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "page/decode.h"
#include "page/meta/metadata.h"

OPTIONS_INIT(husk_raw, .id = "")

/* --- parsing ------------------------------------------------------------------------------------------------------ */

/* Lines and records name the page themselves: store `why` without the id in front. */
static void remember(husk_page *page, husk_status status, const char *why)
{
    const char *reason = why && why[0] ? why : husk_status_text(status);
    size_t len = page->id.len;
    if (len && strncmp(reason, page->id.data, len) == 0 && strncmp(reason + len, ": ", 2) == 0)
        reason += len + 2;
    page->outcome = status;
    snprintf(page->reason, sizeof page->reason, "%s", status == HUSK_OK ? "" : reason);
}

void husk_page_fail(husk_page *page, husk_status status, const char *reason)
{
    char copy[sizeof page->reason]; /* it may be the page's own buffer */
    snprintf(copy, sizeof copy, "%s", reason ? reason : "");
    remember(page, status, copy);
}

/* Keep where the page is from. */
static husk_status provenance_keep(husk_page *page, const char *provenance)
{
    size_t len = provenance ? strlen(provenance) : 0;
    const char *copy = len ? arena_copy(&page->kept, provenance, len) : NULL;
    page->provenance = (slice){ copy, copy ? len : 0 };
    return len && copy == NULL ? HUSK_NO_MEMORY : HUSK_OK;
}

/* A page that could not be read is treated as empty. */
static husk_status parse_failed(husk_page *page, husk_raw *raw, husk_error *error)
{
    husk_raw empty = { .size = sizeof empty, .id = raw->id, .url = raw->url };
    husk_status status = page_parse_raw(page, &empty, error);
    if (status == HUSK_OK)
        status = provenance_keep(page, raw->provenance);
    if (status != HUSK_OK)
        return status;
    remember(page, raw->status, raw->reason);
    return error_set(error, raw->status, "%s", page->reason);
}

husk_status husk_page_parse(husk_page *page, const husk_raw *given, husk_error *error)
{
    husk_raw raw = { 0 };
    husk_error why = { 0 };
    husk_status status = OPTIONS_TAKE(&raw, given, husk_raw, reason, error);
    if (status != HUSK_OK || given == NULL)
        return given ? status : error_set(error, HUSK_BAD_ARGUMENT, "no page to parse");
    const char *other = raw.is_text || !status_has_page(raw.status) ? NULL : foreign_bytes((slice){ raw.bytes, raw.len });
    if (other) {
        raw.status = HUSK_BAD_FILE;
        raw.reason = other;
    }
    if (!status_has_page(raw.status))
        return parse_failed(page, &raw, error);
    status = page_parse_raw(page, &raw, &why);
    if (status_has_page(status) && provenance_keep(page, raw.provenance) != HUSK_OK)
        status = error_set(&why, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK && raw.status == HUSK_OK)
        return HUSK_OK;
    if (!status_has_page(status) || raw.status == HUSK_OK)
        remember(page, status, why.message);
    else
        remember(page, raw.status, raw.reason);
    return error_set(error, page->outcome, "%s", page->reason);
}

husk_status husk_page_parse_html(husk_page *page, const char *html, size_t len, const char *url, husk_error *error)
{
    husk_raw raw = { .size = sizeof raw, .id = url ? url : "", .url = url, .bytes = html, .len = len };
    return husk_page_parse(page, &raw, error);
}

const char *husk_page_id(const husk_page *page)
{
    return page->id.data ? page->id.data : "";
}

const char *husk_page_url(const husk_page *page)
{
    return page->url.data ? page->url.data : "";
}

husk_status husk_page_status(const husk_page *page)
{
    return page->outcome;
}

const char *husk_page_reason(const husk_page *page)
{
    return page->reason;
}

/* --- metadata ----------------------------------------------------------------------------------------------------- */

const husk_metadata *husk_page_metadata(husk_page *page, int64_t now)
{
    metadata_options options = { .now = now };
    husk_metadata *m = arena_alloc(&page->kept, sizeof *m);
    if (m == NULL || page_metadata_read(page, &options, &page->kept, m) != HUSK_OK)
        return NULL;
    husk_string *texts[] = { &m->title,       &m->author,   &m->date, &m->published, &m->modified, &m->sitename,
                             &m->description, &m->language, &m->url,  &m->image,     &m->license,  &m->pagetype };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i]->len == 0)
            texts[i]->data = "";
    return m;
}
