#include "eval/report/report_sections.h"

#include "core/base/table/figures.h"
#include "core/base/text.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/players/study_learn.h"
#include "eval/study/study_result.h"

#include <ctype.h>
#include <math.h>

/* Seconds that a person takes for a turn, to estimate the time of a game. */
#define TURN_S 20.0

enum { CLASSES = 4, WORDS = 512 };

/* Classes of a figure, from low to high. */
typedef struct scale {
    const char *heading;
    figure_kind_t kind;
    double bounds[CLASSES - 1];
    int classes;
    const char *names[CLASSES];
    const char *note;   /* what the figure is */
    const char *source; /* of figure and thresholds */
} scale_t;

static const scale_t scales[CARDS] = {
    [CARD_FAIR] =
        {"Fair?",
         FIGURE_SCORE,
         {0},
         0,
         {0},
         "for the first player, draws counting half",
         "Whether the first player's score is within the study's margin of 50 %, with "
         "all answers of a strength level right together at the study's error rate. "
         "Brackets are for the end that the study planned, before it anytime-valid; "
         "between networks of a list they hold for these, whichever is left out."},
    [CARD_DRAWN] =
        {"Draws",
         FIGURE_SCORE,
         {0.05, 0.20},
         3,
         {"Hardly ever drawn", "Some draws", "Drawish"},
         "of games drawn by the rules",
         "Browne 2008 (drawishness), Ludii (Drawishness). Hardly ever: below 5 "
         "%; drawish: above 20 %; our own thresholds."},
    [CARD_LENGTH] = {"Length",
                     FIGURE_ESTIMATE,
                     {20, 60, 150},
                     4,
                     {"Short", "Medium", "Long", "Very long"},
                     "turns of both players in the median game",
                     "Browne 2008 (duration), Ludii (DurationTurns). Short: below 20 "
                     "turns; medium: to 60; long: to 150; our own thresholds. Minutes "
                     "assume 20 seconds per turn."},
    [CARD_DECIDED] =
        {"Decided when?",
         FIGURE_SCORE,
         {0.4, 0.6, 0.8},
         4,
         {"Early", "In the middle", "Late", "Open to the end"},
         "of a won game is played before the winner is clear",
         "The share of the game after which the eventual winner expects nine "
         "points in ten, by the search's own values, and does so to the end; "
         "drawn and cut-off games do not count; after Browne 2008 "
         "(decisiveness). Early: before 40 %; late: after 60 %; open to the "
         "end: after 80 %; our own thresholds."},
    [CARD_SKILL] =
        {"Rewards skill?",
         FIGURE_SCORE,
         {0.50, 0.55, 0.60},
         4,
         {"No", "Hardly", "Somewhat", "Yes"},
         "for thinking twice as long",
         "The score of twice the simulations against once: skill trace, Browne "
         "2022. Yes: above 60 %, the step of Ai Ai's levels of play; hardly: "
         "below 55 %. Near best play it measures what these players have left to "
         "gain, not what the game rewards."},
};

/* --- Figures ------------------------------------------------------------------------ */

static const study_cell_t *cell_of(const report_t *report, int variant) {
    return &report->result->cells[variant][study_strongest(report->result, variant)];
}

/* The strongest level with games against twice the simulations, or NULL. */
static const study_cell_t *skill_cell(const report_t *report, int variant) {
    for (int j = report->result->study->num_strengths - 1; j >= 0; j--)
        if (report->result->cells[variant][j].skill_games > 0)
            return &report->result->cells[variant][j];
    return NULL;
}

static estimate_t metric_figure(const report_t *report, int variant, metric_id_t id) {
    const report_games_t *games =
        &report->games[variant][study_strongest(report->result, variant)];
    return game_metrics_get(&games->metrics, id, report->result->level).estimate;
}

estimate_t report_card_figure(const report_t *report, int variant, card_id_t card) {
    estimate_t found = {(double)NAN, (double)NAN, (double)NAN};
    const study_cell_t *skill = skill_cell(report, variant);
    if (study_strongest(report->result, variant) < 0)
        return found;
    switch (card) {
    case CARD_FAIR:
        return cell_of(report, variant)->score;
    case CARD_DRAWN:
        return metric_figure(report, variant, METRIC_DRAWISHNESS);
    case CARD_LENGTH:
        return metric_figure(report, variant, METRIC_TURNS_50);
    case CARD_DECIDED:
        found = metric_figure(report, variant, METRIC_FOREGONE_SHARE);
        return (estimate_t){1 - found.value, 1 - found.high, 1 - found.low};
    case CARD_SKILL:
        return skill ? skill->skill_score : found;
    case CARDS:
        break;
    }
    return found;
}

/* --- Words -------------------------------------------------------------------------- */

static int class_of(const scale_t *scale, double value) {
    int class = 0;
    while (class < scale->classes - 1 && value >= scale->bounds[class])
        class ++;
    return class;
}

/* The class that the whole interval is in, or the two classes that it spans; returns the
 * colour: open where it spans several. */
static const char *class_words(const scale_t *scale, const estimate_t *figure,
                               char words[WORDS]) {
    int low = class_of(scale, figure->low), high = class_of(scale, figure->high);
    if (isnan(figure->value))
        snprintf(words, WORDS, "Not measured");
    else if (low == high)
        snprintf(words, WORDS, "%s", scale->names[low]);
    else if (high == low + 1)
        snprintf(words, WORDS, "%s, or %c%s", scale->names[low],
                 tolower((unsigned char)scale->names[high][0]), scale->names[high] + 1);
    else
        snprintf(words, WORDS, "More games needed");
    return !isnan(figure->value) && low != high ? " open" : "";
}

