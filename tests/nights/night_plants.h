/* night_plants.h - faults that are planted in the program's calls, to see that nights
 * find them.
 * Use: planted = PLANT_NO_FILE_SYNC;   ... nights ...   planted = PLANT_NONE;
 * Threads: one.   Errors: none.
 */
#ifndef TESTS_NIGHT_PLANTS_H
#define TESTS_NIGHT_PLANTS_H

typedef enum {
    PLANT_NONE,
    PLANT_NO_FILE_SYNC,       /* a file is published that was not synced */
    PLANT_NO_FOLDER_SYNC,     /* its name is not synced */
    PLANT_IN_PLACE,           /* a shard is written under its final name */
    PLANT_RENAME_IGNORED,     /* a rename that fails counts as done */
    PLANT_SWEEPS_LIVING,      /* what a living process writes is swept away */
    PLANT_PARTIAL_IS_WHOLE,   /* a short shard counts as a whole one */
    PLANT_MERGES_EARLY,       /* the last job merges what there is, whatever failed */
    PLANT_TORN_ENTRIES,       /* entries of journals have no checksum */
    PLANT_SETTLES_LATE,       /* a name that somebody has is taken all the same */
    PLANT_JOURNAL_GOES_FIRST, /* a journal goes before its shard is published */
    PLANT_COUNT
} plant_t;

extern plant_t planted;
extern const char *const plant_names[PLANT_COUNT];

#endif
