/* completion.c - shell completion for bash, zsh and fish: a short script for each, and the answers to its questions.
 * A script passes the words of the command line; the answer has a line per candidate, with a tab and its description,
 * or only FILE or DIR, for which the shell has candidates. So the tables are read in one place. */
#include <string.h>

#include "command.h"

static const char *const scripts[] = {
    [SHELL_BASH] =
        "# husk's completion for bash, made by: husk help --completion bash\n"
        "_husk() {\n"
        "    local word=\"${COMP_WORDS[COMP_CWORD]}\" words=() each answer\n"
        "    for each in \"${COMP_WORDS[@]:1:COMP_CWORD}\"; do [ \"$each\" = = ] || words+=(\"$each\"); done\n"
        "    if [ \"$word\" = = ]; then word=\"\"; words+=(\"\"); fi\n"
        "    answer=$(\"${COMP_WORDS[0]}\" __complete \"${words[@]}\" 2>/dev/null | cut -f 1)\n"
        "    COMPREPLY=()\n"
        "    case $answer in\n"
        "        FILE) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
        "        DIR) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$word\") ;;\n"
        "        *) mapfile -t COMPREPLY < <(compgen -W \"$answer\" -- \"$word\") ;;\n"
        "    esac\n"
        "}\n"
        "complete -F _husk husk\n",
    [SHELL_ZSH] = "#compdef husk\n# husk's completion for zsh, made by: husk help --completion zsh\n"
                  "_husk() {\n"
                  "    local -a answer=(\"${(@f)$($words[1] __complete \"${(@)words[2,CURRENT]}\" 2>/dev/null)}\")\n"
                  "    compset -P '--*='\n"
                  "    case $answer[1] in\n"
                  "        FILE) _files ;;\n"
                  "        DIR) _files -/ ;;\n"
                  "        *) answer=(\"${(@)answer//:/\\\\:}\")\n"
                  "           answer=(\"${(@)answer/$'\\t'/:}\")\n"
                  "           _describe candidate answer ;;\n"
                  "    esac\n"
                  "}\n"
                  "if [ \"$funcstack[1]\" = \"_husk\" ]; then _husk \"$@\"; else compdef _husk husk; fi\n",
    [SHELL_FISH] = "# husk's completion for fish, made by: husk help --completion fish\n"
                   "function __husk_complete\n"
                   "    set -l typed (commandline -ct)\n"
                   "    set -l words (commandline -opc)\n"
                   "    set -l answer ($words[1] __complete $words[2..] \"$typed\" 2>/dev/null)\n"
                   "    set -l before (string match -r -- '^--[^=]*=' \"$typed\")\n"
                   "    set -l value (string replace -r -- '^--[^=]*=' '' \"$typed\")\n"
                   "    switch \"$answer[1]\"\n"
                   "        case FILE\n"
                   "            set answer (__fish_complete_path \"$value\")\n"
                   "        case DIR\n"
                   "            set answer (__fish_complete_directories \"$value\")\n"
                   "    end\n"
                   "    test -n \"$answer\"; and printf '%s\\n' \"$before\"$answer\n"
                   "end\n"
                   "complete -c husk -f -a '(__husk_complete)'\n",
};

void completion_write(FILE *out, int shell)
{
    fputs(scripts[shell], out);
}

static void offer(const char *dashes, const char *word, const char *about)
{
    printf("%s%s\t%.*s\n", dashes, word, (int)strcspn(about, "\n"), about);
}

static void offer_commands(void)
{
    for (const command *const *c = all_commands; *c != NULL; c++)
        offer("", (*c)->name, (*c)->summary);
}

static void offer_options(const command *c)
{
    const option *o;
    for (size_t i = 0; (o = command_option(c, i)) != NULL; i++) {
        offer("--", o->name, o->help);
        if (o->letter != 0)
            offer("-", (char[]){ o->letter, 0 }, o->help);
    }
}

static void offer_values(const option *o)
{
    if (strcmp(o->value, "FILE") == 0 || strcmp(o->value, "DIR") == 0)
        puts(o->value);
    for (const choice *c = o->choices; c != NULL && c->name != NULL; c++)
        offer("", c->name, "");
}

/* The option whose value comes after `word`, or in it after "="; NULL if there is none. */
static const option *option_before(const command *c, const char *word)
{
    bool is_long = strncmp(word, "--", 2) == 0;
    const char *name = is_long ? word + 2 : NULL;
    const option *o = word[0] == '-' && word[1] != 0
                          ? option_find(c, name, is_long ? strcspn(name, "=") : 0, word[strlen(word) - 1])
                          : NULL;
    return o != NULL && option_takes_value(o) ? o : NULL;
}

void completion_answer(char *const *words, int n)
{
    const command *c = n > 1 ? command_find(words[0]) : NULL;
    const char *typed = n > 0 ? words[n - 1] : "";
    const option *o = c == NULL ? NULL : option_before(c, strchr(typed, '=') != NULL ? typed : words[n - 2]);
    if (n <= 1)
        offer_commands();
    else if (o != NULL)
        offer_values(o);
    else if (c != NULL && typed[0] == '-')
        offer_options(c);
    else if (c != NULL && strcmp(c->name, "help") == 0) {
        offer("", "inputs", "what INPUT may be, and the options for reading it");
        offer_commands();
    } else if (c != NULL && c->max_operands != 0)
        puts("FILE");
}
