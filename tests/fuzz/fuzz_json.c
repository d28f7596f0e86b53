#include "tests/fuzz/fuzz_json.h"

#include "core/base/json.h"
#include "selfplay/config/run_config.h"
#include "tests/support/variants.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#define SEPARATOR "\n--\n"

/* --- Inputs ------------------------------------------------------------------------- */

/* The number of bytes before the separator; all if there is none. */
static size_t find_separator(const uint8_t *data, size_t size) {
    size_t width = strlen(SEPARATOR), length = 0;
    while (length + width <= size && memcmp(data + length, SEPARATOR, width) != 0)
        length++;
    return length + width <= size ? length : size;
}

void fuzz_take_text(fuzz_input_t *input, fuzz_text_t *text) {
    size_t length = find_separator(input->data, input->size);
    size_t taken = length < input->size ? length + strlen(SEPARATOR) : length;
    *text = (fuzz_text_t){.json = memory_new(length + 1, 1)};
    if (length > 0)
        memcpy(text->json, input->data, length);
    input->data += taken;
    input->size -= taken;
    while (text->num_words < FUZZ_WORDS &&
           (text->words[text->num_words] = fuzz_take_line(input)) != NULL)
        text->num_words++;
}

void fuzz_text_clear(fuzz_text_t *text) {
    for (int i = 0; i < text->num_words; i++)
        free(text->words[i]);
    free(text->json);
    *text = (fuzz_text_t){0};
}

/* --- Mutation ----------------------------------------------------------------------- */

#if defined(FULCRUM_FUZZ)

static int count_below(const cJSON *json) {
    int count = 0;
    for (const cJSON *item = json->child; item; item = item->next)
        count += 1 + count_below(item);
    return count;
}

/* The number-th item below, and its parent. */
static cJSON *find_below(cJSON *json, int *number, cJSON **parent) {
    for (cJSON *item = json->child, *found; item; item = item->next) {
        *parent = json;
        if ((*number)-- == 0)
            return item;
        if ((found = find_below(item, number, parent)) != NULL)
            return found;
    }
    return NULL;
}

static cJSON *make_value(pcg32_t *rng) {
    static const double numbers[] = {
        0,   1,    -1,         2,          3,
        4,   8,    0.5,        1e-9,       0.25,
        100, 1000, 2147483647, 4294967296, 9007199254740991,
        64,  1e18, -0.0,       1e308,      9223372036854775808.0};
    static const char *const texts[] = {"",         "uct",  "puct", "gumbel", "seesaw",
                                        "a",        "auto", "none", "yes",    "human",
                                        "\xc3\xa9", "x y",  "../x"};
    switch (pcg32_below(rng, 10)) {
    case 0:
        return cJSON_CreateNull();
    case 1:
        return cJSON_CreateObject();
    case 2:
        return cJSON_CreateArray();
    case 3:
    case 4:
        return cJSON_CreateBool((int)pcg32_below(rng, 2));
    case 5:
    case 6:
        return cJSON_CreateString(texts[pcg32_below(rng, sizeof texts / sizeof *texts)]);
    default:
        return cJSON_CreateNumber(
            numbers[pcg32_below(rng, sizeof numbers / sizeof *numbers)]);
    }
}

/* A value that suits the key: one of its choices, a limit, or a value between the limits;
 * sometimes any value. */
static cJSON *suit(const cJSON *key, pcg32_t *rng) {
    const cJSON *min = cJSON_GetObjectItemCaseSensitive(key, "min");
    const cJSON *max = cJSON_GetObjectItemCaseSensitive(key, "max");
    const cJSON *choices = cJSON_GetObjectItemCaseSensitive(key, "choices");
    if (choices && cJSON_GetArraySize(choices) > 0)
        return cJSON_Duplicate(
            cJSON_GetArrayItem(
                choices, (int)pcg32_below(rng, (uint32_t)cJSON_GetArraySize(choices))),
            true);
    if (min && max && pcg32_below(rng, 4) > 0) {
        double low = min->valuedouble, high = max->valuedouble;
        double at[] = {low, high, low + 1, low + (double)pcg32_below(rng, 100) / 4,
                       low + (high - low) * pcg32_below(rng, 100) / 100};
        return cJSON_CreateNumber(at[pcg32_below(rng, sizeof at / sizeof *at)]);
    }
    return make_value(rng);
}

