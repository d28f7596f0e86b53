/* convert_export.h - converts training data of version 1 to version 2.
 * Use: if (convert_export_file("old.h5", unfinished, &result, &error)) ...
 * Existing data are copied unchanged. Datasets that version 1 did not have are added:
 * `full`, 1 where there was a search; `surprise`, 0; and `agent`, 0, where it is missing,
 * as there were no matches then.
 * Threads: as hdf5_attributes.h.   Errors: contained.h, publish.h; damaged.
 */
#ifndef SELFPLAY_CONVERT_EXPORT_H
#define SELFPLAY_CONVERT_EXPORT_H

#include "core/base/error.h"

typedef struct convert_result convert_result_t; /* selfplay/convert/convert.h */

bool convert_export_file(const char *from, const char *to, convert_result_t *result,
                         failure_t *error);

#endif
