"""Somebody who sees nothing: they get accessible names and what live regions say, and press keys.

What is heard is sentences of the reader's language, and from these alone the view of the seat is rebuilt. Whoever knows
the rules of the game and the printed board can then play.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, replace
from random import Random
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from ridotto.bots import Limit, make_bot
from ridotto.games import make_game
from ridotto.games.venise import Venise
from ridotto.games.venise import View as VeniseView
from ridotto.games.venise.boards import COLOURS
from ridotto.games.venise.deck import CARDS, cards_of
from ridotto.games.venise.moves import Discard, End, Exchange, Move, Play, Spend, Take
from ridotto.games.xequeo import View as XeQueoView
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import LETTERS, NOWHERE, parse_square, show_square
from ridotto.games.xequeo.moves import GO, HIDDEN, Call, Choose, Go, Lay
from ridotto.games.xequeo.position import Position
from ridotto.games.xequeo.rules import Result, Round
from ridotto.i18n import Catalogue, Said, texts
from ridotto.server.store import Store
from ridotto.server.table_state import load_table
from ridotto.tell import propose
from ridotto.tell.typed import spoken_by
from ridotto.tell.venise import tell_place
from tests.browser.house import House, Made
from tests.test_typed import in_words

PATIENCE: Final = 60.0
"""Seconds until everything that happened has been told."""
FAR: Final = 90
"""As often Tab is pressed to come anywhere."""

# All that is put into live regions, in the order in which it is heard.
EARS = """() => {
    window.heard = [];
    const LIVE = '[aria-live=polite], [role=log], [role=status], [role=alert]';
    // A region that comes together with its text is not read out, and neither is what is not shown at all.
    const hear = node => {
        const element = node.parentElement;
        const isMute = !element || element.closest('[inert], [aria-hidden=true]')
            || !element.checkVisibility({ visibilityProperty: true });
        if (!isMute && element.closest(LIVE) && node.textContent.trim()) window.heard.push(node.textContent.trim());
    };
    new MutationObserver(changes => {
        for (const change of changes)
            for (const node of change.type === 'characterData' ? [change.target] : change.addedNodes) hear(node);
    }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


class Heard(NamedTuple):
    role: str
    name: str
    is_off: bool
    text: str


class Listener:
    """At one seat of a table with one rival, by keys alone: pressed one by one, or as a line that is typed."""

    name: str

    def __init__(self, page: Page, house: House, made: Made, game: Any, language: str, *, is_typing: bool) -> None:
        self.page = page
        self.house = house
        self.made = made
        self.game = game
        self.say = Catalogue(language)
        self.texts = texts(language)
        self.is_typing = is_typing
        self.rng = Random(7)
        self.log: list[str] = []
        self.turns = 0

    # -- hearing -----------------------------------------------------------------------------------------------------

    def listen(self) -> None:
        self.log += [plain(text) for text in self.page.evaluate("window.heard.splice(0)")]

    def look(self) -> list[Heard]:
        """Everything on the page as a screen reader has it, in its order."""
        return parse(self.page.locator("body").aria_snapshot())

    def focused(self) -> Heard:
        here = self.page.locator(":focus")
        found = parse(here.aria_snapshot()) if here.count() else []
        return found[0] if found else Heard("", "", is_off=False, text="")

    def match(self, key: str, text: str, *, is_part: bool = False, **known: str) -> dict[str, str] | None:
        """What a text of the catalogue was filled in with, if this is one; `known` are patterns for that."""
        for pattern in self.patterns(key, **known):
            found = (re.search if is_part else re.fullmatch)(pattern, text)
            if found:
                return {"": text, **found.groupdict()}
        return None

    def patterns(self, key: str, **known: str) -> list[str]:
        text = self.texts[key]
        forms = [text] if isinstance(text, str) else list(text.values())
        return [
            re.sub(
                r"\\\{(\w+)(?::\w+)?\\\}",
                lambda found: f"(?P<{found[1]}>{known.get(found[1], '.+?')})",
                re.escape(plain(form)),
            )
            for form in forms
        ]

    def t(self, key: str, **params: object) -> str:
        return plain(self.say.text(key, **params))

    # -- keys --------------------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, is_there: Callable[[Heard], object]) -> Heard:
        passed = []
        for _ in range(FAR):
            here = self.focused()
            if is_there(here):
                return here
            passed.append(here.name)
            self.press("Tab")
        raise AssertionError(f"Tab never comes there: {passed} after {self.log[-3:]}")

    def move_to(self, is_there: Callable[[Heard], object], *keys: str) -> None:
        """By arrow keys, within one thing."""
        passed = []
        for _ in range(FAR):
            here = self.focused()
            if is_there(here):
                return
            passed.append(here.name)
            self.press(self.rng.choice(keys))
        raise AssertionError(f"the arrow keys never come there: {passed[-10:]} after {self.log[-5:]}")

    def type(self, move: Any, view: Any) -> None:
        """In words, as long as these say the move; else as records write it."""
        if self.focused().role != "combobox":
            self.press("/")
        sentence = plain(self.say.said(propose(self.game, self.names, self.state(view), 0, move)))
        told = spoken_by(self.game)(self.game, view, move, self.say)
        note = plain(self.say.said(told.note)) if told.note else ""
        for line in (in_words(told), self.game.show_move(move)):
            self.press("Control+a")
            self.listen()
            # At once, so that nothing half typed is answered.
            self.page.keyboard.insert_text(line)
            heard = self.wait_for(self.is_read)
            if any(self.match("web_type_clear", text) and sentence in text and note in text for text in heard):
                self.press("Enter")
                return
        raise AssertionError(f"{line} is not understood: {heard[-3:]}")

    @property
    def events(self) -> list[str]:
        """What was said of what happened, without answers to what was typed."""
        return [text for text in self.log if not self.is_read(text)]

    def is_read(self, text: str) -> bool:
        keys = ("web_type_clear", "web_type_many", "web_type_none")
        return any(self.match(key, text) for key in keys)

    def wait_for(self, is_it: Callable[[str], bool]) -> list[str]:
        """Until something like this has been said since."""
        start, until = len(self.log), time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.listen()
            if any(map(is_it, self.log[start:])):
                return self.log[start:]
            self.page.wait_for_timeout(50)
        raise AssertionError(f"not said: {self.log[start - 6 :]}, at {self.focused()}: {self.look()[-12:]}")

    # -- playing -----------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, str]:
        raise NotImplementedError

    def rebuilt(self) -> Any:
        """The seat's view as it is heard; None while it is not one's turn. Raises where something does not fit."""
        raise NotImplementedError

    def do(self, move: Any, view: Any) -> None:
        raise NotImplementedError

    def state(self, view: Any) -> Any:
        return self.game.sample(view, Random(0))

    def truth(self) -> Any:
        """What the server would show this seat."""
        with closing(Store(f"sqlite:///{self.house.folder}/tables.sqlite")) as store:
            loaded = store.load(self.made.table)
        assert loaded
        return load_table(loaded).match

    def play(self, bot: str, limit: Limit) -> tuple[int, ...]:
        """To the end, comparing what was heard with what the server knows at every turn; gives the places."""
        player = make_bot(bot, self.game)
        while not (match := self.truth()).outcome:
            if 0 not in match.actors:
                self.page.wait_for_timeout(50)
                continue
            view = self.compared(match)
            self.turns += 1
            self.do(player.choose(view, limit, self.rng).move, view)
            until = time.monotonic() + PATIENCE
            while self.truth().entries == match.entries:
                assert time.monotonic() < until, f"nothing has happened: {self.log[-5:]}"
                self.page.wait_for_timeout(50)
        return tuple(match.outcome.places)

    def compared(self, match: Any) -> Any:
        truth, until = match.view(0), time.monotonic() + PATIENCE
        while True:
            self.listen()
            heard = self.rebuilt()
            if heard == truth:
                return heard
            if time.monotonic() > until:
                facts = [asdict(view) if view else {} for view in (heard, truth)]
                wrong = {
                    name: (facts[0].get(name), fact) for name, fact in facts[1].items() if facts[0].get(name) != fact
                }
                raise AssertionError(f"{wrong} after {self.log[-8:]}")
            self.page.wait_for_timeout(80)


def plain(text: str) -> str:
    return " ".join(text.replace("\u00ad", "").split())


def parse(snapshot: str) -> list[Heard]:
    found = []
    for line in snapshot.splitlines():
        entry = line.strip().removeprefix("- ")
        if entry.startswith("'"):
            entry = re.sub(r"^'((?:[^']|'')*)'", lambda quoted: quoted[1].replace("''", "'"), entry)
        parts = re.match(r'(\w+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*):?\s*(.*)', entry)
        if parts:
            text = parts[4].strip()
            text = json.loads(text) if text.startswith('"') and text.endswith('"') else text
            name = plain(json.loads(parts[2])) if parts[2] else ""
            found.append(Heard(parts[1], name, "[disabled]" in parts[3], plain(str(text))))
    return found


class VeniseListener(Listener):
    """Venise against one rival."""

    game: Venise

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        physics = self.game.planks
        self.places = {plain(self.say.said(tell_place(physics, name))): name for name in physics.names}
        self.cards = {plain(self.say.text(f"ve_card_{card}")).lower(): card for card in CARDS}
        self.hourglasses = 0
        self.did = "nothing"
        self.rival = ""
        self.grid: list[str] = []
        # What others know of the own cards follows from the rules: those that everybody was given, and jokers.
        self.shown = Counter(cards_of(self.game.deck.fixed))

    @property
    def names(self) -> tuple[str, str]:
        return "Anna", self.rival

    def rebuilt(self) -> VeniseView | None:
        things = self.look()
        sides = self.sides(things)
        if len(sides) < 2 or not any(each.role == "button" and self.is_end(each.name) for each in things):
            phase = "discard"
        else:
            phase = "play"
        if len(sides) < 2:
            return None
        self.rival = sides[1]["name"]
        heading = next(each.name for each in things if each.role == "heading")
        number = re.search(self.patterns("ve_heading_round", round=r"\d+")[0], heading)
        pile, discards, jokers, lost = self.piles(things)
        planks, pawns, gems = self.board(things)
        number_of = self.game.planks.number
        view = VeniseView(
            seat=0,
            board=self.game.board,
            colours=tuple(side["colour"] for side in sides),
            phase=phase,  # type: ignore[arg-type]
            turn=0,
            first=0,
            round=int(number["round"]) if number else 0,
            hourglasses=self.left(things),
            did=self.done(),  # type: ignore[arg-type]
            draws=0,
            quiet=self.quiet() - (phase == "discard"),
            planks=tuple(sorted(planks, key=number_of.__getitem__)),
            pawns=tuple(pawns.get(seat, "") for seat in range(2)),
            gems=tuple(tuple(sorted(gems[seat], key=number_of.__getitem__)) for seat in range(2)),
            stocks=tuple((side["short"], side["long"]) for side in sides),
            lost=lost,
            tiles=tuple(side["tiles"] for side in sides),
            hand=self.hand(things),
            counts=tuple(side["cards"] for side in sides),
            shown=(in_deck_order(self.shown), sides[1]["known"]),
            pile=pile,
            discards=discards,
            jokers=jokers,
            finished=(),
            stranded=tuple(side["stranded"] for side in sides),
            legal=(),
            outcome=None,
        )
        try:
            return replace(view, legal=self.game.legal(self.game.sample(view, Random(0)), 0))
        except (IndexError, ValueError):  # half of it is of the turn before
            return None

    def quiet(self) -> int:
        """Turns without a gem, counted from what was said: each ends with cards that are drawn."""
        gems, ends = self.patterns("ve_ev_gem"), self.patterns("ve_ev_end", count=r"\d+")
        quiet = 0
        for text in self.events:
            told = [
                (found.end(), has_gem)
                for patterns, has_gem in ((gems, True), (ends, False))
                for pattern in patterns
                for found in re.finditer(pattern, text)
            ]
            for _, has_gem in sorted(told):
                quiet = -1 if has_gem else quiet + 1
        return quiet

    def is_end(self, name: str) -> bool:
        return name in (self.t("ve_button_end", count=self.game.deck.draw), self.t("ve_confirm_end"))

    def done(self) -> str:
        """What was done in this turn, from what was said."""
        did = "nothing"
        for text in self.log:
            if text.startswith(self.rival):
                did = "nothing"
            elif self.match("ve_ev_take", text, is_part=True, name="Anna"):
                did = "taken"
            else:
                for key in ("lay", "remove", "move", "walk"):
                    if self.match(f"ve_ev_{key}", text, is_part=True, name="Anna"):
                        did = "played"
        return did

    def left(self, things: list[Heard]) -> int:
        for each in things:
            found = each.role == "img" and self.match("ve_web_hourglasses", each.name.split(", ")[0], left=r"\d+")
            if found:
                self.hourglasses = int(found["left"])
        return self.hourglasses

    def sides(self, things: list[Heard]) -> list[dict[str, Any]]:
        colours = {self.t(f"ve_colour_{colour}"): colour for colour in COLOURS}
        found: list[dict[str, Any]] = []
        for each in things:
            title, *parts = each.name.split(", ")
            head = re.fullmatch(r"(.+) \((.+)\)", title)
            if each.role != "region" or not head or head[2] not in colours:
                continue
            side: dict[str, Any] = {"name": head[1], "colour": colours[head[2]], "known": (), "stranded": False}
            for part in parts:
                for key in ("cards", "short", "long", "tiles"):
                    count = self.match(f"ve_web_{key}", part, count=r"\d+")
                    if count:
                        side[key] = int(count["count"])
                known = self.match("ve_web_known", part) or {"cards": part}
                if known["cards"].lower() in self.cards:
                    side["known"] += (self.cards[known["cards"].lower()],)
                side["stranded"] |= part == self.t("ve_web_stranded")
            side["known"] = in_deck_order(Counter(side["known"]))
            if self.t("ve_web_you") in parts:
                found.insert(0, side)
            else:
                found.append(side)
        return found

    def piles(self, things: list[Heard]) -> tuple[int, tuple[Any, ...], int, tuple[int, int]]:
        names = [each.name for each in things if each.role == "img"]

        def first(key: str, names: list[str]) -> dict[str, str]:
            return next(filter(None, (self.match(key, name) for name in names)))

        discards: Counter[Any] = Counter()
        bare = []
        for name in names:
            listed = re.fullmatch(r"(.*) \((.*)\)", name)
            bare.append(listed[1] if listed else name)
            for part in listed[2].split(", ") if listed else []:
                card, _, count = part.rpartition(" ×")
                discards[self.cards[card.lower()]] += int(count)
        lost = first("ve_web_lost", names)
        assert int(first("ve_web_discards", bare)["count"]) == discards.total()
        return (
            int(first("ve_web_pile", names)["count"]),
            in_deck_order(discards),
            int(first("ve_web_jokers", names)["count"]),
            (int(lost["short"]), int(lost["long"])),
        )

    def board(self, things: list[Heard]) -> tuple[list[str], dict[int, str], tuple[list[str], list[str]]]:
        """Planks, pawns and gems, place by place."""
        self.grid = [each.name for each in things if each.role == "gridcell"]
        planks: list[str] = []
        pawns: dict[int, str] = {}
        gems: tuple[list[str], list[str]] = ([], [])
        for cell in self.grid:
            for clause in cell.split("; "):
                words, *said = clause.split(", ")
                place = self.places.get(words)
                can_lay = any(self.match("ve_chart_lay", each) for each in said)
                if place is None or can_lay:
                    continue
                if self.game.planks.number[place] >= self.game.planks.first_slot:
                    planks.append(place)
                for each in said:
                    if each in (self.t("ve_chart_own_pawn"), self.t("ve_chart_pawn", name=self.rival)):
                        pawns[int(each != self.t("ve_chart_own_pawn"))] = place
                    elif each in (self.t("ve_chart_own_gem"), self.t("ve_chart_gem", name=self.rival)):
                        gems[int(each != self.t("ve_chart_own_gem"))].append(place)
        return planks, pawns, gems

    def hand(self, things: list[Heard]) -> tuple[Any, ...]:
        held: Counter[Any] = Counter()
        for each in things:
            if each.role == "button" and (card := self.card_of(each.name)):
                many = re.search(r" ×(\d+)", each.name)
                held[card] += int(many[1]) if many else 1
        return in_deck_order(held)

    def card_of(self, name: str) -> str:
        """The card that a button of the hand is; empty for other buttons."""
        head = re.split(r" ×|, ", name)[0]
        head = head.split(": ")[-1].removesuffix(".").lower()
        is_hand = ": " in name or any(self.match("ve_web_cost", part.split(". ")[0]) for part in name.split(", ")[1:2])
        return self.cards.get(head, "") if is_hand else ""

    # -- doing -------------------------------------------------------------------------------------------------------

    def do(self, move: Move, view: VeniseView) -> None:
        self.note(move)
        if self.is_typing:
            self.type(move, view)
            return
        match move:
            case Play(card, where, is_joker):
                self.hold("joker" if is_joker else card)
                if is_joker:
                    self.page.wait_for_timeout(50)
                    if self.focused().name.lower() in self.cards:
                        self.tab_to(lambda here: here.name.lower() == self.t(f"ve_card_{card}").lower())
                        self.press("Enter")
                for place in where[-1:] if card.startswith("step") else where:
                    self.choose(place, card)
                self.settle(card, where, view)
            case End():
                self.button(self.is_end)
                self.page.wait_for_timeout(50)
                if self.focused().name == self.t("ve_confirm_end"):
                    self.press("Enter")
            case Take():
                self.button(lambda name: name == self.t("ve_button_take", count=1))
            case Spend():
                self.button(lambda name: self.match("ve_button_tile", name.split(" ×")[0]))
            case Exchange(cards):
                self.button(lambda name: name == self.t("ve_button_exchange", count=len(cards)))
                for card in cards:
                    self.hold(card)
                self.button(lambda name: name == self.t("ve_confirm_exchange", count=len(cards)))
            case Discard():
                self.shed(view)

    def note(self, move: Move) -> None:
        """The own cards that others know change as the rules have it."""
        paid = ()  # type: tuple[Any, ...]
        if isinstance(move, Play):
            paid = ("joker" if move.is_joker else move.card,)
        elif isinstance(move, Discard):
            paid = (move.card,)
        elif isinstance(move, Exchange):
            paid = move.cards
        self.shown -= Counter(paid)
        if isinstance(move, Exchange | Take):
            self.shown["joker"] += 1

    def hold(self, card: str) -> None:
        """To the hand by Tab, to the card by the arrows."""
        self.tab_to(lambda here: here.role == "button" and self.card_of(here.name))
        self.move_to(lambda here: self.card_of(here.name) == card, "ArrowRight")
        self.press("Enter")

    def choose(self, place: str, card: str) -> None:
        """Walks over the canal to a place, and says that it is meant."""
        self.page.wait_for_timeout(50)
        here = self.tab_to(lambda found: found.role == "gridcell")
        self.grid = [each.name for each in self.look() if each.role == "gridcell"]
        words = next(words for words, name in self.places.items() if name == place)
        forms = [form for form in (words, *self.forms(place)) if form]
        wanted = next(nth for nth, cell in enumerate(self.grid) if any(is_said(form, cell) for form in forms))
        at = self.grid.index(here.name)
        across, down = wanted % 9 - at % 9, wanted // 9 - at // 9
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        assert self.focused().name == self.grid[wanted]
        self.press("Enter")
        self.page.wait_for_timeout(50)
        if self.focused().role == "button" and not self.card_of(self.focused().name):
            # Several things can be chosen there: they are told one by one.
            arrows = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
            self.move_to(lambda each: any(is_said(form, each.name) for form in forms), *arrows)
            self.press("Enter")

    def forms(self, place: str) -> list[str]:
        said = tell_place(self.game.planks, place)
        return [
            plain(form) for form in (self.say.filled(f"{{x:{name}}}", {"x": said}) for name in ("to", "on", "the", "a"))
        ]

    def settle(self, card: str, where: tuple[str, ...], view: VeniseView) -> None:
        """Says which way, and that it is meant, where that is asked."""
        self.page.wait_for_timeout(60)
        things = self.look()
        if any(
            each.role == "group" and each.name.endswith(self.t("ve_ask_way")) for each in things
        ) and card.startswith("step"):
            gems = [field for field in dict.fromkeys(where) if field in view.gems[0]]
            told = ", ".join(plain(self.say.said(tell_place(self.game.planks, gem))) for gem in gems)
            self.tab_to(lambda here: here.role == "button" and here.name == told)
            self.press("Enter")
            self.page.wait_for_timeout(60)
            things = self.look()
        if any(each.role == "button" and each.name == self.t("ve_confirm_place") for each in things):
            self.button(lambda name: name == self.t("ve_confirm_place"))

    def button(self, is_it: Callable[[str], object]) -> None:
        self.tab_to(lambda here: here.role == "button" and is_it(here.name))
        self.press("Enter")

    def shed(self, view: VeniseView) -> None:
        """All that is too much at once, whatever can best be spared; the first was noted already."""
        count = len(view.hand) - self.game.deck.hand
        state, player = self.state(view), make_bot("gondolier", self.game)
        given: list[Any] = []
        for _ in range(count):
            seen = self.game.view(state, 0)
            move = next(
                each
                for each in (player.choose(seen, Limit(iterations=1), self.rng).move, *seen.legal)
                if isinstance(each, Discard)
            )
            given.append(move.card)
            state = self.game.play(state, 0, move)
        self.shown = +(Counter(view.shown[0]) - Counter(given))
        for card in given:
            self.hold(card)
        self.button(lambda name: name == self.t("ve_confirm_discard", count=count))


def is_said(words: str, text: str) -> bool:
    """Whether these words are there, and not only the beginning of others."""
    return bool(re.search(rf"(?:^|; |, |: | ){re.escape(words)}(?:$|;|,)", text, re.I))


def in_deck_order(cards: Counter[Any]) -> tuple[Any, ...]:
    return tuple(card for card in CARDS for _ in range(cards[card]))


class XeQueoListener(Listener):
    """Xe Queo! against one rival. What was done and shown in earlier rounds is remembered from what was said."""

    game: XeQueo

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.pieces = {plain(self.say.text(f"piece_{letter}")): nth for nth, letter in enumerate(LETTERS)}
        named = {
            plain(self.say.text("piece_named", piece=Said(f"piece_{letter}"), letter=letter)): nth
            for nth, letter in enumerate(LETTERS)
        }
        self.named = named
        self.rival = ""
        self.starts: list[tuple[tuple[int, ...], int, int]] = []
        """By round: where the pieces stood, the ring, and who moved first."""
        self.own: list[int] = []
        """By round: the own piece."""

    @property
    def names(self) -> tuple[str, str]:
        return "Anna", self.rival

    def rebuilt(self) -> XeQueoView | None:
        things = self.look()
        sides = [
            found
            for each in things
            if each.role == "region" and (found := self.match("xq_side", each.name, count=r"\d+", goal=r"\d+"))
        ]
        rings = {side["name"]: int(side["count"]) for side in sides}
        if len(sides) < 2:
            return None
        self.rival = next(name for name in rings if name != "Anna")
        pieces, ring, own = self.board(things)
        phase = self.phase(things)
        if phase is None or len(pieces) < len(LETTERS):
            return None
        standing = tuple(pieces[nth] for nth in range(len(LETTERS)))
        rounds = self.rounds()
        results = tuple(result for result, _ in rounds if result)
        moves = rounds[len(results)][1] if len(rounds) > len(results) else ()
        if phase == "choose" and len(self.starts) == len(results):
            mover = self.first_mover(len(results))
            if mover is None:
                return None
            self.starts.append((standing, ring, mover))
        first = self.starts[-1][2] if len(self.starts) > len(results) else 0
        past = tuple(
            Round(Position(7, 7, pieces, ring, first), rounds[nth][1])
            for nth, (pieces, ring, first) in enumerate(self.starts[: len(results)])
        )
        turn = 0 if phase in ("ring", "play") else first
        chosen = HIDDEN if phase != "play" else own
        view = XeQueoView(
            seat=0,
            phase=phase,  # type: ignore[arg-type]
            position=Position(7, 7, standing, ring, turn),
            choice=chosen,
            rings=(rings["Anna"], rings[self.rival]),
            goal=int(sides[0]["goal"]),
            start=self.starts[len(results)][0]
            if len(self.starts) > len(results)
            else self.start_now(results, standing),
            moves=moves if phase != "ring" else self.last_moves(rounds, results),
            results=results,
            past=past,
            legal=(),
            outcome=None,
        )
        try:
            return replace(view, legal=self.game.legal(self.game.sample(view, Random(0)), 0))
        except (IndexError, ValueError):  # half of it is of the turn before
            return None

    def start_now(self, results: tuple[Result, ...], standing: tuple[int, ...]) -> tuple[int, ...]:
        return self.starts[len(results) - 1][0] if results else standing

    def last_moves(self, rounds: list[Any], results: tuple[Result, ...]) -> tuple[Go, ...]:
        return rounds[len(results) - 1][1] if results else ()

    def first_mover(self, number: int) -> int | None:
        """Whoever did not lay the ring; None until that has been told."""
        laid = [found for text in self.events for found in self.all_of("ev_lay", text)]
        if number >= len(laid):
            return None
        return 0 if laid[number]["name"] == self.rival else 1

    def all_of(self, key: str, text: str) -> list[dict[str, str]]:
        who = "|".join(map(re.escape, self.names))
        piece = "|".join(map(re.escape, self.named))
        found = []
        for pattern in self.patterns(
            key, name=who, rival=who, piece=piece, shown=piece, square=r"[a-g]\d", way=r"[a-g]\d(?:–[a-g]\d)+"
        ):
            # The same name may be said twice.
            names: set[str] = set()

            def once(group: re.Match[str], names: set[str] = names) -> str:
                again = group[1] in names
                names.add(group[1])
                return f"(?P={group[1]})" if again else group[0]

            pattern = re.sub(r"\(\?P<(\w+)>(?:[^()]|\((?:\?:)?[^()]*\))*\)", once, pattern)
            found += [each.groupdict() | {"at": str(each.start())} for each in re.finditer(pattern, text)]
        return found

    def rounds(self) -> list[tuple[Result | None, tuple[Go, ...]]]:
        """Every round so far: how it ended, and the moves before that."""
        seat = {"Anna": 0, self.rival: 1}
        found: list[tuple[Result | None, tuple[Go, ...]]] = []
        moves: tuple[Go, ...] = ()
        for text in self.events:
            events = [
                (int(each["at"]), key, each)
                for key in ("ev_go", "ev_entry", "ev_counter", "ev_stray", "ev_call", "ev_miss")
                for each in self.all_of(key, text)
            ]
            for _, key, said in sorted(events, key=lambda event: event[0]):
                piece, by = self.named[said["piece"]], seat[said["name"]]
                if key == "ev_go":
                    moves += (GO[piece][parse_square(said["way"].split("–")[-1])],)
                    continue
                how = key.removeprefix("ev_")
                other = 1 - by
                choices = [HIDDEN, HIDDEN]
                if how in ("entry", "counter"):
                    choices[by] = piece
                if how in ("counter", "call"):
                    choices[other] = piece
                if how in ("stray", "miss"):
                    choices[by if how == "stray" else other] = self.named[said["shown"]]
                if len(self.own) > len(found):
                    choices[0] = self.own[len(found)]
                if how not in ("call", "miss"):
                    moves += (GO[piece][parse_square(said["square"])],)
                winner = by if how in ("entry", "call") else other
                found.append((Result(winner, how, by, piece, (choices[0], choices[1])), moves))  # type: ignore[arg-type]
                moves = ()
        return [*found, (None, moves)]

    def board(self, things: list[Heard]) -> tuple[dict[int, int], int, int]:
        pieces: dict[int, int] = {}
        ring, own = NOWHERE, HIDDEN
        for each in things:
            if each.role != "gridcell":
                continue
            square, *said = each.name.split(", ")
            for words in said:
                if words in self.pieces:
                    pieces[self.pieces[words]] = parse_square(square)
                if words == self.t("xq_a_ring"):
                    ring = parse_square(square)
                if words == self.t("xq_a_own"):
                    own = self.pieces[said[0]]
        return pieces, ring, own

    def phase(self, things: list[Heard]) -> str | None:
        said = [each.text for each in things if each.role in ("paragraph", "text")]
        for key in ("ring", "choose", "play", "call"):
            if any(self.match(f"xq_do_{key}", text) for text in said):
                return "play" if key == "call" else key
        return None

    # -- doing -------------------------------------------------------------------------------------------------------

    def do(self, move: Any, view: XeQueoView) -> None:
        if isinstance(move, Choose):
            self.own.append(move.piece)
        if self.is_typing:
            self.type(move, view)
            return
        match move:
            case Lay(square):
                self.go_to(show_square(square))
                self.press("Enter")
            case Choose(piece):
                self.press(LETTERS[piece].lower())
                words = self.t("xq_choose", piece=Said(f"piece_{LETTERS[piece]}"))
                self.tab_to(lambda here: here.role == "button" and here.name == words)
                self.press("Enter")
            case Call(piece):
                self.press("!", LETTERS[piece].lower())
                self.tab_to(lambda here: here.role == "button" and here.name == "Xe queo!")
                self.press("Enter")
            case Go(piece, square):
                self.go_to(show_square(view.position.pieces[piece]))
                self.press("Enter")
                self.go_to(show_square(square))
                self.press("Enter")
                if square == view.position.ring:
                    self.page.wait_for_timeout(50)
                    self.tab_to(lambda here: here.role == "button" and here.name == self.t("xq_enter"))
                    self.press("Enter")

    def go_to(self, square: str) -> None:
        here = self.tab_to(lambda found: found.role == "gridcell").name.split(", ")[0]
        across, up = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
        assert self.focused().name.split(", ")[0] == square


LISTENERS: Final = {"venise": VeniseListener, "xequeo": XeQueoListener}


def listener(
    page: Page, house: House, made: Made, game: str, options: str, language: str, *, is_typing: bool
) -> Listener:
    made_game = make_game(game, options)
    return LISTENERS[game](page, house, made, made_game, language, is_typing=is_typing)
