#include "eval/report/report_cards.h"

#include "core/base/text.h"
#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/study/answers/study_fairest.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

#include <ctype.h>
#include <math.h>

/* Seconds that a person takes for a turn, to estimate the time of a game. */
#define TURN_S 20.0
/* Share of cut-off games above which draws and lengths say little. */
#define CUT_OFF_MANY 0.01

enum { CLASSES = 4, WORDS = 512 };

/* Classes of a figure, from low to high. */
typedef struct scale {
    const char *heading;
    double bounds[CLASSES - 1];
    int classes;
    const char *names[CLASSES];
    const char *source; /* of figure and thresholds */
} scale_t;

static const scale_t scales[CARDS] = {
    [CARD_FAIR] = {"Fair?", {0}, 0, {0}, NULL},
    [CARD_DRAWN] = {"Draws",
                    {0.05, 0.20},
                    3,
                    {"Hardly ever drawn", "Some draws", "Drawish"},
                    "Share of games drawn by the rules: Browne 2008 (drawishness), Ludii "
                    "(Drawishness). Hardly ever: below 5 %; drawish: above 20 %; our own "
                    "thresholds."},
    [CARD_LENGTH] = {"Length",
                     {20, 60, 150},
                     4,
                     {"Short", "Medium", "Long", "Very long"},
                     "Median turns of both players: Browne 2008 (duration), Ludii "
                     "(DurationTurns). Short: below 20; medium: to 60; long: to 150; our "
                     "own thresholds. Minutes assume 20 seconds per turn."},
    [CARD_DECIDED] = {"Decided when?",
                      {0.4, 0.6, 0.8},
                      4,
                      {"Early", "In the middle", "Late", "Open to the end"},
                      "Of won games only, as drawn and cut-off ones have no winner: the "
                      "share of the game after which the eventual winner expects nine "
                      "points in ten, by the search's own values, and does so to the "
                      "end; after Browne 2008 (decisiveness). Early: before 40 %; late: "
                      "after 60 %; open to the end: after 80 %; our own thresholds."},
    [CARD_SKILL] =
        {"Rewards skill?",
         {0.50, 0.55, 0.60},
         4,
         {"No", "Hardly", "Somewhat", "Yes"},
         "The score of twice the simulations against once: skill trace, Browne 2022. "
         "Yes: above 60 %, the step of Ai Ai's levels of play; hardly: below 55 %."},
};

/* --- Figures ------------------------------------------------------------------------ */

static int skill_level(const report_t *report, int variant) {
    for (int j = report->result->study->num_strengths - 1; j >= 0; j--)
        if (report->result->cells[variant][j].skill_games > 0)
            return j;
    return -1;
}

static estimate_t metric_figure(const report_games_t *games, metric_id_t id,
                                double level) {
    metric_t found = game_metrics_get(&games->metrics, id, level);
    return (estimate_t){found.value, found.low, found.high};
}

estimate_t report_card_figure(const report_t *report, int variant, card_id_t card) {
    const estimate_t nothing = {(double)NAN, (double)NAN, (double)NAN};
    int strength = report_strongest(report, variant);
    if (strength < 0)
        return nothing;
    const report_games_t *games = &report->games[variant][strength];
    const study_result_t *result = report->result;
    int skill = skill_level(report, variant);
    estimate_t found;
    switch (card) {
    case CARD_FAIR:
        return result->cells[variant][strength].score;
    case CARD_DRAWN:
        return metric_figure(games, METRIC_DRAWISHNESS, result->level);
    case CARD_LENGTH:
        return metric_figure(games, METRIC_TURNS_50, result->level);
    case CARD_DECIDED:
        found = metric_figure(games, METRIC_FOREGONE_SHARE, result->level);
        return (estimate_t){1 - found.value, 1 - found.high, 1 - found.low};
    case CARD_SKILL:
        return skill < 0 ? nothing : result->cells[variant][skill].skill_score;
    case CARDS:
        break;
    }
    return nothing;
}

/* --- Words -------------------------------------------------------------------------- */

static int class_of(const scale_t *scale, double value) {
    int class = 0;
    while (class < scale->classes - 1 && value >= scale->bounds[class])
        class ++;
    return class;
}

/* The class that the whole interval is in, or the two classes it spans. */
static void class_words(const scale_t *scale, const estimate_t *figure,
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
}

