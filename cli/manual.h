/* manual.h - everything that is printed about commands and options, made from their tables. */
#ifndef HUSK_CLI_MANUAL_H
#define HUSK_CLI_MANUAL_H

#include <stdio.h>

#include "command.h"

/* What --help prints: of the program, and of one command. */
void help_program(FILE *out);
void help_command(FILE *out, const command *command);

/* Print a command's help on standard output. */
exit_code help_show(const command *command);

/* Manual pages as roff: husk.1, and husk-COMMAND.1. */
void manual_program(FILE *out);
void manual_command(FILE *out, const command *command);

/* docs/commands.md. */
void manual_markdown(FILE *out);

/* Completion for a shell. */
void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);

/* The whole description of an option, with its choices and default as `command` sets them. */
void option_describe(const command *command, const option *option, char *out, size_t size);

#endif
