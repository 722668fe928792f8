"""Everything that goes over the wire, said once. `web/src/wire.ts` and docs/protocol.md are made from these types.

A socket is one pair of eyes: a seat with its token, or a spectator without. Its first message is `Hello`; the answer is
`Table`, the whole table as these eyes may see it, and from then on `Update` after every change. Move texts are the
canonical ones of docs/notation.md; everything people read comes as `Words`, for the reader's own language.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ridotto.server.views.venise import Happened, VeniseScene, VeniseView
from ridotto.server.views.words import Words
from ridotto.server.views.xequeo import XeQueoScene, XeQueoView

GameName: TypeAlias = Literal["xequeo", "venise"]
GameView: TypeAlias = Annotated[XeQueoView | VeniseView, Field(discriminator="game")]
GameScene: TypeAlias = Annotated[XeQueoScene | VeniseScene, Field(discriminator="game")]
"""GET /api/scene.json."""


class Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


# -- what can be played (GET /api/games) -----------------------------------------------------------------------------


class OptionInfo(Wire):
    name: str
    kind: Literal["choice", "number", "text"]
    values: tuple[str, ...] = ()
    """Of a choice; the words are in the catalogue under option_<game>_<name>_<value>."""
    default: str
    least: int | None = None
    most: int | None = None
    is_study: bool = False
    """Not part of the game as sold: smaller boards, given positions."""


class BoardInfo(Wire):
    name: str
    """What the option `board` takes."""
    title: str
    side: Literal["day", "night"]


class GameInfo(Wire):
    name: GameName
    rules: str
    least_seats: int
    most_seats: int
    options: tuple[OptionInfo, ...]
    bots: tuple[str, ...]
    """Weakest first; the words are in the catalogue under bot_name_<bot> and bot_<bot>."""
    boards: tuple[BoardInfo, ...] = ()


# -- making and joining tables (POST /api/tables, /api/tables/{table}/claim, GET /api/lobby) --------------------------


class NewSeat(Wire):
    kind: Literal["here", "link", "open", "bot"]
    """Somebody at this screen, whoever gets the link, whoever comes from the lobby, or a bot."""
    name: str = Field("", max_length=200)
    """Shown on one line and cut to 40 characters."""
    bot: str = Field("", max_length=32)


class NewTable(Wire):
    game: GameName
    options: str = Field("", max_length=1000)
    """As records have them: ``distance=king rings=2``; without seats, which follow from `seats`."""
    seats: tuple[NewSeat, ...] = Field(max_length=4)
    is_listed: bool = False
    """Whether the lobby shows the table to everybody; it does when a seat is open."""


class MadeSeat(Wire):
    seat: int
    token: str = ""
    """Of seats at this screen: the key to the seat."""
    invite: str = ""
    """Of seats by link: opens the seat once."""


class MadeTable(Wire):
    table: str
    seats: tuple[MadeSeat, ...]


class Claim(Wire):
    invite: str = Field("", max_length=100)
    """Empty: any open seat of a listed table."""
    transfer: str = Field("", max_length=100)
    """Instead of an invite: moves a seat that another device has."""
    browser: str = Field(min_length=16, max_length=100)
    """A random word that a browser keeps to itself: the same browser may claim again and gets the same seat."""
    name: str = Field("", max_length=200)


class Claimed(Wire):
    seat: int
    token: str


class Transfer(Wire):
    """POST /api/tables/{table}/transfer, with the seat's token."""

    word: str
    """To claim the seat with on another device, once; until then nothing changes."""


class Person(Wire):
    seat: int
    name: str
    """Always something to show."""
    title: Words | None = None
    """Of whoever has no name of their own: what to call them in the reader's language."""
    kind: Literal["person", "bot"]
    """A seat that somebody resigned from while three or more play becomes a bot's and keeps its name."""
    bot: str = ""
    is_taken: bool
    """False while the seat waits for somebody to open its link."""
    is_here: bool
    """Whether somebody looks at the table from this seat now; bots always do."""
    device: Literal["", "host", "own"] = ""
    """Whose device has the key to the seat: the one that made the table, or one that took the seat later."""


class LobbyTable(Wire):
    table: str
    game: GameName
    options: str
    people: tuple[Person, ...]
    open_seats: int
    is_started: bool
    is_over: bool
    made: str
    """When, in UTC: 2026-11-15T20:00:00Z."""


class Lobby(Wire):
    tables: tuple[LobbyTable, ...]


# -- what a pair of eyes sees ----------------------------------------------------------------------------------------


class Line(Wire):
    """A move in the log, as these eyes saw it."""

    actor: int
    """-1 is chance."""
    text: str
    news: str
    chapter: Words
    said: Words | None = None
    """What happened, in words; nothing where the move is not worth any."""
    effects: Happened | None = None
    """Of Venise: what it did, as far as these eyes know."""


