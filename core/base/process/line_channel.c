#include "core/base/process/line_channel.h"

#include "core/base/clock.h"
#include "core/base/error.h"

#include <errno.h>
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

/* Waits until the descriptor is ready (true) or `end` has passed (false). */
static bool wait_for(int descriptor, short events, double end) {
    struct pollfd ready = {.fd = descriptor, .events = events};
    for (;;) {
        double left = end - clock_seconds();
        int ms = left <= 0 ? 0 : left > 1000 ? 1000000 : (int)(left * 1000) + 1;
        int count = poll(&ready, 1, ms);
        if (count > 0)
            return true;
        if (count == 0 && left <= 0)
            return false;
        if (count < 0 && errno != EINTR && errno != EAGAIN)
            return true; /* reading will report the error */
    }
}

/* Makes room for more after the received bytes. */
static void make_room(line_channel_t *channel) {
    size_t used = channel->end - channel->start;
    if (channel->start > 0) {
        memmove(channel->buffer, channel->buffer + channel->start, used);
        channel->start = 0;
        channel->end = used;
    }
    if (used + 1 >= channel->capacity) {
        channel->capacity *= 2;
        channel->buffer = memory_resize(channel->buffer, channel->capacity, 1);
    }
}

/* Takes the line that ends at `stop` out of the buffer. */
static line_status_t take(line_channel_t *channel, char *stop, char **line) {
    size_t length = (size_t)(stop - (channel->buffer + channel->start));
    *line = channel->buffer + channel->start;
    *stop = 0;
    channel->start += length + 1;
    if (length > 0 && (*line)[length - 1] == '\r')
        (*line)[--length] = 0;
    if (length > channel->most)
        return LINE_LONG;
    return strlen(*line) == length ? LINE_READY : LINE_ZERO;
}

line_status_t line_channel_read(line_channel_t *channel, double seconds, char **line) {
    double end = clock_seconds() + seconds;
    size_t looked = channel->start;
    for (;;) {
        char *stop = memchr(channel->buffer + looked, '\n', channel->end - looked);
        if (stop)
            return take(channel, stop, line);
        if (channel->end - channel->start > channel->most)
            return LINE_LONG;
        size_t known = channel->end - channel->start;
        make_room(channel);
        looked = known;
        if (!wait_for(channel->in, POLLIN, end))
            return LINE_LATE;
        ssize_t count = read(channel->in, channel->buffer + channel->end,
                             channel->capacity - 1 - channel->end);
        if (count > 0)
            channel->end += (size_t)count;
        else if (count == 0 || errno == ECONNRESET)
            return known > 0 ? LINE_HALF : LINE_ENDED;
        else if (errno != EINTR && errno != EAGAIN)
            return LINE_BROKEN;
    }
}

bool line_channel_has_reader(const line_channel_t *channel) {
    struct pollfd gone = {.fd = channel->out};
    return poll(&gone, 1, 0) <= 0 || (gone.revents & (POLLHUP | POLLERR)) == 0;
}

/* On a pipe, a missing reader ends the program by SIGPIPE, as it should; on a socket it
 * is an error. */
static ssize_t write_some(int out, const char *text, size_t length) {
    ssize_t count = send(out, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    return count < 0 && errno == ENOTSOCK ? write(out, text, length) : count;
}

line_status_t line_channel_write(line_channel_t *channel, const char *text, size_t length,
                                 double seconds) {
    double end = clock_seconds() + seconds;
    while (length > 0) {
        ssize_t count = write_some(channel->out, text, length);
        if (count >= 0) {
            text += count;
            length -= (size_t)count;
        } else if (errno == EPIPE || errno == ECONNRESET) {
            return LINE_ENDED;
        } else if (errno == EAGAIN) {
            if (!wait_for(channel->out, POLLOUT, end))
                return LINE_LATE;
        } else if (errno != EINTR) {
            return LINE_BROKEN;
        }
    }
    return LINE_READY;
}
