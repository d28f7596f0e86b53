/* fulcrum games: which games there are, their variants and sizes. */
#include "core/cli/cli.h"
#include "core/game/pie_rule.h"

#include <argp.h>
#include <stdio.h>

static int parse(int key, char *word, struct argp_state *state) {
    return cli_take_word(state->input, 1, key, word, state);
}

static const struct argp parser = {
    .parser = parse,
    .args_doc = "[GAME]",
    .doc =
        "List the games: their rule variants with defaults and allowed values, and the "
        "sizes of board, actions and state.",
};

static void print_sizes(const game_class_t *class, const char *variant) {
    char text[GAME_VARIANT_TEXT];
    cli_words_t words = {0};
    failure_t error;
    snprintf(text, sizeof text, "%s", variant ? variant : "");
    cli_split(text, &words);
    game_t *game = game_new(class->name, words.words, words.count, &error);
    REQUIRE(game);
    printf(
        "  %-24s %d cells, %d actions, state %d bytes, packed %d bytes, %d symmetr%s\n",
        variant && *variant ? variant : "default", game->cells, game->num_actions,
        game->state_bytes, game->packed_bytes, game->num_symmetries,
        game->num_symmetries == 1 ? "y" : "ies");
    game_free(game);
}

static void print_game(const game_class_t *class) {
    printf("%s: %s (%s moves first, then %s), rules version %d\n", class->name,
           class->title, class->side_names[0], class->side_names[1],
           class->rules_version);
    keyset_document(&class->variant_keys, stdout);
    printf("  %-24s %-9s pie rule: after the first turn player 2 may exchange sides\n"
           "  %-24s %-9s   true or false\n",
           SWAP_KEY, "false", "", "");
    print_sizes(class, class->showcase[0]);
    for (int i = 1; i < 4 && class->showcase[i]; i++)
        print_sizes(class, class->showcase[i]);
}

int command_games(int argc, char **argv) {
    cli_words_t words = {0};
    failure_t error;
    argp_parse(&parser, argc, argv, 0, NULL, &words);
    if (words.count == 1) {
        const game_class_t *class = game_class_find(words.words[0], &error);
        if (!class)
            return cli_fail(&error);
        print_game(class);
        return cli_finish_output();
    }
    for (int i = 0; i < game_class_count; i++) {
        printf("%s", i ? "\n" : "");
        print_game(game_classes[i]);
    }
    return cli_finish_output();
}
