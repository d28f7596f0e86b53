"""Batches of Examples as a PyTorch dataset; imported only on demand."""

from typing import Any, Callable, Dict, Iterator, Optional

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

# PyTorch has no unsigned multi-byte integers.
_SIGNED = {np.dtype(np.uint16): np.int32, np.dtype(np.uint32): np.int64}


def tensor(array: np.ndarray) -> "torch.Tensor":
    return torch.from_numpy(array.astype(_SIGNED.get(array.dtype, array.dtype), copy=False))


class BatchDataset(IterableDataset):
    """Yields whole batches, so DataLoader's batch_size is None. Each iteration is the next
    epoch; use `set_epoch` if workers are restarted for each epoch.

    batches: called with epoch, worker and workers; returns an iterator of dictionaries of
    arrays. length: batches per epoch, None if unknown."""

    def __init__(self, batches: Callable[..., Iterator[Dict[str, np.ndarray]]],
                 length: Optional[int]):
        super().__init__()
        self.batches, self.length = batches, length
        self.epoch = 0

    def set_epoch(self, epoch: int) -> None:
        self.epoch = epoch

    def __len__(self) -> int:
        if self.length is None:
            raise TypeError("the number of batches of a stream is unknown until its end")
        return self.length

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        epoch, self.epoch = self.epoch, self.epoch + 1
        for batch in self.batches(epoch=epoch, worker=worker, workers=workers):
            yield {name: tensor(column) for name, column in batch.items()}
