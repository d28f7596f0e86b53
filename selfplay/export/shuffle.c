#include "selfplay/export/shuffle.h"

#include "core/base/files/file.h"
#include "core/base/number.h"
#include "core/base/pcg.h"
#include "core/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Key ranges of which buckets are made; the minimum and maximum that a bucket buffers
 * before writing to the file. */
enum {
    PART_BITS = 12,
    NUM_PARTS = 1 << PART_BITS,
    MIN_GATHER = 1 << 12,
    MAX_GATHER = 1 << 16
};

/* The header of each row; rows are padded to eight bytes. */
typedef struct row_head {
    uint64_t key;
    uint64_t bytes; /* of the row, filled up */
} row_head_t;

/* A row and its key, for sorting a bucket. */
typedef struct row_place {
    uint64_t key;
    const unsigned char *row;
} row_place_t;

typedef struct part {
    uint64_t bytes, rows; /* with heads */
    size_t bucket;
} part_t;

/* A range of adjacent parts: a piece of the area that holds all rows. */
typedef struct area {
    int group;
    uint64_t start, bytes, rows;
    uint64_t filled;       /* without the buffered ones */
    unsigned char *gather; /* NULL: the area is in memory */
    size_t gathered;
} area_t;

struct shuffle {
    int num_groups;
    part_t parts[SHUFFLE_MAX_GROUPS][NUM_PARTS];
    area_t *areas;
    size_t num_areas, next, gather_bytes;
    unsigned char *memory; /* all rows, or of one bucket */
    const void **rows;     /* of the current bucket, sorted */
    int file;              /* -1: none */
    char *path;
};

uint64_t shuffle_key(uint64_t seed, uint64_t row) {
    return mix64(mix64(seed) + row * UINT64_C(0x9e3779b97f4a7c15));
}

shuffle_t *shuffle_new(int num_groups) {
    REQUIRE(num_groups >= 1 && num_groups <= SHUFFLE_MAX_GROUPS);
    shuffle_t *shuffle = memory_new(1, sizeof *shuffle);
    shuffle->num_groups = num_groups;
    shuffle->file = -1;
    return shuffle;
}

void shuffle_free(shuffle_t *shuffle) {
    if (!shuffle)
        return;
    for (size_t i = 0; i < shuffle->num_areas; i++)
        free(shuffle->areas[i].gather);
    if (shuffle->file >= 0)
        close(shuffle->file);
    free(shuffle->areas);
    free(shuffle->memory);
    free(shuffle->rows);
    free(shuffle->path);
    free(shuffle);
}

static size_t filled_up(size_t bytes) {
    return (bytes + 7) & ~(size_t)7;
}

static part_t *part_of(shuffle_t *shuffle, int group, uint64_t key) {
    REQUIRE(group >= 0 && group < shuffle->num_groups);
    return &shuffle->parts[group][key >> (64 - PART_BITS)];
}

void shuffle_count(shuffle_t *shuffle, int group, uint64_t key, size_t bytes) {
    part_t *part = part_of(shuffle, group, key);
    part->bytes += sizeof(row_head_t) + filled_up(bytes);
    part->rows++;
}

/* --- Buckets ------------------------------------------------------------------------ */

/* Sorting needs an index, a copy of it (in qsort), and a list of rows. */
static uint64_t bytes_to_sort(uint64_t rows) {
    return 3 * rows * sizeof(row_place_t);
}

static void add_area(shuffle_t *shuffle, int group, uint64_t start) {
    shuffle->areas =
        memory_resize(shuffle->areas, shuffle->num_areas + 1, sizeof(area_t));
    shuffle->areas[shuffle->num_areas++] = (area_t){.group = group, .start = start};
}

/* Joins adjacent parts of a group to buckets of at most `limit` bytes, unless a single
 * part exceeds that. */
static void make_areas(shuffle_t *shuffle, uint64_t limit) {
    uint64_t total = 0;
    for (int group = 0; group < shuffle->num_groups; group++) {
        add_area(shuffle, group, total);
        for (int i = 0; i < NUM_PARTS; i++) {
            part_t *part = &shuffle->parts[group][i];
            area_t *area = &shuffle->areas[shuffle->num_areas - 1];
            if (area->rows > 0 &&
                area->bytes + part->bytes + bytes_to_sort(area->rows + part->rows) >
                    limit) {
                add_area(shuffle, group, total);
                area = &shuffle->areas[shuffle->num_areas - 1];
            }
            part->bucket = shuffle->num_areas - 1;
            area->bytes += part->bytes;
            area->rows += part->rows;
            total += part->bytes;
        }
    }
}

static bool file_failed(const shuffle_t *shuffle, const char *what, failure_t *error) {
    if (errno == ENOSPC || errno == EDQUOT)
        return error_set(error,
                         "%s: the disk is full, where rows are kept for shuffling; free "
                         "some space, or allow more --memory",
                         shuffle->path);
    return error_set(error, "%s: %s: %s", shuffle->path, what, strerror(errno));
}

/* Two processes can use the same path: each gets its own file. A file left by a process
 * killed between the two calls is removed. */
