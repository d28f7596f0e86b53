#include "eval/claim/check/claim_print.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "eval/claim/check/claim_check.h"
#include "eval/claim/check/claim_power.h"

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

static void print_replay(const claim_check_t *check, const claim_check_order_t *order,
                         FILE *file) {
    const claim_replay_t *replay = &check->replay;
    fprintf(file, "replayed  ");
    print_games(file, replay->replayed);
    fprintf(file, " of ");
    print_games(file, replay->games);
    fprintf(file, " games, drawn by seed %llu: ", (unsigned long long)order->seed);
    if (replay->differ > 0) {
        print_games(file, replay->differ);
        fprintf(file, " differ%s\n", replay->differ == 1 ? "s" : "");
    } else {
        fprintf(file, "%s\n",
                replay->replayed > 0 ? "all the same"
                : replay->stopped    ? "stopped before the first"
                                     : "none requested");
    }
    if (replay->outside > 0) {
        fprintf(file, "          not checkable: ");
        print_games(file, replay->outside);
        fprintf(file, " games of outside programs\n");
    }
    if (replay->elsewhere > 0) {
        fprintf(file, "          not checkable here: ");
        print_games(file, replay->elsewhere);
        fprintf(file, " games of networks whose instructions this machine lacks\n");
    }
}

static void print_exact(const claim_solve_t *solve, const claim_check_order_t *order,
                        FILE *file) {
    if (solve->values == 0)
        return;
    if (!(order->solve_s > 0)) {
        fprintf(file, "exact     not checked: %d exact value%s (--solve-budget TIME)\n",
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

static void print_parts(const claim_check_t *check, const claim_check_order_t *order,
                        FILE *file) {
    fprintf(file, "figures   ");
    print_games(file, check->numbers);
    fprintf(file, " numbers computed from ");
    print_games(file, check->games);
    fprintf(file, " games: %s\n",
            !check->results_hold ? "not as claimed"
            : check->same_bytes
                ? "all as claimed"
                : "all as claimed except for last digits, which depend on the C library");
    fprintf(file, "page      %d of %d tables, answers and plots match these figures\n",
            check->page_held, check->page_parts);
    if (check->page_held < check->page_parts && !check->is_same_program)
        fprintf(file,
                "          the others may look different in the bundle's version\n");
    fprintf(file, "sample    %d complete games: %s\n", check->sample_games,
            check->sample_holds ? "consistent with the rules and the table"
                                : "not as claimed");
    print_exact(&check->solve, order, file);
    if (check->unchecked)
        fprintf(file, "not recomputed: %s%s\n", check->lacks_metrics ? "metrics, " : "",
                check->unchecked);
}

void claim_print_text(const claim_check_t *check, const claim_check_order_t *order,
                      FILE *file) {
    fprintf(file, "claim     %s\n", check->id);
    if (*check->title)
        fprintf(file, "          %s; made by %s\n", check->title, check->program);
    fprintf(file, "files     %d of %d match SHA256SUMS\n", check->files_right,
            check->files);
    if (check->others > 0)
        fprintf(file, "          %d beside them %s not part of the claim\n",
                check->others, check->others == 1 ? "is" : "are");
    if (check->is_complete) {
        print_parts(check, order, file);
        print_replay(check, order, file);
        print_power(&check->replay, file);
    } else {
        fprintf(file, "          the rest was not checked\n");
    }
    if (check->num_differences == 0)
        return;
    fprintf(file, "\nDifferences:\n");
    for (int i = 0; i < CLAIM_MOST_TOLD && check->differences[i]; i++)
        fprintf(file, "  %s\n", check->differences[i]);
    if (check->num_differences > CLAIM_MOST_TOLD) {
        fprintf(file, "  and ");
        print_games(file, check->num_differences - CLAIM_MOST_TOLD);
        fprintf(file, " more\n");
    }
}

static void add_exact(cJSON *json, const claim_solve_t *solve) {
    cJSON *object = cJSON_AddObjectToObject(json, "exact");
    cJSON_AddNumberToObject(object, "values", solve->values);
    cJSON_AddNumberToObject(object, "solved", solve->solved);
    cJSON_AddNumberToObject(object, "differ", solve->differ);
}

static void add_replay(cJSON *json, const claim_check_t *check,
                       const claim_check_order_t *order) {
    const claim_replay_t *replay = &check->replay;
    cJSON *object = cJSON_AddObjectToObject(json, "replay");
    json_add_count(object, "seed", order->seed);
    json_add_count(object, "games", replay->games);
    json_add_count(object, "replayed", replay->replayed);
    json_add_count(object, "differ", replay->differ);
    json_add_count(object, "outside_programs", replay->outside);
    json_add_count(object, "other_instructions", replay->elsewhere);
    if (replay->replayed == 0)
        return;
    cJSON_AddNumberToObject(object, "false_share", FALSE_SHARE);
    if (replay->stopped) {
        cJSON_AddNullToObject(object, "chance_to_find");
        cJSON_AddNullToObject(object, "least_found_with_95");
        return;
    }
    cJSON_AddNumberToObject(object, "chance_to_find", chance_to_find(replay));
    json_add_count(object, "least_found_with_95",
                   claim_power_least(replay->games, replay->replayed, CHANCE));
}

void claim_print_json(const claim_check_t *check, const claim_check_order_t *order,
                      FILE *file) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "claim", check->id);
    cJSON_AddStringToObject(json, "title", check->title);
    cJSON_AddStringToObject(json, "program", check->program);
    cJSON_AddBoolToObject(json, "same_program", check->is_same_program);
    cJSON_AddBoolToObject(json, "holds", check->num_differences == 0);
    cJSON_AddBoolToObject(json, "complete", check->is_complete);
    cJSON_AddNumberToObject(json, "files", check->files);
    cJSON_AddNumberToObject(json, "files_right", check->files_right);
    cJSON_AddNumberToObject(json, "other_files", check->others);
    json_add_count(json, "games", check->games);
    json_add_count(json, "numbers", check->numbers);
    cJSON_AddBoolToObject(json, "results_hold", check->results_hold);
    cJSON_AddBoolToObject(json, "same_bytes", check->same_bytes);
    cJSON_AddNumberToObject(json, "page_parts", check->page_parts);
    cJSON_AddNumberToObject(json, "page_held", check->page_held);
    cJSON_AddNumberToObject(json, "sample_games", check->sample_games);
    cJSON_AddBoolToObject(json, "sample_holds", check->sample_holds);
    cJSON_AddBoolToObject(json, "metrics_recomputed",
                          check->is_complete && check->unchecked &&
                              !check->lacks_metrics);
    add_exact(json, &check->solve);
    add_replay(json, check, order);
    cJSON *list = cJSON_AddArrayToObject(json, "differences");
    for (int i = 0; i < CLAIM_MOST_TOLD && check->differences[i]; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(check->differences[i]));
    json_add_count(json, "num_differences", check->num_differences);
    json_print_line(json, file);
}
