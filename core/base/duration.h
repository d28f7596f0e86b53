/* duration.h - durations as people and batch systems write them.
 * Use: double seconds;
 *      if (duration_read("1h30m", &seconds)) ...   duration_write(seconds, text);
 * Read: 90s, 45m, 12h, 2d and sums such as 1h30m; M:SS, H:MM:SS, D-HH:MM:SS as batch
 * systems print them. A bare number is rejected: some programs mean seconds by it, others
 * minutes.   Written: M:SS, H:MM:SS, D-HH:MM:SS.
 * Errors: false for anything else, for zero and for over ten years.
 */
#ifndef CORE_DURATION_H
#define CORE_DURATION_H

#include <stdbool.h>

#define DURATION_FORMS "90s, 45m, 12h, 1h30m, H:MM:SS or D-HH:MM:SS"
enum { DURATION_TEXT = 32 };

bool duration_read(const char *text, double *seconds);
void duration_write(double seconds, char text[DURATION_TEXT]);

#endif
