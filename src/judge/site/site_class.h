/* site_class.h - which class of its host a page is of, and what kind of page that class has: one answer for all
 * commands. */
#ifndef HUSK_JUDGE_SITE_SITE_CLASS_H
#define HUSK_JUDGE_SITE_SITE_CLASS_H

#include "base/arena.h"
#include "page/page.h"
#include "judge/site/site.h"

/* The class, NULL when none fits. NO_MEMORY. */
husk_status site_page_class(const site_host *host, const husk_page *page, arena *memory, const model_class **out);

/* The kind that the page model took most of the class's learned pages for (judge/page_model.h), of the host's where `c`
 * is NULL; -1: the file doesn't say. */
int site_class_kind(const site_host *host, const model_class *c);

#endif
