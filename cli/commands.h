/* commands.h - the list of commands, in the order of `husk help`. COMMAND(name) stands for `command_name` of cmd_name.c. */
COMMAND(page)
COMMAND(help)
COMMAND(version)
