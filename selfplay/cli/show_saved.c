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
    const transcript_t *transcript = &saved->transcript;
    const game_t *game = saved->game;
    char result[256];
    text_t out = text_into(result, sizeof result);
    transcript_write_result(transcript, &out);
    printf("%s %s\n", game->class->name, game->variant_text);
    for (int player = 0; player < 2; player++)
        printf("player %d: %s\n", player + 1, player_name(saved, player));
    printf("%u turn%s, %u action%s; %s\n\n", transcript->turn,
           TEXT_PLURAL(transcript->turn), transcript->count,
           TEXT_PLURAL(transcript->count), result);
}

static void print_board(const saved_game_t *saved, const char *action) {
    char picture[GAME_PICTURE_TEXT];
    text_t out = text_into(picture, sizeof picture);
    game_picture(saved->game, &saved->transcript.state, terminal_has_colour(), &out);
    printf("--- turn %u, action %u%s%s\n%s\n", saved->transcript.turn + 1,
           saved->transcript.count + 1, *action ? ": " : "", action, picture);
}

static void print_boards(saved_game_t *saved) {
    transcript_t *transcript = &saved->transcript;
    transcript_go_to(transcript, 0);
    do {
        char action[GAME_ACTION_TEXT] = "";
        if (transcript->count < transcript->length)
            game_write_action(saved->game, transcript->actions[transcript->count],
                              action);
        print_board(saved, action);
    } while (transcript_forth(transcript));
}

bool show_saved(const char *path, bool boards, failure_t *error) {
    saved_game_t saved;
    if (!saved_game_read(&saved, path, error))
        return false;
    print_heading(&saved);
    transcript_write_turns(&saved.transcript, stdout);
    if (boards) {
        printf("\n");
        print_boards(&saved);
    }
    saved_game_clear(&saved);
    return true;
}
