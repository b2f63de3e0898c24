/* completion.c - shell completion for bash, zsh and fish: a script for each, in completion/, and the answers to its
 * questions. A script passes the words of the command line; the answer has a line per candidate, with a tab and its
 * description, or only FILE or DIR, for which the shell has candidates. So the tables are read in one place. */
#include <string.h>

#include "command.h"

void completion_write(FILE *out, int shell)
{
    static const char *const names[] = {
        [SHELL_BASH] = "husk.bash", [SHELL_ZSH] = "husk.zsh", [SHELL_FISH] = "husk.fish"
    };
    fputs(text_file_named(names[shell]), out);
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
    char about[MAX_TEXT];
    for (size_t i = 0; (o = command_option(c, i)) != NULL; i++) {
        text_of_option(c, o, about);
        offer("--", o->name, about);
        if (o->letter != 0)
            offer("-", (char[]){ o->letter, 0 }, about);
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
