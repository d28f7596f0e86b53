#include "selfplay/store/game_ranges.h"

#include "core/base/text.h"

#include <stdlib.h>

void game_ranges_init(game_ranges_t *ranges) {
    *ranges = (game_ranges_t){0};
}

/* Appends the last range to the text. */
static void end_range(game_ranges_t *ranges) {
    enum { LONGEST = 48 }; /* of a range, and "..." */
    if (ranges->end == ranges->first || ranges->full)
        return;
    text_t out = {ranges->buffer, sizeof ranges->buffer, ranges->used};
    const char *blank = ranges->used > 0 ? " " : "";
    ranges->full = ranges->used + 2 * (size_t)LONGEST > sizeof ranges->buffer;
    if (ranges->full)
        text_add(&out, "%s...", blank);
    else
        text_add(&out, "%s%llu:%llu", blank, (unsigned long long)ranges->first,
                 (unsigned long long)ranges->end);
    ranges->used = out.used;
}

void game_ranges_add(game_ranges_t *ranges, uint64_t first, uint64_t end) {
    REQUIRE(first <= end && ranges->end <= first);
    if (first == end)
        return;
    ranges->games += end - first;
    if (ranges->end > ranges->first && ranges->end == first) {
        ranges->end = end;
        return;
    }
    end_range(ranges);
    ranges->first = first;
    ranges->end = end;
}

const char *game_ranges_text(game_ranges_t *ranges) {
    end_range(ranges);
    ranges->first = ranges->end;
    return ranges->used > 0 ? ranges->buffer : "none";
}

bool game_ranges_read(const char *text, uint64_t *first, uint64_t *end) {
    enum { MOST = 1000000000 }; /* games of the longest run */
    long from, to;
    if (!text_read_number(&text, MOST, &from) || *text++ != ':' ||
        !text_read_number(&text, MOST, &to) || *text || from >= to)
        return false;
    *first = (uint64_t)from;
    *end = (uint64_t)to;
    return true;
}

/* Reads "first:end" and moves past it; false: there is no range. */
static bool take_range(const char **text, uint64_t *first, uint64_t *end) {
    char *after;
    *first = strtoull(*text, &after, 10);
    if (after == *text || *after != ':')
        return false;
    *text = after + 1;
    *end = strtoull(*text, &after, 10);
    bool has_end = after != *text;
    *text = after;
    return has_end && *first < *end;
}

bool game_ranges_find(const char *text, uint64_t game, uint64_t *place) {
    uint64_t first, end;
    *place = 0;
    while (take_range(&text, &first, &end)) {
        if (game >= first && game < end) {
            *place += game - first;
            return true;
        }
        *place += end - first;
    }
    return false;
}
