#include "core/config/choices.h"

#include <stdlib.h>
#include <string.h>

/* The length of a choice, and where it starts. */
static int choice_at(const char *choices, int index, const char **start) {
    for (; index > 0; index--)
        choices = strchr(choices, '|') + 1;
    *start = choices;
    return (int)strcspn(choices, "|");
}

void choice_write(const char *choices, int index, text_t *out) {
    const char *start;
    int length = choice_at(choices, index, &start);
    text_add(out, "%.*s", length, start);
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

void choices_write(const char *choices, const char *before_last, text_t *out) {
    for (int i = 0, n = choices_count(choices); i < n; i++) {
        text_add(out, "%s", i == 0 ? "" : i == n - 1 ? before_last : ", ");
        choice_write(choices, i, out);
    }
}

int choice_nearest(const char *choices, const char *word) {
    char *copy = text_copy(choices), *save = NULL;
    const char **names = memory_new((size_t)choices_count(choices), sizeof *names);
    int count = 0, index = -1;
    for (char *name = strtok_r(copy, "|", &save); name; name = strtok_r(NULL, "|", &save))
        names[count++] = name;
    const char *nearest = text_nearest(word, names, count);
    for (int i = 0; nearest && i < count; i++)
        if (names[i] == nearest)
            index = i;
    free(names);
    free(copy);
    return index;
}
