/* text.h - bounded writing into short strings, and reading from them.
 * Use: char buffer[64]; text_t out = text_into(buffer, sizeof buffer);
 *      text_add(&out, "%s=%d", name, value);
 * Owns: nothing; the buffer is the caller's and always a valid C string.
 * Errors: text that does not fit is an internal error (REQUIRE): buffers are sized by the
 *      bounds that games declare.
 */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct text {
    char *buffer;
    size_t size, used; /* bytes of the buffer; bytes written, without the final 0 */
} text_t;

text_t text_into(char *buffer, size_t size);
void text_add(text_t *text, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same for one character and for a number >= 0, without the cost of a format. */
static inline void text_add_char(text_t *text, char c) {
    REQUIRE(text->used + 1 < text->size);
    text->buffer[text->used++] = c;
    text->buffer[text->used] = 0;
}
void text_add_number(text_t *text, int number);

/* Adds any text as one word of a POSIX shell: unchanged if it has only letters, digits
 * and /._-+=,:@, else in single quotes, also when empty. A word that begins with a dash
 * may still be taken for an option. */
void text_add_shell_word(text_t *text, const char *word);

/* Removes trailing blanks. */
void text_trim(text_t *text);

/* One token of a line: the characters from `start`, `length` of them. */
typedef struct token {
    const char *start;
    int length;
    int column; /* counted from 1, for messages */
} token_t;

/* Reads the tokens of a line in order; they are separated by whitespace. */
typedef struct token_reader {
    const char *line, *next;
} token_reader_t;

token_reader_t token_reader(const char *line);
bool token_next(token_reader_t *reader, token_t *token); /* false at the end */
bool token_is(const token_t *token, const char *text);

/* Splits a text at its blanks (spaces, tabs, newlines) into words, in place. Returns how
 * many; of more than `most` it stores `most`, and returns most + 1. */
int text_split(char *text, char **words, int most);

/* Reads an unsigned integer at *text and moves past its digits; false if there is none,
 * if it has leading zeros or exceeds max. */
bool text_read_number(const char **text, long max, long *number);

/* A copy, which the caller frees. */
char *text_copy(const char *text);

/* 1234567 as "1,234,567". */
enum { TEXT_THOUSANDS = 32 };
const char *text_thousands(uint64_t number, char text[TEXT_THOUSANDS]);

/* Prints a text in quotes, with quotes inside doubled, as in CSV (RFC 4180). */
void text_print_quoted(FILE *file, char quote, const char *text);

/* As text_add_shell_word. */
void text_print_shell_word(FILE *file, const char *word);

/* The plural suffix of a counted noun, as in "%d file%s": "s", or "" for 1. */
#define TEXT_PLURAL(count) ((count) == 1 ? "" : "s")

/* 64-bit hash of a text (FNV-1a), the same on every machine. */
uint64_t text_hash(const char *text);

/* Returns the name closest to `word` by edit distance, or NULL if none is close enough to
 * be suggested. */
const char *text_nearest(const char *word, const char *const *names, int count);

#endif
