/* json_read.c - the strict parser of json.h, by RFC 8259. */
#include "core/base/json.h"

#include "core/base/number.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 1000 };

typedef struct parser {
    const char *text, *at; /* the whole text; what comes next */
    const char *where;
    failure_t *error;
    int depth;
} parser_t;

/* Reports what is wrong at the parser's place. Returns NULL. */
static void *fail_at(const parser_t *parser, const char *what, const char *why) {
    int line = 1, column = 1;
    for (const char *p = parser->text; p < parser->at; p++) {
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    error_set(parser->error, "%s: %s at line %d, column %d%s%s", parser->where, what,
              line, column, *why ? ": " : "", why);
    return NULL;
}

static void *fail(const parser_t *parser, const char *why) {
    return fail_at(parser, "not valid JSON", why);
}

static void skip_blanks(parser_t *parser) {
    parser->at += strspn(parser->at, " \t\n\r");
}

/* --- Strings ------------------------------------------------------------------------ */

/* Reads the four digits of \\uXXXX. */
static bool read_unit(const char *escape, unsigned *unit) {
    char digits[5] = {0};
    if (escape[0] != '\\' || escape[1] != 'u' ||
        strspn(escape + 2, "0123456789abcdefABCDEF") < 4)
        return false;
    memcpy(digits, escape + 2, 4);
    *unit = (unsigned)strtoul(digits, NULL, 16);
    return true;
}

static char *put_utf8(char *to, unsigned code) {
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    int bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = bytes - 1; i > 0; i--, code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(marks[bytes] | code);
    return to + bytes;
}

static char *read_code(parser_t *parser, char *to) {
    unsigned code, low;
    if (!read_unit(parser->at, &code))
        return fail(parser, "unknown escape in a string");
    if (code == 0)
        return fail_at(parser, "a string contains \\u0000,", "");
    bool is_half = code >= 0xd800 && code <= 0xdfff;
    if (is_half && (code >= 0xdc00 || !read_unit(parser->at + 6, &low) || low < 0xdc00 ||
                    low > 0xdfff))
        return fail(parser, "half of a surrogate pair");
    parser->at += is_half ? 12 : 6;
    return put_utf8(to,
                    is_half ? 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00 : code);
}

/* Reads what begins with a backslash; returns the end of what it wrote, or NULL. */
static char *read_escape(parser_t *parser, char *to) {
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *name = strchr(names, parser->at[1]);
    if (!name)
        return read_code(parser, to);
    *to = meant[name - names];
    parser->at += 2;
    return to + 1;
}

static char *read_string(parser_t *parser) {
    const char *end = parser->at + 1;
    for (; *end != '"'; end += *end == '\\' && end[1] ? 2 : 1)
        if ((unsigned char)*end < ' ') {
            parser->at = end;
            return fail(parser, *end ? "control character in a string"
                                     : "a string without its end");
        }
    char *string = memory_new((size_t)(end - parser->at), 1), *to = string;
    parser->at++;
    while (to && parser->at < end)
        if (*parser->at == '\\')
            to = read_escape(parser, to);
        else
            *to++ = *parser->at++;
    parser->at++;
    if (to)
        return string;
    free(string);
    return NULL;
}

/* --- Values ------------------------------------------------------------------------- */

static cJSON *read_value(parser_t *parser);

static cJSON *read_text(parser_t *parser) {
    char *string = read_string(parser);
    cJSON *json = string ? cJSON_CreateString(string) : NULL;
    free(string);
    return json;
}

cJSON *json_of_digits(double value, const char *digits) {
    cJSON *json = cJSON_CreateString(digits);
    json->type = cJSON_Number;
    json->valuedouble = value;
    return json;
}

/* A number that its double would change to another integer is kept as it was written. */
static cJSON *read_number(parser_t *parser) {
    double value;
    bool is_whole;
    const char *end = number_read(parser->at, &value, &is_whole);
    if (!end)
        return fail(parser, "malformed number");
    const char *digits = parser->at;
    parser->at = end;
    if (is_whole || floor(value) < value)
        return cJSON_CreateNumber(value);
    char *copy = memory_new((size_t)(end - digits) + 1, 1);
    memcpy(copy, digits, (size_t)(end - digits));
    cJSON *json = json_of_digits(value, copy);
    free(copy);
    return json;
}

static cJSON *read_word(parser_t *parser) {
    static const char *const words[] = {"null", "false", "true"};
    for (int i = 0; i < 3; i++)
        if (strncmp(parser->at, words[i], strlen(words[i])) == 0) {
            parser->at += strlen(words[i]);
            return i == 0 ? cJSON_CreateNull() : cJSON_CreateBool(i == 2);
        }
    return fail(parser, "expected a value");
}

static bool read_element(parser_t *parser, cJSON *array) {
    cJSON *value = read_value(parser);
    if (value)
        cJSON_AddItemToArray(array, value);
    return value != NULL;
}

static bool read_member(parser_t *parser, cJSON *object) {
    if (*parser->at != '"')
        return fail(parser, "expected a key in quotes");
    char *key = read_string(parser);
    if (!key)
        return false;
    skip_blanks(parser);
    bool has_value = *parser->at == ':';
    parser->at += has_value;
    cJSON *value = has_value ? read_value(parser) : fail(parser, "expected \":\"");
    if (value)
        cJSON_AddItemToObject(object, key, value);
    free(key);
    return value != NULL;
}

static int compare_keys(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool check_unique_keys(const parser_t *parser, const cJSON *object) {
    size_t count = 0;
    const char *twice = NULL;
    const char **keys = memory_new((size_t)cJSON_GetArraySize(object), sizeof *keys);
    for (const cJSON *item = object->child; item; item = item->next)
        keys[count++] = item->string;
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count && !twice; i++)
        twice = strcmp(keys[i - 1], keys[i]) == 0 ? keys[i] : NULL;
    free(keys);
    return !twice || error_set(parser->error, "%s: the key \"%s\" is given twice",
                               parser->where, twice);
}

/* Adds the elements of an array, or the members of an object, up to its end. */
static bool read_items(parser_t *parser, cJSON *json) {
    bool is_object = cJSON_IsObject(json);
    char end = is_object ? '}' : ']';
    do {
        parser->at++;
        skip_blanks(parser);
        if (*parser->at == end && !json->child)
            break;
        if (!(is_object ? read_member : read_element)(parser, json))
            return false;
        skip_blanks(parser);
    } while (*parser->at == ',');
    if (*parser->at != end)
        return fail(parser,
                    is_object ? "expected \",\" or \"}\"" : "expected \",\" or \"]\"");
    parser->at++;
    return !is_object || check_unique_keys(parser, json);
}

static cJSON *read_list(parser_t *parser) {
    if (parser->depth == MOST_DEPTH)
        return fail(parser, "nested too deeply");
    cJSON *json = *parser->at == '{' ? cJSON_CreateObject() : cJSON_CreateArray();
    parser->depth++;
    bool ok = read_items(parser, json);
    parser->depth--;
    if (ok)
        return json;
    cJSON_Delete(json);
    return NULL;
}

static cJSON *read_value(parser_t *parser) {
    skip_blanks(parser);
    char first = *parser->at;
    return first == '{' || first == '['                     ? read_list(parser)
           : first == '"'                                   ? read_text(parser)
           : first == '-' || (first >= '0' && first <= '9') ? read_number(parser)
                                                            : read_word(parser);
}

cJSON *json_read(const char *text, const char *where, failure_t *error) {
    parser_t parser = {.text = text, .where = where, .error = error};
    parser.at = plain_text_find_invalid(text);
    if (parser.at)
        return fail_at(&parser, "not valid UTF-8", "");
    parser.at = text;
    cJSON *json = read_value(&parser);
    skip_blanks(&parser);
    if (json && *parser.at) {
        cJSON_Delete(json);
        return fail(&parser, "text after the value");
    }
    return json;
}
