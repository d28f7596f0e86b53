#include "eval/report/report_answers.h"

#include "eval/report/html.h"
#include "eval/report/report.h"
#include "eval/study/study_result.h"

#include <math.h>

/* --- A variant's answer ------------------------------------------------------------- */

/* The scale of scores, in units of its drawing: 20 % to 80 % unless more is needed. */
enum { SCALE_WIDTH = 300 };

static double scale_reach(const report_t *report) {
    double reach = 0.2;
    for (int i = 0; i < report->result->study->num_variants; i++) {
        int strength = report_strongest(report, i);
        if (strength < 0)
            continue;
        const estimate_t *score = &report->result->cells[i][strength].score;
        reach = fmax(reach, fmax(score->high - 0.5, 0.5 - score->low) + 0.02);
    }
    return fmin(0.5, reach);
}

static double on_scale(double score, double reach) {
    return 10 + (SCALE_WIDTH - 20) * (score - 0.5 + reach) / (2 * reach);
}

static void write_scale(const estimate_t *score, double margin, double reach,
                        FILE *page) {
    double from = on_scale(fmax(0.5 - margin, 0.5 - reach), reach);
    double to = on_scale(fmin(0.5 + margin, 0.5 + reach), reach);
    fprintf(page,
            "<svg class=\"scale\" viewBox=\"0 0 %d 44\" aria-hidden=\"true\">"
            "<rect class=\"band\" x=\"%.1f\" y=\"4\" width=\"%.1f\" height=\"20\"/>"
            "<line class=\"even\" x1=\"%.1f\" x2=\"%.1f\" y1=\"4\" y2=\"24\"/>"
            "<line class=\"reach\" x1=\"%.1f\" x2=\"%.1f\" y1=\"14\" y2=\"14\"/>"
            "<circle class=\"at\" cx=\"%.1f\" cy=\"14\" r=\"6\"/>",
            SCALE_WIDTH, from, to - from, on_scale(0.5, reach), on_scale(0.5, reach),
            on_scale(score->low, reach), on_scale(score->high, reach),
            on_scale(score->value, reach));
    for (int i = -1; i <= 1; i++)
        fprintf(page, "<text x=\"%.1f\" y=\"40\">%.0f %%</text>",
                on_scale(0.5 + i * 0.8 * reach, reach), 100 * (0.5 + i * 0.8 * reach));
    fputs("</svg>", page);
}

static void write_badge(balance_t balance, double margin, FILE *page) {
    static const char *const classes[] = {
        [BALANCE_NOT_DECIDED] = "open", [BALANCE_YES] = "yes", [BALANCE_NO] = "no"};
    static const char *const words[] = {[BALANCE_NOT_DECIDED] =
                                            "Not decided yet whether it is balanced",
                                        [BALANCE_YES] = "Balanced",
                                        [BALANCE_NO] = "Not balanced"};
    fprintf(page, "<span class=\"badge %s\">%s</span> within ±%g points",
            classes[balance], words[balance], 100 * margin);
}

static void write_answer(const report_t *report, int variant, FILE *page) {
    const study_t *study = report->result->study;
    int strength = report_strongest(report, variant);
    fputs("<li class=\"answer\"><h3>", page);
    html_text(page, study->variants[variant].name);
    fputs("</h3>", page);
    if (strength < 0) {
        fputs("<p>No games yet.</p></li>\n", page);
        return;
    }
    const study_cell_t *cell = &report->result->cells[variant][strength];
    fprintf(page,
            "<p>First player scores<br><span class=\"figure\">%.1f&nbsp;%%</span> "
            "(%.1f to %.1f)</p><p>",
            100 * cell->score.value, 100 * cell->score.low, 100 * cell->score.high);
    write_badge(cell->balance, study->margin, page);
    fputs("</p><p class=\"lead\">", page);
    html_format(page, "%llu game%s at strength level %s", (unsigned long long)cell->games,
                TEXT_PLURAL(cell->games), study->strengths[strength].name);
    fputs("</p>", page);
    write_scale(&cell->score, study->margin, scale_reach(report), page);
    fputs("</li>\n", page);
}

/* --- Which is fairer ---------------------------------------------------------------- */

/* How far from even a score may be, at least and at most. */
static double least_off(const estimate_t *sure) {
    return fmax(0, fmax(sure->low - 0.5, 0.5 - sure->high));
}
static double most_off(const estimate_t *sure) {
    return fmax(sure->high - 0.5, 0.5 - sure->low);
}

/* Both on one side of even: then a difference says which is nearer. */
static int side_of_even(const estimate_t *sure) {
    return sure->low >= 0.5 ? 1 : sure->high <= 0.5 ? -1 : 0;
}

int report_fairer(const study_result_t *result, const study_difference_t *found) {
    const study_cell_t *a = &result->cells[found->a][found->strength];
    const study_cell_t *b = &result->cells[found->b][found->strength];
    int side = side_of_even(&a->sure);
    if (most_off(&a->sure) < least_off(&b->sure))
        return 0;
    if (most_off(&b->sure) < least_off(&a->sure))
        return 1;
    if (side == 0 || side != side_of_even(&b->sure) ||
        found->adjusted > result->study->error_rate)
        return NOBODY;
    return (found->difference.value > 0) == (side > 0) ? 1 : 0;
}

