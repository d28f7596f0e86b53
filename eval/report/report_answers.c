#include "eval/report/report_answers.h"

#include "eval/render/html.h"
#include "eval/report/report.h"
#include "eval/report/report_cards.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/answers/study_fairest.h"
#include "eval/study/answers/study_next.h"
#include "eval/study/study_result.h"

#include <math.h>

void report_headline(const report_t *report, FILE *page) {
    char words[STUDY_HEADLINE];
    study_headline(report->result, words);
    fputs("<p class=\"headline\">", page);
    html_words(page, words);
    fputs("</p>\n", page);
}

/* --- Next step ---------------------------------------------------------------------- */

typedef struct steps {
    FILE *page;
    int count;
} steps_t;

static void write_step(void *context, const study_step_t *step) {
    steps_t *steps = context;
    char words[STUDY_STEP_WORDS];
    study_step_words(step, words);
    if (steps->count++ == 0)
        fputs("<ul>\n", steps->page);
    fputs("<li>", steps->page);
    html_text(steps->page, step->question);
    if (*words)
        html_format(steps->page, " %s:", words);
    fputs(" <code>", steps->page);
    html_text(steps->page, step->command);
    fputs("</code></li>\n", steps->page);
}

static void write_next(const report_t *report, FILE *page) {
    steps_t steps = {.page = page};
    fputs("<section id=\"next\" aria-labelledby=\"next-heading\"><h2 "
          "id=\"next-heading\">Next step</h2>\n",
          page);
    study_next(report->result, write_step, &steps);
    if (steps.count > 0)
        fputs("</ul>\n<p class=\"note\">Games and minutes are those of all variants and "
              "levels that the command continues; they are estimated from the current "
              "figures, and so are rough.</p>\n",
              page);
    else
        fputs("<p>Nothing is open at this margin. A smaller <code>margin</code>, or more "
              "simulations, would be a harder test.</p>\n",
              page);
    fputs("</section>\n", page);
}

void report_answers(const report_t *report, FILE *page) {
    report_table_t *table = report_table_make(REPORT_TABLE_COMPARE, report);
    fputs("<section id=\"verdict\" class=\"verdict\" aria-labelledby=\"verdict-heading\">"
          "<h2 id=\"verdict-heading\">The answer</h2>\n",
          page);
    for (int i = 0; i < report->result->study->num_variants; i++)
        report_cards(report, i, page);
    report_cards_sources(report, page);
    if (report_table_rows(table) > 0)
        report_table_html(table, page);
    report_table_free(table);
    fputs("</section>\n", page);
    if (!report->source) /* which has no folder to continue */
        write_next(report, page);
}

/* --- The verdict -------------------------------------------------------------------- */

/* More sentences of a topic than these are folded, except warnings. */
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
    html_words(telling->page, sentence);
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

void report_verdict(const report_t *report, FILE *page) {
    for (verdict_topic_t topic = 0; topic < VERDICT_TOPICS; topic++)
        tell_topic(report, topic, page);
}
