#include "core/base/files/safetensors.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "values are copied as little-endian bytes"
#endif

enum { LENGTH = 8, MOST_HEADER = 1 << 20 };

#define METADATA "__metadata__"

static const struct {
    const char *name;
    size_t bytes;
} types[TENSOR_TYPES] = {
    [TENSOR_F32] = {"F32", 4},
    [TENSOR_I8] = {"I8", 1},
    [TENSOR_I16] = {"I16", 2},
    [TENSOR_I32] = {"I32", 4},
};

struct safetensors {
    cJSON *header;
    const unsigned char *data; /* the arrays' bytes */
    size_t size;
    int count; /* of arrays */
};

/* --- Tensors ------------------------------------------------------------------------ */

tensor_t tensor_of(const char *name, tensor_type_t type, int rank,
                   const int *dimensions) {
    tensor_t tensor = {.type = type, .rank = rank, .count = 1};
    text_t out = text_into(tensor.name, sizeof tensor.name);
    text_add(&out, "%s", name);
    REQUIRE(rank <= TENSOR_RANK);
    for (int i = 0; i < rank; i++) {
        tensor.dimensions[i] = dimensions[i];
        tensor.count *= (size_t)dimensions[i];
    }
    return tensor;
}

void tensor_allocate(tensor_t *tensor) {
    tensor->values = memory_new_vectors(tensor_bytes(tensor));
}

size_t tensor_bytes(const tensor_t *tensor) {
    return tensor->count * types[tensor->type].bytes;
}

void tensor_set(const tensor_t *tensor, size_t i, int32_t value) {
    if (tensor->type == TENSOR_I8)
        ((int8_t *)tensor->values)[i] = (int8_t)value;
    else if (tensor->type == TENSOR_I16)
        ((int16_t *)tensor->values)[i] = (int16_t)value;
    else
        ((int32_t *)tensor->values)[i] = value;
}

uint32_t tensor_word(const tensor_t *tensor, size_t i) {
    return types[tensor->type].bytes == 1 ? (uint32_t)((const int8_t *)tensor->values)[i]
           : types[tensor->type].bytes == 2
               ? (uint32_t)((const int16_t *)tensor->values)[i]
               : ((const uint32_t *)tensor->values)[i];
}

/* --- The header --------------------------------------------------------------------- */

/* An array as the header describes it. */
typedef struct entry {
    tensor_type_t type;
    int rank, dimensions[TENSOR_RANK];
    size_t begin, end;
} entry_t;

static const char *type_text(const cJSON *item) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "dtype"));
}

static bool read_type(const cJSON *item, tensor_type_t *type) {
    const char *text = type_text(item);
    for (*type = 0; text && *type < TENSOR_TYPES; ++*type)
        if (strcmp(text, types[*type].name) == 0)
            return true;
    return false;
}

/* Reads whole numbers up to `most`; returns how many, or -1. */
static int read_list(const cJSON *list, int room, int64_t most, int64_t *numbers) {
    int count = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > room)
        return -1;
    for (const cJSON *item = list->child; item; item = item->next)
        if (!json_integer(item, 0, most, &numbers[count++]))
            return -1;
    return count;
}

/* Whether an item describes an array within so many bytes, of the size of its shape. */
static bool read_entry(const cJSON *item, size_t size, entry_t *entry) {
    int64_t shape[TENSOR_RANK], offsets[2];
    if (!cJSON_IsObject(item) || cJSON_GetArraySize(item) != 3 ||
        !read_type(item, &entry->type))
        return false;
    entry->rank = read_list(cJSON_GetObjectItemCaseSensitive(item, "shape"), TENSOR_RANK,
                            INT_MAX, shape);
    if (entry->rank < 0 ||
        read_list(cJSON_GetObjectItemCaseSensitive(item, "data_offsets"), 2,
                  (int64_t)size, offsets) != 2 ||
        offsets[0] > offsets[1])
        return false;
    size_t bytes = types[entry->type].bytes;
    for (int i = 0; i < entry->rank; i++) {
        entry->dimensions[i] = (int)shape[i];
        if (shape[i] > 0 && bytes > size / (size_t)shape[i])
            return false;
        bytes *= (size_t)shape[i];
    }
    entry->begin = (size_t)offsets[0];
    entry->end = (size_t)offsets[1];
    return bytes == entry->end - entry->begin;
}

static int compare_entries(const void *a, const void *b) {
    const entry_t *x = a, *y = b;
    return x->begin != y->begin ? (x->begin > y->begin) - (x->begin < y->begin)
                                : (x->end > y->end) - (x->end < y->end);
}

