/* kit_summary.h - KIT.txt, the kit in 6 kB, embedded at build time: `fulcrum help kit`.
 */
#ifndef CORE_KIT_SUMMARY_H
#define CORE_KIT_SUMMARY_H

extern const char KIT_txt[];

#endif
