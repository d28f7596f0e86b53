"""Recorded games and training data as arrays and batches.
Use: test_data.py RUN PADDED.h5 SPARSE.h5 DENSE.h5 SHORT: a run with fast searches (playout_cap)
in several shards, and its exports; PADDED.h5 with planes; the run with a game less in its last
file."""

import copy
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import warnings
from glob import glob

import h5py
import numpy as np

import fulcrum
from fulcrum import examples as module, npz

RUN, PADDED, SPARSE, DENSE, SHORT = sys.argv[1:6]


class RecordedGames(unittest.TestCase):
    def setUp(self):
        self.run_ = fulcrum.Run(RUN)

    def test_columns_are_those_of_the_files(self):
        run = self.run_
        names = sorted(os.listdir(RUN))
        shards = [f"{RUN}/{name}" for name in names if name.startswith("shard-")]
        self.assertGreater(len(shards), 1)
        for name in run.columns:
            parts = []
            for path in shards:
                with h5py.File(path) as file:
                    parts.append(file[name][...])
            if name not in ("games/first_position", "positions/first_legal"):
                np.testing.assert_array_equal(run[name], np.concatenate(parts), name)
        self.assertEqual(run.num_games, len(run["games/id"]))
        ends = run["games/first_position"] + run["games/decisions"]
        np.testing.assert_array_equal(run["games/first_position"][1:], ends[:-1])
        ends = run["positions/first_legal"] + run["positions/legal"]
        np.testing.assert_array_equal(run["positions/first_legal"][1:], ends[:-1])
        for position in (0, 40, len(run["positions/ply"]) - 1):
            first = run["positions/first_legal"][position]
            count = run["positions/legal"][position]
            self.assertEqual(run.state(position).legal().tolist(),
                             run["legal/action"][first:first + count].tolist())

    def test_attributes_are_str(self):
        attributes = self.run_.attributes
        self.assertEqual(attributes["format"], "fulcrum games")
        self.assertFalse([name for name, value in attributes.items()
                          if isinstance(value, (bytes, np.generic))])
        self.assertEqual(self.run_.game.variant, attributes["variant"])
        self.assertEqual(self.run_.config["game"], self.run_.game.name)

    def test_policies_that_are_no_targets_are_left_out(self):
        targets, values, everything = (self.run_.examples(keep=keep)
                                       for keep in ("targets", "values", "all"))
        self.assertTrue((targets["full"] == 1).all())
        self.assertTrue((values["full"] == 0).any())
        self.assertFalse(values["policy"][values["full"] == 0].any())
        self.assertTrue(everything["policy"][everything["full"] == 0].any(axis=1).all())
        self.assertEqual(len(targets), (values["full"] == 1).sum())
        for rows in (targets, everything):
            np.testing.assert_allclose(rows["policy"].sum(axis=1), 1, atol=1e-5)
        with self.assertRaisesRegex(ValueError, "targets, values, all"):
            self.run_.examples(keep="some")

    def test_recorded_games_have_no_groups(self):
        for group in ("train", "validation", "trainx"):
            with self.assertRaisesRegex(ValueError, "no group .*fulcrum export"):
                self.run_.examples(group)
        for name in ("trainx", "heads"):
            with self.assertRaisesRegex(ValueError, "train and validation"):
                fulcrum.Run(PADDED).examples(name)
            with self.assertRaisesRegex(ValueError, "train and validation"):
                next(module.stream(PADDED, 16, group=name))

    def test_training_data_have_rows_instead_of_games(self):
        run = fulcrum.Run(PADDED)
        with self.assertRaisesRegex(ValueError, "train/state"):
            run.state(0)
        self.assertTrue(len(run.game.unpack(run["train/state"][0].tobytes()).legal()))
        with self.assertRaisesRegex(KeyError, "games/id is not one of .*train/state"):
            run["games/id"]

    def test_closing(self):
        with fulcrum.Run(RUN) as run:
            game, part = run.game, next(iter(run.parts()))
        self.assertTrue(len(game.start().legal()))
        self.assertTrue(len(part["games/id"]))
        with self.assertRaisesRegex(ValueError, "closed"):
            run.num_games
        run.close()
        run = fulcrum.Run(RUN)
        parts = run.parts()
        part = next(parts)
        run.close()
        self.assertTrue(part["legal/action"].sum() > 0)
        with self.assertRaisesRegex(ValueError, "closed"):
            list(parts)

    def test_a_run_is_not_copied(self):
        for run in (self.run_, fulcrum.Run(PADDED)):
            for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "neither copied nor pickled"):
                    duplicate(run)
        child = os.fork()
        if not child:
            try:
                self.run_.num_games
            except fulcrum.Error as error:
                os._exit(7 if "fork" in str(error) else 2)
            finally:
                os._exit(3)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)

    def test_paths_need_not_be_utf_8(self):
        name = os.fsdecode(b"run \xff")
        shutil.copytree(RUN, name)
        try:
            for path in (name, os.fsencode(name)):
                self.assertEqual(fulcrum.Run(path).num_games, self.run_.num_games)
                self.assertEqual(fulcrum.Run(path).attributes, self.run_.attributes)
        finally:
            shutil.rmtree(name)


