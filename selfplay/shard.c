#include "selfplay/shard.h"

#include "core/build_info.h"
#include "core/json.h"
#include "core/publish.h"
#include "selfplay/run_config.h"
#include "selfplay/seal.h"

#include <hdf5.h>
#include <stdlib.h>
#include <zlib.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "checksums are of little-endian bytes, which the columns in memory have to be"
#endif

/* Rows a chunk, and the filters: measured, see FORMAT.md. */
enum { CHUNK_BYTES = 1 << 16, DEFLATE_LEVEL = 4 };

/* A damaged file must not make us ask for all memory. */
enum { MAX_ROWS = 1 << 30 };

static hid_t file_type(column_type_t type) {
    const hid_t types[] = {[TYPE_U8] = H5T_STD_U8LE,   [TYPE_U16] = H5T_STD_U16LE,
                           [TYPE_U32] = H5T_STD_U32LE, [TYPE_I64] = H5T_STD_I64LE,
                           [TYPE_U64] = H5T_STD_U64LE, [TYPE_F32] = H5T_IEEE_F32LE};
    return types[type];
}

static hid_t memory_type(column_type_t type) {
    const hid_t types[] = {[TYPE_U8] = H5T_NATIVE_UINT8,   [TYPE_U16] = H5T_NATIVE_UINT16,
                           [TYPE_U32] = H5T_NATIVE_UINT32, [TYPE_I64] = H5T_NATIVE_INT64,
                           [TYPE_U64] = H5T_NATIVE_UINT64, [TYPE_F32] = H5T_NATIVE_FLOAT};
    return types[type];
}

/* CRC-32 of a column's bytes, for whoever reads the file without us. */
static uint64_t column_checksum(const record_t *record, column_id_t id) {
    const column_t *column = &schema_columns[id];
    size_t bytes = record->rows[column->table] * column_width(id, record->game) *
                   column_type_bytes(column->type);
    return bytes > 0 ? crc32_z(0, record->data[id], bytes) : 0;
}

/* --- Writing --------------------------------------------------------------------------
 */

static bool write_text(hid_t where, const char *name, const char *text) {
    bool written = false;
    hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1), attribute = -1;
    if (space >= 0 && type >= 0 && H5Tset_size(type, strlen(text) + 1) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0)
        attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, type, text) >= 0;
        H5Aclose(attribute);
    }
    H5Tclose(type);
    H5Sclose(space);
    return written;
}

static bool write_number(hid_t where, const char *name, uint64_t number) {
    bool written = false;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute =
        H5Acreate2(where, name, H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, H5T_NATIVE_UINT64, &number) >= 0;
        H5Aclose(attribute);
    }
    H5Sclose(space);
    return written;
}

static bool write_about(hid_t file, const record_t *record, const char *config) {
    const game_t *game = record->game;
    const game_class_t *class = game->class;
    char sides[128], reasons[256];
    text_t sides_out = text_into(sides, sizeof sides);
    text_t reasons_out = text_into(reasons, sizeof reasons);
    text_add(&sides_out, "%s|%s", class->side_names[0], class->side_names[1]);
    for (int i = 0; i < REASON_COUNT; i++)
        text_add(&reasons_out, "%s%s", i ? "|" : "", reason_names[i]);
    return write_text(file, "format", SCHEMA_FORMAT) &&
           write_number(file, "schema_version", SCHEMA_VERSION) &&
           write_text(file, "game", class->name) &&
           write_number(file, "rules_version", (uint64_t) class->rules_version) &&
           write_text(file, "variant", game->variant_text) &&
           write_number(file, "num_actions", (uint64_t)game->num_actions) &&
           write_number(file, "cells", (uint64_t)game->cells) &&
           write_text(file, "sides", sides) && write_text(file, "reasons", reasons) &&
           write_text(file, "agents", "[\"the search of the configuration\"]") &&
           write_text(file, "config", config) &&
           write_number(file, "config_hash", run_config_hash(config)) &&
           write_text(file, "program", build_program) &&
           write_text(file, "compiler", build_compiler) &&
           write_text(file, "instructions", build_instructions);
}

/* Creation properties of a dataset: chunks of about CHUNK_BYTES, byte-shuffled where a
 * value has several bytes, and deflated. An empty dataset is contiguous. */
