#include "eval/claim/claim_sample.h"

#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "core/base/pcg.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_table.h"
#include "mcts/search/search_result.h"
#include "selfplay/cli/show_json.h"
#include "selfplay/run/run_config.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_text = (size_t)1 << 28;

static uint64_t rank_of(size_t row, uint64_t checksum) {
    return mix64(checksum ^ mix64(row));
}

/* The place of the game among those of least rank; `count`: none. */
static int place_of(const claim_sample_t *sample, uint64_t rank) {
    int place = sample->count;
    while (place > 0 && sample->games[place - 1].rank > rank)
        place--;
    return place;
}

static void insert(claim_sample_t *sample, int place, claim_whole_t whole) {
    if (sample->count == CLAIM_SAMPLE_GAMES)
        free(sample->games[--sample->count].line);
    memmove(sample->games + place + 1, sample->games + place,
            (size_t)(sample->count - place) * sizeof *sample->games);
    sample->games[place] = whole;
    sample->count++;
}

char *claim_sample_line(const char *run, const record_t *record, size_t row,
                        failure_t *error) {
    char *text = NULL;
    size_t size;
    cJSON *game = show_json(record, row, error);
    if (!game)
        return NULL;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "run", run);
    cJSON_AddItemToObject(json, "game", game);
    FILE *out = memory_stream_open(&text, &size);
    json_print_line(json, out);
    memory_stream_close(out);
    return text;
}

bool claim_sample_offer(claim_sample_t *sample, const claim_place_t *place,
                        const record_t *record, size_t row, failure_t *error) {
    claim_whole_t whole = {.rank = rank_of(place->row, place->checksum),
                           .row = place->row};
    int at = place_of(sample, whole.rank);
    if (at == CLAIM_SAMPLE_GAMES)
        return true;
    whole.line = claim_sample_line(place->run, record, row, error);
    if (whole.line)
        insert(sample, at, whole);
    return whole.line != NULL;
}

static int compare_rows(const void *a, const void *b) {
    const claim_whole_t *x = a, *y = b;
    return (x->row > y->row) - (x->row < y->row);
}

static void sort(claim_sample_t *sample) {
    qsort(sample->games, (size_t)sample->count, sizeof *sample->games, compare_rows);
}

char *claim_sample_pack(claim_sample_t *sample, size_t *size) {
    char *text = NULL;
    size_t length;
    FILE *out = memory_stream_open(&text, &length);
    sort(sample);
    for (int i = 0; i < sample->count; i++)
        fputs(sample->games[i].line, out);
    memory_stream_close(out);
    char *bytes = claim_gzip(text, length, size);
    free(text);
    return bytes;
}

void claim_sample_clear(claim_sample_t *sample) {
    for (int i = 0; i < sample->count; i++)
        free(sample->games[i].line);
    *sample = (claim_sample_t){0};
}

const char *claim_sample_find(const claim_sample_t *sample, size_t row) {
    for (int i = 0; i < sample->count; i++)
        if (sample->games[i].row == row)
            return sample->games[i].line;
    return NULL;
}

/* --- Back --------------------------------------------------------------------------- */

bool claim_sample_unpack(claim_sample_t *sample, const char *bytes, size_t size,
                         failure_t *error) {
    size_t length;
    char *text = claim_gunzip(bytes, size, most_text, &length);
    bool right = text && !memchr(text, 0, length);
    *sample = (claim_sample_t){0};
    for (const char *line = text; right && *line;) {
        const char *end = strchr(line, '\n');
        right = end && sample->count < CLAIM_SAMPLE_GAMES;
        if (!right)
            break;
        size_t bytes_of_line = (size_t)(end + 1 - line);
        char *copy = memory_new(bytes_of_line + 1, 1);
        memcpy(copy, line, bytes_of_line);
        sample->games[sample->count++].line = copy;
        line = end + 1;
    }
    free(text);
    if (right)
        return true;
    claim_sample_clear(sample);
    return error_set(
        error, CLAIM_SAMPLE_FILE ": is not gzip-compressed text of at most %d lines",
        CLAIM_SAMPLE_GAMES);
}

/* The rows of the table that the sample has to contain. */
static int choose(const claim_table_t *table, claim_sample_t *chosen) {
    *chosen = (claim_sample_t){0};
    for (size_t row = 0; row < table->count; row++) {
        uint64_t rank = rank_of(row, table->rows[row].checksum);
        int at = place_of(chosen, rank);
        if (at < CLAIM_SAMPLE_GAMES)
            insert(chosen, at, (claim_whole_t){.rank = rank, .row = row});
    }
    sort(chosen);
    return chosen->count;
}

/* A game that is being rebuilt from its actions. */
typedef struct retold {
    const game_t *game;
    state_t state;
    record_t record;
    uint32_t ply, turn;
} retold_t;

