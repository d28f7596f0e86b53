/* portable_math.h - logarithm and exponential that are the same on every machine.
 * The C library's may differ in the last bit from one version to the next, and a search
 * that compares scores would then play another game. These are made of the four
 * operations and of exact scalings alone (IEEE double, no fused multiply-add: the build
 * says -ffp-contract=off), so they give the same bits everywhere. sqrt is exact by IEEE
 * and may be used as it is.
 * Accuracy: logarithm and exponential within 2 units in the last place; a power within
 * 3 + 2 |exponent log base| of them, which is plenty for drawing by visits.
 * Threads: pure functions.   Errors: none; arguments out of range are asserted.
 * Source: the range reduction and the odd series of atanh and the Taylor series of exp.
 */
#ifndef CORE_PORTABLE_MATH_H
#define CORE_PORTABLE_MATH_H

/* Natural logarithm of a positive, finite number. */
double portable_log(double x);

/* e to the x, for |x| up to 700. */
double portable_exp(double x);

/* base to the exponent; base > 0 or (base 0 and exponent > 0, which gives 0). */
double portable_pow(double base, double exponent);

#endif
