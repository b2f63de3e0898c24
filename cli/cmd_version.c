/* cmd_version.c - print the version. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "output.h"

static exit_code run(void *settings, const char *const *operands, size_t n_operands)
{
    (void)settings, (void)operands, (void)n_operands;
    char line[64];
    snprintf(line, sizeof line, "husk %s\n", husk_version());
    output o;
    if (!output_open(&o, NULL))
        return EXIT_NOTHING;
    output_write(&o, line, strlen(line));
    return output_close(&o, true) ? EXIT_DONE : EXIT_NOTHING;
}

const command command_version = {
    .name = "version",
    .summary = "print the version",
    .operands = "",
    .about = "Print the program's name and version.",
    .max_operands = 0,
    .settings_size = sizeof(common_settings),
    .run = run,
};
