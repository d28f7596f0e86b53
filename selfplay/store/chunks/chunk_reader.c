#include "selfplay/store/chunks/chunk_reader.h"

#include "core/base/error.h"
#include "core/base/process/task_queue.h"
#include "selfplay/store/hdf5_values.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

/* A chunk to read, or the wanted part of it. */
typedef struct piece {
    const chunk_reader_t *reader;
    uint64_t first;          /* first row of the chunk */
    size_t skip, rows;       /* rows before the wanted ones, and wanted rows */
    unsigned char *to;       /* where these go */
    unsigned char *packed;   /* NULL: nothing left to do */
    unsigned char *unpacked; /* the whole chunk, if only a part is wanted */
    size_t size;             /* of what is packed */
    bool ok;
} piece_t;

/* --- What a dataset is -------------------------------------------------------------- */

/* The filters, if they are those of chunk_filters.h, in their order. */
static bool read_filters(hid_t properties, size_t value_bytes, chunk_filters_t *filters) {
    int count = H5Pget_nfilters(properties), last = -1;
    *filters = (chunk_filters_t){.value_bytes = 1};
    for (int i = 0; i < count; i++) {
        static const H5Z_filter_t order[] = {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE,
                                             H5Z_FILTER_FLETCHER32};
        unsigned flags, values[1] = {0}, info;
        size_t number = 1;
        H5Z_filter_t filter = H5Pget_filter2(properties, (unsigned)i, &flags, &number,
                                             values, 0, NULL, &info);
        int place = 0;
        while (place < 3 && order[place] != filter)
            place++;
        if (place == 3 || place <= last)
            return false;
        last = place;
        if (filter == H5Z_FILTER_SHUFFLE)
            filters->value_bytes = values[0];
        else if (filter == H5Z_FILTER_DEFLATE)
            filters->level = 1; /* unpacking is the same at all */
        else
            filters->checksum = true;
    }
    /* Values are shuffled only if they are deflated. */
    return count >= 0 && (filters->value_bytes == 1 ||
                          (filters->level > 0 && filters->value_bytes == value_bytes));
}

/* Chunks of whole rows, packed by chunk_filters.h; none, where there are no rows. */
static bool read_chunks(chunk_reader_t *reader, int rank, const hsize_t *size,
                        size_t value_bytes) {
    hsize_t chunk[HDF5_MOST_RANK] = {0};
    hid_t properties = H5Dget_create_plist(reader->dataset);
    bool ok = properties >= 0 &&
              (size[0] == 0 || (H5Pget_layout(properties) == H5D_CHUNKED &&
                                H5Pget_chunk(properties, HDF5_MOST_RANK, chunk) == rank &&
                                read_filters(properties, value_bytes, &reader->filters)));
    for (int i = 1; i < rank; i++)
        ok = ok && (size[0] == 0 || chunk[i] == size[i]);
    reader->chunk_rows = (size_t)chunk[0];
    H5Pclose(properties);
    return ok;
}

bool chunk_reader_init(chunk_reader_t *reader, hid_t dataset) {
    hsize_t size[HDF5_MOST_RANK] = {0};
    *reader = (chunk_reader_t){.dataset = dataset};
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    int rank = hdf5_extent(space, size);
    reader->row_bytes = type >= 0 ? H5Tget_size(type) : 0;
    bool ok = rank > 0 && reader->row_bytes > 0 &&
              read_chunks(reader, rank, size, reader->row_bytes);
    reader->rows = size[0];
    for (int i = 1; i < rank; i++)
        reader->row_bytes *= (size_t)size[i];
    H5Tclose(type);
    H5Sclose(space);
    return ok;
}

void chunk_reader_clear(chunk_reader_t *reader) {
    free(reader->cached);
    *reader = (chunk_reader_t){0};
}

/* --- Pieces ------------------------------------------------------------------------- */

static size_t chunk_bytes(const chunk_reader_t *reader) {
    return reader->chunk_rows * reader->row_bytes;
}

static bool is_whole(const piece_t *piece) {
    return piece->rows == piece->reader->chunk_rows;
}

static void copy_part(const piece_t *piece, const unsigned char *chunk) {
    size_t row_bytes = piece->reader->row_bytes;
    memcpy(piece->to, chunk + piece->skip * row_bytes, piece->rows * row_bytes);
}

