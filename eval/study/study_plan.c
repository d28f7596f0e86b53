#include "eval/study/study_plan.h"

#include "core/stats/normal.h"
#include "eval/stats/comparison.h"
#include "eval/study/study.h"

#include <math.h>
#include <string.h>

bool study_plan_is_watched(const study_t *study) {
    return study->purpose == PURPOSE_WATCH || study->past.replanned;
}

looks_t study_plan_looks(const study_t *study, int strength) {
    double wide = normal_two_sided(1 - study->error_rate) / (2 * study->precision);
    uint64_t precise = (uint64_t)ceil(wide * wide),
             most = (uint64_t)study->strengths[strength].games.most;
    return (looks_t){.first = (uint64_t)study->first,
                     .most = precise < most ? precise : most,
                     .step = (uint64_t)study->shard};
}

/* --- Changes ------------------------------------------------------------------------ */

static bool is_same(double a, double b) {
    return !(a < b || a > b);
}

static bool is_planned_like(const study_t *study, const study_t *other) {
    for (int i = 0; i < study->num_strengths; i++) {
        const study_strength_t *there =
            study_strength_named(other, study->strengths[i].name);
        if (there && there->games.most != study->strengths[i].games.most)
            return false;
    }
    bool is_decided_alike = is_same(study->margin, other->margin) &&
                            is_same(study->error_rate, other->error_rate) &&
                            study_plan_variants(study) == study_plan_variants(other);
    return study->purpose == other->purpose && study->first == other->first &&
           is_same(study->precision, other->precision) &&
           (study->purpose != PURPOSE_DECIDE || is_decided_alike);
}

study_past_t study_plan_past(const study_t *study, const study_t *stored) {
    study_t now = *study;
    now.past = stored->past;
    int added = 0;
    for (int i = 0; i < study->num_variants; i++)
        added += study_variant_named(stored, study->variants[i].name) < 0;
    now.past.replanned = stored->past.replanned || !is_planned_like(&now, stored);
    now.past.added += (double)added / study_plan_variants(&now);
    return now.past;
}

int study_plan_variants(const study_t *study) {
    return study->num_variants + (int)study->past.removed;
}

double study_plan_error_rate(const study_t *study) {
    return fmin(1, study->error_rate * (1 + study->past.added));
}

/* --- Levels ------------------------------------------------------------------------- */

int study_plan_levels(const study_t *study) {
    int count = 0;
    for (int j = 0; j < study->num_strengths; j++)
        count += study->strengths[j].games.most > 0;
    return count;
}

static double level_each(const study_t *study, int of_a_strength) {
    int levels = study->purpose == PURPOSE_WATCH ? study_plan_levels(study) : 1;
    int count = of_a_strength * levels;
    return comparison_level_each(1 - study->error_rate, count > 0 ? count : 1);
}

double study_plan_level_of_cells(const study_t *study) {
    return level_each(study, study_plan_variants(study));
}

double study_plan_level_of_differences(const study_t *study) {
    const int variants = study_plan_variants(study);
    return level_each(study, variants * (variants - 1) / 2);
}
