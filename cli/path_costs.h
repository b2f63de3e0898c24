/* path_costs.h - the option --miss of the commands that take the costs of the 2005 paper's encoding. */
#ifndef HUSK_CLI_PATH_COSTS_H
#define HUSK_CLI_PATH_COSTS_H

#include "options.h"

static const choice path_misses[] = { { "page", 0 }, { "class", 1 }, { NULL, 0 } };

#endif
