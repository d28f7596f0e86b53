/* memory_stream.h - text that is printed into memory.
 * Use: char *text;
 *      FILE *stream = memory_stream_open(&text, &size);
 *      fprintf(stream, ...);
 *      memory_stream_close(stream);   free(text);
 * Errors: none; where memory does not suffice for the whole text the program ends, as by
 *      memory_new.
 */
#ifndef CORE_MEMORY_STREAM_H
#define CORE_MEMORY_STREAM_H

#include <stddef.h>
#include <stdio.h>

FILE *memory_stream_open(char **text, size_t *size);

/* From now on *text is whole, its *size bytes and a 0 behind them. */
void memory_stream_close(FILE *stream);

#endif
