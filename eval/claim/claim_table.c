#include "eval/claim/claim_table.h"

#include "core/base/files/sha256.h"
#include "core/base/memory_stream.h"
#include "core/base/text.h"
#include "selfplay/store/record.h"

#define ZLIB_CONST /* input is constant */
#include <inttypes.h>
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { GZIP_LEVEL = 9, MOST_FIRST_TURN = 4096 };

static const char heading[] = "run,game,checksum,hash,winner,reason,turns,actions,"
                              "orientation,swap,first_turn\n";

void claim_table_clear(claim_table_t *table) {
    free(table->rows);
    free(table->actions);
    free(table->runs);
    *table = (claim_table_t){0};
}

void claim_table_begin_run(claim_table_t *table) {
    size_t runs = (size_t)table->num_runs + 1;
    table->runs = memory_resize(table->runs, runs, sizeof *table->runs);
    table->runs[table->num_runs++] = table->count;
}

const claim_row_t *claim_table_run(const claim_table_t *table, int run, size_t *count) {
    size_t first = table->runs[run];
    *count = (run + 1 < table->num_runs ? table->runs[run + 1] : table->count) - first;
    return table->rows ? table->rows + first : NULL; /* no games at all */
}

static claim_row_t *add_row(claim_table_t *table) {
    table->rows =
        memory_grow(table->rows, &table->capacity, table->count + 1, sizeof *table->rows);
    claim_row_t *row = &table->rows[table->count++];
    *row = (claim_row_t){.first_turn = table->num_actions};
    return row;
}

static void add_action(claim_table_t *table, claim_row_t *row, uint16_t action) {
    table->actions = memory_grow(table->actions, &table->room, table->num_actions + 1,
                                 sizeof *table->actions);
    table->actions[table->num_actions++] = action;
    row->length++;
}

static uint64_t checksum_of(const record_t *record, size_t row) {
    const uint16_t *actions =
        record_u16(record, POSITIONS_CHOSEN) + record_first_position(record, row);
    size_t count = record_u32(record, GAMES_DECISIONS)[row], size = 0;
    unsigned char *bytes = memory_new(2 * count + 2, 1);
    for (size_t i = 0; i < count; i++) {
        bytes[size++] = (unsigned char)(actions[i] & 0xff);
        bytes[size++] = (unsigned char)(actions[i] >> 8);
    }
    bytes[size++] = record_u8(record, GAMES_WINNER)[row];
    bytes[size++] = record_u8(record, GAMES_REASON)[row];
    uint64_t checksum = sha256_first64(bytes, size);
    free(bytes);
    return checksum;
}

void claim_table_add(claim_table_t *table, const study_run_t *run, const record_t *record,
                     size_t row) {
    claim_row_t *added = add_row(table);
    const uint16_t *actions =
        record_u16(record, POSITIONS_CHOSEN) + record_first_position(record, row);
    uint32_t length = first_turn_length(record, row);
    added->seen = study_run_game(run, record, row);
    added->seen.first_agent = 0;
    added->checksum = checksum_of(record, row);
    for (uint32_t i = 0; i < length; i++)
        add_action(table, added, actions[i]);
}

static bool same_turn(const claim_table_t *a, const claim_row_t *x,
                      const claim_table_t *b, const claim_row_t *y) {
    return x->length == y->length &&
           (x->length == 0 ||
            memcmp(a->actions + x->first_turn, b->actions + y->first_turn,
                   x->length * sizeof *a->actions) == 0);
}

const char *claim_row_difference(const claim_table_t *a, const claim_row_t *x,
                                 const claim_table_t *b, const claim_row_t *y) {
    const game_result_t *p = &x->seen, *q = &y->seen;
    return p->winner != q->winner || p->reason != q->reason           ? "outcome"
           : x->checksum != y->checksum                               ? "checksum"
           : p->turns != q->turns || p->num_actions != q->num_actions ? "length"
           : p->hash != q->hash || p->orientation != q->orientation   ? "hash"
           : p->swap_offered != q->swap_offered || p->swapped != q->swapped
               ? "exchange of sides"
           : !same_turn(a, x, b, y) ? "first turn"
                                    : NULL;
}

