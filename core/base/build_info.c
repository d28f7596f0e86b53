#include "core/base/build_info.h"

#ifndef FULCRUM_VERSION
#define FULCRUM_VERSION "0"
#endif
#ifndef FULCRUM_COMMIT
#define FULCRUM_COMMIT "unknown"
#endif

#ifndef FULCRUM_BUILD_TYPE
#define FULCRUM_BUILD_TYPE "unknown"
#endif

const char build_type[] = FULCRUM_BUILD_TYPE;
const char build_program[] = "fulcrum " FULCRUM_VERSION " (" FULCRUM_COMMIT ")";

#if defined(__clang__)
const char build_compiler[] = "clang " __clang_version__;
#elif defined(__GNUC__)
const char build_compiler[] = "gcc " __VERSION__;
#else
const char build_compiler[] = "unknown";
#endif

#if defined(__AVX512F__) && defined(__BMI2__)
const char build_instructions[] = "x86-64 avx512f bmi2";
#elif defined(__AVX2__) && defined(__BMI2__)
const char build_instructions[] = "x86-64 avx2 bmi2";
#elif defined(__SSE4_2__)
const char build_instructions[] = "x86-64-v2";
#elif defined(__x86_64__)
const char build_instructions[] = "x86-64";
#elif defined(__aarch64__)
const char build_instructions[] = "aarch64";
#else
const char build_instructions[] = "unknown";
#endif
