/* portable_math.h - logarithm and exponential with the same results on every machine.
 * Those of the C library may differ in the last bit between versions, and a search that
 * compares scores would then play a different game. These use only the four basic
 * operations and exact scaling (IEEE double, no fused multiply-add: the build sets
 * -ffp-contract=off), so they are bit-identical everywhere. IEEE sqrt is correctly
 * rounded and may be used as it is.
 * Accuracy: logarithm and exponential within 2 units in the last place; powers within
 * 3 + 2 |exponent log base| of them, ample for sampling by visits.
 * Errors: arguments out of range are asserted.
 * Method: range reduction, then the odd series of atanh and the Taylor series of exp.
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
