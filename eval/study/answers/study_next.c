#include "eval/study/answers/study_answer.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/game/outside_game.h"
#include "eval/stats/confidence_sequence.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/players/study_learn.h"
#include "eval/study/study_result.h"
#include "selfplay/run/call_log.h"

#include <math.h>
#include <stdlib.h>

/* The smallest half-width of an interval that is proposed. */
#define FINEST 0.005
/* A run has no more games than this (study_run.h). */
#define MOST_GAMES 1e6
/* Solver seconds per variant after which no more are proposed. */
#define TRIED_ENOUGH_S 1.5
/* Networks of a board after which no more are proposed. */
enum { ENOUGH_NETWORKS = 6 };

/* --- Games and time ----------------------------------------------------------------- */

/* More games of all cells, and the minutes that they take; NAN: not measured. */
typedef struct work {
    double games, minutes;
    bool is_far; /* even these may not suffice */
} work_t;

static double half_width(const estimate_t *estimate) {
    return (estimate->high - estimate->low) / 2;
}

/* Of the interval that the score has with more games: a plan that is extended after a
 * look at its results has anytime-valid ones (study_plan.h). */
static double half_width_later(const study_result_t *result, const study_cell_t *cell) {
    estimate_t later = confidence_sequence_weighed(&cell->sample.trials, result->level);
    return half_width(cell->is_planned ? &later : &cell->score);
}

/* Minutes per game of self-play, all threads together; NAN: not measured. */
static double game_minutes(const study_cell_t *cell) {
    double seconds = 0, games = 0;
    for (int run = 0; run < cell->num_runs; run++) {
        const call_counts_t all = call_log_total(cell->runs[run].folder);
        seconds += all.seconds;
        games += (double)all.games;
    }
    return games > 0 ? seconds / games / 60 : (double)NAN;
}

static void add_games(work_t *work, const study_cell_t *cell, double games) {
    work->games += games;
    work->minutes += games * game_minutes(cell);
}

/* What a precision takes in all cells; *largest: the games of the largest run then. */
static work_t work_for(const study_result_t *result, double precision, double *largest) {
    work_t work = {0, 0, false};
    *largest = 0;
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        double times = fmax(1, half_width_later(result, cell) / precision);
        double games = (double)cell->games * times * times;
        if (study_cell_has_networks(cell))
            continue;
        *largest = fmax(*largest, games);
        if (games > (double)cell->games)
            add_games(&work, cell, games - (double)cell->games);
    }
    return work;
}

static void add_work(text_t *out, const work_t *work) {
    char thousands[TEXT_THOUSANDS];
    double hours = work->minutes / 60;
    text_add(out, " %s %s more games", work->is_far ? "more than" : "about",
             text_thousands((uint64_t)number_roughly(work->games), thousands));
    if (isnan(work->minutes))
        return;
    double minutes = fmax(1, number_roughly(work->minutes));
    if (hours < 2)
        text_add(out, ", %.0f minute%s", minutes, TEXT_PLURAL(minutes));
    else if (hours < 48)
        text_add(out, ", %.0f hours", number_roughly(hours));
    else
        text_add(out, ", %.0f days", number_roughly(hours / 24));
}

/* --- Steps -------------------------------------------------------------------------- */

/* Paths may consist of quotes, which shells want escaped. */
enum { COMMAND = 8 * 4096 + 512, QUESTION = 512 };

static void begin_command(const study_result_t *result, const char *study, text_t *out) {
    char call[OUTSIDE_GAME_CALL];
    const game_class_t *class = result->study->variants[0].game->class;
    text_add(out, "%s study ", outside_game_call(class, call));
    text_add_shell_word(out, study ? study : result->out);
}

/* work: NULL if not known. words: after the study's folder. */
static void add_step(result_t *out, const study_result_t *result, const char *question,
                     const work_t *work, const char *words) {
    char *command = memory_new(COMMAND, 1), about[QUESTION];
    text_t text = text_into(command, COMMAND), sentence = text_into(about, QUESTION);
    begin_command(result, NULL, &text);
    text_add(&text, "%s", words);
    text_add(&sentence, "%s", question);
    if (work) {
        add_work(&sentence, work);
        text_add(&sentence, ":");
    }
    result_item(out, false, "%s", about);
    result_item_command(out, command);
    free(command);
}

/* A step that sets a precision for all cells. */
static void add_precision(result_t *out, const study_result_t *result,
                          const char *question, double precision) {
    char words[96];
    double finest = fmax(precision, FINEST), most;
    text_t text = text_into(words, sizeof words);
    work_t work = work_for(result, finest, &most);
    work.is_far = precision < FINEST;
    if (work.games < 1)
        return;
    most = fmin(MOST_GAMES, 1.5 * most);
    text_add(&text, " precision=%.3g", finest);
    if (most > (double)result->study->games.most)
        text_add(&text, " games.most=%.0f", ceil(most / 1000) * 1000);
    add_step(out, result, question, &work, words);
}

/* --- Questions ---------------------------------------------------------------------- */

static void ask_rest(result_t *out, const study_result_t *result) {
    work_t work = {0, 0, false};
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        if (cell->games < cell->wanted)
            add_games(&work, cell, (double)(cell->wanted - cell->games));
    }
    if (result->is_complete)
        return;
    if (work.games > 0)
        add_step(out, result, "The study is not complete; self-play takes", &work, "");
    else
        add_step(out, result, "The study is not complete:", NULL, "");
}

