/* help.c - --help, from the tables. Always 80 columns wide, because tests compare the text. */
#include <stdlib.h>
#include <string.h>

#include "manual.h"

#define WIDTH 79
#define INDENT 28 /* column of the option descriptions */

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

/* The default of a number or a choice, read from the command's default settings. */
static void default_of(const option *o, const char *settings, char *out, size_t size)
{
    const char *member = settings + o->offset;
    out[0] = 0;
    if (o->normally != NULL) {
        snprintf(out, size, "%s", o->normally);
    } else if (o->kind == OPTION_NUMBER) {
        snprintf(out, size, "%u", *(const unsigned *)member);
    } else if (o->kind == OPTION_REAL) {
        snprintf(out, size, "%g", *(const double *)member);
    } else if (o->kind == OPTION_SIZE) {
        options_show_size((double)*(const size_t *)member, out, size);
    } else if (o->kind == OPTION_CHOICE) {
        for (const choice *c = o->choices; c->name != NULL; c++)
            if (c->value == *(const int *)member)
                snprintf(out, size, "%s", c->name);
    }
}

void option_describe(const command *c, const option *o, char *out, size_t size)
{
    char choices[256] = "", normally[256] = "";
    if (o->kind == OPTION_CHOICE)
        options_list_choices(o->choices, choices, sizeof choices);
    void *settings = command_settings_new(c);
    if (settings != NULL)
        default_of(o, settings, normally, sizeof normally);
    free(settings);
    int len = snprintf(out, size, "%s", o->help);
    if (choices[0] != 0)
        len += snprintf(out + len, size - (size_t)len, " %s is %s.", o->value, choices);
    if (normally[0] != 0)
        snprintf(out + len, size - (size_t)len, " Default: %s.", normally);
}

static void help_option(FILE *out, const command *c, const option *o)
{
    char left[80], about[1024];
    char letter[8] = "    ";
    if (o->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    int len = snprintf(left, sizeof left, "  %s--%s%s%s", letter, o->name, o->value != NULL ? " " : "",
                       o->value != NULL ? o->value : "");
    option_describe(c, o, about, sizeof about);
    if (len > INDENT - 2)
        fprintf(out, "%s\n%*s", left, INDENT, "");
    else
        fprintf(out, "%-*s", INDENT, left);
    wrap(out, about, INDENT, INDENT);
}

static void help_examples(FILE *out, const command *c)
{
    if (c->examples == NULL)
        return;
    fputs("\nExamples:\n", out);
    for (const char *const *e = c->examples; *e != NULL; e += 2) {
        fprintf(out, "  %s\n      ", e[0]);
        wrap(out, e[1], 6, 6);
    }
}

void help_groups(FILE *out, const command *c, show_group show, void (*say)(FILE *out, const char *text))
{
    option_group groups[MAX_GROUPS];
    size_t n_groups = command_groups(c, groups);
    for (size_t g = 0; g < n_groups; g++) {
        char text[640] = "Also the options for reading pages, which husk help inputs describes:";
        if (!groups[g].is_reading) {
            show(out, c, &groups[g]);
            continue;
        }
        for (const option *o = groups[g].options; o->name != NULL; o++) {
            size_t len = strlen(text);
            snprintf(text + len, sizeof text - len, " --%s%c", o->name, o[1].name != NULL ? ',' : '.');
        }
        say(out, text);
    }
}

void help_shared(FILE *out, show_group show, bool with_general)
{
    option_group groups[MAX_GROUPS];
    size_t n_groups = command_groups(&command_extract, groups);
    for (size_t g = 0; g < n_groups; g++)
        if (groups[g].is_reading || (with_general && groups[g].shared))
            show(out, &command_extract, &groups[g]);
}

static void help_say(FILE *out, const char *text)
{
    fputc('\n', out);
    wrap(out, text, 0, 0);
}

static void help_group(FILE *out, const command *c, const option_group *group)
{
    if (group->title != NULL)
        fprintf(out, "\n%s:\n", group->title);
    for (const option *o = group->options; o->name != NULL; o++)
        help_option(out, c, o);
}

void help_command(FILE *out, const command *c)
{
    fprintf(out, "husk %s - %s\n\nUsage: husk %s [OPTION]...%s%s\n\n", c->name, c->summary, c->name,
            c->operands[0] ? " " : "", c->operands);
    wrap(out, c->about, 0, 0);
    help_groups(out, c, help_group, help_say);
    help_examples(out, c);
    fputs("\nExit status: ", out);
    wrap(out, about_exit, 13, 0);
}

void help_inputs(FILE *out)
{
    fputs("husk help inputs - what INPUT may be, and the options for reading it\n\n", out);
    wrap(out, about_inputs, 0, 0);
    help_shared(out, help_group, false);
}

void help_program(FILE *out)
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
    wrap(out, about_inputs, 0, 0);
    fputs("\nExit status: ", out);
    wrap(out, about_exit, 13, 0);
}
