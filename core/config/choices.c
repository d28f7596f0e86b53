#include "core/config/choices.h"

#include <string.h>

enum { MOST_CHOICES = 32, CHOICE_TEXT = 64 };

int choice_at(const char *choices, int index, const char **start) {
    for (; index > 0; index--)
        choices = strchr(choices, '|') + 1;
    *start = choices;
    return (int)strcspn(choices, "|");
}

int choices_count(const char *choices) {
    int count = 1;
    for (const char *p = choices; *p; p++)
        count += *p == '|';
    return count;
}

int choice_find(const char *choices, const char *word) {
    for (int i = 0; i < choices_count(choices); i++) {
        const char *start;
        int length = choice_at(choices, i, &start);
        if (strlen(word) == (size_t)length && memcmp(word, start, (size_t)length) == 0)
            return i;
    }
    return -1;
}

void choices_write(const char *choices, text_t *out) {
    for (int i = 0, n = choices_count(choices); i < n; i++) {
        const char *start, *between = i == 0 ? "" : i == n - 1 ? " or " : ", ";
        int length = choice_at(choices, i, &start);
        text_add(out, "%s%.*s", between, length, start);
    }
}

int choice_nearest(const char *choices, const char *word) {
    char copies[MOST_CHOICES][CHOICE_TEXT];
    const char *names[MOST_CHOICES];
    int count = choices_count(choices);
    REQUIRE(count <= MOST_CHOICES);
    for (int i = 0; i < count; i++) {
        const char *start;
        int length = choice_at(choices, i, &start);
        REQUIRE(length < CHOICE_TEXT);
        snprintf(copies[i], sizeof copies[i], "%.*s", length, start);
        names[i] = copies[i];
    }
    const char *nearest = text_nearest(word, names, count);
    return nearest ? choice_find(choices, nearest) : -1;
}
