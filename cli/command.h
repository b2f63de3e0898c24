/* command.h - a command: a name, a table of options, and a function; help.txt describes them.
 * To add one, define `command_<name>` in cli/commands/cmd_<name>.c and list it in commands.h (CONTRIBUTING.md). */
#ifndef HUSK_CLI_COMMAND_H
#define HUSK_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "husk/husk.h"
#include "husk/lab.h"
#include "options.h"

typedef enum exit_code {
    EXIT_DONE = 0,
    EXIT_SOME_FAILED = 1, /* the rest were processed */
    EXIT_USAGE = 2,
    EXIT_NOTHING = 3 /* nothing could be done, or the output could not be written */
} exit_code;

/* How the commands that judge pages do it. */
typedef struct judging_settings {
    int method;
    const char *site;
    const char *model;
    husk_published published;
} judging_settings;

/* How the commands that learn update a site file. */
typedef struct relearning_settings {
    bool fresh;
    unsigned remembered;
    const char *date;
} relearning_settings;

/* The settings that every command has. A command's own settings struct starts with this. */
typedef struct common_settings {
    bool help;
    bool quiet;
    bool verbose;
    bool partial;  /* the result of a stopped run replaces the output file */
    bool sandbox;  /* start no programs, and connect only to fetch inputs */
    unsigned jobs; /* 0: one per core */
    const char *output;
    text_list headers;
    text_list fields;
    husk_source_options source;
    husk_page_options page;
    judging_settings judging;
    relearning_settings relearning;
} common_settings;

/* Values that the server takes, too. */
extern const choice methods_of_judging[], formats_of_extract[], formats_of_body[], parts_of_strip[];
/* Of the 2005 paper: what c_miss is charged for, and what a link path has of each element. */
extern const choice misses_of_paths[], link_paths[];

/* The costs of the 2005 paper's model: parameters of crawl and classify. */
#define PATH_COSTS(type, costs)                                                              \
    { REAL_AT(type, costs.path), .name = "cost-path", .max = 1e6 },                          \
        { REAL_AT(type, costs.index), .name = "cost-index", .max = 1e6 },                    \
        { REAL_AT(type, costs.miss), .name = "cost-miss", .max = 1e6 },                      \
        { CHOICE_AT(type, costs.miss_foreign), .name = "miss", .choices = misses_of_paths }, \
    {                                                                                        \
        CHOICE_AT(type, costs.paths), .name = "paths", .choices = link_paths                 \
    }

/* The option that nearly every command has. */
#define OUTPUT_OPTION                                                                                           \
    {                                                                                                           \
        TEXT_AT(common_settings, output), .name = "output", .letter = 'o', .value = "FILE", .is_written = true, \
    }

typedef struct command {
    const char *name;
    const char *summary;     /* one line, without a full stop */
    const char *operands;    /* for the usage line: "INPUT..." */
    const option *options;   /* its own; may be NULL */
    const option *published; /* its own parameters of published methods, for --set; may be NULL */
    bool reads_pages;        /* takes INPUT, and the options for reading pages */
    bool judges;             /* has --site, --method and --model */
    bool relearns;           /* has --fresh, --date and others for updating a site file */
    bool draws;              /* runs Graphviz, if it has a site */
    bool serves;             /* connects, listens, and opens inputs again when they change */
    bool follows;            /* reads files beside its operand */
    int min_operands;
    int max_operands; /* -1: any number */
    size_t settings_size;
    void (*defaults)(void *settings); /* sets its own members; the common ones are already set; may be NULL */
    exit_code (*run)(void *settings, const char *const *operands, size_t n_operands);
} command;

/* The members of a command that takes one or more INPUTs. */
#define TAKES_INPUTS .operands = "INPUT...", .reads_pages = true, .min_operands = 1, .max_operands = -1

typedef struct option_group {
    const char *title;
    const option *options;
    bool shared;     /* with nearly all commands: described once, in `husk help inputs` */
    bool is_reading; /* help of a command only names them */
} option_group;

#define MAX_GROUPS 6

/* The option tables of a command, in help order; returns their number. */
size_t command_groups(const command *command, option_group groups[MAX_GROUPS]);

/* Option number i of a command, over all its tables, or parameter number i of its published methods; NULL ends them. */
const option *command_option(const command *command, size_t i);
const option *command_parameter(const command *command, size_t i);

/* A command with all shared options. */
extern const command command_extract;

/* All commands in the order of commands.h, ended by NULL. */
extern const command *const all_commands[];

/* The command called `name`, or NULL. */
const command *command_find(const char *name);

/* Report an unknown command and suggest the nearest one. */
void command_unknown(const char *name);

/* The date of a run that learns in seconds since 1970, 0 if none is given. False after reporting that it is no date. */
bool relearning_date(const relearning_settings *g, int64_t *date);

/* A command's settings with their defaults, malloc'd. */
void *command_settings_new(const command *command);

/* --- help.txt, hints.txt and the scripts of completion/ ----------------------------------------------------------- */

#define MAX_TEXT 4096

/* A file that the build embeds: cmake/embed.cmake. */
typedef struct text_file {
    const char *name; /* without its folder; NULL ends the list */
    const char *data; /* followed by a zero byte */
    const char *end;
} text_file;
extern const text_file text_files[];

const char *text_file_named(const char *name);

/* The next heading of help.txt after `at` (NULL: the first) that begins with `prefix`; NULL: there is none. */
const char *text_heading(const char *at, const char *prefix);

/* What stands below a heading: lines joined, paragraphs separated by an empty line. False: there is no such heading. */
bool text_below(const char *heading, char out[MAX_TEXT]);

/* The description of an option: that of the command's own, or of those that several have. */
void text_of_option(const command *c, const option *o, char out[MAX_TEXT]);

/* Print a command's help on stdout. */
exit_code help_show(const command *command);

/* A completion script. */
enum { SHELL_NONE, SHELL_BASH, SHELL_ZSH, SHELL_FISH };
void completion_write(FILE *out, int shell);
/* What the scripts ask: candidates for the last of the words after "husk", on stdout. */
void completion_answer(char *const *words, int n);

#endif
