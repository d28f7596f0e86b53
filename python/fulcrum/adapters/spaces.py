"""Gymnasium's spaces if it is installed, minimal replacements otherwise."""

from typing import Any, Dict as Map, Optional, Tuple

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
except ImportError:

    class _Space:
        def __init__(self, shape: Optional[Tuple[int, ...]], dtype: Any):
            self.shape, self.dtype = shape, None if dtype is None else np.dtype(dtype)
            self.seed()

        def seed(self, seed: Optional[int] = None) -> None:
            self._generator = np.random.default_rng(seed)

        def __contains__(self, value: Any) -> bool:
            return self.contains(value)

        def contains(self, value: Any) -> bool:
            raise NotImplementedError

    class Discrete(_Space):  # type: ignore[no-redef]
        """0 ... n - 1."""

        def __init__(self, n: int):
            super().__init__((), np.int64)
            self.n = n

        def sample(self, mask: Optional[np.ndarray] = None) -> int:
            if mask is None:
                return int(self._generator.integers(self.n))
            return int(self._generator.choice(np.flatnonzero(mask)))

        def contains(self, value: Any) -> bool:
            return isinstance(value, (int, np.integer)) and 0 <= value < self.n

    class MultiDiscrete(_Space):  # type: ignore[no-redef]
        """For each entry of `nvec` an integer below it."""

        def __init__(self, nvec: Any):
            self.nvec = np.asarray(nvec, np.int64)
            super().__init__(self.nvec.shape, np.int64)

        def sample(self) -> np.ndarray:
            return self._generator.integers(self.nvec)

        def contains(self, value: Any) -> bool:
            return (isinstance(value, np.ndarray) and value.shape == self.shape
                    and bool(((value >= 0) & (value < self.nvec)).all()))

    class Box(_Space):  # type: ignore[no-redef]
        """Arrays of a given shape and type with bounded values."""

        def __init__(self, low: float, high: float, shape: Tuple[int, ...], dtype: Any):
            super().__init__(tuple(shape), dtype)
            self.low, self.high = low, high

        def contains(self, value: Any) -> bool:
            return (isinstance(value, np.ndarray) and value.shape == self.shape
                    and value.dtype == self.dtype
                    and bool(((value >= self.low) & (value <= self.high)).all()))

    class Dict(_Space):  # type: ignore[no-redef]
        """Named spaces."""

        def __init__(self, spaces: Map[str, Any]):
            super().__init__(None, None)
            self.spaces = dict(spaces)

        def __getitem__(self, name: str) -> Any:
            return self.spaces[name]

        def contains(self, value: Any) -> bool:
            return (isinstance(value, dict) and value.keys() == self.spaces.keys()
                    and all(space.contains(value[name])
                            for name, space in self.spaces.items()))


def observations(game: Any, n: Optional[int] = None) -> "Dict":
    """The space of planes and mask, of one position or of n."""
    first = () if n is None else (n,)
    return Dict({
        "observation": Box(0, 255, (*first, *game.planes_shape), np.uint8),
        "action_mask": Box(0, 1, (*first, game.num_actions), np.int8)})
