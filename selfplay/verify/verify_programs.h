/* verify_programs.h - the outside programs that the games of a run name: none is started
 * unless the caller of verify names it, too.
 * Use: const engine_program_t *unnamed = verify_unnamed_program(&verify);
 *      if (unnamed) verify_ask_for_name(unnamed, path, "games cannot be ...", &error)
 *      verify_open_agents(&verify, &error)
 * Errors: a program that the options do not name, or that no agent has.
 */
#ifndef SELFPLAY_VERIFY_PROGRAMS_H
#define SELFPLAY_VERIFY_PROGRAMS_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct engine_program engine_program_t; /* mcts/engine/engine_program.h */
typedef struct verify verify_t;                 /* selfplay/verify/verify.h */

/* An agent's program that the options do not name; NULL: there is none. */
const engine_program_t *verify_unnamed_program(verify_t *verify);

/* Sets the error: what needs it, and how to name it. Returns false. */
bool verify_ask_for_name(const engine_program_t *program, const char *path,
                         const char *what, failure_t *error);

/* Whether each program that the options name is one of the agents'. */
bool verify_check_programs(verify_t *verify, failure_t *error);

/* Opens the networks of the run's agents and starts their outside programs, all of which
 * the options must name, to play games again. */
bool verify_open_agents(verify_t *verify, failure_t *error);

#endif
