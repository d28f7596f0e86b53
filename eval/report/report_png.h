/* report_png.h - a picture as PNG, drawn by rsvg-convert of the package librsvg2-bin.
 * Use: if (!report_png(svg, size, "FILE.png", &error)) ...
 * The background is white, and the picture twice as large as the drawing says.
 * Errors: the program is not installed, or rejects the drawing; as publish.h.
 */
#ifndef EVAL_REPORT_PNG_H
#define EVAL_REPORT_PNG_H

#include "core/base/error.h"

#include <stddef.h>

bool report_png(const char *svg, size_t size, const char *path, failure_t *error);

#endif