static hid_t dataset_properties(const column_t *column, const hsize_t dimensions[2],
                                int rank) {
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    size_t value_bytes = column_type_bytes(column->type);
    size_t row_bytes = value_bytes * (size_t)dimensions[1];
    hsize_t rows = CHUNK_BYTES / row_bytes;
    hsize_t chunk[2] = {rows < dimensions[0] ? rows : dimensions[0], dimensions[1]};
    bool right = H5Pset_obj_track_times(properties, false) >= 0;
    if (dimensions[0] > 0)
        right = right && H5Pset_chunk(properties, rank, chunk) >= 0 &&
                (value_bytes == 1 || H5Pset_shuffle(properties) >= 0) &&
                H5Pset_deflate(properties, DEFLATE_LEVEL) >= 0 &&
                H5Pset_fletcher32(properties) >= 0;
    if (right)
        return properties;
    H5Pclose(properties);
    return -1;
}

static bool write_column(hid_t file, const record_t *record, column_id_t id) {
    const column_t *column = &schema_columns[id];
    hsize_t dimensions[2] = {record->rows[column->table], column_width(id, record->game)};
    int rank = column->width == 1 ? 1 : 2;
    bool written = false;
    hid_t space = H5Screate_simple(rank, dimensions, NULL);
    hid_t properties = dataset_properties(column, dimensions, rank);
    hid_t dataset = -1;
    if (space >= 0 && properties >= 0)
        dataset = H5Dcreate2(file, column->path, file_type(column->type), space,
                             H5P_DEFAULT, properties, H5P_DEFAULT);
    if (dataset >= 0) {
        written = (dimensions[0] == 0 ||
                   H5Dwrite(dataset, memory_type(column->type), H5S_ALL, H5S_ALL,
                            H5P_DEFAULT, record->data[id]) >= 0) &&
                  write_number(dataset, "crc32", column_checksum(record, id));
        H5Dclose(dataset);
    }
    H5Pclose(properties);
    H5Sclose(space);
    return written;
}

static bool make_group(hid_t file, const char *name) {
    hid_t properties = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_obj_track_times(properties, false);
    hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    return group >= 0 && H5Gclose(group) >= 0;
}

static bool write_all(hid_t file, const record_t *record, const char *config) {
    bool written = write_about(file, record, config) && make_group(file, "games") &&
                   make_group(file, "positions") && make_group(file, "legal");
    for (column_id_t id = 0; written && id < COLUMN_COUNT; id++)
        written = write_column(file, record, id);
    return written && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
}

/* A file that lives in memory only. */
static hid_t create_in_memory(void) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    if (H5Pset_fapl_core(access, 1 << 20, false) >= 0 &&
        H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) >= 0 &&
        H5Pset_obj_track_times(creation, false) >= 0 &&
        H5Pset_userblock(creation, SEAL_BYTES) >= 0)
        file = H5Fcreate("in memory", H5F_ACC_TRUNC, creation, access);
    H5Pclose(access);
    H5Pclose(creation);
    return file;
}

bool shard_write(const char *path, const record_t *record, const char *config,
                 size_t *size, failure_t *error) {
    unsigned char *image = NULL;
    ssize_t bytes = -1;
    hid_t file = create_in_memory();
    if (file >= 0 && write_all(file, record, config) &&
        (bytes = H5Fget_file_image(file, NULL, 0)) > 0) {
        image = memory_new(SEAL_BYTES + (size_t)bytes, 1); /* the seal comes before it */
        bytes = H5Fget_file_image(file, image + SEAL_BYTES, (size_t)bytes);
    }
    if (file >= 0)
        H5Fclose(file);
    if (bytes <= 0) {
        free(image);
        return error_set(error, "%s: HDF5 could not make the file", path);
    }
    *size = SEAL_BYTES + (size_t)bytes;
    seal_write(image, *size);
    bool written = publish_file(path, image, *size, error);
    free(image);
    return written;
}

/* --- Reading --------------------------------------------------------------------------
 */

/* An attribute that holds one value: the library would read all that one of another
 * shape holds, past the end of what is there for it. Negative where there is none. */
