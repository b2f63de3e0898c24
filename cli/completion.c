/* completion.c - shell completion of commands, options and values for bash, zsh and fish, from the tables.
 * Each script is self-contained: pressing Tab starts no process. */
#include <string.h>

#include "command.h"

static bool is_file(const option *o)
{
    return o->value != NULL && strcmp(o->value, "FILE") == 0;
}

static bool is_directory(const option *o)
{
    return o->value != NULL && strcmp(o->value, "DIR") == 0;
}

static const char *choices_of(const option *o, char out[256])
{
    size_t len = 0;
    for (const choice *c = o->choices; c->name != NULL && len < 256; c++)
        len += (size_t)snprintf(out + len, 256 - len, "%s%s", c == o->choices ? "" : " ", c->name);
    return out;
}

typedef void (*option_visit)(FILE *out, const command *c, const option *o);

static void each_option(FILE *out, const command *c, option_visit visit)
{
    const option *o;
    for (size_t i = 0; (o = command_option(c, i)) != NULL; i++)
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
    char choices[256];
    if (!option_takes_value(o))
        return;
    fprintf(out, "        \"%s --%s\"", c->name, o->name);
    if (o->letter != 0)
        fprintf(out, "|\"%s -%c\"", c->name, o->letter);
    fputs(") ", out);
    if (o->kind == OPTION_CHOICE)
        fprintf(out, "COMPREPLY=($(compgen -W \"%s\" -- \"$word\"));", choices_of(o, choices));
    else if (is_directory(o) || is_file(o))
        fprintf(out, "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -%c -- \"$word\");",
                is_file(o) ? 'f' : 'd');
    fputs(" return ;;\n", out);
}

static void bash(FILE *out, const char *commands)
{
    fprintf(out,
            "# husk's completion for bash, made by: husk help --completion bash\n"
            "_husk() {\n"
            "    local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" options=\"\"\n"
            "    COMPREPLY=()\n"
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
            "        COMPREPLY=($(compgen -W \"%s\" -- \"$word\"))\n        return\n    fi\n"
            "    [ \"$word\" = \"=\" ] && word=\"\"\n"
            "    [ \"$before\" = \"=\" ] && before=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
            "    case \"${COMP_WORDS[1]} $before\" in\n",
            commands);
    for (const command *const *c = all_commands; *c != NULL; c++)
        each_option(out, *c, bash_value);
    fprintf(out,
            "        \"help \"*) COMPREPLY=($(compgen -W \"inputs %s\" -- \"$word\")) ;;\n    esac\n    case "
            "\"${COMP_WORDS[1]}\" in\n",
            commands);
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

/* A text inside quotes: `quote` stands for one that would end them, and `escaped` need a backslash. */
static void put_words(FILE *out, const char *text, const char *quote, const char *escaped)
{
    for (; *text != 0 && *text != '\n'; text++) {
        if (strchr(escaped, *text) != NULL)
            fputc('\\', out);
        if (*text == '\'')
            fputs(quote, out);
        else
            fputc(*text, out);
    }
}

static void zsh_words(FILE *out, const char *text)
{
    put_words(out, text, "'\\''", "[]:\\"); /* brackets would end a description */
}

static void zsh_form(FILE *out, const option *o, const char *dashes, const char *name, const char *joint)
{
    char choices[256];
    fprintf(out, "            '%s%s%s%s[", o->kind == OPTION_LIST ? "*" : "", dashes, name,
            option_takes_value(o) ? joint : "");
    zsh_words(out, o->help);
    fputc(']', out);
    if (option_takes_value(o)) {
        fputc(':', out);
        zsh_words(out, o->value);
        fputc(':', out);
        if (o->kind == OPTION_CHOICE)
            fprintf(out, "(%s)", choices_of(o, choices));
        else if (is_directory(o) || is_file(o))
            fputs(is_file(o) ? "_files" : "_files -/", out);
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

static void zsh(FILE *out, const char *commands)
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
        if (strcmp((*c)->name, "help") == 0)
            fprintf(out, "            '*:command:(inputs %s)' ;;\n", commands);
        else
            fprintf(out, "            %s ;;\n", (*c)->max_operands == 0 ? "&& return" : "'*:file:_files'");
    }
    fputs("    esac\n}\nif [ \"$funcstack[1]\" = \"_husk\" ]; then _husk \"$@\"; else compdef _husk husk; fi\n", out);
}

/* --- fish --------------------------------------------------------------------------------------------------------- */

static void fish_words(FILE *out, const char *text)
{
    fputs(" -d '", out);
    put_words(out, text, "\\'", "\\");
    fputs("'\n", out);
}

static void fish_option(FILE *out, const command *c, const option *o)
{
    char choices[256];
    fprintf(out, "complete -c husk -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->letter != 0)
        fprintf(out, " -s %c", o->letter);
    if (o->kind == OPTION_CHOICE)
        fprintf(out, " -x -a '%s'", choices_of(o, choices));
    else if (is_directory(o))
        fputs(" -x -a '(__fish_complete_directories)'", out);
    else if (option_takes_value(o))
        fputs(is_file(o) ? " -r" : " -x", out);
    fish_words(out, o->help);
}

static void fish(FILE *out, const char *commands)
{
    fputs("# husk's completion for fish, made by: husk help --completion fish\n", out);
    for (const command *const *c = all_commands; *c != NULL; c++) {
        fprintf(out, "complete -c husk -f -n __fish_use_subcommand -a %s", (*c)->name);
        fish_words(out, (*c)->summary);
        each_option(out, *c, fish_option);
    }
    fprintf(out, "complete -c husk -f -n '__fish_seen_subcommand_from help' -a 'inputs %s'\n", commands);
}

void completion_write(FILE *out, int shell)
{
    char commands[512] = "";
    for (const command *const *c = all_commands; *c != NULL; c++) {
        size_t len = strlen(commands);
        snprintf(commands + len, sizeof commands - len, "%s%s", len ? " " : "", (*c)->name);
    }
    shell == SHELL_BASH ? bash(out, commands) : shell == SHELL_ZSH ? zsh(out, commands) : fish(out, commands);
}