/* Whether a side wins with best play: scores between players do not make it fairer. */
static bool is_won(const study_result_t *result, int variant) {
    const solver_value_t value = result->exact[variant].value;
    return value != VALUE_OPEN && value != VALUE_DRAWN;
}

/* The precision at which the wider, simultaneous interval would reach no farther than so
 * much from the score. */
static double precision_for(const study_cell_t *cell, double reach) {
    const estimate_t *wide = &cell->simultaneous;
    double farthest = fmax(wide->value - wide->low, wide->high - wide->value);
    return reach * half_width(&cell->score) / fmax(1e-9, farthest);
}

static void ask_balance(result_t *out, const study_result_t *result, int variant) {
    int strength = study_strongest(result, variant);
    char question[QUESTION];
    if (strength < 0 || is_won(result, variant))
        return;
    const study_cell_t *cell = &result->cells[variant][strength];
    double off = fabs(cell->score.value - 0.5), margin = result->study->margin;
    if (cell->balance != BALANCE_NOT_DECIDED || study_cell_has_networks(cell))
        return;
    snprintf(question, sizeof question,
             "Is %s fair, within %g points, at strength level %s?", cell->variant,
             100 * margin, cell->strength);
    add_precision(out, result, question, precision_for(cell, fabs(off - margin)));
}

/* The variant that looks fairest against each other: their intervals have to separate. */
static void ask_fairest(result_t *out, const study_result_t *result) {
    int strength = study_common_strength(result), order[STUDY_MAX_VARIANTS] = {0};
    char question[QUESTION];
    double precision = 1;
    bool is_open = false;
    for (int i = 0; i < result->study->num_variants; i++)
        is_open = is_open || !is_won(result, i);
    if (result->study->num_variants < 2 || strength < 0 || !is_open ||
        study_cell_has_networks(&result->cells[0][strength]) ||
        study_fairest(result, strength) >= 0)
        return;
    study_sort_by_distance(result, strength, order);
    const study_cell_t *near = &result->cells[order[0]][strength];
    for (int i = 1; i < result->study->num_variants; i++) {
        const study_cell_t *cell = &result->cells[order[i]][strength];
        double apart = fabs(cell->score.value - 0.5) - fabs(near->score.value - 0.5);
        precision = fmin(precision, precision_for(cell, apart / 2));
    }
    snprintf(question, sizeof question,
             "Which variant is the fairest at strength level %s? (%s looks fairest)",
             near->strength, near->variant);
    add_precision(out, result, question, precision);
}

/* The time of the last level, if it was learned with few networks; NULL: it was not. */
static const char *learned_time(const study_result_t *result) {
    const study_strength_t *last =
        &result->study->strengths[result->study->num_strengths - 1];
    return last->num_networks < ENOUGH_NETWORKS ? study_learn_time(last->name) : NULL;
}

/* Where a cell between networks is not decided: more games do not make an interval over
 * networks narrower. */
static void ask_networks(result_t *out, const study_result_t *result) {
    bool is_open = false;
    char *command = memory_new(COMMAND, 1);
    text_t text = text_into(command, COMMAND);
    for (int i = 0; i < result->study->num_variants; i++) {
        int strength = study_strongest(result, i);
        const study_cell_t *cell = &result->cells[i][strength < 0 ? 0 : strength];
        is_open = is_open || (study_cell_has_networks(cell) && cell->is_done &&
                              cell->balance == BALANCE_NOT_DECIDED);
    }
    const char *time = is_open ? learned_time(result) : NULL;
    const char *question = "Is it fair between networks? More networks tell more than "
                           "more games";
    begin_command(result, time ? NULL : "study.json", &text);
    if (time) {
        text_add(&text, " --learn %s --seeds %d", time, ENOUGH_NETWORKS);
        result_item(out, false, "%s; these keep their games:", question);
    } else if (is_open) {
        text_add(&text, " --out ");
        text_add_shell_word(&text, result->out);
        result_item(out, false,
                    "%s: append them to \"weights\" in study.json; existing pairs keep "
                    "their games.",
                    question);
    }
    if (is_open)
        result_item_command(out, command);
    free(command);
}

static void ask_skill(result_t *out, const study_result_t *result) {
    int cells = result->study->num_strengths * result->study->num_variants;
    const work_t work = {200.0 * cells, (double)NAN, false};
    for (int i = 0; i < study_num_cells(result); i++)
        if (study_cell_at(result, i)->skill_games > 0)
            return;
    if (study_has_others(result))
        add_step(out, result, "Does it reward skill? Not measured yet.", &work,
                 " skill=200");
}

static void ask_exact(result_t *out, const study_result_t *result) {
    double tried = 0;
    for (int i = 0; i < result->study->num_variants; i++) {
        tried = fmax(tried, result->exact[i].seconds);
        if (result->exact[i].value != VALUE_OPEN)
            return;
    }
    if (tried < TRIED_ENOUGH_S)
        add_step(out, result,
                 tried > 0 ? "Is a variant small enough to be solved? One second was too "
                             "short to tell; for one minute:"
                           : "Is a variant small enough to be solved? For one minute:",
                 NULL, " --solve-budget 1m");
}

void study_next(result_t *out, const study_result_t *result) {
    result_list(out, NULL, STUDY_NEXT_TITLE);
    ask_rest(out, result);
    ask_fairest(out, result);
    for (int i = 0; i < result->study->num_variants; i++)
        ask_balance(out, result, i);
    ask_networks(out, result);
    ask_skill(out, result);
    ask_exact(out, result);
}
