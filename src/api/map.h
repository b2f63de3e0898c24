/* map.h - the hosts of a site file and their classifiers. */
#ifndef HUSK_API_MAP_H
#define HUSK_API_MAP_H

#include "base/arena.h"
#include "husk/husk.h"
#include "cluster/classify.h"
#include "store/model.h"

struct husk_map {
    arena memory;
    model_host *hosts;
    classifier **classifiers; /* by host */
    uint32_t n_hosts;
};

#endif
