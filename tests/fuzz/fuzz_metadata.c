/* fuzz_metadata.c - the metadata of any page, and of any JSON in one.
 * The first byte says whether the input is the page or a script's JSON-LD, and the current time. The output must be
 * valid JSON, and the same a second time. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

#include "fuzz/kept_page.h"
#include "write/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_once(husk_page *page, int64_t now, buffer *out)
{
    arena memory;
    husk_metadata m;
    meta_candidates considered;
    metadata_options options = { .now = now, .considered = &considered };
    arena_init(&memory, (size_t)64 << 20);
    if (page_metadata_read(page, &options, &memory, &m) != HUSK_OK)
        abort();
    if (considered.n > 1024 || m.n_authors > 64 || m.n_tags > 64)
        abort();
    metadata_json(&m, out);
    buffer_byte(out, '\n');
    metadata_yaml(&m, out);
    arena_free(&memory);
}

static void check_json(const buffer *text)
{
    yyjson_doc *doc = yyjson_read(text->data, (size_t)((char *)memchr(text->data, '\n', text->len) - text->data), 0);
    if (doc == NULL)
        abort();
    yyjson_doc_free(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char before[] = "<script type=application/ld+json>";
    if (size == 0)
        return 0;
    buffer html, first, second;
    buffer_init(&html, (size_t)1 << 24);
    buffer_init(&first, (size_t)1 << 24);
    buffer_init(&second, (size_t)1 << 24);
    if (data[0] & 1)
        buffer_text(&html, before);
    buffer_append(&html, (const char *)data + 1, size - 1);
    husk_raw raw = { .size = sizeof(husk_raw),
                     .id = "fuzz",
                     .url = data[0] & 2 ? "https://www.site.example/2024/05/06/a" : NULL,
                     .bytes = html.data,
                     .len = html.len };
    static husk_page *page;
    if (kept_page_parse(&page, NULL, &raw)) {
        int64_t now = data[0] & 4 ? 1763164800 : 0;
        write_once(page, now, &first);
        write_once(page, now, &second);
        if (first.len != second.len || memcmp(first.data, second.data, first.len) != 0)
            abort();
        check_json(&first);
    }
    buffer_free(&html);
    buffer_free(&first);
    buffer_free(&second);
    return 0;
}
