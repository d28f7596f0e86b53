#include "eval/render/html.h"

#include "core/base/json.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void write_bytes(FILE *page, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const char *escaped = entity(text[i]);
        if (escaped)
            fputs(escaped, page);
        else
            fputc(text[i], page);
    }
}

void html_text(FILE *page, const char *text) {
    write_bytes(page, text, strlen(text));
}

void html_words(FILE *page, const char *text) {
    for (const char *code, *end;
         (code = strchr(text, '`')) != NULL && (end = strchr(code + 1, '`')) != NULL;
         text = end + 1) {
        write_bytes(page, text, (size_t)(code - text));
        fputs("<code>", page);
        write_bytes(page, code + 1, (size_t)(end - code) - 1);
        fputs("</code>", page);
    }
    html_text(page, text);
}

void html_format(FILE *page, const char *format, ...) {
    char text[2048];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    html_text(page, text);
}

/* In JSON these characters occur only in strings, where their escape means the same. */
void html_script(FILE *page, const char *id, const cJSON *json) {
    char *text = json_line(cJSON_Duplicate(json, true));
    fprintf(page, "<script type=\"application/json\" id=\"%s\">", id);
    for (const char *p = text; *p; p++)
        if (*p == '<' || *p == '>' || *p == '&')
            fprintf(page, "\\u%04x", (unsigned)*p);
        else
            fputc(*p, page);
    fputs("</script>\n", page);
    free(text);
}
