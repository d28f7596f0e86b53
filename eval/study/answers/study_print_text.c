/* A study's result as text. */
#include "core/base/text.h"
#include "core/base/text_layout.h"
#include "eval/study/answers/study_fairest.h"
#include "eval/study/answers/study_next.h"
#include "eval/study/answers/study_print.h"
#include "eval/study/answers/study_print_networks.h"
#include "eval/study/answers/study_verdict.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

#include <string.h>

typedef struct printing {
    const study_result_t *result;
    FILE *file;
    int topic; /* of the last sentence; -1: none */
    bool has_steps;
    int width; /* of the names of variants and strengths together */
} printing_t;

enum { LINE_WIDTH = 80 };

/* A paragraph after a mark, wrapped at blanks. */
static void print_wrapped(FILE *file, const char *mark, const char *text) {
    int column = 4;
    fprintf(file, "  %s", mark);
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column + 1 + length > LINE_WIDTH) {
            fprintf(file, "\n   ");
            column = 3;
        }
        fprintf(file, " %.*s", length, text);
        column += 1 + length;
        text += length + (text[length] == ' ');
    }
    fputc('\n', file);
}

static void print_sentence(void *context, verdict_topic_t topic, bool warning,
                           const char *sentence) {
    printing_t *printing = context;
    if (printing->topic != (int)topic)
        fprintf(printing->file, "\n%s\n", verdict_headings[topic]);
    printing->topic = (int)topic;
    print_wrapped(printing->file, warning ? "!" : "-", sentence);
}

static void print_step(void *context, const study_step_t *step) {
    printing_t *printing = context;
    char words[STUDY_STEP_WORDS], line[384];
    study_step_words(step, words);
    if (!printing->has_steps)
        fprintf(printing->file, "\nNext step\n");
    printing->has_steps = true;
    snprintf(line, sizeof line, *words ? "%s %s:" : "%s%s", step->question, words);
    print_wrapped(printing->file, "-", line);
    fprintf(printing->file, "      %s\n", step->command);
}

/* --- Tables ------------------------------------------------------------------------- */

enum { STRENGTH_WIDTH = 8 };

/* The columns of a cell's name. */
static void print_name(const printing_t *printing, int variant, int strength) {
    const study_t *study = printing->result->study;
    const char *name = study->strengths[strength].name;
    int blanks = STRENGTH_WIDTH - text_width(name);
    fputs("  ", printing->file);
    text_print_padded(printing->file, study->variants[variant].name, printing->width);
    fprintf(printing->file, " %*s%s", blanks > 0 ? blanks : 0, "", name);
}

static void print_share(FILE *file, const estimate_t *share) {
    fprintf(file, "  %5.1f [%5.1f, %5.1f]", 100 * share->value, 100 * share->low,
            100 * share->high);
}

static void print_score(const printing_t *printing, int variant, int strength) {
    const study_cell_t *cell = &printing->result->cells[variant][strength];
    if (!cell->is_asked || study_cell_has_networks(cell))
        return;
    print_name(printing, variant, strength);
    fprintf(printing->file, " %7llu", (unsigned long long)cell->games);
    if (cell->games == 0) {
        fprintf(printing->file, "  no games yet\n");
        return;
    }
    print_share(printing->file, &cell->score);
    fprintf(printing->file, "  %s\n", balance_names[cell->balance]);
}

static void print_games(const printing_t *printing, int variant, int strength) {
    const study_cell_t *cell = &printing->result->cells[variant][strength];
    double games = (double)cell->games;
    if (!cell->is_asked || cell->games == 0)
        return;
    print_name(printing, variant, strength);
    fprintf(printing->file, " %6.1f %6.1f %6.1f %9llu %7.0f\n",
            100 * (double)cell->counts.count[1] / games,
            100 * (double)cell->cut_off / games, cell->turns,
            (unsigned long long)cell->duplicates.distinct, cell->duplicates.effective);
}

/* Calls a printer for every cell. */
static void each_cell(const printing_t *printing,
                      void (*print)(const printing_t *, int, int)) {
    for (int i = 0; i < printing->result->study->num_variants; i++)
        for (int j = 0; j < printing->result->study->num_strengths; j++)
            print(printing, i, j);
}

static void print_scores(const printing_t *printing) {
    const study_t *study = printing->result->study;
    if (!study_has_others(printing->result))
        return;
    fprintf(printing->file,
            "\nScore of player 1, who moves first, in %% (%g %%, anytime-valid)\n"
            "  %-*s %8s %7s  %-20s  %s\n",
            100 * printing->result->level, printing->width, "variant", "strength",
            "games", "score", "balanced");
    each_cell(printing, print_score);
    fprintf(printing->file,
            "  balanced: within %g points of 50, all rows together at error rate %g\n",
            100 * study->margin, study->error_rate);
}

