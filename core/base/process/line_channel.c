#include "core/base/process/line_channel.h"

#include "core/base/clock.h"
#include "core/base/error.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 4096 };

void line_channel_init(line_channel_t *channel, int in, int out, size_t most) {
    *channel =
        (line_channel_t){.in = in, .out = out, .capacity = FIRST_CAPACITY, .most = most};
    channel->buffer = memory_new(channel->capacity, 1);
}

void line_channel_clear(line_channel_t *channel) {
    free(channel->buffer);
    *channel = (line_channel_t){.in = -1, .out = -1};
}

/* Waits until one of the descriptors is ready (true) or `end` has passed (false). */
static bool wait_for(struct pollfd *descriptors, nfds_t count, double end) {
    for (;;) {
        double left = end - clock_seconds();
        int ms = left <= 0 ? 0 : left > 1000 ? 1000000 : (int)(left * 1000) + 1;
        int ready = poll(descriptors, count, ms);
        if (ready > 0)
            return true;
        if (ready == 0 && left <= 0)
            return false;
        if (ready < 0 && errno != EINTR && errno != EAGAIN)
            return true; /* reading or writing will report the error */
    }
}

static size_t received(const line_channel_t *channel) {
    return channel->end - channel->start;
}

/* Makes room for more after the received bytes. They are moved only over as many that
 * have been read, so that the cost of a byte does not grow with how many wait. */
static void make_room(line_channel_t *channel) {
    size_t used = received(channel);
    if (channel->start >= used) {
        memmove(channel->buffer, channel->buffer + channel->start, used);
        channel->start = 0;
        channel->end = used;
    }
    if (channel->end == channel->capacity) {
        channel->capacity *= 2;
        channel->buffer = memory_resize(channel->buffer, channel->capacity, 1);
    }
}

/* Reads what has arrived; LINE_LATE: nothing. */
static line_status_t receive(line_channel_t *channel) {
    make_room(channel);
    ssize_t count = read(channel->in, channel->buffer + channel->end,
                         channel->capacity - channel->end);
    if (count > 0) {
        channel->end += (size_t)count;
        return LINE_READY;
    }
    if (count == 0 || errno == ECONNRESET)
        return LINE_ENDED;
    return errno == EINTR || errno == EAGAIN ? LINE_LATE : LINE_BROKEN;
}

/* Whether more may be read before the lines that have arrived are taken. */
static bool has_room(const line_channel_t *channel) {
    return received(channel) < LINE_CHANNEL_AHEAD * channel->most;
}

/* Takes the line that ends at `stop` out of the buffer. */
static line_status_t take(line_channel_t *channel, char *stop, char **line) {
    size_t length = (size_t)(stop - (channel->buffer + channel->start));
    *line = channel->buffer + channel->start;
    *stop = 0;
    channel->start += length + 1;
    channel->peeked -= channel->peeked > length ? length + 1 : channel->peeked;
    if (length > 0 && (*line)[length - 1] == '\r')
        (*line)[--length] = 0;
    if (length > channel->most)
        return LINE_LONG;
    return strlen(*line) == length ? LINE_READY : LINE_ZERO;
}

line_status_t line_channel_read(line_channel_t *channel, double seconds, char **line) {
    double end = clock_seconds() + seconds;
    struct pollfd input = {.fd = channel->in, .events = POLLIN};
    size_t looked = 0; /* of the received bytes */
    for (;;) {
        size_t known = received(channel);
        char *from = channel->buffer + channel->start;
        char *stop = memchr(from + looked, '\n', known - looked);
        if (stop)
            return take(channel, stop, line);
        if (known > channel->most)
            return LINE_LONG;
        looked = known;
        if (!wait_for(&input, 1, end))
            return LINE_LATE;
        line_status_t status = receive(channel);
        if (status == LINE_ENDED && known > 0)
            return LINE_HALF;
        if (status == LINE_ENDED || status == LINE_BROKEN)
            return status;
    }
}

bool line_channel_has_line(const line_channel_t *channel) {
    return memchr(channel->buffer + channel->start, '\n', received(channel)) != NULL;
}

bool line_channel_peek(line_channel_t *channel, const char **line, size_t *length) {
    struct pollfd input = {.fd = channel->in, .events = POLLIN};
    for (;;) {
        const char *from = channel->buffer + channel->start + channel->peeked;
        const char *stop = memchr(from, '\n', received(channel) - channel->peeked);
        if (stop) {
            *line = from;
            *length = (size_t)(stop - from);
            channel->peeked += *length + 1;
            return true;
        }
        if (!has_room(channel) || !wait_for(&input, 1, 0) ||
            receive(channel) != LINE_READY)
            return false;
    }
}

bool line_channel_has_reader(const line_channel_t *channel) {
    struct pollfd gone = {.fd = channel->out};
    return poll(&gone, 1, 0) <= 0 || (gone.revents & (POLLHUP | POLLERR)) == 0;
}

/* Writes without waiting. A pipe has no flag for that, but one that is ready to be
 * written has room for PIPE_BUF bytes. Where its reader is missing, SIGPIPE ends the
 * program, as it should; on a socket that is an error. */
static ssize_t write_some(int out, const char *text, size_t length) {
    struct pollfd output = {.fd = out, .events = POLLOUT};
    ssize_t count = send(out, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0 || errno != ENOTSOCK)
        return count;
    if (poll(&output, 1, 0) == 0) {
        errno = EAGAIN;
        return -1;
    }
    return write(out, text, length < PIPE_BUF ? length : PIPE_BUF);
}

/* Waits until more can be written (true), and meanwhile keeps what arrives: the other
 * side may write before it reads. */
static bool wait_to_write(line_channel_t *channel, double end) {
    bool reads = true;
    for (;;) {
        struct pollfd both[2] = {
            {.fd = channel->out, .events = POLLOUT},
            {.fd = reads && has_room(channel) ? channel->in : -1, .events = POLLIN}};
        if (!wait_for(both, 2, end))
            return false;
        if (both[0].revents)
            return true;
        line_status_t status = receive(channel);
        reads = status == LINE_READY || status == LINE_LATE;
    }
}

line_status_t line_channel_write(line_channel_t *channel, const char **text,
                                 size_t *length, double seconds) {
    double end = clock_seconds() + seconds;
    while (*length > 0) {
        ssize_t count = write_some(channel->out, *text, *length);
        if (count >= 0) {
            *text += count;
            *length -= (size_t)count;
        } else if (errno == EPIPE || errno == ECONNRESET) {
            return LINE_ENDED;
        } else if (errno == EAGAIN) {
            if (!wait_to_write(channel, end))
                return LINE_LATE;
        } else if (errno != EINTR) {
            return LINE_BROKEN;
        }
    }
    return LINE_READY;
}
