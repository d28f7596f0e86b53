/* claim_make.h - makes the bundle of a study, or of a search for the fairest variant.
 * Use: claim_made_t made;
 *      if (!claim_make("OUT", "BUNDLE", false, quiet, &made, &error)) ...
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

/* apart: the bundle names networks with their hashes, but does not contain them. */
bool claim_make(const char *out, const char *bundle, bool apart, bool quiet,
                claim_made_t *made, failure_t *error);

#endif
