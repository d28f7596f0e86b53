#include "eval/complexity/rule_size.h"

#include "core/game/game.h"
#include "core/games/rules_pages.h"

#include <ctype.h>
#include <libdeflate.h>
#include <stdlib.h>

enum { COMPRESSION = 12 }; /* libdeflate's highest level */

/* Sequences of nonblank characters with a letter or a digit. */
static size_t words_of(const char *text) {
    size_t words = 0;
    bool counted = false;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        bool is_letter = isalnum(c) || c >= 0x80;
        words += is_letter && !counted;
        counted = isspace(c) ? false : counted || is_letter;
    }
    return words;
}

static size_t compressed_size(const char *text, size_t bytes) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(COMPRESSION);
    if (!compressor)
        memory_ended(1, bytes);
    size_t room = libdeflate_deflate_compress_bound(compressor, bytes);
    unsigned char *out = memory_new(room, 1);
    size_t size = libdeflate_deflate_compress(compressor, text, bytes, out, room);
    free(out);
    libdeflate_free_compressor(compressor);
    return size;
}

rule_size_t rule_size_of(const game_t *game) {
    const game_class_t *class = game->class;
    rule_size_t size = {.guide_words = words_of(class->guide),
                        .variant_keys = (size_t) class->variant_keys.count};
    for (const embedded_text_t *page = rules_pages; page->name; page++)
        if (strcmp(page->name, class->name) == 0 && !game_class_is_outside(class)) {
            size.page_words = words_of(page->text);
            size.page_bytes = strlen(page->text);
            size.compressed_bytes = compressed_size(page->text, size.page_bytes);
        }
    return size;
}
