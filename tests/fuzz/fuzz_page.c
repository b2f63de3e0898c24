/* fuzz_page.c - any bytes are a page: decode, parse under small budgets, flatten, blocks.
 * The first byte says how: what HTTP would have called the encoding, and whether the budgets are the small ones. */
#include <stdint.h>
#include <stdlib.h>

#include "husk/husk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const charsets[] = {NULL, "utf-8", "windows-1252", "utf-16le", "utf-16be", "shift_jis", "gb18030", "nonsense"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    husk_page_options options;
    husk_page_options_init(&options, sizeof options);
    if (data[0] & 8) {
        options.max_nodes = 50;
        options.max_depth = 8;
    }
    husk_raw raw = {.id = "fuzz", .charset = charsets[data[0] & 7], .bytes = (const char *)data + 1, .len = size - 1};
    husk_page *page;
    if (husk_page_new(&options, &page, NULL) != HUSK_OK) abort();
    husk_status status = husk_page_parse(page, &raw, NULL);
    if (status != HUSK_OK && status != HUSK_LIMIT) abort(); /* bad HTML is never an error */
    husk_page_free(page);
    return 0;
}
