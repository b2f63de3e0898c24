/* completion.c - shell completion of commands, options and values for bash, zsh and fish, from the tables.
 * Each script is self-contained: pressing Tab starts no process. */
#include <string.h>

#include "manual.h"

static bool is_file(const option *o)
{
    return o->value != NULL && strcmp(o->value, "FILE") == 0;
}

static bool is_directory(const option *o)
{
    return o->value != NULL && strcmp(o->value, "DIR") == 0;
}

static void put_choices(FILE *out, const option *o)
{
    for (const choice *c = o->choices; c->name != NULL; c++)
        fprintf(out, "%s%s", c == o->choices ? "" : " ", c->name);
}

static void put_commands(FILE *out)
{
    for (const command *const *c = all_commands; *c != NULL; c++)
        fprintf(out, "%s%s", c == all_commands ? "" : " ", (*c)->name);
}

typedef void (*option_visit)(FILE *out, const command *c, const option *o);

static void each_option(FILE *out, const command *c, option_visit visit)
{
    option_group groups[MAX_GROUPS];
    size_t n_groups = command_groups(c, groups);
    for (size_t g = 0; g < n_groups; g++)
        for (const option *o = groups[g].options; o->name != NULL; o++)
            visit(out, c, o);
}

/* --- bash --------------------------------------------------------------------------------------------------------- */

static void bash_name(FILE *out, const command *c, const option *o)
{
    (void)c;
    fprintf(out, " --%s", o->name);
    if (o->letter != 0)
        fprintf(out, " -%c", o->letter);
}

static void bash_value(FILE *out, const command *c, const option *o)
{
    if (!option_takes_value(o))
        return;
    fprintf(out, "        \"%s --%s\"", c->name, o->name);
    if (o->letter != 0)
        fprintf(out, "|\"%s -%c\"", c->name, o->letter);
    fputs(") ", out);
    if (o->kind == OPTION_CHOICE) {
        fputs("COMPREPLY=($(compgen -W \"", out);
        put_choices(out, o);
        fputs("\" -- \"$word\"));", out);
    } else if (is_directory(o)) {
        fputs("compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$word\");", out);
    } else if (is_file(o)) {
        fputs("compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\");", out);
    }
    fputs(" return ;;\n", out);
}

void completion_bash(FILE *out)
{
    fputs("# husk's completion for bash, made by: husk help --completion bash\n"
          "_husk() {\n"
          "    local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" options=\"\"\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        COMPREPLY=($(compgen -W \"",
          out);
    put_commands(out);
    fputs("\" -- \"$word\"))\n        return\n    fi\n"
          "    [ \"$word\" = \"=\" ] && word=\"\"\n"
          "    [ \"$before\" = \"=\" ] && before=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
          "    case \"${COMP_WORDS[1]} $before\" in\n",
          out);
    for (const command *const *c = all_commands; *c != NULL; c++)
        each_option(out, *c, bash_value);
    fputs("        \"help \"*) COMPREPLY=($(compgen -W \"inputs ", out);
    put_commands(out);
    fputs("\" -- \"$word\")) ;;\n    esac\n    case \"${COMP_WORDS[1]}\" in\n", out);
    for (const command *const *c = all_commands; *c != NULL; c++) {
        fprintf(out, "        %s) options=\"", (*c)->name);
        each_option(out, *c, bash_name);
        fputs("\" ;;\n", out);
    }
    fputs("    esac\n"
          "    case \"$word\" in\n"
          "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
          "        *) if [ \"${COMP_WORDS[1]}\" != help ]; then\n"
          "               compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
          "           fi ;;\n"
          "    esac\n"
          "}\n"
          "complete -F _husk husk\n",
          out);
}

/* --- zsh ---------------------------------------------------------------------------------------------------------- */

/* A description inside '...[...]': quotes and brackets would end it. */
static void zsh_words(FILE *out, const char *text)
{
    for (; *text != 0 && *text != '\n'; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (strchr("[]:\\", *text) != NULL)
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

static void zsh_form(FILE *out, const option *o, const char *dashes, const char *name, const char *joint)
{
    fprintf(out, "            '%s%s%s%s[", o->kind == OPTION_LIST ? "*" : "", dashes, name,
            option_takes_value(o) ? joint : "");
    zsh_words(out, o->help);
    fputc(']', out);
    if (option_takes_value(o)) {
        fputc(':', out);
        zsh_words(out, o->value);
        fputc(':', out);
        if (o->kind == OPTION_CHOICE) {
            fputc('(', out);
            put_choices(out, o);
            fputc(')', out);
        } else if (is_directory(o)) {
            fputs("_files -/", out);
        } else if (is_file(o)) {
            fputs("_files", out);
        }
    }
    fputs("' \\\n", out);
}

static void zsh_option(FILE *out, const command *c, const option *o)
{
    (void)c;
    zsh_form(out, o, "--", o->name, "=");
    if (o->letter != 0)
        zsh_form(out, o, "-", (char[]){ o->letter, 0 }, "+");
}

void completion_zsh(FILE *out)
{
    fputs("#compdef husk\n# husk's completion for zsh, made by: husk help --completion zsh\n"
          "_husk() {\n    if (( CURRENT == 2 )); then\n        local -a commands=(\n",
          out);
    for (const command *const *c = all_commands; *c != NULL; c++) {
        fprintf(out, "            '%s:", (*c)->name);
        zsh_words(out, (*c)->summary);
        fputs("'\n", out);
    }
    fputs("        )\n        _describe command commands\n        return\n    fi\n"
          "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n",
          out);
    for (const command *const *c = all_commands; *c != NULL; c++) {
        fprintf(out, "        %s) _arguments -s \\\n", (*c)->name);
        each_option(out, *c, zsh_option);
        if (strcmp((*c)->name, "help") == 0) {
            fputs("            '*:command:(inputs ", out);
            put_commands(out);
            fputs(")' ;;\n", out);
        } else {
            fprintf(out, "            %s ;;\n", (*c)->max_operands == 0 ? "&& return" : "'*:file:_files'");
        }
    }
    fputs("    esac\n}\nif [ \"$funcstack[1]\" = \"_husk\" ]; then _husk \"$@\"; else compdef _husk husk; fi\n", out);
}

/* --- fish --------------------------------------------------------------------------------------------------------- */

static void fish_words(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text != 0 && *text != '\n'; text++) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void fish_option(FILE *out, const command *c, const option *o)
{
    fprintf(out, "complete -c husk -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->letter != 0)
        fprintf(out, " -s %c", o->letter);
    if (o->kind == OPTION_CHOICE) {
        fputs(" -x -a '", out);
        put_choices(out, o);
        fputc('\'', out);
    } else if (is_directory(o)) {
        fputs(" -x -a '(__fish_complete_directories)'", out);
    } else if (option_takes_value(o)) {
        fputs(is_file(o) ? " -r" : " -x", out);
    }
    fputs(" -d ", out);
    fish_words(out, o->help);
    fputc('\n', out);
}

void completion_fish(FILE *out)
{
    fputs("# husk's completion for fish, made by: husk help --completion fish\n", out);
    for (const command *const *c = all_commands; *c != NULL; c++) {
        fprintf(out, "complete -c husk -f -n __fish_use_subcommand -a %s -d ", (*c)->name);
        fish_words(out, (*c)->summary);
        fputc('\n', out);
        each_option(out, *c, fish_option);
    }
    fputs("complete -c husk -f -n '__fish_seen_subcommand_from help' -a 'inputs ", out);
    put_commands(out);
    fputs("'\n", out);
}
