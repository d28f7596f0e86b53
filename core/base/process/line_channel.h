/* line_channel.h - whole lines in and out of a socket or a pair of pipes, with limits.
 * Use: line_channel_t channel;   line_channel_init(&channel, in, out, 1 << 20);
 *      line_channel_write(&channel, text, length, seconds)      text ends in \n
 *      line_status_t status = line_channel_read(&channel, seconds, &line);
 *      line_channel_clear(&channel);
 * A line that has come in parts is put together; what has come behind it waits for the
 * next call. A reader that is gone is LINE_ENDED, never a signal.
 * Owns: its buffer; a line is the channel's until its next call. Descriptors are
 *      borrowed.
 * Threads: one channel, one thread at a time.
 * Errors: as line_status_t says; after any but LINE_READY and LINE_LATE nothing more
 *      comes.
 */
#ifndef CORE_LINE_CHANNEL_H
#define CORE_LINE_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    LINE_READY,
    LINE_LATE,  /* not in the time; what has come of a line is kept */
    LINE_ENDED, /* the other side has closed, between two lines */
    LINE_HALF,  /* the other side has closed within a line */
    LINE_LONG,  /* a line of more bytes than are allowed */
    LINE_ZERO,  /* a byte 0 in a line */
    LINE_BROKEN /* an error of the descriptor: errno */
} line_status_t;

typedef struct line_channel {
    int in, out;
    char *buffer;
    size_t start, end, capacity; /* bytes that have come and not been read */
    size_t most;                 /* bytes of a line */
} line_channel_t;

void line_channel_init(line_channel_t *channel, int in, int out, size_t most);
void line_channel_clear(line_channel_t *channel);

/* The next line, without its end, within so many seconds (0: what is there); a final \r
 * is left out. */
line_status_t line_channel_read(line_channel_t *channel, double seconds, char **line);

/* Bytes of a line that is not whole yet. */
static inline size_t line_channel_waiting(const line_channel_t *channel) {
    return channel->end - channel->start;
}

/* Whether somebody may still read what is written. */
bool line_channel_has_reader(const line_channel_t *channel);

line_status_t line_channel_write(line_channel_t *channel, const char *text, size_t length,
                                 double seconds);

#endif
