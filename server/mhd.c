/* mhd.c - dlopen and dlsym for libmicrohttpd. It is never unloaded. */
#include "mhd.h"

#include <dlfcn.h>
#include <string.h>

mhd_calls mhd;

static const char *const names[] = {
#define MHD_NAME(name) #name,
    MHD_CALLS(MHD_NAME)
};

bool mhd_load(void)
{
    void *found[sizeof names / sizeof *names];
    _Static_assert(sizeof found == sizeof mhd, "one pointer for each name");
    void *handle = dlopen(HUSK_SONAME_libmicrohttpd, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; handle != NULL && i < sizeof names / sizeof *names; i++)
        if ((found[i] = dlsym(handle, names[i])) == NULL)
            return false;
    if (handle != NULL)
        memcpy(&mhd, found, sizeof mhd);
    return handle != NULL;
}
