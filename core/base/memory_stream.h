/* memory_stream.h - a stream that prints into memory.
 * Use: char *text;
 *      FILE *stream = memory_stream_open(&text, &size);
 *      fprintf(stream, ...);
 *      memory_stream_close(stream);   free(text);
 * Errors: out of memory ends the program, as in memory_new.
 */
#ifndef CORE_MEMORY_STREAM_H
#define CORE_MEMORY_STREAM_H

#include <stddef.h>
#include <stdio.h>

FILE *memory_stream_open(char **text, size_t *size);

/* Completes *text: *size bytes and a final 0. */
void memory_stream_close(FILE *stream);

#endif
