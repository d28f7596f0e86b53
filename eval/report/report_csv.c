#include "eval/report/report_csv.h"

#include "core/base/error.h"
#include "core/base/table/result.h"
#include "core/config/keys.h"
#include "core/game/game.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/study.h"

#include <stdio.h>
#include <string.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

/* --- Rules -------------------------------------------------------------------------- */

/* A row for each variant with the value of every rule, as in its text: "size=4
 * swap=true".
 */
static figures_t *rules_of(const study_t *study) {
    enum { WORDS = 64 };
    char text[GAME_VARIANT_TEXT], *words[WORDS];
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t keys = game_class_keys(study->variants[0].game->class, rows);
    figures_t *rules = figures_new("rules", NULL, NULL, 0);
    figures_column(rules, (figure_column_t)STUDY_VARIANT(study_variant_t, name));
    for (int i = 0; i < study->num_variants; i++) {
        snprintf(text, sizeof text, "%s", study->variants[i].game->variant_text);
        const int count = text_split(text, words, WORDS);
        REQUIRE(count <= WORDS);
        for (int w = 0; i == 0 && w < count; w++) {
            size_t offset;
            *strchr(words[w], '=') = '\0';
            const config_key_t *key = keyset_find(&keys, words[w], &offset);
            figures_column(rules,
                           (figure_column_t){FIGURE_WORD, words[w], words[w],
                                             key ? key->help : NULL, FIGURE_BY_HAND});
            words[w][strlen(words[w])] = '=';
        }
        figures_add_word(rules, study->variants[i].name);
        for (int w = 0; w < count; w++)
            figures_add_word(rules, strchr(words[w], '=') + 1);
    }
    return rules;
}

/* --- Files made of several tables --------------------------------------------------- */

typedef struct piece {
    const char *table, *prefix;
} piece_t;

typedef struct joined {
    const char *name, *keys[4];
    piece_t pieces[6];
} joined_t;

#define RULES "rules"

static const joined_t joined[] = {
    {"variants",
     {"variant"},
     {{RULES, ""},
      {"compare", ""},
      {"trends", "trend_"},
      {"skill_traces", "skill_"},
      {"sizes", "size_"}}},
    {"cells",
     {"variant", "strength"},
     {{RULES, ""},
      {"cells", ""},
      {"skill", "skill_"},
      {"controls", ""},
      {"first_turns", "first_turn_"}}},
    {"turns",
     {"variant", "strength", "turn"},
     {{"turns_chosen", "chosen_"}, {"turns_drawn", "random_"}}},
};
/* That of a search for the fairest. */
static const joined_t ranking = {
    "variants", {"variant"}, {{"variants", ""}, {RULES, ""}}};

static const figures_t *table_of(const result_t *tables, const char *key) {
    const result_part_t *part = result_find(tables, key);
    return part && part->kind == PART_TABLE ? part->figures : NULL;
}

static void add_joined(report_csv_t *files, const joined_t *file, const result_t *tables,
                       const figures_t *rules) {
    enum { PIECES = sizeof file->pieces / sizeof file->pieces[0] };
    figures_part_t parts[PIECES];
    int count = 0, keys = 0;
    while (file->keys[keys])
        keys++;
    for (int i = 0; i < PIECES && file->pieces[i].table; i++) {
        const piece_t *piece = &file->pieces[i];
        const figures_t *table =
            strcmp(piece->table, RULES) == 0 ? rules : table_of(tables, piece->table);
        if (table)
            parts[count++] = (figures_part_t){table, piece->prefix};
    }
    files->of[files->count++] = figures_join(file->name, parts, count, file->keys, keys);
}

static bool is_in(const joined_t *file, const char *key) {
    for (const piece_t *piece = file->pieces; piece->table; piece++)
        if (strcmp(piece->table, key) == 0)
            return true;
    return false;
}

static bool is_joined(const char *key) {
    for (int i = 0; i < COUNT(joined); i++)
        if (is_in(&joined[i], key))
            return true;
    return is_in(&ranking, key);
}

/* --- The guide ---------------------------------------------------------------------- */

static const char *const kinds[] = {[FIGURE_WORD] = "text",
                                    [FIGURE_COUNT] = "whole number",
                                    [FIGURE_NUMBER] = "number",
                                    [FIGURE_SHARE] = "share, 0 to 1",
                                    [FIGURE_CHANCE] = "share, 0 to 1",
                                    [FIGURE_P_VALUE] = "p-value",
                                    [FIGURE_YES_NO] = "true or false",
                                    [FIGURE_SECONDS] = "seconds",
                                    [FIGURE_BYTES] = "bytes",
                                    [FIGURE_SCORE] = "score, 0 to 1, with _low and _high",
                                    [FIGURE_POINTS] =
                                        "difference, -1 to 1, with _low and _high",
                                    [FIGURE_ELO] = "Elo, with _low and _high",
                                    [FIGURE_ESTIMATE] = "number, with _low and _high",
                                    [FIGURE_JSON] = "JSON"};

typedef struct guide_row {
    const char *file, *column, *kind, *meaning;
} guide_row_t;

#define GUIDE(field) FIGURE_FIELD(guide_row_t, field)

static const figure_column_t guide[] = {
    {FIGURE_WORD, "file", "File", "Without .csv.", GUIDE(file)},
    {FIGURE_WORD, "column", "Column", "Its heading in the file.", GUIDE(column)},
    {FIGURE_WORD, "kind", "Kind", "What it holds.", GUIDE(kind)},
    {FIGURE_WORD, "meaning", "Meaning", "What that is.", GUIDE(meaning)}};

static figures_t *make_guide(const report_csv_t *files) {
    figures_t *out = figures_new("columns", NULL, guide, COUNT(guide));
    for (int i = 0; i < files->count; i++)
        for (int c = 0; c < figures_columns(files->of[i]); c++) {
            const figure_column_t *column = figures_column_at(files->of[i], c);
            const guide_row_t row = {figures_key(files->of[i]), column->key,
                                     kinds[column->kind],
                                     column->meaning ? column->meaning : column->heading};
            figures_row(out, &row);
        }
    return out;
}

/* --- All of it ---------------------------------------------------------------------- */

void report_csv_open(report_csv_t *files, const result_t *tables, const study_t *study) {
    enum { MOST = sizeof files->of / sizeof files->of[0] };
    figures_t *rules = rules_of(study);
    *files = (report_csv_t){.count = 0};
    if (table_of(tables, ranking.name))
        add_joined(files, &ranking, tables, rules);
    for (int i = 0; !table_of(tables, ranking.name) && i < COUNT(joined); i++)
        add_joined(files, &joined[i], tables, rules);
    figures_free(rules);
    for (size_t i = 0; i < result_parts(tables); i++) {
        const result_part_t *part = result_part_at(tables, i);
        const figures_part_t all = {part->figures, ""};
        if (part->kind != PART_TABLE || !part->key || !result_part_has_content(part) ||
            is_joined(part->key))
            continue;
        REQUIRE(files->count < MOST - 1);
        files->of[files->count++] = figures_join(part->key, &all, 1, NULL, 0);
    }
    files->of[files->count] = make_guide(files);
    files->count++;
}

void report_csv_close(report_csv_t *files) {
    for (int i = 0; i < files->count; i++)
        figures_free(files->of[i]);
    files->count = 0;
}
