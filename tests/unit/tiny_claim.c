#include "tests/unit/tiny_claim.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "eval/claim/claim.h"
#include "eval/claim/claim_difference.h"
#include "eval/study/study.h"
#include "eval/study/study_play.h"
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "tests/support/test_folder.h"
#include "tests/support/unit.h"
#include "tests/support/weights_writer.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Three networks: one for each variant, one of them used twice; and a convolutional one,
 * whose results depend on the instruction set. */
#define PRIORS ", \"selection\": \"puct\", \"fpu\": \"reduction\", \"evaluator\": "
static const char study_of[] =
    "{\"title\": \"Tiny\", \"game\": \"seesaw\","
    " \"variants\": [{\"name\": \"Side 2\", \"variant\": {\"size\": 2}},"
    "  {\"name\": \"Side 3\", \"variant\": {\"size\": 3}}],"
    " \"strengths\": [{\"simulations\": 2, \"first_turns\": 4},"
    "  {\"name\": \"net\", \"agent\": {\"search\": {\"simulations\": 3" PRIORS
    "\"integer\"},"
    "   \"network\": {\"weights\": \"net-{size}.safetensors\"}}},"
    "  {\"name\": \"same\", \"agent\": {\"search\": {\"simulations\": 2" PRIORS
    "\"integer\"},"
    "   \"network\": {\"weights\": \"net-{size}.safetensors\"}}},"
    "  {\"name\": \"conv\", \"agent\": {\"search\": {\"simulations\": 2" PRIORS
    "\"network\"},"
    "   \"network\": {\"weights\": \"conv.safetensors\", \"instructions\": "
    "\"portable\"}}}],"
    " \"games\": {\"first\": 4, \"most\": 4, \"shard\": 4}, \"precision\": 0.1}";

static void write_integer(const char *size, const char *path) {
    failure_t error;
    char words[16];
    snprintf(words, sizeof words, "size=%s", size);
    game_t *game = game_new("seesaw", (char *[]){words}, 1, &error);
    integer_network_t *network = integer_network_new(game, 64, &error);
    integer_network_randomize(network, 1);
    test_weights_write(&network->weights, path);
    integer_network_free(network);
    game_free(game);
}

static void write_convolutional(const char *path) {
    failure_t error;
    const architecture_t small = {
        .channels = 16, .blocks = 1, .pool_every = 2, .pair_size = 16, .hidden = 32};
    network_t *network = network_new(game_class_find("seesaw", &error), &small, &error);
    if (!network)
        fail_msg("%s", error.message);
    network_randomize(network, 1);
    test_weights_write(&network->weights, path);
    network_free(network);
}

static study_t *tiny_study(void) {
    failure_t error = {""};
    study_t *study = memory_new(1, sizeof *study);
    cJSON *json = json_parse(study_of, "study", &error);
    if (!json || !study_read_json(study, json, "study", NULL, 0, &error))
        fail_msg("%s", error.message);
    cJSON_Delete(json);
    return study;
}

void tiny_claim_make(void) {
    failure_t error = {""};
    claim_made_t made = {.games = 0};
    const char *stopped;
    const study_play_order_t order = {
        .share = TASK_SHARE_ALL, .threads = 1, .quiet = true, .solve_s = 0.1};
    write_integer("2", "net-2.safetensors");
    write_integer("3", "net-3.safetensors");
    write_convolutional("conv.safetensors");
    study_t *study = tiny_study();
    if (!study_play(study, "s", &order, &stopped, &error) ||
        !claim_make("s", "good", false, true, &made, &error))
        fail_msg("%s", error.message);
    assert_int_equal(made.games, TINY_CLAIM_GAMES);
    study_clear(study);
    free(study);
}

char *tiny_claim_edit(const char *text, const char *path, const char *value) {
    cJSON *json = json_read(text, "test", NULL), *at = json, *above = NULL;
    char part[64];
    for (const char *rest = path; *rest; rest += *rest == '/') {
        size_t length = strcspn(rest, "/");
        snprintf(part, sizeof part, "%.*s", (int)length, rest);
        above = at;
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(part))
                               : cJSON_GetObjectItemCaseSensitive(at, part);
        rest += length;
    }
    if (!value)
        cJSON_Delete(cJSON_DetachItemViaPointer(above, at));
    else if (at && cJSON_IsArray(above))
        cJSON_ReplaceItemViaPointer(above, at, json_read(value, "test", NULL));
    else if (at)
        cJSON_ReplaceItemInObjectCaseSensitive(above, part,
                                               json_read(value, "test", NULL));
    else if (cJSON_IsArray(above))
        cJSON_AddItemToArray(above, json_read(value, "test", NULL));
    else
        cJSON_AddItemToObject(above, part, json_read(value, "test", NULL));
    return json_lines(json);
}

/* --- The bundle, read --------------------------------------------------------------- */

claim_files_t tiny_claim_good;

int tiny_claim_enter(void **unused) {
    claim_differences_t found = {0};
    failure_t error;
    size_t size;
    if (test_folder_enter(unused) != 0)
        return -1;
    tiny_claim_make();
    if (!claim_files_read(&tiny_claim_good, "good", &found, &error) || found.count > 0)
        return -1;
    for (int i = 0; i < tiny_claim_good.count; i++)
        if (!claim_files_load(&tiny_claim_good, tiny_claim_good.files[i].name, 1 << 24,
                              &size, &error))
            return -1;
    return 0;
}

int tiny_claim_leave(void **unused) {
    claim_files_clear(&tiny_claim_good);
    return test_folder_remove(unused);
}

char *tiny_claim_copy_bytes(const char *bytes, size_t size) {
    char *copy = memory_new(size + 1, 1);
    memcpy(copy, bytes, size);
    return copy;
}

/* Copies the files, with one file's contents replaced; NULL: without that file. */
void tiny_claim_copy(claim_files_t *files, const char *name, const char *bytes,
                     size_t size) {
    *files = (claim_files_t){0};
    for (int i = 0; i < tiny_claim_good.count; i++) {
        const claim_file_t *file = &tiny_claim_good.files[i];
        bool is_other = strcmp(file->name, name) == 0;
        if (!is_other)
            claim_files_add(files, file->name,
                            tiny_claim_copy_bytes(file->bytes, file->size), file->size);
        else if (bytes)
            claim_files_add(files, name, tiny_claim_copy_bytes(bytes, size), size);
    }
}

const char *tiny_claim_text(const char *name) {
    return claim_files_find(&tiny_claim_good, name)->bytes;
}

void tiny_claim_says(const char *message, const char *word, const char *what) {
    char *flat = text_copy(message), *to = flat;
    for (const char *from = message; *from; from++)
        if (!isspace((unsigned char)*from) || (to > flat && to[-1] != ' '))
            *to++ = *from == '\n' ? ' ' : *from;
    *to = 0;
    bool says = strstr(flat, word) != NULL;
    free(flat);
    if (!says)
        fail_msg("%s: \"%s\" does not say \"%s\"", what, message, word);
}
