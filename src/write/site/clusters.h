/* clusters.h - parts of a picture of clusters, which has a row per cluster or page: for ways that draw. */
#ifndef HUSK_WRITE_SITE_CLUSTERS_H
#define HUSK_WRITE_SITE_CLUSTERS_H

#include "base/buffer.h"
#include "cluster/collection.h"

#define PICTURE_LABELS 470 /* pixels left of what is drawn */
#define PICTURE_WIDTH 480
#define PICTURE_ROW 18

#define PICTURE_TOP 44

void picture_begin(buffer *out, const husk_clustering *collection, double height);
/* The end of a page's id, of how many it is the first, and the end of the text element. */
void picture_text(buffer *out, const char *id, size_t most, uint32_t size);
/* The same as a row's label; `y` is the middle of its row. */
void picture_label(buffer *out, double y, const char *id, uint32_t size);
void picture_line(buffer *out, double x1, double y1, double x2, double y2);

#endif
