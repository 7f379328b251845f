"""Write the golden transcripts anew: `python -m tests.transcripts --write [NAME ...]`, else say which differ."""

from __future__ import annotations

import sys

from tests.transcripts.golden import files, played


def main(words: list[str]) -> int:
    names = [word for word in words if word != "--write"]
    changed = 0
    for file in files():
        if names and file.stem not in names:
            continue
        now = played(file)
        if now != file.read_bytes():
            changed += 1
            sys.stdout.write(f"{file.name} has changed\n")
            if "--write" in words:
                file.write_bytes(now)
    return 1 if changed and "--write" not in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
