"""Batches of Examples as a PyTorch dataset; imported only on demand."""

from typing import Any, Callable, Dict, Iterator, Optional

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from ._library import integer

# PyTorch has no unsigned multi-byte integers.
_SIGNED = {np.dtype(np.uint16): np.int32, np.dtype(np.uint32): np.int64}
_ENTRIES = 64


def tensor(array: np.ndarray) -> "torch.Tensor":
    return torch.from_numpy(array.astype(_SIGNED.get(array.dtype, array.dtype), copy=False))


class BatchDataset(IterableDataset):
    """Yields whole batches, so DataLoader's batch_size is None. Each iteration is the next
    epoch, from 0 or from that of `set_epoch`, with workers too, whether they are restarted
    for each epoch or persistent. Iterations of a dataset must not begin at the same moment.

    batches: called with epoch, worker and workers; returns an iterator of dictionaries of
    arrays. length: batches per epoch, None if unknown."""

    def __init__(self, batches: Callable[..., Iterator[Dict[str, np.ndarray]]],
                 length: Optional[int]):
        super().__init__()
        self.batches, self.length = batches, length
        # The last iterations, in memory that workers share: in each entry the number of
        # iterations up to it, and above its 32 bits what tells the iteration apart. All
        # workers of an iteration find its entry, or write the same one.
        self._entries = torch.zeros(_ENTRIES, dtype=torch.int64).share_memory_()
        self._begun = 0

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__ = state
        self._entries.share_memory_()  # a copy's own; those of a worker are shared already

    def set_epoch(self, epoch: int) -> None:
        """The number of the next iteration, which with the seed decides its order."""
        number = integer(epoch, "an epoch", 0, 2**31 - 1)
        self._entries[:] = 0
        self._entries[0] = number

    def _epoch(self, iteration: int) -> int:
        """iteration: 1 ... 2**31 - 1."""
        entries = self._entries.numpy()
        while True:
            seen = entries.copy()  # before or after another worker writes the entry, not between
            found = seen[seen >> 32 == iteration]
            if len(found):
                return int(found[0] & 0xffffffff) - 1
            begun = int((seen & 0xffffffff).max())
            entries[begun % _ENTRIES] = iteration << 32 | begun + 1

    def __len__(self) -> int:
        if self.length is None:
            raise TypeError("the number of batches of a stream is unknown until its end")
        return self.length

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        # DataLoader draws a seed whenever it starts workers, which begin together.
        drawn = info.seed - info.id if info else torch.initial_seed()
        self._begun += 1
        epoch = self._epoch(hash((drawn, self._begun, workers)) % (2**31 - 1) + 1)
        batches = self.batches(epoch=epoch, worker=worker, workers=workers)
        return ({name: tensor(column) for name, column in batch.items()} for batch in batches)
