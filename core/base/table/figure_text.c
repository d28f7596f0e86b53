/* Figures as text: the one form of each kind, on terminals, on pages and in sentences. */
#include "core/base/duration.h"
#include "core/base/table/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

bool figure_is_estimate(figure_kind_t kind) {
    return kind == FIGURE_SCORE || kind == FIGURE_POINTS || kind == FIGURE_ELO ||
           kind == FIGURE_ESTIMATE;
}

/* About four digits of the largest; whole numbers as they are. */
static void write_number(double value, double largest, bool is_whole,
                         char text[FIGURE_TEXT]) {
    if (isinf(value))
        snprintf(text, FIGURE_TEXT, "%s", value > 0 ? "inf" : "-inf");
    else if (largest > 0 && largest < 0.01)
        snprintf(text, FIGURE_TEXT, "%.2g", value);
    else
        snprintf(text, FIGURE_TEXT, "%.*f",
                 is_whole         ? 0
                 : largest < 10   ? 3
                 : largest < 100  ? 2
                 : largest < 1000 ? 1
                                  : 0,
                 value);
}

static void write_share(double share, bool is_chance, char text[FIGURE_TEXT]) {
    bool is_none = is_chance ? share < 0.0005 : share > 0 && share < 0.0005;
    bool is_all = is_chance ? share > 0.9995 : share < 1 && share > 0.9995;
    if (is_none || is_all)
        snprintf(text, FIGURE_TEXT, "%s %%", is_none ? "<0.1" : ">99.9");
    else
        snprintf(text, FIGURE_TEXT, "%.1f %%", 100 * share);
}

static void write_bytes(double bytes, char text[FIGURE_TEXT]) {
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    int unit = 0;
    for (; bytes >= 1000 && unit < 4; unit++)
        bytes /= 1000;
    snprintf(text, FIGURE_TEXT, unit == 0 || bytes >= 100 ? "%.0f %s" : "%.1f %s", bytes,
             units[unit]);
}

static void write_estimate(figure_kind_t kind, estimate_t value, figure_text_t *text) {
    bool is_share = kind == FIGURE_SCORE || kind == FIGURE_POINTS;
    int decimals = kind == FIGURE_ELO ? 0 : 1;
    double scale = is_share ? 100 : 1;
    const double numbers[] = {value.value, value.low, value.high};
    char texts[3][FIGURE_TEXT];
    double largest = 0;
    bool is_whole = true;
    for (int i = 0; i < 3; i++)
        if (isfinite(numbers[i])) {
            largest = fmax(largest, fabs(numbers[i]));
            is_whole = is_whole && floor(numbers[i]) == numbers[i];
        }
    for (int i = 0; i < 3; i++)
        if (isnan(numbers[i]))
            snprintf(texts[i], FIGURE_TEXT, "-");
        else if (kind == FIGURE_ESTIMATE)
            write_number(numbers[i], largest, is_whole, texts[i]);
        else if (kind == FIGURE_SCORE)
            snprintf(texts[i], FIGURE_TEXT, "%.1f", scale * numbers[i]);
        else
            snprintf(texts[i], FIGURE_TEXT, "%+.*f", decimals, scale * numbers[i]);
    snprintf(text->value, FIGURE_TEXT, "%.40s%s", texts[0],
             kind == FIGURE_SCORE ? " %" : "");
    if (!isnan(value.low) || !isnan(value.high))
        snprintf(text->interval, FIGURE_TEXT, "[%.20s, %.20s]", texts[1], texts[2]);
}

figure_text_t figure_text(figure_kind_t kind, estimate_t value) {
    figure_text_t text = {"", ""};
    double number = value.value;
    switch (kind) {
    case FIGURE_COUNT:
        snprintf(text.value, FIGURE_TEXT, "%.0f", number);
        break;
    case FIGURE_NUMBER:
        if (fabs(round(number) - number) < 1e-12 * fabs(number) + 1e-300)
            snprintf(text.value, FIGURE_TEXT, "%.0f", number);
        else
            write_number(number, fabs(number), false, text.value);
        break;
    case FIGURE_SHARE:
    case FIGURE_CHANCE:
        write_share(number, kind == FIGURE_CHANCE, text.value);
        break;
    case FIGURE_P_VALUE:
        snprintf(text.value, FIGURE_TEXT, number < 0.001 ? "%.1e" : "%.3f", number);
        break;
    case FIGURE_YES_NO:
        snprintf(text.value, FIGURE_TEXT, "%s", number != 0 ? "yes" : "no");
        break;
    case FIGURE_SECONDS:
        duration_write(fmin(number, 1e9), text.value);
        break;
    case FIGURE_BYTES:
        write_bytes(number, text.value);
        break;
    case FIGURE_SCORE:
    case FIGURE_POINTS:
    case FIGURE_ELO:
    case FIGURE_ESTIMATE:
        write_estimate(kind, value, &text);
        break;
    case FIGURE_WORD:
    case FIGURE_JSON:
        break;
    }
    return text;
}

const char *figure_words(figure_kind_t kind, estimate_t value, char words[FIGURE_WORDS]) {
    figure_text_t text = figure_text(kind, value);
    snprintf(words, FIGURE_WORDS, "%s%s%s", text.value, *text.interval ? " " : "",
             text.interval);
    return words;
}

const char *figure_cell_text(figure_kind_t kind, const figure_cell_t *cell,
                             figure_text_t *room) {
    *room = (figure_text_t){"", ""};
    if (cell->word)
        return cell->word;
    if (cell->is_empty)
        return "-";
    if (kind == FIGURE_COUNT)
        snprintf(room->value, FIGURE_TEXT, "%" PRId64, cell->count);
    else
        *room = figure_text(kind, cell->value);
    return room->value;
}
