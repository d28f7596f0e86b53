/* Weights files of both kinds of networks: what is written comes back, with a hash of all
 * of it; wrong contents and hostile headers are rejected, with the reason. */
#include "mcts/evaluate/weights_file.h"
#include "tests/support/unit.h"

#include "core/base/files/file.h"
#include "core/base/text.h"
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "tests/support/variants.h"
#include "tests/support/weights_writer.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/fulcrum-test-weights-XXXXXX";

static integer_network_t *make_integer(const game_t *game, uint64_t seed) {
    integer_network_t *network = integer_network_new(game, 64, NULL);
    assert_non_null(network);
    integer_network_randomize(network, seed);
    return network;
}

static network_t *make_convolutional(const char *game) {
    const game_class_t *class = game_class_find(game, NULL);
    bool has_pairs = planes_class_shape(class).pair_heads > 0;
    const architecture_t small = {16, 2, 2, has_pairs ? 16 : 0, 32};
    network_t *network = network_new(class, &small, NULL);
    assert_non_null(network);
    network_randomize(network, 1);
    return network;
}

static weights_t *read_file(failure_t *error) {
    size_t size;
    unsigned char *bytes = file_read_bytes(path, WEIGHTS_BYTES, &size, error);
    weights_t *weights = bytes ? weights_read(bytes, size, error) : NULL;
    free(bytes);
    return weights;
}

static void reject(const char *reason) {
    failure_t error = {""};
    assert_null(read_file(&error));
    if (!strstr(error.message, reason))
        fail_msg("\"%s\" is rejected with: %s", reason, error.message);
}

/* --- Right files -------------------------------------------------------------------- */

static void check_comes_back(const weights_t *weights) {
    failure_t error;
    test_weights_write(weights, path);
    weights_t *read = read_file(&error);
    if (!read)
        fail_msg("%s", error.message);
    assert_int_equal(read->hash, weights->hash);
    assert_ptr_equal(read->game, weights->game);
    for (int i = 0; i < read->num_tensors; i++)
        assert_memory_equal(read->tensors[i].values, weights->tensors[i].values,
                            tensor_bytes(&read->tensors[i]));
    weights_free(read);
    assert_non_null(weights_open(path, &error));
    assert_ptr_equal(weights_open(path, &error), weights_open(path, &error));
}

static void test_files_come_back(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v += 3) {
        game_t *game = test_variant_game(&test_variants[v]);
        integer_network_t *network = make_integer(game, (uint64_t)v);
        check_comes_back(&network->weights);
        integer_network_free(network);
        network_t *other = make_convolutional(game->class->name);
        other->seen = text_copy("size=2\n");
        check_comes_back(&other->weights);
        network_free(other);
        game_free(game);
    }
}

/* The hash depends on every tensor, the variant and the architecture. Recorded games name
 * networks by it: it must never change. */
static void test_hash(void **unused) {
    (void)unused;
    char text[WEIGHTS_HASH];
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=3"});
    integer_network_t *integer = make_integer(game, 1);
    network_t *network = make_convolutional("seesaw");
    weights_write_hash(&integer->weights, text);
    assert_string_equal(text, "0xaad3eafc857d18cd");
    weights_write_hash(&network->weights, text);
    assert_string_equal(text, "0x6ea8a44c202fbe66");
    for (int i = 0; i < INTEGER_TENSORS; i++) {
        const uint64_t hash = integer->weights.hash;
        ((unsigned char *)integer->weights.tensors[i].values)[0] ^= 1;
        integer_network_settle(integer);
        assert_int_not_equal(integer->weights.hash, hash);
    }
    const uint64_t hash = integer->weights.hash;
    integer->rows->text[0] ^= 1;
    integer_network_settle(integer);
    assert_int_not_equal(integer->weights.hash, hash);
    integer_network_free(integer);
    network_free(network);
    game_free(game);
}

