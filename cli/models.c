/* models.c - files named on the command line that are read whole. */
#include "models.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "talk.h"

#define MAX_MODEL_BYTES ((size_t)1 << 24)

char *file_read(const char *path, size_t most, size_t *len)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *f = is_stdin ? stdin : fopen(path, "rb");
    char *bytes = NULL;
    size_t room = 0;
    *len = 0;
    errno = f ? 0 : errno;
    for (bool more = f != NULL; more;) {
        if (*len == room) {
            room = room ? room * 2 : 65536;
            char *larger = room <= most * 2 ? realloc(bytes, room) : NULL;
            if (larger == NULL)
                break;
            bytes = larger;
        }
        size_t n = fread(bytes + *len, 1, room - *len, f);
        *len += n;
        more = n > 0;
    }
    bool done = f && bytes && !ferror(f) && feof(f) && *len <= most;
    if (!done && *len > most)
        talk("%s: larger than %zu MB", path, most >> 20);
    else if (!done)
        talk("%s: %s", path, errno ? strerror(errno) : "reading failed");
    if (f && !is_stdin)
        fclose(f);
    if (done)
        return bytes;
    free(bytes);
    return NULL;
}

/* Free what was read, and report what the library said of it. */
static bool check(const char *path, char *bytes, husk_status status, const husk_error *error)
{
    if (bytes != NULL && status != HUSK_OK)
        talk("%s: %s", path, error->message);
    free(bytes);
    return bytes != NULL && status == HUSK_OK;
}

bool models_open(const char *path, int method, husk_page_model **page, husk_pagelevel **pagelevel)
{
    static const char mark[] = "husk-pagelevel";
    size_t len = 0;
    char *bytes = file_read(path, MAX_MODEL_BYTES, &len);
    husk_error error = { .status = HUSK_OK };
    husk_status status = HUSK_OK;
    bool is_marked = bytes && len >= sizeof mark && memcmp(bytes, mark, sizeof mark - 1) == 0;
    if (bytes && (method == HUSK_METHOD_PAGELEVEL || (method == HUSK_METHOD_AUTO && is_marked)))
        status = husk_pagelevel_read(bytes, len, pagelevel, &error);
    else if (bytes)
        status = husk_page_model_read(bytes, len, page, &error);
    return check(path, bytes, status, &error);
}

bool models_give_site(const char *path, husk_learner *learner)
{
    size_t len = 0;
    char *bytes = file_read(path, MAX_MODEL_BYTES, &len);
    husk_error error = { .status = HUSK_OK };
    return check(path, bytes, bytes ? husk_learner_model(learner, bytes, len, &error) : HUSK_OK, &error);
}
