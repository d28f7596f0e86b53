/* file.h - reading whole files.
 * Use: char *text = file_read_text(path, &error);   free(text);
 * Errors: cannot open or read (with the system's reason), over FILE_READ_LIMIT, or bytes
 *      that no text has; the path is named.
 */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "core/base/error.h"

enum { FILE_READ_LIMIT = 1 << 20 /* no text of ours is near a mebibyte */ };

char *file_read_text(const char *path, failure_t *error);

#endif
