/* sites.h - the .husk files that the server knows: those of its folder and those that it was started with. */
#ifndef HUSK_SERVER_SITES_H
#define HUSK_SERVER_SITES_H

#include "http.h"

bool sites_start(server *s);
void sites_end(site_list *l);

/* The site file that knows a host, open until sites_close. False: the reply says why. */
bool sites_open(site_list *l, const char *host, husk_site **out, reply *r);
void sites_close(site_list *l, husk_site *site);

#endif