class Batches(unittest.TestCase):
    def test_exports_agree_with_the_run(self):
        by_state = {}
        run = fulcrum.Run(RUN).examples()
        for i in range(len(run)):
            by_state[run["state"][i].tobytes(), run["game"][i]] = i
        found = 0
        for path in (PADDED, SPARSE, DENSE):
            export = fulcrum.Run(path)
            self.assertEqual(export.game.variant, fulcrum.Run(RUN).game.variant)
            for group in ("train", "validation"):
                rows = export.examples(group)
                policy, mask = rows.dense_policy(rows.columns)
                some = np.random.default_rng(1).permuted(
                    [np.arange(rows.num_actions)] * 2, axis=1)  # as no game has it
                for seen in (export.game.seen_actions, some):
                    for one, by_mover in zip((policy, mask), rows.dense_policy(
                            rows.columns, seen)):
                        np.testing.assert_array_equal(
                            np.take_along_axis(by_mover, seen[rows["side"]], 1), one)
                mine, my_mask = run.dense_policy(run.columns)
                for i in range(len(rows)):
                    k = by_state[rows["state"][i].tobytes(), rows["game"][i]]
                    np.testing.assert_allclose(policy[i], mine[k], atol=1e-3)
                    np.testing.assert_array_equal(mask[i], my_mask[k])
                    self.assertEqual(rows["value"][i], run["value"][k])
                    if "planes" in rows.columns:
                        np.testing.assert_array_equal(rows["planes"][i], run["planes"][k])
                    found += 1
        self.assertEqual(found, 3 * len(run))

    def test_each_row_once_in_an_order_of_its_own(self):
        rows = fulcrum.Examples({"n": np.arange(1000), "x": np.zeros((1000, 3))})
        orders = []
        for options in ({}, {"epoch": 1}, {"seed": 1}, {"block": 64, "mix": 3}):
            batches = [batch["n"] for batch in rows.batches(64, **options)]
            self.assertEqual({len(batch) for batch in batches[:-1]}, {64})
            order = np.concatenate(batches)
            self.assertEqual(sorted(order), list(range(1000)))
            orders.append(order.tolist())
        self.assertEqual(len({tuple(order) for order in orders}), 4)
        again = np.concatenate([batch["n"] for batch in rows.batches(64)])
        self.assertEqual(again.tolist(), orders[0])
        parts = [list(rows.batches(64, worker=k, workers=3)) for k in range(3)]
        together = [parts[i % 3][i // 3]["n"] for i in range(16)]
        self.assertEqual(np.concatenate(together).tolist(), orders[0])

    def test_streams_have_the_same_rows(self):
        for path in (PADDED, SPARSE):
            whole = fulcrum.Examples.from_export(path)
            for workers in (1, 2):
                parts = [batch for worker in range(workers) for batch in
                         module.stream(path, 16, worker=worker, workers=workers, block=32,
                                       mix=2)]
                for name in ("game", "value", "legal"):
                    got = np.concatenate([part[name] for part in parts])
                    self.assertEqual(sorted(got), sorted(whole[name]), name)

    def test_npz(self):
        for form in PADDED, SPARSE, DENSE:
            with tempfile.TemporaryDirectory() as folder, h5py.File(form) as file:
                out = os.path.join(folder, "rows")
                npz.write(form, out, rows=100)
                with self.assertRaises(FileExistsError):
                    npz.write(form, out)
                with open(f"{out}/about.json", encoding="utf-8") as text:
                    about = json.load(text)
                self.assertEqual(about["max_legal"], file.attrs["max_legal"])
                self.assertEqual(os.path.exists(f"{out}/about.npz"), form == PADDED)
                for group in "train", "validation":
                    self.assertEqual(about[group]["games"], file[group].attrs["games"])
                    parts = [dict(np.load(path)) for path in sorted(glob(f"{out}/{group}-*"))]
                    self.assertEqual(len(parts), -(-about[group]["rows"] // 100))
                    begin = 0
                    for part in parts if form == SPARSE else ():
                        part["first_legal"] += begin
                        begin += len(part["action"])
                    for name, data in file[group].items():
                        found = np.concatenate([part[name] for part in parts])
                        self.assertEqual(found.dtype, data.dtype)
                        np.testing.assert_array_equal(found, data[...])

    def test_npz_says_what_is_wrong(self):
        def refused(words, *arguments):
            done = subprocess.run([sys.executable, "-m", "fulcrum.npz", *arguments],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2, done)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(words, done.stderr)

        with tempfile.TemporaryDirectory() as folder:
            out, text = os.path.join(folder, "out"), os.path.join(folder, "text")
            with open(text, "w", encoding="utf-8") as file:
                file.write("text")
            refused("use:", PADDED)
            refused("nope.h5", "nope.h5", out)
            refused(f"{RUN} is a folder, not a file of `fulcrum export`", RUN, out)
            refused("is not a file of `fulcrum export`", glob(f"{RUN}/shard-*.h5")[0], out)
            refused("cannot be read as HDF5", text, out)
            refused("already exists", PADDED, folder)
            cut = os.path.join(folder, "cut.h5")
            shutil.copy(PADDED, cut)
            with h5py.File(cut, "r+") as file:
                del file["validation/ply"]
                file["validation/ply"] = h5py.ExternalLink(PADDED, "/validation/ply")
            refused("not in the file", cut, out)
            with unittest.mock.patch("os.rename", side_effect=OSError("disk")):
                self.assertRaises(OSError, npz.write, PADDED, out)
            self.assertEqual(sorted(os.listdir(folder)), ["cut.h5", "text"])

    def test_data_in_other_files_are_refused(self):
        def linked(file, name, old):
            file[name] = h5py.ExternalLink(PADDED, "/" + name)

        def virtual(file, name, old):
            layout = h5py.VirtualLayout(old.shape, old.dtype)
            layout[:] = h5py.VirtualSource(PADDED, name, old.shape)
            file.create_virtual_dataset(name, layout)

        def external(file, name, old):
            file.create_dataset(name, old.shape, old.dtype,
                                external=[("/etc/passwd", 0, h5py.h5f.UNLIMITED)])

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.h5")
            for change in linked, virtual, external:
                shutil.copy(PADDED, path)
                with h5py.File(path, "r+") as file:
                    old = file["train/ply"][...]
                    del file["train/ply"]
                    change(file, "train/ply", old)
                with self.assertRaisesRegex(fulcrum.FileError, "not in the file"):
                    fulcrum.Run(path)["train/ply"]
                with self.assertRaisesRegex(fulcrum.FileError, "not in the file"):
                    next(module.stream(path, 16))
            os.unlink(path)
            os.mkfifo(path)
            with self.assertRaisesRegex(fulcrum.FileError, "regular file"):
                fulcrum.Examples.from_export(path)

    def test_torch(self):
        try:
            from torch.utils.data import DataLoader
        except ImportError:
            self.skipTest("there is no PyTorch")
        rows = fulcrum.Run(PADDED).examples()
        for dataset in (rows.torch(16, columns=("game", "action", "value")),
                        module.stream_torch(PADDED, 16, block=32, mix=2)):
            for workers in (0, 2):
                loader = DataLoader(dataset, batch_size=None, num_workers=workers)
                batches = list(loader)
                got = np.concatenate([batch["game"].numpy() for batch in batches])
                self.assertEqual(sorted(got), sorted(rows["game"]))
                self.assertFalse(batches[0]["action"].dtype.is_floating_point)

    def test_epochs_of_torch(self):
        """The same batches in each epoch, whoever loads them."""
        try:
            from torch.utils.data import DataLoader
        except ImportError:
            self.skipTest("there is no PyTorch")
        rows = fulcrum.Examples({"n": np.arange(100)})
        epochs = [[batch["n"].tolist() for batch in rows.batches(16, seed=3, epoch=epoch)]
                  for epoch in range(9)]
        for options in ({"num_workers": 0}, {"num_workers": 2},
                        {"num_workers": 2, "persistent_workers": True},
                        {"num_workers": 2, "persistent_workers": True,
                         "multiprocessing_context": "spawn"}):
            dataset = rows.torch(16, seed=3)
            loader = DataLoader(dataset, batch_size=None, **options)

            def loaded():
                return [batch["n"].tolist() for batch in loader]

            self.assertEqual([loaded() for _ in range(3)], epochs[:3], options)
            if "multiprocessing_context" in options:
                continue  # workers take long to start
            dataset.set_epoch(np.int64(7))
            next(iter(loader))
            self.assertEqual(loaded(), epochs[8], options)
            dataset.set_epoch(0)
            self.assertEqual(loaded(), epochs[0], options)
            again = pickle.loads(pickle.dumps(copy.deepcopy(dataset)))
            self.assertEqual([batch["n"].tolist() for batch in again], epochs[1], options)
            self.assertEqual(loaded(), epochs[1], options)
        del loader
        dataset.set_epoch(2)
        for _ in range(200):
            next(iter(dataset))
        self.assertEqual([batch["n"].tolist() for batch in dataset],
                         [batch["n"].tolist() for batch in rows.batches(16, 3, 202)])


class Following(unittest.TestCase):
    """A window over a run whose files appear one by one."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.run_ = os.path.join(self.folder, "run")
        self.shards = sorted(os.path.basename(path) for path in glob(f"{RUN}/shard-*.h5"))
        self.rows = fulcrum.Run(RUN).examples()

    def put(self, source, name):
        os.makedirs(self.run_, exist_ok=True)
        shutil.copy(os.path.join(source, name), f"{self.run_}/{name}.tmp")
        os.rename(f"{self.run_}/{name}.tmp", f"{self.run_}/{name}")

    def check(self, window, games):
        self.assertEqual(window.num_games, len(games))
        batch = window.sample(400)
        self.assertEqual(set(batch["game"]), set(games))
        for at in range(0, 400, 40):
            there = np.flatnonzero((self.rows["game"] == batch["game"][at]) &
                                   (self.rows["state"] == batch["state"][at]).all(axis=1))
            width = self.rows["policy"].shape[1]
            self.assertTrue(any(
                (self.rows["policy"][row, :width] == batch["policy"][at, :width]).all() and
                self.rows["value"][row] == batch["value"][at] and
                (self.rows["planes"][row] == batch["planes"][at]).all() for row in there))

    def test_files_as_they_appear(self):
        window = fulcrum.Window(self.run_, rows=10000)
        self.assertEqual((window.update(), len(window), window.num_games), (0, 0, 0))
        self.assertRaises(fulcrum.WrongCall, window.sample, 10)
        self.assertFalse(window.wait(seconds=0.01, most=0.03))
        self.put(RUN, self.shards[0])
        with open(f"{self.run_}/shard-000001.h5.4711.tmp", "w") as file:
            file.write("unfinished")
        self.assertGreater(window.update(), 0)
        self.check(window, [0, 1, 2])
        self.assertEqual(window.update(), 0)
        self.put(SHORT, self.shards[1])
        window.update()
        self.check(window, [0, 1, 2, 3, 4])
        self.put(RUN, self.shards[1])  # in the place of the short file
        window.update()
        self.check(window, [0, 1, 2, 3, 4, 5])
        self.assertEqual(len(window), len(self.rows))
        self.check(pickle.loads(pickle.dumps(window)), [0, 1, 2, 3, 4, 5])

    def test_follow_of_a_run(self):
        window = fulcrum.Run(RUN).follow(rows=10000, planes=False)
        batches = window.batches(64, rows=10, columns=("value", "game"))
        batch = next(batches)
        self.assertEqual(sorted(batch), ["game", "value"])
        self.assertEqual(len(next(batches)["value"]), 64)
        self.assertRaises(fulcrum.WrongCall, fulcrum.Run(PADDED).follow)
        self.assertRaises(fulcrum.WrongCall, fulcrum.Run(f"{RUN}/{self.shards[0]}").follow)
        self.assertRaises(fulcrum.WrongCall, fulcrum.Window, RUN, keep="some")

    def test_damaged_file_is_left_out_until_it_changes(self):
        self.put(RUN, self.shards[0])
        os.makedirs(self.run_, exist_ok=True)
        with open(f"{self.run_}/{self.shards[1]}", "wb") as file:
            file.write(b"damaged")
        window = fulcrum.Window(self.run_)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            window.update()
            window.update()
        self.assertEqual(len(caught), 1)
        self.assertIn(self.shards[1], str(caught[0].message))
        self.check(window, [0, 1, 2])
        self.put(RUN, self.shards[1])
        window.update()
        self.assertEqual(window.failed, {})
        self.check(window, [0, 1, 2, 3, 4, 5])

    def test_older_games_make_room(self):
        sizes = [int((self.rows["game"] == game).sum()) for game in range(6)]
        for rows in (1, sum(sizes[3:]), sum(sizes[3:]) + 1, sum(sizes) - 1):
            window = fulcrum.Window(RUN, rows=rows)
            window.update()
            self.assertLessEqual(len(window), rows)
            self.assertEqual(int(window.sample(500)["game"].max()), 5)
            if rows >= sum(sizes[3:]):
                self.assertGreaterEqual(window.num_games, 3)
        window = fulcrum.Window(rows=sum(sizes) + 5)
        for _ in range(7):  # several runs, whose files push each other out
            self.run_ = os.path.join(self.folder, f"run{_}")
            self.put(RUN, self.shards[_ % 2])
            window.add(self.run_)
            window.update()
            spans = sorted((block.begin, block.end) for block in window._blocks)
            self.assertTrue(all(a[1] <= b[0] for a, b in zip(spans, spans[1:])))
            self.assertGreaterEqual(len(spans), min(_ + 1, 2) - 1)

    def test_sampling_is_uniform(self):
        window = fulcrum.Window(RUN, seed=3)
        window.update()
        sizes = np.bincount(self.rows["game"])
        draws = 60000
        for by, share in (("games", np.full(6, 1 / 6)), ("rows", sizes / sizes.sum())):
            game = window.sample(draws, ("game",), by)["game"]
            expected = draws * share
            square = ((np.bincount(game, minlength=6) - expected) ** 2 / expected).sum()
            self.assertLess(square, 25.7)  # chi-square of 5: 1 in 10,000
        self.assertRaises(fulcrum.WrongCall, window.sample, 10, None, "shard")
        # The rows of a game: each with the same chance.
        numbers = fulcrum.Window(RUN, seed=4, planes=False)
        numbers.update()
        numbers._columns["row"] = np.arange(len(numbers._columns["game"]))
        batch = numbers.sample(draws, ("game", "row"))
        row = batch["row"][batch["game"] == 2]
        counts = np.bincount(row - row.min(), minlength=sizes[2])
        expected = len(row) / sizes[2]
        self.assertLess(((counts - expected) ** 2 / expected).sum(),
                        sizes[2] + 5 * np.sqrt(2 * sizes[2]))

    def test_speed(self):
        """More than half a million rows of a window of 400,000 a second of CPU time."""
        window = fulcrum.Window(rows=400000, planes=False)
        for number in range(400000 // len(self.rows)):
            window._put(str(number), self.rows.select(
                *(name for name in self.rows.columns if name != "planes")))
        window._index()
        self.assertGreater(len(window), 390000)
        best = 0.0
        for _ in range(3):
            begin, rows = time.process_time(), 0
            while time.process_time() - begin < 0.2:
                rows += len(window.sample(1024)["value"])
            best = max(best, rows / (time.process_time() - begin))
        print(f"window: {best / 1e6:.2f} million rows a second of CPU time", file=sys.stderr)
        self.assertGreater(best, 500000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[6:])
