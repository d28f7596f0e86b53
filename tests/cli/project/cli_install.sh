#!/usr/bin/env bash
# A plain build installs, and the installation works; if the tests' requirements are missing, it
# is configured without tests and says why.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
need_build

expect 0 cmake --install "$build" --prefix "$TEMPORARY/prefix"
share=prefix/share
grep -qx 'cmake --build build -- --quiet' "$root/quickstart.sh" ||
    fail "the quick start does not build everything that cmake --install installs"
for file in bin/fulcrum share/fulcrum/configs/quickstart.json share/doc/fulcrum/LICENSE \
    share/fulcrum/configs/agents/uct-100.json share/fulcrum/python/learner/train.py \
    share/doc/fulcrum/README.md share/doc/fulcrum/core/games/seesaw/RULES.md; do
    [ -s "prefix/$file" ] || fail "$file is not installed"
    checks=$((checks + 1))
done
! grep -v "^$TEMPORARY/prefix/" "$build/install_manifest.txt" >&2 ||
    fail "something is installed outside the prefix"
[ -x $share/fulcrum/python/learner/train.py ] || fail "train.py is not executable"
expect 0 hidden prefix/bin/fulcrum selfplay $share/fulcrum/configs/quickstart.json games=1 \
    search.simulations=2 --out run
expect 0 hidden prefix/bin/fulcrum verify run
expect 0 hidden prefix/bin/fulcrum export run -o run.h5 --planes
printf '{"name": "mine", "engine": {"command": ["%s", "%s"]}}' /usr/bin/python3 \
    "$PWD/$share/fulcrum/configs/engines/random_engine.py" >mine.json
[ ! -x /usr/bin/python3 ] || expect 0 hidden prefix/bin/fulcrum match mine.json \
    $share/fulcrum/configs/agents/uct-100.json seesaw size=2 --games 2 --out match

# Completion scripts and manual pages are installed only if the program can write them.
for page in "completion bash:bash-completion/completions/fulcrum" \
    "completion zsh:zsh/site-functions/_fulcrum" "help --man:man/man1/fulcrum.1"; do
    # shellcheck disable=SC2086
    if "$FULCRUM" ${page%%:*} >written 2>err; then
        cmp written "$share/${page#*:}" || fail "the installed ${page#*:} differs"
    else
        [ ! -e "$share/${page#*:}" ] || fail "${page#*:} is installed, but cannot be written"
    fi
    checks=$((checks + 1))
done

# Configuring where cmocka is hidden: the description files of all packages but that one.
mkdir packages
IFS=: read -ra folders <<<"$(pkg-config --variable pc_path pkg-config)"
for folder in "${folders[@]}"; do
    ls "$folder"/*.pc >/dev/null 2>&1 && cp -n "$folder"/*.pc packages
done
rm -f packages/cmocka.pc
export PKG_CONFIG_LIBDIR=$TEMPORARY/packages
configure() {
    local status=$1 compiler
    shift
    compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
    rm -rf configured
    expect "$status" cmake -S "$root" -B configured "-DCMAKE_C_COMPILER=$compiler" "$@"
}
configure 0
grep -q 'not built: .*libcmocka-dev' out || fail "the reason is missing: $(cat out)"
[ ! -e configured/tests ] || fail "tests are configured"
configure 1 -DFULCRUM_TESTS=ON
grep -q 'libcmocka-dev' err || fail "the package is not named: $(cat err)"
configure 0 -DFULCRUM_TESTS=OFF
! grep -q 'cmocka' out || fail "cmocka is mentioned without tests: $(cat out)"
passed
