#include "eval/report/report_sections.h"

#include "core/base/json.h"
#include "eval/render/board_svg.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/report/report_replay.h"
#include "eval/study/study_result.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* Bytes of JSON for all games; variants share them equally. */
enum { MOST_BYTES = 1000000 };

typedef struct replays {
    const report_t *report;
    FILE *page;
    cJSON *games; /* of all variants */
    size_t bytes, most_bytes;
    int left_out;
} replays_t;

static const game_t *game_of(const replays_t *replays, int variant) {
    return replays->report->result->study->variants[variant].game;
}

/* --- Words -------------------------------------------------------------------------- */

enum { RESULT_WORDS = 160 };

static void result_words(const game_t *game, const report_replay_t *replay,
                         char words[RESULT_WORDS]) {
    const char *const *sides = game->class->side_names;
    if (replay->reason == REASON_CUT_OFF)
        snprintf(words, RESULT_WORDS, "cut off after %u turn%s", replay->turns,
                 TEXT_PLURAL(replay->turns));
    else if (replay->winner == NOBODY)
        snprintf(words, RESULT_WORDS, "drawn after %u turn%s", replay->turns,
                 TEXT_PLURAL(replay->turns));
    else
        snprintf(words, RESULT_WORDS, "%s, player %d, won after %u turn%s",
                 sides[replay->winner_side], replay->winner + 1, replay->turns,
                 TEXT_PLURAL(replay->turns));
}

static void title_words(const replays_t *replays, int variant, int strength,
                        report_pick_t pick, char words[256]) {
    const study_t *study = replays->report->result->study;
    const report_games_t *games = &replays->report->games[variant][strength];
    snprintf(words, 256, "%s, strength level %s: %s (game %lld)",
             study->variants[variant].name, study->strengths[strength].name,
             report_pick_names[pick], (long long)games->picks[pick]);
}

/* --- One game ----------------------------------------------------------------------- */

static bool visit_replay(void *context, const record_t *record, failure_t *error) {
    return report_replay_of(context, record->game, record, 0, error);
}

static bool read_replay(const replays_t *replays, int variant, int strength,
                        report_pick_t pick, report_replay_t *replay, failure_t *error) {
    return report_games_visit(&replays->report->games[variant][strength], pick,
                              visit_replay, replay, error);
}

static size_t bytes_of(const cJSON *json) {
    char *text = json_line(cJSON_Duplicate(json, true));
    size_t bytes = strlen(text);
    free(text);
    return bytes;
}

static void write_replay(replays_t *replays, int variant, const char *title,
                         report_replay_t *replay) {
    const game_t *game = game_of(replays, variant);
    char result[RESULT_WORDS], ground[32], alt[512];
    board_drawing_t board;
    board_draw(game, &board);
    result_words(game, replay, result);
    snprintf(ground, sizeof ground, "board-%d", variant);
    snprintf(alt, sizeof alt, "Last position. %s: %s", title, result);
    fprintf(replays->page, "<figure class=\"game\" data-game=\"%d\">",
            cJSON_GetArraySize(replays->games));
    board_svg_position(&board, ground, replay->last, alt, replays->page);
    fputs("<figcaption>", replays->page);
    html_format(replays->page, "%s: %s.", title, result);
    fputs("</figcaption></figure>\n", replays->page);
    json_add_number(replay->json, "variant", variant);
    cJSON_AddStringToObject(replay->json, "title", title);
    cJSON_AddStringToObject(replay->json, "result", result);
    cJSON_AddItemToArray(replays->games, replay->json);
}

/* The same game may be, say, the longest and the most dramatic. */
static bool is_shown_already(const report_games_t *games, report_pick_t pick) {
    for (int other = 0; other < (int)pick; other++)
        if (games->picks[other] == games->picks[pick])
            return true;
    return false;
}

static bool add_pick(replays_t *replays, int variant, int strength, report_pick_t pick,
                     failure_t *error) {
    const report_games_t *games = &replays->report->games[variant][strength];
    report_replay_t replay;
    char title[256];
    if (games->picks[pick] < 0 || is_shown_already(games, pick))
        return true;
    if (!read_replay(replays, variant, strength, pick, &replay, error))
        return false;
    size_t bytes = bytes_of(replay.json);
    if (replays->bytes + bytes > replays->most_bytes) {
        cJSON_Delete(replay.json);
        replays->left_out++;
        return true;
    }
    replays->bytes += bytes;
    title_words(replays, variant, strength, pick, title);
    write_replay(replays, variant, title, &replay);
    return true;
}