class Now(Wire):
    version: int
    """Moves are made against it; it goes up whenever all can see that something happened."""
    view: GameView
    waiting: tuple[int, ...]
    """The seats that are to act, as far as these eyes may know."""
    can_undo: bool
    end: Words | None = None
    """How the match ended, in words."""


class Frame(Wire):
    """One step of a replay."""

    view: GameView
    line: Line | None
    """What led here; nothing at the start."""


class Replay(Wire):
    """GET /api/tables/{table}/replay; POST /api/replay with a record."""

    game: GameName
    options: str
    names: tuple[str, ...]
    """As the record has them; bots are written bot:greedy."""
    people: tuple[Person, ...]
    day: str
    seen_by: str
    """all, spectator, or seat 0."""
    frames: tuple[Frame, ...]
    end: Words | None = None


class RecordFile(Wire):
    """POST /api/replay: a record; it may also come as it is, as text/plain."""

    text: str = Field(max_length=1_000_000)


class BoardFile(Wire):
    """POST /api/boards: a board of one's own, as the file has it; the answer is the board's code, for the option."""

    text: str = Field(max_length=20_000)


class Problem(Wire):
    """Something wrong with a board."""

    line: int
    """Of the file, from 1; 0 where no line is to blame."""
    spot: str
    """The post or field it is about; empty where it is about none."""
    words: Words
    is_advice: bool
    """Playable all the same, only not even-handed."""


class BoardCode(Wire):
    name: str
    code: str
    side: Literal["day", "night"]
    advice: tuple[Problem, ...] = ()


class Health(Wire):
    """GET /api/health."""

    version: str
    games: tuple[GameName, ...]


# -- from the browser (WebSocket /api/play) --------------------------------------------------------------------------


class Hello(Wire):
    type: Literal["hello"]
    table: str = Field(max_length=100)
    token: str = Field("", max_length=100)
    """Empty: a spectator."""


class DoMove(Wire):
    type: Literal["move"]
    id: int
    """The browser's own number for the request; `Done` or `Failed` repeats it."""
    version: int
    move: str = Field(max_length=500)


class DoUndo(Wire):
    type: Literal["undo"]
    id: int
    version: int


class DoResign(Wire):
    type: Literal["resign"]
    id: int


class DoRename(Wire):
    type: Literal["rename"]
    id: int
    name: str = Field(max_length=200)


class DoRematch(Wire):
    """Once more, when the match is over: makes a table whose seats open to the keys they have here."""

    type: Literal["rematch"]
    id: int


class AskHint(Wire):
    """What would a bot do? Only at tables where everybody else is a bot."""

    type: Literal["hint"]
    id: int
    version: int


FromBrowser: TypeAlias = Annotated[
    Hello | DoMove | DoUndo | DoResign | DoRename | DoRematch | AskHint, Field(discriminator="type")
]

FRAMES: Final[TypeAdapter[FromBrowser]] = TypeAdapter(FromBrowser)

# -- to the browser --------------------------------------------------------------------------------------------------


class Table(Wire):
    """Everything: the answer to `Hello`, also after a lost connection."""

    type: Literal["table"] = "table"
    table: str
    game: GameName
    options: str
    seat: int | None
    people: tuple[Person, ...]
    is_started: bool
    """False while seats wait for people; then no moves are taken."""
    is_over: bool
    can_hint: bool
    now: Now
    lines: tuple[Line, ...]


class Update(Wire):
    """Something happened: `lines` replaces all lines from number `lines_from` on."""

    type: Literal["update"] = "update"
    now: Now
    lines_from: int
    lines: tuple[Line, ...]
    is_over: bool


class People(Wire):
    """Somebody came, went, or has a new name."""

    type: Literal["people"] = "people"
    people: tuple[Person, ...]
    is_started: bool


class Rematch(Wire):
    """Somebody wants to play once more. There is a table for it, where the same keys open the same seats."""

    type: Literal["rematch"] = "rematch"
    table: str
    by: int


class Done(Wire):
    type: Literal["done"] = "done"
    id: int


class Failed(Wire):
    """Nothing has changed; `words` says why. HTTP answers have it as body, too."""

    type: Literal["failed"] = "failed"
    id: int | None = None
    code: str
    words: Words
    problems: tuple[Problem, ...] = ()
    """Of a board: all that is wrong with it."""


class Hint(Wire):
    type: Literal["hint"] = "hint"
    id: int
    bot: str
    """Whose advice it is."""
    move: str
    said: Words
    """The move in words, as if the bot sat there."""
    reasons: tuple[Words, ...]


ToBrowser: TypeAlias = Annotated[Table | Update | People | Rematch | Done | Failed | Hint, Field(discriminator="type")]
