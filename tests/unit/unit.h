/* unit.h - included by every unit test. */
#ifndef HUSK_TEST_UNIT_H
#define HUSK_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#endif
