/* durable.h - files that are still there after a crash. */
#ifndef HUSK_BASE_SYSTEM_DURABLE_H
#define HUSK_BASE_SYSTEM_DURABLE_H

#include <stdbool.h>

/* Write the folder that `path` lies in to disk: after a rename, the new name is there and not only the new file. False
 * with errno. File systems that can't do it count as done. */
bool sync_folder(const char *path);

/* Make `to` a copy of the file `from`; where there is no `from`, there is no `to` either. False with errno. */
bool file_copy(const char *from, const char *to);

#endif
