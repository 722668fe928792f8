"""Lessons: a start position, a partner, and goals that the engine judges. Data only; their texts are in the catalogues.

A goal is met by a move whose deeds (`deeds_of` of the game's part `lessons`) have all its words. Every legal move may
be made: what leads nowhere is taken back, or the lesson begins again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ridotto.core import CHANCE, AnyGame, IllegalMove, RidottoError, Seat, nearest
from ridotto.games import games, make_game, registration
from ridotto.match.match import Match
from ridotto.match.study import dealt, starts_of

MOST_ENTRIES: Final = 200
"""Of one try: then it begins again."""
KEYS: Final = {"name", "teaches", "options", "start", "partner", "replies", "goals"}
LEARNER: Final = 0

Choose: TypeAlias = Callable[[str, AnyGame, Any, Random], Any]
"""A bot's move: of its name, the game, its view, and chance."""


class LessonError(RidottoError):
    """A lesson that cannot be used: names the file, the lesson and what is wrong."""


class Goal(NamedTuple):
    does: frozenset[str]
    by: Literal["you", "partner"] = "you"


@dataclass(frozen=True, slots=True)
class Lesson:
    game: str
    name: str
    teaches: tuple[str, ...]
    """The numbered rules."""
    options: str
    start: str
    partner: str
    """A bot's name."""
    replies: tuple[str, ...]
    """Moves that the partner makes once it can, each once, in this order; else the bot chooses, and ends no round."""
    goals: tuple[Goal, ...]

    def made_game(self) -> AnyGame:
        return make_game(self.game, self.options)


class Progress(NamedTuple):
    match: Match
    met: int
    """How many goals."""
    is_done: bool
    is_over: bool
    """Nothing more can be done: the lesson is done, or begins again."""


def lesson_games() -> tuple[str, ...]:
    return tuple(name for name, known in games().items() if known.lessons)


@cache
def load_lessons(game: str) -> tuple[Lesson, ...]:
    known = registration(game)
    return parse_lessons(game, known.load("lessons").lessons_text()) if known.lessons else ()


def known_lessons() -> tuple[tuple[Lesson, ...], dict[str, RidottoError]]:
    """What can be learnt, and what is wrong, by game: a fault in one file takes no other game's lessons away."""
    lessons: list[Lesson] = []
    faults: dict[str, RidottoError] = {}
    for game in lesson_games():
        try:
            lessons += load_lessons(game)
        except RidottoError as error:
            faults[game] = error
    return tuple(lessons), faults


def find_lesson(game: str, name: str) -> Lesson:
    """Raises LessonError."""
    lessons = {lesson.name: lesson for lesson in load_lessons(game)}
    if name not in lessons:
        raise LessonError("lesson_unknown", name=name, nearest=nearest(name, list(lessons)))
    return lessons[name]


# -- reading -----------------------------------------------------------------------------------------------------------


