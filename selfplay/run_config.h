/* run_config.h - the configuration of a run: one JSON object, and what it means.
 * Use: run_config_t config;
 *      if (!run_config_load(&config, "run.json", words, count, &error)) ...
 *      char *text = run_config_text(&config);  free(text);   run_config_clear(&config);
 * {"game": "NAME", "variant": {...}, "games": 400, "search": {...}, ...}: every
 * key but `game` has a default. key=value words change any key by its dotted path.
 * How many threads play is no part of what a run is: it is left out of the effective
 * configuration, and of its hash.
 * Owns: run_config_clear releases the game.   Threads: constant after load.
 * Errors: as json.h and keys.h; nothing is kept then.
 */
#ifndef SELFPLAY_RUN_CONFIG_H
#define SELFPLAY_RUN_CONFIG_H

#include "core/game.h"
#include "mcts/choose.h"
#include "mcts/search_config.h"

typedef struct run_config {
    game_t *game;
    int64_t games;       /* of the whole run */
    int64_t seed;        /* of the run */
    int64_t shard_games; /* games a file */
    int64_t threads;     /* 0: as many as the machine offers */
    temperature_t temperature;
    search_config_t search;
    search_parallel_t parallel; /* of one search; a run has one thread in each */
} run_config_t;

bool run_config_load(run_config_t *config, const char *path, char *const *words,
                     int num_words, failure_t *error);

/* The same for the text of a configuration; where: what messages call it. */
bool run_config_parse(run_config_t *config, const char *text, const char *where,
                      char *const *words, int num_words, failure_t *error);
void run_config_clear(run_config_t *config);

/* The effective configuration: every key, in one order; the caller frees it. */
char *run_config_text(const run_config_t *config);

/* 64 bits of the effective configuration's text, the same on every machine. */
uint64_t run_config_hash(const char *text);

/* All keys with defaults, for --help. */
void run_config_document(FILE *file);

/* Says in which key two effective configurations differ first. */
void run_config_difference(const char *theirs, const char *ours, text_t *out);

#endif
