#!/usr/bin/env bash
# The Python package: installed by pip without network access and by cmake, and imported; its
# unit tests, the snippets of its pages, its examples.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
need_build libfulcrum.so
$python -c 'import h5py, numpy' 2>/dev/null || skip "there is no h5py"
sanitized &&
    skip "a sanitized library is for sanitized programs"
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=2
unset FULCRUM_LIBRARY PYTHONPATH

# Installed by cmake, the package finds the library of its prefix, wherever that is.
expect 0 cmake --install "$build" --prefix "$TEMPORARY/first"
mv first prefix
installed=$TEMPORARY/prefix/share/fulcrum/python
[ -f "$installed/pyproject.toml" ] || fail "python/ is not installed"
which='from fulcrum._library import library; print(library.path)'
expect 0 env PYTHONPATH="$installed" $python -c "$which"
grep -q "^$TEMPORARY/prefix/lib" out || fail "another library was found: $(cat out)"

# Installed by pip into a virtual environment, it finds the library of the program on PATH, or
# beside it, or says what to do.
if $python -c 'import ensurepip, setuptools, wheel' 2>/dev/null; then
    cp -r "$installed" source
    expect 0 $python -m venv --system-site-packages venv
    expect 0 venv/bin/pip install --quiet --no-build-isolation --no-index --no-deps \
        --no-compile --disable-pip-version-check --root-user-action ignore ./source
    rm -rf source
    python=$TEMPORARY/venv/bin/python
    expect 1 env HOME="$TEMPORARY" PATH=/usr/bin:/bin "$python" -c "$which"
    grep -q 'cmake --install.*FULCRUM_LIBRARY=' <(tr '\n' ' ' <err) || fail "$(cat err)"
    expect 0 env PATH="$TEMPORARY/prefix/bin:$PATH" "$python" -c "$which"
    grep -q "^$TEMPORARY/prefix/lib" out || fail "another library: $(cat out)"
    site=$(echo venv/lib/python*/site-packages/fulcrum)
    cp "$build"/libfulcrum.so.? "$site"
    expect 0 "$python" -c "$which"
    grep -q "/$site/libfulcrum.so" out || fail "another library: $(cat out)"
else
    export PYTHONPATH=$installed
fi
expect 1 env FULCRUM_LIBRARY=/nowhere.so $python -c "$which"
grep -q '/nowhere.so cannot be loaded as libfulcrum' err || fail "unexpected message: $(cat err)"

expect 0 $python "$root/python/tests/test_package.py"
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" games=6 shard_games=3 \
    search.simulations=20 playout_cap.full_share=0.5 playout_cap.simulations=5 variant.size=3 \
    --out run
for policy in padded sparse dense; do
    planes=
    [ $policy != padded ] || planes=--planes
    expect 0 "$FULCRUM" export run -o $policy.h5 --policy $policy --validation 0.3 $planes
done
expect 0 "$FULCRUM" selfplay run/config.json games=5 --out short
expect 0 $python "$root/python/tests/test_data.py" run padded.h5 sparse.h5 dense.h5 short
grep '^window:' err
expect 0 $python "$root/python/tests/test_functions.py" run
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" games=100 search.simulations=10 \
    --out runs/quickstart/size-4
expect 0 "$FULCRUM" export runs/quickstart/size-4 -o train.h5 --policy padded --planes
! grep 'fell to validation' err || fail "the tutorial's export has no validation games"
expect 0 $python "$root/python/tests/test_pages.py" "$root/python/TUTORIAL.md" \
    "$root/python/README.md"
expect 0 hidden $python "$installed/examples/match.py" seesaw size=2
grep -q '^own agent: .* of 10 games, .*% \[.*%, .*%\]$' out || fail "unexpected output: $(cat out)"
[ "$(wc -l <"$installed/examples/match.py")" -le 50 ] || fail "match.py has more than 50 lines"
expect 0 hidden $python "$installed/examples/env_speed.py" --seconds 0.05 --games 32 --run run \
    seesaw size=3
[ "$(grep -c 'per CPU second' out)" -eq 6 ] || fail "unexpected output: $(cat out)"

# Learners beside a run that is being played, from before its first game on: JAX's example, by NumPy
# where there is no JAX, and the data set of PyTorch's, with a stand-in where there is no PyTorch.
"$FULCRUM" selfplay run/config.json games=60 --out night --threads 1 --quiet &
playing=$!
expect 0 hidden timeout 300 $python "$installed/examples/follow_jax.py" night --steps 301 --size 32
grep -q '^step 300: loss 0\.[0-9]* of [1-9][0-9]* games' out || fail "unexpected output: $(cat out)"
grep -q '^waiting until night has 32 positions' err || fail "it does not say what it waits for"
wait $playing || fail "the run was disturbed"
torch=
if has_modules torch; then
    expect 0 $python "$installed/examples/follow_torch.py" night --steps 1 --size 32
    grep -q '^waiting until night has 32 positions' err || fail "it does not say what it waits for"
    grep -q '^step 0: loss' out || fail "unexpected output: $(cat out)"
else
    mkdir -p stand-in/torch/utils
    cat >stand-in/torch/__init__.py <<'END'
Tensor, from_numpy = object, lambda array: array
END
    : >stand-in/torch/utils/__init__.py
    cat >stand-in/torch/utils/data.py <<'END'
IterableDataset = DataLoader = type("IterableDataset", (), {})
get_worker_info = lambda: None
END
    torch=:$TEMPORARY/stand-in
fi
expect 0 env PYTHONPATH="${PYTHONPATH-}$torch:$installed/examples" timeout 300 $python -c '
import itertools
import follow_torch
batches = itertools.islice(follow_torch.Following("night", 32, rows=10000), 3)
shapes = [(tuple(batch["planes"].shape[:1]), str(batch["action"].dtype)[-5:]) for batch in batches]
assert shapes == 3 * [((32,), "int32")], shapes'
passed