static void print_cells(const printing_t *printing) {
    print_scores(printing);
    study_print_networks(printing->result, printing->width, printing->file);
    fprintf(
        printing->file,
        "\nThe games: drawn and cut off in %%, turns of a game, distinct games and how "
        "many\nindependent ones they are worth\n"
        "  %-*s %8s %6s %6s %6s %9s %7s\n",
        printing->width, "variant", "strength", "drawn", "cut", "turns", "distinct",
        "worth");
    each_cell(printing, print_games);
}

static void print_difference(const printing_t *printing,
                             const study_difference_t *found) {
    const study_t *study = printing->result->study;
    bool differs = found->adjusted <= study->error_rate;
    fprintf(printing->file, "  %s - %s, %s:\n      ", study->variants[found->a].name,
            study->variants[found->b].name, study->strengths[found->strength].name);
    if (!study_difference_is_there(printing->result, found))
        fprintf(printing->file, "no games yet\n");
    else
        fprintf(printing->file, "%+.1f [%+.1f, %+.1f]  p = %.2g, adjusted %.2g%s\n",
                100 * found->difference.value, 100 * found->difference.low,
                100 * found->difference.high, found->p_value, found->adjusted,
                differs ? ": they differ" : "");
}

static void print_differences(const printing_t *printing) {
    const study_result_t *result = printing->result;
    if (result->num_differences == 0)
        return;
    fprintf(printing->file,
            "\nDifferences in points (%g %%, %s; adjusted: for %d of them, Holm)\n",
            100 * result->level,
            !study_has_networks(result) ? "anytime-valid"
            : study_has_others(result)  ? "anytime-valid, or over networks"
                                        : "over networks",
            result->num_differences);
    for (int i = 0; i < result->num_differences; i++)
        print_difference(printing, &result->differences[i]);
}

static void print_change(const printing_t *printing, const char *name,
                         const estimate_t *change, int from, int to) {
    const study_strength_t *strengths = printing->result->study->strengths;
    fputs("  ", printing->file);
    text_print_padded(printing->file, name, printing->width);
    fprintf(printing->file, "  %+5.1f [%+5.1f, %+5.1f]  from %s to %s",
            100 * change->value, 100 * change->low, 100 * change->high,
            strengths[from].name, strengths[to].name);
}

static void print_trends(const printing_t *printing) {
    const study_result_t *result = printing->result;
    bool any = false;
    for (int i = 0; i < result->study->num_variants; i++) {
        const score_trend_t *trend = &result->trends[i].fit;
        if (!result->trends[i].exists)
            continue;
        if (!any)
            fprintf(printing->file,
                    "\nChanges of the score with the budget, in points (%g %%, "
                    "simultaneous)\n",
                    100 * result->level);
        any = true;
        print_change(printing, result->study->variants[i].name, &trend->step,
                     trend->before, trend->last);
        fprintf(printing->file, ": %s\n", trend_state_names[trend->state]);
        if (trend->first == trend->before)
            continue;
        print_change(printing, "", &trend->whole, trend->first, trend->last);
        fputc('\n', printing->file);
    }
}

/* First turns that are shown. */
enum { SHOWN_TURNS = 8 };

static void print_first_turns_of(const printing_t *printing, int variant, int strength) {
    const study_cell_t *cell = &printing->result->cells[variant][strength];
    if (cell->drawn_games == 0)
        return;
    print_name(printing, variant, strength);
    fprintf(printing->file, " %7llu game%s, %zu different first turn%s\n",
            (unsigned long long)cell->drawn_games, TEXT_PLURAL(cell->drawn_games),
            cell->drawn.count, TEXT_PLURAL(cell->drawn.count));
    for (size_t i = 0; i < cell->drawn.count && i < SHOWN_TURNS; i++) {
        outcome_counts_t counts = first_turn_counts(&cell->drawn.turns[i]);
        estimate_t score = first_turn_score(&cell->drawn, &cell->drawn.turns[i],
                                            printing->result->level);
        fprintf(printing->file, "    %-20s %6llu", cell->drawn.turns[i].text,
                (unsigned long long)outcome_counts_trials(&counts));
        print_share(printing->file, &score);
        fputc('\n', printing->file);
    }
}

static bool has_first_turns(const study_result_t *result) {
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            if (result->cells[i][j].drawn_games > 0)
                return true;
    return false;
}

void study_print_text(const study_result_t *result, FILE *file) {
    printing_t printing = {.result = result, .file = file, .topic = -1, .width = 7};
    for (int i = 0; i < result->study->num_variants; i++) {
        int length = text_width(result->study->variants[i].name);
        printing.width = length > printing.width ? length : printing.width;
    }
    char headline[STUDY_HEADLINE];
    study_headline(result, headline);
    fprintf(file, "%s\n\n", result->study->title);
    print_wrapped(file, ">", headline);
    study_verdict(result, print_sentence, &printing);
    study_next(result, print_step, &printing);
    print_cells(&printing);
    print_differences(&printing);
    print_trends(&printing);
    if (has_first_turns(result)) {
        fprintf(file, "\nScore of player 1 after random first turns, in %%\n");
        each_cell(&printing, print_first_turns_of);
    }
    fprintf(file, "\n%s: %s\n", result->out,
            result->is_whole ? "whole" : "games are still to be played");
}
