/* train_paths.c - dump the site model's features for training; read by models/train_site.
 * A host's record: four 32-bit numbers (magic, paths, columns, pages), then per path its parent (4294967295: none),
 * whether it is on the container's chain, its words, its words that data-husk-content labels content, template, and
 * template on fewer than 80 % of the pages, and its columns, all 32 bits wide. Little-endian, like the machines used
 * for training. */
#include "api/learner.h"
#include "api/output.h"
#include "base/limits.h"
#include "base/status.h"
#include "husk/lab.h"
#include "judge/site/place_features.h"

#define MAGIC 0x50534b48u

void husk_learner_columns(husk_output *output)
{
    char name[PLACE_NAME_SIZE];
    for (unsigned c = 0; c < N_PLACE_COLUMNS; c++) {
        place_column_name(c, name);
        buffer_format(&output->bytes, "%s\n", name);
    }
}

static void write_path(const trie *t, const place_matrix *m, uint32_t i, buffer *out)
{
    const trie_node *node = &t->nodes[i];
    uint32_t head[2] = { node->parent, m->chain[i] };
    float words[4] = { (float)node->sums[SUM_words], (float)node->sums[SUM_true_content],
                       (float)node->sums[SUM_true_template], (float)node->sums[SUM_true_rare] };
    buffer_append(out, (const char *)head, sizeof head);
    buffer_append(out, (const char *)words, sizeof words);
    for (unsigned c = 0; c < N_PLACE_COLUMNS; c++)
        buffer_append(out, (const char *)&m->values[(size_t)c * m->stride + i], sizeof(float));
}

husk_status husk_learner_dump(husk_learner *l, husk_output *output, husk_error *error)
{
    husk_status status = HUSK_OK;
    for (uint32_t h = 0; h < learner_n_hosts(l->inner) && status == HUSK_OK; h++) {
        arena memory;
        trie paths;
        place_matrix m;
        arena_init(&memory, HUSK_MAX_HOST_BYTES);
        status = learner_paths(l->inner, h, &memory, &paths, error);
        if (status == HUSK_OK && place_features(&paths, &memory, &m) != HUSK_OK)
            status = error_set(error, HUSK_NO_MEMORY, "out of memory");
        uint32_t head[4] = { MAGIC, paths.n, N_PLACE_COLUMNS, paths.n_pages };
        buffer_append(&output->bytes, (const char *)head, sizeof head);
        for (uint32_t i = 0; i < paths.n && status == HUSK_OK; i++)
            write_path(&paths, &m, i, &output->bytes);
        trie_free(&paths);
        arena_free(&memory);
    }
    return status == HUSK_OK ? output_status(output, "the dump", error) : status;
}
