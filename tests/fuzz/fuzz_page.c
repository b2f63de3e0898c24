/* fuzz_page.c - any bytes as a page: decode, parse within budgets, flatten, and build every view.
 * The first byte says how: the encoding that HTTP declares, and whether the budgets are small. */
#include <stdint.h>
#include <stdlib.h>

#include "fuzz/kept_page.h"

#define MAX_OUTPUT ((size_t)16 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const charsets[] = { NULL,       "utf-8",     "windows-1252", "utf-16le",
                                        "utf-16be", "shift_jis", "gb18030",      "nonsense" };

static const char *const views[] = { "nodes", "paths", "tokens", "links", "subtrees", "blocks", "metadata" };

static void look_at(husk_page *page)
{
    static husk_output *output;
    if (output == NULL && husk_output_new(MAX_OUTPUT, &output) != HUSK_OK)
        abort();
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        husk_output_clear(output);
        husk_status status = husk_page_view(page, views[i], output, NULL);
        if (status != HUSK_OK && status != HUSK_LIMIT)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    husk_page_options options;
    husk_page_options_init(&options, sizeof options);
    if (data[0] & 8) {
        options.max_nodes = 50;
        options.max_depth = 8;
    }
    husk_raw raw = { .size = sizeof(husk_raw),
                     .id = "fuzz",
                     .charset = charsets[data[0] & 7],
                     .bytes = (const char *)data + 1,
                     .len = size - 1 };
    static husk_page *pages[2];
    husk_page **page = &pages[data[0] >> 3 & 1];
    if (kept_page_parse(page, &options, &raw))
        look_at(*page);
    return 0;
}
