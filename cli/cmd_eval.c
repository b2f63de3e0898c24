/* cmd_eval.c - score an answer file against ground truth, with the papers' measures. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output.h"
#include "talk.h"

/* Per file: labels of a hundred thousand pages. */
#define MAX_FILE_BYTES ((size_t)1 << 30)

typedef struct eval_settings {
    common_settings common;
    const char *output;
    bool json, partial;
} eval_settings;

static const choice kinds[] = {
    { "clusters", HUSK_MEASURE_CLUSTERS },
    { "labels", HUSK_MEASURE_LABELS },
    { "duplicates", HUSK_MEASURE_DUPLICATES },
    { NULL, 0 },
};

static const option eval_options[] = {
    { FLAG_AT(eval_settings, partial), .name = "partial",
      .help = "Leave out the pages that one of the files alone has, and count them; without it they are an error." },
    { FLAG_AT(eval_settings, json), .name = "json", .help = "Print the figures as one line of JSON." },
    OUTPUT_OPTION(eval_settings),
    { .name = NULL },
};

static const char *const examples[] = {
    "husk cluster site/ > found.tsv && husk eval clusters found.tsv classes.tsv",
    "Are the clusters the classes?",
    "husk label page.html > found.jsonl && husk eval labels found.jsonl truth.jsonl",
    "How many words of the template were found?",
    NULL,
};

/* Read a whole file, malloc'd; NULL after reporting why. */
static char *read_whole(const char *path, size_t *len)
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
            char *larger = room <= MAX_FILE_BYTES * 2 ? realloc(bytes, room) : NULL;
            if (larger == NULL)
                break;
            bytes = larger;
        }
        size_t n = fread(bytes + *len, 1, room - *len, f);
        *len += n;
        more = n > 0;
    }
    bool done = f && bytes && !ferror(f) && feof(f) && *len <= MAX_FILE_BYTES;
    if (!done)
        talk("%s: %s", path, *len > MAX_FILE_BYTES ? "larger than 1 GB" : errno ? strerror(errno) : "reading failed");
    if (f && !is_stdin)
        fclose(f);
    if (done)
        return bytes;
    free(bytes);
    return NULL;
}

static bool find_kind(const char *name, husk_measure_kind *kind)
{
    for (const choice *c = kinds; c->name; c++)
        if (strcmp(c->name, name) == 0) {
            *kind = (husk_measure_kind)c->value;
            return true;
        }
    char names[64];
    options_list_choices(kinds, names, sizeof names);
    talk("eval: the measure is %s, not '%s'", names, name);
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
    char *answer = read_whole(operands[1], &answer_len), *truth = answer ? read_whole(operands[2], &truth_len) : NULL;
    bool ok = answer && truth;
    if (ok && (husk_output_new((size_t)1 << 20, &figures) != HUSK_OK ||
               husk_measure(kind, answer, answer_len, truth, truth_len, &options, figures, &error) != HUSK_OK)) {
        talk("%s", error.message[0] ? error.message : "out of memory");
        ok = false;
    }
    ok = ok && output_whole(s->output, figures);
    husk_output_free(figures);
    free(answer);
    free(truth);
    return ok ? EXIT_DONE : EXIT_NOTHING;
}

const command command_eval = {
    .name = "eval",
    .summary = "score answers against ground truth",
    .operands = "MEASURE ANSWER TRUTH",
    .about = "Print the measures of the papers, from a file of answers and a file of truth. Either may be - for "
             "standard input.\n\n"
             "clusters: both files have a line for each page, its cluster or class, a tab, and the page, as cluster, "
             "topics, classify and "
             "show --pages print them. F (each class's best over the clusters, by size), macro-F (classes alike), "
             "purity, entropy in bits (less is better), NMI, NCE "
             "and the adjusted Rand index. NCE is 1 - entropy / log(classes); the paper of 2011 prints another "
             "formula, which is given too.\n\n"
             "labels: both files are JSON lines as label writes them, with page, text and label, content or template. "
             "Precision, recall and F over "
             "words, for the template and for the content. How a page is cut into lines does not matter; pages with "
             "the same words in the same "
             "order are compared word by word, others as bags of words.\n\n"
             "duplicates: the answer has lines of group, tab and page, as dedup prints them; the truth has lines of "
             "\"same\" or \"different\" and "
             "two pages, with tabs between. The share of the pairs that are told right, of either kind.",
    .examples = examples,
    .options = eval_options,
    .min_operands = 3,
    .max_operands = 3,
    .settings_size = sizeof(eval_settings),
    .run = run,
};