static void unpack(void *context, size_t index, int thread) {
    piece_t *piece = (piece_t *)context + index;
    const chunk_reader_t *reader = piece->reader;
    (void)thread;
    if (!is_whole(piece))
        piece->unpacked = memory_resize(NULL, chunk_bytes(reader), 1);
    piece->ok =
        chunk_unpack(&reader->filters, piece->packed, piece->size,
                     is_whole(piece) ? piece->to : piece->unpacked, chunk_bytes(reader));
    if (piece->ok && piece->unpacked)
        copy_part(piece, piece->unpacked);
}

/* The chunk as stored. False: it is missing, or its filters are not as declared. */
static bool read_packed(piece_t *piece) {
    const chunk_reader_t *reader = piece->reader;
    hsize_t offset[HDF5_MOST_RANK] = {piece->first}, size = 0;
    uint32_t left_out = 0;
    if (H5Dget_chunk_storage_size(reader->dataset, offset, &size) < 0 || size == 0 ||
        size > chunk_room(&reader->filters, chunk_bytes(reader)))
        return false;
    piece->size = (size_t)size;
    piece->packed = memory_resize(NULL, piece->size, 1);
    if (H5Dread_chunk(reader->dataset, H5P_DEFAULT, offset, &left_out, piece->packed) >=
            0 &&
        left_out == 0)
        return true;
    free(piece->packed);
    piece->packed = NULL;
    return false;
}

/* Does the part of this thread; the rest is a task. False: cannot be read. */
static bool begin_piece(piece_t *pieces, size_t index, task_queue_t *queue,
                        task_group_t *group) {
    piece_t *piece = &pieces[index];
    const chunk_reader_t *reader = piece->reader;
    if (reader->cached && reader->cached_first == piece->first) {
        copy_part(piece, reader->cached);
        piece->ok = true;
        return true;
    }
    if (!read_packed(piece))
        return false;
    task_queue_add(queue, group, unpack, pieces, index);
    return true;
}

static size_t pieces_of(const chunk_read_t *read) {
    size_t rows = read->reader->chunk_rows;
    return read->count == 0
               ? 0
               : (size_t)((read->first + read->count - 1) / rows - read->first / rows) +
                     1;
}

static void list_pieces(const chunk_read_t *read, piece_t *pieces) {
    const chunk_reader_t *reader = read->reader;
    uint64_t first = read->first, end = read->first + read->count;
    unsigned char *to = read->to;
    for (; first < end; pieces++) {
        size_t skip = (size_t)(first % reader->chunk_rows);
        size_t rows = reader->chunk_rows - skip;
        if (rows > end - first)
            rows = (size_t)(end - first);
        *pieces = (piece_t){.reader = reader,
                            .first = first - skip,
                            .skip = skip,
                            .rows = rows,
                            .to = to};
        to += rows * reader->row_bytes;
        first += rows;
    }
}

/* Caches the last chunk, if a part of it was wanted; returns whether all pieces were
 * read.
 */
static bool end_pieces(chunk_reader_t *reader, piece_t *pieces, size_t count) {
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        piece_t *piece = &pieces[i];
        ok = ok && piece->ok;
        if (piece->ok && piece->unpacked && i + 1 == count) {
            free(reader->cached);
            reader->cached = piece->unpacked;
            reader->cached_first = piece->first;
        } else {
            free(piece->unpacked);
        }
        free(piece->packed);
    }
    return ok;
}

size_t chunk_reads(const chunk_read_t *reads, size_t number, task_queue_t *queue) {
    size_t count = 0, next = 0, done = 0;
    bool ok = true;
    for (size_t i = 0; i < number; i++) {
        REQUIRE(reads[i].first + reads[i].count <= reads[i].reader->rows);
        count += pieces_of(&reads[i]);
    }
    piece_t *pieces = memory_new(count, sizeof *pieces);
    task_group_t group = {.is_urgent = true};
    for (size_t i = 0; i < number; i++) {
        size_t end = next + pieces_of(&reads[i]);
        list_pieces(&reads[i], pieces + next);
        for (; next < end; next++)
            ok = ok && begin_piece(pieces, next, queue, &group);
        done += ok;
    }
    task_queue_wait(queue, &group);
    for (size_t i = 0, at = 0; i < number; at += pieces_of(&reads[i]), i++)
        if (!end_pieces(reads[i].reader, pieces + at, pieces_of(&reads[i])) && i < done)
            done = i;
    free(pieces);
    return done;
}

bool chunk_reader_holds(const chunk_reader_t *reader, uint64_t first, size_t size,
                        uint32_t checksum) {
    piece_t piece = {.reader = reader, .first = first};
    bool holds = read_packed(&piece) && piece.size == size &&
                 libdeflate_crc32(0, piece.packed, size) == checksum;
    free(piece.packed);
    return holds;
}
