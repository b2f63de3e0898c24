/* names.c - output file names for --output-dir.
 * An id may come from an untrusted archive: no ".." and no leading "/" survives, nor any byte that a file system or
 * terminal could misinterpret. Names are kept as 64-bit hashes: a collision costs a needless "-2". Limits: MAX_PART
 * bytes per part, MAX_PARTS, MAX_RELATIVE in total; a truncated name ends with a hash of the id. */
#include "names.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "talk.h"

#define MAX_PART 200      /* with a hash, a number and an extension still below a file system's 255 bytes */
#define MAX_RELATIVE 3000 /* with the directory and the rest still below PATH_MAX on most systems */
#define MAX_PARTS 100     /* deeper directories are hard to remove */
#define HASH_ROOM 24
#define NUMBER_ROOM 16

static bool part_ends_with(const char *text, size_t len, const char *end)
{
    size_t n = strlen(end);
    return len > n && memcmp(text + len - n, end, n) == 0;
}

/* The length without extensions of pages. */
static size_t without_ending(const char *name, size_t len)
{
    static const char *const packed[] = { ".gz", ".zst" };
    static const char *const kinds[] = { ".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".txt" };
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++)
        if (part_ends_with(name, len, packed[i]))
            len -= strlen(packed[i]);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (part_ends_with(name, len, kinds[i]))
            return len - strlen(kinds[i]);
    return len;
}

/* Cut to `most`, at a character boundary; bytes that are no UTF-8 may have none. Never to nothing. */
static size_t cut_to(const char *part, size_t len, size_t most)
{
    if (len <= most)
        return len;
    len = most;
    while (len > 0 && ((unsigned char)part[len] & 0xc0) == 0x80)
        len--;
    return len > 0 ? len : most;
}

/* Append as much of a part as fits into `room`; false if it was cut. */
static bool append_part(char *out, size_t *len, size_t room, const char *part, size_t part_len)
{
    size_t kept = cut_to(part, part_len, room - *len < MAX_PART ? room - *len : MAX_PART);
    for (size_t i = 0, n; i < kept; i += n ? n : 1) {
        char c = part[i];
        n = talk_control_len(part + i, kept - i);
        bool bad = n > 0 || strchr("\\:*?\"<>|", c) != NULL || (i == 0 && (c == '.' || c == '-'));
        out[(*len)++] = bad ? '_' : c;
    }
    return kept == part_len;
}

/* The path or URL as one relative name without its extension; parts are joined by `joint`. With '_' it is a single
 * file name, otherwise each part is one. False: it was cut, so that others may get the same name. */
static bool relative_name(const char *id, char joint, bool last_only, char *out, size_t *len)
{
    size_t room = joint == '/' ? MAX_RELATIVE : MAX_PART, n_parts = 0;
    bool whole = true;
    for (const char *part = id; *part != 0;) {
        size_t n = strcspn(part, "/");
        bool last = part[n] == 0;
        bool skip = n == 0 || (n == 1 && part[0] == '.') || (n == 2 && part[0] == '.' && part[1] == '.');
        if (!skip && (last || !last_only)) {
            if (*len + 2 > room || n_parts++ == MAX_PARTS)
                return false;
            if (*len > 0)
                out[(*len)++] = joint;
            whole = append_part(out, len, room, part, last ? without_ending(part, n) : n) && whole;
        }
        part += n + !last;
    }
    return whole;
}

/* The file name without its extension. A truncated name ends with a hash of the whole id, so that the same page gets
 * the same name in every run. */
static size_t name_of(const names *n, const char *id, char *out)
{
    const char *scheme_end = strstr(id, "://"), *whole = id;
    bool is_url = scheme_end != NULL, cut = false;
    char address[MAX_RELATIVE + 256];
    if (is_url) {
        id = scheme_end + 3;
        size_t len = strlen(id);
        const char *path = strchr(id, '/');
        /* "example.org/" and "example.org" are what servers call index. */
        int made = snprintf(address, sizeof address, "%s%s", id,
                            path == NULL         ? "/index"
                            : id[len - 1] == '/' ? "index"
                                                 : "");
        cut = made < 0 || (size_t)made >= sizeof address;
        id = address;
    }
    size_t len = 0;
    cut = !relative_name(id, n->keep_dirs ? '/' : '_', !n->keep_dirs && !is_url, out, &len) || cut;
    if (len == 0)
        memcpy(out, "page", len = 4);
    out[len] = 0;
    if (cut)
        len += (size_t)snprintf(out + len, HASH_ROOM, "-%016" PRIx64, hash_of(whole, strlen(whole)));
    return len;
}

