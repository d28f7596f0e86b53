#include "eval/study/answers/study_next.h"

#include "core/base/text.h"
#include "core/game/outside_game.h"
#include "eval/study/answers/study_fairest.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"
#include "selfplay/run/call_log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The smallest half-width of an interval that is proposed. */
#define FINEST 0.005
/* A run has no more games than this (study_run.h). */
#define MOST_GAMES 1e6

/* Solver seconds per variant after which no more are proposed. */
#define TRIED_ENOUGH_S 1.5

/* --- Games and time ----------------------------------------------------------------- */

static double half_width(const estimate_t *estimate) {
    return (estimate->high - estimate->low) / 2;
}

/* Seconds per game of self-play, all threads together; NAN: not measured. */
static double game_seconds(const study_cell_t *cell) {
    double seconds = 0, games = 0;
    for (int run = 0; run < cell->num_runs; run++) {
        size_t count;
        call_entry_t *calls = call_log_read(cell->runs[run].folder, &count);
        for (size_t i = 0; i < count; i++) {
            seconds += calls[i].counts.seconds;
            games += (double)calls[i].counts.games;
        }
        free(calls);
    }
    return games > 0 ? seconds / games : (double)NAN;
}

/* The games and minutes that a precision takes in all cells. */
static void count_games(const study_result_t *result, double precision,
                        study_step_t *step) {
    step->games = step->minutes = 0;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++) {
            const study_cell_t *cell = &result->cells[i][j];
            double times = half_width(&cell->score) / precision;
            if (cell->games == 0 || times <= 1 || study_cell_has_networks(cell))
                continue;
            double games = (double)cell->games * (times * times - 1);
            step->games += games;
            step->minutes += games * game_seconds(cell) / 60;
        }
}

/* The largest number of games that a cell would have. */
static double largest_run(const study_result_t *result, double precision) {
    double most = 0;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++) {
            const study_cell_t *cell = &result->cells[i][j];
            double times = half_width(&cell->score) / precision;
            if (study_cell_has_networks(cell))
                continue;
            most = fmax(most, (double)cell->games * fmax(1, times * times));
        }
    return most;
}

static void add_program(const study_result_t *result, text_t *out) {
    char call[OUTSIDE_GAME_CALL];
    const game_class_t *class = result->study->variants[0].game->class;
    text_add(out, "%s study ", outside_game_call(class, call));
}

static void begin_command(const study_result_t *result, text_t *out) {
    add_program(result, out);
    text_add_shell_word(out, result->out);
}

/* A step that sets a precision for all cells. */
static void visit_precision(const study_result_t *result, double precision,
                            study_step_t *step, study_step_visit_t visit, void *context) {
    text_t out = text_into(step->command, sizeof step->command);
    step->is_far = precision < FINEST;
    precision = fmax(precision, FINEST);
    double most = fmin(MOST_GAMES, 1.5 * largest_run(result, precision));
    count_games(result, precision, step);
    begin_command(result, &out);
    text_add(&out, " precision=%.3g", precision);
    if (most > (double)result->study->games.most)
        text_add(&out, " games.most=%.0f", ceil(most / 1000) * 1000);
    visit(context, step);
}

/* --- Questions ---------------------------------------------------------------------- */

/* The precision at which the wider interval of `sure` would reach no farther than so
 * much. */
static double precision_for(const study_cell_t *cell, double reach) {
    return reach * half_width(&cell->score) / fmax(1e-9, half_width(&cell->sure));
}

static void ask_balance(const study_result_t *result, int variant,
                        study_step_visit_t visit, void *context) {
    int strength = study_strongest(result, variant);
    study_step_t step;
    if (strength < 0)
        return;
    const study_cell_t *cell = &result->cells[variant][strength];
    double off = fabs(cell->score.value - 0.5);
    if (cell->balance != BALANCE_NOT_DECIDED || study_cell_has_networks(cell))
        return;
    snprintf(step.question, sizeof step.question,
             "Is %s fair, within %g points, at strength level %s?",
             result->study->variants[variant].name, 100 * result->study->margin,
             result->study->strengths[strength].name);
    visit_precision(result, precision_for(cell, fabs(off - result->study->margin)), &step,
                    visit, context);
}

/* The variant that looks fairest against each other: their intervals have to separate. */
static void ask_fairest(const study_result_t *result, study_step_visit_t visit,
                        void *context) {
    int strength = study_common_strength(result), near = 0;
    double precision = 1;
    study_step_t step;
    if (result->study->num_variants < 2 || strength < 0 ||
        study_cell_has_networks(&result->cells[0][strength]) ||
        study_fairest(result, strength) >= 0)
        return;
    for (int i = 1; i < result->study->num_variants; i++)
        if (fabs(result->cells[i][strength].score.value - 0.5) <
            fabs(result->cells[near][strength].score.value - 0.5))
            near = i;
    double least = fabs(result->cells[near][strength].score.value - 0.5);
    for (int i = 0; i < result->study->num_variants; i++) {
        const study_cell_t *cell = &result->cells[i][strength];
        double apart = fabs(cell->score.value - 0.5) - least;
        if (i != near)
            precision = fmin(precision, precision_for(cell, apart / 2));
    }
    snprintf(step.question, sizeof step.question,
             "Which variant is the fairest at strength level %s? (%s looks fairest)",
             result->study->strengths[strength].name, result->study->variants[near].name);
    visit_precision(result, precision, &step, visit, context);
}

