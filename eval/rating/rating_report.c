#include "eval/rating/rating_report.h"

#include "core/base/text.h"
#include "core/base/text_layout.h"
#include "eval/rating/rating.h"
#include "eval/rating/rating_levels.h"
#include "eval/rating/rating_mix.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

double rating_record_score(const rating_record_t *record) {
    return record->games == 0 ? 0.5
                              : ((double)record->won + (double)record->drawn / 2) /
                                    (double)record->games;
}

double rating_record_draws(const rating_record_t *record) {
    return record->games == 0 ? 0 : (double)record->drawn / (double)record->games;
}

static int widest_name(const rating_t *rating) {
    int widest = 5;
    for (int i = 0; i < rating->games->num_agents; i++) {
        int width = text_width(rating->games->agents[i].name);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* --- Games -------------------------------------------------------------------------- */

static void print_played(const rating_t *rating, FILE *file) {
    const rating_games_t *games = rating->games;
    int whole = 0, by_test = 0;
    for (int i = 0; i < games->num_matches; i++) {
        whole += games->matches[i].whole;
        by_test += games->matches[i].by_test;
    }
    fprintf(file, "%s %s\n", games->game, games->variant);
    fprintf(file, "  %-24s %d in %d match%s", "agents", games->num_agents,
            games->num_matches, games->num_matches == 1 ? "" : "es");
    if (whole < games->num_matches)
        fprintf(file, ", %d of them not played to the end", games->num_matches - whole);
    fprintf(file, "\n  %-24s %" PRIu64 ", %s%s\n", "pairs of games", rating->pairs.games,
            games->opening,
            games->openings_differ ? " in the first match, different in others" : "");
    fprintf(file, "  %-24s %" PRIu64 " of %" PRIu64 " (mirror images as one)",
            "distinct pairs", rating->pairs.distinct, rating->pairs.games);
    if (rating->pairs.distinct < rating->pairs.games)
        fprintf(file, ", effectively %.1f", rating->pairs.effective);
    fprintf(file, "\n  %-24s %" PRIu64 "\n", "games cut off", games->cut_off);
    if (by_test > 0)
        fprintf(file, "  %-24s %d, which exaggerates their differences\n",
                "ended by a test", by_test);
}

/* --- Ratings ------------------------------------------------------------------------ */

static void print_ratings(const rating_t *rating, int width, FILE *file) {
    bool groups = rating->fit->groups > 1;
    fprintf(file, "\n rank  ");
    text_print_padded(file, "agent", width);
    fprintf(file, "     Elo   [  95 %%     ]    games    score    draws%s\n",
            groups ? "  group" : "");
    for (int rank = 0; rank < rating->games->num_agents; rank++) {
        int agent = rating->order[rank];
        const rating_record_t *record = &rating->records[agent];
        estimate_t elo = rating_interval(rating, agent);
        fprintf(file, "%5d  ", rank + 1);
        text_print_padded(file, rating->games->agents[agent].name, width);
        if (record->games == 0)
            fprintf(file, "  %-23s %8d  %5s    %5s  ", "no games yet", 0, "-", "-");
        else
            fprintf(file, "  %+6.0f   [%+5.0f, %+5.0f] %8" PRIu64 "  %5.1f %%  %5.1f %%",
                    elo.value, elo.low, elo.high, record->games,
                    100 * rating_record_score(record), 100 * rating_record_draws(record));
        if (groups)
            fprintf(file, "  %5d", rating->group[agent]);
        fputc('\n', file);
    }
}

static void print_anchors(const rating_t *rating, FILE *file) {
    const char *separator = "";
    fprintf(file, "\n  %-24s ", "Elo are against");
    if (rating->num_given == 0)
        fprintf(file, "the mean of all, 0");
    for (int i = 0; i < rating->games->num_agents; i++)
        if (!isnan(rating->given[i])) {
            fprintf(file, "%s%s, which has %+.0f", separator,
                    rating->games->agents[i].name, rating->given[i]);
            separator = ", and ";
        }
    fputc('\n', file);
}

static bool has_interval(const rating_t *rating, int rank) {
    int agent = rating->order[rank];
    return !isnan(rating->given[agent]) ||
           (rating->records[agent].games > 0 && rating_has_interval(rating, agent));
}

static int count_without_interval(const rating_t *rating) {
    int count = 0;
    for (int i = 0; i < rating->games->num_agents; i++)
        count += !has_interval(rating, i);
    return count;
}

/* The requirement for intervals, if some agent has none. */
static void print_interval_rule(const rating_t *rating, FILE *file) {
    int without = count_without_interval(rating);
    if (without == 0 || !rating->fit->robust)
        return;
    fprintf(file,
            "  %-24s %d agent%s none: that takes games in %d clusters or more; the\n"
            "  %-24s other intervals say nothing about those ratings\n",
            "", without, without == 1 ? " has" : "s have", RATING_CLUSTERS, "");
}

static void print_parameters(const rating_t *rating, FILE *file) {
    estimate_t advantage = rating_advantage(rating), draws = rating_draws(rating);
    print_anchors(rating, file);
    if (rating->pairs.games == 0) {
        fprintf(file, "  %-24s no games yet\n", "moving first is worth");
        return;
    }
    fprintf(file, "  %-24s %+6.1f Elo  [%+6.1f, %+6.1f]\n", "moving first is worth",
            advantage.value, advantage.low, advantage.high);
    fprintf(file, "  %-24s %6.2f %%    [%6.2f, %6.2f]   (parameter %+.2f)\n",
            "draws between equals", 100 * draws.value, 100 * draws.low, 100 * draws.high,
            rating->fit->draw);
    if (rating->fit->robust)
        fprintf(file, "  %-24s the spread between %d clusters of pairs\n",
                "intervals are from", rating->games->num_clusters);
    else
        fprintf(file, "  %-24s none yet: that takes %d openings or more\n",
                "intervals are from", RATING_CLUSTERS);
    print_interval_rule(rating, file);
}

/* --- Levels of play ----------------------------------------------------------------- */

static void print_chain(const rating_t *rating, const rating_levels_t *levels,
                        FILE *file) {
    for (int i = 0; i <= levels->count; i++)
        fprintf(file, "%s%s", i > 0 ? " < " : "",
                rating->games->agents[levels->chain[i]].name);
}

static void print_levels(const rating_t *rating, FILE *file) {
    if (rating->pairs.games == 0)
        return;
    rating_levels_t *sure = rating_levels_new(rating, RATING_LEVELS_SURE);
    rating_levels_t *seen = rating_levels_new(rating, RATING_LEVELS_SEEN);
    fprintf(file, "  %-24s at least %d above %s, each scoring %.0f %% or more",
            "levels of play", sure->count, rating->games->agents[sure->chain[0]].name,
            100 * LEVEL_SCORE);
    fprintf(file, "\n  %-24s at 95 %%: ", "");
    print_chain(rating, sure, file);
    fprintf(file, "\n  %-24s as observed, %d: ", "", seen->count);
    print_chain(rating, seen, file);
    fputc('\n', file);
    rating_levels_free(sure);
    rating_levels_free(seen);
}

/* Ratings of different groups are compared by the prior. */
static void print_groups(const rating_t *rating, FILE *file) {
    const bradley_terry_t *fit = rating->fit;
    if (fit->groups < 2)
        return;
    fprintf(file, "\nNot connected: of two groups, one has scored no point against the "
                  "other, or they have not\nplayed. Only the prior (1000 Elo wide) "
                  "compares ratings of different groups.\n");
    for (int group = 1; group <= fit->groups; group++) {
        fprintf(file, "  group %d:", group);
        for (int rank = 0; rank < fit->agents; rank++)
            if (rating->group[rating->order[rank]] == group)
                fprintf(file, " %s", rating->games->agents[rating->order[rank]].name);
        fputc('\n', file);
    }
}

/* --- Likelihood of superiority ------------------------------------------------------ */

/* Nearly certain is not certain. */
static void print_chance(FILE *file, double chance) {
    double percent = 100 * chance;
    if (percent > 99.95 || percent < 0.05)
        fprintf(file, "  %6s", percent > 50 ? ">99.9" : "<0.1");
    else
        fprintf(file, "  %6.1f", percent);
}

static void print_superiority(const rating_t *rating, int width, FILE *file) {
    int count = rating->games->num_agents;
    fprintf(file, "\nlikelihood that the agent on the left is stronger, %%\n       ");
    text_print_padded(file, "against", width);
    for (int i = 0; i < count; i++)
        fprintf(file, "  %6d", i + 1);
    for (int i = 0; i < count; i++) {
        fprintf(file, "\n%5d  ", i + 1);
        text_print_padded(file, rating->games->agents[rating->order[i]].name, width);
        for (int k = 0; k < count; k++)
            if (i == k || !has_interval(rating, i) || !has_interval(rating, k))
                fprintf(file, "  %6s", "-");
            else
                print_chance(file, bradley_terry_superiority(
                                       rating->fit, rating->order[i], rating->order[k]));
    }
    fputc('\n', file);
    if (count_without_interval(rating) > 0)
        fputs("  -: one of the two has no interval\n", file);
}

/* --- Fit of the model --------------------------------------------------------------- */

static void print_misfits(const rating_t *rating, FILE *file) {
    int misfits = 0;
    for (int i = 0; i < rating->num_pairings; i++) {
        const bradley_terry_pairing_t *check = &rating->pairings[i].check;
        if (check->p >= RATING_ALARM)
            continue;
        if (misfits++ == 0)
            fprintf(file,
                    "\nOne rating per agent does not explain all results: scores that "
                    "disagree with the ratings,\nwith p-values adjusted for all "
                    "pairings.\n");
        fprintf(file, "  %s against %s: %.1f %%, expected %.1f %% (p = %.2g)\n",
                rating->games->agents[check->a].name,
                rating->games->agents[check->b].name, 100 * check->score,
                100 * check->expected, check->p);
    }
}

/* The alternative to one rating per agent. */
static void print_mix(const rating_t *rating, int width, FILE *file) {
    if (!rating_mix_is_wanted(rating))
        return;
    rating_mix_t *mix = rating_mix_new(rating);
    if (!mix) {
        fprintf(file, "\nNash average: requires games of every pairing\n");
        return;
    }
    fprintf(
        file,
        "\nNash average: how often to field each agent so that none scores more than "
        "50.5 %% against\nthe mix (intervals from %d resamples of the clusters)\n       ",
        RATING_MIX_RESAMPLES);
    text_print_padded(file, "agent", width);
    fprintf(file, "   share    [  95 %%     ]\n");
    for (int rank = 0; rank < mix->agents; rank++) {
        int agent = rating->order[rank];
        const estimate_t *weight = &mix->weight[agent];
        fprintf(file, "%5d  ", rank + 1);
        text_print_padded(file, rating->games->agents[agent].name, width);
        fprintf(file, "  %5.1f %%   [%5.1f, %5.1f]\n", 100 * weight->value,
                100 * weight->low, 100 * weight->high);
    }
    rating_mix_free(mix);
}

void rating_report(const rating_t *rating, bool superiority, FILE *file) {
    int width = widest_name(rating);
    print_played(rating, file);
    print_ratings(rating, width, file);
    print_parameters(rating, file);
    print_levels(rating, file);
    print_groups(rating, file);
    if (superiority)
        print_superiority(rating, width, file);
    print_misfits(rating, file);
    print_mix(rating, width, file);
}

/* --- CSV ---------------------------------------------------------------------------- */

static void print_level(int level, FILE *file) {
    fputc(',', file);
    if (level >= 0)
        fprintf(file, "%d", level);
}

void rating_report_csv(const rating_t *rating, FILE *file) {
    rating_levels_t *sure = rating_levels_new(rating, RATING_LEVELS_SURE);
    rating_levels_t *seen = rating_levels_new(rating, RATING_LEVELS_SEEN);
    fprintf(file,
            "rank,agent,elo,low,high,error,games,score,draws,group,level,level_seen\n");
    for (int rank = 0; rank < rating->games->num_agents; rank++) {
        int agent = rating->order[rank];
        const rating_record_t *record = &rating->records[agent];
        estimate_t elo = rating_interval(rating, agent);
        fprintf(file, "%d,", rank + 1);
        text_print_quoted(file, '"', rating->games->agents[agent].name);
        if (record->games == 0)
            fprintf(file, ",,,,,0,,,%d", rating->group[agent]);
        else
            fprintf(file, ",%.2f,%.2f,%.2f,%.2f,%" PRIu64 ",%.6f,%.6f,%d", elo.value,
                    elo.low, elo.high, bradley_terry_deviation(rating->fit, agent),
                    record->games, rating_record_score(record),
                    rating_record_draws(record), rating->group[agent]);
        print_level(sure->level[agent], file);
        print_level(seen->level[agent], file);
        fputc('\n', file);
    }
    rating_levels_free(sure);
    rating_levels_free(seen);
}