static void fair_words(const report_t *report, int variant, char words[WORDS]) {
    const study_cell_t *cell =
        &report->result->cells[variant][report_strongest(report, variant)];
    static const char *const proven[] = {[VALUE_LOST] = "Solved: player 2 wins",
                                         [VALUE_DRAWN] = "Solved: a draw",
                                         [VALUE_WON] = "Solved: player 1 wins"};
    solver_value_t exact = report->result->exact[variant].value;
    const char *open = exact != VALUE_OPEN ? proven[exact]
                       : !study_cell_has_networks(cell) || !cell->is_done
                           ? "More games needed"
                           : "More networks needed";
    snprintf(words, WORDS, "%s",
             cell->balance == BALANCE_YES  ? "Fair"
             : cell->balance == BALANCE_NO ? cell->score.value > 0.5
                                                 ? "Favours the first player"
                                                 : "Favours the second player"
                                           : open);
}

/* Between networks of a list: how many the interval is over. */
static void add_networks(const study_cell_t *cell, text_t *out) {
    int networks = cell->networks.pairs.networks;
    if (cell->networks.found.has_interval)
        text_add(out, "; brackets over %d networks", networks);
    else if (networks > 0)
        text_add(out, "; no interval over %d network%s", networks, TEXT_PLURAL(networks));
}

/* "400 simulations", or "level NAME". */
enum { LEVEL_WORDS = 80 };
static const char *level_words(const study_t *study, int strength,
                               char words[LEVEL_WORDS]) {
    const study_strength_t *level = &study->strengths[strength];
    if (isnan(study_doublings(level)))
        snprintf(words, LEVEL_WORDS, "level %s", level->name);
    else
        snprintf(words, LEVEL_WORDS, "%lld simulations",
                 (long long)level->agent.search.simulations);
    return words;
}

/* A stronger level whose games give a different answer. */
static void add_contrary(const study_result_t *result, int variant, int strength,
                         text_t *out) {
    int contrary = study_contrary_level(result, variant, strength);
    char level[LEVEL_WORDS], score[STUDY_SCORE_WORDS];
    if (contrary < 0)
        return;
    const study_cell_t *cell = &result->cells[variant][contrary];
    text_add(out, "; but stronger play, at %s, comes to %s in %llu game%s",
             level_words(result->study, contrary, level), study_score_words(cell, score),
             (unsigned long long)cell->games, TEXT_PLURAL(cell->games));
}

/* The note below a card's figure. */
static void note_words(const report_t *report, int variant, card_id_t card,
                       char words[WORDS]) {
    const study_result_t *result = report->result;
    int strength = report_strongest(report, variant),
        skill = skill_level(report, variant);
    const study_cell_t *cell = &result->cells[variant][strength];
    char level[LEVEL_WORDS];
    level_words(result->study, strength, level);
    double cut_off = cell->games > 0 ? (double)cell->cut_off / (double)cell->games : 0;
    char exact[STUDY_EXACT_WORDS];
    text_t out = text_into(words, WORDS);
    switch (card) {
    case CARD_FAIR:
        text_add(&out,
                 "for the first player, draws counting half; fair: %g to %g %%; "
                 "%llu games at %s",
                 100 * (0.5 - result->study->margin), 100 * (0.5 + result->study->margin),
                 (unsigned long long)cell->games, level);
        add_networks(cell, &out);
        add_contrary(result, variant, strength, &out);
        if (cell->swap_offered > 0)
            text_add(&out, "; player 2 swapped in %.1f %% of games (%.1f to %.1f)",
                     100 * cell->swap_share.value, 100 * cell->swap_share.low,
                     100 * cell->swap_share.high);
        if (result->exact[variant].value != VALUE_OPEN)
            text_add(&out, ". Solved: %s with best play",
                     study_exact_words(&result->exact[variant], exact));
        break;
    case CARD_DRAWN:
        text_add(&out, "of games drawn, at %s", level);
        if (cut_off > CUT_OFF_MANY)
            text_add(&out, "; %.1f %% more cut off by a limit on their length",
                     100 * cut_off);
        break;
    case CARD_LENGTH:
        text_add(&out, "in the median game; 8 of 10 games have %u to %u",
                 (unsigned)length_counts_reached(&cell->lengths, 0.1),
                 (unsigned)length_counts_reached(&cell->lengths, 0.9));
        text_add(&out, "; about %.0f min for people",
                 fmax(1, length_counts_reached(&cell->lengths, 0.5) * TURN_S / 60));
        break;
    case CARD_DECIDED:
        text_add(&out, "of a won game is played before the winner is clear");
        if (cell->counts.count[1] > 0)
            text_add(&out, "; the %.1f %% that nobody won do not count",
                     100 * (double)cell->counts.count[1] / (double)cell->games);
        break;
    case CARD_SKILL:
        if (skill < 0 && study_cell_has_networks(cell))
            text_add(&out, "not measured between networks of a list");
        else if (skill < 0)
            text_add(&out,
                     "no games against twice the simulations yet: see the next step");
        else
            text_add(&out, "for thinking twice as long; %llu games at %s",
                     (unsigned long long)result->cells[variant][skill].skill_games,
                     level_words(result->study, skill, level));
        break;
    case CARDS:
        break;
    }
}

