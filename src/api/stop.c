/* stop.c - public API for base/stop.h. */
#include "base/stop.h"

#include <stdlib.h>

husk_status husk_stop_new(husk_stop **out)
{
    *out = calloc(1, sizeof **out);
    return *out ? HUSK_OK : HUSK_NO_MEMORY;
}

void husk_stop_set(husk_stop *stop)
{
    atomic_store(&stop->set, true);
}

bool husk_stop_is_set(const husk_stop *stop)
{
    return stop_is_set(stop);
}

void husk_stop_free(husk_stop *stop)
{
    free(stop);
}
