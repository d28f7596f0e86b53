/* night_training.h - what learning does with HDF5, or for too long, simulated: exports,
 * their rows, training (all by --wrap).
 * Use: training_clear();      after the last night
 * Owns: the networks that processes have opened, one per contents, until then.
 * Threads: one.
 */
#ifndef TESTS_NIGHT_TRAINING_H
#define TESTS_NIGHT_TRAINING_H

void training_clear(void);

#endif
