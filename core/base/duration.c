#include "core/base/duration.h"

#include "core/base/text.h"

#include <stdio.h>
#include <string.h>

#define LONGEST (10L * 366 * 86400)

/* 1h30m: each unit at most once, larger ones first. */
static bool read_units(const char *text, long *seconds) {
    static const char units[] = "dhms";
    static const long worth[] = {86400, 3600, 60, 1};
    const char *last = NULL;
    long sum = 0, number;
    while (*text) {
        if (!text_read_number(&text, LONGEST, &number))
            return false;
        const char *unit = *text ? strchr(units, *text++) : NULL;
        if (!unit || (last && unit <= last))
            return false;
        sum += number * worth[unit - units];
        last = unit;
    }
    *seconds = sum;
    return last != NULL;
}

/* Two digits after a colon. */
static bool read_sixtieth(const char **text, long *number) {
    const char *p = *text;
    if (p[0] != ':' || p[1] < '0' || p[1] > '5' || p[2] < '0' || p[2] > '9')
        return false;
    *number = 10 * (p[1] - '0') + (p[2] - '0');
    *text += 3;
    return true;
}

/* Hours after a number of days: "07" after the dash. */
static bool read_hours(const char **text, long *hours) {
    if ((*text)[0] == '0' && (*text)[1] >= '0' && (*text)[1] <= '9')
        (*text)++;
    return text_read_number(text, 23, hours);
}

/* M:SS, H:MM:SS, D-HH:MM:SS */
static bool read_clock(const char *text, long *seconds) {
    long first, second, third, days = 0;
    const char *dash = strchr(text, '-');
    if (dash && (!text_read_number(&text, LONGEST / 86400, &days) || text++ != dash ||
                 !read_hours(&text, &first)))
        return false;
    if (!dash && !text_read_number(&text, LONGEST / 60, &first))
        return false;
    if (!read_sixtieth(&text, &second))
        return false;
    if (*text == 0 && !dash) {
        *seconds = 60 * first + second;
        return true;
    }
    if (!read_sixtieth(&text, &third) || *text)
        return false;
    *seconds = 86400 * days + 3600 * first + 60 * second + third;
    return true;
}

bool duration_read(const char *text, double *seconds) {
    long whole;
    if (!(strchr(text, ':') ? read_clock(text, &whole) : read_units(text, &whole)) ||
        whole <= 0 || whole > LONGEST)
        return false;
    *seconds = (double)whole;
    return true;
}

void duration_write(double seconds, char text[DURATION_TEXT]) {
    long s = (long)(seconds + 0.5);
    if (s >= 86400)
        snprintf(text, DURATION_TEXT, "%ld-%02ld:%02ld:%02ld", s / 86400, s / 3600 % 24,
                 s / 60 % 60, s % 60);
    else if (s >= 3600)
        snprintf(text, DURATION_TEXT, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, DURATION_TEXT, "%ld:%02ld", s / 60, s % 60);
}
