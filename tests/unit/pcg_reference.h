/* pcg_reference.h - the C++ library of the PCG paper, as C functions.
 * Use: pcg_reference_draw(seed, stream, outputs, 100);
 * Source: M. O'Neill's pcg-cpp, class pcg32 (Debian package libpcg-cpp-dev).
 */
#ifndef TESTS_PCG_REFERENCE_H
#define TESTS_PCG_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the library's pcg32(seed, stream) and draws. */
void pcg_reference_draw(uint64_t seed, uint64_t stream, uint32_t *outputs, size_t count);

#ifdef __cplusplus
}
#endif

#endif
