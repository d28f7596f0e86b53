"""Batches of Examples as a PyTorch dataset; imported where it is asked for alone."""

from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, Optional

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

if TYPE_CHECKING:
    from .examples import Examples

# PyTorch has no unsigned integers of several bytes.
_SIGNED = {np.dtype(np.uint16): np.int32, np.dtype(np.uint32): np.int64}


def tensor(array: np.ndarray) -> "torch.Tensor":
    return torch.from_numpy(array.astype(_SIGNED.get(array.dtype, array.dtype), copy=False))


class BatchDataset(IterableDataset):
    """Whole batches, so DataLoader's batch_size is None. Each iteration is the next epoch;
    where workers are started anew for each, `set_epoch` says which."""

    def __init__(self, examples: "Examples", size: int, seed: int, drop_last: bool,
                 columns: Optional[Iterable[str]]):
        super().__init__()
        self.examples, self.size, self.seed = examples, size, seed
        self.drop_last = drop_last
        self.columns = tuple(columns) if columns else None
        self.epoch = 0

    def set_epoch(self, epoch: int) -> None:
        self.epoch = epoch

    def __len__(self) -> int:
        whole, rest = divmod(len(self.examples), self.size)
        return whole + (rest > 0 and not self.drop_last)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        worker = get_worker_info()
        place = (worker.id, worker.num_workers) if worker else (0, 1)
        epoch, self.epoch = self.epoch, self.epoch + 1
        for batch in self.examples.batches(self.size, self.seed, epoch, *place,
                                           drop_last=self.drop_last, columns=self.columns):
            yield {name: tensor(column) for name, column in batch.items()}
