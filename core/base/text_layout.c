#include "core/base/text_layout.h"

#include <stdbool.h>
#include <string.h>

static int width_of(const char *text, size_t bytes) {
    int width = 0;
    for (size_t i = 0; i < bytes; i++)
        if (text[i] == '\033')
            i += strcspn(text + i, "m");
        else
            width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

int text_width(const char *text) {
    return width_of(text, strlen(text));
}

void text_print_padded(FILE *file, const char *text, int width) {
    int blanks = width - text_width(text);
    fprintf(file, "%s%*s", text, blanks > 0 ? blanks : 0, "");
}

/* Bytes of the first `count` characters. */
static int bytes_of(const char *text, int count) {
    const char *p = text;
    while (*p && (count -= ((unsigned char)*p & 0xC0) != 0x80) >= 0)
        p++;
    return (int)(p - text);
}

const char *text_shorten(const char *text, int width, char shortened[TEXT_SHORT]) {
    int all = text_width(text), begin = width / 2, end = width - 1 - begin;
    if (all <= width)
        snprintf(shortened, TEXT_SHORT, "%s", text);
    else
        snprintf(shortened, TEXT_SHORT, "%.*s…%s", bytes_of(text, begin), text,
                 text + bytes_of(text, all - end));
    return shortened;
}

/* Prints the words of a paragraph and a final newline. */
static void print_paragraph(FILE *file, const char *text, const char *end, int column,
                            int indent) {
    int at = column;
    bool is_first = true; /* word of its line: no blank before it */
    for (text += strspn(text, " "); text < end; text += strspn(text, " ")) {
        size_t length = strcspn(text, " \n");
        int width = width_of(text, length);
        if (at > indent && at + !is_first + width > TEXT_COLUMNS) {
            fputc('\n', file);
            at = 0;
            is_first = true;
        }
        int blanks = at < indent ? indent - at : !is_first || at > 0;
        fprintf(file, "%*s%.*s", blanks, "", (int)length, text);
        at += blanks + width;
        is_first = false;
        text += length;
    }
    fputc('\n', file);
}

void text_print_wrapped(FILE *file, const char *text, int column, int indent) {
    do {
        const char *end = text + strcspn(text, "\n");
        if (*text == ' ')
            fprintf(file, "%*s%.*s\n", column < indent ? indent - column : 0, "",
                    (int)(end - text), text);
        else
            print_paragraph(file, text, end, column, indent);
        text = end;
        column = 0;
    } while (*text++ && *text);
}

int text_wrap(const char *paragraph, int width, text_t *out) {
    int lines = 0, at = 0;
    for (const char *text = paragraph + strspn(paragraph, " "); *text;
         text += strspn(text, " ")) {
        int length = (int)strcspn(text, " ");
        if (at > 0 && at + 1 + length > width) {
            text_add_char(out, '\n');
            at = 0;
        }
        length = length > width ? width : length;
        lines += at == 0;
        at += (at > 0) + length;
        text_add(out, "%s%.*s", at > length ? " " : "", length, text);
        text += length;
    }
    if (lines > 0)
        text_add_char(out, '\n');
    return lines;
}
