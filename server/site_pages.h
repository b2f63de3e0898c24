/* site_pages.h - the pages of a site that the server has: kept by its jobs, or given at the start. */
#ifndef HUSK_SERVER_SITE_PAGES_H
#define HUSK_SERVER_SITE_PAGES_H

#include "sites.h"

bool site_pages_any(const server *s, const site_ref *ref);

/* Called for each page, parsed into the worker's; a return value other than OK ends the run with it. */
typedef husk_status (*page_visit)(void *context, husk_page *page, husk_error *error);
husk_status site_pages_each(worker *w, const site_ref *ref, page_visit visit, void *context, husk_error *error);

/* A source of these pages, to be freed by the caller. END: there are none. */
husk_status site_pages_source(const server *s, const site_ref *ref, husk_source **out, husk_error *error);

/* A source of the pages that the server was started with. */
husk_status opened_source(const server *s, husk_source **out, husk_error *error);

#endif
