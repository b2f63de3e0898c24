/* manual.h - everything printed about commands and options, generated from their tables. */
#ifndef HUSK_CLI_MANUAL_H
#define HUSK_CLI_MANUAL_H

#include <stdio.h>

#include "command.h"

/* The output of --help: for the program, and for one command. */
void help_program(FILE *out);
void help_command(FILE *out, const command *command);
/* What INPUT may be, and the options for reading it. */
void help_inputs(FILE *out);
/* For every form of help: show a command's groups of options, and say in a sentence which options read pages. */
typedef void (*show_group)(FILE *out, const command *command, const option_group *group);
void help_groups(FILE *out, const command *command, show_group show, void (*say)(FILE *out, const char *text));
/* Show the options for reading pages, which all commands that take INPUT share, and the general ones. */
void help_shared(FILE *out, show_group show, bool with_general);

/* Print a command's help on stdout. */
exit_code help_show(const command *command);

/* Manual pages as roff: husk.1, and husk-COMMAND.1. */
void manual_program(FILE *out);
void manual_command(FILE *out, const command *command);

/* docs/commands.md. */
void manual_markdown(FILE *out);

/* Shell completion. */
void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);

/* The full description of an option, with its choices and default as `command` sets them. */
void option_describe(const command *command, const option *option, char *out, size_t size);

#endif