/* --- As text ------------------------------------------------------------------------ */

char *claim_gzip(const char *text, size_t length, size_t *size) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(GZIP_LEVEL);
    if (!compressor)
        memory_ended(1, 1);
    size_t room = libdeflate_gzip_compress_bound(compressor, length);
    char *bytes = memory_new(room, 1);
    *size = libdeflate_gzip_compress(compressor, text, length, bytes, room);
    libdeflate_free_compressor(compressor);
    REQUIRE(*size > 0);
    return bytes;
}

enum { ROW_BYTES = 128 + 6 * MOST_FIRST_TURN };

static void write_row(const claim_table_t *table, int run, size_t game,
                      const claim_row_t *row, char line[ROW_BYTES]) {
    const game_result_t *seen = &row->seen;
    text_t out = text_into(line, ROW_BYTES);
    text_add(&out, "%d,%zu,%016" PRIx64 ",%016" PRIx64 ",%d,%d,%u,%u,%d,%d,", run, game,
             row->checksum, seen->hash, seen->winner, seen->reason, seen->turns,
             seen->num_actions, seen->orientation,
             seen->swapped ? 2 : seen->swap_offered);
    for (uint32_t i = 0; i < row->length; i++) {
        if (i > 0)
            text_add_char(&out, ' ');
        text_add_number(&out, table->actions[row->first_turn + i]);
    }
    text_add_char(&out, '\n');
}

char *claim_table_text(const claim_table_t *table, size_t *length) {
    char *text = NULL, *line = memory_new(ROW_BYTES, 1);
    size_t count;
    FILE *out = memory_stream_open(&text, length);
    fputs(heading, out);
    for (int run = 0; run < table->num_runs; run++) {
        const claim_row_t *rows = claim_table_run(table, run, &count);
        for (size_t game = 0; game < count; game++) {
            write_row(table, run, game, &rows[game], line);
            fputs(line, out);
        }
    }
    memory_stream_close(out);
    free(line);
    return text;
}

char *claim_table_pack(const claim_table_t *table, size_t *size) {
    size_t length;
    char *text = claim_table_text(table, &length);
    char *bytes = claim_gzip(text, length, size);
    free(text);
    return bytes;
}

/* --- And back ----------------------------------------------------------------------- */

size_t claim_table_most(uint64_t games) {
    enum { GAME_BYTES = 256, MOST_BYTES = 1 << 30 };
    return games < MOST_BYTES / GAME_BYTES ? (games + 1) * GAME_BYTES : MOST_BYTES;
}

/* The text as it is unpacked: the rows that are complete are taken at once, so that
 * memory is that of valid rows, however much the bytes expand to. */
typedef struct unpacking {
    claim_table_t *table;
    int num_runs;
    uint64_t games; /* at most */
    size_t lines;   /* taken */
    size_t used;    /* of the text */
    char text[64 * 1024];
    char again[ROW_BYTES];
} unpacking_t;

static bool is_line(const char *line, size_t length, const char *expected) {
    return strlen(expected) == length + 1 && memcmp(line, expected, length) == 0;
}

