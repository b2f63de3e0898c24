/* fuzz_models.c - any text is a model file: one that is accepted judges a page, one that is refused says why. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "husk/husk.h"
#include "judge/page_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static husk_page *parsed_page(void)
{
    static husk_page *page;
    static const char html[] =
        "<title>T</title><nav class=menu><a href=/>Home</a></nav><article><h1>T</h1><p>Some words, "
        "and some more of them.<p>End.</article><table><tr><td>1<td>2</table><footer>f</footer>";
    husk_raw raw = { .size = sizeof raw, .id = "page", .bytes = html, .len = sizeof html - 1 };
    if (!page && (husk_page_new(NULL, &page, NULL) || husk_page_parse(page, &raw, NULL)))
        abort();
    return page;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static judge_models models;
    husk_error error = { .status = HUSK_OK };
    arena memory;
    arena_init(&memory, (size_t)1 << 26);
    husk_status status =
        judge_models_read((slice){ (const char *)data, size }, &memory, &judge_models_builtin, &models, &error);
    if (status != HUSK_OK && error.message[0] == 0)
        abort();
    if (status == HUSK_OK) {
        page_judgement j;
        if (page_judge(parsed_page(), &models.page, HUSK_AIM_BALANCE, &memory, &j))
            abort();
    }
    arena_free(&memory);
    return 0;
}
