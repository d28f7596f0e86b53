"""The installed package: games, environments, searches, adapters, memory.
Use: test_package.py -v, with fulcrum to be imported from where it was installed."""

import copy
import gc
import os
import pickle
import random
import subprocess
import sys
import threading
import unittest
import weakref

import numpy as np

import fulcrum
from fulcrum.adapters import aec, gymnasium_vector, openspiel

GAME = fulcrum.Game("seesaw", size=3)


def play_some(game, actions, seed=1):
    """A state after some random actions, not over."""
    generator = np.random.default_rng(seed)
    state = game.start()
    for _ in range(actions):
        after = state.after(fulcrum.random_action(state, generator))
        if after.over:
            return state
        state = after
    return state


class Games(unittest.TestCase):
    def test_every_game_is_played_to_its_end(self):
        for name in fulcrum.games():
            game, generator = fulcrum.Game(name), np.random.default_rng(7)
            state, plies = game.start(), 0
            while not state.over and plies < 60:
                before, action = state.copy(), fulcrum.random_action(state, generator)
                self.assertEqual(state.action(game.action_text(action)), action)
                state.apply(action)
                self.assertNotEqual(before, state)
                self.assertEqual(game.unpack(state.pack()), state)
                plies += 1
            self.assertEqual(game.state(state.text), state)
            self.assertTrue(state.picture())

    def test_facts_and_pickles(self):
        self.assertIn("size=3", GAME.variant)
        self.assertEqual(fulcrum.Game("seesaw", GAME.variant).variant, GAME.variant)
        self.assertTrue(fulcrum.version().startswith(fulcrum.__version__))
        self.assertEqual(len(GAME.plane_meanings), GAME.planes)
        state = play_some(GAME, 5)
        self.assertEqual(pickle.loads(pickle.dumps(state)), state)
        with self.assertRaises(TypeError):
            hash(state)

    def test_arrays_agree_with_states(self):
        states = [play_some(GAME, i) for i in range(8)]
        mask, planes = GAME.legal_mask(states), GAME.planes_of(states, np.float32)
        for i, state in enumerate(states):
            np.testing.assert_array_equal(np.flatnonzero(mask[i]), state.legal())
            np.testing.assert_array_equal(
                planes[i], state.planes() * GAME.plane_scales[:, None, None])
        packed = np.array([np.frombuffer(state.pack(), np.uint8) for state in states])
        np.testing.assert_array_equal(GAME.unpack_array(packed), GAME.states_array(states))
        self.assertEqual(GAME.features_of(states).shape, (8, GAME.features))
        odd = np.zeros(8 * 256 + 1, np.uint8)[1:].reshape(8, 256)
        odd[...] = GAME.states_array(states)
        np.testing.assert_array_equal(GAME.legal_mask(odd), mask)

    def test_symmetries_commute_with_actions(self):
        state = play_some(GAME, 4)
        for symmetry in range(GAME.num_symmetries):
            actions = GAME.symmetry_actions(symmetry)
            self.assertEqual(sorted(actions[state.legal()]),
                             state.image(symmetry).legal().tolist())
            for action in state.legal():
                self.assertEqual(state.after(action).image(symmetry),
                                 state.image(symmetry).after(actions[action]))

    def test_actions_are_seen_like_planes(self):
        state, seen = play_some(GAME, 5), GAME.seen_actions
        self.assertEqual((state.side, GAME.start().side), (1, 0))
        np.testing.assert_array_equal(np.sort(seen), [np.arange(GAME.num_actions)] * 2)
        images = [state.image(k) for k in range(GAME.num_symmetries) if GAME.exchanges_sides(k)]
        same = [image for image in images if (image.planes() == state.planes()).all()]
        self.assertTrue(same)
        for image in same:
            self.assertEqual(image.side, 0)
            self.assertEqual(sorted(seen[1, state.legal()]), image.legal().tolist())

        weights = np.arange(1, GAME.num_actions + 1, dtype=np.float32)
        found = fulcrum.Search(GAME, evaluator=lambda planes, mask: (
            np.full(len(mask), 0.5), mask * weights), simulations=2, seen=True).run(state)
        expected = weights[seen[1, state.legal()]]
        np.testing.assert_allclose(found.priors[0, :len(expected)], expected / expected.sum(),
                                   atol=1e-4)

    def test_errors_are_exceptions_with_the_message(self):
        for call, kind, message in (
                (lambda: fulcrum.Game("seesow"), ValueError, 'unknown game "seesow"'),
                (lambda: fulcrum.Game("seesaw", size=99), fulcrum.WrongCall, "size"),
                (lambda: GAME.start().apply(10**6), fulcrum.WrongCall, "1000000"),
                (lambda: GAME.state("nonsense"), fulcrum.WrongCall, "nonsense"),
                (lambda: GAME.state(3), fulcrum.WrongCall, "is a string"),
                (lambda: fulcrum.Examples("train.h5"), fulcrum.WrongCall, "from_export"),
                (lambda: GAME.start().apply(1.5), TypeError, "float"),
                (lambda: GAME.states_array([fulcrum.Game("seega").start()]),
                 fulcrum.WrongCall, "another game"),
                (lambda: fulcrum.Run("/nowhere"), OSError, "/nowhere")):
            with self.assertRaisesRegex(kind, message):
                call()


    def test_what_passes_to_c_is_not_cut_off(self):
        state, env = GAME.start(), fulcrum.VectorEnv(GAME, 2)
        search = fulcrum.Search(GAME, simulations=2)
        action, over = int(state.legal()[0]), 2**32

        def given(batch):
            return fulcrum.Search(GAME, evaluator=lambda p, m: (m[:, 0], m), batch=batch)

        numbers = {  # of a call that takes a number: one that it accepts
            "apply": (state.copy().apply, action), "after": (state.after, action),
            "action_text": (GAME.action_text, action), "image": (state.image, 0),
            "policy_output": (state.policy_output, action),
            "symmetry_actions": (GAME.symmetry_actions, 0),
            "exchanges_sides": (GAME.exchanges_sides, 0),
            "n": (lambda n: fulcrum.VectorEnv(GAME, n), 2),
            "threads": (lambda n: fulcrum.VectorEnv(GAME, 1, threads=n), 1),
            "search threads": (lambda n: fulcrum.Search(GAME, threads=n), 1),
            "set": (lambda n: env.set(n, state), 1), "reason": (env.reason_text, 1),
            "batch": (given, 8)}
        for what, (call, good) in numbers.items():
            for fine in (good, np.int32(good), np.uint64(good)):
                if what not in ("apply",):
                    call(fine)
            for wrong in (good + over, good - over, good + 2**64, -2**63):
                with self.assertRaises(fulcrum.WrongCall, msg=f"{what} {wrong}"):
                    call(wrong)
            for wrong in (good + 0.5, str(good + 0.5), None):
                with self.assertRaises((TypeError, fulcrum.WrongCall), msg=f"{what} {wrong}"):
                    call(wrong)
        for seed in (-1, 2**64, 2**64 + 3):
            with self.assertRaisesRegex(fulcrum.WrongCall, "seed"):
                fulcrum.VectorEnv(GAME, 1, seed=seed)
            with self.assertRaisesRegex(fulcrum.WrongCall, "seed"):
                search.run(state, seed=seed)
        for name, wrong in (("games", -1), ("plies", 2**32), ("plies", [-1]), ("turns", [0.5]),
                            ("games", [1, 2]), ("games", 2**64)):
            with self.assertRaisesRegex(fulcrum.WrongCall, name):
                search.run(state, **{name: wrong})
        for actions in (np.array([2**64 - 1, 0], np.uint64), [0.0, 1.0], [0], [[0], [0]],
                        [2**64, 0], np.array([True, False])):
            with self.assertRaises(fulcrum.WrongCall):
                env.step(actions)
        for states in (np.zeros((1, 256), np.int64), np.zeros((1, 255), np.uint8),
                       np.zeros(256, np.uint8)):
            with self.assertRaisesRegex(fulcrum.WrongCall, "states must have shape"):
                GAME.legal_mask(states)
        with self.assertRaisesRegex(fulcrum.WrongCall, "uint8"):
            GAME.unpack_array(np.zeros((1, GAME.packed_bytes), np.int32))

    def test_numpy_numbers_are_numbers(self):
        game = fulcrum.Game("seesaw", size=np.int64(3), swap=np.bool_(False))
        self.assertEqual(game.variant, GAME.variant)
        search = fulcrum.Search(game, simulations=np.uint16(7))
        self.assertEqual(search.config["search"]["simulations"], 7)
        fulcrum.Search(game, {"search": {"uct_exploration": np.float32(0.5)}})
        fulcrum.Search(game, "search.solve=true", simulations=np.int32(3))
        found = [search.run(GAME.start(), seed=kind(5)).action_visits
                 for kind in (int, np.int64, np.uint64)]
        np.testing.assert_array_equal(found[0], found[1])
        np.testing.assert_array_equal(found[0], found[2])
        envs = [fulcrum.VectorEnv(game, kind(3), seed=kind(9), threads=kind(1))
                for kind in (int, np.int16)]
        np.testing.assert_array_equal(envs[0].sample(), envs[1].sample())
        rows = fulcrum.Examples({"n": np.arange(10)})
        self.assertEqual(len(next(rows.batches(np.int64(4), seed=np.int64(2)))["n"]), 4)
        with self.assertRaisesRegex(fulcrum.WrongCall, "size"):
            next(rows.batches(0))

    def test_texts_are_not_cut_off(self):
        state = GAME.start()
        text = state.text + "\0"
        for call in (lambda: fulcrum.Game("seesaw\0"), lambda: fulcrum.Game("seesaw", "size=3\0"),
                     lambda: fulcrum.Game("seesaw", stuck="pass\0"), lambda: GAME.state(text),
                     lambda: state.apply(GAME.action_text(0) + "\0"),
                     lambda: fulcrum.Search(GAME, "search.simulations=3\0"),
                     lambda: fulcrum.Search(GAME, {"name": "a\0"}),
                     lambda: fulcrum.load_game("game.so\0"), lambda: fulcrum.Run("run\0"),
                     lambda: GAME.state("\udcff"), lambda: fulcrum.Game(3)):
            with self.assertRaises(ValueError):
                call()

    def test_errors_are_not_those_of_the_command_line(self):
        for call in (lambda: fulcrum.Game("nothing like it"), lambda: fulcrum.Game("seesaw", siz=1),
                     lambda: fulcrum.Game("seesaw", "size"), lambda: fulcrum.Game("seesaw", size=1),
                     lambda: fulcrum.Game("seesaw", "size=3 size=4"),
                     lambda: fulcrum.Search(GAME, "simulations"),
                     lambda: fulcrum.Search(GAME, {"search.simulations": 3}),
                     lambda: fulcrum.Search(GAME, simulations=-1)):
            with self.assertRaises(fulcrum.WrongCall) as caught:
                call()
            self.assertNotRegex(str(caught.exception), "command line|--[a-z]")

    def test_sizes_cannot_be_changed(self):
        """Arrays that C fills have these sizes."""
        env = fulcrum.VectorEnv(GAME, 2)
        for thing, name in ((GAME, "max_legal"), (GAME, "num_actions"), (GAME, "packed_bytes"),
                            (env, "n"), (env, "game"), (fulcrum.Search(GAME), "game")):
            with self.assertRaisesRegex(AttributeError, name):
                setattr(thing, name, 1)
        env.winner = env.length = None  # the env still has its arrays
        for _ in range(50):
            env.step(env.sample())


