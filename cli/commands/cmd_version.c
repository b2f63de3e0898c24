/* cmd_version.c - print the version. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "output.h"

static exit_code run(void *settings, const char *const *operands, size_t n_operands)
{
    (void)settings, (void)operands, (void)n_operands;
    char line[64], digest[17];
    const char *name;
    output o;
    if (!output_open(&o, NULL))
        return EXIT_NOTHING;
    snprintf(line, sizeof line, "husk %s\n", husk_version());
    output_write(&o, line, strlen(line));
    for (size_t i = 0; (name = husk_model_name(i, digest)) != NULL; i++) {
        snprintf(line, sizeof line, "%s%s %s\n", name, i ? " model" : "", digest);
        output_write(&o, line, strlen(line));
    }
    return output_close(&o, true) ? EXIT_DONE : EXIT_NOTHING;
}

const command command_version = {
    .name = "version",
    .summary = "print the version",
    .operands = "",
    .max_operands = 0,
    .settings_size = sizeof(common_settings),
    .run = run,
};
