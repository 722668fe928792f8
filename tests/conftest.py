from __future__ import annotations

import json
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from ridotto.core import RidottoError
from ridotto.i18n import Catalogue, Said, has_text, placeholders, texts
from ridotto.i18n.languages import ENGLISH
from ridotto.server.views.words import Words
from tests.language import hearing, sheet

# Machines are noisy: no test may fail because one run was slow.
settings.register_profile("ridotto", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ridotto")

# Whoever starts the tests in the background ignores Ctrl-C, and so would every program that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# -- every kind of value that is put into a text is on the proof sheet -------------------------------------------------

UNPROVED: set[str] = set()
fill, make = Catalogue._form, Words.__init__


def note(key: str, params: Mapping[str, object]) -> None:
    if not has_text(key):
        UNPROVED.add(f"{key}: no such text")
    UNPROVED.update(
        f"{{{name}}} of {key}: {value}" for name, value in params.items() if not sheet.knows(key, name, value)
    )
    wanted = placeholders(texts(ENGLISH).get(key, ""))
    UNPROVED.update(f"{{{name}}} of {key}: nobody fills it in" for name in wanted if name not in params)


def noted_form(say: Catalogue, key: str, params: Mapping[str, object], form: str) -> str:
    note(key, params)
    return fill(say, key, params, form)


def noted_words(words: Words, *, key: str, params: Mapping[str, Any]) -> None:
    note(key, {name: Said(value.key) if isinstance(value, Words) else value for name, value in params.items()})
    make(words, key=key, params=dict(params))


def note_lines(lines: str) -> None:
    """What another process has put into texts, as it wrote that down."""
    for line in lines.splitlines():
        key, params = json.loads(line)
        note(key, {name: heard(value) for name, value in params.items()})


def heard(value: object) -> object:
    match value:
        case {"key": str(key)}:
            return Said(key)
        case {"error": str(code)}:
            return RidottoError(code)
    return value


Catalogue._form = noted_form  # type: ignore[method-assign, assignment]
Words.__init__ = noted_words  # type: ignore[method-assign, assignment]


@pytest.fixture(autouse=True)
def on_the_proof_sheet(request: pytest.FixtureRequest) -> Iterator[None]:
    UNPROVED.clear()
    yield
    if hearing.HEARD.exists():
        note_lines(hearing.HEARD.read_text("utf-8"))
        hearing.HEARD.unlink()
    is_sheet = request.path.parent == Path(sheet.__file__).parent
    assert is_sheet or not UNPROVED, "tests/language/sheet.py does not try this, or nobody fills it in"
