"""Draw the picture of docs/how-to/use-the-library.md again: a game as a notebook shows it.

python scripts/library_picture.py
"""

from pathlib import Path

import quixotry as qx

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "library.svg"


def main() -> None:
    game = qx.Game("tournament", seed="3d3", players=("Ann", "Ben"))
    expert = qx.Computer("expert")
    while game.move_count < 14:
        game.push(expert.choose(game))
    PICTURE.write_text(game.svg() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
