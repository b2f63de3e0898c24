/* embed_references.c - the table of character references for src/html/references.c, made by the build.
 * Reads src/html/references.txt (a name and the bytes of its value in hexadecimal per line, sorted by name) from
 * standard input and writes C to standard output: all names in one string, and a row for each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_REFERENCES = 4000, MAX_NAMES = 40000 };

static char names[MAX_NAMES];
static struct {
    size_t name, len;
    char value[32]; /* as written */
} rows[MAX_REFERENCES];

static void fail(const char *why, size_t line)
{
    fprintf(stderr, "embed_references: line %zu %s\n", line, why);
    exit(1);
}

static void value_write(const char *value)
{
    printf("\"");
    for (; *value; value += 2)
        printf("\\x%.2s", value);
    printf("\"");
}

int main(void)
{
    char name[64], value[32];
    size_t n = 0, len = 0;
    while (scanf("%63s %31s", name, value) == 2) {
        if (n == MAX_REFERENCES || len + strlen(name) >= MAX_NAMES)
            fail("is more than there is room for", n + 1);
        if (n && strcmp(names + rows[n - 1].name, name) >= 0)
            fail("is not sorted", n + 1);
        rows[n].name = len;
        rows[n].len = strlen(name);
        strcpy(rows[n++].value, value);
        strcpy(names + len, name); /* the next one overwrites its end */
        len += strlen(name);
    }
    printf(
        "/* Made from src/html/references.txt by models/embed_references.c. */\nstatic const char reference_names[] =");
    for (size_t at = 0; at < len; at += 100)
        printf("\n    \"%.100s\"", names + at);
    printf(";\n\nstatic const named_reference references[] = {\n");
    for (size_t i = 0; i < n; i++) {
        printf("    { %zu, %zu, %zu, ", rows[i].name, rows[i].len, strlen(rows[i].value) / 2);
        value_write(rows[i].value);
        printf(" },\n");
    }
    printf("};\n\nstatic const uint16_t references_from[] = {");
    for (size_t i = 0, letter = 'A'; letter <= 'z' + 1; letter++) {
        while (i < n && (unsigned char)names[rows[i].name] < letter)
            i++;
        printf("%s%zu,", (letter - 'A') % 16 ? " " : "\n    ", i);
    }
    printf("\n};\n");
    return n == 0;
}
