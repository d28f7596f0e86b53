#include "eval/fairest/fairest_answer.h"

#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_result.h"

#include <math.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

/* --- The ranking -------------------------------------------------------------------- */

typedef struct rank_row {
    fairest_row_t of;
    study_exact_t exact;
    const char *variant, *value, *bound_unit, *compared;
    int rank, dropped; /* dropped: after which round; 0: not */
    bool is_finalist, was_tried;
} rank_row_t;

#define DATA .flags = FIGURE_DATA
#define DETAIL .flags = FIGURE_DETAIL
#define RANK(field) FIGURE_FIELD(rank_row_t, field)
#define RANK_IF(field) FIGURE_IF(rank_row_t, field)

static void add_fair(figures_t *figures, const void *row) {
    figures_add_word(figures, balance_names[((const rank_row_t *)row)->of.balance]);
}

static const figure_column_t ranking[] = {
    {FIGURE_COUNT, "rank", "Rank",
     "By `distance`, finalists shown to be unfair after the others; for dropped variants "
     "in the round in which they were dropped. It has no interval: a score may be nearer "
     "to 50 % than that of a better rank.",
     RANK(rank)},
    {FIGURE_WORD, "variant", "Variant", "The rules that differ.", RANK(variant)},
    {FIGURE_COUNT, "dropped", "Dropped", "After which round; empty: a finalist.",
     RANK(dropped), RANK_IF(dropped)},
    {FIGURE_YES_NO, "finalist", "Finalist", "Whether it has fresh games.",
     RANK(is_finalist), DATA},
    {FIGURE_COUNT, "games", "Games",
     "That the rank is based on, including those that chose it.", RANK(of.games)},
    {FIGURE_COUNT, "judged", "Judged",
     "The score rests on them: of finalists the fresh ones.", RANK(of.judged), DETAIL},
    {FIGURE_COUNT, "wins", "Wins", "Of the first player.", RANK(of.counts.count[2]),
     DATA},
    {FIGURE_COUNT, "draws", "Draws", "Including games cut off.", RANK(of.counts.count[1]),
     DATA},
    {FIGURE_COUNT, "losses", "Losses", "Of the first player.", RANK(of.counts.count[0]),
     DATA},
    {FIGURE_SCORE, "score", "First player scores",
     "Draws count half; all intervals hold simultaneously.", RANK(of.score)},
    {FIGURE_WORD, "exact", "Solved",
     "With perfect play by both, for player 1, who moves first; it changes no rank.",
     RANK(value), RANK_IF(was_tried)},
    {FIGURE_COUNT, "bound", "Within", "A length within which the winner can win.",
     RANK(exact.bound), RANK_IF(exact.bound), DETAIL},
    {FIGURE_WORD, "bound_unit", "Unit", "Of that length.", RANK(bound_unit),
     RANK_IF(exact.bound), DETAIL},
    {FIGURE_NUMBER, "seconds", "Seconds",
     "That the solver took, or tried for; 0: not tried, or not known.",
     RANK(exact.seconds), RANK_IF(was_tried), DATA},
    {FIGURE_NUMBER, "distance", "Distance",
     "The ranking criterion: the squared distance of the score from 1/2 minus its "
     "variance, an unbiased estimate, over all games. Where it is not above 0, chance "
     "alone explains the distance, and variants are tied.",
     RANK(of.distance), DETAIL},
    {FIGURE_WORD, "fair", "Fair", "Whether the score is within the margin of 50 %.",
     .add = add_fair},
    {FIGURE_YES_NO, "tied", "Tied", "With the first.", RANK(of.tied), DATA},
    {FIGURE_YES_NO, "less_fair", "Less fair", "Than the first.", RANK(of.less_fair),
     DATA},
    {FIGURE_WORD, "compared", "To the first",
     "Tied: chance alone explains the distance of both from 50 %; less fair: its whole "
     "interval is farther from 50 % than that of the first.",
     RANK(compared), .flags = FIGURE_SHOWN},
    {FIGURE_SHARE, "drawn", "Drawn", "Games, including those cut off.",
     FIGURE_OF(rank_row_t, of.counts.count[1], of.judged), DETAIL},
    {FIGURE_SHARE, "cut_off", "Cut off", "Games ended by a limit.",
     FIGURE_OF(rank_row_t, of.cut_off, of.judged), DATA},
    {FIGURE_COUNT, "distinct", "Distinct", "Mirror images counted as one.",
     RANK(of.duplicates.distinct), DATA},
    {FIGURE_NUMBER, "effective", "Worth",
     "Effective number of independent games, as some are repeated.",
     RANK(of.duplicates.effective), DATA},
    {FIGURE_ESTIMATE, "turns", "Turns",
     "Mean length; intervals of finalists hold simultaneously, for games like those "
     "seen.",
     RANK(of.turns), DETAIL},
};