/* Takes a line as far as it can be understood: written again, it has to be the same. */
static bool take_row(unpacking_t *unpacking, const char *line, size_t length) {
    claim_table_t *table = unpacking->table;
    int turn = 0;
    size_t game;
    uint64_t checksum, hash;
    unsigned run, winner, reason, turns, actions, orientation, swap;
    /* NOLINTNEXTLINE(cert-err34-c): what was read is written again and compared */
    if (sscanf(line, "%u,%zu,%" SCNx64 ",%" SCNx64 ",%u,%u,%u,%u,%u,%u,%n", &run, &game,
               &checksum, &hash, &winner, &reason, &turns, &actions, &orientation, &swap,
               &turn) != 10 ||
        turn == 0 || run >= (unsigned)unpacking->num_runs ||
        (int)run + 1 < table->num_runs || winner > NOBODY || reason >= REASON_COUNT ||
        orientation >= ORIENTATIONS_MAX)
        return false;
    while (table->num_runs <= (int)run)
        claim_table_begin_run(table);
    claim_row_t *row = add_row(table);
    row->checksum = checksum;
    row->seen = (game_result_t){.hash = hash,
                                .turns = turns,
                                .num_actions = actions,
                                .winner = (uint8_t)winner,
                                .reason = (uint8_t)reason,
                                .orientation = (uint8_t)orientation,
                                .swap_offered = swap > 0,
                                .swapped = swap > 1};
    const char *at = line + turn;
    for (long action;
         text_read_number(&at, UINT16_MAX, &action) && row->length < MOST_FIRST_TURN;
         at += *at == ' ')
        add_action(table, row, (uint16_t)action);
    write_row(table, (int)run, table->count - 1 - table->runs[run], row,
              unpacking->again);
    return is_line(line, length, unpacking->again);
}

/* Takes the complete lines, and keeps the rest. */
static bool take_lines(unpacking_t *unpacking) {
    char *line = unpacking->text, *end = line + unpacking->used, *next;
    while ((next = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        size_t length = (size_t)(next - line);
        *next = 0;
        if (unpacking->lines++ == 0 ? !is_line(line, length, heading)
                                    : unpacking->table->count == unpacking->games ||
                                          !take_row(unpacking, line, length))
            return false;
        line = next + 1;
    }
    unpacking->used = (size_t)(end - line);
    memmove(unpacking->text, line, unpacking->used);
    unpacking->lines += unpacking->used == sizeof unpacking->text; /* far too long */
    return unpacking->used < sizeof unpacking->text;
}

/* One gzip member with whole lines, and nothing behind it. *wrong: it is not gzip. */
static bool take_text(unpacking_t *unpacking, const char *bytes, size_t size,
                      bool *wrong) {
    enum { GZIP_WINDOW = 15 + 16 };
    z_stream stream = {.next_in = (const Bytef *)bytes, .avail_in = (uInt)size};
    int state = Z_OK;
    bool ok = true;
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
        memory_ended(1, 1);
    while (ok && state == Z_OK) {
        stream.next_out = (Bytef *)unpacking->text + unpacking->used;
        stream.avail_out = (uInt)(sizeof unpacking->text - unpacking->used);
        state = inflate(&stream, Z_NO_FLUSH);
        unpacking->used = sizeof unpacking->text - stream.avail_out;
        ok = take_lines(unpacking);
    }
    *wrong = ok && (state != Z_STREAM_END || stream.avail_in > 0);
    inflateEnd(&stream);
    unpacking->lines += ok && unpacking->used > 0;
    return ok && !*wrong && unpacking->used == 0 && unpacking->lines > 0;
}

bool claim_table_unpack(claim_table_t *table, const claim_packed_t *packed,
                        const char *where, failure_t *error) {
    bool wrong = packed->size > UINT32_MAX;
    unpacking_t *unpacking = memory_new(1, sizeof *unpacking);
    *table = (claim_table_t){0};
    unpacking->table = table;
    unpacking->num_runs = packed->num_runs;
    unpacking->games = packed->games;
    bool ok = !wrong && take_text(unpacking, packed->bytes, packed->size, &wrong);
    size_t line = unpacking->lines;
    free(unpacking);
    while (ok && table->num_runs < packed->num_runs)
        claim_table_begin_run(table);
    if (ok)
        return true;
    claim_table_clear(table);
    return wrong ? error_set(error, "%s: is not one text compressed by gzip", where)
                 : error_set(error, "%s: line %zu is not a game of a claim", where, line);
}
