/* site_strip.c - the public face of stripping. */
#include "api/output.h"
#include "base/status.h"
#include "write/strip.h"

husk_status husk_site_strip(husk_page *page, husk_site *site, husk_keep keep, husk_site_method method,
                            husk_output *output, husk_error *error)
{
    arena *memory = &page->scratch; /* kept from page to page: an arena of its own asked the kernel for it each time */
    arena_mark mark = arena_save(memory);
    site_verdict verdict;
    husk_status status = site_judge(site, page, method == HUSK_SITE_CONSENSUS ? SITE_CONSENSUS : SITE_QUICK, NULL,
                                    memory, &verdict, error);
    if (status == HUSK_OK && method != HUSK_SITE_CONSENSUS)
        site_match_elements(page, &verdict);
    if (status == HUSK_OK)
        site_tell_fit(&verdict, &output->fit);
    if (status == HUSK_OK) {
        status = write_stripped(page, &verdict, keep, memory, &output->bytes);
        if (status != HUSK_OK)
            error_set(error, status, "the stripped page: %s", husk_status_text(status));
    }
    arena_restore(memory, mark);
    return status;
}
