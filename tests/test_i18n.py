from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

import ridotto
from ridotto.core import RidottoError
from ridotto.i18n import LANGUAGES, Catalogue, Text, system_language, texts

SOURCES = list(Path(next(iter(ridotto.__path__))).rglob("*.py"))
WEB = [path for path in (Path(__file__).parents[1] / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
"""The browser uses texts, too."""


def placeholders(text: Text) -> set[str]:
    forms = [text] if isinstance(text, str) else list(text.values())
    names = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}
    return names | {found for form in forms for found in re.findall(r"%\(\w+\)[sr]|%s", form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(language: str) -> None:
    english = texts("en")
    assert set(texts(language)) == set(english)
    for key, text in texts(language).items():
        assert placeholders(text) == placeholders(english[key]), key
        assert isinstance(text, str) == isinstance(english[key], str), key
        if isinstance(text, dict):
            assert set(text) == {"one", "other"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_files(language: str) -> None:
    found = [
        key
        for file in files("ridotto.i18n").joinpath(language).iterdir()
        for key in re.findall(r"^(\w+) = ", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("language", [lang for lang in LANGUAGES if lang != "en"])
def test_texts_are_translated(language: str) -> None:
    same = [key for key, text in texts(language).items() if text == texts("en")[key]]
    assert len(same) < 0.12 * len(texts("en")), same


def test_every_error_code_has_words() -> None:
    """Every literal code of an error raised or returned anywhere in the package."""
    codes = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                name = node.func.id
                is_error = name.endswith("Error") or name == "IllegalMove"
                if is_error and isinstance(first, ast.Constant) and isinstance(first.value, str):
                    codes.add(first.value)
    assert len(codes) > 30
    assert codes <= set(texts("en"))


def test_every_text_is_used() -> None:
    code = "\n".join(source.read_text("utf-8") for source in (*SOURCES, *WEB))
    families = set(re.findall(r"f[\"'](\w+_)\{|`(\w+_)\$\{", code))
    families = {python or browser for python, browser in families}
    unused = [
        key for key in texts("en") if not re.search(rf"[\"']{key}[\"']", code) and not key.startswith(tuple(families))
    ]
    assert not unused


def test_every_text_the_browser_asks_for_is_there() -> None:
    code = "\n".join(source.read_text("utf-8") for source in WEB)
    asked = set(re.findall(r"\bt\(\s*\"(\w+)\"", code))
    assert len(asked) > 100
    assert asked <= set(texts("en"))


def test_numbers_and_nested_errors() -> None:
    say = Catalogue("de")
    inner = RidottoError("match_over", move="Rd4")
    assert say.error(inner) in say.error(RidottoError("record_line", line=3, reason=inner))


def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RIDOTTO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert system_language() == "en"
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert system_language() == "it"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert system_language() == "it", "C is no language"
    monkeypatch.setenv("RIDOTTO_LANG", "nl")
    assert system_language() == "nl"
