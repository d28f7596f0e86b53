#include "eval/claim/claim_print.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "eval/claim/claim_check.h"
#include "eval/claim/claim_power.h"

#include <cjson/cJSON.h>
#include <math.h>

/* The share of false games, and the probability of finding one, that are reported. */
#define FALSE_SHARE 0.05
#define CHANCE 0.95

static uint64_t false_games(const claim_replay_t *replay) {
    return (uint64_t)ceil(FALSE_SHARE * (double)replay->games);
}

static double chance_to_find(const claim_replay_t *replay) {
    return claim_power(replay->games, false_games(replay), replay->replayed);
}

/* 100 is printed only for certainty. */
static void print_per_cent(FILE *file, double share) {
    double per_cent = 100 * share;
    fprintf(file, "%.1f %%", share < 1 ? fmin(per_cent, 99.9) : per_cent);
}

static void print_games(FILE *file, uint64_t games) {
    char text[TEXT_THOUSANDS];
    fprintf(file, "%s", text_thousands(games, text));
}

static void print_power(const claim_replay_t *replay, FILE *file) {
    uint64_t least = claim_power_least(replay->games, replay->replayed, CHANCE);
    if (least == 0)
        return;
    if (replay->stopped) {
        fprintf(file, "\nThe check was stopped. Games are replayed from the largest "
                      "budget down, so these are not a\nrandom sample, and the "
                      "probability of finding a false one is unknown.\n");
        return;
    }
    fprintf(file,
            "\nIf %.0f %% of the games were false, this check would have found one with "
            "probability\n",
            100 * FALSE_SHARE);
    print_per_cent(file, chance_to_find(replay));
    fprintf(file, "; it finds one with probability %.0f %% if ", 100 * CHANCE);
    print_games(file, least);
    fprintf(file, " or more are false, ");
    print_per_cent(file, (double)least / (double)replay->games);
    fprintf(file, " of them.\n");
}

static void print_replay(const claim_check_t *check, FILE *file) {
    const claim_replay_t *replay = &check->replay;
    fprintf(file, "replayed  ");
    print_games(file, replay->replayed);
    fprintf(file, " of ");
    print_games(file, replay->games);
    fprintf(file, " games, drawn by seed %llu: ", (unsigned long long)check->order.seed);
    if (replay->differ > 0) {
        print_games(file, replay->differ);
        fprintf(file, " differ%s\n", replay->differ == 1 ? "s" : "");
    } else {
        fprintf(file, "%s\n",
                replay->replayed > 0 ? "all the same"
                : replay->stopped    ? "stopped before the first"
                                     : "none requested");
    }
}

static void print_exact(const claim_check_t *check, FILE *file) {
    const claim_solve_t *solve = &check->solve;
    if (solve->values == 0)
        return;
    if (!(check->order.solve_s > 0)) {
        fprintf(file, "exact     0 of %d exact value%s solved again: none requested\n",
                solve->values, TEXT_PLURAL(solve->values));
        return;
    }
    fprintf(file, "exact     %d of %d exact value%s solved again: ", solve->solved,
            solve->values, TEXT_PLURAL(solve->values));
    if (solve->differ > 0)
        fprintf(file, "%d differ%s\n", solve->differ, solve->differ == 1 ? "s" : "");
    else
        fprintf(file, "%s\n", solve->solved > 0 ? "all as claimed" : "none was settled");
}

static void print_parts(const claim_check_t *check, FILE *file) {
    fprintf(file, "figures   ");
    fprintf(file, "computed from ");
    print_games(file, check->table.count);
    fprintf(file, " games: %s\n",
            check->results == CLAIM_OTHER ? "not as claimed"
            : check->results == CLAIM_SAME
                ? "all as claimed"
                : "all as claimed except for last digits, which depend on the C library");
    print_exact(check, file);
}

void claim_print_text(const claim_check_t *check, FILE *file) {
    char gaps[CLAIM_GAPS];
    fprintf(file, "claim     %s\n", check->files.id);
    if (check->claim)
        fprintf(file, "          %s; says it is by %s\n", check->claim->question.title,
                check->claim->program);
    fprintf(file, "files     %d of %d match SHA256SUMS\n", check->files.num_ok,
            check->files.count);
    if (check->is_complete) {
        print_parts(check, file);
        print_replay(check, file);
        print_power(&check->replay, file);
    }
    if (*claim_check_gaps(check, gaps))
        fprintf(file, "\nNot checked: %s.\n", gaps);
    if (check->differences.count == 0)
        return;
    fprintf(file, "\nDifferences:\n");
    for (int i = 0; i < CLAIM_MOST_LISTED && check->differences.first[i]; i++)
        fprintf(file, "  %s\n", check->differences.first[i]);
    if (check->differences.count > CLAIM_MOST_LISTED) {
        fprintf(file, "  and ");
        print_games(file, check->differences.count - CLAIM_MOST_LISTED);
        fprintf(file, " more\n");
    }
}

static void add_exact(cJSON *json, const claim_solve_t *solve) {
    cJSON *object = cJSON_AddObjectToObject(json, "exact");
    json_add_number(object, "values", solve->values);
    json_add_number(object, "solved", solve->solved);
    json_add_number(object, "differ", solve->differ);
}

static void add_replay(cJSON *json, const claim_check_t *check) {
    const claim_replay_t *replay = &check->replay;
    cJSON *object = cJSON_AddObjectToObject(json, "replay");
    json_add_number(object, "seed", check->order.seed);
    json_add_number(object, "games", replay->games);
    json_add_number(object, "replayed", replay->replayed);
    json_add_number(object, "differ", replay->differ);
    json_add_number(object, "outside_programs", replay->outside);
    json_add_number(object, "other_instructions", replay->elsewhere);
    if (replay->replayed == 0)
        return;
    json_add_number(object, "false_share", FALSE_SHARE);
    if (replay->stopped) {
        cJSON_AddNullToObject(object, "chance_to_find");
        cJSON_AddNullToObject(object, "least_found_with_95");
        return;
    }
    json_add_number(object, "chance_to_find", chance_to_find(replay));
    json_add_number(object, "least_found_with_95",
                    claim_power_least(replay->games, replay->replayed, CHANCE));
}

void claim_print_json(const claim_check_t *check, FILE *file) {
    cJSON *json = cJSON_CreateObject();
    char gaps[CLAIM_GAPS];
    cJSON_AddStringToObject(json, "claim", check->files.id);
    cJSON_AddStringToObject(json, "title",
                            check->claim ? check->claim->question.title : "");
    cJSON_AddStringToObject(json, "program", check->claim ? check->claim->program : "");
    cJSON_AddBoolToObject(json, "same_program", check->is_same_program);
    cJSON_AddBoolToObject(json, "holds", check->differences.count == 0);
    cJSON_AddStringToObject(json, "not_checked", claim_check_gaps(check, gaps));
    cJSON_AddBoolToObject(json, "complete", check->is_complete);
    json_add_number(json, "files", check->files.count);
    json_add_number(json, "files_right", check->files.num_ok);
    json_add_number(json, "games", check->table.count);
    cJSON_AddBoolToObject(json, "results_hold", check->results != CLAIM_OTHER);
    cJSON_AddBoolToObject(json, "same_bytes", check->results == CLAIM_SAME);
    add_exact(json, &check->solve);
    add_replay(json, check);
    cJSON *list = cJSON_AddArrayToObject(json, "differences");
    for (int i = 0; i < CLAIM_MOST_LISTED && check->differences.first[i]; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(check->differences.first[i]));
    json_add_number(json, "num_differences", check->differences.count);
    json_print_line(json, file);
}