/* A writer may leave the hash out. */
static void test_no_hash(void **unused) {
    (void)unused;
    network_t *network = make_convolutional("seesaw");
    cJSON *header = test_weights_header(&network->weights);
    test_weights_set(header, "hash", NULL);
    test_weights_write_with(&network->weights, header, path);
    weights_t *read = read_file(NULL);
    assert_non_null(read);
    assert_int_equal(read->hash, network->weights.hash);
    weights_free(read);
    network_free(network);
}

/* --- Wrong contents ----------------------------------------------------------------- */

typedef struct change {
    const char *key, *text, *reason;
} change_t;

static void check_changes(const weights_t *weights, const change_t *changes) {
    for (; changes->key; changes++) {
        cJSON *header = test_weights_header(weights);
        test_weights_set(header, changes->key, changes->text);
        test_weights_write_with(weights, header, path);
        reject(changes->reason);
    }
}

static void test_integer_metadata(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=3"});
    game_t *other = test_variant_game(&(test_variant_t){"seesaw", "size=4"});
    integer_network_t *network = make_integer(game, 1);
    assert_false(weights_fit(&network->weights, other, NULL));
    const change_t changes[] = {
        {"features_version", "77", "\"features_version\" is 77"},
        {"planes_version", "77", "\"planes_version\" is 77"},
        {"units", "128", "\"features.bias\" must be 128"},
        {"units", "65", "allowed: multiples of 64"},
        {"units", "1000000", "allowed: 1 to 512"},
        {"units", "64 ", "\"units\" is 64 ;"},
        {"units", NULL, "\"units\" is missing"},
        {"hash", "0x1", "it is damaged"},
        {"format", "fulcrum games",
         "its \"format\" is fulcrum games; known are \"fulcrum "},
        {"format", NULL, "is not a network"},
        {"format", "fulcrum network", "\"channels\" is missing"},
        {"game", "chess", "unknown game"},
        {"game", "seega", "size"},
        {"game", NULL, "is missing"},
        {"variant", "size=99", "size"},
        {"variant", "size=3", "it must be \"size=3 stuck"},
        {"variant", other->variant_text, "\"features.weight\" must be"},
        {NULL, NULL, NULL}};
    check_changes(&network->weights, changes);
    ((int8_t *)network->weights.tensors[INTEGER_HIDDEN_WEIGHT].values)[3] = -128;
    integer_network_settle(network);
    test_weights_write(&network->weights, path);
    reject("\"hidden.weight\" holds -128; allowed: -127 to 127");
    integer_network_free(network);
    game_free(game);
    game_free(other);
}

static void test_convolutional_metadata(void **unused) {
    (void)unused;
    network_t *network = make_convolutional("seesaw");
    const change_t changes[] = {{"planes_version", "7", "\"planes_version\" is 7"},
                                {"channels", "33", "multiples of 16"},
                                {"channels", "x", "is x; it must be a whole number"},
                                {"channels", "512", "must be"},
                                {"blocks", "-1", "\"blocks\" is -1"},
                                {"hash", "0x1", "hash"},
                                {NULL, NULL, NULL}};
    check_changes(&network->weights, changes);
    float *values = network->weights.tensors[3].values;
    cJSON *header = test_weights_header(&network->weights);
    values[1] += 0.125f;
    test_weights_write_with(&network->weights, header, path);
    reject("hash");
    values[1] = NAN;
    test_weights_write(&network->weights, path);
    reject("not finite");
    network_free(network);
}

static void test_arrays(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=3"});
    integer_network_t *network = make_integer(game, 1);
    const weights_t *weights = &network->weights;
    cJSON *header = test_weights_header(weights), *item;
    item = cJSON_GetObjectItemCaseSensitive(header, "value.bias");
    cJSON_ReplaceItemInObjectCaseSensitive(item, "dtype", cJSON_CreateString("F32"));
    test_weights_write_with(weights, header, path);
    reject("\"value.bias\" must be 3 values of I32, not 3 of F32");
    header = test_weights_header(weights);
    item = cJSON_DetachItemFromObjectCaseSensitive(header, "value.bias");
    cJSON_AddItemToObject(header, "value.bios", item);
    test_weights_write_with(weights, header, path);
    reject("the array \"value.bias\" is missing");
    header = test_weights_header(weights);
    item = cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(header, "value.bias"), true);
    cJSON_AddItemToObject(header, "more", item);
    test_weights_write_with(weights, header, path);
    reject("overlap");
    integer_network_free(network);
    game_free(game);
}

