/* learn_page.h - give pages to a learner, for tests. */
#ifndef HUSK_TEST_LEARN_PAGE_H
#define HUSK_TEST_LEARN_PAGE_H

#include <stdio.h>

#include "unit/unit.h"

#include "husk/husk.h"

static inline void learn_page(husk_learner *l, husk_page *page, const husk_raw *raw)
{
    husk_digest *digest;
    assert_int_equal(husk_page_parse(page, raw, NULL), HUSK_OK);
    assert_int_equal(husk_learner_read(page, raw, &digest, NULL), HUSK_OK);
    assert_int_equal(husk_learner_add(l, digest, NULL), HUSK_OK);
    husk_digest_free(digest);
}

/* A site file at `path` of `n` pages that `make` writes, by number, of one host. */
static inline void learn_made(const char *path, const char *host, void (*make)(char *out, size_t size, int i), int n)
{
    husk_learner *l;
    husk_page *page;
    char html[4096], url[64];
    assert_int_equal(husk_learner_new(NULL, &l, NULL), HUSK_OK);
    assert_int_equal(husk_page_new(NULL, &page, NULL), HUSK_OK);
    for (int i = 0; i < n; i++) {
        make(html, sizeof html, i);
        snprintf(url, sizeof url, "http://%s/%d", host, i);
        husk_raw raw = { .size = sizeof(husk_raw), .id = url, .url = url, .bytes = html, .len = strlen(html) };
        learn_page(l, page, &raw);
    }
    remove(path);
    assert_int_equal(husk_learner_finish(l, path, NULL, NULL), HUSK_OK);
    husk_page_free(page);
    husk_learner_free(l);
}

#endif
