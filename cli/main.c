/* main.c - the program: find the command, parse its options, run it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output.h"
#include "sandbox.h"
#include "talk.h"
#include "task.h"

#define MAX_PATH_OPTIONS 16 /* that one command has */

/* The next file opened must not get the number of a closed standard stream: open one there that fails when used. */
static void keep_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/* The paths that options name; returns their number. */
static size_t option_paths(const command *c, const common_settings *settings, sandbox_path *out, size_t most)
{
    const option *o;
    size_t n = 0;
    for (size_t i = 0; (o = command_option(c, i)) != NULL && n < most; i++) {
        bool is_path = o->kind == OPTION_TEXT && (strcmp(o->value, "FILE") == 0 || strcmp(o->value, "DIR") == 0);
        const char *path = is_path ? *(const char *const *)((const char *)settings + o->offset) : NULL;
        if (path != NULL)
            out[n++] = (sandbox_path){ path, o->is_written, true };
    }
    return n;
}

/* Before the first byte of an input is read. */
static void enter_sandbox(const command *c, const common_settings *settings, const char *const *operands, size_t n)
{
    sandbox_path *paths = calloc(n + MAX_PATH_OPTIONS, sizeof *paths);
    const char *archives = settings->source.archives;
    sandbox s = { .may_connect = c->serves || (archives != NULL && strstr(archives, "://") != NULL),
                  .may_draw = c->draws && (!c->judges || settings->judging.site != NULL),
                  .reads_all = paths == NULL || settings->source.follow_links };
    for (size_t i = 0; i < n; i++)
        s.may_connect |= strstr(operands[i], "://") != NULL;
    for (size_t i = 0; paths != NULL && i < n; i++)
        paths[s.n_paths++] = (sandbox_path){ operands[i], false, c->serves || c->follows || !c->reads_pages };
    if (paths != NULL)
        s.n_paths += option_paths(c, settings, paths + s.n_paths, MAX_PATH_OPTIONS);
    s.paths = paths;
    if (!sandbox_enter(&s) && !settings->quiet)
        talk("this kernel offers no sandbox (seccomp); a fault in a library is not contained (see SECURITY.md)");
    free(paths);
}

static exit_code run_contained(const command *c, common_settings *settings, const char *const *operands, size_t n)
{
    if (settings->sandbox && (c->reads_pages || c->min_operands != 0))
        enter_sandbox(c, settings, operands, n);
    return c->run(settings, operands, n);
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
        settings->source.headers = settings->headers.items;
        settings->source.n_headers = settings->headers.n;
        settings->source.fields = settings->fields.items;
        settings->source.n_fields = settings->fields.n;
        if (settings->help)
            code = help_show(c);
        else if (!c->reads_pages || output_spares(to, operands, (size_t)n_operands))
            code = run_contained(c, settings, operands, (size_t)n_operands);
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
    if (strcmp(argv[1], "__complete") == 0) {
        completion_answer(argv + 2, argc - 2);
        return EXIT_DONE;
    }
    const char *name = command_name(argv[1]);
    const command *c = command_find(name);
    bool is_option = c == NULL && name[0] == '-';
    if (is_option)
        talk("%s comes before any command; 'husk help' lists the commands", name);
    else if (c == NULL)
        command_unknown(name);
    return c == NULL ? EXIT_USAGE : run_command(c, argv + 2, argc - 2);
}
