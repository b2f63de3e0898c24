/* embed_language.c - the tables of src/page/language.c, made by the build.
 * Reads models/language.txt from standard input and writes C to standard output: numbers, the groups of languages, a
 * hash table of pairs and triples of letters, and their scores, two languages per byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/language.h"

enum { MAX_ROWS = 1 << 19, N_SLOTS = 1 << LANGUAGE_SLOTS_LOG };

static uint8_t rows[MAX_ROWS + LANGUAGE_MOST];
static language_slot slots[N_SLOTS];
static uint32_t n_bytes, n_keys, n_groups, n_languages, row_bytes;

static void fail(const char *why, const char *line)
{
    fprintf(stderr, "embed_language: %s: %s\n", why, line);
    exit(1);
}

static void group_write(char *line)
{
    static const char *const names[N_LANGUAGE_GROUPS] = { "latin", "cyrillic", "arabic", "devanagari" };
    char name[16], languages[1000] = "", biases[1000] = "";
    float fit, cover;
    int at = 0;
    if (sscanf(line, "group %15s %f %f%n", name, &fit, &cover, &at) != 3 || n_groups == N_LANGUAGE_GROUPS ||
        strcmp(name, names[n_groups]) != 0)
        fail("not the next group", line);
    n_languages = 0;
    for (char *word = strtok(line + at, " \n"); word; word = strtok(NULL, " \n"), n_languages++) {
        size_t n = strlen(languages), m = strlen(biases);
        snprintf(languages + n, sizeof languages - n, "\"%.*s\", ", (int)strcspn(word, ":"), word);
        snprintf(biases + m, sizeof biases - m, "%af, ", strtod(word + strcspn(word, ":") + 1, NULL));
    }
    if (n_languages == 0 || n_languages > LANGUAGE_MOST)
        fail("too many languages or none", name);
    row_bytes = ((n_languages + 1) / 2 + LANGUAGE_ROW_UNIT - 1) / LANGUAGE_ROW_UNIT * LANGUAGE_ROW_UNIT;
    printf("static const char *const names_%u[] = { %s };\nstatic const float bias_%u[] = { %s };\n", n_groups,
           languages, n_groups, biases);
    printf("#define LANGUAGE_GROUP_%u { %u, %u, %af, %af, names_%u, bias_%u }\n", n_groups, n_languages, row_bytes, fit,
           cover, n_groups, n_groups);
    n_groups++;
}

static void slot_take(uint64_t key, const char *line)
{
    uint32_t at = LANGUAGE_SLOT(key);
    if (++n_keys > N_SLOTS * 3 / 4)
        fail("too many rows", line);
    for (; slots[at].row; at = (at + 1) % N_SLOTS)
        if (slots[at].tag == LANGUAGE_TAG(key))
            fail("can't be told from an earlier one", line);
    slots[at] = (language_slot){ LANGUAGE_TAG(key), (uint16_t)(n_bytes / LANGUAGE_ROW_UNIT + 1) };
}

static void row_take(const char *line)
{
    uint32_t letters[3] = { 0 };
    size_t len = strcspn(line, " "), n = 0;
    const char *levels = line + len + 1;
    for (size_t at = 0; at < len && n < 3; n++)
        letters[n] = utf8_next(line, len, &at);
    if (n_groups == 0 || n < 2 || line[len] == 0 || strspn(levels, "0123456789abcdef") != n_languages)
        fail("not a row", line);
    if (n_bytes + row_bytes > MAX_ROWS || n_bytes / LANGUAGE_ROW_UNIT >= UINT16_MAX)
        fail("too many rows", line);
    slot_take(n == 2 ? language_key(0, letters[0], letters[1]) : language_key(letters[0], letters[1], letters[2]),
              line);
    for (uint32_t i = 0; i < n_languages; i++)
        rows[n_bytes + i / 2] |= (uint8_t)(hex_digit(levels[i]) << (i % 2 ? 4 : 0));
    n_bytes += row_bytes;
}

static void tables_write(void)
{
    printf("static const language_group language_groups[] = {");
    for (uint32_t i = 0; i < n_groups; i++)
        printf(" LANGUAGE_GROUP_%u,", i);
    printf(" };\nstatic const language_slot language_slots[] = {");
    for (size_t i = 0; i < N_SLOTS; i++)
        printf("%s{%u,%u},", i % 16 ? "" : "\n", slots[i].tag, slots[i].row);
    printf("\n};\nstatic const uint8_t language_rows[] = {");
    for (size_t i = 0; i < n_bytes + LANGUAGE_MOST / 2; i++) /* a whole row of the longest can be loaded anywhere */
        printf("%s%u,", i % 32 ? "" : "\n", rows[i]);
    printf("\n};\n");
}

int main(void)
{
    char line[1000], name[16];
    float value;
    printf("/* Made from models/language.txt by models/embed_language.c. */\n");
    while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n") != 0) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '#')
            continue;
        if (strncmp(line, "group ", 6) == 0)
            group_write(line);
        else if (n_groups == 0 && sscanf(line, "%15[a-z] %f", name, &value) == 2)
            printf("static const float language_%s = %af;\n", name, value);
        else
            row_take(line);
    }
    if (n_groups != N_LANGUAGE_GROUPS)
        fail("groups are missing", "");
    tables_write();
    return 0;
}
