/* export_about.h - what belongs to a whole file of training data: attributes, and tables
 * for learners.
 * Use: if (!export_about_check(&layout, &error)) ...
 *      if (!export_about_write(file, &layout)) ...
 * Errors: of the check: a game from a shared object that lacks what an option needs.
 */
#ifndef SELFPLAY_EXPORT_ABOUT_H
#define SELFPLAY_EXPORT_ABOUT_H

#include "core/base/error.h"

#include <hdf5.h>
#include <stdbool.h>

typedef struct export_layout export_layout_t; /* selfplay/export/export_columns.h */

bool export_about_check(const export_layout_t *layout, failure_t *error);

/* False: the library cannot write. */
bool export_about_write(hid_t file, const export_layout_t *layout);

#endif
