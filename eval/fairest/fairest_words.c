#include "eval/fairest/fairest_words.h"

#include "core/base/text.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_result.h"
#include "eval/study/study.h"

#include <stdio.h>

const char *fairest_variant_name(const fairest_result_t *result, int row) {
    return result->fairest->variants[result->rows[row].variant].name;
}

static void add_count(text_t *out, uint64_t count, const char *noun) {
    char number[TEXT_THOUSANDS];
    text_add(out, "%s %s%s", text_thousands(count, number), noun, TEXT_PLURAL(count));
}

static const agent_t *agent_of(const fairest_result_t *result) {
    return &result->fairest->variants[0].study->strengths[0].agent;
}

static void add_agent(const fairest_result_t *result, text_t *out) {
    const agent_t *agent = agent_of(result);
    if (agent_is_engine(agent))
        text_add(out, "by an outside program");
    else
        text_add(out, "at %lld simulations per action",
                 (long long)study_simulations(agent));
}

/* --- The answer --------------------------------------------------------------------- */

static bool is_solved(const fairest_result_t *result, int row) {
    return fairest_result_exact(result, row)->value != VALUE_OPEN;
}

/* With perfect play. */
static bool is_won_by_a_player(const fairest_result_t *result, int row) {
    return is_solved(result, row) &&
           fairest_result_exact(result, row)->value != VALUE_DRAWN;
}

static void add_balance(const fairest_result_t *result, text_t *out) {
    double margin = 100 * result->fairest->margin;
    const char *whose = is_solved(result, 0) ? " between these players" : "";
    switch (result->rows[0].balance) {
    case BALANCE_YES:
        text_add(out, "; that is fair%s, within %g points of 50 %%.", whose, margin);
        return;
    case BALANCE_NO:
        text_add(out, "; that is not fair%s, within %g points of 50 %%.", whose, margin);
        return;
    case BALANCE_NOT_DECIDED:
        text_add(out, "; whether that is fair%s, within %g points, is not decided.",
                 whose, margin);
        return;
    }
}

/* The first row after the first whose value is this; 0: there is none. */
static int first_with(const fairest_result_t *result, solver_value_t value) {
    for (int row = 1; row < result->num_rows; row++)
        if (fairest_result_exact(result, row)->value == value)
            return row;
    return 0;
}

static void add_drawn(const fairest_result_t *result, text_t *out) {
    int drawn = first_with(result, VALUE_DRAWN);
    if (drawn > 0)
        text_add(out,
                 " Of variants that are drawn with perfect play the best rank is %d: %s.",
                 drawn + 1, fairest_variant_name(result, drawn));
}

/* The best ranks that perfect play does not give to a player, if it does the first. */
static void add_alternatives(const fairest_result_t *result, text_t *out) {
    int open = first_with(result, VALUE_OPEN);
    add_drawn(result, out);
    if (open > 0)
        text_add(out, " Of variants that are not solved the best rank is %d: %s.",
                 open + 1, fairest_variant_name(result, open));
    else if (first_with(result, VALUE_DRAWN) == 0 && result->num_rows > 1)
        text_add(out, " All %d variants are solved, and none is drawn.",
                 result->num_rows);
}

/* What perfect players would make of the first. */
static void add_exact(const fairest_result_t *result, text_t *out) {
    char words[STUDY_EXACT_WORDS];
    bool is_won = is_won_by_a_player(result, 0);
    if (!is_solved(result, 0)) {
        if (first_with(result, VALUE_DRAWN) > 0)
            text_add(out, " It is not solved.");
        add_drawn(result, out);
        return;
    }
    text_add(out, " It is solved: with perfect play %s; %s.",
             study_exact_words(fairest_result_exact(result, 0), words),
             is_won ? "between perfect players it is not fair, whatever these players "
                      "score"
                    : "between perfect players it is fair");
    if (is_won)
        add_alternatives(result, out);
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
    text_add(&out, " the first player scores %.1f %% (%.1f to %.1f)",
             100 * first->score.value, 100 * first->score.low, 100 * first->score.high);
    add_balance(result, &out);
    add_tied(result, &out);
    add_comparison(result, &out);
    add_exact(result, &out);
}

/* --- Basis of the answer ------------------------------------------------------------ */

typedef struct telling {
    const fairest_result_t *result;
    fairest_say_t say;
    void *context;
} telling_t;

static void say_plan(const telling_t *telling) {
    const halving_plan_t *plan = &telling->result->pass.plan;
    char words[FAIREST_SENTENCE];
    text_t out = text_into(words, sizeof words);
    add_count(&out, plan->games, "game");
    if (plan->rounds == 0) {
        text_add(&out, ", equally many of each of %d variants.", plan->arms);
    } else {
        text_add(&out,
                 ": %d variants, %d round%s of sequential halving; after each the half "
                 "whose first player's score is farthest from 50 %% was dropped. %d "
                 "finalist%s played ",
                 plan->arms, plan->rounds, TEXT_PLURAL(plan->rounds), plan->finalists,
                 TEXT_PLURAL(plan->finalists));
        add_count(&out, plan->round_games[plan->rounds] - halving_fresh_from(plan),
                  "fresh game");
        text_add(&out, " each.");
    }
    if (telling->result->pass.number > 0)
        text_add(&out, " This is pass %d; each has twice the games of the previous one.",
                 telling->result->pass.number);
    telling->say(telling->context, false, words);
}

static void say_ranking(const telling_t *telling) {
    telling->say(
        telling->context, false,
        "The ranking criterion is the squared distance from 50 % minus what chance adds "
        "to it, an unbiased estimate, over all games of a variant, including those that "
        "chose it; draws count half. Where it is not above 0, chance alone explains the "
        "distance, and variants are tied: the one whose score would be least surprising "
        "in an even game comes first. A rank has no interval: intervals are those of "
        "scores, and a score may be nearer to 50 % than that of a better rank.");
}