static void add_ranking(result_t *out, const fairest_result_t *result) {
    figures_t *table = result_table(out, "variants", "Ranking", ranking, COUNT(ranking));
    for (int i = 0; i < result->num_rows; i++) {
        const fairest_row_t *row = &result->rows[i];
        const study_exact_t *exact = fairest_result_exact(result, i);
        bool is_dropped = row->round < result->pass.plan.rounds;
        const rank_row_t rank = {.of = *row,
                                 .exact = *exact,
                                 .variant = fairest_variant_name(result, i),
                                 .value = study_exact_name(exact),
                                 .bound_unit = exact->counts_turns ? "turns" : "actions",
                                 .compared = row->tied        ? "tied"
                                             : row->less_fair ? "less fair"
                                                              : NULL,
                                 .rank = i + 1,
                                 .dropped = is_dropped ? row->round + 1 : 0,
                                 .is_finalist = result->has_answer && !is_dropped,
                                 .was_tried = study_exact_was_tried(exact)};
        figures_row(table, &rank);
    }
}

/* --- All of it ---------------------------------------------------------------------- */

#define RESULT(field) FIGURE_FIELD(fairest_result_t, field)

static const figure_column_t about[] = {
    {FIGURE_WORD, "folder", "games are in", "The folder.", RESULT(out)},
    {FIGURE_YES_NO, "complete", "complete", "Whether nothing is left to play.",
     RESULT(is_complete)},
    {FIGURE_YES_NO, "answered", "answered", "Whether there is a ranking.",
     RESULT(has_answer), DATA},
    {FIGURE_COUNT, "games", "games", "Of all variants so far.", RESULT(games)},
    {FIGURE_SHARE, "level", "level", "Of all intervals together.", RESULT(level), DETAIL},
    {FIGURE_NUMBER, "gap", "guaranteed gap",
     "A variant nearer to 50 % than every other by this is surely a finalist, at that "
     "level.",
     RESULT(gap), DETAIL},
    {FIGURE_COUNT, "pass", "pass", "0: the only one.", RESULT(pass.number), DATA},
    {FIGURE_COUNT, "pass_games", "games of the pass", "Planned.", RESULT(pass.plan.games),
     DATA},
    {FIGURE_COUNT, "finalists", "finalists", "Planned.", RESULT(pass.plan.finalists),
     DATA},
    {FIGURE_COUNT, "stage", "round", "That is being played.", RESULT(pass.state.stage),
     DATA},
};

typedef struct round_row {
    int variants;
    uint64_t games;
} round_row_t;

static const figure_column_t rounds[] = {
    {FIGURE_COUNT, "variants", "Variants", "That play in this round.",
     FIGURE_FIELD(round_row_t, variants)},
    {FIGURE_COUNT, "games", "Games", "Of each of them by the end of it.",
     FIGURE_FIELD(round_row_t, games)},
};

result_t *fairest_answer(const fairest_result_t *result) {
    const halving_plan_t *plan = &result->pass.plan;
    char headline[FAIREST_HEADLINE];
    result_t *out = result_new();
    fairest_headline(result, headline);
    result_sentence(out, "title", "%s", result->fairest->title);
    result_sentence(out, "headline", "%s", headline);
    add_ranking(out, result);
    fairest_basis(out, result);
    figures_row(result_record(out, NULL, NULL, about, COUNT(about)), result);
    result_detail(out);
    figures_t *table =
        result_table(out, "rounds", "Rounds of the plan", rounds, COUNT(rounds));
    for (int i = 0; i <= plan->rounds; i++) {
        const round_row_t row = {plan->round_arms[i], (uint64_t)plan->round_games[i]};
        figures_row(table, &row);
    }
    result_json(out, "question", fairest_json(result->fairest));
    return out;
}
