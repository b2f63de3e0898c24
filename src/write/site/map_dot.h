/* map_dot.h - the map of a site as a graph in Graphviz's language, and drawn. */
#ifndef HUSK_WRITE_SITE_MAP_DOT_H
#define HUSK_WRITE_SITE_MAP_DOT_H

#include "base/buffer.h"
#include "store/model.h"

/* A box for each class: its name, size, and how much of it is template where that is known; an arrow for the links
 * between two classes, labelled by the collection that holds most of them. Classes beyond MAP_CLASSES, the smallest,
 * are one box; arrows beyond MAP_ARROWS a class, those with the fewest links, are left out. */
void map_dot(const model_host *hosts, uint32_t n, buffer *out);

/* The same, laid out and drawn. IO: Graphviz is not installed or failed. */
husk_status map_svg(const model_host *hosts, uint32_t n, buffer *out, husk_error *error);

#define MAP_CLASSES 60u /* what still can be read */
#define MAP_ARROWS 4u
/* A map of more classes than these is a large one: each has the arrows of the MAP_WAYS classes that link to it most. */
#define MAP_FEW 12u
#define MAP_WAYS 1u

#endif
