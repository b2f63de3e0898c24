/* cmd_help.c - help, manual pages, completions and docs/commands.md, all generated from the option tables. */
#include <stdlib.h>
#include <string.h>

#include "manual.h"
#include "output.h"
#include "talk.h"

typedef struct help_settings {
    common_settings common;
    bool man;
    bool markdown;
    bool commands;
    bool about_inputs;
    int shell;
} help_settings;

enum { NO_SHELL, BASH, ZSH, FISH };

static const choice shells[] = { { "bash", BASH }, { "zsh", ZSH }, { "fish", FISH }, { NULL, 0 } };

static const option help_options[] = {
    { FLAG_AT(help_settings, man), .name = "man",
      .help = "Print the manual page of the program, or of COMMAND, as roff." },
    { CHOICE_AT(help_settings, shell), .name = "completion", .value = "SHELL", .choices = shells,
      .help = "Print a completion script for SHELL." },
    { FLAG_AT(help_settings, markdown), .name = "markdown", .help = "Print the help of all commands as Markdown." },
    { FLAG_AT(help_settings, commands), .name = "commands", .help = "Print the names of all commands, one per line." },
    { .name = NULL },
};

static const char *const examples[] = {
    "husk help extract",
    "Show the help of husk extract.",
    "husk help --man extract | man -l -",
    "Read the manual page of husk extract.",
    ". <(husk help --completion bash)",
    "Enable completion in this shell.",
    NULL,
};

static void write_names(FILE *out)
{
    for (const command *const *c = all_commands; *c != NULL; c++)
        fprintf(out, "%s\n", (*c)->name);
}

static void write_help(FILE *out, const help_settings *s, const command *about)
{
    if (s->about_inputs)
        help_inputs(out);
    else if (s->shell == BASH)
        completion_bash(out);
    else if (s->shell == ZSH)
        completion_zsh(out);
    else if (s->shell == FISH)
        completion_fish(out);
    else if (s->markdown)
        manual_markdown(out);
    else if (s->commands)
        write_names(out);
    else if (s->man)
        about != NULL ? manual_command(out, about) : manual_program(out);
    else
        about != NULL ? help_command(out, about) : help_program(out);
}

/* Built in memory, so that it is written with the same checks as data. */
static exit_code show(const help_settings *s, const command *about)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (out != NULL)
        write_help(out, s, about);
    output o;
    if (out == NULL || fclose(out) != 0 || !output_open(&o, NULL)) {
        free(text);
        return EXIT_NOTHING;
    }
    output_write(&o, text, len);
    free(text);
    return output_close(&o, true) ? EXIT_DONE : EXIT_NOTHING;
}

exit_code help_show(const command *about)
{
    help_settings settings = { .shell = NO_SHELL };
    return show(&settings, about);
}

static exit_code run(void *settings, const char *const *operands, size_t n_operands)
{
    help_settings *s = settings;
    const command *about = n_operands > 0 ? command_find(operands[0]) : NULL;
    s->about_inputs = n_operands > 0 && strcmp(operands[0], "inputs") == 0;
    if (n_operands > 0 && about == NULL && !s->about_inputs) {
        command_unknown(operands[0]);
        return EXIT_USAGE;
    }
    return show(s, about);
}

const command command_help = {
    .name = "help",
    .summary = "list the commands, or show the options of one",
    .operands = "[COMMAND]",
    .about = "Print the list of commands, or the help of one. husk help inputs describes what INPUT may be and the "
             "options for reading it, which all commands that take INPUT have.",
    .examples = examples,
    .options = help_options,
    .max_operands = 1,
    .settings_size = sizeof(help_settings),
    .run = run,
};
