"""Everything a person reads: one folder a language, one TOML file an area, the same keys in each.

A folder with a `language.toml` is a language; docs/translating.md tells how to add one.

A text is a string with ``{placeholders}``. Where a number matters it is a table ``{ one = "...", other = "..." }``, and
the placeholder ``count`` decides. A thing that bends with its place in a sentence is a table of forms,
``{ plain = "die Brücke", to = "zur Brücke" }``, and the sentence asks for the one it needs: ``{place:to}``. Which forms
there are is each language's own affair. Move texts and codes are never translated.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast, get_args, get_type_hints

from ridotto.i18n.languages import ENGLISH, FACTS, KNOWN, first_known
from ridotto.i18n.numbers import plural, show_day, show_number, show_percent

if TYPE_CHECKING:
    from ridotto.core import RidottoError

LANGUAGES: Final = tuple(KNOWN)
HOUSE: Final = "ridotto"
"""The package whose games have all their texts here."""
PLAIN: Final = "plain"
OTHER: Final = "other"
COUNTED: Final = "{count} "
TOGETHER: Final = "{count}\u00a0"
"""A number stays on one line with what it counts."""
UNSAID: Final = "…"
"""Where there is nothing to say at all, not even in English."""

Text: TypeAlias = str | dict[str, str]


class Said(NamedTuple):
    """A text and what to fill in, for a reader whose language is not known yet; it may be filled in with others."""

    key: str
    params: Mapping[str, object] = {}


@cache
def areas() -> tuple[str, ...]:
    """The names of the files."""
    found = (file.name for file in files(__name__).joinpath(ENGLISH).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml") and name != FACTS))


def own_texts(language: str, area: str) -> Mapping[str, Text]:
    """What a language has itself. Raises OSError, or ValueError where the file is broken."""
    return tomllib.loads(files(__name__).joinpath(language, f"{area}.toml").read_text("utf-8"))


@cache
def area_texts(language: str, area: str) -> Mapping[str, Text]:
    """Whatever a language lacks, or has in a form that cannot be filled in, is said in English."""
    english = own_texts(ENGLISH, area)
    own: Mapping[str, Text] = {}
    if language != ENGLISH:
        with suppress(OSError, ValueError):
            own = own_texts(language, area)
    return {key: own[key] if key in own and is_sound(own[key], text) else text for key, text in english.items()}


def is_sound(text: object, english: Text) -> bool:
    """Whether a translation can be filled in with what the English text is filled in with."""
    forms = text.values() if isinstance(text, dict) else [text]
    if not text or not all(isinstance(form, str) for form in forms):
        return False
    with suppress(ValueError):  # a brace without its other half
        return set(placeholders(cast(Text, text))) <= set(placeholders(english))
    return False


def placeholders(text: Text) -> tuple[str, ...]:
    """What has to be filled in, in the order of the text; a number that only decides the form comes last."""
    forms = [text] if isinstance(text, str) else text.values()
    found = [name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None]
    return tuple(dict.fromkeys([*found, "count"] if isinstance(text, dict) and OTHER in text else found))


@cache
def texts(language: str, *, rules: bool = False) -> Mapping[str, Text]:
    """What is said anywhere; or, apart from that, the `rules` as their pages tell them: much text only they need."""
    merged: dict[str, Text] = {}
    for area in areas():
        if area.startswith("rules_") == rules:
            merged |= area_texts(language, area)
    return merged


@cache
def rules_texts(language: str) -> Mapping[str, Text]:
    """The rules as their pages tell them, with the facts of the games filled in; and those facts by themselves."""
    from ridotto.games import games

    say = Catalogue(language)
    found = {name: value for game in games().values() if game.facts for name, value in game.load("facts")().items()}
    facts = {name: say.filled(f"{{{name}}}", {name: value}) for name, value in found.items()}
    pattern = re.compile(r"\{(\w+)\}")

    def told(text: Text) -> Text:
        if isinstance(text, dict):
            return text
        return pattern.sub(lambda name: facts.get(name[1], name[0]), text)

    return {key: told(text) for key, text in texts(language, rules=True).items()} | facts


@cache
def game_texts(language: str) -> Mapping[str, Text]:
    """The words of games that packages bring: their own, and for what has none the names that the games have for it."""
    from ridotto.games import games  # only when a text is not the house's

    merged: dict[str, Text] = {}
    for name, game in games().items():
        if game.package == HOUSE:
            continue
        named = {f"game_{name}": game.title, f"web_about_{name}": game.about}
        for bot in game.bots:
            named |= {f"bot_name_{bot}": readable(bot), f"bot_{bot}": ""}
        for option, hint in get_type_hints(game.load("rules").options_type).items():
            named[f"option_{name}_{option}"] = readable(option)
            named |= {f"option_{name}_{option}_{value}": readable(str(value)) for value in get_args(hint)}
        merged |= {key: text.replace("{", "{{").replace("}", "}}") for key, text in named.items()}
        merged[f"help_{name}"] = texts(language)["help_generic"]
        own = game.load("texts") if game.texts else {}
        merged |= own.get("en", {}) | own.get(language, {})
    return {key: text for key, text in merged.items() if key not in texts(language)}


def readable(name: str) -> str:
    """A name in the code as people would write it."""
    return name.replace("_", " ").strip().capitalize()


def has_text(key: str) -> bool:
    return key in texts("en") or key in game_texts("en")


def refusal(error: RidottoError) -> Said:
    """Why something cannot be. Games may have codes that no text is known for."""
    if error.code in texts(ENGLISH):
        return Said(error.code, {name: _thing(name, value) for name, value in error.params.items()})
    if has_text(error.code):
        return Said(error.code, error.params)
    move = error.params.get("move") or error.params.get("text")
    return Said("refused_move", {"move": move}) if move else Said("refused_generic")


def _thing(name: str, value: object) -> object:
    """Errors name games, and ours cards, pieces and colours, by the codes of moves and files; people by names."""
    if name == "game" and has_text(f"game_{value}"):
        return Said(f"game_{value}")
    if name == "card" and f"ve_card_{value}" in texts(ENGLISH):
        return Said(f"ve_card_{value}")
    if name in ("colour", "other") and f"ve_colour_{value}" in texts(ENGLISH):
        return Said(f"ve_colour_{value}")
    if name == "piece" and f"piece_{value}" in texts(ENGLISH):
        return Said("piece_named", {"piece": Said(f"piece_{value}"), "letter": value})
    return value


class Catalogue:
    """Says everything in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def text(self, key: str, /, **params: object) -> str:
        return self._form(key, params, PLAIN)

    def said(self, said: Said) -> str:
        return self._form(said.key, said.params, PLAIN)

    def error(self, error: RidottoError) -> str:
        return self.said(refusal(error))

    def number(self, value: float, digits: int = 0, *, is_signed: bool = False) -> str:
        return show_number(self.language, value, digits, is_signed=is_signed)

    def day(self, iso: str) -> str:
        return show_day(self.language, iso)

    def percent(self, share: float, digits: int = 0) -> str:
        return show_percent(self.language, share, digits)

    def _form(self, key: str, params: Mapping[str, object], form: str) -> str:
        text = texts(self.language).get(key)
        if text is None:
            text = game_texts(self.language).get(key, UNSAID)
        return self.filled(text, params, form)

    def filled(self, text: Text, params: Mapping[str, object], form: str = PLAIN) -> str:
        if isinstance(text, dict):
            if OTHER in text:
                form = plural(self.language, cast(int, params.get("count")))
            text = (text.get(form) or next(iter(text.values()))).replace(COUNTED, TOGETHER)
        return text.format_map(_Values({name: _Value(self, value) for name, value in params.items()}))

    def _show(self, value: object, form: str) -> str:
        from ridotto.core import RidottoError

        if isinstance(value, Said):
            return self._form(value.key, value.params, form)
        if isinstance(value, RidottoError):
            return self.error(value)
        if isinstance(value, float):  # as the browser shows it
            return self.number(value, digits=len(f"{value:.3f}".rstrip("0").partition(".")[2]))
        return self.number(value) if type(value) is int else str(value)


class _Value(NamedTuple):
    """What is put into a text: the placeholder says in which form."""

    catalogue: Catalogue
    value: object

    def __format__(self, form: str) -> str:
        return self.catalogue._show(self.value, form or PLAIN)


class _Values(dict[str, _Value]):
    def __missing__(self, name: str) -> str:
        return UNSAID


def system_language() -> str:
    """As the environment wishes."""
    return first_known(os.environ.get(name, "") for name in ("RIDOTTO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
