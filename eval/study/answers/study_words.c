#include "eval/study/answers/study_words.h"

#include "core/base/table/figures.h"
#include "core/base/text.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/study_plan.h"
#include "eval/study/study_result.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Names -------------------------------------------------------------------------- */

static bool has_word(const char *name, const char *word) {
    char copy[STUDY_NAME], *words[STUDY_NAME];
    snprintf(copy, sizeof copy, "%s", name);
    const int count = text_split(copy, words, STUDY_NAME);
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

const char *study_short_name(const study_result_t *result, int variant,
                             char name[STUDY_NAME]) {
    const study_t *study = result->study;
    char copy[STUDY_NAME], *words[STUDY_NAME];
    text_t text = text_into(name, STUDY_NAME);
    snprintf(copy, sizeof copy, "%s", study->variants[variant].name);
    const int count = text_split(copy, words, STUDY_NAME);
    for (int i = 0; i < count; i++) {
        bool is_shared = study->num_variants > 1 && strchr(words[i], '=');
        for (int v = 0; v < study->num_variants; v++)
            is_shared = is_shared && has_word(study->variants[v].name, words[i]);
        if (!is_shared)
            text_add(&text, "%s%s", text.used > 0 ? " " : "", words[i]);
    }
    return text.used > 0 ? name : study->variants[variant].name;
}

/* --- Phrases ------------------------------------------------------------------------ */

const char *study_score_words(const study_cell_t *cell, char words[STUDY_SCORE_WORDS]) {
    char score[FIGURE_WORDS];
    if (cell->networks.pairs.networks > 0 && cell->networks.found.games <= 0)
        snprintf(words, STUDY_SCORE_WORDS,
                 "%.1f %% (not all pairs of networks have games)",
                 100 * cell->score.value);
    else
        snprintf(words, STUDY_SCORE_WORDS, "%s",
                 figure_words(FIGURE_SCORE, cell->score, score));
    return words;
}

/* ", the first as strong as 4,000 to 16,000 playouts", where it was measured: the first
 * seed's network, on every variant. */
static void add_playouts(const study_result_t *result, const study_strength_t *level,
                         text_t *out) {
    int64_t least = INT64_MAX, most = 0;
    char number[TEXT_THOUSANDS];
    bool is_open = false; /* upwards */
    for (int i = 0; i < result->study->num_variants; i++) {
        const study_playouts_t *playouts = &level->playouts[i];
        least = playouts->least < least ? playouts->least : least;
        most = playouts->most > most ? playouts->most : most;
        is_open = is_open || playouts->most == 0;
    }
    if (least == 0 && is_open)
        return;
    text_add(out, ",%s %s ", level->num_networks > 1 ? " the first" : "",
             is_open      ? "at least as strong as"
             : least == 0 ? "no stronger than"
                          : "as strong as");
    if (least > 0)
        text_add(out, "%s", text_thousands((uint64_t)least, number));
    if (!is_open && least < most)
        text_add(out, "%s%s", least > 0 ? " to " : "",
                 text_thousands((uint64_t)most, number));
    text_add(out, " playouts");
}

const char *study_level_words(const study_result_t *result, int strength,
                              char words[STUDY_LEVEL_WORDS]) {
    const study_strength_t *level = &result->study->strengths[strength];
    text_t out = text_into(words, STUDY_LEVEL_WORDS);
    if (level->num_networks > 0) {
        if (level->num_networks > 1)
            text_add(&out, "between %d networks", level->num_networks);
        else
            text_add(&out, "by one network against itself");
        add_playouts(result, level, &out);
        text_add(&out, ", ");
    }
    if (isnan(study_doublings(level)))
        text_add(&out, "at strength level %s", level->name);
    else
        text_add(&out, "at %lld simulations per action",
                 (long long)agent_simulations(&level->agent));
    return words;
}

const char *study_balance_words(balance_t balance, const char *whose, double margin,
                                char words[STUDY_BALANCE_WORDS]) {
    if (balance == BALANCE_YES)
        snprintf(words, STUDY_BALANCE_WORDS, "that is fair%s, within %g points of 50 %%",
                 whose, 100 * margin);
    else if (balance == BALANCE_NO)
        snprintf(words, STUDY_BALANCE_WORDS,
                 "that is not fair%s: more than %g points from 50 %%", whose,
                 100 * margin);
    else
        snprintf(words, STUDY_BALANCE_WORDS,
                 "whether that is fair%s, within %g points, is not decided yet", whose,
                 100 * margin);
    return words;
}

const network_advantage_t *study_edge(const study_result_t *result, int variant) {
    const network_advantage_t *edge = NULL;
    for (int i = 0; i < result->study->num_strengths; i++) {
        const network_advantage_t *advantage = &result->cells[variant][i].advantage;
        if (network_advantage_is_known(advantage))
            edge = advantage;
    }
    return edge;
}

bool study_edge_compare(const study_result_t *result, int a, int b, int strength,
                        advantage_pair_t *found) {
    const int variants = study_plan_variants(result->study);
    return network_advantage_compare(
        &result->cells[a][strength].advantage, &result->cells[b][strength].advantage,
        comparison_level_each(result->level, variants * (variants - 1) / 2), found);
}

bool study_has_others(const study_result_t *result) {
    for (int i = 0; i < result->study->num_strengths; i++)
        if (result->study->strengths[i].num_networks == 0)
            return true;
    return false;
}

/* --- The headline ------------------------------------------------------------------- */

enum { ROOM = 500 }; /* bytes that one more variant may take */

static void add_one(const study_result_t *result, int strength, text_t *out) {
    const study_cell_t *cell = &result->cells[0][strength];
    char score[STUDY_SCORE_WORDS], level[STUDY_LEVEL_WORDS], fair[STUDY_BALANCE_WORDS];
    text_add(out, "%s: the first player scores %s %s; %s.", cell->variant,
             study_score_words(cell, score), study_level_words(result, strength, level),
             study_balance_words(cell->balance, "", result->study->margin, fair));
}

/* Adds the names of the variants for which a function says so, after `words`, and a full
 * stop. has_level: with the strength level, where it is not common to all. */
typedef bool (*is_meant_t)(const study_result_t *result, int variant, int strength);
static void add_names(const study_result_t *result, is_meant_t is_meant,
                      const char *words, bool has_level, text_t *out) {
    has_level = has_level && study_common_strength(result) < 0;
    words += out->used == 0 && *words == ' ';
    const char *separator = words;
    char level[STUDY_LEVEL_WORDS], name[STUDY_NAME];
    for (int i = 0; i < result->study->num_variants; i++) {
        const int strength = study_strongest(result, i);
        if (!is_meant(result, i, strength) || out->size - out->used < ROOM)
            continue;
        text_add(out, "%s %s", separator, study_short_name(result, i, name));
        if (has_level && strength >= 0)
            text_add(out, " %s", study_level_words(result, strength, level));
        separator = ",";
    }
    if (separator != words)
        text_add(out, ".");
}

#define IS_OF_BALANCE(name, answer)                                                      \
    static bool name(const study_result_t *result, int variant, int strength) {          \
        return strength >= 0 && result->cells[variant][strength].balance == (answer);    \
    }
IS_OF_BALANCE(is_fair, BALANCE_YES)
IS_OF_BALANCE(is_unfair, BALANCE_NO)
/* What is solved has been said already. */
static bool is_undecided(const study_result_t *result, int variant, int strength) {
    return strength >= 0 && result->exact[variant].value == VALUE_OPEN &&
           result->cells[variant][strength].balance == BALANCE_NOT_DECIDED;
}

#define IS_SOLVED(name, answer)                                                          \
    static bool name(const study_result_t *result, int variant, int strength) {          \
        (void)strength;                                                                  \
        return result->exact[variant].value == (answer);                                 \
    }
IS_SOLVED(is_drawn, VALUE_DRAWN)
IS_SOLVED(is_won, VALUE_WON)
IS_SOLVED(is_lost, VALUE_LOST)

/* What needs no players comes first. */
static void add_solved(const study_result_t *result, text_t *out) {
    char words[STUDY_EXACT_WORDS];
    if (result->study->num_variants == 1 && result->exact[0].value != VALUE_OPEN) {
        text_add(out, "Solved: with best play %s. ",
                 study_exact_words(&result->exact[0], words));
        return;
    }
    add_names(result, is_drawn, "Drawn with best play (solved):", false, out);
    add_names(result, is_won, " Won by the first player with best play (solved):", false,
              out);
    add_names(result, is_lost,
              " Lost by the first player with best play (solved):", false, out);
    if (out->used > 0)
        text_add(out, " ");
}

/* Which is the fairest, if that is shown: at equal simulations, which need not be equal
 * strength; and where twice the budget scores the same on both of two variants. */
static void add_fairest(const study_result_t *result, int strength, text_t *out) {
    const study_matched_t *found = &result->matched[MATCHED_DOUBLING];
    const int fairest = study_fairest(result, strength);
    char name[STUDY_NAME];
    if (fairest >= 0)
        text_add(out, " At equal simulations %s is the %s.",
                 study_short_name(result, fairest, name),
                 result->study->num_variants == 2 ? "fairer" : "fairest");
    if (result->num_matched == MATCHED_KINDS && found->fairer_name)
        text_add(out, " Between equally strong players %s is the fairer.",
                 found->fairer_name);
}

static bool is_any(const study_result_t *result, is_meant_t is_meant) {
    for (int i = 0; i < result->study->num_variants; i++)
        if (is_meant(result, i, study_strongest(result, i)))
            return true;
    return false;
}

/* "At 400 simulations per action fair, within 5 points of 50 %: A. Not fair: B." */
static void add_fair(const study_result_t *result, int strength, text_t *out) {
    const double points = 100 * result->study->margin;
    char words[STUDY_LEVEL_WORDS + 64], level[STUDY_LEVEL_WORDS] = "";
    if (strength >= 0)
        study_level_words(result, strength, level);
    snprintf(words, sizeof words, "%s%s, within %g points of 50 %%:", level,
             *level ? " fair" : " Fair", points);
    if (*level)
        words[0] = (char)toupper((unsigned char)words[0]);
    const size_t before = out->used;
    add_names(result, is_fair, words, true, out);
    const bool none_is_fair = out->used == before && *level;
    if (none_is_fair && !is_any(result, is_unfair)) {
        text_add(out, "%c%s none is decided yet; fair is within %g points of 50 %%.",
                 toupper((unsigned char)*level), level + 1, points);
        return;
    }
    if (none_is_fair)
        text_add(out, "%c%s none is shown to be fair, within %g points of 50 %%.",
                 toupper((unsigned char)*level), level + 1, points);
    add_names(result, is_unfair, " Not fair:", true, out);
    add_names(result, is_undecided, " Not known yet:", true, out);
}

/* "; B is the fairer": of two variants, at the strongest level that knows it. */
static void add_nearer(const study_result_t *result, text_t *out) {
    advantage_pair_t pair;
    char name[STUDY_NAME];
    if (result->study->num_variants != 2)
        return;
    for (int j = result->study->num_strengths - 1; j >= 0; j--)
        if (study_edge_compare(result, 0, 1, j, &pair)) {
            if (pair.nearer >= 0)
                text_add(out, "; %s is the fairer",
                         study_short_name(result, pair.nearer, name));
            else
                text_add(out, "; which is the fairer is open");
            return;
        }
}

/* "Moving first is worth, in doublings of search: A 0.4 [0.1, 0.7], B 0.1 [-0.2, 0.4]; B
 * is the fairer." after `space`; false: nothing is known of it. */
static bool add_edges(const study_result_t *result, const char *space, text_t *out) {
    const size_t before = out->used;
    char value[FIGURE_WORDS], name[STUDY_NAME];
    for (int i = 0; i < result->study->num_variants; i++) {
        const network_advantage_t *edge = study_edge(result, i);
        if (!edge || out->size - out->used < ROOM)
            continue;
        if (out->used == before)
            text_add(out, "%sMoving first is worth, in doublings of search:", space);
        else
            text_add(out, ",");
        if (result->study->num_variants > 1)
            text_add(out, " %s", study_short_name(result, i, name));
        text_add(out, " %s", figure_words(FIGURE_ESTIMATE, edge->value, value));
    }
    if (out->used == before)
        return false;
    add_nearer(result, out);
    text_add(out, ".");
    return true;
}

void study_headline(const study_result_t *result, char words[STUDY_HEADLINE]) {
    text_t out = text_into(words, STUDY_HEADLINE);
    const int strength = study_common_strength(result);
    *words = '\0';
    add_solved(result, &out);
    if (strength < 0) {
        if (!add_edges(result, "", &out))
            text_add(&out, "No answer yet: not every variant has games.");
        add_fair(result, strength, &out);
        return;
    }
    if (result->study->num_variants == 1) {
        add_one(result, strength, &out);
    } else {
        add_fair(result, strength, &out);
        add_fairest(result, strength, &out);
    }
    add_edges(result, " ", &out);
}

/* --- Drawings ----------------------------------------------------------------------- */

bool study_has_interval(const study_cell_t *cell) {
    return !study_cell_has_networks(cell) || cell->networks.found.has_interval;
}

double study_score_range(const study_result_t *result) {
    double most = result->study->margin;
    for (int i = 0; i < result->study->num_variants; i++) {
        const int strength = study_strongest(result, i);
        if (strength < 0)
            continue;
        const study_cell_t *cell = &result->cells[i][strength];
        most = fmax(most, fabs(cell->score.value - 0.5));
        if (study_has_interval(cell))
            most = fmax(most, fmax(0.5 - cell->score.low, cell->score.high - 0.5));
    }
    return most <= 0.1 ? 0.1 : most <= 0.25 ? 0.25 : 0.5;
}