static void write_fairer(const study_result_t *result, const study_difference_t *found,
                         FILE *page) {
    const study_t *study = result->study;
    int fairer = report_fairer(result, found);
    const char *a = study->variants[found->a].name, *b = study->variants[found->b].name;
    const char *strength = study->strengths[found->strength].name;
    double by = fabs(found->difference.value);
    double from = fmin(fabs(found->difference.low), fabs(found->difference.high));
    double to = fmax(fabs(found->difference.low), fabs(found->difference.high));
    fputs("<li>", page);
    if (fairer == NOBODY)
        html_format(
            page,
            "At strength level %s it is not shown which of %s and %s is the fairer.",
            strength, a, b);
    else if (found->difference.low <= 0 && found->difference.high >= 0)
        html_format(page, "At strength level %s %s is fairer than %s.", strength,
                    fairer == 0 ? a : b, fairer == 0 ? b : a);
    else
        html_format(
            page,
            "At strength level %s %s is fairer than %s: the first player's score is "
            "nearer to 50 %%, and differs by %.1f points (%.1f to %.1f).",
            strength, fairer == 0 ? a : b, fairer == 0 ? b : a, 100 * by, 100 * from,
            100 * to);
    fputs("</li>\n", page);
}

/* At the strongest level at which two variants were both played. */
static void write_fairest(const report_t *report, FILE *page) {
    const study_result_t *result = report->result;
    bool any = false;
    for (int i = 0; i < result->num_differences; i++) {
        const study_difference_t *found = &result->differences[i];
        bool is_strongest = report_strongest(report, found->a) == found->strength &&
                            report_strongest(report, found->b) == found->strength;
        if (!is_strongest)
            continue;
        if (!any)
            fputs("<h3>Which is the fairer?</h3>\n<ul>\n", page);
        any = true;
        write_fairer(result, found, page);
    }
    if (any)
        fputs("</ul>\n", page);
}

/* --- The verdict -------------------------------------------------------------------- */

/* More sentences of a topic than these are folded, but for warnings. */
enum { SENTENCES_SHOWN = 6 };

typedef struct telling {
    FILE *page;
    verdict_topic_t topic; /* the one that is told */
    bool warnings;         /* which of its sentences */
    int count;
} telling_t;

static void count_sentence(void *context, verdict_topic_t topic, bool warning,
                           const char *sentence) {
    telling_t *telling = context;
    (void)sentence;
    telling->count += topic == telling->topic && warning == telling->warnings;
}

static void write_sentence(void *context, verdict_topic_t topic, bool warning,
                           const char *sentence) {
    telling_t *telling = context;
    if (topic != telling->topic || warning != telling->warnings)
        return;
    fputs(warning ? "<li class=\"warning\"><strong>Note:</strong> " : "<li>",
          telling->page);
    html_text(telling->page, sentence);
    fputs("</li>\n", telling->page);
}

static int sentences(const report_t *report, verdict_topic_t topic, bool warnings) {
    telling_t telling = {.topic = topic, .warnings = warnings};
    study_verdict(report->result, count_sentence, &telling);
    return telling.count;
}

static void write_sentences(const report_t *report, verdict_topic_t topic, bool warnings,
                            FILE *page) {
    telling_t telling = {.page = page, .topic = topic, .warnings = warnings};
    fputs("<ul>\n", page);
    study_verdict(report->result, write_sentence, &telling);
    fputs("</ul>\n", page);
}

void report_tell(const report_t *report, verdict_topic_t topic, FILE *page) {
    int plain = sentences(report, topic, false);
    if (sentences(report, topic, true) > 0)
        write_sentences(report, topic, true, page);
    if (plain > SENTENCES_SHOWN)
        fprintf(page, "<details><summary>%s: %d statement%s</summary>\n",
                verdict_headings[topic], plain, TEXT_PLURAL(plain));
    if (plain > 0)
        write_sentences(report, topic, false, page);
    if (plain > SENTENCES_SHOWN)
        fputs("</details>\n", page);
}

static void tell_topic(const report_t *report, verdict_topic_t topic, FILE *page) {
    if (sentences(report, topic, true) + sentences(report, topic, false) == 0)
        return;
    fputs("<h3>", page);
    html_text(page, verdict_headings[topic]);
    fputs("</h3>\n", page);
    report_tell(report, topic, page);
}

void report_answers(const report_t *report, FILE *page) {
    fputs("<section id=\"verdict\" class=\"verdict\" aria-labelledby=\"verdict-heading\">"
          "<h2 id=\"verdict-heading\">The answer</h2>\n<ul class=\"answers\">\n",
          page);
    for (int i = 0; i < report->result->study->num_variants; i++)
        write_answer(report, i, page);
    fputs("</ul>\n", page);
    tell_topic(report, VERDICT_BALANCE, page);
    write_fairest(report, page);
    tell_topic(report, VERDICT_DIFFERENCE, page);
    tell_topic(report, VERDICT_FAIRER, page);
    tell_topic(report, VERDICT_TREND, page);
    tell_topic(report, VERDICT_CONTROLS, page);
    fputs("</section>\n", page);
}
