/* build_info.h - version, commit, compiler and instruction set of this program.
 * The build sets version and commit (CMakeLists.txt); the compiler's macros give the
 * rest.
 */
#ifndef CORE_BUILD_INFO_H
#define CORE_BUILD_INFO_H

extern const char build_program[];      /* "fulcrum 0.1.0 (abcdef0)" */
extern const char build_compiler[];     /* "gcc 12.2.0" */
extern const char build_type[];         /* "Release", "Debug address,undefined", ... */
extern const char build_instructions[]; /* "x86-64-v2", "x86-64 avx512f bmi2", ... */

#endif
