/* host_links.h - which class links to which, by the pages that a host is learned from. */
#ifndef HUSK_LEARN_HOST_LINKS_H
#define HUSK_LEARN_HOST_LINKS_H

#include "base/table.h"
#include "base/url.h"
#include "page/page.h"
#include "store/model.h"

typedef struct host_links {
    arena *memory;     /* the arrows' texts */
    hash_map class_of; /* by hash of a page's URL: its class's number */
    hash_map class_of_form;
    hash_map place_of; /* by hash of an arrow's classes and path: its index */
    model_arrow *arrows;
    uint32_t n;
    size_t room;
    buffer url;
} host_links;

/* `pages`: those of the host, with their classes. False if out of memory; free it in any case. */
bool host_links_init(host_links *l, const model_page *pages, uint32_t n, url_resolver *urls, arena *memory);
void host_links_free(host_links *l);

/* Count the links of a page of class `from` in `arrows`, in no order; `scratch` is for this call. NO_MEMORY. */
husk_status host_links_add(host_links *l, const husk_page *page, uint32_t from, url_resolver *urls, arena *scratch);

#endif
