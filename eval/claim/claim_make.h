/* claim_make.h - makes the bundle of a study, or of a search for the fairest variant.
 * Use: claim_made_t made;
 *      claim_make_order_t order = {.quiet = quiet};
 *      if (!claim_make("OUT", "BUNDLE", &order, &made, &error)) ...
 * Files: study.json or fairest.json, claim.json (claim_about.h), games.csv.gz
 * (claim_table.h), results.json (claim_result.h), weights/, SHA256SUMS. There is no page:
 * a check makes it from what it has checked.
 * Threads: for the main thread.
 * Errors: a study without games; files that cannot be read or written; the bundle's name
 *      is taken.
 */
#ifndef EVAL_CLAIM_MAKE_H
#define EVAL_CLAIM_MAKE_H

#include "core/base/error.h"
#include "core/base/files/sha256.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct claim_made {
    char id[SHA256_TEXT]; /* of SHA256SUMS */
    uint64_t games, bytes;
    uint64_t outside; /* games of outside programs, which cannot be replayed */
} claim_made_t;

typedef struct claim_make_order {
    bool weights_apart; /* by name and hash only: the bundle has no weights/ */
    bool quiet;
} claim_make_order_t;

bool claim_make(const char *out, const char *bundle, const claim_make_order_t *order,
                claim_made_t *made, failure_t *error);

#endif