class Environments(unittest.TestCase):
    def test_steps_agree_with_states(self):
        env = fulcrum.VectorEnv(GAME, 6, legal=True, seed=3)
        states, lengths, ended = [GAME.start() for _ in range(6)], [0] * 6, 0
        arrays = [id(array) for array in env.reset()]
        for _ in range(80):
            actions = env.sample()
            step = env.step(actions)
            self.assertEqual([id(array) for array in step], arrays)
            for i, state in enumerate(states):
                state.apply(actions[i])
                lengths[i] += 1
                outcome = state.outcome
                self.assertEqual(bool(step.done[i]), outcome.over)
                self.assertEqual(env.length[i], lengths[i])
                self.assertEqual(env.reason_text(env.reason[i]), outcome.reason)
                if outcome.over:
                    ended += 1
                    self.assertEqual(tuple(step.reward[i]), fulcrum.returns(outcome.winner))
                    state = states[i] = GAME.start()
                    lengths[i] = 0
                self.assertEqual(step.player[i], state.player)
                self.assertEqual(env.legal[i, :env.num_legal[i]].tolist(),
                                 state.legal().tolist())
                self.assertEqual(env.state(i), state)
            np.testing.assert_array_equal(step.mask, GAME.legal_mask(states))
            np.testing.assert_array_equal(step.planes, GAME.planes_of(states))
        self.assertGreater(ended, 3)

    def test_threads_change_nothing(self):
        one, two = (fulcrum.VectorEnv(GAME, 50, np.float32, seed=4, threads=threads)
                    for threads in (1, 2))
        for _ in range(30):
            actions = one.sample().copy()
            np.testing.assert_array_equal(actions, two.sample())
            for first, second in zip(one.step(actions), two.step(actions)):
                np.testing.assert_array_equal(first, second)

    def test_wrong_actions_step_no_game(self):
        env = fulcrum.VectorEnv(GAME, 3)
        before = env.states.copy()
        actions = env.sample().copy()
        actions[2] = -1
        with self.assertRaisesRegex(fulcrum.WrongCall, "game 2: action -1"):
            env.step(actions)
        np.testing.assert_array_equal(env.states, before)
        for wrong, words in ((actions[:2], r"must have shape \(3,\), not \(2,\)$"),
                             (actions * 1.0, "must be integers, not float64$"),
                             (np.full(3, 2**63, np.uint64), "must be from -9223")):
            with self.assertRaisesRegex(ValueError, words):
                env.step(wrong)
        with self.assertRaises(ValueError):
            env.states[0] = 0

    def test_only_arrays_that_can_be_written_are(self):
        env = fulcrum.VectorEnv(GAME, 4)
        closed = np.zeros(4, np.int64)
        closed.flags.writeable = False
        odd = np.zeros(4 * 8 + 1, np.uint8)[1:].view(np.int64)
        for out in (closed, odd, np.zeros(8, np.int64)[::2], np.zeros(4, np.int32), [0] * 4,
                    np.zeros((4, 1), np.int64), np.zeros(3, np.int64), np.zeros(4, ">i8"),
                    np.broadcast_to(np.int64(0), 4), np.frombuffer(bytes(32), np.int64)):
            with self.assertRaisesRegex(fulcrum.WrongCall, "out must be"):
                env.sample(out)
        self.assertFalse(closed.any())
        good = np.zeros(4, np.int64)
        self.assertIs(env.sample(good), good)
        env.step(good.astype(">i4"))
        env.step(env.sample().tolist())

    def test_set_and_memory(self):
        env = fulcrum.VectorEnv(GAME, 2)
        state = play_some(GAME, 6)
        env.set(1, state)
        self.assertEqual(env.state(1), state)
        states, gone = env.states, weakref.ref(env)
        del env
        gc.collect()
        self.assertIsNotNone(gone(), "a view keeps its memory alive")
        self.assertEqual(states.shape, (2, 256))
        del states
        gc.collect()
        self.assertIsNone(gone(), "nobody else does")


