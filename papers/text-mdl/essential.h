/* essential.h - the paths of a page that come from its template, as far as counting shows.
 * Papers: Sathees Babu, section III; Naveensundar 2014, section 4 (there: non-content paths). */
#ifndef HUSK_PAPERS_ESSENTIAL_H
#define HUSK_PAPERS_ESSENTIAL_H

#include "cluster/sets.h"

/* The essential paths of each document, the columns of M_E: those whose support is at least the document's threshold,
 * which is the mode of its paths' supports, or 0 for a document without paths. `threshold` is by document, or NULL.
 * `out` belongs to the caller. */
husk_status essential_sets(const path_sets *found, uint32_t *threshold, doc_sets *out);

#endif
