/* options.h - option tables: the parser, --help, manual, completions and docs/commands.md use the same one.
 * Parsed values are stored in the command's settings struct, at the offset that the table gives. */
#ifndef HUSK_CLI_OPTIONS_H
#define HUSK_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* --- the name nearest to what was typed --- */

typedef struct suggestion {
    const char *typed;
    size_t len;
    const char *best; /* NULL: nothing is close */
    unsigned distance;
} suggestion;

suggestion suggestion_for(const char *typed, size_t len);

/* Keep `name` if it is closer than the best so far. */
void suggestion_consider(suggestion *s, const char *name);

/* --- parsing --- */

struct command;

/* Parse the words after the command's name into `settings`, which holds the defaults. Operands are moved to the front
 * of `words` and counted in `n_operands`. False after reporting what is wrong. Stops at --help. */
bool options_parse(const struct command *command, char **words, int n_words, void *settings, int *n_operands);

/* A command's option with this long name or, if name is NULL, this letter; NULL if it has none. */
const option *option_find(const struct command *command, const char *name, size_t len, char letter);

/* Set one option, not from a command line. False: it can't have that value. */
bool option_set(const option *o, void *settings, const char *value);

/* Free what options_parse allocated for a command's settings. */
void options_free(const struct command *command, void *settings);

#endif
