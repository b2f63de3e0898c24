/* stand_in.c - embedded text as a separate page.
 * Its lines become paragraphs of a small HTML page that is parsed like any other, so the same writers serve every
 * format. Cost: nothing on pages with content; a search of data and scripts, and a small parse, on script shells. */
#include "judge/rules.h"

#include <string.h>

#include "base/escape.h"
#include "base/limits.h"
#include "page/embedded.h"

static void paragraphs(slice text, buffer *out)
{
    buffer_text(out, "<meta charset=utf-8>");
    while (text.len) {
        const char *end = memchr(text.data, '\n', text.len);
        size_t len = end ? (size_t)(end - text.data) : text.len;
        buffer_text(out, "<p>");
        escape_html(out, (slice){ text.data, len }, ESCAPE_TEXT);
        buffer_text(out, "</p>");
        text = (slice){ text.data + len + (end != NULL), text.len - len - (end != NULL) };
    }
}

static husk_status page_of_text(const husk_page *page, slice text, husk_page **out)
{
    buffer html;
    buffer_init(&html, HUSK_MAX_PAGE_BYTES);
    paragraphs(text, &html);
    husk_status status = html.status == HUSK_OK ? husk_page_new(&page->options, out, NULL) : HUSK_NO_MEMORY;
    if (status == HUSK_OK) {
        husk_raw raw = {
            .id = page->id.data, .url = page->url.len ? page->url.data : NULL, .bytes = html.data, .len = html.len
        };
        status = page_parse_raw(*out, &raw, NULL);
    }
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = page_blocks(*out);
    if (status != HUSK_OK && status != HUSK_LIMIT) {
        husk_page_free(*out);
        *out = NULL;
    }
    buffer_free(&html);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

husk_status stand_in_make(husk_page *page, const bool *keep, husk_page **out, uint32_t *node)
{
    uint32_t kept = 0, shown = 0, n;
    embedded_text *texts;
    *out = NULL;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        shown += page->blocks[b].n_words;
        kept += keep[b] ? page->blocks[b].n_words : 0;
    }
    unsigned where = embedded_wanted(page, kept, shown);
    if (where == 0)
        return HUSK_OK;
    husk_status status = page_embedded(page, where, &page->scratch, &texts, &n);
    const embedded_text *best = status == HUSK_OK ? embedded_choose(texts, n, kept, shown) : NULL;
    *node = best ? best->node : NODE_NONE;
    return best ? page_of_text(page, best->text, out) : status;
}
