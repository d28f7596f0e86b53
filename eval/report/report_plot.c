#include "eval/report/report_plot.h"

#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "eval/report/html.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Okabe and Ito's colours, which differ for the colour-blind too. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#56b4e9", "#e69f00", "#000000", "#7f7f7f"};

const char *report_plot_colour(int i) {
    return colours[(size_t)i % (sizeof colours / sizeof colours[0])];
}

int report_plot_point(int i) {
    static const int filled[] = {5, 7, 9, 11, 13}; /* gnuplot's numbers */
    return filled[(size_t)i % (sizeof filled / sizeof filled[0])];
}

void report_plot_text(FILE *script, const char *text) {
    char *plain = text_copy(text);
    plain_text_make(plain);
    text_print_quoted(script, '\'', plain);
    free(plain);
}

/* --- Running gnuplot ---------------------------------------------------------------- */

/* The script's file is its input; what it writes comes into `out` and `messages`. */
static bool run(FILE *script, FILE *out, FILE *messages, failure_t *error) {
    char name[] = "gnuplot";
    char *const words[] = {name, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    if (fflush(script) != 0 || ferror(script))
        return error_set(error, "a temporary file cannot be written: %s",
                         strerror(errno));
    rewind(script);
    lseek(fileno(script), 0, SEEK_SET);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDERR_FILENO);
    int failed = posix_spawnp(&child, name, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return error_set(error,
                         "gnuplot cannot be run: %s; install it (Debian: "
                         "gnuplot-nox)",
                         strerror(failed));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    char text[400] = "";
    rewind(messages);
    text[fread(text, 1, sizeof text - 1, messages)] = 0;
    return error_set(error, "gnuplot failed: %s", text);
}

bool report_plot_is_there(void) {
    FILE *script = tmpfile(), *out = tmpfile(), *messages = tmpfile();
    failure_t ignored;
    bool right = script && out && messages;
    if (right) {
        fputs("set terminal svg\n", script);
        fflush(script);
        right = run(script, out, messages, &ignored);
    }
    if (script)
        fclose(script);
    if (out)
        fclose(out);
    if (messages)
        fclose(messages);
    return right;
}

/* --- The SVG ------------------------------------------------------------------------ */

static char *read_all(FILE *file) {
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    rewind(file);
    char *text = memory_new((size_t)(size > 0 ? size : 0) + 1, 1);
    text[fread(text, 1, (size_t)(size > 0 ? size : 0), file)] = 0;
    return text;
}

/* Whether a name of an element begins here: behind id='  href='#  url(#. */
static int name_at(const char *p) {
    static const char *const before[] = {"id=\"", "id='", "href='#", "href=\"#", "url(#"};
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        if (strncmp(p, before[i], strlen(before[i])) == 0)
            return (int)strlen(before[i]);
    return 0;
}

/* The element alone: without the head of a file, with our title instead of gnuplot's. */
static bool write_svg(const char *text, const char *id, const char *title, FILE *page,
                      failure_t *error) {
    const char *begin = strstr(text, "<svg"), *titled = strstr(text, "<title>");
    const char *end = titled ? strstr(titled, "</desc>") : NULL;
    const char *inside = begin ? strchr(begin, '>') : NULL;
    if (!inside || !end || titled < inside || !strstr(end, "</svg>"))
        return error_set(error, "gnuplot's SVG is not as it is known");
    fprintf(page, "<svg role=\"img\" aria-labelledby=\"plot-%s\"", id);
    fwrite(begin + 4, 1, (size_t)(inside + 1 - begin - 4), page);
    fprintf(page, "<title id=\"plot-%s\">", id);
    html_text(page, title);
    fputs("</title>", page);
    for (const char *p = end + strlen("</desc>"); *p;) {
        int before = name_at(p);
        if (before == 0) {
            fputc(*p++, page);
            continue;
        }
        fprintf(page, "%.*s%s-", before, p, id);
        p += before;
    }
    return true;
}

/* --- One plot ----------------------------------------------------------------------- */

bool report_plot_begin(report_plot_t *plot, const char *id, failure_t *error) {
    *plot = (report_plot_t){id, tmpfile()};
    if (!plot->script)
        return error_set(error, "no temporary file: %s", strerror(errno));
    fputs("set terminal svg size 560,380 dynamic noenhanced font 'sans-serif,14' "
          "background rgb 'white'\n"
          "set encoding utf8\nset border 3 lc rgb '#555555'\nset tics nomirror\n"
          "set grid lc rgb '#e4e4e4' lw 1\nset key below height 0.5\n"
          "set bars small\nset style fill solid 0.18 noborder\n"
          "set datafile missing '?'\n",
          plot->script);
    return true;
}

bool report_plot_end(report_plot_t *plot, const char *title, FILE *page,
                     failure_t *error) {
    FILE *out = tmpfile(), *messages = tmpfile();
    bool right = out && messages;
    if (!right)
        error_set(error, "no temporary file: %s", strerror(errno));
    if (right) {
        fflush(plot->script);
        right = run(plot->script, out, messages, error);
    }
    if (right) {
        char *text = read_all(out);
        right = write_svg(text, plot->id, title, page, error);
        free(text);
    }
    fclose(plot->script);
    if (out)
        fclose(out);
    if (messages)
        fclose(messages);
    return right;
}