static void set_key(cJSON *json, const char *prefix, pcg32_t *rng) {
    static cJSON *keys;
    char path[128];
    const char *name;
    if (!keys)
        keys = run_config_document_json();
    int count = cJSON_GetArraySize(keys);
    const cJSON *key = cJSON_GetArrayItem(keys, (int)pcg32_below(rng, (uint32_t)count));
    const cJSON *key_path = cJSON_GetObjectItemCaseSensitive(key, "key");
    if (!cJSON_IsString(key_path))
        return;
    snprintf(path, sizeof path, "%s%s", pcg32_below(rng, 2) ? prefix : "",
             key_path->valuestring);
    cJSON *object = json_object_at(json, path, &name);
    if (!object)
        return;
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    cJSON_AddItemToObject(object, name, suit(key, rng));
}

static void set_variant(cJSON *json, pcg32_t *rng) {
    const test_variant_t *variant =
        &test_variants[pcg32_below(rng, (uint32_t)test_variant_count)];
    char copy[256], *words[16], *rest = copy, *word;
    int count = 0;
    snprintf(copy, sizeof copy, "%s", variant->variant);
    while (count < 16 && (word = strtok_r(rest, " ", &rest)) != NULL)
        words[count++] = word;
    cJSON *object = json_from_arguments(words, count, NULL);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "game");
    cJSON_DeleteItemFromObjectCaseSensitive(json, "variant");
    cJSON_AddStringToObject(json, "game", variant->game);
    cJSON_AddItemToObject(json, "variant", object ? object : cJSON_CreateObject());
}

static void change_one(cJSON *json, const char *prefix, pcg32_t *rng) {
    int count = count_below(json);
    cJSON *parent = json, *item = NULL;
    if (count > 0) {
        int number = (int)pcg32_below(rng, (uint32_t)count);
        item = find_below(json, &number, &parent);
    }
    uint32_t what = pcg32_below(rng, 10);
    if (what == 0)
        set_variant(json, rng);
    else if (what <= 4 || !item)
        set_key(json, prefix, rng);
    else if (what == 5)
        cJSON_Delete(cJSON_DetachItemViaPointer(parent, item));
    else if (what == 6 && cJSON_IsArray(parent) && count < 200)
        cJSON_AddItemToArray(parent, cJSON_Duplicate(item, true));
    else if (what == 7 && cJSON_IsNumber(item))
        item->valuedouble += pcg32_below(rng, 2) ? 1 : -1;
    else if (item->string)
        cJSON_ReplaceItemInObjectCaseSensitive(parent, item->string, make_value(rng));
    else
        cJSON_ReplaceItemViaPointer(parent, item, make_value(rng));
}

static cJSON *read_part(const uint8_t *data, size_t length) {
    char *text = memory_new(length + 1, 1);
    memcpy(text, data, length);
    cJSON *json = json_read(text, "input", NULL);
    free(text);
    return json;
}

size_t fuzz_json_mutate(uint8_t *data, size_t size, size_t max_size, unsigned int seed,
                        const char *prefix) {
    pcg32_t rng = pcg32_for(seed, size, 0, PCG_FOR_TEST);
    size_t length = find_separator(data, size), rest = size - length;
    cJSON *json = pcg32_below(&rng, 4) > 0 ? read_part(data, length) : NULL;
    if (!cJSON_IsObject(json)) {
        cJSON_Delete(json);
        return LLVMFuzzerMutate(data, size, max_size);
    }
    for (uint32_t left = 1 + pcg32_below(&rng, 3); left > 0; left--)
        change_one(json, prefix, &rng);
    char *text = json_line(cJSON_Duplicate(json, true));
    size_t made = strlen(text);
    cJSON_Delete(json);
    if (made + rest > max_size) {
        free(text);
        return LLVMFuzzerMutate(data, size, max_size);
    }
    memmove(data + made, data + length, rest);
    memcpy(data, text, made);
    free(text);
    return made + rest;
}

#else

size_t fuzz_json_mutate(uint8_t *data, size_t size, size_t max_size, unsigned int seed,
                        const char *prefix) {
    (void)data;
    (void)max_size;
    (void)seed;
    (void)prefix;
    return size; /* corpora are replayed unchanged */
}

#endif
