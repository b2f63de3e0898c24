/* style_hidden.h - which elements a page's own <style> elements hide. */
#ifndef HUSK_PAPERS_STYLE_HIDDEN_H
#define HUSK_PAPERS_STYLE_HIDDEN_H

#include "page/page.h"

/* By node: 1 if a rule gives it display: none. From page->scratch; NULL if there is no such rule or no memory: then
 * nothing is known to be hidden. */
uint8_t *style_hidden(husk_page *page);

#endif
