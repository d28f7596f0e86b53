#include "mcts/play/play_view.h"

#include "core/base/text_layout.h"
#include "core/game/outside_game.h"
#include "core/game/perft.h"
#include "core/terminal/terminal.h"
#include "mcts/play/play_board.h"

#include <stdlib.h>
#include <unistd.h>

enum { GUIDE_COLUMNS = 78 /* that guides are written for */ };

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

void play_view_paragraph(const char *text) {
    char lines[1024];
    text_t out = text_into(lines, sizeof lines);
    text_wrap(text, terminal_columns(STDOUT_FILENO), &out);
    fputs(lines, stdout);
}

void play_view_rules(const game_t *game) {
    const char *guide = game->class->guide;
    char *text = text_copy(guide);
    if (terminal_columns(STDOUT_FILENO) >= GUIDE_COLUMNS) {
        printf("%s", guide);
    } else {
        for (char *c = text; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        play_view_paragraph(text);
    }
    free(text);
}

void play_view_guide(const play_table_t *table) {
    printf("\n");
    play_view_rules(table->game);
    play_view_paragraph(
        "Type an action, its number, its cell, or a complete turn; the beginning of an "
        "action shows where it can lead. Also: hint, undo, rules, quit; help lists all "
        "commands.");
}

void play_view_board(const play_table_t *table, bool colour, FILE *file) {
    const transcript_t *transcript = &table->transcript;
    char picture[GAME_PICTURE_TEXT], last[2 * TURN_TEXT + 128], result[256];
    text_t out = text_into(picture, sizeof picture);
    game_picture(table->game, &transcript->state, colour, &out);
    out = text_into(last, sizeof last);
    play_board_write_last(table, &out);
    fprintf(file, "%s", picture);
    if (transcript->count > 0)
        fprintf(file, "turn %u; last: %s\n", transcript->turn + 1, last);
    if (transcript_outcome(transcript).over) {
        out = text_into(result, sizeof result);
        transcript_write_result(transcript, &out);
        fprintf(file, "The game is over. %s\n", result);
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
    if (terminal_moves()) {
        printf("%s is thinking (Ctrl-C: play now) ...", who);
        fflush(stdout);
    }
}

void play_view_thought(void) {
    if (terminal_moves())
        printf("\r\033[K");
}

void play_view_how_to_go_on(const play_table_t *table) {
    char position[GAME_POSITION_TEXT], call[OUTSIDE_GAME_CALL];
    game_write_position(table->game, &table->transcript.state, POSITION_FULL, position);
    printf("To continue from here: %s play %s %s --position '%s'\n",
           outside_game_call(table->game->class, call), table->game->class->name,
           table->game->variant_text, position);
}
