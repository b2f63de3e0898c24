/* sites.h - the .husk files that the server knows: those in its directory, and those it was started with.
 * A site is a host of such a file. It is addressed by its host name; the unnamed host of pages without a URL, by its
 * file name. */
#ifndef HUSK_SERVER_SITES_H
#define HUSK_SERVER_SITES_H

#include <limits.h>

#include "http.h"

typedef struct site_file site_file;

/* A site in use. Its file stays open, even if a newer one replaces it meanwhile. */
typedef struct site_ref {
    husk_site *site;          /* NULL: none */
    char host[MAX_PARAMETER]; /* as the file has it */
    char pages[PATH_MAX];     /* the directory of its pages; "" for a file that the server was started with */
    site_file *file;
} site_ref;

bool sites_start(server *s, char *why, size_t size);
void sites_end(site_list *l);

/* False: the reply says why. */
bool sites_open(site_list *l, const char *name, site_ref *out, reply *r);
void sites_close(site_list *l, site_ref *ref);

/* Turn the name of a site, of MAX_PARAMETER bytes, into that of its file. */
void sites_name(char *name);
/* Where the site of that file name and its pages are kept. */
void sites_path(const site_list *l, const char *name, char *file, char *pages, size_t size);
/* A file for the pages of job `number`. */
void sites_spool(const site_list *l, unsigned number, const char *ending, char *path, size_t size);

/* Every site that exists now, or only those of the files that the server was started with, as the member "sites" of a
 * document. */
void sites_write(site_list *l, bool given_alone, yyjson_mut_doc *doc, yyjson_mut_val *root);

/* --- the pages of a site that the server has, kept by its jobs or given at the start --- */

bool site_pages_any(const server *s, const site_ref *ref);

/* Called for each page, parsed into the worker's; a return value other than OK ends the run with it. */
typedef husk_status (*page_visit)(void *context, husk_page *page, husk_error *error);
husk_status site_pages_each(worker *w, const site_ref *ref, page_visit visit, void *context, husk_error *error);

/* A source of these pages, to be freed by the caller. END: there are none. */
husk_status site_pages_source(const server *s, const site_ref *ref, husk_source **out, husk_error *error);

/* A source of the pages that the server was started with. */
husk_status opened_source(const server *s, husk_source **out, husk_error *error);

#endif