class Searches(unittest.TestCase):
    def test_results_fit_together(self):
        states = [play_some(GAME, i) for i in range(5)]
        search = fulcrum.Search(GAME, simulations=40, threads=2)
        self.assertEqual(search.config["search"]["simulations"], 40)
        found = search.run(states, seed=5)
        for i, state in enumerate(states):
            count = found.num_legal[i]
            self.assertEqual(found.actions[i, :count].tolist(), state.legal().tolist())
            self.assertEqual(found.action_visits[i].sum(), found.visits[i])
            self.assertIn(found.chosen[i], state.legal())
            self.assertAlmostEqual(float(found.policy[i].sum()), 1, 4)
        alone = search.run(states[3], seed=5, games=3)
        self.assertEqual(alone.chosen[0], found.chosen[3])
        np.testing.assert_array_equal(alone.action_visits[0], found.action_visits[3])

    def test_evaluator_in_python(self):
        sizes = []

        def evaluate(planes, mask):
            self.assertEqual(planes.shape[1:], GAME.planes_shape)
            sizes.append(len(mask))
            return np.full(len(mask), 0.5), mask

        env = fulcrum.VectorEnv(GAME, 16)
        found = fulcrum.Search(GAME, "search.simulations=20", evaluate, batch=8).run(env)
        self.assertEqual(max(sizes), 8)
        self.assertTrue((found.visits == 20).all())
        other = fulcrum.Search(GAME, {"search": {"simulations": 20}}, evaluate).run(env)
        np.testing.assert_array_equal(found.action_visits, other.action_visits)

    def test_errors_of_evaluators_are_raised(self):
        state = GAME.start()
        for evaluate, kind, message in (
                (lambda planes, mask: 1 / 0, ZeroDivisionError, "division"),
                (lambda planes, mask: (np.full(len(mask), 2.0), mask), ValueError, "0 to 1"),
                (lambda planes, mask: (0.5, mask), ValueError, "values have shape"),
                (lambda planes, mask: mask, ValueError, "must return values.*not one ndarray"),
                (lambda planes, mask: None, ValueError, "must return values.*not one NoneType"),
                (lambda planes, mask: (mask,), ValueError, "not a tuple of 1")):
            search = fulcrum.Search(GAME, simulations=4, evaluator=evaluate)
            for _ in range(2):
                with self.assertRaisesRegex(kind, message):
                    search.run(state)

    def test_an_evaluator_is_a_function(self):
        with self.assertRaisesRegex(ValueError, "a function, not 'network'.*search.evaluator="):
            fulcrum.Search(GAME, evaluator="network")

    def test_one_call_at_a_time(self):
        errors = []

        def evaluate(planes, mask):
            def again():
                try:
                    search.run(GAME.start())
                except fulcrum.Error as error:
                    errors.append(str(error))
            thread = threading.Thread(target=again)
            thread.start()
            thread.join()
            return np.full(len(mask), 0.5), mask

        search = fulcrum.Search(GAME, simulations=2, evaluator=evaluate)
        search.run(GAME.start())
        self.assertIn("in use", errors[0])

    def test_owners_are_not_copied(self):
        """A second owner of a handle would use it after it is freed."""
        for thing in (fulcrum.VectorEnv(GAME, 2), fulcrum.Search(GAME, simulations=2)):
            for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "neither copied nor pickled"):
                    duplicate(thing)
        for duplicate in (copy.copy, copy.deepcopy):
            game = duplicate(GAME)
            self.assertEqual(game.variant, GAME.variant)
            del game
            gc.collect()
            self.assertTrue(len(GAME.start().legal()))

    def test_positions_are_those_at_the_call(self):
        """An evaluator, or another thread, may step the env that is searched."""
        env = fulcrum.VectorEnv(GAME, 40)
        expected = fulcrum.Search(GAME, simulations=3, batch=1,
                                  evaluator=lambda p, m: (m[:, 0] * 0.5, m)).run(env)

        def evaluate(planes, mask):
            env.step(env.sample())
            return mask[:, 0] * 0.5, mask

        search = fulcrum.Search(GAME, simulations=3, batch=1, evaluator=evaluate)
        np.testing.assert_array_equal(search.run(env).actions, expected.actions)
        with self.assertRaisesRegex(fulcrum.WrongCall, "another game"):
            search.run(fulcrum.VectorEnv(fulcrum.Game("seega"), 2))

    def test_after_a_fork(self):
        envs = [fulcrum.VectorEnv(GAME, 8, threads=threads) for threads in (1, 2)]
        searches = [fulcrum.Search(GAME, simulations=4, threads=threads) for threads in (1, 2)]
        envs[1].step(envs[1].sample())

        def used(call):
            child = os.fork()
            if not child:
                try:
                    call()
                    os._exit(0)
                except fulcrum.Error as error:
                    os._exit(1 if "fork" in str(error) else 2)
                finally:
                    os._exit(3)
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

        self.assertEqual(used(lambda: envs[0].step(envs[0].sample())), 0)
        self.assertEqual(used(lambda: searches[0].run(GAME.start())), 0)
        self.assertEqual(used(lambda: envs[1].reset()), 1)
        self.assertEqual(used(lambda: searches[1].run([GAME.start()] * 4)), 1)
        self.assertEqual(used(lambda: fulcrum.VectorEnv(GAME, 8, threads=2)), 1)
        self.assertEqual(used(lambda: fulcrum.Search(GAME, {"search": {"threads": 2}})), 1)

    def test_the_program_may_end_while_threads_run(self):
        text = """if True:
            import threading, time, fulcrum
            game = fulcrum.Game("seesaw", size=4)
            env = fulcrum.VectorEnv(game, 512)
            search = fulcrum.Search(game, simulations=10**7)
            def step():
                while True:
                    env.step(env.sample())
            for target in (step, lambda: search.run(game.start())):
                threading.Thread(target=target, daemon=True).start()
            time.sleep(0.3)"""
        for _ in range(3):
            self.assertEqual(subprocess.run([sys.executable, "-c", text]).returncode, 0)

    def test_a_search_is_freed(self):
        search = fulcrum.Search(GAME, simulations=2, evaluator=lambda p, m: (m[:, 0], m))
        gone = weakref.ref(search)
        search.run(GAME.start())
        del search
        self.assertIsNone(gone())


