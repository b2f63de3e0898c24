/* clusters.h - a clustered collection as JSON and as a picture. */
#ifndef HUSK_WRITE_SITE_CLUSTERS_H
#define HUSK_WRITE_SITE_CLUSTERS_H

#include "base/buffer.h"
#include "cluster/collection.h"

void clusters_json(const husk_clustering *collection, buffer *out);

/* Collection, sites and kinds, or what the collection's way draws. NO_MEMORY or the buffer's status. */
husk_status clusters_svg(const husk_clustering *collection, buffer *out);

/* --- parts of a picture, which has a row per cluster or page: for ways that draw ---------------------------------- */

#define PICTURE_LABELS 470 /* pixels left of what is drawn */
#define PICTURE_WIDTH 480
#define PICTURE_ROW 18

void picture_begin(buffer *out, const husk_clustering *collection, uint32_t n_rows);
/* The middle of a row. */
double picture_y(uint32_t row);
/* A page, and of how many it is the first. */
void picture_label(buffer *out, uint32_t row, const char *id, uint32_t size);
void picture_line(buffer *out, double x1, double y1, double x2, double y2);

#endif
