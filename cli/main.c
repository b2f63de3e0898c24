/* main.c - the program: find the command, parse its options, run it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "aliases.h"
#include "command.h"
#include "manual.h"
#include "output.h"
#include "signals.h"
#include "talk.h"

/* The next file opened must not get the number of a closed standard stream: open one there that fails when used. */
static void keep_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

static exit_code run_command(const command *c, char **words, int n_words)
{
    common_settings *settings = command_settings_new(c);
    if (settings == NULL) {
        talk("out of memory");
        return EXIT_NOTHING;
    }
    int n_operands = 0;
    exit_code code = EXIT_USAGE;
    if (options_parse(c, words, n_words, settings, &n_operands)) {
        const char *const *operands = (const char *const *)words, *to = settings->output;
        settings->source.output = output_file(to);
        if (settings->help)
            code = help_show(c);
        else if (!c->reads_pages || output_spares(to, operands, (size_t)n_operands))
            code = c->run(settings, operands, (size_t)n_operands);
    }
    options_free(c, settings);
    free(settings);
    return code;
}

/* `husk --help` and `husk --version` are what users try first. */
static const char *command_name(const char *word)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return "help";
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        return "version";
    return word;
}

int main(int argc, char **argv)
{
    keep_standard_streams();
    signals_start();
    if (argc < 2) {
        talk("no command given; 'husk help' lists the commands");
        return EXIT_USAGE;
    }
    const char *name = command_name(argv[1]);
    const command *c = command_find(name);
    bool is_option = c == NULL && name[0] == '-';
    if (is_option && alias_find(name[1] == '-' ? name + 2 : NULL, strcspn(name, "=") - 2, name[1]) != NULL)
        talk("%s comes before any command; did you mean 'husk extract %s'?", name, name);
    else if (is_option)
        talk("%s comes before any command; 'husk help' lists the commands", name);
    else if (c == NULL)
        command_unknown(name);
    return c == NULL ? EXIT_USAGE : run_command(c, argv + 2, argc - 2);
}