/* Whether the arrays lie one after another, without gaps. */
static bool fill_all_bytes(entry_t *entries, int count, size_t size) {
    size_t at = 0;
    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    for (int i = 0; i < count; i++) {
        if (entries[i].begin != at)
            return false;
        at = entries[i].end;
    }
    return at == size;
}

static bool check_metadata(const cJSON *metadata, failure_t *error) {
    bool ok = cJSON_IsObject(metadata);
    for (const cJSON *item = ok ? metadata->child : NULL; item && ok; item = item->next)
        ok = cJSON_IsString(item);
    return ok || error_set(error, "its \"" METADATA "\" is not an object of texts");
}

/* Whether the bytes of all arrays whose place can be read are there. */
static bool is_whole(const safetensors_t *file, size_t before, failure_t *error) {
    int64_t end = 0, offsets[2];
    for (const cJSON *item = file->header->child; item; item = item->next)
        if (read_list(cJSON_GetObjectItemCaseSensitive(item, "data_offsets"), 2,
                      INT64_MAX, offsets) == 2 &&
            offsets[1] > end)
            end = offsets[1];
    return (uint64_t)end <= file->size ||
           error_set(error, "ends early: %zu bytes instead of %" PRIu64,
                     before + file->size, (uint64_t)before + (uint64_t)end);
}

static bool check_entry(const cJSON *item, size_t size, entry_t *entry,
                        failure_t *error) {
    tensor_type_t type;
    if (type_text(item) && !read_type(item, &type))
        return error_set(error,
                         "its array \"%.40s\" is of %.10s: save it as F32, or in an "
                         "integer network as I8, I16 or I32",
                         item->string, type_text(item));
    return read_entry(item, size, entry) ||
           error_set(error,
                     "its array \"%.40s\" has no type or shape, has more than %d "
                     "dimensions, or does not fit its bytes",
                     item->string, TENSOR_RANK);
}

static bool check_header(safetensors_t *file, failure_t *error) {
    int members = cJSON_GetArraySize(file->header);
    entry_t *entries = memory_new((size_t)members + 1, sizeof *entries);
    bool ok = true;
    for (const cJSON *item = file->header->child; item && ok; item = item->next)
        if (strcmp(item->string, METADATA) == 0)
            ok = check_metadata(item, error);
        else
            ok = check_entry(item, file->size, &entries[file->count++], error);
    if (ok && !fill_all_bytes(entries, file->count, file->size))
        ok = error_set(error, "its arrays overlap, or leave bytes of the file out");
    free(entries);
    return ok;
}

/* --- Files -------------------------------------------------------------------------- */

safetensors_t *safetensors_read(const unsigned char *bytes, size_t size,
                                failure_t *error) {
    uint64_t length = 0;
    for (size_t i = 0; i < LENGTH && i < size; i++)
        length |= (uint64_t)bytes[i] << 8 * i;
    const bool is_there = size >= LENGTH && length <= size - LENGTH;
    if (is_there && length > MOST_HEADER) {
        error_set(error, "is not a safetensors file, or its header is over %d bytes",
                  MOST_HEADER);
        return NULL;
    }
    if (!is_there || memchr(bytes + LENGTH, 0, (size_t)length)) {
        error_set(error, "is not a safetensors file, or is cut off");
        return NULL;
    }
    safetensors_t *file = memory_new(1, sizeof *file);
    char *text = memory_new((size_t)length + 1, 1);
    memcpy(text, bytes + LENGTH, (size_t)length);
    file->data = bytes + LENGTH + length;
    file->size = size - LENGTH - (size_t)length;
    file->header = json_parse(text, "the header", error);
    free(text);
    if (file->header && is_whole(file, size - file->size, error) &&
        check_header(file, error))
        return file;
    safetensors_free(file);
    return NULL;
}

void safetensors_free(safetensors_t *file) {
    if (file)
        cJSON_Delete(file->header);
    free(file);
}

const char *safetensors_text(const safetensors_t *file, const char *key) {
    const cJSON *metadata = cJSON_GetObjectItemCaseSensitive(file->header, METADATA);
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(metadata, key));
}

bool safetensors_integer(const safetensors_t *file, const char *key, int min, int max,
                         int *value, failure_t *error) {
    const char *text = safetensors_text(file, key), *at = text;
    long number;
    bool ok = text && text_read_number(&at, max, &number) && !*at && number >= min;
    if (ok)
        *value = (int)number;
    return ok ||
           (max < INT_MAX ? error_set(error, "\"%s\" is %.40s; allowed: %d to %d", key,
                                      text ? text : "missing", min, max)
                          : error_set(error, "\"%s\" is %.40s; it must be a whole number",
                                      key, text ? text : "missing"));
}

