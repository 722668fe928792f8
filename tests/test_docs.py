"""Docs are run: README's example, the notation page's record, the links, and the page of commands.

``python -m tests.test_docs`` writes docs/cli.md anew.
"""

from __future__ import annotations

import argparse
import doctest
import re
from itertools import combinations, pairwise, permutations
from pathlib import Path

import pytest

from ridotto.cli import BARE, EXIT_CODES, make_parser
from ridotto.core import show_options
from ridotto.games import registration
from ridotto.games.xequeo import Options
from ridotto.i18n import Catalogue
from ridotto.match import read_record, read_study

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_readme_example_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 8
    assert failed == 0


def test_the_records_in_the_notation_page_read_back() -> None:
    text = (ROOT / "docs" / "notation.md").read_text("utf-8")
    first, second = (part.split("```")[0] for part in text.split("```text\n")[1:])
    assert read_record(first).record(0) == first
    assert read_study(second).record() == second


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", page.read_text("utf-8")):
        assert (page.parent / "".join(target)).exists(), target


def test_every_option_and_rule_is_on_the_rules_page() -> None:
    page = (ROOT / "docs" / "rules" / "xequeo.md").read_text("utf-8")
    for name in Options.__dataclass_fields__:
        assert f"`{name}" in page, name
    for rule in [f"XQ-{n}" for n in range(1, 15)] + [f"XQ-R{n}" for n in range(1, 9)]:
        assert f"**{rule}**" in page
    assert show_options(Options()) == ""


def test_levels_are_listed_as_measured() -> None:
    """Whoever is clearly rated higher comes later in the house's list; five levels are clearly apart, one by one."""
    page = (ROOT / "docs" / "arena.md").read_text("utf-8")
    listed = list(registration("xequeo").bots)
    apart: set[tuple[str, str]] = set()
    for table in page.split("| rating ± 95 % |")[1:]:
        rows = re.findall(r"^\| `(\w+)` \| \d+ ± \d+ \| (\d+)–(\d+) \|", table, re.MULTILINE)
        assert rows
        for (higher, least, _), (lower, _, most) in permutations(rows, 2):
            if int(most) < int(least):
                apart.add((lower, higher))
    assert all(listed.index(lower) < listed.index(higher) for lower, higher in apart)
    assert any(all(pair in apart for pair in pairwise(levels)) for levels in combinations(listed, 5))


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return next(
        (dict(action.choices) for action in parser._actions if isinstance(action, argparse._SubParsersAction)), {}
    )


def _section(words: str, about: str, command: argparse.ArgumentParser) -> list[str]:
    lines = [f"## {words}", "", f"{about[0].upper()}{about[1:]}.", ""]
    rows = []
    for action in command._actions:
        if action.dest in ("help", "lang") or isinstance(action, argparse._SubParsersAction):
            continue
        name = ", ".join(action.option_strings) or action.dest
        has_value = action.option_strings and action.nargs != 0
        value = f" {action.metavar or action.dest.upper()}" if has_value else ""
        choices = f" ({', '.join(map(str, action.choices))})" if action.choices else ""
        rows.append(f"| `{name}{value}` | {action.help}{choices} |")
    lines += ["| | |", "|---|---|", *rows, ""] if rows else []
    for name, nested in subcommands(command).items():
        lines += _section(f"{words} {name}", nested.description or "", nested)
    return lines


def cli_page() -> str:
    say = Catalogue("en")
    lines = [
        "# Commands",
        "",
        "Written by `python -m tests.test_docs`. Every command also takes `--lang` and `--help`. Without a command,",
        f"`ridotto` does what `ridotto {' '.join(BARE)}` does. What `--json` prints: [json.md](json.md).",
        "",
    ]
    parser = make_parser(say)
    for name, command in subcommands(parser).items():
        lines += _section(f"ridotto {name}", say.text(f"cli_{name}"), command)
    lines += ["## Exit codes", "", "| | |", "|---|---|"]
    lines += [f"| {code} | {say.text(key)} |" for code, key in EXIT_CODES.items()]
    lines += [
        "",
        "## Options of Xe Queo!",
        "",
        "Given as `-o name=value`; see [the rulings](rules/xequeo.md#rulings).",
        "",
    ]
    lines += ["| option | default |", "|---|---|"]
    lines += [
        f"| `{name}` | `{field.default}` |" for name, field in Options.__dataclass_fields__.items() if field.default
    ]
    return "\n".join(lines) + "\n"


def test_the_page_of_commands_is_true() -> None:
    assert (ROOT / "docs" / "cli.md").read_text("utf-8") == cli_page()


if __name__ == "__main__":
    (ROOT / "docs" / "cli.md").write_text(cli_page(), "utf-8")
