/* fuzz_embedded.c - content that a page declares in its data.
 * The first byte says whether the input is a page or its JSON-LD. The page made of it must have valid UTF-8 with words,
 * the same a second time. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/kept_page.h"
#include "judge/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The stand-in for a page of which nothing is kept, or NULL. */
static husk_page *make(husk_page *page)
{
    static const bool keep[HUSK_MAX_BLOCKS];
    husk_page *made = NULL;
    uint32_t node = NODE_NONE;
    if (page_blocks(page) != HUSK_OK || stand_in_make(page, keep, &made, &node) != HUSK_OK)
        abort();
    if (made && (node == 0 || node >= page->n_nodes))
        abort();
    return made;
}

static void check_page(husk_page *page)
{
    husk_page *made[2] = { make(page), make(page) };
    if (!made[0] != !made[1] || (made[0] && made[0]->n_blocks != made[1]->n_blocks))
        abort();
    for (uint32_t b = 0; made[0] && b < made[0]->n_blocks; b++) {
        slice text = page_block_text(made[0], b);
        if (utf8_valid_len(text.data, text.len) != text.len || !slice_same(text, page_block_text(made[1], b)))
            abort();
    }
    husk_page_free(made[0]);
    husk_page_free(made[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    buffer html;
    buffer_init(&html, (size_t)1 << 24);
    buffer_text(&html, data[0] & 1 ? "<script type=application/ld+json>" : "");
    buffer_append(&html, (const char *)data + 1, size - 1);
    husk_raw raw = { .size = sizeof(husk_raw), .id = "fuzz", .bytes = html.data, .len = html.len };
    static husk_page *page;
    if (kept_page_parse(&page, NULL, &raw))
        check_page(page);
    buffer_free(&html);
    return 0;
}
