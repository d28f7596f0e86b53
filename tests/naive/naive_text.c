#include "tests/naive/naive_text.h"

#include <stdlib.h>
#include <string.h>

/* The text from the value on; NULL: the key is missing. */
static const char *value_of(const char *variant, const char *key) {
    size_t length = strlen(key);
    for (const char *word = variant; word && *word; word = strchr(word, ' ')) {
        word += *word == ' ';
        if (strncmp(word, key, length) == 0 && word[length] == '=')
            return word + length + 1;
    }
    return NULL;
}

bool naive_is(const char *variant, const char *key, const char *value) {
    const char *found = value_of(variant, key);
    size_t length = strlen(value);
    return found && strncmp(found, value, length) == 0 &&
           (found[length] == ' ' || !found[length]);
}

int naive_number(const char *variant, const char *key, int missing) {
    const char *found = value_of(variant, key);
    return found ? atoi(found) : missing;
}
