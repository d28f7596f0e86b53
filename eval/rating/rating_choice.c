#include "eval/rating/rating_choice.h"

#include "core/base/error.h"
#include "eval/rating/bradley_terry.h"
#include "eval/rating/rating.h"

#include <stdlib.h>

enum { LOOK_AHEAD = 4 }; /* times `most`: how far it is counted what it would take */

typedef struct design {
    const rating_t *rating;
    int agents;
    double *covariance;  /* of the ratings, as predicted */
    double *information; /* of a block of each offer, in 1 / Elo^2 */
    double *column;      /* of the covariance: a's minus b's */
    double limit;        /* variance */
} design_t;

/* The mean over both seats: the advantage of moving first cancels. */
static double information_of(const rating_t *rating, const rating_offer_t *offer) {
    double sum = 0, p[3];
    for (int seat = 0; seat < 2; seat++) {
        bradley_terry_chances(rating->fit, seat ? offer->b : offer->a,
                              seat ? offer->a : offer->b, p);
        sum += ((p[0] + p[2]) - (p[0] - p[2]) * (p[0] - p[2])) / 4;
    }
    return (double)offer->games * sum / 2 / (BRADLEY_TERRY_ELO * BRADLEY_TERRY_ELO);
}

static void design_init(design_t *design, const rating_t *rating, double until,
                        const rating_offer_t *offers, int count) {
    int n = rating->fit->agents;
    *design = (design_t){.rating = rating,
                         .agents = n,
                         .covariance = memory_new((size_t)n * (size_t)n, sizeof(double)),
                         .information = memory_new((size_t)count, sizeof(double)),
                         .column = memory_new((size_t)n, sizeof(double)),
                         .limit = until * until};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            design->covariance[i * n + k] = rating->fit->covariance[i * (n + 2) + k];
    for (int i = 0; i < count; i++)
        design->information[i] = information_of(rating, &offers[i]);
}

static void design_clear(design_t *design) {
    free(design->covariance);
    free(design->information);
    free(design->column);
}

static bool is_met(const design_t *design) {
    for (int i = 0; i < design->agents; i++)
        if (design->covariance[i * design->agents + i] > design->limit)
            return false;
    return true;
}

static double column_of(design_t *design, const rating_offer_t *offer) {
    int n = design->agents;
    for (int i = 0; i < n; i++)
        design->column[i] =
            design->covariance[i * n + offer->a] - design->covariance[i * n + offer->b];
    return design->column[offer->a] - design->column[offer->b];
}

/* How much a block of an offer reduces the variances above the limit, or all of them if
 * none is above. */
static double gain_of(design_t *design, const rating_offer_t *offer, double information,
                      bool met) {
    double variance = column_of(design, offer), squares = 0;
    for (int i = 0; i < design->agents; i++)
        if (met || design->covariance[i * design->agents + i] > design->limit)
            squares += design->column[i] * design->column[i];
    return information * squares / (1 + information * variance);
}

static void play_block(design_t *design, const rating_offer_t *offer,
                       double information) {
    int n = design->agents;
    double variance = column_of(design, offer);
    double factor = information / (1 + information * variance);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            design->covariance[i * n + k] -=
                factor * design->column[i] * design->column[k];
}

uint64_t rating_choose(const rating_t *rating, double until, rating_offer_t *offers,
                       int count, uint64_t least, uint64_t most) {
    REQUIRE(until > 0 && least <= most);
    design_t design;
    uint64_t steps = 0;
    uint64_t *taken = memory_new((size_t)count, sizeof *taken);
    design_init(&design, rating, until, offers, count);
    bool met = is_met(&design), needed = !met;
    for (int i = 0; i < count; i++)
        offers[i].chosen = 0;
    while (needed && steps < LOOK_AHEAD * most && (!met || steps < least)) {
        int best = -1;
        double most_gain = -1;
        for (int i = 0; i < count; i++) {
            double gain = taken[i] < offers[i].left
                              ? gain_of(&design, &offers[i], design.information[i], met)
                              : -1;
            if (gain > most_gain) {
                most_gain = gain;
                best = i;
            }
        }
        if (best < 0)
            break;
        play_block(&design, &offers[best], design.information[best]);
        taken[best]++;
        offers[best].chosen += steps < most;
        steps++;
        met = is_met(&design);
    }
    free(taken);
    design_clear(&design);
    return steps;
}
