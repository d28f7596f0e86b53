/* situ_feature_groups.h - the order of Situ's features: groups with one feature per node,
 * of which at most one is on for a node; then facts about the whole position, in each
 * pair the first about side 0.
 * Use: feature = group * cells + node; fact f is feature SITU_GROUPS * cells + f.
 * Source: mcts/evaluate/integer/INTEGER.md.
 */
#ifndef CORE_SITU_FEATURE_GROUPS_H
#define CORE_SITU_FEATURE_GROUPS_H

enum {
    SITU_GROUP_STONES = 0, /* of side 0: where nobody, side 0, side 1 has control */
    SITU_GROUP_EMPTY = 6,  /* after the stones of both sides: controlled by side 0, 1 */
    SITU_GROUP_REMOVED = 8,
    SITU_GROUPS = 9
};

enum {
    SITU_FACT_REMOVING = 0,
    SITU_FACT_FIRST = 2,  /* the first stone */
    SITU_FACT_SECOND = 4, /* the second action of a turn */
    SITU_FACTS = 6
};

#endif