/* Where games do not show it, what the solver found. */
static const char *fair_words(const report_t *report, int variant, char words[WORDS]) {
    static const char *const proven[] = {[VALUE_LOST] = "Solved: player 2 wins",
                                         [VALUE_DRAWN] = "Solved: a draw",
                                         [VALUE_WON] = "Solved: player 1 wins"};
    const study_cell_t *cell = cell_of(report, variant);
    solver_value_t exact = report->result->exact[variant].value;
    bool is_fair = cell->balance == BALANCE_YES, is_unfair = cell->balance == BALANCE_NO;
    const char *open = study_cell_has_networks(cell) && cell->is_done
                           ? "More networks needed"
                           : "More games needed";
    snprintf(words, WORDS, "%s",
             is_fair                             ? "Fair"
             : !is_unfair && exact != VALUE_OPEN ? proven[exact]
             : !is_unfair                        ? open
             : cell->score.value > 0.5           ? "Favours the first player"
                                                 : "Favours the second player");
    if (!is_fair && !is_unfair && exact == VALUE_OPEN)
        return " open";
    return is_fair || (!is_unfair && exact == VALUE_DRAWN) ? " yes" : " no";
}

/* Before the name of a level of strength, as "400" or "learned 10m". */
static const char *by_level(const char *name) {
    return study_learn_time(name) ? "by players that have " : "at strength level ";
}

/* The note below a card's figure. */
static void note_words(const report_t *report, int variant, card_id_t card,
                       char words[WORDS]) {
    const study_cell_t *cell = cell_of(report, variant),
                       *skill = skill_cell(report, variant);
    const study_exact_t *exact = &report->result->exact[variant];
    double margin = report->result->study->margin;
    char room[STUDY_EXACT_WORDS];
    text_t out = text_into(words, WORDS);
    text_add(&out, "%s", scales[card].note);
    if (card == CARD_FAIR)
        text_add(&out, "; fair: %g to %g %%; %llu games %s%s", 100 * (0.5 - margin),
                 100 * (0.5 + margin), (unsigned long long)cell->games,
                 by_level(cell->strength), cell->strength);
    if (card == CARD_FAIR && exact->value != VALUE_OPEN)
        text_add(&out, ". Solved: %s with best play", study_exact_words(exact, room));
    if (card == CARD_DRAWN && cell->cut_off > 0)
        text_add(&out, "; %.1f %% more cut off by a limit on their length",
                 100 * (double)cell->cut_off / (double)cell->games);
    if (card == CARD_LENGTH)
        text_add(&out, "; about %.0f min for people",
                 fmax(1, length_counts_reached(&cell->lengths, 0.5) * TURN_S / 60));
    if (card == CARD_SKILL && skill)
        text_add(&out, "; %llu games %s%s", (unsigned long long)skill->skill_games,
                 by_level(skill->strength), skill->strength);
    else if (card == CARD_SKILL)
        text_add(&out, ": no games of that yet");
    if (card == CARD_SKILL && skill && exact->value != VALUE_OPEN)
        text_add(&out, ". Solved: near best play this is what these players have left to "
                       "gain, not what the game rewards");
    if (card == CARD_DECIDED)
        text_add(&out, "; by the search at strength level %s", cell->strength);
}

/* --- Cards -------------------------------------------------------------------------- */

static void write_card(const report_t *report, int variant, card_id_t card, FILE *page) {
    const scale_t *scale = &scales[card];
    estimate_t figure = report_card_figure(report, variant, card);
    char words[WORDS];
    const char *colour = card == CARD_FAIR ? fair_words(report, variant, words)
                                           : class_words(scale, &figure, words);
    fprintf(page, "<li class=\"card%s\"><h4>%s</h4><p class=\"says\">", colour,
            scale->heading);
    html_text(page, words);
    fputs("</p>", page);
    if (!isnan(figure.value)) {
        figure_text_t text = figure_text(scale->kind, figure);
        fprintf(page, "<p class=\"figure\">%s <small>%s</small></p>", text.value,
                text.interval);
    }
    note_words(report, variant, card, words);
    fputs("<p class=\"why\">", page);
    html_text(page, words);
    fputs("</p></li>\n", page);
}

void report_cards(const report_t *report, int variant, FILE *page) {
    fputs("<div class=\"variant\"><h3>", page);
    html_text(page, report->result->study->variants[variant].name);
    fputs("</h3>\n", page);
    if (study_strongest(report->result, variant) < 0) {
        fputs("<p>No games yet.</p></div>\n", page);
        return;
    }
    fputs("<ul class=\"cards\">\n", page);
    for (card_id_t card = 0; card < CARDS; card++)
        write_card(report, variant, card, page);
    fputs("</ul></div>\n", page);
}

void report_cards_sources(FILE *page) {
    fputs("<details><summary>What the cards mean, their thresholds and sources"
          "</summary><dl>\n",
          page);
    for (card_id_t card = 0; card < CARDS; card++) {
        fprintf(page, "<dt>%s</dt><dd>", scales[card].heading);
        html_text(page, scales[card].source);
        fputs("</dd>\n", page);
    }
    fputs("<dt>Yellow edge</dt><dd>The interval, in brackets, includes a threshold: more "
          "games would tell.</dd></dl></details>\n",
          page);
}
