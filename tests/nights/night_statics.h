/* night_statics.h - the program's static variables, for each simulated process.
 * Use: statics_t *mine = statics_new();
 *      statics_enter(mine);  ... the program's code ...  statics_leave(mine);
 * Threads: one.
 */
#ifndef TESTS_NIGHT_STATICS_H
#define TESTS_NIGHT_STATICS_H

typedef struct statics statics_t;

statics_t *statics_new(void);
void statics_free(statics_t *statics);
void statics_enter(const statics_t *statics);
void statics_leave(statics_t *statics);

#endif
