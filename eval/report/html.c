#include "eval/report/html.h"

#include "core/base/json.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdlib.h>

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

void html_text(FILE *page, const char *text) {
    for (; *text; text++) {
        const char *escaped = entity(*text);
        if (escaped)
            fputs(escaped, page);
        else
            fputc(*text, page);
    }
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
