/* cmd_help.c - help and manual pages, generated from the option tables.
 * Help is always 80 columns wide, because tests compare the text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output.h"

#define WIDTH 79
#define INDENT 28 /* column of the option descriptions */

typedef struct help_settings {
    common_settings common;
    bool man;
    bool about_inputs;
    int shell;
} help_settings;

static const choice shells[] = { { "bash", SHELL_BASH }, { "zsh", SHELL_ZSH }, { "fish", SHELL_FISH }, { NULL, 0 } };

static const option help_options[] = {
    { FLAG_AT(help_settings, man), .name = "man" },
    { CHOICE_AT(help_settings, shell), .name = "completion", .value = "SHELL", .choices = shells },
    { .name = NULL },
};

/* A form of documentation. */
typedef struct form {
    const char *title[2]; /* around a group's title */
    void (*option)(FILE *out, const option *o, const char *about);
    void (*say)(FILE *out, const char *text); /* a paragraph after a group */
    const char *examples;
    void (*example)(FILE *out, const char *line, const char *about);
} form;

/* --- what all forms have in common -------------------------------------------------------------------------------- */

/* The full description of an option, with its choices and default as `c` sets them. */
static void describe(const command *c, const option *o, char *out, size_t size)
{
    char choices[256] = "", normally[256] = "";
    void *settings = command_settings_new(c);
    bool is_number = o->kind != OPTION_TEXT && o->kind != OPTION_LIST && o->kind != OPTION_SET;
    double value = settings != NULL && is_number ? option_number(o, settings) : 0;
    free(settings);
    if (o->kind == OPTION_CHOICE || o->kind == OPTION_PARTS)
        options_list_choices(o->choices, choices, sizeof choices);
    if (o->normally != NULL)
        snprintf(normally, sizeof normally, "%s", o->normally);
    else if (o->kind == OPTION_NUMBER || o->kind == OPTION_REAL)
        snprintf(normally, sizeof normally, "%.*g", o->kind == OPTION_REAL ? 6 : 20, value);
    else if (o->kind == OPTION_SIZE)
        options_show_size(value, normally, sizeof normally);
    for (const choice *k = o->choices; k != NULL && o->normally == NULL && k->name != NULL; k++)
        if (k->value == value)
            snprintf(normally, sizeof normally, "%s", k->name);
    text_of_option(c, o, out);
    size_t len = strlen(out);
    len += (size_t)snprintf(out + len, size - len, "%s%s%s%s%s%s%s%s", choices[0] ? " " : "",
                            choices[0] ? o->value : "", choices[0] ? " is " : "", choices,
                            o->kind == OPTION_PARTS ? "; several are separated by commas."
                            : choices[0]            ? "."
                                                    : "",
                            normally[0] ? " Default: " : "", normally, normally[0] ? "." : "");
    const option *p;
    for (size_t i = 0; o->kind == OPTION_SET && (p = command_parameter(c, i)) != NULL; i++)
        len += (size_t)snprintf(out + len, size - len, " %s%c", p->name, command_parameter(c, i + 1) ? ',' : '.');
}

static void show_group(FILE *out, const form *f, const command *c, const option_group *group)
{
    char about[MAX_TEXT + 1024];
    if (group->title != NULL)
        fprintf(out, "%s%s%s", f->title[0], group->title, f->title[1]);
    for (const option *o = group->options; o->name != NULL; o++) {
        describe(c, o, about, sizeof about);
        f->option(out, o, about);
    }
}

/* A command's groups of options; a sentence says which options read pages. */
static void show_groups(FILE *out, const form *f, const command *c)
{
    option_group groups[MAX_GROUPS];
    size_t n_groups = command_groups(c, groups);
    for (size_t g = 0; g < n_groups; g++) {
        char text[640] = "Also the options for reading pages, which husk help inputs describes:";
        if (!groups[g].is_reading) {
            show_group(out, f, c, &groups[g]);
            continue;
        }
        for (const option *o = groups[g].options; o->name != NULL; o++) {
            size_t len = strlen(text);
            snprintf(text + len, sizeof text - len, " --%s%c", o->name, o[1].name != NULL ? ',' : '.');
        }
        f->say(out, text);
    }
}

