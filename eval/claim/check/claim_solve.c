#include "eval/claim/check/claim_solve.h"

#include "eval/claim/claim_about.h"
#include "eval/study/study_exact.h"
#include "selfplay/run/stop.h"

#include <stdio.h>

/* "In at most 9 turns" is true of a win in 7. */
static bool is_as_claimed(const study_exact_t *claimed, const study_exact_t *found) {
    if (claimed->value != found->value)
        return false;
    return claimed->value == VALUE_DRAWN || claimed->bound == 0 ||
           (claimed->counts_turns == found->counts_turns && found->bound > 0 &&
            found->bound <= claimed->bound);
}

static void tell(const claim_solve_order_t *order, const char *name,
                 const study_exact_t *claimed, const study_exact_t *found) {
    char words[STUDY_EXACT_WORDS], again[STUDY_EXACT_WORDS];
    char what[STUDY_NAME + 2 * STUDY_EXACT_WORDS + 80];
    snprintf(what, sizeof what, "the exact value of %s: claimed is \"%s\", solved \"%s\"",
             name, study_exact_words(claimed, words), study_exact_words(found, again));
    order->tell(order->context, what);
}

/* Returns the seconds taken. */
static double solve_variant(const claim_about_t *about, int which, double seconds,
                            const claim_solve_order_t *order, claim_solve_t *solve) {
    const claim_variant_t *of = &about->subject.variants[which];
    const study_variant_t *variant = &of->study->variants[of->index];
    if (!order->quiet)
        fprintf(stderr, "solving %s for at most %.0f s\n", variant->name, seconds);
    study_exact_t found = study_exact_solve(variant->game, seconds, order->threads);
    if (found.value == VALUE_OPEN)
        return found.seconds;
    solve->solved++;
    if (!is_as_claimed(&about->exact[which], &found)) {
        solve->differ++;
        tell(order, variant->name, &about->exact[which], &found);
    }
    return found.seconds;
}

/* The remaining budget is shared by the remaining variants. */
void claim_solve(const claim_about_t *about, const claim_solve_order_t *order,
                 claim_solve_t *solve) {
    int variants = about->subject.facts.variants;
    double seconds = order->seconds;
    *solve = (claim_solve_t){0};
    for (int i = 0; i < variants; i++)
        solve->values += about->exact[i].value != VALUE_OPEN;
    for (int i = 0, left = solve->values; i < variants; i++)
        if (about->exact[i].value != VALUE_OPEN && seconds > 0 && !stop_asked())
            seconds -= solve_variant(about, i, seconds / left--, order, solve);
}
