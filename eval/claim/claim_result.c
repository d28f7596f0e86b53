#include "eval/claim/claim_check.h"

#include "core/base/json.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "eval/claim/claim_power.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>

/* The share of false games that is reported. */
#define FALSE_SHARE 0.05

typedef struct words {
    const char *id, *title, *program;
    char files[100], figures[200], exact[200], replayed[200];
} words_t;

#define WORD(name) FIGURE_FIELD(words_t, name), .flags = FIGURE_SHOWN
static const figure_column_t columns[] = {
    {FIGURE_WORD, "claim", "Claim", NULL, FIGURE_FIELD(words_t, id)},
    {FIGURE_WORD, "title", "Title", NULL, FIGURE_FIELD(words_t, title)},
    {FIGURE_WORD, "program", "Says it is by", NULL, FIGURE_FIELD(words_t, program)},
    {FIGURE_WORD, "files", "Files", NULL, WORD(files)},
    {FIGURE_WORD, "figures", "Figures", NULL, WORD(figures)},
    {FIGURE_WORD, "exact_values", "Exact values", NULL, WORD(exact)},
    {FIGURE_WORD, "replayed", "Games", NULL, WORD(replayed)}};

static void write_checked(const claim_check_t *check, words_t *words) {
    const claim_solve_t *solve = &check->solve;
    const claim_replay_t *replay = &check->replay;
    char some[TEXT_THOUSANDS], all[TEXT_THOUSANDS];
    snprintf(words->figures, sizeof words->figures, "computed from %s games: %s",
             text_thousands(check->table.count, all),
             check->results == CLAIM_OTHER  ? "not as claimed"
             : check->results == CLAIM_SAME ? "all as claimed"
                                            : "all as claimed except for last digits, "
                                              "which depend on the C library");
    text_t out = text_into(words->exact, sizeof words->exact);
    if (solve->values > 0)
        text_add(&out, "%d of %d solved again: ", solve->solved, solve->values);
    if (solve->differ > 0)
        text_add(&out, "%d not as claimed", solve->differ);
    else if (solve->values > 0)
        text_add(&out, solve->solved > 0          ? "all as claimed"
                       : check->order.solve_s > 0 ? "none was settled"
                                                  : "none requested");
    out = text_into(words->replayed, sizeof words->replayed);
    text_add(&out, "%s of %s replayed, drawn by seed %" PRIu64 ": ",
             text_thousands(replay->replayed, some), text_thousands(replay->games, all),
             check->order.seed);
    if (replay->differ > 0)
        text_add(&out, "%" PRIu64 " not the same", replay->differ);
    else
        text_add(&out, replay->replayed > 0 ? "all the same"
                       : replay->stopped    ? "stopped before the first"
                       : replay->games == 0 ? "none can be"
                                            : "none requested");
}

/* 100 is said only of certainty. */
static double per_cent(double share) {
    return share < 1 ? fmin(100 * share, 99.9) : 100;
}

static double chance_to_find(const claim_replay_t *replay) {
    uint64_t false_games = (uint64_t)ceil(FALSE_SHARE * (double)replay->games);
    return claim_power(replay->games, false_games, replay->replayed);
}

/* A figure rests on the games of one run: false ones among these are few of all. */
static void add_power_of_figure(result_t *result, const claim_replay_t *replay) {
    uint64_t least = claim_power_least(replay->weakest_games, replay->weakest_replayed,
                                       CLAIM_POWER_CHANCE);
    char some[TEXT_THOUSANDS], all[TEXT_THOUSANDS], found[128];
    if (least > 0)
        snprintf(found, sizeof found,
                 "with that probability false ones would have been found if they were "
                 "%.1f %% or more of these",
                 per_cent((double)least / (double)replay->weakest_games));
    else
        snprintf(found, sizeof found, "false ones would have gone unnoticed");
    result_sentence(result, NULL,
                    "Least is known of %s: %s of its %s games were replayed, so %s. "
                    "--share replays more; 20 games of a figure find false ones from 14 "
                    "%% on.",
                    replay->weakest, text_thousands(replay->weakest_replayed, some),
                    text_thousands(replay->weakest_games, all), found);
}