enum { SHAPE_TEXT = 64 };

/* "24 x 48"; of a single number "1". Returns the text. */
static const char *write_shape(int rank, const int *dimensions, char text[SHAPE_TEXT]) {
    text_t out = text_into(text, SHAPE_TEXT);
    text_add(&out, "%s", rank > 0 ? "" : "1");
    for (int i = 0; i < rank; i++)
        text_add(&out, "%s%d", i ? " x " : "", dimensions[i]);
    return text;
}

static bool fill(const safetensors_t *file, tensor_t *tensor, failure_t *error) {
    char wanted[SHAPE_TEXT], found[SHAPE_TEXT];
    entry_t entry;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(file->header, tensor->name);
    if (!item)
        return error_set(error, "the array \"%s\" is missing", tensor->name);
    REQUIRE(read_entry(item, file->size, &entry)); /* as when the file was opened */
    if (entry.type != tensor->type || entry.rank != tensor->rank ||
        memcmp(entry.dimensions, tensor->dimensions,
               (size_t)entry.rank * sizeof *entry.dimensions) != 0)
        return error_set(
            error, "\"%s\" must be %s values of %s, not %s of %s", tensor->name,
            write_shape(tensor->rank, tensor->dimensions, wanted),
            types[tensor->type].name, write_shape(entry.rank, entry.dimensions, found),
            types[entry.type].name);
    tensor_allocate(tensor);
    memcpy(tensor->values, file->data + entry.begin, tensor_bytes(tensor));
    for (size_t i = 0; tensor->type == TENSOR_F32 && i < tensor->count; i++)
        if (!isfinite(((const float *)tensor->values)[i]))
            return error_set(error, "\"%s\" has a value that is not finite",
                             tensor->name);
    return true;
}

/* An array of the file that none of the tensors is. */
static const char *find_other(const safetensors_t *file, const tensor_t *tensors,
                              int count) {
    for (const cJSON *item = file->header->child; item; item = item->next) {
        bool is_known = strcmp(item->string, METADATA) == 0;
        for (int i = 0; i < count && !is_known; i++)
            is_known = strcmp(item->string, tensors[i].name) == 0;
        if (!is_known)
            return item->string;
    }
    return "?";
}

bool safetensors_fill(const safetensors_t *file, tensor_t *tensors, int count,
                      failure_t *error) {
    for (int i = 0; i < count; i++)
        if (!fill(file, &tensors[i], error))
            return false;
    return file->count == count ||
           error_set(error, "has %d arrays instead of %d: \"%.80s\" has no place in it",
                     file->count, count, find_other(file, tensors, count));
}

/* --- Writing ------------------------------------------------------------------------ */

cJSON *safetensors_header(cJSON *metadata, const tensor_t *tensors, int count) {
    cJSON *header = cJSON_CreateObject();
    size_t at = 0;
    cJSON_AddItemToObject(header, METADATA, metadata);
    for (int i = 0; i < count; i++) {
        const size_t end = at + tensor_bytes(&tensors[i]);
        cJSON *item = cJSON_AddObjectToObject(header, tensors[i].name);
        cJSON_AddStringToObject(item, "dtype", types[tensors[i].type].name);
        cJSON_AddItemToObject(
            item, "shape", cJSON_CreateIntArray(tensors[i].dimensions, tensors[i].rank));
        cJSON_AddItemToObject(
            item, "data_offsets",
            cJSON_CreateDoubleArray((const double[]){(double)at, (double)end}, 2));
        at = end;
    }
    return header;
}

unsigned char *safetensors_write(cJSON *metadata, const tensor_t *tensors, int count,
                                 size_t *size) {
    char *text = json_line(safetensors_header(metadata, tensors, count));
    const uint64_t length = strlen(text);
    *size = LENGTH + (size_t)length;
    for (int i = 0; i < count; i++)
        *size += tensor_bytes(&tensors[i]);
    unsigned char *bytes = memory_new(*size, 1), *next = bytes + LENGTH;
    memcpy(bytes, &length, LENGTH);
    memcpy(next, text, (size_t)length);
    next += length;
    for (int i = 0; i < count; next += tensor_bytes(&tensors[i]), i++)
        memcpy(next, tensors[i].values, tensor_bytes(&tensors[i]));
    free(text);
    return bytes;
}
