/* areas.h - on a site, a place on the page is template or content for all of its pages: places are judged once, when learning. */
#ifndef HUSK_SITE_AREAS_H
#define HUSK_SITE_AREAS_H

#include "base/arena.h"
#include "site/evidence.h"
#include "site/tally.h"
#include "store/model.h"

typedef struct area_judge area_judge;

area_judge *area_judge_new(void);
void area_judge_free(area_judge *j);

/* Take a page: every node's area, its texts, and on how many of the host's pages each text is. */
husk_status areas_add(area_judge *j, const husk_page *page, const uint64_t *areas, const text_evidence *texts, uint32_t n, const tally *text_pages);

/* Judge every area, sorted by hash, in `memory`. False without memory. */
bool areas_finish(area_judge *j, arena *memory, model_area **areas, uint32_t *n);

/* In a sorted array: the area, or NULL. */
const model_area *area_find(const model_area *areas, uint32_t n, uint64_t hash);

#endif
