/* fuzz_embedded.c - content in scripts and attributes.
 * The first byte says whether the input is a page, a script's JSON, its JSON-LD or React's rows. The texts must be
 * valid UTF-8 with the words they claim, and the same a second time. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/kept_page.h"
#include "page/embedded.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ARENA_KEPT ((size_t)1 << 20) /* bytes, from input to input */

static const char *const openings[] = { "", "<script type=application/json>", "<script type=application/ld+json>",
                                        "<script>self.__next_f.push([1,\"" };

static void check_texts(husk_page *page)
{
    static arena memory[2];
    embedded_text *texts[2];
    uint32_t n[2];
    for (int i = 0; i < 2; i++) {
        if (memory[i].cap == 0)
            arena_init(&memory[i], (size_t)256 << 20);
        arena_reset(&memory[i], ARENA_KEPT);
        if (page_embedded(page, EMBEDDED_IN_DATA | EMBEDDED_IN_SCRIPTS, &memory[i], &texts[i], &n[i]) != HUSK_OK)
            abort();
    }
    if (n[0] != n[1])
        abort();
    for (uint32_t i = 0; i < n[0]; i++) {
        slice a = texts[0][i].text, b = texts[1][i].text;
        if (a.len != b.len || memcmp(a.data, b.data, a.len) != 0)
            abort();
        if (utf8_valid_len(a.data, a.len) != a.len || count_words(a.data, a.len) == 0)
            abort();
    }
    const embedded_text *choice = embedded_choose(texts[0], n[0], 0, 0);
    if (choice && (choice < texts[0] || choice >= texts[0] + n[0]))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    buffer html;
    buffer_init(&html, (size_t)1 << 24);
    buffer_text(&html, openings[data[0] & 3]);
    buffer_append(&html, (const char *)data + 1, size - 1);
    if ((data[0] & 3) == 3)
        buffer_text(&html, "\"])");
    husk_raw raw = { .size = sizeof(husk_raw), .id = "fuzz", .bytes = html.data, .len = html.len };
    static husk_page *page;
    if (kept_page_parse(&page, NULL, &raw))
        check_texts(page);
    buffer_free(&html);
    return 0;
}
