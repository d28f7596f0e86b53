#!/usr/bin/env python3
"""Compares exact values of solved variants with their scores in the maps.

    experiments/fairest-rules/exact.py [--program build/fulcrum] [--table exact.csv]

Takes each variant of a map that experiments/solved/solved.csv has solved, a rule that a row there
does not name being the game's default (`fulcrum games --json`), and writes exact.csv: map,
variant, exact value for player 1 with perfect play, and rank, games, score and its interval in
the map. Prints how the scores of the variants that a player wins differ from those of others, by
map, smallest boards and value: with the value of player 1 as a score, 1, 1/2 or 0, and the score
of playing players beside it, their difference is what the map's players leave on the board."""
