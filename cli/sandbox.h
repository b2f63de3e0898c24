/* sandbox.h - give up privileges that reading pages never needs, before the first byte of a page is read. */
#ifndef HUSK_CLI_SANDBOX_H
#define HUSK_CLI_SANDBOX_H

#include <stdbool.h>

/* From now on this process and its threads can start no program, trace no process and change no part of the system, and
 * open no connection unless `may_connect`. False if the kernel does not offer this. Call it before threads start. */
bool sandbox_enter(bool may_connect);

#endif
