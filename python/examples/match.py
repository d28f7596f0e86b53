#!/usr/bin/env python3
"""Plays an agent of your own against a search of libfulcrum, in one process.
Use: match.py [GAME [KEY=VALUE ...]]        match.py seesaw size=3
The agent is a search whose leaves a function here evaluates: put your network in its place.
All games of the match are played at once: concurrent searches, batched evaluations.
"""

import sys

import numpy as np

import fulcrum

GAMES, SIMULATIONS = 10, 50


def evaluate(planes, mask):
    """Every position is even, and every action as good as any other."""
    return np.full(len(mask), 0.5), mask


def main(name="seesaw", *keys):
    game = fulcrum.Game(name, " ".join(keys))
    own, uct = (fulcrum.Search(game, "temperature.start=0", evaluator=leaves, batch=GAMES,
                               simulations=SIMULATIONS) for leaves in (evaluate, None))
    states = [game.start() for _ in range(GAMES)]
    plies = np.zeros(GAMES, np.uint32)
    going = np.arange(GAMES)
    while len(going):
        # Own agent is player 0 in even games, player 1 in odd ones.
        turn = np.array([states[i].player == i % 2 for i in going])
        for agent, numbers in ((own, going[turn]), (uct, going[~turn])):
            if len(numbers):
                found = agent.run([states[i] for i in numbers], seed=1, games=numbers,
                                  plies=plies[numbers])
                for i, action in zip(numbers, found.chosen):
                    states[i].apply(action)
        plies[going] += 1
        going = np.array([i for i in going if not states[i].over
                          and plies[i] < game.max_game_length], int)
    points = sum(0.5 + 0.5 * fulcrum.returns(state.outcome.winner)[i % 2]
                 for i, state in enumerate(states))
    score, spread = points / GAMES, 3.84 / GAMES  # Wilson's 95 % interval
    half = (spread * (score * (1 - score) + spread / 4)) ** 0.5
    low, high = ((score + spread / 2 + side * half) / (1 + spread) for side in (-1, 1))
    print(f"own agent: {points} of {GAMES} games, {score:.0%} [{low:.0%}, {high:.0%}]")


if __name__ == "__main__":
    main(*sys.argv[1:])