/* A figure is settled if its interval is within one class. */
static bool is_open(const report_t *report, int variant, card_id_t card) {
    estimate_t figure = report_card_figure(report, variant, card);
    return !isnan(figure.value) &&
           class_of(&scales[card], figure.low) != class_of(&scales[card], figure.high);
}

static const char *class_of_card(const report_t *report, int variant, card_id_t card) {
    static const char *const classes[] = {
        [BALANCE_NOT_DECIDED] = " open", [BALANCE_YES] = " yes", [BALANCE_NO] = " no"};
    if (card != CARD_FAIR)
        return is_open(report, variant, card) ? " open" : "";
    balance_t balance =
        report->result->cells[variant][report_strongest(report, variant)].balance;
    solver_value_t exact = report->result->exact[variant].value;
    if (balance == BALANCE_NOT_DECIDED && exact != VALUE_OPEN)
        balance = exact == VALUE_DRAWN ? BALANCE_YES : BALANCE_NO;
    return classes[balance];
}

static void write_card(const report_t *report, int variant, card_id_t card, FILE *page) {
    estimate_t figure = report_card_figure(report, variant, card);
    char words[WORDS];
    if (card == CARD_FAIR)
        fair_words(report, variant, words);
    else
        class_words(&scales[card], &figure, words);
    fprintf(page, "<li class=\"card%s\"><h4>%s</h4><p class=\"says\">",
            class_of_card(report, variant, card), scales[card].heading);
    html_text(page, words);
    fputs("</p>", page);
    if (!isnan(figure.value)) {
        bool is_length = card == CARD_LENGTH;
        double unit = is_length ? 1 : 100;
        fprintf(
            page,
            is_length
                ? "<p class=\"figure\">%.0f turns <small>(%.0f to %.0f)</small></p>"
                : "<p class=\"figure\">%.1f&nbsp;%% <small>(%.1f to %.1f)</small></p>",
            unit * figure.value, unit * figure.low, unit * figure.high);
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
    if (report_strongest(report, variant) < 0) {
        fputs("<p>No games yet.</p></div>\n", page);
        return;
    }
    fputs("<ul class=\"cards\">\n", page);
    for (card_id_t card = 0; card < CARDS; card++)
        write_card(report, variant, card, page);
    fputs("</ul></div>\n", page);
}

void report_cards_sources(const report_t *report, FILE *page) {
    fputs("<details><summary>What the cards mean, their thresholds and sources"
          "</summary><dl>\n<dt>Fair?</dt><dd>",
          page);
    html_format(
        page,
        "Whether the first player's score is within %g points of 50 %%, the study's "
        "margin, with all answers of this kind right together at an error rate of %g %%. "
        "Brackets hold however often the study was looked at; between networks of a list "
        "they are over networks, for the number of games that it requests.",
        100 * report->result->study->margin, 100 * report->result->study->error_rate);
    fputs("</dd>\n", page);
    for (card_id_t card = CARD_DRAWN; card < CARDS; card++) {
        fprintf(page, "<dt>%s</dt><dd>", scales[card].heading);
        html_text(page, scales[card].source);
        fputs("</dd>\n", page);
    }
    fputs("<dt>Yellow edge</dt><dd>The interval, in brackets, includes a threshold: more "
          "games would tell.</dd></dl></details>\n",
          page);
}
