#include "eval/claim/claim_check.h"

#include "core/base/build_info.h"
#include "core/base/text.h"
#include "core/game/source/game_source.h"
#include "selfplay/run/stop.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Files and figures -------------------------------------------------------------- */

static void check_names(claim_check_t *check) {
    for (int i = 0; i < check->files.count; i++)
        if (!claim_has_file(check->claim, check->files.files[i].name))
            claim_differs(&check->differences, "%s: a claim has no such file",
                          check->files.files[i].name);
    const game_source_t *source = claim_source(check->claim);
    const claim_file_t *kept = claim_files_find(&check->files, GAME_SOURCE_FILE);
    if (source && (!kept || strcmp(kept->sum, source->sha256) != 0))
        claim_differs(&check->differences,
                      GAME_SOURCE_FILE ": is not there, or not the source of the game");
}

static bool read_games(claim_check_t *check, failure_t *error) {
    size_t size;
    check->claim = claim_read(&check->files, error);
    if (!check->claim)
        return false;
    const claim_t *claim = check->claim;
    const char *bytes = claim_files_load(&check->files, CLAIM_TABLE_FILE,
                                         claim_table_most(claim->games), &size, error);
    const claim_packed_t packed = {bytes, size, claim->question.num_runs, claim->games};
    check->is_same_program = strcmp(claim->program, build_program) == 0;
    return bytes && claim_table_unpack(&check->table, &packed, CLAIM_TABLE_FILE, error) &&
           (check->table.count > 0 ||
            error_set(error, "%s: has no games", check->files.folder));
}

/* Compares a text of the bundle with the one made again from its games. */
static bool compare(claim_check_t *check, const char *name, char *computed,
                    claim_comparison_t *as, failure_t *error) {
    const char *claimed = claim_files_text(&check->files, name, error);
    if (claimed)
        *as = claim_compare(&check->differences, name, claimed, computed);
    free(computed);
    return claimed != NULL;
}

static bool check_texts(claim_check_t *check, failure_t *error) {
    size_t size;
    claim_comparison_t as;
    if (!compare(check, CLAIM_FILE, claim_text(check->claim, &check->table), &as, error))
        return false;
    check->figures = claim_figures_new(check->claim, &check->table, error);
    return check->figures &&
           compare(check, CLAIM_RESULTS,
                   claim_figures_text(check->figures, RESULT_JSON, &size),
                   &check->results, error);
}

/* --- Exact values ------------------------------------------------------------------- */

/* "In at most 9 turns" is true of a win in 7. */
static bool is_as_claimed(const study_exact_t *claimed, const study_exact_t *found) {
    if (claimed->value != found->value)
        return false;
    return claimed->value == VALUE_DRAWN || claimed->bound == 0 ||
           (claimed->counts_turns == found->counts_turns && found->bound > 0 &&
            found->bound <= claimed->bound);
}

/* Returns the seconds taken. */
static double solve_variant(claim_check_t *check, int which, double seconds) {
    const study_variant_t *variant = &check->claim->question.study->variants[which];
    const study_exact_t *claimed = &check->claim->exact[which];
    char words[STUDY_EXACT_WORDS], again[STUDY_EXACT_WORDS];
    if (!check->order.quiet)
        fprintf(stderr, "solving %s for at most %.0f s\n", variant->name, seconds);
    study_exact_t found = study_exact_solve(variant->game, seconds, check->order.threads);
    if (found.value == VALUE_OPEN)
        return found.seconds;
    check->solve.solved++;
    if (!is_as_claimed(claimed, &found)) {
        check->solve.differ++;
        claim_differs(&check->differences,
                      "the exact value of %s: claimed is \"%s\", solved \"%s\"",
                      variant->name, study_exact_words(claimed, words),
                      study_exact_words(&found, again));
    }
    return found.seconds;
}

/* The remaining budget is shared by the remaining variants; those without an exact value
 * claim nothing, and are not solved. */
static void solve(claim_check_t *check) {
    int variants = check->claim->question.study->num_variants;
    double seconds = check->order.solve_s;
    for (int i = 0; i < variants; i++)
        check->solve.values += check->claim->exact[i].value != VALUE_OPEN;
    for (int i = 0, left = check->solve.values; i < variants; i++)
        if (check->claim->exact[i].value != VALUE_OPEN && seconds > 0 && !stop_asked())
            seconds -= solve_variant(check, i, seconds / left--);
}

/* --- The whole check ---------------------------------------------------------------- */

static bool check_all(claim_check_t *check, const char *bundle, failure_t *error) {
    if (!claim_files_read(&check->files, bundle, &check->differences, error))
        return false;
    if (check->differences.count > 0)
        return true;
    if (!read_games(check, error))
        return false;
    check_names(check);
    if (!check_texts(check, error))
        return false;
    stop_on_signals(); /* what came before ends at once */
    solve(check);
    const claim_replay_games_t games = {check->claim, &check->table, bundle};
    check->is_complete =
        claim_replay(&games, &check->order, &check->replay, &check->differences, error);
    return check->is_complete;
}

claim_check_t *claim_check_new(const char *bundle, const claim_check_order_t *order,
                               failure_t *error) {
    claim_check_t *check = memory_new(1, sizeof *check);
    check->order = *order;
    if (check_all(check, bundle, error))
        return check;
    claim_check_free(check);
    return NULL;
}

void claim_check_free(claim_check_t *check) {
    if (!check)
        return;
    claim_differences_clear(&check->differences);
    claim_figures_free(check->figures);
    claim_table_clear(&check->table);
    claim_free(check->claim);
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
    add_gap(&out, replay->apart, "game",
            " of networks kept apart from the bundle (--weights FOLDER)");
    add_gap(&out, replay->elsewhere, "game",
            " of networks whose instructions this machine lacks");
    add_gap(&out, (uint64_t)(check->solve.values - check->solve.solved), "exact value",
            ", which the time given for solving did not settle");
    return gaps;
}

char *claim_check_page(const claim_check_t *check, size_t *size) {
    enum { WORDS = CLAIM_GAPS + 600 };
    char source[WORDS], gaps[CLAIM_GAPS], all[TEXT_THOUSANDS], some[TEXT_THOUSANDS];
    text_t out = text_into(source, WORDS);
    REQUIRE(check->is_complete && check->differences.count == 0);
    text_add(&out,
             "Made by `fulcrum claim check` from the claim %s: its figures are computed "
             "from the results of %s games. %s of these, drawn at random by seed %" PRIu64
             ", were replayed, and are as claimed. ",
             check->files.id, text_thousands(check->table.count, all),
             text_thousands(check->replay.replayed, some), check->order.seed);
    if (*claim_check_gaps(check, gaps))
        text_add(&out, "Not checked: %s. ", gaps);
    text_add(&out, "What needs the searches of the games is not part of a claim.");
    return claim_figures_page(check->figures, source, size);
}
