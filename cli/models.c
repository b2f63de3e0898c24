/* models.c - open a model file named on the command line. */
#include "models.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "talk.h"

#define MAX_MODEL_BYTES ((size_t)1 << 24)

static char *read_file(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    char *bytes = malloc(MAX_MODEL_BYTES + 1);
    *len = f && bytes ? fread(bytes, 1, MAX_MODEL_BYTES + 1, f) : 0;
    bool failed = !f || !bytes || ferror(f);
    if (failed)
        talk("%s: %s", path, errno ? strerror(errno) : "reading failed");
    if (f)
        fclose(f);
    if (failed) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

husk_pagelevel *models_open_pagelevel(const char *path)
{
    size_t len = 0;
    char *bytes = read_file(path, &len);
    husk_pagelevel *models = NULL;
    husk_error error = { .status = HUSK_OK };
    if (bytes != NULL && husk_pagelevel_read(bytes, len, &models, &error))
        talk("%s: %s", path, error.message);
    free(bytes);
    return models;
}

husk_page_model *models_open_page(const char *path)
{
    size_t len = 0;
    char *bytes = read_file(path, &len);
    husk_page_model *model = NULL;
    husk_error error = { .status = HUSK_OK };
    if (bytes != NULL && husk_page_model_read(bytes, len, &model, &error))
        talk("%s: %s", path, error.message);
    free(bytes);
    return model;
}

bool models_open(const char *path, husk_page_model **page, husk_pagelevel **pagelevel)
{
    size_t len = 0;
    char *bytes = read_file(path, &len);
    husk_error by_page = { .status = HUSK_OK }, error = { .status = HUSK_OK };
    *page = NULL;
    *pagelevel = NULL;
    if (bytes == NULL)
        return false;
    bool is_pagelevel =
        len > sizeof "husk-pagelevel" && strncmp(bytes, "husk-pagelevel", sizeof "husk-pagelevel" - 1) == 0;
    if (is_pagelevel ? husk_pagelevel_read(bytes, len, pagelevel, &error)
                     : husk_page_model_read(bytes, len, page, &by_page))
        talk("%s: %s", path, is_pagelevel ? error.message : by_page.message);
    free(bytes);
    return *page || *pagelevel;
}

bool models_give_site(const char *path, husk_learner *learner)
{
    size_t len = 0;
    char *bytes = read_file(path, &len);
    husk_error error = { .status = HUSK_OK };
    bool given = bytes != NULL && husk_learner_model(learner, bytes, len, &error) == HUSK_OK;
    if (bytes != NULL && !given)
        talk("%s: %s", path, error.message);
    free(bytes);
    return given;
}
