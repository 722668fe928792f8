"""What docs/translating.md promises: a folder is a language."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ridotto.i18n import LANGUAGES, areas, own_texts
from ridotto.i18n.languages import ENGLISH, FACTS
from tests.language.pseudo import CODE, LONGER, pseudo, put_up, stretched

PAGE = Path(__file__).parents[2] / "docs" / "translating.md"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return put_up(tmp_path_factory.mktemp("sixth"))


def run(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if not name.startswith(("RIDOTTO", "LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "ridotto", *words],
        env=known | {"PYTHONPATH": str(home), "PYTHONUTF8": "1"} | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def said(key: str) -> str:
    text = own_texts(ENGLISH, "cli")[key]
    assert isinstance(text, str)
    return text


def is_in(text: str, output: str) -> bool:
    return text.split()[0] in output.split()


def test_it_is_found_and_used(home: Path) -> None:
    by_option, by_environment = run(home, "--lang", CODE, "--help"), run(home, "--help", LANG=f"{CODE}_IT.UTF-8")
    assert by_option.stdout == by_environment.stdout
    assert is_in(stretched(said("cli_about")), by_option.stdout)
    assert ",".join((*LANGUAGES, CODE)) in by_option.stdout
    wrong = run(home, "--lang", CODE, "replay", "no-such-file")
    assert wrong.returncode == 2
    assert "no-such-file" in wrong.stderr
    assert "Traceback" not in wrong.stderr


def test_what_it_lacks_is_english(home: Path) -> None:
    own = home / "ridotto" / "i18n" / CODE
    whole = own.joinpath("cli.toml").read_text("utf-8")
    for broken in (b"cli_about = ", b"\xff\xfe", b"", b"cli_about = 1"):
        own.joinpath("cli.toml").write_bytes(broken)
        done = run(home, "--lang", CODE, "--help")
        assert done.returncode == 0
        assert is_in(said("cli_about"), done.stdout), broken
    own.joinpath("cli.toml").unlink()
    assert is_in(said("cli_about"), run(home, "--lang", CODE, "--help").stdout)
    own.joinpath("cli.toml").write_text(whole, "utf-8")


def test_a_language_that_does_not_exist_is_refused_and_the_environments_ignored(home: Path) -> None:
    refused = run(home, "--lang", "tlh", "--help")
    assert refused.returncode == 2
    assert "tlh" in refused.stderr
    ignored = run(home, "--help", LANG="tlh_XX.UTF-8")
    assert ignored.returncode == 0
    assert is_in(said("cli_about"), ignored.stdout)


def test_every_text_grows_and_keeps_what_is_filled_in() -> None:
    for area in areas():
        for key, text in own_texts(ENGLISH, area).items():
            if isinstance(text, str) and text.isalpha():
                assert len(str(pseudo(text))) >= LONGER * len(text), key
    assert stretched("**{name}** sees %(prog)s {place:to}") == "**{name}** šééééš %(prog)s {place:to}"


def test_the_page_for_translators_names_what_there_is() -> None:
    page = PAGE.read_text("utf-8")
    for fact in (FACTS, "decimal", "group", "percent", "one", "name"):
        assert f"`{fact}`" in page or f"{fact} =" in page, fact