/* --- A variant ---------------------------------------------------------------------- */

static void write_start(const replays_t *replays, int variant) {
    const game_t *game = game_of(replays, variant);
    cell_drawing_t cells[GAME_MAX_CELLS];
    board_drawing_t board;
    char ground[32];
    state_t state;
    board_draw(game, &board);
    game_start(game, &state);
    board_draw_cells(game, &state, cells);
    snprintf(ground, sizeof ground, "board-%d", variant);
    fputs("<svg class=\"grounds\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>",
          replays->page);
    board_svg_ground(&board, ground, replays->page);
    fputs("</defs></svg><figure class=\"game\">", replays->page);
    board_svg_position(&board, ground, cells, "The board at the start", replays->page);
    fputs("<figcaption>The start.</figcaption></figure>\n", replays->page);
}

/* Whose pieces are whose. */
static void write_sides(const game_t *game, FILE *page) {
    board_drawing_t board;
    board_draw(game, &board);
    fputs("<p class=\"legend\">", page);
    for (int side = 0; side < 2; side++) {
        fprintf(page, "<span><i class=\"piece\" style=\"background:%s\"></i>",
                board.colour[side]);
        html_format(page, "%s%s", game->class->side_names[side],
                    side == 0 ? ", who moves first" : "");
        fputs("</span> ", page);
    }
    fputs("</p>\n", page);
}

static bool add_variant(replays_t *replays, int variant, failure_t *error) {
    const study_t *study = replays->report->result->study;
    FILE *page = replays->page;
    if (study_strongest(replays->report->result, variant) < 0)
        return true;
    replays->bytes = 0;
    replays->left_out = 0;
    fputs("<h3>", page);
    html_text(page, study->variants[variant].name);
    fputs("</h3>\n", page);
    write_sides(game_of(replays, variant), page);
    fprintf(page,
            "<div class=\"replays\" data-variant=\"%d\">\n"
            "<div class=\"boards\">\n",
            variant);
    write_start(replays, variant);
    for (int strength = study->num_strengths - 1; strength >= 0; strength--)
        for (report_pick_t pick = 0; pick < PICKS; pick++)
            if (!add_pick(replays, variant, strength, pick, error))
                return false;
    fputs("</div></div>\n", page);
    if (replays->left_out > 0)
        fprintf(page,
                "<p class=\"note\">%d more game%s would have made this page too large; "
                "<code>fulcrum show</code> shows any game of the study.</p>\n",
                replays->left_out, TEXT_PLURAL(replays->left_out));
    return true;
}

static void write_data(const replays_t *replays) {
    const study_t *study = replays->report->result->study;
    cJSON *json = cJSON_CreateObject();
    cJSON *boards = cJSON_AddArrayToObject(json, "boards");
    cJSON *sides = cJSON_AddArrayToObject(json, "sides");
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    for (int i = 0; i < study->num_variants; i++) {
        board_drawing_t board;
        board_draw(study->variants[i].game, &board);
        cJSON_AddItemToArray(boards, board_svg_json(&board));
        cJSON_AddItemToArray(variants,
                             cJSON_CreateString(study->variants[i].game->variant_text));
    }
    for (int side = 0; side < 2; side++)
        cJSON_AddItemToArray(
            sides, cJSON_CreateString(study->variants[0].game->class->side_names[side]));
    cJSON_AddStringToObject(json, "game", study->variants[0].game->class->name);
    if (replays->report->play_page)
        cJSON_AddStringToObject(json, "play", replays->report->play_page);
    cJSON_AddItemToObject(json, "games", replays->games);
    html_script(replays->page, "replay-data", json);
    cJSON_DetachItemFromObjectCaseSensitive(json, "games");
    cJSON_Delete(json);
}

bool report_replays(const report_t *report, FILE *page, failure_t *error) {
    size_t variants = (size_t)report->result->study->num_variants;
    replays_t replays = {.report = report,
                         .page = page,
                         .games = cJSON_CreateArray(),
                         .most_bytes = MOST_BYTES / variants};
    bool ok = true;
    fputs(
        "<p>Recorded games with the search's evaluation at each action. The value is the "
        "score that the search expected for player 1; visits are how often it tried an "
        "action, and so how highly it rated it.</p>\n<noscript><p class=\"note\">Without "
        "JavaScript the first and the last positions are shown.</p></noscript>\n",
        page);
    for (int i = 0; i < (int)variants && ok; i++)
        ok = add_variant(&replays, i, error);
    write_data(&replays);
    cJSON_Delete(replays.games);
    return ok;
}
