#include "mcts/play/play_watch.h"

#include "core/base/memory_stream.h"
#include "core/base/text_layout.h"
#include "core/terminal/terminal.h"
#include "mcts/play/play_view.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct watching {
    play_table_t *table;
    terminal_t terminal;
    FILE *lines; /* a memory stream while the terminal shows the board */
    char last[256];
    double scores[2]; /* each player's last search value, to player 1; < 0: none */
} watching_t;

/* "  12. South (player 1)  d4xe5       55.7 %        400 visits   0.01 s" */
static void note(watching_t *watching, const play_thought_t *thought) {
    play_table_t *table = watching->table;
    int player = play_table_player(table);
    char who[128], action_text[GAME_ACTION_TEXT], value[32] = "";
    text_t out = text_into(who, sizeof who);
    play_view_player(table, player, &out);
    game_write_action(table->game, thought->action, action_text);
    out = text_into(value, sizeof value);
    play_view_value(thought->value, thought->proof, &out);
    snprintf(watching->last, sizeof watching->last,
             "%4u. %-18s %-10s %11s %10u visits %7.2f s", table->transcript.count + 1,
             who, action_text, value, thought->visits, thought->seconds);
    fprintf(watching->lines, "%s\n", watching->last);
    fflush(watching->lines);
    watching->scores[player] = player == 0 ? thought->value : 1 - thought->value;
}

/* "South (player 1)    uct-400         ##########---------- 51 % for player 1" */
static void write_bar(const watching_t *watching, int player, FILE *file) {
    enum { WIDTH = 20, NAME_WIDTH = 20 };
    const play_table_t *table = watching->table;
    double score = watching->scores[player];
    char who[128], name[TEXT_SHORT];
    text_t out = text_into(who, sizeof who);
    play_view_player(table, player, &out);
    fprintf(file, "%-18s ", who);
    text_shorten(play_seat_name(&table->seats[player]), NAME_WIDTH, name);
    text_print_padded(file, name, NAME_WIDTH + 1);
    for (int i = 0; i < WIDTH && score >= 0; i++)
        fputc(i < (int)(score * WIDTH + 0.5) ? '#' : '-', file);
    if (score >= 0)
        fprintf(file, " %.0f %% for player 1", 100 * score);
    fputc('\n', file);
}

/* The most important lines come first: a small screen cuts off the end. */
static void draw(const watching_t *watching) {
    char *text = NULL;
    size_t size = 0;
    if (!watching->terminal.open)
        return;
    FILE *file = memory_stream_open(&text, &size);
    for (int player = 0; player < 2; player++)
        write_bar(watching, player, file);
    fprintf(file, "%s\n", *watching->last ? watching->last : "Ctrl-C ends the game.");
    play_view_board(watching->table, true, file);
    memory_stream_close(file);
    terminal_draw(text);
    free(text);
}

/* Ctrl-C interrupts it. */
static void pause_for(double seconds) {
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    if (!terminal_interrupted())
        nanosleep(&time, NULL);
}

static bool play_on(watching_t *watching, double delay, failure_t *error) {
    play_table_t *table = watching->table;
    bool saved = true;
    draw(watching);
    while (saved && !terminal_interrupted() &&
           !transcript_outcome(&table->transcript).over) {
        play_thought_t thought;
        play_table_search(table, play_table_seat(table), &thought);
        if (thought.stopped)
            return true;
        note(watching, &thought);
        saved = play_table_play(table, thought.action, error);
        draw(watching);
        if (watching->terminal.open)
            pause_for(delay);
    }
    return saved;
}

bool play_watch(play_table_t *table, double delay, failure_t *error) {
    watching_t watching = {.table = table, .scores = {-1, -1}, .lines = stdout};
    char *text = NULL;
    size_t size = 0;
    play_view_heading(table, stdout);
    printf("\n");
    fflush(stdout);
    if (terminal_open(&watching.terminal))
        watching.lines = memory_stream_open(&text, &size);
    REQUIRE(watching.lines);
    bool live = watching.terminal.open;
    bool saved = play_on(&watching, delay, error);
    terminal_close(&watching.terminal);
    if (live) {
        memory_stream_close(watching.lines);
        fputs(text, stdout);
        free(text);
    }
    printf("\n");
    play_view_board(table, live, stdout);
    if (!transcript_outcome(&table->transcript).over) {
        printf("Stopped.\n");
        play_view_how_to_go_on(table);
    }
    return saved;
}
