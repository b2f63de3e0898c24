/* pagelevel.h - the handle behind husk_pagelevel. */
#ifndef HUSK_API_PAGELEVEL_H
#define HUSK_API_PAGELEVEL_H

#include "pagelevel/pagelevel.h"

struct husk_pagelevel {
    logistic_model model;
};

#endif
