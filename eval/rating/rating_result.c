#include "eval/rating/rating.h"

#include "core/base/json.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "eval/rating/bradley_terry.h"

#include <cjson/cJSON.h>
#include <math.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

static const char *name_of(const rating_t *rating, int agent) {
    return rating->games->agents[agent].name;
}

/* --- Agents ------------------------------------------------------------------------- */

typedef struct agent_row {
    int rank, group;
    const char *name;
    uint64_t games;
    estimate_t elo;
    double error, score, draws;
} agent_row_t;

static void add_elo(figures_t *table, const void *row) {
    const agent_row_t *agent = row;
    if (agent->games == 0)
        figures_add_nothing(table, "no games yet");
    else
        figures_add_estimate(table, agent->elo);
}

#define AGENT(field) FIGURE_FIELD(agent_row_t, field)
#define IF_GAMES FIGURE_IF(agent_row_t, games)
static const figure_column_t agent_columns[] = {
    {FIGURE_COUNT, "rank", "Rank", NULL, AGENT(rank)},
    {FIGURE_WORD, "name", "Agent", NULL, AGENT(name)},
    {FIGURE_ELO, "elo", "Elo", "With its 95 % interval.", .add = add_elo},
    {FIGURE_NUMBER, "error", "Error", "The standard error of the rating.", AGENT(error),
     IF_GAMES, .flags = FIGURE_DETAIL},
    {FIGURE_COUNT, "games", "Games", NULL, AGENT(games)},
    {FIGURE_SHARE, "score", "Score", NULL, AGENT(score), IF_GAMES},
    {FIGURE_SHARE, "draws", "Draws", NULL, AGENT(draws), IF_GAMES}};

static void add_agents(result_t *result, const rating_t *rating) {
    const figure_column_t group = {
        FIGURE_COUNT, "group",
        "Group",      "Ratings of different groups are compared by the prior alone.",
        AGENT(group), .flags = rating->fit->groups > 1 ? 0 : FIGURE_DATA};
    figures_t *table =
        result_table(result, "agents", NULL, agent_columns, COUNT(agent_columns));
    figures_column(table, group);
    for (int rank = 0; rank < rating->games->num_agents; rank++) {
        int agent = rating->order[rank];
        const rating_record_t *record = &rating->records[agent];
        double games = (double)record->games;
        figures_row(
            table, &(agent_row_t){
                       .rank = rank + 1,
                       .group = rating->group[agent],
                       .name = name_of(rating, agent),
                       .games = record->games,
                       .elo = rating_interval(rating, agent),
                       .error = bradley_terry_deviation(rating->fit, agent),
                       .score = ((double)record->won + (double)record->drawn / 2) / games,
                       .draws = (double)record->drawn / games});
    }
}

/* --- What they rest on -------------------------------------------------------------- */

static bool has_interval(const rating_t *rating, int agent) {
    return !isnan(rating->given[agent]) ||
           (rating->records[agent].games > 0 && rating_has_interval(rating, agent));
}

static int count_without_interval(const rating_t *rating) {
    int count = 0;
    for (int i = 0; i < rating->games->num_agents; i++)
        count += !has_interval(rating, i);
    return count;
}

typedef struct rest_row {
    const char *game, *variant, *opening, *intervals_from;
    char anchors[1000], intervals[200];
    int matches, clusters, groups;
    uint64_t unfinished, by_test, pairs, distinct, cut_off;
    double effective, draw;
    estimate_t advantage, draws;
    bool openings_differ;
} rest_row_t;

