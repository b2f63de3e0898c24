/* fuzz_names.c - ids as file names of --output-dir: ids come from archives of strangers.
 * The first byte says whether directories are kept; the rest are ids, one per line. A name is inside the directory, has
 * no part that a file system or a shell would take for something else, and no other page of the run has it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "names.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int __wrap_mkdir(const char *path, mode_t mode);
void __wrap_talk(const char *format, ...);

#define DIRECTORY "no-such-directory"
#define MAX_IDS 32

static char paths[MAX_IDS][4096];

/* No directory is made. */
int __wrap_mkdir(const char *path, mode_t mode)
{
    (void)path;
    (void)mode;
    return 0;
}

/* Names that clash are not reported. */
void __wrap_talk(const char *format, ...)
{
    (void)format;
}

static void check_path(const char *path)
{
    size_t len = strlen(DIRECTORY "/");
    if (strncmp(path, DIRECTORY "/", len) != 0)
        abort();
    for (const char *part = path + len;; part++) {
        size_t n = strcspn(part, "/");
        if (n == 0 || n > 255 || part[0] == '.' || part[0] == '-')
            abort();
        for (size_t i = 0; i < n; i++)
            if ((unsigned char)part[i] < 0x20 || part[i] == 0x7f || part[i] == '\\' || part[i] == ':')
                abort();
        part += n;
        if (*part == 0)
            return;
    }
}

static void check_id(names *n, const char *id, int count)
{
    if (names_path(n, id, paths[count], sizeof paths[count]) != NULL)
        abort(); /* no limit is that short */
    check_path(paths[count]);
    for (int i = 0; i < count; i++)
        if (strcmp(paths[i], paths[count]) == 0)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    names n = { .directory = DIRECTORY, .extension = ".json", .keep_dirs = data[0] & 1 };
    char *text = malloc(size);
    int count = 0;
    if (!text)
        abort();
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    for (char *id = text, *end; id && count < MAX_IDS; id = end, count++) {
        end = strchr(id, '\n');
        if (end)
            *end++ = 0;
        check_id(&n, id, count);
    }
    names_end(&n, EXIT_DONE);
    free(text);
    return 0;
}