/* --- Hostile headers ---------------------------------------------------------------- */

/* A file of this length word, header and 8 bytes of data. */
static void write_raw(uint64_t length, const char *header) {
    FILE *file = fopen(path, "wb");
    assert_true(file && fwrite(&length, sizeof length, 1, file) == 1 &&
                fputs(header, file) >= 0 && fwrite("12345678", 8, 1, file) == 1 &&
                fclose(file) == 0);
}

#define ARRAY(name, type, shape, offsets)                                                \
    "\"" name "\":{\"dtype\":\"" type "\",\"shape\":" shape ",\"data_offsets\":" offsets \
    "}"

static void test_hostile_headers(void **unused) {
    (void)unused;
    static const struct {
        const char *header, *reason;
    } cases[] = {
        {"[]", "must hold one JSON object"},
        {"{", "not valid JSON"},
        {"{}x", "not valid JSON"},
        {"{}", "leave bytes of the file out"},
        {"{\"a\":1}", "\"a\" has no type or shape"},
        {"{\"__metadata__\":[]}", "not an object of texts"},
        {"{\"__metadata__\":{\"format\":1}}", "not an object of texts"},
        {"{" ARRAY("a", "I32", "[2]", "[0,8]") "," ARRAY("a", "I32", "[2]", "[0,8]") "}",
         "given twice"},
        {"{" ARRAY("a", "I32", "[2]", "[0,8]") "}", "is not a network"},
        {"{" ARRAY("a", "I64", "[1]", "[0,8]") "}", "\"a\" is of I64: save it as F32"},
        {"{" ARRAY("a", "I32", "[3]", "[0,12]") "}", "ends early: "},
        {"{" ARRAY("a", "I32", "[3]", "[0,8]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[2]", "[8,0]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[-2]", "[0,8]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[2.5]", "[0,8]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[2]", "[0,8,8]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[2]", "[0]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[2]", "[0,1e300]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[1,1,1,1,2]", "[0,8]") "}", "does not fit"},
        {"{" ARRAY("a", "I8", "[2147483647,2147483647,8]", "[0,8]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[2],\"more\":1", "[0,8]") "}", "does not fit"},
        {"{" ARRAY("a", "I32", "[1]", "[0,4]") "}", "leave bytes of the file out"},
        {"{" ARRAY("a", "I32", "[1]", "[0,4]") "," ARRAY("b", "I32", "[2]", "[0,8]") "}",
         "overlap"},
        {"{" ARRAY("a", "I16", "[3]", "[0,6]") "," ARRAY("b", "I32", "[1]", "[4,8]") "}",
         "overlap"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_raw(strlen(cases[i].header), cases[i].header);
        reject(cases[i].reason);
    }
    const size_t over = (1 << 20) + 1;
    char *spaces = memory_new(over + 1, 1);
    memset(spaces, ' ', over);
    write_raw(over, spaces);
    reject("its header is over 1048576 bytes");
    free(spaces);
    write_raw(UINT64_MAX, "{}");
    reject("is cut off");
    write_raw(11, "{}");
    reject("is cut off");
    write_raw(10, "{}"); /* the data belong to the header */
    reject("text after the value");
    assert_int_equal(truncate(path, 7), 0);
    reject("is not a safetensors file");
    assert_int_equal(truncate(path, 0), 0);
    reject("is not a safetensors file");
    assert_int_equal(unlink(path), 0);
    reject("No such file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_come_back),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_no_hash),
        cmocka_unit_test(test_integer_metadata),
        cmocka_unit_test(test_convolutional_metadata),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_hostile_headers),
    };
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
