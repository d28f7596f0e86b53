#include "eval/fairest/fairest_answer.h"

#include "core/base/text.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_result.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study.h"

const char *fairest_variant_name(const fairest_result_t *result, int row) {
    return result->fairest->names[result->rows[row].variant];
}

static void add_count(text_t *out, uint64_t count, const char *noun) {
    char number[TEXT_THOUSANDS];
    text_add(out, "%s %s%s", text_thousands(count, number), noun, TEXT_PLURAL(count));
}

static const agent_t *agent_of(const fairest_result_t *result) {
    return &result->fairest->study->strengths[0].agent;
}

static void add_agent(const fairest_result_t *result, text_t *out) {
    const agent_t *agent = agent_of(result);
    if (agent_is_engine(agent))
        text_add(out, "by an outside program");
    else
        text_add(out, "%sat %lld simulations per action",
                 *agent->search.evaluator.network.weights ? "by a network " : "",
                 (long long)agent_simulations(agent));
}

/* --- The answer --------------------------------------------------------------------- */

static bool is_solved(const fairest_result_t *result, int row) {
    return fairest_result_exact(result, row)->value != VALUE_OPEN;
}

/* What perfect players would make of the first. */
static void add_exact(const fairest_result_t *result, text_t *out) {
    char words[STUDY_EXACT_WORDS];
    bool is_drawn = fairest_result_exact(result, 0)->value == VALUE_DRAWN;
    if (is_solved(result, 0))
        text_add(out, " It is solved: with perfect play %s; %s.",
                 study_exact_words(fairest_result_exact(result, 0), words),
                 is_drawn ? "between perfect players it is fair"
                          : "between perfect players it is not fair, whatever these "
                            "players score");
}

static void add_tied(const fairest_result_t *result, text_t *out) {
    int tied = result->num_tied;
    if (tied > 0)
        text_add(out,
                 " %d other%s tied with it: chance alone explains how far they are from "
                 "50 %%.",
                 tied, tied == 1 ? " is" : "s are");
}

static void add_comparison(const fairest_result_t *result, text_t *out) {
    int others = result->num_rows - 1;
    if (others == 0)
        return;
    const char *is = is_solved(result, 0) ? "By these players' scores it is" : "It is";
    if (result->num_less_fair == others)
        text_add(out, " %s shown to be the fairest of all %d variants.", is, others + 1);
    else if (result->num_less_fair == 0)
        text_add(out, " %s not shown to be fairer than %s.", is,
                 others == 1 ? "the other" : "any other");
    else
        text_add(out, " %s shown to be fairer than %d of the other %d.", is,
                 result->num_less_fair, others);
}

static void add_progress(const fairest_result_t *result, text_t *out) {
    const halving_state_t *state = &result->pass.state;
    char number[TEXT_THOUSANDS];
    text_add(out, "No answer yet: %s of ", text_thousands(result->games, number));
    add_count(out, result->pass.plan.games, "game");
    text_add(out, " are there");
    if (state->stage < result->pass.plan.rounds)
        text_add(out, "; round %d of %d is being played, by %d variants",
                 state->stage + 1, result->pass.plan.rounds, state->num_in);
    text_add(out, ".");
}

void fairest_headline(const fairest_result_t *result, char words[FAIREST_HEADLINE]) {
    text_t out = text_into(words, FAIREST_HEADLINE);
    const fairest_row_t *first = &result->rows[0];
    char score[FIGURE_WORDS], fair[STUDY_BALANCE_WORDS];
    if (!result->has_answer) {
        add_progress(result, &out);
        return;
    }
    text_add(&out, "Ranked first, by %s ",
             first->games > first->judged ? "all its" : "its");
    add_count(&out, first->games, "game");
    text_add(&out, ", is %s: in ", fairest_variant_name(result, 0));
    add_count(&out, first->judged, result->pass.plan.rounds > 0 ? "fresh game" : "game");
    text_add(&out, " ");
    add_agent(result, &out);
    text_add(&out, " the first player scores %s; %s.",
             figure_words(FIGURE_SCORE, first->score, score),
             study_balance_words(first->balance,
                                 is_solved(result, 0) ? " between these players" : "",
                                 result->fairest->margin, fair));
    add_tied(result, &out);
    add_comparison(result, &out);
    add_exact(result, &out);
}

/* --- Basis of the answer ------------------------------------------------------------ */

enum { SENTENCE = 1024 };

