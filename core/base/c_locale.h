/* c_locale.h - the C locale for one thread, so that numbers have a decimal point even in
 * a program that has set another locale.
 * Use: locale_t before = c_locale_enter();   vsnprintf(...);   uselocale(before);
 * Threads: each has its own.
 */
#ifndef CORE_C_LOCALE_H
#define CORE_C_LOCALE_H

#include <locale.h>

/* C libraries have the C locale as a constant: it is found, not allocated. */
static inline locale_t c_locale_enter(void) {
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

#endif
