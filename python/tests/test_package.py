"""The installed package: games, environments, searches, adapters, memory.
Use: test_package.py -v, with fulcrum to be imported from where it was installed."""

import gc
import pickle
import random
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
        for wrong in (actions[:2], actions * 1.0):
            with self.assertRaises(ValueError):
                env.step(wrong)
        with self.assertRaises(ValueError):
            env.states[0] = 0

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
                (lambda planes, mask: (0.5, mask), ValueError, "values have shape")):
            search = fulcrum.Search(GAME, simulations=4, evaluator=evaluate)
            for _ in range(2):
                with self.assertRaisesRegex(kind, message):
                    search.run(state)

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
