/* kit_summary.h - texts that are embedded at build time: KIT.txt, the kit in 6 kB
 * (`fulcrum help kit`), and the games of configs/games, to begin another from (`fulcrum
 * new`).
 */
#ifndef CORE_KIT_SUMMARY_H
#define CORE_KIT_SUMMARY_H

#include "core/base/embedded.h"

extern const char KIT_txt[];
extern const embedded_text_t kit_classics[];
extern const char kit_classics_names[]; /* "amazons|ataxx|..." */

#endif
