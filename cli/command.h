/* command.h - a command: a name, a table of options, and a function; help.txt describes them. The parser, --help,
 * manual, completions and docs/commands.md use the same tables. To add one, define `command_<name>` in
 * cli/commands/cmd_<name>.c and list it in commands.h (CONTRIBUTING.md). */
#ifndef HUSK_CLI_COMMAND_H
#define HUSK_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "husk/husk.h"
#include "husk/lab.h"

/* --- options: parsed values are stored in the command's settings struct, at the offset that the table gives ------- */

typedef enum option_kind {
    OPTION_FLAG,   /* bool, set to true */
    OPTION_NO,     /* bool, set to false */
    OPTION_TEXT,   /* const char * */
    OPTION_NUMBER, /* unsigned or uint64_t, in [min, max] */
    OPTION_REAL,   /* double or float, in [min, max] */
    OPTION_SIZE,   /* size_t in [min, max], with optional K, M or G */
    OPTION_CHOICE, /* int, unsigned or bool: the value of one of `choices` */
    OPTION_PARTS,  /* unsigned: the values of any `choices`, separated by commas, joined by | */
    OPTION_LIST,   /* text_list: may be repeated */
    OPTION_SET     /* NAME=VALUE: a parameter of a published method, or NAME if it is a flag; may be repeated */
} option_kind;

typedef struct text_list {
    const char **items; /* malloc'd; the texts belong to the command line */
    size_t n;
} text_list;

typedef struct choice {
    const char *name; /* NULL ends a list */
    int value;
} choice;

typedef struct option {
    const char *name; /* without "--"; NULL ends a table */
    char letter;      /* of the short form, or 0 */
    option_kind kind;
    size_t offset, size;   /* of the member it sets */
    const char *value;     /* name of its value in help: FILE and DIR are completed as such */
    const choice *choices; /* of OPTION_CHOICE and OPTION_PARTS */
    double min, max;       /* of numbers */
    bool is_written;       /* its FILE or DIR: the sandbox allows that */
    const char *normally;  /* the default in words; NULL: printed for numbers and choices */
} option;

/* .kind, .offset and .size of a table entry, with the member's type checked at compile time. */
#define MEMBER_AT(type, member, ...)                                                   \
    .offset = offsetof(type, member) + _Generic(((type *)0)->member, __VA_ARGS__ : 0), \
    .size = sizeof(((type *)0)->member)
#define FLAG_AT(type, member) .kind = OPTION_FLAG, MEMBER_AT(type, member, bool)
#define NO_AT(type, member) .kind = OPTION_NO, MEMBER_AT(type, member, bool)
#define TEXT_AT(type, member) .kind = OPTION_TEXT, MEMBER_AT(type, member, const char *)
#define NUMBER_AT(type, member) .kind = OPTION_NUMBER, MEMBER_AT(type, member, unsigned : 0, uint64_t)
#define REAL_AT(type, member) .kind = OPTION_REAL, MEMBER_AT(type, member, double : 0, float)
#define SIZE_AT(type, member) .kind = OPTION_SIZE, MEMBER_AT(type, member, size_t)
#define CHOICE_AT(type, member) .kind = OPTION_CHOICE, MEMBER_AT(type, member, int : 0, unsigned : 0, bool)
#define PARTS_AT(type, member) .kind = OPTION_PARTS, MEMBER_AT(type, member, unsigned)
#define LIST_AT(type, member) .kind = OPTION_LIST, MEMBER_AT(type, member, text_list)

static inline bool option_takes_value(const option *o)
{
    return o->kind != OPTION_FLAG && o->kind != OPTION_NO;
}

/* "text, markdown or html" */
void options_list_choices(const choice *choices, char *out, size_t size);

/* A size in the form that options take: "64M". */
void options_show_size(double bytes, char *out, size_t size);

/* The value that a flag, number or choice has in these settings. */
double option_number(const option *o, const void *settings);

typedef struct suggestion {
    const char *typed;
    size_t len;
    const char *best; /* NULL: nothing is close */
    unsigned distance;
} suggestion;

suggestion suggestion_for(const char *typed, size_t len);

/* Keep `name` if it is closer than the best so far. */
void suggestion_consider(suggestion *s, const char *name);

/* --- commands ----------------------------------------------------------------------------------------------------- */

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

/* Parse the words after the command's name into `settings`, which holds the defaults. Operands are moved to the front
 * of `words` and counted in `n_operands`. False after reporting what is wrong. Stops at --help. */
bool options_parse(const command *command, char **words, int n_words, void *settings, int *n_operands);

/* A command's option with this long name or, if name is NULL, this letter; NULL if it has none. */
const option *option_find(const command *command, const char *name, size_t len, char letter);

/* Set one option, not from a command line. False: it can't have that value. */
bool option_set(const option *o, void *settings, const char *value);

/* Free what options_parse allocated for a command's settings. */
void options_free(const command *command, void *settings);

/* The date of a run that learns in seconds since 1970, 0 if none is given. False after reporting that it is no date. */
bool relearning_date(const relearning_settings *g, int64_t *date);

/* A command's settings with their defaults, malloc'd. */
void *command_settings_new(const command *command);

/* --- short forms of options, formats by name, and hints (aliases.c) ----------------------------------------------- */

/* --links is --with links. */
typedef struct short_form {
    const char *name, *option, *value;
} short_form;

/* NULL if there is none of this name. */
const short_form *short_form_find(const char *name);

#define MAX_FORMAT 32

/* Our name for another program's format, by hints.txt: "gfm" is markdown. `name` itself if unknown. */
const char *alias_format(const char *name, char ours[MAX_FORMAT]);

/* The format that the name of an output file asks for: one of `formats`, by its ending before .gz or .zst, or `none`.
 * `path` may be NULL. */
int format_by_name(const char *path, const choice *formats, int none);

/* What to do instead, for names of formats that are not written, as hints.txt has it by their endings. False for
 * others.
 */
bool instead_of_name(const char *path, char *out, size_t size);

/* What to use instead of another program's option, "--url" or "-u", as hints.txt has it. False: it is not known. */
bool alias_hint(const char *name, size_t len, char *out, size_t size);

/* What helps against the failure of an input, as " (--option …)", or "". */
const char *alias_remedy(const char *input, const char *reason);

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
