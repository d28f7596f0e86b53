#include "eval/metrics/opening_book.h"

#include "eval/metrics/game_trace.h"

#include <stdlib.h>

void opening_book_init(opening_book_t *book, const game_t *game) {
    *book = (opening_book_t){.game = game};
}

void opening_book_clear(opening_book_t *book) {
    free(book->games);
    *book = (opening_book_t){0};
}

static int compare_actions(const action_t *a, const action_t *b) {
    for (int i = 0; i < BOOK_DEPTH; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* The smallest of the images. */
static void take_image(const game_t *game, int depth, book_game_t *entry) {
    action_t plain[BOOK_DEPTH], image[BOOK_DEPTH];
    memcpy(plain, entry->actions, sizeof plain);
    memcpy(image, entry->actions, sizeof image);
    for (int symmetry = 1; symmetry < game->num_symmetries; symmetry++) {
        if (game_symmetry_exchanges_sides(game, symmetry))
            continue;
        for (int i = 0; i < depth; i++)
            image[i] = game_symmetry_action(game, symmetry, plain[i]);
        if (compare_actions(image, entry->actions) < 0)
            memcpy(entry->actions, image, sizeof image);
    }
}

void opening_book_add(opening_book_t *book, const game_trace_t *trace) {
    book->games =
        memory_grow(book->games, &book->capacity, book->count + 1, sizeof *book->games);
    book_game_t *entry = &book->games[book->count++];
    int depth = trace->num_actions < BOOK_DEPTH ? (int)trace->num_actions : BOOK_DEPTH;
    entry->searched = 0;
    entry->points = (uint8_t)half_points(trace->outcome.winner, 0);
    for (int i = 0; i < BOOK_DEPTH; i++) {
        entry->actions[i] = i < depth ? trace->steps[i].chosen : ACTION_NONE;
        if (i < depth && trace->steps[i].is_searched)
            entry->searched = (uint16_t)(entry->searched | 1U << i);
    }
    take_image(book->game, depth, entry);
}

static int by_actions(const void *a, const void *b) {
    const book_game_t *x = a, *y = b;
    return compare_actions(x->actions, y->actions);
}

void opening_book_finish(opening_book_t *book) {
    if (book->count > 0)
        qsort(book->games, book->count, sizeof *book->games, by_actions);
}

/* The line of the games [first, end). */
static book_line_t line_of(const opening_book_t *book, size_t first, size_t end,
                           int depth) {
    book_line_t line = {.first = first,
                        .games = end - first,
                        .depth = depth,
                        .scores = outcome_counts_of_games()};
    for (size_t i = first; i < end; i++) {
        const book_game_t *game = &book->games[i];
        outcome_counts_add(&line.scores, game->points);
        line.searched += depth > 0 && (game->searched >> (depth - 1) & 1);
    }
    return line;
}

book_line_t opening_book_start(const opening_book_t *book) {
    return line_of(book, 0, book->count, 0);
}

/* Inserts a line into the most frequent ones; stable. */
static int insert(book_line_t *replies, int count, int most, const book_line_t *line) {
    int place = count;
    while (place > 0 && replies[place - 1].games < line->games)
        place--;
    if (place >= most)
        return count;
    count += count < most;
    memmove(replies + place + 1, replies + place,
            (size_t)(count - 1 - place) * sizeof *replies);
    replies[place] = *line;
    return count;
}

int opening_book_replies(const opening_book_t *book, const book_line_t *line,
                         book_line_t *replies, int most, size_t least) {
    size_t end = line->first + line->games;
    int count = 0;
    if (line->depth >= BOOK_DEPTH)
        return 0;
    for (size_t from = line->first, to; from < end; from = to) {
        action_t action = book->games[from].actions[line->depth];
        for (to = from + 1; to < end; to++)
            if (book->games[to].actions[line->depth] != action)
                break;
        if (action == ACTION_NONE || to - from < least)
            continue;
        book_line_t reply = line_of(book, from, to, line->depth + 1);
        count = insert(replies, count, most, &reply);
    }
    return count;
}