static hid_t open_value(hid_t where, const char *name) {
    if (H5Aexists(where, name) <= 0)
        return -1;
    hid_t attribute = H5Aopen(where, name, H5P_DEFAULT);
    hid_t space = H5Aget_space(attribute);
    bool is_one = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    H5Sclose(space);
    if (is_one)
        return attribute;
    H5Aclose(attribute);
    return -1;
}

/* A text attribute of fixed length, for the caller to free, or NULL. */
static char *read_text(hid_t file, const char *name) {
    hid_t attribute = open_value(file, name);
    if (attribute < 0)
        return NULL;
    hid_t type = H5Aget_type(attribute);
    char *text = NULL;
    if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0) {
        text = memory_new(H5Tget_size(type) + 1, 1);
        if (H5Aread(attribute, type, text) < 0) {
            free(text);
            text = NULL;
        }
    }
    H5Tclose(type);
    H5Aclose(attribute);
    return text;
}

static void read_text_into(hid_t file, const char *name, char *buffer, size_t size) {
    char *text = read_text(file, name);
    snprintf(buffer, size, "%s", text ? text : "unknown");
    free(text);
}

static bool read_number(hid_t file, const char *name, uint64_t *number) {
    hid_t attribute = open_value(file, name);
    if (attribute < 0)
        return false;
    bool right = H5Aread(attribute, H5T_NATIVE_UINT64, number) >= 0;
    H5Aclose(attribute);
    return right;
}

static bool check_format(hid_t file, const char *path, failure_t *error) {
    uint64_t version = 0;
    char *format = read_text(file, "format");
    bool ours = format && strcmp(format, SCHEMA_FORMAT) == 0 &&
                read_number(file, "schema_version", &version);
    free(format);
    if (!ours)
        return error_set(error, "%s: is an HDF5 file, but not one of recorded games",
                         path);
    return version == SCHEMA_VERSION ||
           error_set(error, "%s: has schema version %llu, this program reads %d", path,
                     (unsigned long long)version, SCHEMA_VERSION);
}

/* The game that the file's configuration describes. */
static game_t *read_game(shard_t *shard, hid_t file, const char *path, failure_t *error) {
    uint64_t rules_version = 0, hash = 0;
    char *name = read_text(file, "game");
    shard->config = read_text(file, "config");
    bool whole = shard->config && read_number(file, "config_hash", &hash) &&
                 hash == run_config_hash(shard->config);
    cJSON *config = whole ? json_parse(shard->config, path, error) : NULL;
    const game_class_t *class = name ? game_class_find(name, error) : NULL;
    game_t *game = NULL;
    if (!config || !name || !read_number(file, "rules_version", &rules_version))
        error_set(error, "%s: does not say which game and configuration made it", path);
    else if (class && (uint64_t) class->rules_version != rules_version)
        error_set(error, "%s: was made by version %llu of the rules of %s, this is %d",
                  path, (unsigned long long)rules_version, name, class->rules_version);
    else if (class)
        game = game_new_overridden(class,
                                   cJSON_GetObjectItemCaseSensitive(config, "variant"),
                                   path, "variant.", NULL, error);
    shard->rules_version = (int)rules_version;
    cJSON_Delete(config);
    free(name);
    return game;
}

/* Reads a column; the first of a table says how many rows the table has. */
static bool read_column(hid_t file, record_t *record, column_id_t id, bool first) {
    const column_t *column = &schema_columns[id];
    int rank = column->width == 1 ? 1 : 2;
    hsize_t dimensions[2] = {0, 1};
    if (H5Lexists(file, column->path, H5P_DEFAULT) <= 0)
        return false;
    hid_t dataset = H5Dopen2(file, column->path, H5P_DEFAULT);
    if (dataset < 0)
        return false;
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    bool right = space >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
                 H5Sget_simple_extent_dims(space, dimensions, NULL) == rank &&
                 dimensions[1] == column_width(id, record->game) &&
                 H5Tequal(type, file_type(column->type)) > 0;
    right = right && dimensions[0] <= MAX_ROWS;
    if (right && first) {
        record_grow(record, column->table, (size_t)dimensions[0]);
        record->rows[column->table] = (size_t)dimensions[0];
    }
    uint64_t checksum = 0;
    right =
        right && dimensions[0] == record->rows[column->table] &&
        (dimensions[0] == 0 || H5Dread(dataset, memory_type(column->type), H5S_ALL,
                                       H5S_ALL, H5P_DEFAULT, record->data[id]) >= 0) &&
        read_number(dataset, "crc32", &checksum) &&
        checksum == column_checksum(record, id);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(dataset);
    return right;
}