static bool open_without_name(shuffle_t *shuffle, failure_t *error) {
    do {
        int kept = unlink(shuffle->path) != 0 ? errno : ENOENT;
        shuffle->file = open(shuffle->path, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (shuffle->file < 0 && errno == EEXIST && kept != ENOENT) {
            errno = kept;
            return file_failed(shuffle, "is in the way and cannot be removed", error);
        }
    } while (shuffle->file < 0 && errno == EEXIST);
    if (shuffle->file < 0)
        return file_failed(shuffle, "cannot be created", error);
    (void)unlink(shuffle->path);
    return true;
}

bool shuffle_open(shuffle_t *shuffle, size_t memory, const char *path, failure_t *error) {
    uint64_t total = 0, rows = 0, most = 0;
    for (int group = 0; group < shuffle->num_groups; group++)
        for (int i = 0; i < NUM_PARTS; i++) {
            total += shuffle->parts[group][i].bytes;
            rows += shuffle->parts[group][i].rows;
        }
    bool in_memory = total + bytes_to_sort(rows) <= memory;
    make_areas(shuffle, in_memory ? UINT64_MAX : memory / 4);
    shuffle->gather_bytes = memory / 4 / shuffle->num_areas;
    if (shuffle->gather_bytes < MIN_GATHER)
        shuffle->gather_bytes = MIN_GATHER;
    if (shuffle->gather_bytes > MAX_GATHER)
        shuffle->gather_bytes = MAX_GATHER;
    shuffle->path = text_copy(path);
    for (size_t i = 0; i < shuffle->num_areas; i++) {
        area_t *area = &shuffle->areas[i];
        most = area->bytes > most ? area->bytes : most;
        if (!in_memory)
            area->gather = memory_new(shuffle->gather_bytes, 1);
    }
    shuffle->memory = memory_new((size_t)(in_memory ? total : most) + 1, 1);
    return in_memory || open_without_name(shuffle, error);
}

bool shuffle_uses_file(const shuffle_t *shuffle) {
    return shuffle->file >= 0;
}

/* --- Rows --------------------------------------------------------------------------- */

static bool write_at(shuffle_t *shuffle, const unsigned char *bytes, size_t size,
                     uint64_t offset, failure_t *error) {
    return file_write_at(shuffle->file, bytes, size, (off_t)offset) ||
           file_failed(shuffle, "cannot be written", error);
}

static bool read_area(shuffle_t *shuffle, const area_t *area, failure_t *error) {
    return file_read_at(shuffle->file, shuffle->memory, (size_t)area->bytes,
                        (off_t)area->start) == (ssize_t)area->bytes ||
           file_failed(shuffle, "cannot be read", error);
}

static bool flush(shuffle_t *shuffle, area_t *area, failure_t *error) {
    bool written = write_at(shuffle, area->gather, area->gathered,
                            area->start + area->filled, error);
    area->filled += area->gathered;
    area->gathered = 0;
    return written;
}

static bool append(shuffle_t *shuffle, area_t *area, const void *bytes, size_t size,
                   failure_t *error) {
    if (!area->gather) {
        memcpy(shuffle->memory + area->start + area->filled, bytes, size);
        area->filled += size;
        return true;
    }
    if (area->gathered + size > shuffle->gather_bytes && !flush(shuffle, area, error))
        return false;
    if (size > shuffle->gather_bytes) {
        area->filled += size;
        return write_at(shuffle, bytes, size, area->start + area->filled - size, error);
    }
    memcpy(area->gather + area->gathered, bytes, size);
    area->gathered += size;
    return true;
}

bool shuffle_put(shuffle_t *shuffle, int group, uint64_t key, const void *row,
                 size_t bytes, failure_t *error) {
    static const unsigned char nothing[8];
    REQUIRE(shuffle->areas && shuffle->next == 0);
    area_t *area = &shuffle->areas[part_of(shuffle, group, key)->bucket];
    row_head_t head = {key, filled_up(bytes)};
    if (area->filled + area->gathered + sizeof head + head.bytes > area->bytes)
        return error_set(error, "the games changed while they were read");
    return append(shuffle, area, &head, sizeof head, error) &&
           append(shuffle, area, row, bytes, error) &&
           append(shuffle, area, nothing, (size_t)head.bytes - bytes, error);
}

/* The rows of an area in order; NULL: not those that were counted. */
static const void **sort_rows(const shuffle_t *shuffle, const area_t *area) {
    const unsigned char *bytes = shuffle->memory + (area->gather ? 0 : area->start);
    uint64_t left = area->bytes, found = 0;
    row_place_t *places = memory_resize(NULL, area->rows, sizeof *places);
    const void **rows = memory_resize(NULL, area->rows, sizeof *rows);
    for (row_head_t head; found < area->rows && left >= sizeof head; found++) {
        memcpy(&head, bytes, sizeof head);
        if (head.bytes > left - sizeof head)
            break;
        places[found] = (row_place_t){head.key, bytes + sizeof head};
        bytes += sizeof head + head.bytes;
        left -= sizeof head + head.bytes;
    }
    qsort(places, found, sizeof *places, number_compare);
    for (uint64_t i = 0; i < found; i++)
        rows[i] = places[i].row;
    if (found < area->rows || left > 0) {
        free(rows);
        rows = NULL;
    }
    free(places);
    return rows;
}

bool shuffle_take(shuffle_t *shuffle, bucket_t *bucket, failure_t *error) {
    error_set(error, "%s", "");
    while (shuffle->next < shuffle->num_areas && shuffle->areas[shuffle->next].rows == 0)
        shuffle->next++;
    if (shuffle->next == shuffle->num_areas)
        return false;
    area_t *area = &shuffle->areas[shuffle->next++];
    if (area->gather &&
        (!flush(shuffle, area, error) || !read_area(shuffle, area, error)))
        return false;
    if (area->filled != area->bytes)
        return error_set(error, "the games changed while they were read");
    free(shuffle->rows);
    shuffle->rows = sort_rows(shuffle, area);
    if (!shuffle->rows)
        return error_set(error, "the games changed while they were read");
    *bucket = (bucket_t){area->group, area->rows, shuffle->rows};
    return true;
}
