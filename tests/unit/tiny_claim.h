/* tiny_claim.h - a claim of a study of two tiny boards, for tests that damage it.
 * Use: in an empty folder: tiny_claim_make();   s/ is the study's folder, good/ its
 * bundle
 *      char *text = tiny_claim_edit(json, "agents/0/1/search", "{}");   free
 * Size 2 is solved, size 3 is not. For each variant: playouts, with games after a random
 * first turn; an integer network, its weights named by the variant's size; the same once
 * more; and a convolutional network, evaluated with portable instructions. */
#ifndef TESTS_TINY_CLAIM_H
#define TESTS_TINY_CLAIM_H

#include "eval/claim/claim_files.h"

enum { TINY_CLAIM_GAMES = 40, TINY_CLAIM_RUNS = 10 };

void tiny_claim_make(void);

/* For a group of tests: makes and reads the bundle in a folder of its own; leaves it. */
int tiny_claim_enter(void **unused);
int tiny_claim_leave(void **unused);
extern claim_files_t tiny_claim_good;

/* Its files, one with other contents; bytes NULL: without that file. */
void tiny_claim_copy(claim_files_t *files, const char *name, const char *bytes,
                     size_t size);
char *tiny_claim_copy_bytes(const char *bytes, size_t size);

const char *tiny_claim_text(const char *name);

/* Fails, naming `what`, unless the message has the words, wherever its lines end. */
void tiny_claim_says(const char *message, const char *word, const char *what);

/* A JSON text in which the value at a path is another one; value NULL: it is not there. A
 * place that there is not is made, in a list at its end. */
char *tiny_claim_edit(const char *text, const char *path, const char *value);

#endif
