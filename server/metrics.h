/* metrics.h - what the server counts, for /metrics. Any thread. */
#ifndef HUSK_SERVER_METRICS_H
#define HUSK_SERVER_METRICS_H

#include "http.h"

bool metrics_start(server *s);
void metrics_end(metrics *m);
void metrics_request(metrics *m, unsigned status, double seconds);
void metrics_connection(metrics *m, int change);
void metrics_get(worker *w, request *r);

#endif