class Adapters(unittest.TestCase):
    def test_aec_contract(self):
        """What PettingZoo's API documents, and its own api_test looks at."""
        env = aec.env(GAME)
        for seed in range(3):
            env.reset(seed=seed)
            self.assertEqual(env.agents, env.possible_agents)
            self.assertEqual(set(env.rewards), set(env.terminations))
            total, live, left = dict.fromkeys(env.agents, 0.0), 0, []
            for agent in env.agent_iter():
                observation, reward, termination, truncation, info = env.last()
                self.assertTrue(env.observation_space(agent).contains(observation))
                self.assertIsInstance(info, dict)
                total[agent] += reward
                if termination or truncation:
                    left.append(agent)
                    self.assertFalse(observation["action_mask"].any())
                    env.step(None)
                else:
                    live += 1
                    mask = observation["action_mask"]
                    action = env.action_space(agent).sample(mask)
                    self.assertTrue(mask[action])
                    with self.assertRaises(ValueError):
                        env.step(None)
                    env.step(action)
            self.assertEqual(sorted(left), env.possible_agents)
            self.assertEqual(env.agents, [])
            self.assertEqual(sum(total.values()), 0)
            self.assertEqual(live, env.length)

    def test_aec_truncates(self):
        env = aec.env(fulcrum.Game("seesaw", size=3))
        env.game.max_game_length = 2
        env.reset()
        for _ in range(2):
            env.step(int(env.state_now.legal()[0]))
        self.assertTrue(all(env.truncations.values()))
        self.assertFalse(any(env.terminations.values()))

    def test_gymnasium_vector_contract(self):
        env = gymnasium_vector.Env(GAME, 5)
        observations, infos = env.reset(seed=1)
        ended = 0
        for _ in range(100):
            self.assertTrue(env.observation_space.contains(observations))
            actions, actors = env.sample(), infos["player"].copy()
            self.assertTrue(env.action_space.contains(actions))
            observations, rewards, terminations, truncations, infos = env.step(actions)
            for array in (rewards, terminations, truncations):
                self.assertEqual(array.shape, (5,))
            for i in np.flatnonzero(terminations):
                ended += 1
                winner = infos["winner"][i]
                self.assertEqual(rewards[i], 0 if winner == 2 else
                                 1 if winner == actors[i] else -1)
            self.assertFalse(rewards[~terminations].any())
        self.assertGreater(ended, 3)
        again, _ = env.reset(seed=1)
        self.assertEqual(again["observation"].shape, (5, *GAME.planes_shape))
        env.close()

    def test_openspiel_loop(self):
        game = openspiel.load_game("seesaw", {"size": 3})
        state, generator = game.new_initial_state(), random.Random(3)
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            self.assertEqual(np.flatnonzero(state.legal_actions_mask()).tolist(), legal)
            self.assertEqual(state.legal_actions(1 - player), [])
            action = generator.choice(legal)
            self.assertEqual(
                state.string_to_action(player, state.action_to_string(player, action)),
                action)
            child = state.child(action)
            state.apply_action(action)
            self.assertEqual(child.state, state.state)
        self.assertEqual(state.current_player(), openspiel.TERMINAL_PLAYER)
        self.assertEqual(sum(state.returns()), game.utility_sum())
        self.assertEqual(game.deserialize_state(state.serialize()).state, state.state)
        game = openspiel.load_game("cascade", {"size": 3})
        for text in ("2 a1=w", None):
            state = game.new_initial_state(text)
            for _ in range(2):
                again = game.deserialize_state(state.serialize())
                self.assertEqual(again.state, state.state)
                self.assertEqual(again.clone().serialize(), state.serialize())
                self.assertEqual(again.history(), state.history())
                state.apply_action(state.legal_actions()[-1])
        for wrong in ("start: nonsense\n", "x\n", "0.5\n", "-1\n"):
            with self.assertRaises(fulcrum.WrongCall):
                game.deserialize_state(wrong)
        for parameters in {}, {"size": 3, "swap": True, "stuck": "loss"}:
            game = openspiel.load_game("seesaw", parameters)
            again = openspiel.load_game(str(game))
            self.assertEqual(again.game.variant, game.game.variant)
            self.assertEqual(again.get_parameters(), parameters)
        for text, words in ("seesaw(size=3", 'no "\\)"'), ("seesaw(size)", "not KEY=VALUE"):
            with self.assertRaisesRegex(fulcrum.WrongCall, words):
                openspiel.load_game(text)


if __name__ == "__main__":
    unittest.main()