#define FIELD(name) FIGURE_FIELD(rest_row_t, name)
#define IF_ANY(name) FIGURE_FIELD(rest_row_t, name), FIGURE_IF(rest_row_t, name)
#define IF_PAIRS(name) FIGURE_FIELD(rest_row_t, name), FIGURE_IF(rest_row_t, pairs)
static const figure_column_t rest_columns[] = {
    {FIGURE_WORD, "game", "Game", NULL, FIELD(game)},
    {FIGURE_WORD, "variant", "Variant", NULL, FIELD(variant)},
    {FIGURE_WORD, "elo_against", "Elo are against", NULL, FIELD(anchors),
     .flags = FIGURE_SHOWN},
    {FIGURE_ELO, "advantage", "Moving first is worth", "Elo.", IF_PAIRS(advantage)},
    {FIGURE_SCORE, "draws_of_equals", "Draws between equals", NULL, IF_PAIRS(draws)},
    {FIGURE_NUMBER, "draw_parameter", "Their parameter", NULL, IF_PAIRS(draw),
     .flags = FIGURE_DETAIL},
    {FIGURE_WORD, "intervals", "Intervals are from", NULL, FIELD(intervals),
     .flags = FIGURE_SHOWN},
    {FIGURE_WORD, "intervals_from", "Intervals are from", NULL, FIELD(intervals_from),
     .flags = FIGURE_DATA},
    {FIGURE_COUNT, "clusters", "Clusters of pairs", NULL, FIELD(clusters),
     .flags = FIGURE_DATA},
    {FIGURE_COUNT, "num_matches", "Matches", NULL, FIELD(matches)},
    {FIGURE_COUNT, "unfinished", "Of these not played to the end", NULL,
     IF_ANY(unfinished)},
    {FIGURE_COUNT, "by_test", "Ended by a test", "Which exaggerates their differences.",
     IF_ANY(by_test)},
    {FIGURE_COUNT, "pairs", "Pairs of games", NULL, FIELD(pairs)},
    {FIGURE_WORD, "opening", "Openings", NULL, FIELD(opening)},
    {FIGURE_YES_NO, "openings_differ", "Others in other matches", NULL,
     FIELD(openings_differ), FIGURE_IF(rest_row_t, openings_differ)},
    {FIGURE_COUNT, "distinct_pairs", "Distinct pairs", "Mirror images are one.",
     FIELD(distinct)},
    {FIGURE_NUMBER, "effective_pairs", "Effectively", NULL, FIELD(effective)},
    {FIGURE_COUNT, "cut_off", "Games cut off", NULL, FIELD(cut_off)},
    {FIGURE_COUNT, "groups", "Groups", NULL, FIELD(groups), .flags = FIGURE_DATA}};

static void write_anchors(const rating_t *rating, char *words, size_t size) {
    text_t out = text_into(words, size);
    if (rating->num_given == 0)
        text_add(&out, "the mean of all, 0");
    for (int i = 0; i < rating->games->num_agents && size - out.used > 200; i++)
        if (!isnan(rating->given[i]))
            text_add(&out, "%s%s, which has %+.0f", out.used > 0 ? ", and " : "",
                     name_of(rating, i), rating->given[i]);
}

/* Where the intervals are from, and which agents have none. */
static void write_intervals(const rating_t *rating, char *words, size_t size) {
    text_t out = text_into(words, size);
    int without = count_without_interval(rating);
    if (!rating->fit->robust) {
        text_add(&out, "nothing yet: that takes %d openings or more", RATING_CLUSTERS);
        return;
    }
    text_add(&out, "the spread between %d clusters of pairs",
             rating->games->num_clusters);
    if (without > 0)
        text_add(&out, "; %d agent%s none, which takes games in %d of them", without,
                 without == 1 ? " has" : "s have", RATING_CLUSTERS);
}

static void add_rest(result_t *result, const rating_t *rating) {
    const rating_games_t *games = rating->games;
    rest_row_t row = {.game = games->game,
                      .variant = games->variant,
                      .opening = games->opening,
                      .intervals_from = rating->fit->robust ? "clusters" : "nothing",
                      .matches = games->num_matches,
                      .clusters = games->num_clusters,
                      .groups = rating->fit->groups,
                      .pairs = rating->pairs.games,
                      .distinct = rating->pairs.distinct,
                      .effective = rating->pairs.effective,
                      .cut_off = games->cut_off,
                      .draw = rating->fit->draw,
                      .advantage = rating_advantage(rating),
                      .draws = rating_draws(rating),
                      .openings_differ = games->openings_differ};
    for (int i = 0; i < games->num_matches; i++) {
        row.unfinished += !games->matches[i].whole;
        row.by_test += games->matches[i].by_test;
    }
    write_anchors(rating, row.anchors, sizeof row.anchors);
    write_intervals(rating, row.intervals, sizeof row.intervals);
    figures_row(result_record(result, NULL, NULL, rest_columns, COUNT(rest_columns)),
                &row);
    cJSON *anchors = cJSON_CreateObject(), *configurations = cJSON_CreateObject();
    for (int i = 0; i < games->num_agents; i++) {
        const char *name = name_of(rating, i);
        cJSON_AddItemToObject(configurations, name,
                              json_read(games->agents[i].text, name, NULL));
        if (!isnan(rating->given[i]))
            json_add_number(anchors, name, rating->given[i]);
    }
    result_json(result, "anchors", anchors);
    result_json(result, "configurations", configurations);
}

