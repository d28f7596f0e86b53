#include "eval/study/answers/study_words.h"

#include "core/base/text.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdio.h>

static void found_words(const over_networks_t *found, int networks,
                        char words[STUDY_SCORE_WORDS]) {
    if (found->has_interval)
        snprintf(words, STUDY_SCORE_WORDS, "%.1f %% (%.1f to %.1f over %d networks)",
                 100 * found->score.value, 100 * found->score.low,
                 100 * found->score.high, networks);
    else if (networks < OVER_NETWORKS_LEAST)
        snprintf(words, STUDY_SCORE_WORDS, "%.1f %% (%d network%s no interval)",
                 100 * found->score.value, networks, networks == 1 ? " has" : "s have");
    else
        snprintf(words, STUDY_SCORE_WORDS,
                 "%.1f %% (no interval: one side has fewer than %d points)",
                 100 * found->score.value, OVER_NETWORKS_POINTS);
}

const char *study_score_words(const study_cell_t *cell, char words[STUDY_SCORE_WORDS]) {
    if (study_cell_has_networks(cell) && cell->networks.found.games <= 0)
        snprintf(words, STUDY_SCORE_WORDS,
                 "%.1f %% (not all pairs of networks have games)",
                 100 * cell->score.value);
    else if (study_cell_has_networks(cell))
        found_words(&cell->networks.found, cell->networks.pairs.networks, words);
    else
        snprintf(words, STUDY_SCORE_WORDS, "%.1f %% (%.1f to %.1f)",
                 100 * cell->score.value, 100 * cell->score.low, 100 * cell->score.high);
    return words;
}

const char *study_difference_words(const study_result_t *result,
                                   const study_difference_t *found, const estimate_t *as,
                                   char words[STUDY_SCORE_WORDS]) {
    const study_cell_t *a = &result->cells[found->a][found->strength];
    const study_cell_t *b = &result->cells[found->b][found->strength];
    bool over_networks = study_cell_has_networks(a);
    if (over_networks && !(a->is_done && b->is_done))
        snprintf(words, STUDY_SCORE_WORDS, "no interval before all games are played");
    else if (over_networks &&
             !(a->networks.found.has_interval && b->networks.found.has_interval))
        snprintf(words, STUDY_SCORE_WORDS, "too few networks or points for an interval");
    else
        snprintf(words, STUDY_SCORE_WORDS, "%+.1f to %+.1f%s", 100 * as->low,
                 100 * as->high, over_networks ? " over networks" : "");
    return words;
}

const char *study_level_words(const study_result_t *result, int strength,
                              char words[STUDY_LEVEL_WORDS]) {
    const study_strength_t *level = &result->study->strengths[strength];
    if (isnan(study_doublings(level)))
        snprintf(words, STUDY_LEVEL_WORDS, "at strength level %s", level->name);
    else
        snprintf(words, STUDY_LEVEL_WORDS, "at %lld simulations per action",
                 (long long)study_simulations(&level->agent));
    return words;
}

/* "@d2 55.0 % (21.5 to 88.5 over 3 networks)" */
static void add_opening(const network_scores_t *scores, const network_opening_t *opening,
                        text_t *out) {
    char words[STUDY_SCORE_WORDS];
    found_words(&opening->sure, scores->pairs.networks, words);
    text_add(out, "%s %s", opening->text, words);
}

/* Openings that favour a side, by simultaneous intervals; side 1: the first player's. */
static int add_favoured(const network_scores_t *scores, int side, text_t *out) {
    int count = 0;
    for (int i = 0; i < scores->count; i++) {
        const network_opening_t *opening = &scores->openings[i];
        const estimate_t *sure = &opening->sure.score;
        if ((side > 0 ? sure->low <= 0.5 : sure->high >= 0.5) ||
            out->size - out->used < 300)
            continue;
        if (count == 0)
            text_add(out, " These favour the %s player: ", side > 0 ? "first" : "second");
        else
            text_add(out, ", ");
        add_opening(scores, opening, out);
        count++;
    }
    if (count > 0)
        text_add(out, ".");
    return count;
}

const char *study_openings_words(const study_cell_t *cell,
                                 char words[STUDY_OPENINGS_WORDS]) {
    const network_scores_t *scores = &cell->networks;
    text_t out = text_into(words, STUDY_OPENINGS_WORDS);
    int nearest = network_scores_nearest(scores);
    *words = '\0';
    if (nearest < 0)
        return words;
    text_add(&out, "%d opening%s, simultaneous intervals.", scores->count,
             TEXT_PLURAL(scores->count));
    if (add_favoured(scores, 1, &out) + add_favoured(scores, -1, &out) == 0)
        text_add(&out, " None is shown to favour a side.");
    text_add(&out, " Nearest to even looks ");
    add_opening(scores, &scores->openings[nearest], &out);
    text_add(&out, ".");
    return words;
}

bool study_has_networks(const study_result_t *result) {
    for (int i = 0; i < result->study->num_strengths; i++)
        if (result->study->strengths[i].num_networks > 0)
            return true;
    return false;
}

bool study_has_others(const study_result_t *result) {
    for (int i = 0; i < result->study->num_strengths; i++)
        if (result->study->strengths[i].num_networks == 0)
            return true;
    return false;
}