/* The options for reading pages, which all commands that take INPUT share, and the general ones. */
static void show_shared(FILE *out, const form *f, bool with_general)
{
    option_group groups[MAX_GROUPS];
    size_t n_groups = command_groups(&command_extract, groups);
    for (size_t g = 0; g < n_groups; g++)
        if (groups[g].is_reading || (with_general && groups[g].shared))
            show_group(out, f, &command_extract, &groups[g]);
}

static void show_examples(FILE *out, const form *f, const command *c)
{
    char prefix[32], heading[256], about[MAX_TEXT];
    snprintf(prefix, sizeof prefix, "%s $ ", c->name);
    const char *at = text_heading(NULL, prefix);
    if (at != NULL)
        fputs(f->examples, out);
    for (; at != NULL; at = text_heading(at, prefix)) {
        snprintf(heading, sizeof heading, "%.*s", (int)strcspn(at, "\n"), at);
        text_below(heading, about);
        f->example(out, heading + strlen(prefix), about);
    }
}

/* --- text --------------------------------------------------------------------------------------------------------- */

/* Print `text` word-wrapped from column `at`, further lines from column `indent`; an empty line separates paragraphs.
 */
static void wrap(FILE *out, const char *text, size_t at, size_t indent)
{
    size_t column = at;
    bool first = true;
    while (*text != 0) {
        size_t breaks = strspn(text, "\n");
        if (breaks >= 2) {
            fprintf(out, "\n\n%*s", (int)indent, "");
            column = indent;
            first = true;
        }
        text += strspn(text, " \n");
        size_t len = strcspn(text, " \n");
        if (len == 0)
            break;
        if (!first && column + 1 + len > WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            first = true;
        }
        fprintf(out, "%s%.*s", first ? "" : " ", (int)len, text);
        column += len + !first;
        first = false;
        text += len;
    }
    fputc('\n', out);
}

