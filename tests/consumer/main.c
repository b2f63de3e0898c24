/* main.c - a program that uses an installed Husk. Its own arena_alloc has the name of one inside the library: linking would
 * fail, or worse, if the static library gave its own names away. */
#include <stddef.h>
#include <stdio.h>

#include <husk/husk.h>

void *arena_alloc(void *arena, size_t size);

void *arena_alloc(void *arena, size_t size)
{
    (void)size;
    return arena;
}

int main(void)
{
    int token = 0;
    puts(arena_alloc(&token, 1) == &token ? husk_version() : husk_status_text(HUSK_BAD_ARGUMENT));
    return 0;
}
