/* learn_page.h - give one page to a learner, for tests. */
#ifndef HUSK_TEST_LEARN_PAGE_H
#define HUSK_TEST_LEARN_PAGE_H

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

#endif
