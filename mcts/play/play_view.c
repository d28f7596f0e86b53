#include "mcts/play/play_view.h"

#include "core/game/perft.h"

#include <unistd.h>

enum { LINE = 78 };

void play_view_player(const play_table_t *table, int player, text_t *out) {
    const game_t *game = table->game;
    int side = game_side_of(game, &table->transcript.state, player);
    text_add(out, "%s (player %d)", game->class->side_names[side], player + 1);
}

void play_view_heading(const play_table_t *table, FILE *file) {
    const game_t *game = table->game;
    fprintf(file, "%s, %s\n", game->class->title, game->variant_text);
    for (int player = 0; player < 2; player++) {
        const play_seat_t *seat = &table->seats[player];
        char buffer[256];
        text_t out = text_into(buffer, sizeof buffer);
        play_view_player(table, player, &out);
        text_add(&out, ": %s", play_seat_name(seat));
        if (!seat->person) {
            text_add(&out, ", ");
            play_seat_write_budget(seat, &out);
        }
        fprintf(file, "%s\n", buffer);
    }
}

void play_view_guide(const play_table_t *table) {
    printf("\n%s", table->game->class->guide);
    printf("Type an action as it is written, its number, or a whole turn. Then: hint, "
           "undo,\nmoves, analyze, save FILE, quit; help says the rest.\n");
}

/* The last two turns: "South d4xe5xf5, North @c6". */
static void write_last_turns(const play_table_t *table, text_t *out) {
    const transcript_t *transcript = &table->transcript;
    const game_t *game = table->game;
    char texts[2][TURN_TEXT] = {"", ""};
    const char *sides[2] = {NULL, NULL};
    text_t turn = text_into(texts[0], TURN_TEXT);
    state_t state = {0};
    int turns = 0, player = NOBODY;
    game_copy(game, &state, &transcript->start);
    for (uint32_t i = 0; i < transcript->count; i++) {
        int mover = game_player(game, &state);
        if (mover != player) {
            turn = text_into(texts[++turns % 2], TURN_TEXT);
            sides[turns % 2] = game->class->side_names[game_side(game, &state)];
        }
        player = mover;
        turn_text_add(game, transcript->actions[i], &turn);
        game_apply(game, &state, transcript->actions[i]);
    }
    for (int i = turns > 1 ? turns - 1 : 1; i <= turns; i++)
        text_add(out, "%s%s %s", i == turns && turns > 1 ? ", " : "", sides[i % 2],
                 texts[i % 2]);
}

void play_view_board(const play_table_t *table, bool colour, FILE *file) {
    const transcript_t *transcript = &table->transcript;
    char picture[GAME_PICTURE_TEXT], last[2 * TURN_TEXT + 128], result[256];
    text_t out = text_into(picture, sizeof picture);
    game_picture(table->game, &transcript->state, colour, &out);
    out = text_into(last, sizeof last);
    write_last_turns(table, &out);
    fprintf(file, "%s", picture);
    if (transcript->count > 0)
        fprintf(file, "turn %u; last: %s\n", transcript->turn + 1, last);
    if (transcript_outcome(transcript).over) {
        out = text_into(result, sizeof result);
        transcript_write_result(transcript, &out);
        fprintf(file, "The game is over. %s\n", result);
    }
}

void play_view_actions(const play_table_t *table, bool all) {
    const game_t *game = table->game;
    action_t actions[GAME_MAX_LEGAL];
    char cells[GAME_MAX_LEGAL][GAME_ACTION_TEXT + 8];
    int count = game_legal(game, &table->transcript.state, actions), width = 0;
    for (int i = 0; i < count; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(game, actions[i], text);
        int length = snprintf(cells[i], sizeof cells[i], "%d %s", i + 1, text);
        width = length > width ? length : width;
    }
    int columns = LINE / (width + 2);
    if (!all && count > 2 * columns) {
        printf("%d actions, such as %s (moves lists them)\n", count,
               strchr(cells[0], ' ') + 1);
        return;
    }
    for (int i = 0; i < count; i++) {
        bool last = i + 1 == count || i % columns == columns - 1;
        printf("  %-*s%s", last ? 0 : width, cells[i], last ? "\n" : "");
    }
}

void play_view_value(double value, proof_t proof, text_t *out) {
    static const char *const proofs[] = {
        [PROOF_LOSS] = "loss", [PROOF_DRAW] = "draw", [PROOF_WIN] = "win"};
    if (proof == PROOF_NONE)
        text_add(out, "%.1f %%", 100 * value);
    else
        text_add(out, "proven %s", proofs[proof]);
}

void play_view_thinking(const char *who) {
    if (isatty(STDOUT_FILENO)) {
        printf("%s is thinking (Ctrl-C: enough) ...", who);
        fflush(stdout);
    }
}

void play_view_thought(void) {
    if (isatty(STDOUT_FILENO))
        printf("\r\033[K");
}

void play_view_how_to_go_on(const play_table_t *table) {
    char position[GAME_POSITION_TEXT];
    game_write_position(table->game, &table->transcript.state, POSITION_FULL, position);
    printf("To go on from here: fulcrum play %s %s --position '%s'\n",
           table->game->class->name, table->game->variant_text, position);
}