typedef struct name_entry {
    uint64_t hash;
    unsigned next; /* number for the next page of that name */
} name_entry;

static int compare_names(const void *a, const void *b)
{
    uint64_t left = ((const name_entry *)a)->hash, right = ((const name_entry *)b)->hash;
    return (left > right) - (left < right);
}

/* The entry of a name; `is_new` says whether it was added now. NULL: out of memory. */
static name_entry *entry_of(names *n, const char *name, bool *is_new)
{
    name_entry *made = malloc(sizeof *made);
    if (made == NULL)
        return NULL;
    *made = (name_entry){ hash_of(name, strlen(name)), 2 };
    name_entry *const *found = tsearch(made, &n->entries, compare_names);
    name_entry *entry = found != NULL ? *found : NULL;
    *is_new = entry == made;
    if (!*is_new)
        free(made);
    return entry;
}

/* `name` itself, or name-2, name-3, ...: the first not used in this run. */
static bool make_new(names *n, char *name, size_t len)
{
    bool is_new = false;
    name_entry *base = entry_of(n, name, &is_new), *entry = base;
    n->n_clashes += !is_new;
    while (!is_new && entry != NULL) {
        snprintf(name + len, NUMBER_ROOM, "-%u", base->next++);
        entry = entry_of(n, name, &is_new);
    }
    return entry != NULL;
}

static bool make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

const char *names_contradiction(const char *output_dir, bool keep_dirs, const char *path)
{
    return output_dir != NULL && path != NULL ? "--output and --output-dir are mutually exclusive"
           : keep_dirs && output_dir == NULL  ? "--keep-dirs needs --output-dir"
                                              : NULL;
}

bool names_directory(const names *n)
{
    char path[PATH_MAX];
    if ((size_t)snprintf(path, sizeof path, "%s/", n->directory) >= sizeof path)
        errno = ENAMETOOLONG;
    else if (make_directories(path) && access(path, W_OK | X_OK) == 0)
        return true;
    talk("%s: %s", n->directory, strerror(errno));
    return false;
}

bool names_inside(const char *const *inputs, size_t n_inputs, const char *path)
{
    char *real = realpath(path, NULL);
    bool found = false;
    for (size_t i = 0; real != NULL && i < n_inputs && !found; i++) {
        char *input = realpath(inputs[i], NULL);
        size_t len = input != NULL ? strlen(input) : 0;
        found = len > 0 && strncmp(input, real, len) == 0 && (real[len] == 0 || real[len] == '/');
        free(input);
    }
    free(real);
    return found;
}

const char *names_path(names *n, const char *id, char *out, size_t size)
{
    char name[MAX_RELATIVE + HASH_ROOM + NUMBER_ROOM];
    size_t len = name_of(n, id, name);
    if (!make_new(n, name, len))
        return "out of memory";
    if ((size_t)snprintf(out, size, "%s/%s%s", n->directory, name, n->extension) >= size)
        return "its name is too long for a file name";
    if (!make_directories(out))
        return strerror(errno);
    return names_inside(n->inputs, n->n_inputs, out) ? "its file would overwrite an input" : NULL;
}

bool names_write(names *n, const char *id, const husk_output *head, const char *bytes, size_t len)
{
    char path[PATH_MAX];
    const char *why = names_path(n, id, path, sizeof path);
    output file = { .failure = 0 };
    if (why != NULL)
        talk("%s: %s", id, why);
    bool opened = why == NULL && output_open(&file, path);
    if (opened && (head == NULL || output_put(&file, head)))
        output_write(&file, bytes, len);
    bool done = opened && output_close(&file, true);
    n->any |= done;
    n->lost |= !done;
    return file.failure != ENOSPC && file.failure != EDQUOT && file.failure != EROFS;
}

exit_code names_end(names *n, exit_code code)
{
    if (n->n_clashes)
        talk("%s: %zu page%s got a number, because another page has the same file name%s", n->directory, n->n_clashes,
             n->n_clashes == 1 ? "" : "s", n->keep_dirs ? "" : " (--keep-dirs keeps their directories)");
    tdestroy(n->entries, free);
    n->entries = NULL;
    return !n->lost ? code : n->any ? EXIT_SOME_FAILED : EXIT_NOTHING;
}