def parse_lessons(game: str, text: str) -> tuple[Lesson, ...]:
    """Raises LessonError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError("lesson_syntax", reason=str(error)) from None
    lessons = data.get("lesson", [])
    if not isinstance(lessons, list) or set(data) - {"lesson"}:
        raise LessonError("lesson_syntax", reason="[[lesson]]")
    found: dict[str, Lesson] = {}
    for number, each in enumerate(lessons, 1):
        lesson = _read(game, each, str(each.get("name", number)) if isinstance(each, dict) else str(number))
        if lesson.name in found:
            raise LessonError("lesson_twice", name=lesson.name)
        found[lesson.name] = lesson
    return tuple(found.values())


def _read(game: str, data: Any, name: str) -> Lesson:
    if not isinstance(data, dict) or set(data) - KEYS:
        key = next(iter(sorted(set(data) - KEYS)), "") if isinstance(data, dict) else ""
        raise LessonError("lesson_key", name=name, key=key, known=", ".join(sorted(KEYS)))
    for key in ("name", "start", "partner"):
        if not isinstance(data.get(key), str):
            raise LessonError("lesson_key", name=name, key=key, known=", ".join(sorted(KEYS)))
    for key in ("teaches", "replies"):
        if not _are_texts(data.get(key, [])):
            raise LessonError("lesson_key", name=name, key=key, known=", ".join(sorted(KEYS)))
    known, partner = registration(game), data["partner"]
    if partner not in known.bots:
        raise LessonError("lesson_partner", name=name, partner=partner, nearest=nearest(partner, list(known.bots)))
    lesson = Lesson(
        game,
        data["name"],
        tuple(data.get("teaches", ())),
        str(data.get("options", "")),
        data["start"],
        partner,
        tuple(data.get("replies", ())),
        _goals(known.load("lessons").DEEDS, data.get("goals"), name),
    )
    try:
        made = lesson.made_game()
        starts_of(made).parse_start(made, lesson.start)
        for reply in lesson.replies:
            made.parse_move(reply)
    except RidottoError as error:
        raise LessonError("lesson_start", name=name, reason=error) from error
    return lesson


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _goals(deeds: frozenset[str], data: Any, name: str) -> tuple[Goal, ...]:
    if not isinstance(data, list) or not data:
        raise LessonError("lesson_key", name=name, key="goals", known=", ".join(sorted(KEYS)))
    goals = []
    for each in data:
        does = each.get("does", []) if isinstance(each, dict) else []
        by: Any = each.get("by", "you") if isinstance(each, dict) else ""
        if not _are_texts(does) or not does or not set(does) <= deeds or by not in ("you", "partner"):
            raise LessonError("lesson_goal", name=name, goal=str(each), known=", ".join(sorted(deeds)))
        goals.append(Goal(frozenset(does), by))
    return tuple(goals)


# -- playing -----------------------------------------------------------------------------------------------------------


def play_lesson(lesson: Lesson, moves: Sequence[str], seed: int, choose: Choose) -> Progress:
    """After these moves of the learner, and all that follows from them; the same again for the same seed.

    Raises IllegalMove or NotationError with the rules' own reason, and IllegalMove where the lesson is over.
    """
    game = lesson.made_game()
    state = dealt(game, lesson.start, Random(seed))
    match = Match(game, ["", f"bot:{lesson.partner}", *[""] * (game.seats - 2)], start=state)
    replies = list(lesson.replies)
    _let_others_act(lesson, match, replies, seed, choose)
    progress = _judge(lesson, match)
    for move in moves:
        if progress.is_over:
            raise IllegalMove("lesson_over", move=move)
        match.submit(LEARNER, move)
        # What was reached by this very move ends the lesson before anybody else acts; cards are drawn, to be seen.
        if _judge(lesson, match).is_over:
            match.play_chance(_rng(seed, match))
        else:
            _let_others_act(lesson, match, replies, seed, choose)
        progress = _judge(lesson, match)
    return progress


def _let_others_act(lesson: Lesson, match: Match, replies: list[str], seed: int, choose: Choose) -> None:
    while len(match.entries) < MOST_ENTRIES and match.actors and LEARNER not in match.actors:
        if _judge(lesson, match).is_over:
            return
        rng = _rng(seed, match)
        actor: Seat = match.actors[0]
        if actor == CHANCE:
            match.play_chance(rng)
        else:
            match.submit(actor, _reply(lesson, match, actor, replies, rng, choose))


def _rng(seed: int, match: Match) -> Random:
    return Random(f"{seed}:{len(match.entries)}")


def _reply(lesson: Lesson, match: Match, seat: Seat, replies: list[str], rng: Random, choose: Choose) -> Any:
    legal = {match.game.show_move(move): move for move in match.game.legal(match.state, seat)}
    for reply in replies:
        if reply in legal:
            replies.remove(reply)
            return legal[reply]
    chosen = choose(lesson.partner, match.game, match.view(seat), rng)
    # A learner who has done nothing wrong is not stopped by somebody's whim.
    return (
        chosen
        if _goes_on(match, seat, chosen)
        else next((move for move in rng.sample([*legal.values()], len(legal)) if _goes_on(match, seat, move)), chosen)
    )


def _goes_on(match: Match, seat: Seat, move: Any) -> bool:
    """Whether the round does, after this move."""
    return not match.game.news(match.state, match.game.play(match.state, seat, move))


def _judge(lesson: Lesson, match: Match) -> Progress:
    deeds_of, game = registration(lesson.game).load("lessons").deeds_of, match.game
    met, is_lost = 0, False
    for index, (actor, move) in enumerate(match.entries):
        if met == len(lesson.goals):
            break
        before, after = match.states[index : index + 2]
        asked = lesson.goals[met]
        if (
            (actor == LEARNER) == (asked.by == "you")
            and actor != CHANCE
            and asked.does <= (deeds := deeds_of(game, before, actor, move, after))
        ):
            met += 1
            # Who has done more than was asked need not do it again where just that is asked next.
            while met < len(lesson.goals) and asked.does < lesson.goals[met].does <= deeds:
                asked, met = lesson.goals[met], met + 1
        elif game.news(before, after):  # a round ended, and not as it should
            is_lost = True
    is_done = met == len(lesson.goals)
    is_lost = is_lost or match.outcome is not None or len(match.entries) >= MOST_ENTRIES
    return Progress(match, met, is_done, is_done or is_lost)
