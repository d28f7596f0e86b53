/* night_plants.h - faults planted in the program's calls, to check that nights find them.
 * Use: planted = PLANT_NO_FILE_SYNC;   ... nights ...   planted = PLANT_NONE;
 * Threads: one.
 */
#ifndef TESTS_NIGHT_PLANTS_H
#define TESTS_NIGHT_PLANTS_H

typedef enum {
    PLANT_NONE,
    PLANT_NO_FILE_SYNC,       /* files are published without being synced */
    PLANT_NO_FOLDER_SYNC,     /* their names are not synced */
    PLANT_IN_PLACE,           /* shards are written under their final names */
    PLANT_RENAME_IGNORED,     /* a failed rename counts as done */
    PLANT_SWEEPS_LIVING,      /* files of running processes are swept away */
    PLANT_PARTIAL_IS_WHOLE,   /* a short shard counts as complete */
    PLANT_MERGES_EARLY,       /* the last job merges what there is, whatever failed */
    PLANT_TORN_ENTRIES,       /* entries of journals have no checksum */
    PLANT_SETTLES_LATE,       /* an existing name is taken all the same */
    PLANT_JOURNAL_GOES_FIRST, /* a journal is removed before its shard is published */
    PLANT_TRAINS_EARLY,       /* a network is trained on the games there are */
    PLANT_WEIGHTS_IN_PLACE,   /* weights are written under their final name */
    PLANT_COUNTS_EARLY,       /* a gate is decided by the games that are seen */
    PLANT_OTHER_RESULT,       /* a generation's result is the next one's */
    PLANT_COUNT
} plant_t;

extern plant_t planted;
extern const char *const plant_names[PLANT_COUNT];

#endif