/* Rows that other rows name have to be there: readers go by them without asking. */
static bool check_links(const record_t *record) {
    uint64_t position = 0, legal = 0;
    for (size_t i = 0; i < record->rows[TABLE_GAMES]; i++) {
        if (record_first_position(record, i) != position)
            return false;
        position += record_u32(record, GAMES_DECISIONS)[i];
    }
    for (size_t i = 0; i < record->rows[TABLE_POSITIONS]; i++) {
        if (record_first_legal(record, i) != legal)
            return false;
        legal += record_u32(record, POSITIONS_LEGAL)[i];
    }
    return position == record->rows[TABLE_POSITIONS] &&
           legal == record->rows[TABLE_LEGAL];
}

static bool all_below_u8(const record_t *record, column_id_t id, uint8_t limit) {
    const uint8_t *values = record_u8(record, id);
    for (size_t i = 0; i < record->rows[schema_columns[id].table]; i++)
        if (values[i] >= limit)
            return false;
    return true;
}

static bool all_actions(const record_t *record, column_id_t id) {
    const uint16_t *values = record_u16(record, id);
    for (size_t i = 0; i < record->rows[schema_columns[id].table]; i++)
        if (values[i] >= record->game->num_actions)
            return false;
    return true;
}

/* So have the names that values stand for, and a game has a decision. */
static bool check_values(const record_t *record) {
    for (size_t i = 0; i < record->rows[TABLE_GAMES]; i++)
        if (record_u32(record, GAMES_DECISIONS)[i] == 0)
            return false;
    return all_below_u8(record, GAMES_WINNER, NOBODY + 1) &&
           all_below_u8(record, GAMES_WINNER_SIDE, NOBODY + 1) &&
           all_below_u8(record, GAMES_REASON, REASON_COUNT) &&
           all_actions(record, POSITIONS_CHOSEN) && all_actions(record, LEGAL_ACTION);
}

static bool read_columns(shard_t *shard, hid_t file, const char *path, failure_t *error) {
    record_init(&shard->record, shard->game);
    int table = -1;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        bool first = (int)schema_columns[id].table != table;
        table = (int)schema_columns[id].table;
        if (!read_column(file, &shard->record, id, first))
            return error_set(error, "%s: the dataset \"%s\" is missing or damaged", path,
                             schema_columns[id].path);
    }
    if (!check_links(&shard->record))
        return error_set(error,
                         "%s: rows of games, positions and decisions do not fit "
                         "together",
                         path);
    return check_values(&shard->record) ||
           error_set(error, "%s: holds an action or an outcome that its game has not",
                     path);
}

static bool read_all(shard_t *shard, hid_t file, const char *path, failure_t *error) {
    hsize_t bytes = 0;
    if (!check_format(file, path, error))
        return false;
    shard->game = read_game(shard, file, path, error);
    if (!shard->game)
        return false;
    read_text_into(file, "program", shard->program, sizeof shard->program);
    read_text_into(file, "compiler", shard->compiler, sizeof shard->compiler);
    read_text_into(file, "instructions", shard->instructions, sizeof shard->instructions);
    H5Fget_filesize(file, &bytes);
    shard->file_bytes = (int64_t)bytes;
    return read_columns(shard, file, path, error);
}

bool shard_read(shard_t *shard, const char *path, failure_t *error) {
    *shard = (shard_t){0};
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* what it would print is said by us */
    if (!seal_check(path, error))
        return false;
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return error_set(error, "%s: HDF5 cannot open it", path);
    bool right = read_all(shard, file, path, error);
    H5Fclose(file);
    if (!right)
        shard_clear(shard);
    return right;
}

void shard_clear(shard_t *shard) {
    if (shard->game)
        record_clear(&shard->record);
    game_free(shard->game);
    free(shard->config);
    *shard = (shard_t){0};
}
