#!/usr/bin/env python3
"""Fits the value of positions while the run is being played, in JAX's arrays; without JAX in
NumPy's, by the same code.
Use: follow_jax.py RUN [--steps N]          beside: fulcrum selfplay CONFIG.json --out RUN
The model is a sketch: logistic regression on the planes, its gradient written out.
"""

import argparse
import pathlib
import sys

try:
    import jax.numpy as jnp
except ImportError:
    import numpy as jnp

import fulcrum


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--size", type=int, default=1024)
    options = parser.parse_args()
    print(f"waiting until {options.run} has {options.size} positions", file=sys.stderr)
    window = fulcrum.Window(options.run, rows=500_000)
    weights, scales, mean = None, None, 0.0
    for step, batch in enumerate(window.batches(options.size, seconds=15, rows=options.size,
                                                columns=("planes", "value"))):
        if weights is None:  # there are games now
            scales = jnp.asarray(fulcrum.Run(options.run).game.plane_scales)[:, None, None]
            weights = jnp.zeros(batch["planes"][0].size, dtype=jnp.float32)
        planes = (jnp.asarray(batch["planes"]) * scales).reshape(options.size, -1)
        value = jnp.asarray(batch["value"])
        guess = 1 / (1 + jnp.exp(-(planes @ weights)))
        loss = -jnp.mean(value * jnp.log(guess + 1e-7) + (1 - value) * jnp.log(1 - guess + 1e-7))
        weights = weights - 0.01 * (planes.T @ (guess - value)) / options.size
        mean = float(loss) if step == 0 else 0.99 * mean + 0.01 * float(loss)
        if step % 100 == 0:
            print(f"step {step}: loss {mean:.3f} of {window.num_games} games", flush=True)
        if step + 1 >= options.steps:
            break


if __name__ == "__main__":
    main()
