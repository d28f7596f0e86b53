#include "eval/fairest/fairest_exact.h"

#include "eval/fairest/fairest.h"

/* Each variant is the only one of its study. */

bool fairest_exact_find(const fairest_t *fairest, const char *out,
                        const study_exact_order_t *order, failure_t *error) {
    study_exact_variant_t variants[HALVING_ARMS];
    for (int i = 0; i < fairest->num_variants; i++)
        variants[i] = (study_exact_variant_t){fairest->variants[i].study, 0};
    return study_exact_find_each(variants, fairest->num_variants, out, order, error);
}

bool fairest_exact_read(const fairest_t *fairest, const char *out,
                        study_exact_t exact[HALVING_ARMS], failure_t *error) {
    for (int i = 0; i < fairest->num_variants; i++)
        if (!study_exact_read(&exact[i], fairest->variants[i].study, 0, out, error))
            return false;
    return true;
}
