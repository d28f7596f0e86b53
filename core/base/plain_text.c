#include "core/base/plain_text.h"

#include "core/base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Decodes the character at p in a 0-terminated string; returns its length in bytes, or 0
 * if it is not valid. */
static size_t decode(const char *p, uint32_t *character) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)p;
    unsigned first = bytes[0];
    size_t count = first < 0x80              ? 1
                   : (first & 0xe0u) == 0xc0 ? 2
                   : (first & 0xf0u) == 0xe0 ? 3
                   : (first & 0xf8u) == 0xf0 ? 4
                                             : 0;
    if (count <= 1) {
        *character = first;
        return count;
    }
    *character = first & (0x7fu >> count);
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xc0u) != 0x80)
            return 0;
        *character = *character << 6 | (bytes[i] & 0x3fu);
    }
    bool is_surrogate = *character >= 0xd800 && *character < 0xe000;
    return *character < least[count] || *character > 0x10ffff || is_surrogate ? 0 : count;
}

static bool is_plain(uint32_t character) {
    bool is_control = character < 0x20 || (character >= 0x7f && character < 0xa0);
    bool separates = character == 0x2028 || character == 0x2029;
    bool turns = character == 0x61c || character == 0x200e || character == 0x200f ||
                 (character >= 0x202a && character <= 0x202e) ||
                 (character >= 0x2066 && character <= 0x2069);
    return !is_control && !separates && !turns && character != 0xfeff;
}

/* Returns the length in bytes of the plain character at p, or 0. */
static size_t plain_length(const char *p) {
    uint32_t character;
    size_t length = decode(p, &character);
    return length > 0 && is_plain(character) ? length : 0;
}

bool plain_text_is_line(const char *text, size_t size) {
    const char *p = text;
    size_t length;
    while (*p && (length = plain_length(p)) > 0)
        p += length;
    return !*p && p > text && (size_t)(p - text) < size;
}

bool plain_text_is_lines(const char *text) {
    const char *p = text;
    size_t length;
    while (*p && (length = *p == '\n' ? 1 : plain_length(p)) > 0)
        p += length;
    return !*p && (p == text || p[-1] == '\n');
}

void plain_text_make(char *text) {
    while (*text) {
        size_t length = plain_length(text);
        if (length == 0)
            *text = *text == '\n' || *text == '\t' || *text == '\r' ? ' ' : '?';
        text += length > 0 ? length : 1;
    }
}

void plain_text_copy(char *into, size_t size, const char *text, size_t length) {
    REQUIRE(size > 0);
    size_t kept = length < size ? length : size - 1;
    while (kept < length && kept > 0 && ((unsigned char)text[kept] & 0xc0u) == 0x80)
        kept--; /* inside a character */
    memcpy(into, text, kept);
    into[kept] = 0;
    plain_text_make(into);
}

const char *plain_text_find_invalid(const char *text) {
    uint32_t character;
    size_t length;
    while (*text && (length = decode(text, &character)) > 0)
        text += length;
    return *text ? text : NULL;
}

void message_list(const char *format, va_list arguments) {
    va_list again;
    if (error_is_caught())
        return;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    REQUIRE(length >= 0);
    char *text = memory_new((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    plain_text_make(text); /* it may quote a file */
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", error_program(), text);
    free(text);
}

void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    message_list(format, arguments);
    va_end(arguments);
}
