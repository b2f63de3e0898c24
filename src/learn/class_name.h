/* class_name.h - readable names for the classes of a host, from the kind, the titles and the URLs of their pages. */
#ifndef HUSK_LEARN_CLASS_NAME_H
#define HUSK_LEARN_CLASS_NAME_H

#include "base/arena.h"
#include "base/text.h"

typedef struct class_page {
    slice address; /* a URL or a path */
    slice title;
} class_page;

/* Name the classes of a host: class k is pages[first[k] .. first[k + 1]), and most of its pages are of kind[k]
 * ("article"), which is NULL if that is not known. "listing: tag" has the kind, if not all classes are of the same one,
 * and the words of titles or URLs that tell the class from the others. No two names are the same; in `memory`. False if
 * out of memory. */
bool class_names(const class_page *pages, const uint32_t *first, const char *const *kind, uint32_t n_classes,
                 arena *memory, slice *names);

#endif
