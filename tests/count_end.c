/* count_end.c - linked into the programs of the coverage build: saves gcov's counts where a process ends without exit.
 * The linker sends _exit and raise here first (tests/CMakeLists.txt). A process that is killed from outside saves
 * nothing. */
#include <signal.h>
#include <unistd.h>

void __gcov_dump(void);
void __gcov_reset(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
int __real_raise(int number);
int __wrap_raise(int number);

static void save(void)
{
    __gcov_dump();
    __gcov_reset(); /* if the process goes on, nothing is counted twice */
}

_Noreturn void __wrap__exit(int status)
{
    save();
    __real__exit(status);
}

int __wrap_raise(int number)
{
    save();
    return __real_raise(number);
}
