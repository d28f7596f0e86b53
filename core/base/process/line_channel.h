/* line_channel.h - complete lines over a socket or a pair of pipes, with limits.
 * Use: line_channel_t channel;   line_channel_init(&channel, in, out, 1 << 20);
 *      line_channel_write(&channel, &text, &length, seconds)    text ends in \n
 *      line_status_t status = line_channel_read(&channel, seconds, &line);
 *      line_channel_clear(&channel);
 * A line that arrives in parts is reassembled; further bytes wait for the next call. If
 * the reader has closed a socket, the result is LINE_ENDED, not a signal.
 * While writing, it reads: two sides that write before they read do not wait for each
 * other. What arrives meanwhile is kept, until LINE_CHANNEL_AHEAD lines of the greatest
 * length would fit into it; then the other side has to wait until lines are read. The
 * buffer is at most four times as large.
 * Owns: its buffer; a line is valid until the next call. Descriptors are borrowed.
 * Threads: one thread at a time per channel.
 * Errors: see line_status_t; all but LINE_READY and LINE_LATE are final.
 */
#ifndef CORE_LINE_CHANNEL_H
#define CORE_LINE_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    LINE_READY,
    LINE_LATE,  /* timed out; a partial line is kept */
    LINE_ENDED, /* the other side closed between two lines */
    LINE_HALF,  /* the other side closed within a line */
    LINE_LONG,  /* the line is too long */
    LINE_ZERO,  /* the line contains a byte 0 */
    LINE_BROKEN /* an error of the descriptor: errno */
} line_status_t;

enum { LINE_CHANNEL_AHEAD = 4 };

typedef struct line_channel {
    int in, out;
    char *buffer;
    size_t start, end, capacity; /* received and not yet read */
    size_t peeked;               /* bytes of these that line_channel_peek has shown */
    size_t most;                 /* bytes per line */
} line_channel_t;

void line_channel_init(line_channel_t *channel, int in, int out, size_t most);
void line_channel_clear(line_channel_t *channel);

/* Reads the next line, without its line end or a final \r, waiting at most `seconds` (0:
 * only what has arrived). */
line_status_t line_channel_read(line_channel_t *channel, double seconds, char **line);

/* Whether a complete line has been received and not yet read. */
bool line_channel_has_line(const line_channel_t *channel);

/* Shows the next complete line that has arrived and was not shown before, without
 * waiting; it is not terminated, and will still be read. False: there is none. */
bool line_channel_peek(line_channel_t *channel, const char **line, size_t *length);

/* Bytes received of an incomplete line. */
static inline size_t line_channel_waiting(const line_channel_t *channel) {
    return channel->end - channel->start;
}

/* Whether the other side may still read. */
bool line_channel_has_reader(const line_channel_t *channel);

/* Writes the text; *text and *length are what is left of it, after LINE_LATE for the next
 * call. */
line_status_t line_channel_write(line_channel_t *channel, const char **text,
                                 size_t *length, double seconds);

#endif
