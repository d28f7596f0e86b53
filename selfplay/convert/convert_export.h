/* convert_export.h - training data of version 1 as version 2 has them.
 * Use: if (convert_export_file("old.h5", unfinished, &result, &error)) ...
 * All that is there is copied as it is. What version 1 did not have is added: `full`, 1
 * where somebody searched; `surprise`, 0; and `agent`, 0, where it is missing, as there
 * were no matches then.
 * Threads: as hdf5_attributes.h.   Errors: contained.h, publish.h; damaged.
 */
#ifndef SELFPLAY_CONVERT_EXPORT_H
#define SELFPLAY_CONVERT_EXPORT_H

#include "core/base/error.h"

typedef struct convert_result convert_result_t; /* selfplay/convert/convert.h */

bool convert_export_file(const char *from, const char *to, convert_result_t *result,
                         failure_t *error);

#endif
