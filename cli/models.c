/* models.c - reading a file of models that the command line names. */
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

husk_pagelevel *models_open(const char *path)
{
    size_t len = 0;
    char *bytes = path ? read_file(path, &len) : NULL;
    husk_pagelevel *models = NULL;
    husk_error error = { .status = HUSK_OK };
    if (path && !bytes)
        return NULL;
    if (husk_pagelevel_read(bytes, len, &models, &error))
        talk("%s: %s", path ? path : "built-in models", error.message);
    free(bytes);
    return models;
}

husk_block_model *models_open_blocks(const char *path)
{
    size_t len = 0;
    char *bytes = read_file(path, &len);
    husk_block_model *model = NULL;
    husk_error error = { .status = HUSK_OK };
    if (bytes != NULL && husk_block_model_read(bytes, len, &model, &error))
        talk("%s: %s", path, error.message);
    free(bytes);
    return model;
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
