/* claim_kind.h - the kinds of question that a claim can be about, behind one interface.
 * Use: void *question = kind->read(json, "study.json", &error);        NULL: error
 *      void *figures = kind->figures(question, "OUT", &source, &error);
 *      kind->print(figures, CLAIM_JSON, stdout);
 *      kind->free_figures(figures);   kind->free(question);
 * Of either kind, the games are those of studies (study.h), each with some of the
 * variants.
 * Owns: the caller the results, except the studies, which belong to the question.
 * Threads: pure except for files.   Errors: those of the question and of its result.
 */
#ifndef EVAL_CLAIM_KIND_H
#define EVAL_CLAIM_KIND_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cJSON cJSON;                   /* cjson/cJSON.h */
typedef struct claim_subject claim_subject_t; /* eval/claim/claim_subject.h */
typedef struct claim_table claim_table_t;     /* eval/claim/claim_table.h */
typedef struct study study_t;                 /* eval/study/study.h */
typedef struct study_source study_source_t;   /* eval/study/study_result.h */

typedef struct claim_facts {
    const char *title; /* the question's */
    int64_t seed;
    int variants; /* at least 1 */
} claim_facts_t;

typedef enum { CLAIM_JSON, CLAIM_CSV } claim_form_t;

/* The games behind figures. */
typedef struct claim_games {
    const claim_subject_t *subject;
    const claim_table_t *table;
} claim_games_t;

typedef struct claim_kind {
    const char *file; /* the question's, in its folder and in a bundle */

    /* Removes the parts from the object. */
    void *(*read)(cJSON *json, const char *where, failure_t *error);
    void (*free)(void *question);
    char *(*text)(const void *question); /* as in its file */
    claim_facts_t (*facts)(const void *question);
    /* The study that contains a variant, and its index there. */
    const study_t *(*variant)(const void *question, int number, int *index);

    /* For runs from elsewhere; out: their folder's name in the figures. */
    void *(*figures)(const void *question, const char *out, const study_source_t *source,
                     failure_t *error);
    void (*free_figures)(void *figures);
    void (*print)(const void *figures, claim_form_t form, FILE *file);
    /* From figures and games alone; source: what they rest on, in plain words. */
    char *(*page)(const void *figures, const claim_games_t *games, const char *source,
                  size_t *size);
} claim_kind_t;

extern const claim_kind_t claim_of_study;   /* study.h: is a game fair? */
extern const claim_kind_t claim_of_fairest; /* fairest.h: which variant is? */

#endif
