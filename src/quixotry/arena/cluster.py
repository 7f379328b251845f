"""Work in chunks on a Dask cluster: any number of machines, each with `quixotry worker`.

The cluster's scheduler gives the chunks of a worker that dies to another. If the scheduler itself is gone, the run ends
with a sentence; what is finished is in the journal, and the same command goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any, TypeVar

from quixotry.arena.errors import ChunkKills, ClusterGone, ClusterMissing
from quixotry.values import frozen

Chunk = TypeVar("Chunk", bound=Hashable)
Answer = TypeVar("Answer")

CONNECT_S = 10
SCHEDULER_S = 60
"""A worker that has lost its scheduler for so long ends."""
AHEAD = 2
"""Chunks per worker that are with the cluster at a time: one in work, one waiting for it."""
WORKERS_LEAST = 4
"""Counted with, when there are fewer: more may come while the work goes on."""


@frozen
class DaskCluster:
    """A `Runner`: the workers of the scheduler at this address."""

    address: str

    def run(
        self, work: Callable[[Chunk], Answer], chunks: Iterable[Chunk], /
    ) -> Iterator[tuple[Chunk, Answer]]:
        distributed = _distributed()
        for name in ("distributed", "tornado"):
            # What matters of its news comes out as an error.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            client = distributed.Client(self.address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterGone(self.address) from error
        try:
            yield from self._run(distributed, client, work, iter(chunks))
        finally:
            client.close(timeout=CONNECT_S)

    def _run(
        self, distributed: Any, client: Any, work: Callable[[Chunk], Answer], waiting: Iterator[Chunk]
    ) -> Iterator[tuple[Chunk, Answer]]:
        running: dict[Any, Chunk] = {}
        done = distributed.as_completed(loop=client.loop)
        try:
            while True:
                workers = len(client.scheduler_info(n_workers=-1)["workers"])
                for chunk in islice(waiting, AHEAD * max(WORKERS_LEAST, workers) - len(running)):
                    future = client.submit(work, chunk, pure=False)
                    running[future] = chunk
                    done.add(future)
                if not running:
                    return
                future = next(done)
                answer = future.result()
                yield running.pop(future), answer
        except distributed.KilledWorker as error:
            raise ChunkKills(error.allowed_failures + 1) from error
        except (CancelledError, asyncio.CancelledError, OSError) as error:
            raise ClusterGone(self.address) from error


def work_for(address: str, processes: int, *, name: str | None = None) -> None:
    """Be a worker of the cluster with so many processes, until it is gone or somebody ends us."""
    distributed = _distributed()

    async def serve() -> None:
        workers = [
            distributed.Nanny(
                address,
                nthreads=1,
                name=None if name is None else f"{name}-{number}",
                memory_limit=0,
                dashboard=False,
                death_timeout=SCHEDULER_S,
            )
            for number in range(processes)
        ]
        try:
            await asyncio.gather(*workers)
            await asyncio.gather(*(worker.finished() for worker in workers))
        finally:
            await asyncio.gather(*(worker.close() for worker in workers), return_exceptions=True)

    try:
        asyncio.run(serve())
    except (OSError, TimeoutError) as error:
        raise ClusterGone(address) from error


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ClusterMissing("pip install 'quixotry[cluster]'") from None
    return distributed
