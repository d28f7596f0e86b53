/* study_question.h - a study from the command line: the grid of variants given by a
 * game's name and lists of values.
 * Use: if (study_question_is(word)) {
 *          study_question_folder(game, words, count, folder);     "runs/GAME-size-4-6"
 *          study_question_load(&study, game, words, count, &more, &error) ... }
 * "GAME size=4,6 swap=false,true": every combination of the listed values is a variant;
 * simulations=25,100 lists the strength levels instead of the defaults; any other word
 * sets a key of study_document(). The same words are the same study: it resumes its
 * games.
 * Owns: as study.h.   Threads: pure.
 * Errors: unknown keys and values; too many variants or strength levels for a study.
 */
#ifndef EVAL_STUDY_QUESTION_H
#define EVAL_STUDY_QUESTION_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct study study_t; /* eval/study/study.h */

/* Whether a word is the name of a game and not of a file. */
bool study_question_is(const char *word);

/* Adds variants to a study: "a: size=5, b: size=5 swap=true". */
bool study_question_add(study_t *study, const char *variants, failure_t *error);

enum { STUDY_QUESTION_FOLDER = 160 };
void study_question_folder(const char *game, char *const *words, int count,
                           char folder[STUDY_QUESTION_FOLDER]);

/* games.most, unless a word sets it. Playouts stop when the precision is reached;
 * networks play all games. */
enum { STUDY_QUESTION_GAMES = 10000, STUDY_QUESTION_NETWORK_GAMES = 1800 };
typedef struct study_question {
    int64_t most;         /* one of these */
    const char *variants; /* "a: size=5, b: size=5 swap=true": these, with the single
                             values of the words, instead of the grid; NULL: the grid */
} study_question_t;
bool study_question_load(study_t *study, const char *game, char *const *words, int count,
                         const study_question_t *more, failure_t *error);

#endif
