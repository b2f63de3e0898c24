/* host_view.h - everything shown of one host of a site file, as JSON. */
#ifndef HUSK_WRITE_SITE_HOST_VIEW_H
#define HUSK_WRITE_SITE_HOST_VIEW_H

#include "base/buffer.h"
#include "store/model.h"

/* One JSON object: that of write_host_json with templates, "links" between classes, "examples" (pages of each class)
 * and "history" (the runs of learning). */
void write_host_view(const model_host *host, buffer *out);

#endif
