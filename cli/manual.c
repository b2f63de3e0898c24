/* manual.c - manual pages and docs/commands.md, from the tables. */
#include "manual.h"

#include <ctype.h>
#include <string.h>

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

static void roff_heading(FILE *out, const char *page)
{
    fprintf(out, ".TH \"%s\" \"1\" \"\" \"husk %s\" \"Husk\"\n.SH NAME\n", page, husk_version());
}

static void roff_section(FILE *out, const char *title, const char *text)
{
    fprintf(out, ".SH %s\n", title);
    roff(out, text);
    fputc('\n', out);
}

static void roff_option(FILE *out, const command *c, const option *o)
{
    char about[1024];
    option_describe(c, o, about, sizeof about);
    fputs(".TP\n", out);
    if (o->letter != 0)
        fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", out);
    roff(out, o->name);
    fputs("\\fR", out);
    if (o->value != NULL) {
        fputs(" \\fI", out);
        roff(out, o->value);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    roff(out, about);
    fputc('\n', out);
}

static void roff_group(FILE *out, const command *c, const option_group *group)
{
    if (group->title != NULL)
        fprintf(out, ".SS %s\n", group->title);
    for (const option *o = group->options; o->name != NULL; o++)
        roff_option(out, c, o);
}

static void roff_say(FILE *out, const char *text)
{
    fputs(".PP\n", out);
    roff(out, text);
    fputc('\n', out);
}

static void roff_examples(FILE *out, const command *c)
{
    if (c->examples == NULL)
        return;
    fputs(".SH EXAMPLES\n", out);
    for (const char *const *e = c->examples; *e != NULL; e += 2) {
        fputs(".TP\n\\fB", out);
        roff(out, e[0]);
        fputs("\\fR\n", out);
        roff(out, e[1]);
        fputc('\n', out);
    }
}

void manual_command(FILE *out, const command *c)
{
    char page[64];
    snprintf(page, sizeof page, "HUSK-%s", c->name);
    for (char *p = page; *p != 0; p++)
        *p = *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
    roff_heading(out, page);
    fprintf(out, "husk\\-%s \\- ", c->name);
    roff(out, c->summary);
    fprintf(out, "\n.SH SYNOPSIS\n\\fBhusk %s\\fR [\\fIOPTION\\fR]...%s%s\n", c->name, c->operands[0] ? " " : "",
            c->operands);
    roff_section(out, "DESCRIPTION", c->about);
    fputs(".SH OPTIONS\n", out);
    help_groups(out, c, roff_group, roff_say);
    roff_section(out, "EXIT STATUS", about_exit);
    roff_examples(out, c);
    fputs(".SH SEE ALSO\n.BR husk (1)\n", out);
}

void manual_program(FILE *out)
{
    roff_heading(out, "HUSK");
    fputs("husk \\- separate a web page\\(aqs main content from its template\n"
          ".SH SYNOPSIS\n\\fBhusk\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIINPUT\\fR]...\n.SH DESCRIPTION\n",
          out);
    roff(out, about_inputs);
    fputs("\n.SH COMMANDS\n", out);
    for (const command *const *c = all_commands; *c != NULL; c++) {
        fprintf(out, ".TP\n\\fB%s\\fR\n", (*c)->name);
        roff(out, (*c)->summary);
        fprintf(out, ": see\n.BR husk\\-%s (1).\n", (*c)->name);
    }
    fputs(".SH OPTIONS\n", out);
    help_shared(out, roff_group, true);
    roff_section(out, "EXIT STATUS", about_exit);
    roff_section(out, "ENVIRONMENT", "NO_COLOR: when set and not empty, the progress bar has no colour.");
}

/* --- Markdown ----------------------------------------------------------------------------------------------------- */

/* Escape text for Markdown paragraphs and table cells. */
static void markdown(FILE *out, const char *text)
{
    for (; *text != 0; text++) {
        if (strchr("|*_<>[]`\\", *text) != NULL)
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void markdown_options(FILE *out, const command *c, const option_group *group)
{
    if (group->title != NULL)
        fprintf(out, "\n| %s | |\n|---|---|\n", group->title);
    for (const option *o = group->options; o->name != NULL; o++) {
        char about[1024];
        option_describe(c, o, about, sizeof about);
        fputs("| ", out);
        if (o->letter != 0)
            fprintf(out, "`-%c`, ", o->letter);
        fprintf(out, "`--%s%s%s` | ", o->name, o->value != NULL ? " " : "", o->value != NULL ? o->value : "");
        markdown(out, about);
        fputs(" |\n", out);
    }
}

static void markdown_examples(FILE *out, const command *c)
{
    if (c->examples == NULL)
        return;
    fputs("\nExamples:\n", out);
    for (const char *const *e = c->examples; *e != NULL; e += 2) {
        fprintf(out, "- `%s`: ", e[0]);
        markdown(out, e[1]);
        fputc('\n', out);
    }
}

static void markdown_command(FILE *out, const command *c)
{
    fprintf(out, "\n## husk %s\n\n%c", c->name, toupper((unsigned char)c->summary[0]));
    markdown(out, c->summary + 1);
    fprintf(out, ".\n\n```\nhusk %s [OPTION]...%s%s\n```\n\n", c->name, c->operands[0] ? " " : "", c->operands);
    markdown(out, c->about);
    fputc('\n', out);
    option_group groups[MAX_GROUPS];
    size_t n_groups = command_groups(c, groups);
    for (size_t g = 0; g < n_groups; g++)
        if (!groups[g].shared)
            markdown_options(out, c, &groups[g]);
    if (c->reads_pages)
        fputs("\nAlso the [options for reading pages](#options-that-commands-share).\n", out);
    markdown_examples(out, c);
}

static void markdown_shared(FILE *out)
{
    fputs(
        "\n## Options that commands share\n\nAll commands have the general options; all commands that take INPUT have "
        "the options for reading pages.\n",
        out);
    help_shared(out, markdown_options, true);
}

void manual_markdown(FILE *out)
{
    fputs("# The commands of husk\n\n"
          "<!-- Made by `husk help --markdown` from the option tables in cli/; a test compares. -->\n\n",
          out);
    markdown(out, about_inputs);
    fputs("\n\nExit status: ", out);
    markdown(out, about_exit);
    fputc('\n', out);
    for (const command *const *c = all_commands; *c != NULL; c++)
        markdown_command(out, *c);
    markdown_shared(out);
}
