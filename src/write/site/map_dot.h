/* map_dot.h - the map of a site as a graph in Graphviz's language, and drawn. */
#ifndef HUSK_WRITE_SITE_MAP_DOT_H
#define HUSK_WRITE_SITE_MAP_DOT_H

#include "base/buffer.h"
#include "store/model.h"

/* A box per class: its name, size, and share of template if known; an arrow for the links between two classes,
 * labelled with the collection that holds most of them. The smallest classes beyond MAP_CLASSES share one box; beyond
 * MAP_ARROWS per class, the arrows with the fewest links are omitted. */
void map_dot(const model_host *hosts, uint32_t n, buffer *out);

/* The same, laid out and drawn. IO: Graphviz is not installed or failed. */
husk_status map_svg(const model_host *hosts, uint32_t n, buffer *out, husk_error *error);

#define MAP_CLASSES 60u /* still readable */
#define MAP_ARROWS 4u
/* A map with more classes is large: each class gets the arrows from the MAP_WAYS classes that link to it most. */
#define MAP_FEW 12u
#define MAP_WAYS 1u

#endif