/* Of a cell between networks that is not decided: more games do not make an interval over
 * networks narrower. */
static bool is_open_over_networks(const study_result_t *result) {
    for (int i = 0; i < result->study->num_variants; i++) {
        int strength = study_strongest(result, i);
        const study_cell_t *cell = &result->cells[i][strength < 0 ? 0 : strength];
        if (study_cell_has_networks(cell) && cell->is_done &&
            cell->balance == BALANCE_NOT_DECIDED)
            return true;
    }
    return false;
}

static void ask_networks(const study_result_t *result, study_step_visit_t visit,
                         void *context) {
    study_step_t step = {.games = (double)NAN, .minutes = (double)NAN};
    text_t out = text_into(step.command, sizeof step.command);
    if (!is_open_over_networks(result))
        return;
    snprintf(
        step.question, sizeof step.question,
        "Is it fair between networks? More networks tell more than more games: append "
        "them to \"weights\" in study.json; existing pairs keep their games.");
    add_program(result, &out);
    text_add(&out, "study.json --out ");
    text_add_shell_word(&out, result->out);
    visit(context, &step);
}

static bool has_skill(const study_result_t *result) {
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            if (result->cells[i][j].skill_games > 0)
                return true;
    return false;
}

static void ask_skill(const study_result_t *result, study_step_visit_t visit,
                      void *context) {
    study_step_t step = {.games = (double)NAN, .minutes = (double)NAN};
    text_t out = text_into(step.command, sizeof step.command);
    int strengths = result->study->num_strengths * result->study->num_variants;
    if (has_skill(result) || !study_has_others(result))
        return;
    snprintf(step.question, sizeof step.question,
             "Does it reward skill? Not measured yet.");
    step.games = 200.0 * strengths;
    begin_command(result, &out);
    text_add(&out, " skill=200");
    visit(context, &step);
}

static void ask_exact(const study_result_t *result, study_step_visit_t visit,
                      void *context) {
    study_step_t step = {.games = (double)NAN, .minutes = (double)NAN};
    text_t out = text_into(step.command, sizeof step.command);
    double tried = 0;
    for (int i = 0; i < result->study->num_variants; i++) {
        tried = fmax(tried, result->exact[i].seconds);
        if (result->exact[i].value != VALUE_OPEN)
            return;
    }
    if (tried >= TRIED_ENOUGH_S)
        return;
    snprintf(step.question, sizeof step.question,
             "Is a variant small enough to be solved? %s; for one minute:",
             tried > 0 ? "One second was too short to tell" : "Not tried yet");
    begin_command(result, &out);
    text_add(&out, " --solve-budget 1m");
    visit(context, &step);
}

static void go_on(const study_result_t *result, study_step_visit_t visit, void *context) {
    study_step_t step = {.games = 0, .minutes = 0};
    text_t out = text_into(step.command, sizeof step.command);
    if (result->is_whole)
        return;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++) {
            const study_cell_t *cell = &result->cells[i][j];
            if (cell->games >= cell->wanted)
                continue;
            step.games += (double)(cell->wanted - cell->games);
            step.minutes +=
                (double)(cell->wanted - cell->games) * game_seconds(cell) / 60;
        }
    snprintf(step.question, sizeof step.question, "The study is not complete; at least");
    begin_command(result, &out);
    visit(context, &step);
}

void study_next(const study_result_t *result, study_step_visit_t visit, void *context) {
    go_on(result, visit, context);
    ask_fairest(result, visit, context);
    for (int i = 0; i < result->study->num_variants; i++)
        ask_balance(result, i, visit, context);
    ask_networks(result, visit, context);
    ask_skill(result, visit, context);
    ask_exact(result, visit, context);
}

/* --- Words -------------------------------------------------------------------------- */

/* Two significant digits suffice for an estimate. */
static double rounded(double number) {
    double digits = number >= 10 ? pow(10, floor(log10(number)) - 1) : 1;
    return round(number / digits) * digits;
}

const char *study_step_words(const study_step_t *step, char words[STUDY_STEP_WORDS]) {
    char thousands[TEXT_THOUSANDS];
    text_t out = text_into(words, STUDY_STEP_WORDS);
    const char *about = step->is_far ? "more than" : "about";
    if (isnan(step->games))
        return words; /* "" */
    text_add(&out, "%s %s more games", about,
             text_thousands((uint64_t)rounded(step->games), thousands));
    if (isnan(step->minutes))
        return words;
    if (step->minutes < 120)
        text_add(&out, ", %.0f minute%s", fmax(1, rounded(step->minutes)),
                 rounded(step->minutes) <= 1 ? "" : "s");
    else if (step->minutes < 48 * 60)
        text_add(&out, ", %.0f hours", rounded(step->minutes / 60));
    else
        text_add(&out, ", %.0f days", rounded(step->minutes / 60 / 24));
    return words;
}
