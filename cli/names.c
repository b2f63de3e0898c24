/* names.c - the file that a page's result goes to under --output-dir.
 * An id may come from an archive of anybody's making: no ".." and no leading "/" survives, nor any byte that a file
 * system or a terminal takes amiss. Names seen are kept as 64-bit hashes: two that collide cost a needless "-2".
 * Limits: 200 bytes a part. */
#include "names.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "talk.h"

#define MAX_PART 200
#define MAX_RELATIVE 3000

static bool ends_with(const char *text, size_t len, const char *end)
{
    size_t n = strlen(end);
    return len > n && memcmp(text + len - n, end, n) == 0;
}

/* The length without the endings that pages have. */
static size_t without_ending(const char *name, size_t len)
{
    static const char *const packed[] = { ".gz", ".zst" };
    static const char *const kinds[] = { ".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".txt" };
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++)
        if (ends_with(name, len, packed[i]))
            len -= strlen(packed[i]);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (ends_with(name, len, kinds[i]))
            return len - strlen(kinds[i]);
    return len;
}

/* Cut to MAX_PART, not within a character. */
static size_t cut_part(const char *part, size_t len)
{
    if (len <= MAX_PART)
        return len;
    len = MAX_PART;
    while (len > 0 && ((unsigned char)part[len] & 0xc0) == 0x80)
        len--;
    return len;
}

static void append_part(char *out, size_t *len, const char *part, size_t part_len)
{
    part_len = cut_part(part, part_len);
    if (*len + part_len + 1 >= MAX_RELATIVE)
        return;
    for (size_t i = 0; i < part_len; i++) {
        unsigned char c = (unsigned char)part[i];
        bool bad = c < 0x20 || c == 0x7f || strchr("\\:*?\"<>|", c) != NULL || (i == 0 && (c == '.' || c == '-'));
        out[(*len)++] = bad ? '_' : (char)c;
    }
}

/* The path or address as one relative name without its ending: parts are joined by `joint`. */
static size_t relative_name(const char *id, char joint, bool last_only, char *out)
{
    size_t len = 0;
    for (const char *part = id; *part != 0;) {
        size_t n = strcspn(part, "/");
        bool last = part[n] == 0;
        bool skip = n == 0 || (n == 1 && part[0] == '.') || (n == 2 && part[0] == '.' && part[1] == '.');
        if (!skip && (last || !last_only)) {
            if (len > 0)
                out[len++] = joint;
            append_part(out, &len, part, last ? without_ending(part, n) : n);
        }
        part += n + !last;
    }
    return len;
}

static size_t name_of(const names *n, const char *id, char *out)
{
    const char *scheme_end = strstr(id, "://");
    bool is_url = scheme_end != NULL;
    char address[MAX_RELATIVE];
    if (is_url) {
        id = scheme_end + 3;
        size_t len = strlen(id);
        const char *path = strchr(id, '/');
        /* "example.org/" and "example.org" are the page that servers call index. */
        snprintf(address, sizeof address - 8, "%s%s", id, path == NULL ? "/index" : id[len - 1] == '/' ? "index" : "");
        id = address;
    }
    size_t len = relative_name(id, n->keep_dirs ? '/' : '_', !n->keep_dirs && !is_url, out);
    if (len == 0)
        memcpy(out, "page", len = 4);
    out[len] = 0;
    return len;
}

static uint64_t hash_of(const char *text)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (; *text != 0; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h ? h : 1;
}

static bool grow(names *n)
{
    size_t size = n->size ? n->size * 2 : 1024;
    name_entry *entries = calloc(size, sizeof *entries);
    if (entries == NULL)
        return false;
    for (size_t i = 0; i < n->size; i++) {
        size_t at = n->entries[i].hash & (size - 1);
        while (n->entries[i].hash != 0 && entries[at].hash != 0)
            at = (at + 1) & (size - 1);
        if (n->entries[i].hash != 0)
            entries[at] = n->entries[i];
    }
    free(n->entries);
    n->entries = entries;
    n->size = size;
    return true;
}

/* The entry of a name; `is_new` tells whether it was made now. There must be room. */
static name_entry *entry_of(names *n, const char *name, bool *is_new)
{
    uint64_t hash = hash_of(name);
    size_t at = hash & (n->size - 1);
    while (n->entries[at].hash != 0 && n->entries[at].hash != hash)
        at = (at + 1) & (n->size - 1);
    *is_new = n->entries[at].hash == 0;
    if (*is_new) {
        n->entries[at] = (name_entry){ hash, 2 };
        n->n++;
    }
    return &n->entries[at];
}

/* `name` itself, or name-2, name-3, ...: the first that is new in this run. */
static bool make_new(names *n, char *name, size_t len)
{
    if (n->n * 2 >= n->size && !grow(n))
        return false;
    bool is_new = false;
    name_entry *base = entry_of(n, name, &is_new);
    while (!is_new) {
        snprintf(name + len, 16, "-%u", base->next++);
        entry_of(n, name, &is_new);
    }
    return true;
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

/* An existing file that is an input, or lies in a directory that is: writing it would destroy what is read. */
static bool is_input(const names *n, const char *path)
{
    char *real = realpath(path, NULL);
    bool found = false;
    for (size_t i = 0; real != NULL && i < n->n_inputs && !found; i++) {
        char *input = realpath(n->inputs[i], NULL);
        size_t len = input != NULL ? strlen(input) : 0;
        found = len > 0 && strncmp(input, real, len) == 0 && (real[len] == 0 || real[len] == '/');
        free(input);
    }
    free(real);
    return found;
}

const char *names_path(names *n, const char *id, char *out, size_t size)
{
    char name[MAX_RELATIVE + 32];
    size_t len = name_of(n, id, name);
    if (!make_new(n, name, len))
        return "out of memory";
    if ((size_t)snprintf(out, size, "%s/%s%s", n->directory, name, n->extension) >= size)
        return "its name is too long for a file";
    if (!make_directories(out))
        return strerror(errno);
    return is_input(n, out) ? "its file would overwrite an input" : NULL;
}

void names_free(names *n)
{
    free(n->entries);
    n->entries = NULL;
}
