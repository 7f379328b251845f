"""The matches a server keeps, each in a folder of its own. Nothing here waits for a process."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from quixotry.arena.contestants import shown_names
from quixotry.arena.hosted_match import Ending, Order, Progress, read_part
from quixotry.arena.live import newest_live
from quixotry.arena.run import record_path
from quixotry.notation.gcg import parse_gcg, replay_gcg
from quixotry.play.matches import NoSuchMatchGame, NotWrittenYet, UnknownMatch
from quixotry.play.replay import frames_of_gcg
from quixotry.protocol.arena import ArenaGame, ArenaMatch, GamePlace, MatchScore
from quixotry.protocol.games import RulesetName
from quixotry.protocol.rulesets import show_ruleset
from quixotry.values import frozen

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@frozen
class MatchFolders:
    """All of them, below one folder."""

    root: Path

    def ids(self) -> list[str]:
        """Of all matches, newest first."""
        found = [
            (order.begun_at, folder.name)
            for folder in self._all()
            if (order := read_part(folder, Order, "order.json")) is not None
        ]
        return [name for _, name in sorted(found, reverse=True)]

    def _all(self) -> Iterator[Path]:
        if self.root.is_dir():
            yield from (each for each in self.root.iterdir() if _ID.fullmatch(each.name))

    def find(self, match_id: str) -> tuple[Path, Order]:
        """The folder of a match and what is played in it; what a stranger names is never a path elsewhere."""
        if _ID.fullmatch(match_id):
            folder = self.root / match_id
            order = read_part(folder, Order, "order.json")
            if order is not None:
                return folder, order
        raise UnknownMatch(match_id[:64])

    def shown(self, match_id: str, *, owner: str, is_running: bool) -> ArenaMatch:
        """A match as the page shows it."""
        folder, order = self.find(match_id)
        plan, ruleset = order.plan, order.plan.ruleset
        ending = None if is_running else read_part(folder, Ending, "ending.json")
        progress = read_part(folder, Progress, "progress.json")
        state: Literal["running", "finished", "stopped", "interrupted", "failed"] = "interrupted"
        if is_running:
            state = "running"
        elif ending is not None:
            state = ending.state
        return ArenaMatch(
            id=match_id,
            players=order.titles,
            ruleset=RulesetName(ruleset.name, ruleset.title or ruleset.name),
            lexicon=plan.lexicon,
            pairs=order.pairs,
            seconds=None if plan.time.game_ms is None else plan.time.game_ms / 1000,
            seed=plan.seed,
            begun_at=order.begun_at,
            state=state,
            why="" if ending is None else ending.why,
            score=None if progress is None else MatchScore(**msgspec.structs.asdict(progress)),
            newest=_newest(folder, progress, is_running=is_running),
            has_report=(folder / "report.html").exists(),
            is_own=not owner or owner == order.owner,
        )

    def game(self, match_id: str, pair: int, place: int) -> ArenaGame:
        """One game: kept, or live."""
        folder, order = self.find(match_id)
        path = record_path(folder, pair - 1, place)
        for each in (path, folder / "live" / path.name, path):  # it may be kept for good between two looks
            try:
                content = each.read_bytes()
                break
            except FileNotFoundError:
                continue
        else:
            raise NoSuchMatchGame(pair, place)
        ruleset = order.plan.ruleset
        replay = replay_gcg(parse_gcg(content), ruleset)
        titles = dict(zip(shown_names(order.first, order.second), order.titles, strict=True))
        return ArenaGame(
            pair=pair,
            game=place,
            players=tuple(titles.get(player.name, player.name) for player in replay.players),
            is_over=b"#incomplete" not in content,
            ruleset=show_ruleset(ruleset),
            frames=frames_of_gcg(replay),
        )

    def file(self, match_id: str, name: Literal["report.html", "results.json"]) -> bytes:
        """One of the files a match leaves, once it is there."""
        folder, _ = self.find(match_id)
        try:
            return (folder / name).read_bytes()
        except FileNotFoundError:
            raise NotWrittenYet from None

    def records(self, match_id: str) -> bytes:
        """All games that are kept, as GCG in a ZIP file."""
        folder, _ = self.find(match_id)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted((folder / "games").glob("*/*.gcg")):
                archive.write(path, path.name)
        if not archive.namelist():
            raise NotWrittenYet
        return packed.getvalue()

    def delete(self, match_id: str) -> None:
        folder, _ = self.find(match_id)
        # The order first: without it there is no such match, whatever else cannot be deleted.
        (folder / "order.json").unlink()
        shutil.rmtree(folder, ignore_errors=True)


def _newest(folder: Path, progress: Progress | None, *, is_running: bool) -> GamePlace | None:
    live = newest_live(folder / "live") if is_running else None
    if live is not None:
        return GamePlace(live[0] + 1, live[1])
    return None if progress is None else GamePlace(progress.pairs, 2)