/* The usual Elo of the score that a lead of so much Elo of the ratings leads to. */
static double usual_elo(const rating_t *rating, double lead) {
    double won = exp(lead * log(10) / 800), drawn = exp(rating->fit->draw);
    double score = (won + drawn / 2) / (won + drawn + 1 / won);
    return 400 * log10(score / (1 - score));
}

/* Ratings are those of decided games (bradley_terry.h): with many draws the same lead
 * scores less than the usual formula says. */
static void add_draws(result_t *result, const rating_t *rating) {
    double usual = usual_elo(rating, 100);
    estimate_t draws = rating_draws(rating);
    if (rating->pairs.games == 0 || usual > 95)
        return;
    result_sentence(result, NULL,
                    "With %.0f %% draws between equals a lead of 100 here scores as much "
                    "as the usual Elo's %.0f, and one of 400 as its %.0f.",
                    100 * draws.value, usual, usual_elo(rating, 400));
}

/* --- What they leave open ----------------------------------------------------------- */

static void add_groups(result_t *result, const rating_t *rating) {
    const bradley_terry_t *fit = rating->fit;
    if (fit->groups < 2)
        return;
    result_list(result, "not_connected",
                "Not connected: only the prior compares ratings of different groups");
    for (int group = 1; group <= fit->groups; group++) {
        char names[2000];
        text_t out = text_into(names, sizeof names);
        for (int rank = 0; rank < fit->agents; rank++)
            if (rating->group[rating->order[rank]] == group &&
                sizeof names - out.used > 2 * RATING_NAME)
                text_add(&out, " %s", name_of(rating, rating->order[rank]));
        result_item(result, true, "group %d:%s", group, names);
    }
}

static void add_misfits(result_t *result, const rating_t *rating) {
    bool any = false;
    for (int i = 0; i < rating->num_pairings; i++) {
        const rating_pairing_t *pairing = &rating->pairings[i];
        if (pairing->p >= RATING_ALARM)
            continue;
        if (!any)
            result_list(result, "misfits",
                        "Scores that one rating per agent does not explain");
        any = true;
        result_item(result, true,
                    "%s against %s: %.1f %%, expected %.1f %% (p = %.2g, adjusted)",
                    name_of(rating, pairing->a), name_of(rating, pairing->b),
                    100 * pairing->score, 100 * pairing->expected, pairing->p);
    }
}

/* --- Matrices ----------------------------------------------------------------------- */

static double superiority_of(const rating_t *rating, int i, int k) {
    return i == k ? 0.5
           : has_interval(rating, i) && has_interval(rating, k)
               ? bradley_terry_superiority(rating->fit, i, k)
               : (double)NAN;
}

static double covariance_of(const rating_t *rating, int i, int k) {
    return rating->fit->covariance[i * (rating->fit->agents + 2) + k];
}

/* Rows and columns are in the order of the agents' ratings, then `extra` parameters. */
static void add_matrix(result_t *result, const char *key, const rating_t *rating,
                       int extra, double (*element)(const rating_t *, int, int)) {
    int agents = rating->games->num_agents, count = agents + extra;
    cJSON *rows = cJSON_CreateArray();
    for (int i = 0; i < count; i++) {
        cJSON *row = cJSON_CreateArray();
        for (int k = 0; k < count; k++)
            cJSON_AddItemToArray(
                row, json_number(element(rating, i < agents ? rating->order[i] : i,
                                         k < agents ? rating->order[k] : k)));
        cJSON_AddItemToArray(rows, row);
    }
    result_json(result, key, rows);
}

static void add_superiority(result_t *result, const rating_t *rating) {
    int count = rating->games->num_agents;
    if (count_without_interval(rating) > count - 2)
        return;
    const figure_column_t agent = {FIGURE_WORD, "name", "Against", FIGURE_BY_HAND};
    figures_t *table = result_table(
        result, NULL, "Likelihood that the agent on the left is stronger", &agent, 1);
    for (int i = 0; i < count; i++)
        figures_column(table, (figure_column_t){FIGURE_CHANCE, "against",
                                                name_of(rating, rating->order[i]),
                                                FIGURE_BY_HAND});
    for (int i = 0; i < count; i++) {
        figures_add_word(table, name_of(rating, rating->order[i]));
        for (int k = 0; k < count; k++)
            figures_add(table, i == k ? (double)NAN
                                      : superiority_of(rating, rating->order[i],
                                                       rating->order[k]));
    }
}

/* --- Matches and pairings ----------------------------------------------------------- */

typedef struct pairing_row {
    const char *a, *b;
    rating_pairing_t of;
} pairing_row_t;

