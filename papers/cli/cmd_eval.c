/* cmd_eval.c - score an answer file against ground truth, with the papers' measures. */
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "talk.h"

/* Per file: labels of a hundred thousand pages. */
#define MAX_FILE_BYTES ((size_t)1 << 30)

typedef struct eval_settings {
    common_settings common;
    bool json, partial;
} eval_settings;

static const choice kinds[] = {
    { "clusters", HUSK_MEASURE_CLUSTERS },
    { "labels", HUSK_MEASURE_LABELS },
    { "duplicates", HUSK_MEASURE_DUPLICATES },
    { NULL, 0 },
};

static const option eval_options[] = {
    { FLAG_AT(eval_settings, partial), .name = "partial" },
    { FLAG_AT(eval_settings, json), .name = "json" },
    OUTPUT_OPTION,
    { .name = NULL },
};

static bool find_kind(const char *name, husk_measure_kind *kind)
{
    for (const choice *c = kinds; c->name; c++)
        if (strcmp(c->name, name) == 0) {
            *kind = (husk_measure_kind)c->value;
            return true;
        }
    char names[64];
    options_list_choices(kinds, names, sizeof names);
    talk("eval: MEASURE must be %s, not '%s'", names, name);
    return false;
}

static exit_code run(void *settings, const char *const *operands, size_t n_operands)
{
    const eval_settings *s = settings;
    husk_measure_kind kind;
    husk_measure_options options;
    husk_error error = { .status = HUSK_OK };
    husk_output *figures = NULL;
    (void)n_operands;
    if (!find_kind(operands[0], &kind))
        return EXIT_USAGE;
    husk_measure_options_init(&options, sizeof options);
    options.format = s->json ? HUSK_FORMAT_JSON : HUSK_FORMAT_TEXT;
    options.partial = s->partial;
    size_t answer_len, truth_len = 0;
    char *answer = file_read(operands[1], MAX_FILE_BYTES, &answer_len);
    char *truth = answer ? file_read(operands[2], MAX_FILE_BYTES, &truth_len) : NULL;
    bool ok = answer && truth;
    if (ok && (husk_output_new((size_t)1 << 20, &figures) != HUSK_OK ||
               husk_measure(kind, answer, answer_len, truth, truth_len, &options, figures, &error) != HUSK_OK)) {
        talk("%s", error.message[0] ? error.message : "out of memory");
        ok = false;
    }
    ok = ok && output_whole(s->common.output, figures);
    husk_output_free(figures);
    free(answer);
    free(truth);
    return ok ? EXIT_DONE : EXIT_NOTHING;
}

const command command_eval = {
    .name = "eval",
    .summary = "score answers against ground truth",
    .operands = "MEASURE ANSWER TRUTH",
    .options = eval_options,
    .min_operands = 3,
    .max_operands = 3,
    .settings_size = sizeof(eval_settings),
    .run = run,
};
