/* durable.h - files that survive a crash. */
#ifndef HUSK_BASE_SYSTEM_DURABLE_H
#define HUSK_BASE_SYSTEM_DURABLE_H

#include <stdbool.h>

/* Sync the directory of `path` to disk: after a rename, the new name is then durable, not only the new file. False
 * with errno. File systems that do not support it count as synced. */
bool sync_folder(const char *path);

/* Make `to` a copy of `from`; if `from` does not exist, remove `to`. False with errno. */
bool file_copy(const char *from, const char *to);

#endif
