#include "eval/claim/check/claim_check.h"

#include "core/base/build_info.h"
#include "core/base/text.h"
#include "eval/claim/check/claim_difference.h"
#include "eval/claim/claim_json.h"
#include "selfplay/run/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void differs(void *context, const char *what) {
    claim_check_t *check = context;
    if (check->num_differences++ < CLAIM_MOST_TOLD)
        check->differences[check->num_differences - 1] = text_copy(what);
}

/* --- Texts -------------------------------------------------------------------------- */

/* Compares a text of the bundle with the one computed from its games. *same_bytes: not
 * even last digits differ. */
static bool compare_text(claim_check_t *check, const char *name, const char *computed,
                         bool *same_bytes, bool *holds, failure_t *error) {
    const char *claimed = claim_json_load(&check->files, name, error);
    char difference[CLAIM_DIFFERENCE], what[CLAIM_DIFFERENCE + CLAIM_FILE_NAME];
    if (!claimed)
        return false;
    *same_bytes = strcmp(claimed, computed) == 0;
    *holds = *same_bytes || !claim_difference_find(claimed, computed, difference);
    if (!*holds) {
        snprintf(what, sizeof what, "%s: %s", name, difference);
        differs(check, what);
    }
    return true;
}

/* All that claim.json says besides what was read from it follows from the games. */
static bool check_about(claim_check_t *check, failure_t *error) {
    bool same, holds;
    char *text = claim_about_text(check->about, &check->table);
    bool ok = compare_text(check, CLAIM_ABOUT_FILE, text, &same, &holds, error);
    if (ok && holds && !same)
        differs(check, CLAIM_ABOUT_FILE ": is not formatted as `fulcrum claim` does");
    free(text);
    return ok;
}

static bool check_results(claim_check_t *check, failure_t *error) {
    size_t size;
    check->result = claim_result_new(check->about, &check->table, error);
    if (!check->result)
        return false;
    char *text = claim_result_text(check->result, CLAIM_JSON, &size);
    check->numbers = claim_difference_numbers(text);
    bool ok = compare_text(check, CLAIM_RESULTS, text, &check->same_bytes,
                           &check->results_hold, error);
    free(text);
    return ok;
}

/* --- Files and games ---------------------------------------------------------------- */

static void check_names(claim_check_t *check) {
    for (int i = 0; i < check->files.count; i++) {
        const char *name = check->files.files[i].name;
        char what[CLAIM_FILE_NAME + 40];
        snprintf(what, sizeof what, "%s: a claim has no such file", name);
        if (!claim_about_has(check->about, name))
            differs(check, what);
    }
}

static bool read_games(claim_check_t *check, const char *bundle, failure_t *error) {
    size_t size;
    check->about = claim_about_read(&check->files, bundle, error);
    if (!check->about)
        return false;
    const claim_about_t *about = check->about;
    const char *bytes = claim_files_load(&check->files, CLAIM_TABLE_FILE,
                                         claim_table_most(about->games), &size, error);
    const claim_packed_t packed = {bytes, size, about->subject.num_runs, about->games};
    check->is_same_program = strcmp(about->program, build_program) == 0;
    return bytes && claim_table_unpack(&check->table, &packed, CLAIM_TABLE_FILE, error) &&
           (check->table.count > 0 || error_set(error, "%s: has no games", bundle));
}

static bool check_games(claim_check_t *check, const char *bundle,
                        const claim_check_order_t *order, failure_t *error) {
    const claim_solve_order_t values = {.seconds = order->solve_s,
                                        .threads = order->threads,
                                        .quiet = order->quiet,
                                        .tell = differs,
                                        .context = check};
    const claim_replay_order_t games = {.share = order->share,
                                        .weights = order->weights,
                                        .seed = order->seed,
                                        .threads = order->threads,
                                        .quiet = order->quiet,
                                        .tell = differs,
                                        .context = check};
    stop_on_signals(); /* what came before ends at once */
    claim_solve(check->about, &values, &check->solve);
    return claim_replay(check->about, &check->table, bundle, &games, &check->replay,
                        error);
}

/* --- The whole check ---------------------------------------------------------------- */

static bool check_all(claim_check_t *check, const char *bundle,
                      const claim_check_order_t *order, failure_t *error) {
    if (!claim_files_read(&check->files, bundle, differs, check, error))
        return false;
    if (check->num_differences > 0)
        return true;
    if (!read_games(check, bundle, error))
        return false;
    check_names(check);
    check->is_complete = check_about(check, error) && check_results(check, error) &&
                         check_games(check, bundle, order, error);
    return check->is_complete;
}

claim_check_t *claim_check_new(const char *bundle, const claim_check_order_t *order,
                               failure_t *error) {
    claim_check_t *check = memory_new(1, sizeof *check);
    if (check_all(check, bundle, order, error))
        return check;
    claim_check_free(check);
    return NULL;
}

void claim_check_free(claim_check_t *check) {
    if (!check)
        return;
    for (int i = 0; i < CLAIM_MOST_TOLD; i++)
        free(check->differences[i]);
    claim_result_free(check->result);
    claim_table_clear(&check->table);
    claim_about_free(check->about);
    claim_files_clear(&check->files);
    free(check);
}

/* --- What was checked --------------------------------------------------------------- */

static void add_gap(text_t *out, uint64_t count, const char *what, const char *why) {
    char number[TEXT_THOUSANDS];
    if (count > 0)
        text_add(out, "%s%s %s%s%s", out->used > 0 ? "; " : "",
                 text_thousands(count, number), what, TEXT_PLURAL(count), why);
}

const char *claim_check_gaps(const claim_check_t *check, char gaps[CLAIM_GAPS]) {
    const claim_replay_t *replay = &check->replay;
    text_t out = text_into(gaps, CLAIM_GAPS);
    *gaps = '\0';
    if (!check->is_complete)
        text_add(&out, "all but the files");
    else if (replay->replayed == 0)
        text_add(&out, "all games: none was replayed");
    else if (replay->stopped)
        text_add(&out, "games: replaying them was stopped by %s", replay->stopped);
    add_gap(&out, replay->outside, "game", " of outside programs");
    add_gap(&out, replay->elsewhere, "game",
            " of networks whose instructions this machine lacks");
    add_gap(&out, (uint64_t)(check->solve.values - check->solve.solved), "exact value",
            ", which the time given for solving did not settle");
    return gaps;
}

char *claim_check_page(const claim_check_t *check, const claim_check_order_t *order,
                       size_t *size) {
    enum { WORDS = CLAIM_GAPS + 600 };
    const claim_result_t *result = check->result;
    const claim_games_t games = {&check->about->subject, &check->table};
    char source[WORDS], gaps[CLAIM_GAPS], all[TEXT_THOUSANDS], some[TEXT_THOUSANDS];
    text_t out = text_into(source, WORDS);
    REQUIRE(check->is_complete && check->num_differences == 0);
    text_add(&out,
             "Made by `fulcrum claim check` from the claim %s: its figures are computed "
             "from the results of %s games. %s of these, drawn at random by seed %llu, "
             "were replayed, and are as claimed. ",
             check->files.id, text_thousands(check->table.count, all),
             text_thousands(check->replay.replayed, some),
             (unsigned long long)order->seed);
    if (*claim_check_gaps(check, gaps))
        text_add(&out, "Not checked: %s. ", gaps);
    text_add(&out, "What needs the searches of the games is not part of a claim.");
    return result->kind->page(result->figures, &games, source, size);
}
