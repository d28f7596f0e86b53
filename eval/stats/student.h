/* student.h - Student's t distribution: how much wider an interval is when the spread is
 * estimated from the values themselves.
 * Use: double half = student_two_sided(0.95, n - 1) * deviation / sqrt(n);
 * Threads: pure.   Errors: none; arguments out of range are the caller's mistake
 *      (REQUIRE).
 * Accuracy: to within 1e-5 of the value; no stopping rule may depend on the last digits.
 * Source: Student 1908; Abramowitz and Stegun 26.7.5 for many degrees of freedom.
 */
#ifndef EVAL_STUDENT_H
#define EVAL_STUDENT_H

/* The t for which -t ... t has probability `level`, 0 < level < 1; freedom: degrees of
 * freedom, 1 or more, not necessarily an integer. */
double student_two_sided(double level, double freedom);

#endif
