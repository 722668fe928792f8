"""What became of each finding of the editors' lists: applied, changed (with what stands there now) or refused.

python -m tests.language.rows FOLDER > rows.md

FOLDER holds one list a language, `de.md`, with tables `file: key | now | better | why`. Whether a text is as its row
wants it is read from the catalogue; why it is not, or what only people can judge, stands in `rows.toml`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ridotto.i18n import LANGUAGES, Text, areas, own_texts, rules_texts

HERE: Final = Path(__file__).parent
REPO: Final = HERE.parents[1]
SPACES: Final = str.maketrans({"\u00a0": " ", "\u202f": " ", "␣": " ", "'": "’"})
HEADS: Final = {"file: key": True, "where": True, "in": False}
"""The first heads of tables, and whether findings follow."""
SUMMARY: Final = re.compile(r"\*\*B\d+\*\*|list \w below")
"""Rows that only point to others."""
FRAGMENT: Final = re.compile(r"“([^”]*(?:“[^”]*”[^”]*)*)”(?= · |$)")


UNDONE: Final = ("unjudged", "stale")
"""Neither as wanted nor with a reason; a reason although it is as wanted."""
VERDICTS: Final = ("applied", "changed", "refused", *UNDONE)


class Row(NamedTuple):
    number: int
    keys: tuple[str, ...]
    """As `area: key`, or a page of the repository."""
    now: tuple[str, ...]
    better: tuple[str, ...]
    title: str


class Judged(NamedTuple):
    row: Row
    verdict: str
    reason: str
    stands: str


def rows(page: str) -> Iterator[Row]:
    """Each row of the findings and each whole text of the lists after them; not the glossary before."""
    number, is_findings, area = 0, False, ""
    for line in page.split("Findings", 1)[-1].splitlines():
        cells = _cells(line)
        if cells and cells[0] in HEADS:
            is_findings = HEADS[cells[0]]
        elif cells and is_findings and not SUMMARY.match(cells[0]):
            number += 1
            yield Row(number, tuple(_keys(cells[0])), _texts(cells[1]), _texts("".join(cells[2:3])), cells[0])
        elif heading := re.fullmatch(r"# (\w+)\.toml", line):
            area = heading[1]
        elif area and (listed := re.fullmatch(r"(\w+) = (.*)", line)):
            number += 1
            yield Row(number, (f"{area}: {listed[1]}",), (), _forms(listed[2]), f"{area}.toml: {listed[1]}")


def _cells(line: str) -> list[str]:
    """Of a table's row, without its number; none of the line under the head."""
    if not line.startswith("|") or line.startswith("|---"):
        return []
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
    return cells[1:] if cells[0] == "#" or cells[0].isdecimal() else cells


def _keys(cell: str) -> Iterator[str]:
    area = ""
    for part in re.split(r"<br>|; |, | / ", re.sub(r" \((part|line \d)\)", "", cell)):
        if named := re.fullmatch(r"(\w+)(?:\.toml)?: (\w+)(?:\.one|\.other)?", part):
            area = named[1]
            yield f"{area}: {named[2]}"
        elif area and re.fullmatch(r"\w+(\.one|\.other)?", part):
            yield f"{area}: {part.split('.')[0]}"
        elif part.endswith(".md"):
            yield part


def _texts(cell: str) -> tuple[str, ...]:
    """The forms of a text, the parts of several, or one whole text."""
    if cell.startswith("{ one ="):
        return _forms(cell)
    if ticked := re.findall(r"(?:line \d )?`([^`]*)`", cell):
        return tuple(each for text in ticked for each in _texts(text))
    if cell.startswith("“") and (parts := FRAGMENT.findall(cell)) and " · ".join(f"“{part}”" for part in parts) == cell:
        return tuple(parts)
    return (cell,) if cell else ()


def _forms(toml: str) -> tuple[str, ...]:
    text: Text = tomllib.loads(f"text = {toml}")["text"]
    return (text,) if isinstance(text, str) else tuple(text.values())


def plain(text: str) -> str:
    return " ".join(text.replace("\\n", "\n").translate(SPACES).split())


@cache
def catalogue(language: str) -> Mapping[str, Text]:
    """With the numbers of the rules filled in."""
    own = {f"{area}: {key}": text for area in areas() for key, text in own_texts(language, area).items()}
    told = rules_texts(language)
    return {name: told.get(name.split(": ")[1], text) for name, text in own.items()}


def standing(language: str, key: str) -> tuple[str, ...] | None:
    """What the key says now, in all its forms; a page as a whole."""
    if key.endswith(".md"):
        path = REPO / key
        return (plain(path.read_text("utf-8")),) if path.exists() else None
    if key not in catalogue(language):
        return None
    text = catalogue(language)[key]
    return tuple(plain(form) for form in ([text] if isinstance(text, str) else text.values()))


def is_applied(language: str, row: Row) -> bool:
    """Every key says what is better, and none what was said before."""
    better, before = [plain(text) for text in row.better], [plain(text) for text in row.now]
    if not row.keys or not better:
        return False
    for key in row.keys:
        forms = standing(language, key)
        if forms is None or not any(text and text in form for text in better for form in forms):
            return False
        if any(old and old in form and not any(old in new for new in better) for old in before for form in forms):
            return False
    said = [form for key in row.keys for form in standing(language, key) or ()]
    return all(any(text in form for form in said) for text in better)


def judge(language: str, page: str, known: Mapping[str, Mapping[str, str]]) -> Iterator[Judged]:
    for row in rows(page):
        reasons = {verdict: why[str(row.number)] for verdict, why in known.items() if str(row.number) in why}
        if is_applied(language, row):
            yield Judged(row, "stale" if reasons else "applied", "", "")
        else:
            verdict, reason = next(iter(reasons.items()), ("unjudged", ""))
            yield Judged(row, verdict, reason, "<br>".join(_shown(language, key) for key in dict.fromkeys(row.keys)))


def _shown(language: str, key: str) -> str:
    forms = standing(language, key)
    return "gone" if forms is None else key if key.endswith(".md") else " ‖ ".join(forms)


def main(folder: Path) -> int:
    known = tomllib.loads((HERE / "rows.toml").read_text("utf-8"))
    found = {
        code: list(judge(code, (folder / f"{code}.md").read_text("utf-8"), known.get(code, {}))) for code in LANGUAGES
    }
    print("| language | rows | " + " | ".join(VERDICTS) + " |\n|---|---|" + "---|" * len(VERDICTS))
    for code, each in found.items():
        count = Counter(judged.verdict for judged in each)
        print(f"| {code} | {len(each)} | " + " | ".join(str(count[verdict]) for verdict in VERDICTS) + " |")
    for code, each in found.items():
        print(f"\n## {code}\n\n| # | file: key | | why, and what stands there now |\n|---|---|---|---|")
        for row, verdict, reason, stands in each:
            about = " · ".join(part for part in (reason, stands.replace("|", "\\|")) if part)
            print(f"| {row.number} | {row.title} | {verdict} | {about} |")
    return int(any(judged.verdict in UNDONE for each in found.values() for judged in each))


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("Which folder? python -m tests.language.rows FOLDER > rows.md")
    sys.exit(main(Path(sys.argv[1])))
