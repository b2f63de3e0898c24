/* loaded.c - dlopen and dlsym.
 * Libraries are never unloaded: they keep threads and exit handlers. */
#include "base/system/loaded.h"

#include <dlfcn.h>
#include <string.h>

/* More than we call in any library. */
#define MAX_CALLS 64

bool loaded_fill(const char *library, const char *const *names, size_t n, void *calls)
{
    void *found[MAX_CALLS];
    void *handle = n <= MAX_CALLS ? dlopen(library, RTLD_NOW | RTLD_LOCAL) : NULL;
    bool ok = handle != NULL;
    for (size_t i = 0; ok && i < n; i++) {
        found[i] = dlsym(handle, names[i]);
        ok = found[i] != NULL;
    }
    if (ok)
        memcpy(calls, found, n * sizeof *found);
    else if (handle)
        dlclose(handle);
    return ok;
}
