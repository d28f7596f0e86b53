/* seega_feature_groups.h - the order of Seega's features: groups with one feature per
 * cell, then facts about the whole position. In each pair the first is about side 0.
 * Use: feature = group * cells + cell; fact f is feature SEEGA_GROUPS * cells + f.
 * Source: mcts/evaluate/integer/INTEGER.md.
 */
#ifndef CORE_SEEGA_FEATURE_GROUPS_H
#define CORE_SEEGA_FEATURE_GROUPS_H

enum {
    SEEGA_GROUP_PIECES = 0,
    SEEGA_GROUP_FREE = 2, /* pieces next to an empty cell */
    SEEGA_GROUP_THREATENED =
        4, /* pieces that one move would capture; not while placing */
    SEEGA_GROUP_GOING_ON = 6,
    SEEGA_GROUPS = 8
};

enum {
    SEEGA_FACT_PLACING = 0, /* nothing placed in this turn */
    SEEGA_FACT_SECOND = 2,  /* one piece placed in this turn */
    SEEGA_FACT_REMOVED = 4,
    SEEGA_FACT_TURNS = 6
};

#endif