static void add_seat(figures_t *table, const uint64_t *results) {
    cJSON *seat = cJSON_CreateObject();
    json_add_number(seat, "wins", results[RATING_WON]);
    json_add_number(seat, "draws", results[RATING_DRAWN]);
    json_add_number(seat, "losses", results[RATING_LOST]);
    figures_add_json(table, seat);
}

static void add_a_first(figures_t *table, const void *row) {
    add_seat(table, ((const pairing_row_t *)row)->of.results[0]);
}

static void add_b_first(figures_t *table, const void *row) {
    add_seat(table, ((const pairing_row_t *)row)->of.results[1]);
}

#define PAIRING(name) FIGURE_FIELD(pairing_row_t, name)
static const figure_column_t pairing_columns[] = {
    {FIGURE_WORD, "a", "Agent", NULL, PAIRING(a)},
    {FIGURE_WORD, "b", "Against", NULL, PAIRING(b)},
    {FIGURE_COUNT, "pairs", "Pairs", NULL, PAIRING(of.pairs.games)},
    {FIGURE_COUNT, "distinct_pairs", "Distinct", NULL, PAIRING(of.pairs.distinct)},
    {FIGURE_NUMBER, "effective_pairs", "Effectively", NULL, PAIRING(of.pairs.effective)},
    {FIGURE_JSON, "a_first", "Moving first", NULL, .add = add_a_first,
     .flags = FIGURE_DATA},
    {FIGURE_JSON, "b_first", "Moving second", NULL, .add = add_b_first,
     .flags = FIGURE_DATA},
    {FIGURE_SHARE, "score", "Score", NULL, PAIRING(of.score)},
    {FIGURE_SHARE, "expected", "Expected", "By the ratings.", PAIRING(of.expected)},
    {FIGURE_SHARE, "error", "Error", "The standard error of the score.",
     PAIRING(of.error)},
    {FIGURE_P_VALUE, "p", "p", "Of the ratings, adjusted for all pairings.",
     PAIRING(of.p)}};

typedef struct match_row {
    const char *a, *b;
    rating_match_t of;
} match_row_t;

#define MATCH(name) FIGURE_FIELD(match_row_t, name)
static const figure_column_t match_columns[] = {
    {FIGURE_WORD, "a", "Agent", NULL, MATCH(a)},
    {FIGURE_WORD, "b", "Against", NULL, MATCH(b)},
    {FIGURE_COUNT, "pairs", "Pairs", NULL, MATCH(of.pairs)},
    {FIGURE_YES_NO, "whole", "Complete", NULL, MATCH(of.whole)},
    {FIGURE_YES_NO, "ended_by_test", "Ended by a test", NULL, MATCH(of.by_test)},
    {FIGURE_WORD, "folder", "Folder", NULL, MATCH(of.folder)}};

static void add_pairings(result_t *result, const rating_t *rating) {
    figures_t *table = result_table(result, "pairings", "Pairings", pairing_columns,
                                    COUNT(pairing_columns));
    for (int i = 0; i < rating->num_pairings; i++) {
        const rating_pairing_t *pairing = &rating->pairings[i];
        figures_row(table, &(pairing_row_t){name_of(rating, pairing->a),
                                            name_of(rating, pairing->b), *pairing});
    }
    table =
        result_table(result, "matches", "Matches", match_columns, COUNT(match_columns));
    for (int i = 0; i < rating->games->num_matches; i++) {
        const rating_match_t *match = &rating->games->matches[i];
        figures_row(table, &(match_row_t){name_of(rating, match->agents[0]),
                                          name_of(rating, match->agents[1]), *match});
    }
}

result_t *rating_result(const rating_t *rating, bool superiority) {
    result_t *result = result_new();
    cJSON *names = cJSON_CreateArray();
    add_agents(result, rating);
    add_rest(result, rating);
    add_draws(result, rating);
    add_groups(result, rating);
    add_misfits(result, rating);
    if (!superiority)
        result_detail(result);
    add_superiority(result, rating);
    add_matrix(result, "superiority", rating, 0, superiority_of);
    for (int i = 0; i < rating->games->num_agents; i++)
        cJSON_AddItemToArray(names,
                             cJSON_CreateString(name_of(rating, rating->order[i])));
    cJSON_AddItemToArray(names, cJSON_CreateString("advantage"));
    cJSON_AddItemToArray(names, cJSON_CreateString("draw"));
    result_json(result, "parameters", names);
    add_matrix(result, "covariance", rating, 2, covariance_of);
    result_detail(result);
    add_pairings(result, rating);
    return result;
}
