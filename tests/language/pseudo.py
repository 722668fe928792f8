"""A sixth language, put up as docs/translating.md tells: English with accents, and two fifths longer.

What cannot be read in it, because it is cut off or lies over something, has no room for words; what has no accents is
not in the catalogue.
"""

from __future__ import annotations

import re
import shutil
from math import ceil
from pathlib import Path
from typing import Final

import tomlkit

import ridotto
from ridotto.i18n import Text, areas, own_texts
from ridotto.i18n.languages import ENGLISH, FACTS

CODE: Final = "zxx"
"""What ISO 639 calls “no linguistic content”."""
NAME: Final = "Þšéûðö"
LONGER: Final = 1.4
ACCENTS: Final = str.maketrans("aceinorsuyzACEINORSUYZ", "áçéîñöřšûýžÁÇÉÎÑÖŘŠÛÝŽ")
KEPT: Final = re.compile(r"(\{[^{}]*\}|%\(\w+\)[sr]|%[s%])")
"""What is filled in."""
NAMES: Final = ("game_xequeo", "game_venise")
"""Games are called the same in every language."""


def pseudo(text: Text) -> Text:
    if isinstance(text, dict):
        return {name: stretched(form) for name, form in text.items()}
    return stretched(text)


def stretched(text: str) -> str:
    return "".join(part if KEPT.fullmatch(part) else re.sub(r"[^\W\d_]+", _longer, part) for part in KEPT.split(text))


def _longer(word: re.Match[str]) -> str:
    """Each word, as other languages have longer words, by its second letter again and again."""
    more = ceil(len(word[0]) * LONGER) - len(word[0])
    return (word[0][:2] + word[0][1:2] * more + word[0][2:]).translate(ACCENTS)


def put_up(folder: Path) -> Path:
    """The package with one language more, to be found before the installed one."""
    package = Path(next(iter(ridotto.__path__)))
    copy = folder / package.name
    copy.mkdir()
    for part in package.iterdir():
        if part.name != "i18n":
            copy.joinpath(part.name).symlink_to(part)
    texts = copy / "i18n"
    shutil.copytree(package / texts.name, texts)
    own = texts / CODE
    own.mkdir()
    facts = tomlkit.parse(texts.joinpath(ENGLISH, FACTS).read_text("utf-8"))
    facts["name"] = NAME
    own.joinpath(FACTS).write_text(tomlkit.dumps(facts), "utf-8")
    for area in areas():
        words = {key: text if key in NAMES else pseudo(text) for key, text in own_texts(ENGLISH, area).items()}
        own.joinpath(f"{area}.toml").write_text(tomlkit.dumps(words), "utf-8")
    return folder