static void text_option(FILE *out, const option *o, const char *about)
{
    char left[80], letter[8] = "    ";
    if (o->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    int len = snprintf(left, sizeof left, "  %s--%s%s%s", letter, o->name, o->value != NULL ? " " : "",
                       o->value != NULL ? o->value : "");
    if (len > INDENT - 2)
        fprintf(out, "%s\n%*s", left, INDENT, "");
    else
        fprintf(out, "%-*s", INDENT, left);
    wrap(out, about, INDENT, INDENT);
}

static void text_say(FILE *out, const char *text)
{
    fputc('\n', out);
    wrap(out, text, 0, 0);
}

static void text_example(FILE *out, const char *line, const char *about)
{
    fprintf(out, "  %s\n      ", line);
    wrap(out, about, 6, 6);
}

static const form text_form = { { "\n", ":\n" }, text_option, text_say, "\nExamples:\n", text_example };

/* What stands below a heading of help.txt. */
static void wrap_below(FILE *out, const char *heading, size_t at)
{
    char text[MAX_TEXT];
    text_below(heading, text);
    wrap(out, text, at, 0);
}

static void help_exit(FILE *out)
{
    fputs("\nExit status: ", out);
    wrap_below(out, "EXIT STATUS", 13);
}

static void help_command(FILE *out, const command *c)
{
    fprintf(out, "husk %s - %s\n\nUsage: husk %s [OPTION]...%s%s\n\n", c->name, c->summary, c->name,
            c->operands[0] ? " " : "", c->operands);
    wrap_below(out, c->name, 0);
    show_groups(out, &text_form, c);
    show_examples(out, &text_form, c);
    help_exit(out);
}

static void help_inputs(FILE *out)
{
    fputs("husk help inputs - what INPUT may be, and the options for reading it\n\n", out);
    wrap_below(out, "INPUT", 0);
    show_shared(out, &text_form, false);
}

static void help_program(FILE *out)
{
    fputs("husk - separate a web page's main content from its template\n\n"
          "Usage: husk COMMAND [OPTION]... [INPUT]...\n\nCommands:\n",
          out);
    for (const command *const *c = all_commands; *c != NULL; c++) {
        fprintf(out, "  %-10s", (*c)->name);
        wrap(out, (*c)->summary, 12, 12);
    }
    fputs("\n'husk help COMMAND' describes a command and its options, 'husk help inputs'\nthe options for reading "
          "pages.\n\n",
          out);
    wrap_below(out, "INPUT", 0);
    help_exit(out);
}

/* --- roff --------------------------------------------------------------------------------------------------------- */

/* Escape text for roff, so that "-" can be copied as typed; an empty line becomes a new paragraph. */
static void roff(FILE *out, const char *text)
{
    bool line_start = true;
    for (; *text != 0; text++) {
        if (text[0] == '\n' && text[1] == '\n') {
            fputs("\n.PP\n", out);
            text++;
            line_start = true;
            continue;
        }
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        line_start = *text == '\n';
        const char *code = *text == '\\' ? "\\e" : *text == '-' ? "\\-" : *text == '\'' ? "\\(aq" : NULL;
        code = *text == '^' ? "\\(ha" : *text == '~' ? "\\(ti" : code;
        if (code != NULL)
            fputs(code, out);
        else
            fputc(*text, out);
    }
}

static void roff_line(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    roff(out, text);
    fputc('\n', out);
}

/* A section of what stands below a heading of help.txt. */
static void roff_below(FILE *out, const char *title, const char *heading)
{
    char text[MAX_TEXT];
    text_below(heading, text);
    fprintf(out, ".SH %s\n", title);
    roff_line(out, "", text);
}

static void roff_option(FILE *out, const option *o, const char *about)
{
    fputs(".TP\n", out);
    if (o->letter != 0)
        fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", out);
    roff(out, o->name);
    if (o->value != NULL) {
        fputs("\\fR \\fI", out);
        roff(out, o->value);
    }
    roff_line(out, "\\fR\n", about);
}

static void roff_say(FILE *out, const char *text)
{
    roff_line(out, ".PP\n", text);
}

static void roff_example(FILE *out, const char *line, const char *about)
{
    fputs(".TP\n\\fB", out);
    roff(out, line);
    roff_line(out, "\\fR\n", about);
}

static const form roff_form = { { ".SS ", "\n" }, roff_option, roff_say, ".SH EXAMPLES\n", roff_example };

static void manual_heading(FILE *out, const char *name)
{
    fputs(".TH \"", out);
    for (const char *p = name; *p != 0; p++)
        fputc(toupper((unsigned char)*p), out);
    fprintf(out, "\" \"1\" \"\" \"husk %s\" \"Husk\"\n.SH NAME\n", husk_version());
}

static void manual_command(FILE *out, const command *c)
{
    char page[64];
    snprintf(page, sizeof page, "husk-%s", c->name);
    manual_heading(out, page);
    fprintf(out, "husk\\-%s \\- ", c->name);
    roff(out, c->summary);
    fprintf(out, "\n.SH SYNOPSIS\n\\fBhusk %s\\fR [\\fIOPTION\\fR]...%s%s\n", c->name, c->operands[0] ? " " : "",
            c->operands);
    roff_below(out, "DESCRIPTION", c->name);
    fputs(".SH OPTIONS\n", out);
    show_groups(out, &roff_form, c);
    roff_below(out, "EXIT STATUS", "EXIT STATUS");
    show_examples(out, &roff_form, c);
    fputs(".SH SEE ALSO\n.BR husk (1)\n", out);
}

static void manual_program(FILE *out)
{
    manual_heading(out, "husk");
    fputs("husk \\- separate a web page\\(aqs main content from its template\n"
          ".SH SYNOPSIS\n\\fBhusk\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIINPUT\\fR]...\n",
          out);
    roff_below(out, "DESCRIPTION", "INPUT");
    fputs(".SH COMMANDS\n", out);
    for (const command *const *c = all_commands; *c != NULL; c++) {
        fprintf(out, ".TP\n\\fB%s\\fR\n", (*c)->name);
        roff(out, (*c)->summary);
        fprintf(out, ": see\n.BR husk\\-%s (1).\n", (*c)->name);
    }
    fputs(".SH OPTIONS\n", out);
    show_shared(out, &roff_form, true);
    roff_below(out, "EXIT STATUS", "EXIT STATUS");
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static void write_help(FILE *out, const help_settings *s, const command *about)
{
    if (s->about_inputs)
        help_inputs(out);
    else if (s->shell != SHELL_NONE)
        completion_write(out, s->shell);
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
    return show(&(help_settings){ .shell = SHELL_NONE }, about);
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
    .options = help_options,
    .max_operands = 1,
    .settings_size = sizeof(help_settings),
    .run = run,
};
