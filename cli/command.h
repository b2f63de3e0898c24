/* command.h - what a command is: a name, words for people, a table of options, and a function.
 * A new one is a file cli/cmd_<name>.c that defines `command_<name>`, and a line in commands.h (CONTRIBUTING.md). */
#ifndef HUSK_CLI_COMMAND_H
#define HUSK_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "husk/husk.h"
#include "husk/lab.h"
#include "options.h"

typedef enum exit_code {
    EXIT_DONE = 0,
    EXIT_SOME_FAILED = 1, /* the others are done */
    EXIT_USAGE = 2,
    EXIT_NOTHING = 3 /* nothing could be done, or the output could not be written */
} exit_code;

/* The settings that every command has. A command's own settings struct begins with one of these. */
typedef struct common_settings {
    bool help;
    bool quiet;
    bool verbose;
    bool partial;  /* a stopped run's result replaces the output file */
    unsigned jobs; /* 0: one for each core */
    text_list headers;
    husk_source_options source;
    husk_page_options page;
} common_settings;

typedef struct command {
    const char *name;
    const char *summary;         /* one line, without a full stop */
    const char *operands;        /* of the usage line: "INPUT..." */
    const char *about;           /* paragraphs, parted by an empty line */
    const char *const *examples; /* a line to type, then what it does, in turn; NULL ends them; may be NULL */
    const option *options;       /* its own; may be NULL */
    bool reads_pages;            /* takes INPUT, and with it the options for reading */
    int min_operands;
    int max_operands; /* -1: any number */
    size_t settings_size;
    void (*defaults)(void *settings); /* its own members; the common ones are set already; may be NULL */
    exit_code (*run)(void *settings, const char *const *operands, size_t n_operands);
} command;

/* The members of a command that takes any number of INPUTs, one at least. */
#define TAKES_INPUTS .operands = "INPUT...", .reads_pages = true, .min_operands = 1, .max_operands = -1

typedef struct option_group {
    const char *title;
    const option *options;
    bool shared; /* with other commands */
} option_group;

#define MAX_GROUPS 3

/* The option tables of a command, in the order of its help; returns how many. */
size_t command_groups(const command *command, option_group groups[MAX_GROUPS]);

/* The commands there are, in the order of commands.h, ended by NULL. */
extern const command *const all_commands[];

/* The command called `name`, or NULL. */
const command *command_find(const char *name);

/* Tell that there is no such command, and the nearest that there is. */
void command_unknown(const char *name);

/* A command's settings with their defaults, malloc'd. */
void *command_settings_new(const command *command);

/* What INPUT may be, and what the exit codes mean, for help and manual. */
extern const char about_inputs[];
extern const char about_exit[];

#endif
