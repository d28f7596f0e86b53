/* seesaw_feature_groups.h - the order of Seesaw's features: groups with one feature per
 * cell, in the order of the board's bits (seesaw_board_t.place_cell), then facts about
 * the whole position. In each pair the first is about side 0.
 * Use: feature = group * cells + place; fact f is feature SEESAW_GROUPS * cells + f.
 * Source: mcts/evaluate/integer/INTEGER.md.
 */
#ifndef CORE_SEESAW_FEATURE_GROUPS_H
#define CORE_SEESAW_FEATURE_GROUPS_H

enum {
    SEESAW_SIZES = 6, /* stacks of size 1, 2, 3, 4, odd from 5 on, even from 6 on */
    SEESAW_GROUP_TILES = 2 * SEESAW_SIZES,         /* after the stacks of both sides */
    SEESAW_GROUP_CHAIN = SEESAW_GROUP_TILES + 2,   /* a stack that may continue */
    SEESAW_GROUP_REACHED = SEESAW_GROUP_CHAIN + 2, /* stacks in reach of an enemy's */
    SEESAW_GROUPS = SEESAW_GROUP_REACHED + 2,
    SEESAW_REACH = 6 /* steps: larger stacks count as reaching this far */
};

enum {
    SEESAW_STEPS_LEFT = 4,                      /* 1, 2, 3, 4 or more */
    SEESAW_FACT_PASSED = 2 * SEESAW_STEPS_LEFT, /* after the steps left of both sides */
    SEESAW_FACT_FIRST = SEESAW_FACT_PASSED + 2,
    SEESAW_FACT_TURNS = SEESAW_FACT_FIRST + 2
};

#endif
