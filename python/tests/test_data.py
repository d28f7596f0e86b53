"""Recorded games and training data as arrays and batches.
Use: test_data.py RUN PADDED.h5 SPARSE.h5 DENSE.h5: a run with fast searches (playout_cap) in
several shards, and its exports; PADDED.h5 with planes."""

import os
import sys
import unittest

import h5py
import numpy as np

import fulcrum
from fulcrum import examples as module

RUN, PADDED, SPARSE, DENSE = sys.argv[1:5]


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

    def test_closing(self):
        with fulcrum.Run(RUN) as run:
            game, part = run.game, next(iter(run.parts()))
        self.assertTrue(len(game.start().legal()))
        self.assertTrue(len(part["games/id"]))
        with self.assertRaisesRegex(ValueError, "closed"):
            run.num_games


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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
