/* main.c - a program that uses an installed Husk. Its own arena_alloc has the name of one inside the library: linking
 * would fail, or worse, if the static library gave its own names away. */
#include <husk/husk.h> /* first: it must stand by itself */

#include <stdio.h>
#include <string.h>

void *arena_alloc(void *arena, size_t size);

void *arena_alloc(void *arena, size_t size)
{
    (void)size;
    return arena;
}

/* Does a page go in, and its nodes come out? */
static bool library_works(void)
{
    static const char html[] = "<h1>Salt</h1><p>It dissolves.";
    husk_raw raw = { .size = sizeof(husk_raw), .id = "salt", .bytes = html, .len = sizeof html - 1 };
    husk_page *page = NULL;
    husk_output *output = NULL;
    size_t len;
    bool works =
        husk_page_new(NULL, &page, NULL) == HUSK_OK && husk_page_parse(page, &raw, NULL) == HUSK_OK &&
        husk_output_new(1 << 16, &output) == HUSK_OK && husk_page_view(page, "nodes", output, NULL) == HUSK_OK &&
        husk_output_append(output, "", 1) == HUSK_OK && strstr(husk_output_data(output, &len), "It dissolves.") != NULL;
    husk_output_free(output);
    husk_page_free(page);
    return works;
}

int main(void)
{
    int token = 0;
    puts(library_works() && arena_alloc(&token, 1) == &token ? husk_version() : "the library does not work");
    return 0;
}
