#include "selfplay/cli/show_saved.h"

#include "core/terminal/terminal.h"
#include "mcts/play/saved_game.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdio.h>

bool show_saved_is_one(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    int c = fgetc(file);
    while (c != EOF && isspace(c))
        c = fgetc(file);
    fclose(file);
    return c == '{';
}

static const char *player_name(const saved_game_t *saved, int player) {
    const cJSON *who = cJSON_GetArrayItem(saved->players, player);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(who, "name");
    return cJSON_IsString(who)    ? who->valuestring
           : cJSON_IsString(name) ? name->valuestring
                                  : "an agent";
}

static void print_heading(const saved_game_t *saved) {
    const session_t *session = &saved->session;
    const game_t *game = saved->game;
    char result[256];
    text_t out = text_into(result, sizeof result);
    session_write_result(session, &out);
    printf("%s %s\n", game->class->name, game->variant_text);
    for (int player = 0; player < 2; player++)
        printf("player %d: %s\n", player + 1, player_name(saved, player));
    printf("%u turn%s, %u action%s; %s\n\n", session->turn, TEXT_PLURAL(session->turn),
           session->count, TEXT_PLURAL(session->count), result);
}

static void print_board(const saved_game_t *saved, const char *action) {
    char picture[GAME_PICTURE_TEXT];
    text_t out = text_into(picture, sizeof picture);
    game_picture(saved->game, &saved->session.state, terminal_has_colour(), &out);
    printf("--- turn %u, action %u%s%s\n%s\n", saved->session.turn + 1,
           saved->session.count + 1, *action ? ": " : "", action, picture);
}

static void print_boards(saved_game_t *saved) {
    session_t *session = &saved->session;
    for (uint32_t count = 0; count <= session->length; count++) {
        char action[GAME_ACTION_TEXT] = "";
        session_go_to(session, count);
        if (count < session->length)
            game_write_action(saved->game, session->actions[count], action);
        print_board(saved, action);
    }
}

bool show_saved(const char *path, bool boards, failure_t *error) {
    saved_game_t saved;
    if (!saved_game_read(&saved, path, error))
        return false;
    print_heading(&saved);
    session_write_turns(&saved.session, stdout);
    if (boards) {
        printf("\n");
        print_boards(&saved);
    }
    saved_game_clear(&saved);
    return true;
}