static bool retell(retold_t *retold, const cJSON *position, failure_t *error) {
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(position, "action");
    const game_t *game = retold->game;
    search_result_t none = {.planned = -1};
    action_t action;
    if (!cJSON_IsString(text))
        return error_set(error, "has a position without an action");
    if (game_outcome_at(game, &retold->state, retold->ply).over)
        return error_set(error, "continues after its end");
    if (!game_read_action(game, &retold->state, text->valuestring, &action, error))
        return false;
    none.count = game_legal(game, &retold->state, none.actions);
    record_add_position(&retold->record, &retold->state, retold->ply, retold->turn, &none,
                        action);
    int player = game_player(game, &retold->state);
    game_apply(game, &retold->state, action);
    retold->ply++;
    retold->turn += game_outcome(game, &retold->state).over ||
                    game_player(game, &retold->state) != player;
    return true;
}

static bool end_game(retold_t *retold, const study_run_t *run, uint64_t id,
                     failure_t *error) {
    const game_t *game = retold->game;
    game_end_t end = {.id = id,
                      .outcome = game_outcome_at(game, &retold->state, retold->ply),
                      .winner_side = NOBODY,
                      .turns = retold->turn};
    if (!end.outcome.over)
        return error_set(error, "is not over");
    for (int player = 0; player < 2; player++)
        end.agents[player] = (uint8_t)run_config_agent(&run->config, id, player);
    record_end_game(&retold->record, &end);
    return true;
}

/* Plays the actions of a line by the rules, and compares the game with the table. */
static bool is_as_the_table_says(const claim_table_t *table, size_t row, uint64_t id,
                                 const study_run_t *run, const cJSON *positions,
                                 failure_t *error) {
    retold_t retold = {.game = run->config.game};
    claim_table_t found = {0};
    const char *what = "";
    bool right = true;
    record_init(&retold.record, retold.game);
    game_start(retold.game, &retold.state);
    for (const cJSON *item = positions ? positions->child : NULL; right && item;
         item = item->next)
        right = retell(&retold, item, error);
    right = right && end_game(&retold, run, id, error);
    if (right) {
        claim_table_begin_run(&found);
        claim_table_add(&found, run, &retold.record, 0);
        right = claim_row_equal(&found, found.rows, table, &table->rows[row], &what) ||
                error_set(error, "has a different %s in " CLAIM_TABLE_FILE, what);
    }
    claim_table_clear(&found);
    record_clear(&retold.record);
    return right;
}

/* The run of a row of the table. */
static int run_of(const claim_table_t *table, size_t row) {
    int run = 0;
    while (run + 1 < table->num_runs && table->runs[run + 1] <= row)
        run++;
    return run;
}

static bool check_line(const cJSON *json, const claim_about_t *about,
                       const claim_table_t *table, size_t row, failure_t *error) {
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "run");
    const cJSON *game = cJSON_GetObjectItemCaseSensitive(json, "game");
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(game, "id");
    int which = run_of(table, row);
    size_t number = row - table->runs[which];
    char expected[CLAIM_RUN_NAME];
    const claim_run_t *of = &about->subject.runs[which];
    study_run_t run;
    claim_subject_run_name(&about->subject, which, expected);
    if (!cJSON_IsString(name) || strcmp(name->valuestring, expected) != 0 ||
        !cJSON_IsNumber(id) || id->valuedouble != (double)number)
        return error_set(error, "is not game %zu of %s, which must be in the sample",
                         number, expected);
    if (!study_run_imagine(&run, of->study, of->part, about->folder, error))
        return false;
    bool right =
        is_as_the_table_says(table, row, number, &run,
                             cJSON_GetObjectItemCaseSensitive(game, "positions"), error);
    study_run_close(&run);
    return right || error_prefix(error, "game %zu of %s", number, expected);
}

bool claim_sample_is_of(claim_sample_t *sample, const claim_about_t *about,
                        const claim_table_t *table, failure_t *error) {
    claim_sample_t chosen;
    bool right = choose(table, &chosen) == sample->count ||
                 error_set(error, CLAIM_SAMPLE_FILE ": holds %d games instead of %d",
                           sample->count, chosen.count);
    for (int i = 0; right && i < sample->count; i++) {
        char where[64];
        snprintf(where, sizeof where, CLAIM_SAMPLE_FILE ": line %d", i + 1);
        sample->games[i].row = chosen.games[i].row;
        cJSON *json = json_parse(sample->games[i].line, where, error);
        right = json && (check_line(json, about, table, chosen.games[i].row, error) ||
                         error_prefix(error, "%s", where));
        cJSON_Delete(json);
    }
    return right;
}