static void add_power(result_t *result, const claim_replay_t *replay) {
    uint64_t least =
        claim_power_least(replay->games, replay->replayed, CLAIM_POWER_CHANCE);
    char games[TEXT_THOUSANDS];
    if (least == 0)
        return;
    if (replay->stopped)
        result_sentence(result, NULL,
                        "The check was stopped. Games are replayed from the largest "
                        "budget down, so these are not a random sample, and the "
                        "probability of finding a false one is unknown.");
    else
        result_sentence(
            result, NULL,
            "If %.0f %% of the games were false, this check would have found one with "
            "probability %.1f %%; it finds one with probability %.0f %% if %s or more "
            "are false, %.1f %% of them.",
            100 * FALSE_SHARE, per_cent(chance_to_find(replay)), 100 * CLAIM_POWER_CHANCE,
            text_thousands(least, games),
            per_cent((double)least / (double)replay->games));
    if (!replay->stopped)
        add_power_of_figure(result, replay);
}

static void add_json(result_t *result, const claim_check_t *check) {
    const claim_replay_t *replay = &check->replay;
    bool is_sample = !replay->stopped && replay->replayed > 0;
    cJSON *exact = cJSON_CreateObject(), *games = cJSON_CreateObject(),
          *list = cJSON_CreateArray();
    json_add_number(exact, "values", check->solve.values);
    json_add_number(exact, "solved", check->solve.solved);
    json_add_number(exact, "differ", check->solve.differ);
    json_add_number(games, "seed", check->order.seed);
    json_add_number(games, "games", replay->games);
    json_add_number(games, "replayed", replay->replayed);
    json_add_number(games, "differ", replay->differ);
    json_add_number(games, "outside_programs", replay->outside);
    json_add_number(games, "networks_apart", replay->apart);
    json_add_number(games, "other_instructions", replay->elsewhere);
    json_add_number(games, "false_share", FALSE_SHARE);
    json_add_number(games, "chance_to_find",
                    is_sample ? chance_to_find(replay) : (double)NAN);
    json_add_number(games, "least_found_with_95",
                    is_sample ? (double)claim_power_least(replay->games, replay->replayed,
                                                          CLAIM_POWER_CHANCE)
                              : (double)NAN);
    cJSON_AddStringToObject(games, "weakest", replay->weakest);
    json_add_number(games, "weakest_games", replay->weakest_games);
    json_add_number(games, "weakest_replayed", replay->weakest_replayed);
    for (int i = 0; i < CLAIM_MOST_LISTED && check->differences.first[i]; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(check->differences.first[i]));
    result_json(result, "complete", cJSON_CreateBool(check->is_complete));
    result_json(result, "same_program", cJSON_CreateBool(check->is_same_program));
    result_json(result, "files_ok", json_number(check->files.num_ok));
    result_json(result, "files", json_number(check->files.count));
    result_json(result, "games", json_number(check->table.count));
    result_json(result, "results_hold", cJSON_CreateBool(check->results != CLAIM_OTHER));
    result_json(result, "same_bytes", cJSON_CreateBool(check->results == CLAIM_SAME));
    result_json(result, "exact", exact);
    result_json(result, "replay", games);
    result_json(result, "differences", list);
    result_json(result, "num_differences", json_number(check->differences.count));
}

result_t *claim_result(const claim_check_t *check) {
    const claim_differences_t *found = &check->differences;
    const claim_t *claim = check->claim;
    result_t *result = result_new();
    char gaps[CLAIM_GAPS];
    words_t words = {check->files.id, claim ? claim->question.title : "",
                     claim ? claim->program : "", .files = ""};
    snprintf(words.files, sizeof words.files, "%d of %d match " CLAIM_MANIFEST,
             check->files.num_ok, check->files.count);
    if (check->is_complete)
        write_checked(check, &words);
    figures_row(
        result_record(result, NULL, NULL, columns, sizeof columns / sizeof columns[0]),
        &words);
    add_power(result, &check->replay);
    result_json(result, "holds", cJSON_CreateBool(found->count == 0));
    result_json(result, "not_checked", cJSON_CreateString(claim_check_gaps(check, gaps)));
    if (*gaps)
        result_sentence(result, NULL, "Not checked: %s.", gaps);
    if (found->count > 0)
        result_list(result, NULL, "Differences:");
    for (int i = 0; i < CLAIM_MOST_LISTED && found->first[i]; i++)
        result_item(result, true, "%s", found->first[i]);
    if (found->count > CLAIM_MOST_LISTED)
        result_item(result, true, "and %" PRIu64 " more",
                    found->count - CLAIM_MOST_LISTED);
    add_json(result, check);
    return result;
}
