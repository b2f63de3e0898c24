/* fuzz_options.c - the words of a command line, one per line of the input: a command, its options and operands.
 * Nothing is run. A line that is refused is refused with a message that names no character a terminal would obey; of
 * one that is accepted, the operands are among the words, and numbers and choices are within their limits. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "talk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void __wrap_talk(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define MAX_WORDS 64

static unsigned n_messages;

/* In place of talk(), which writes to stderr. */
void __wrap_talk(const char *format, ...)
{
    char line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    talk_clean(line);
    for (const char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            abort();
    n_messages += line[0] != 0;
}

static int split(char *text, char **words)
{
    int n = 0;
    for (char *word = strtok(text, "\n"); word && n < MAX_WORDS; word = strtok(NULL, "\n"))
        words[n++] = word;
    return n;
}

static bool is_choice(const option *o, int value)
{
    for (const choice *c = o->choices; c->name; c++)
        if (c->value == value)
            return true;
    return false;
}

static double real_at(const option *o, const char *at)
{
    return o->size == sizeof(float) ? (double)*(const float *)(const void *)at : *(const double *)(const void *)at;
}

/* Is what the option set within its limits? Its default need not be. */
static bool is_within(const option *o, const char *settings, const char *defaults)
{
    const char *at = settings + o->offset, *normal = defaults + o->offset;
    switch (o->kind) {
    case OPTION_NUMBER:
        return *(const unsigned *)at == *(const unsigned *)normal ||
               (*(const unsigned *)at >= o->min && *(const unsigned *)at <= o->max);
    case OPTION_REAL:
        return real_at(o, at) == real_at(o, normal) || (real_at(o, at) >= o->min && real_at(o, at) <= o->max);
    case OPTION_SIZE:
        return *(const size_t *)at == *(const size_t *)normal ||
               ((double)*(const size_t *)at >= o->min && (double)*(const size_t *)at <= o->max);
    case OPTION_CHOICE:
        return *(const int *)at == *(const int *)normal || is_choice(o, *(const int *)at);
    default:
        return true;
    }
}

static void check_settings(const command *c, const void *settings)
{
    option_group groups[MAX_GROUPS];
    size_t n = command_groups(c, groups);
    void *defaults = command_settings_new(c);
    for (size_t g = 0; g < n; g++)
        for (const option *o = groups[g].options; o->name; o++)
            if (!is_within(o, settings, defaults))
                abort();
    free(defaults);
}

static void check_operands(const command *c, char **words, int n, int n_operands)
{
    if (n_operands < c->min_operands || (c->max_operands >= 0 && n_operands > c->max_operands) || n_operands > n)
        abort();
    for (int i = 0; i < n_operands; i++)
        if (words[i] == NULL)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *words[MAX_WORDS];
    if (!text)
        abort();
    memcpy(text, size ? (const char *)data : "", size);
    text[size] = 0;
    int n = split(text, words), n_operands = 0;
    const command *c = n ? command_find(words[0]) : NULL;
    n_messages = 0;
    if (n && !c)
        command_unknown(words[0]);
    common_settings *settings = c ? command_settings_new(c) : NULL;
    if (c && options_parse(c, words + 1, n - 1, settings, &n_operands)) {
        check_settings(c, settings);
        if (!settings->help)
            check_operands(c, words + 1, n - 1, n_operands);
    } else if (n && n_messages == 0) {
        abort(); /* refused without a word */
    }
    if (c)
        options_free(c, settings);
    free(settings);
    free(text);
    return 0;
}
