/* student.h - Student's t distribution: how much wider an interval is when the spread is
 * estimated from the values themselves.
 * Use: double half = student_two_sided(0.95, n - 1) * deviation / sqrt(n);
 *      double low = mean - student_skewed(t, skewness, n) * deviation / sqrt(n);
 * Errors: arguments out of range are the caller's mistake (REQUIRE).
 * Accuracy: to within a relative 2e-5 (2e-4 between one and two degrees of freedom) up to
 *      a level of 99.9 %, 5e-4 beyond; no stopping rule may depend on the last digits.
 * Source: Student 1908; Abramowitz and Stegun 26.5.4 for far tails, 26.7.5 for many
 *      degrees of freedom; P. Hall, On the removal of skewness by transformation, 1992.
 */
#ifndef CORE_STUDENT_H
#define CORE_STUDENT_H

/* The t for which -t ... t has probability `level`, 0 < level < 1; freedom: degrees of
 * freedom, 1 or more, not necessarily an integer. */
double student_two_sided(double level, double freedom);

/* The same for level 1 - miss, 0 < miss < 1, which may be so small that 1 - miss is 1. */
double student_two_sided_miss(double miss, double freedom);

/* How many standard errors the mean of `count` values of this skewness may be above the
 * truth where the mean of symmetric ones would be `t`; -student_skewed(-t, ...): below.
 */
double student_skewed(double t, double skewness, double count);

#endif
