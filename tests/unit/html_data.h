/* html_data.h - the HTML standard's conformance tests, if available: $HUSK_DATA/html5 or ../shared/data/html5. */
#ifndef HUSK_TEST_HTML_DATA_H
#define HUSK_TEST_HTML_DATA_H

#include "unit/unit.h"

#include <dirent.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"

typedef void (*data_file)(const char *name, slice content);

static inline bool data_read(const char *path, buffer *out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    char piece[65536];
    for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;)
        buffer_append(out, piece, n);
    fclose(file);
    buffer_byte(out, 0);
    return true;
}

/* Every file of a folder whose name ends so; how many. */
static inline int data_each(const char *folder, const char *ending, data_file take)
{
    const char *data = getenv("HUSK_DATA") ? getenv("HUSK_DATA") : "../shared/data";
    char path[4096];
    struct dirent **entries = NULL;
    snprintf(path, sizeof path, "%s/html5/%s", data, folder);
    int n = scandir(path, &entries, NULL, alphasort), taken = 0;
    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        size_t len = strlen(name), end = strlen(ending);
        snprintf(path, sizeof path, "%s/html5/%s/%s", data, folder, name);
        buffer content;
        buffer_init(&content, (size_t)64 << 20);
        if (len > end && strcmp(name + len - end, ending) == 0 && data_read(path, &content)) {
            take(name, (slice){ content.data, content.len - 1 });
            taken++;
        }
        buffer_free(&content);
        free(entries[i]);
    }
    free(entries);
    return taken;
}

/* `text` with the padding that the parser wants, from malloc. */
static inline slice data_padded(slice text)
{
    char *copy = calloc(1, text.len + 64);
    memcpy(copy, text.data, text.len);
    return (slice){ copy, text.len };
}

#endif