/* A limit that cuts games off makes any board look even, and so do draws. */
static void say_cut_off(result_t *out, const fairest_result_t *result) {
    for (int i = 0; i < result->num_rows && i < result->pass.plan.finalists; i++) {
        const fairest_row_t *row = &result->rows[i];
        double games = row->judged > 0 ? (double)row->judged : 1;
        double cut_off = (double)row->cut_off / games;
        double drawn = (double)row->counts.count[1] / games;
        if (result->has_answer && i <= 2 && (cut_off >= 0.02 || drawn >= 0.5))
            result_item(out, true,
                        "%s: %.0f %% of the games are drawn, %.0f %% cut off by a limit; "
                        "that alone brings a score near 50 %%.",
                        fairest_variant_name(result, i), 100 * drawn, 100 * cut_off);
    }
}

static void say_duplicates(result_t *out, const fairest_result_t *result) {
    const duplicates_t *first = &result->rows[0].duplicates;
    char number[TEXT_THOUSANDS];
    if (result->has_answer && first->effective < 0.5 * (double)first->games)
        result_item(
            out, true,
            "%s: %s games are worth %.0f independent ones, as games are repeated.",
            fairest_variant_name(result, 0), text_thousands(first->games, number),
            first->effective);
}

static void say_plan(result_t *out, const fairest_result_t *result) {
    const halving_plan_t *plan = &result->pass.plan;
    char words[SENTENCE];
    text_t text = text_into(words, sizeof words);
    add_count(&text, plan->games, "game");
    if (plan->rounds == 0)
        text_add(&text, ", equally many of each of %d variants.", plan->arms);
    else {
        text_add(&text,
                 ": %d variants, %d round%s of sequential halving; after each the half "
                 "whose first player's score is farthest from 50 %% was dropped. %d "
                 "finalist%s played ",
                 plan->arms, plan->rounds, TEXT_PLURAL(plan->rounds), plan->finalists,
                 TEXT_PLURAL(plan->finalists));
        add_count(&text, plan->round_games[plan->rounds] - halving_fresh_from(plan),
                  "fresh game");
        text_add(&text, " each.");
    }
    if (result->pass.number > 0)
        text_add(&text, " This is pass %d; each has twice the games of the previous one.",
                 result->pass.number);
    result_item(out, false, "%s", words);
}

static void say_intervals(result_t *out, const fairest_result_t *result) {
    bool is_map = result->pass.plan.rounds == 0;
    result_item(out, false, "All intervals hold simultaneously at %g %%%s",
                100 * result->level,
                !result->has_answer ? ", however often one looks."
                : is_map            ? " (Bonferroni)."
                         : ", whichever variants were dropped: those of finalists are of "
                           "their fresh games only, which had no part in choosing them; "
                           "the others are anytime-valid, of all their games. Scores of "
                           "dropped variants look a little farther from 50 % than they "
                           "are.");
    if (!is_map && result->gap < 0.5)
        result_item(
            out, false,
            "Guarantee, whatever the scores: a variant nearer to 50 %% than every other "
            "by %.1f points or more is among the finalists with a probability of at "
            "least %g %% (Karnin, Koren and Somekh 2013).",
            100 * result->gap, 100 * result->level);
    else if (!is_map)
        result_item(out, false, "So few games guarantee no finalist.");
}

static void say_search(result_t *out, const fairest_result_t *result) {
    char words[SENTENCE];
    text_t text = text_into(words, sizeof words);
    add_agent(result, &text);
    result_item(out, false,
                "Scores are those of games %s, not of perfect players, and not at equal "
                "strength: on a larger board the same search is weaker, and weaker "
                "players find most boards even. Compare sizes with `fulcrum study`, at "
                "equal relative strength.",
                words);
}

static void say_exact(result_t *out, const fairest_result_t *result) {
    int found[VALUE_OPEN + 1] = {0};
    for (int i = 0; i < result->num_rows; i++)
        found[fairest_result_exact(result, i)->value]++;
    if (result->num_solved > 0)
        result_item(out, false,
                    "%d of %d variants %s solved: with perfect play player 1 wins %d, "
                    "player 2 wins %d, and %d %s drawn. Ranks are by scores, not by "
                    "these values.",
                    result->num_solved, result->num_rows,
                    result->num_solved == 1 ? "is" : "are", found[VALUE_WON],
                    found[VALUE_LOST], found[VALUE_DRAWN],
                    found[VALUE_DRAWN] == 1 ? "is" : "are");
    else if (result->num_tried > 0)
        result_item(out, false,
                    "None of %d variants is solved in the time given; --solve-budget "
                    "gives more.",
                    result->num_rows);
}

void fairest_basis(result_t *out, const fairest_result_t *result) {
    result_list(out, "basis", "Basis of the answer");
    say_cut_off(out, result);
    say_duplicates(out, result);
    if (!result->is_complete)
        result_item(out, true, "Games are still to be played.");
    say_plan(out, result);
    say_intervals(out, result);
    say_search(out, result);
    say_exact(out, result);
}
