"""What the booklets say, as hashes of eight words running: so that no text of ours repeats a sentence of theirs.

python -m tests.language.booklets BOOKLET.txt ... > tests/language/booklets.txt
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

RUN: Final = 8
KNOWN: Final = Path(__file__).with_suffix(".txt")


def runs(text: str) -> Iterator[tuple[str, str]]:
    """Each eight words running, with their hash."""
    words = re.findall(r"\w+", text.casefold())
    for at in range(len(words) - RUN + 1):
        run = " ".join(words[at : at + RUN])
        yield run, hashlib.sha256(run.encode()).hexdigest()[:12]


if __name__ == "__main__":
    found = {code for path in sys.argv[1:] for _, code in runs(Path(path).read_text("utf-8"))}
    print("\n".join(sorted(found)))
