/* sites.c */
#include "sites.h"

bool sites_open(site_list *l, const char *host, husk_site **out, reply *r)
{
    (void)l, (void)out;
    reply_problem(r, 404, "the site %s is not known", host);
    return false;
}

void sites_close(site_list *l, husk_site *site)
{
    (void)l, (void)site;
}