static void say_intervals(const telling_t *telling) {
    const fairest_result_t *result = telling->result;
    double level = 100 * result->level;
    char words[FAIREST_SENTENCE];
    text_t out = text_into(words, sizeof words);
    if (!result->has_answer)
        text_add(&out,
                 "All intervals hold simultaneously at %g %%, however often one looks.",
                 level);
    else if (result->pass.plan.rounds == 0)
        text_add(&out, "All %d intervals hold simultaneously at %g %% (Bonferroni).",
                 result->num_rows, level);
    else
        text_add(
            &out,
            "All %d intervals hold simultaneously at %g %%, whichever variants were "
            "dropped: those of finalists are of their fresh games only, which had no "
            "part in choosing them; the others are anytime-valid, of all their games. "
            "Scores of dropped variants look a little farther from 50 %% than they are.",
            result->num_rows, level);
    telling->say(telling->context, false, words);
}

static void say_guarantee(const telling_t *telling) {
    const fairest_result_t *result = telling->result;
    char words[FAIREST_SENTENCE];
    text_t out = text_into(words, sizeof words);
    if (result->pass.plan.rounds == 0)
        return;
    if (result->gap < 0.5)
        text_add(&out,
                 "Guarantee, whatever the scores: a variant nearer to 50 %% than every "
                 "other by %.1f points or more is among the finalists with a probability "
                 "of at least %g %%. ",
                 100 * result->gap, 100 * result->level);
    else
        text_add(&out, "So few games guarantee no finalist. ");
    text_add(&out, "The probability that sequential halving drops the fairest falls "
                   "exponentially with games / (H log2(variants)), where H is the "
                   "largest i / gap_i^2 over the variants in order (Karnin, Koren and "
                   "Somekh 2013); it is unknown here, as the gaps are.");
    telling->say(telling->context, false, words);
}

static void say_search(const telling_t *telling) {
    char words[FAIREST_SENTENCE];
    text_t out = text_into(words, sizeof words);
    text_add(&out, "Scores are those of %s ",
             agent_is_engine(agent_of(telling->result)) ? "games" : "this search");
    add_agent(telling->result, &out);
    text_add(&out,
             ", not of perfect players, and not at equal strength: on a larger board the "
             "same search is weaker, and weaker players find most boards even. Compare "
             "sizes with `fulcrum study`, at equal relative strength.");
    telling->say(telling->context, false, words);
}

static void say_exact(const telling_t *telling) {
    const fairest_result_t *result = telling->result;
    int found[VALUE_OPEN + 1] = {0};
    char words[FAIREST_SENTENCE];
    text_t out = text_into(words, sizeof words);
    if (result->num_tried == 0)
        return;
    for (int i = 0; i < result->num_rows; i++)
        found[fairest_result_exact(result, i)->value]++;
    if (result->num_solved > 0)
        text_add(&out,
                 "%d of %d variants %s solved: with perfect play player 1 wins %d, "
                 "player 2 wins %d, and %d %s drawn. Ranks are by scores, not by these "
                 "values: a variant that a player wins may be even between weaker "
                 "players, and a drawn one uneven.",
                 result->num_solved, result->num_rows,
                 result->num_solved == 1 ? "is" : "are", found[VALUE_WON],
                 found[VALUE_LOST], found[VALUE_DRAWN],
                 found[VALUE_DRAWN] == 1 ? "is" : "are");
    else
        text_add(&out,
                 "None of %d variants is solved in the time given; --solve-budget "
                 "gives more.",
                 result->num_rows);
    telling->say(telling->context, false, words);
}

/* A limit that cuts games off makes any board look even, and so do draws. */
static void say_cut_off(const telling_t *telling) {
    const fairest_result_t *result = telling->result;
    char words[FAIREST_SENTENCE];
    for (int i = 0; i < result->num_rows && i < result->pass.plan.finalists; i++) {
        const fairest_row_t *row = &result->rows[i];
        text_t out = text_into(words, sizeof words);
        double games = row->judged > 0 ? (double)row->judged : 1;
        double cut_off = (double)row->cut_off / games;
        double drawn = (double)row->counts.count[1] / games;
        if (!result->has_answer || i > 2 || (cut_off < 0.02 && drawn < 0.5))
            continue;
        text_add(&out,
                 "%s: %.0f %% of the games are drawn, %.0f %% cut off by a limit; that "
                 "alone brings a score near 50 %%.",
                 fairest_variant_name(result, i), 100 * drawn, 100 * cut_off);
        telling->say(telling->context, true, words);
    }
}

static void say_duplicates(const telling_t *telling) {
    const fairest_result_t *result = telling->result;
    const duplicates_t *first = &result->rows[0].duplicates;
    char words[FAIREST_SENTENCE];
    text_t out = text_into(words, sizeof words);
    if (!result->has_answer || first->effective >= 0.5 * (double)first->games)
        return;
    text_add(&out, "%s: ", fairest_variant_name(result, 0));
    add_count(&out, first->games, "game");
    text_add(&out, " are worth %.0f independent ones, as games are repeated.",
             first->effective);
    telling->say(telling->context, true, words);
}

void fairest_explain(const fairest_result_t *result, fairest_say_t say, void *context) {
    const telling_t telling = {result, say, context};
    say_cut_off(&telling);
    say_duplicates(&telling);
    say_plan(&telling);
    say_ranking(&telling);
    say_intervals(&telling);
    say_guarantee(&telling);
    say_search(&telling);
    say_exact(&telling);
}
