/* site_class.h - the class of a page in its host, and the kind of page of that class: one answer for all commands. */
#ifndef HUSK_JUDGE_SITE_SITE_CLASS_H
#define HUSK_JUDGE_SITE_SITE_CLASS_H

#include "base/arena.h"
#include "page/page.h"
#include "judge/site/site.h"

/* The class, NULL if none fits. NO_MEMORY. */
husk_status site_page_class(const site_host *host, const husk_page *page, arena *memory, const model_class **out);

/* Adds to `pages`, by kind (judge/page_model.h), how many learned pages of the class the page model gave that kind; for
 * all classes of the host if `c` is NULL. */
void site_kind_pages(const site_host *host, const model_class *c, uint64_t *pages);

/* The kind that the page model gave most of the class's learned pages (judge/page_model.h), or the host's if `c` is
 * NULL; -1: not in the file. */
int site_class_kind(const site_host *host, const model_class *c);

#endif
