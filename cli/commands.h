/* commands.h - the list of commands, in the order of `husk help`. COMMAND(name) stands for `command_name` of cmd_name.c. */
COMMAND(extract)
COMMAND(label)
COMMAND(report)
COMMAND(page)
COMMAND(dedup)
COMMAND(train)
COMMAND(help)
COMMAND(version)
