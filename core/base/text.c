#include "core/base/text.h"

#include "core/base/c_locale.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

text_t text_into(char *buffer, size_t size) {
    REQUIRE(size > 0);
    buffer[0] = 0;
    return (text_t){buffer, size, 0};
}

void text_add(text_t *text, const char *format, ...) {
    va_list arguments;
    locale_t before = c_locale_enter();
    va_start(arguments, format);
    int length =
        vsnprintf(text->buffer + text->used, text->size - text->used, format, arguments);
    va_end(arguments);
    uselocale(before);
    REQUIRE(length >= 0 && (size_t)length < text->size - text->used);
    text->used += (size_t)length;
}

void text_add_number(text_t *text, int number) {
    REQUIRE(number >= 0);
    if (number >= 10)
        text_add_number(text, number / 10);
    text_add_char(text, (char)('0' + number % 10));
}

static bool is_plain_to_shells(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789/._-+=,:@";
    return *word && !word[strspn(word, plain)];
}

void text_add_shell_word(text_t *text, const char *word) {
    if (is_plain_to_shells(word)) {
        text_add(text, "%s", word);
        return;
    }
    text_add_char(text, '\'');
    for (; *word; word++)
        if (*word == '\'')
            text_add(text, "'\\''");
        else
            text_add_char(text, *word);
    text_add_char(text, '\'');
}

const char *text_thousands(uint64_t number, char text[TEXT_THOUSANDS]) {
    char digits[TEXT_THOUSANDS];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = 0;
    return text;
}

void text_trim(text_t *text) {
    while (text->used > 0 && text->buffer[text->used - 1] == ' ')
        text->buffer[--text->used] = 0;
}

token_reader_t token_reader(const char *line) {
    return (token_reader_t){line, line};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool token_next(token_reader_t *reader, token_t *token) {
    while (is_blank(*reader->next))
        reader->next++;
    token->start = reader->next;
    token->column = (int)(reader->next - reader->line) + 1;
    while (*reader->next && !is_blank(*reader->next))
        reader->next++;
    token->length = (int)(reader->next - token->start);
    return token->length > 0;
}

bool token_is(const token_t *token, const char *text) {
    return strlen(text) == (size_t)token->length &&
           memcmp(text, token->start, (size_t)token->length) == 0;
}

int text_split(char *text, char **words, int most) {
    char *save = NULL, *word = strtok_r(text, " \t\n", &save);
    int count = 0;
    for (; word && count < most; word = strtok_r(NULL, " \t\n", &save))
        words[count++] = word;
    return count + (word != NULL);
}

bool text_read_number(const char **text, long max, long *number) {
    const char *p = *text;
    long value = 0;
    if (*p < '0' || *p > '9' || (p[0] == '0' && p[1] >= '0' && p[1] <= '9'))
        return false;
    for (; *p >= '0' && *p <= '9'; p++) {
        long digit = *p - '0';
        if (digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *text = p;
    *number = value;
    return true;
}

char *text_copy(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(memory_new(size, 1), text, size);
}

void text_print_quoted(FILE *file, char quote, const char *text) {
    fputc(quote, file);
    for (; *text; text++) {
        if (*text == quote)
            fputc(quote, file);
        fputc(*text, file);
    }
    fputc(quote, file);
}

void text_print_shell_word(FILE *file, const char *word) {
    size_t size = 4 * strlen(word) + sizeof "''"; /* every character may be a quote */
    char *buffer = memory_new(size, 1);
    text_t text = text_into(buffer, size);
    text_add_shell_word(&text, word);
    fputs(buffer, file);
    free(buffer);
}

uint64_t text_hash(const char *text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        hash = (hash ^ *p) * UINT64_C(0x100000001b3);
    return hash;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

enum { LONGEST = 63 /* characters of a word that gets a suggestion */ };

/* Damerau-Levenshtein distance (optimal string alignment). */
static int edit_distance(const char *a, const char *b) {
    int rows[3][LONGEST + 1];
    size_t length_a = strlen(a), length_b = strlen(b);
    REQUIRE(length_a <= LONGEST && length_b <= LONGEST);
    for (size_t j = 0; j <= length_b; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= length_a; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= length_b; j++) {
            int change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(change, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], above2[j - 2] + 1);
        }
    }
    return rows[length_a % 3][length_b];
}

const char *text_nearest(const char *word, const char *const *names, int count) {
    const char *nearest = NULL;
    int best = 1 + (int)strlen(word) / 3 + 1;
    for (int i = 0; i < count && strlen(word) <= LONGEST; i++) {
        int distance = edit_distance(word, names[i]);
        if (distance < best) {
            best = distance;
            nearest = names[i];
        }
    }
    return nearest;
}
