"""Everything that goes over the wire, said once. `web/src/wire.ts` and docs/protocol.md are made from these types.

A socket is one viewer: a seat with its token, or a spectator without. Its first message is `Hello`; the answer is
`Table`, the whole table as the viewer may see it, and from then on `Update` after every change. Move texts are the
canonical ones of docs/notation.md; everything people read comes as `Words`, for the reader's own language.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ridotto.games.registration import Part
from ridotto.games.venise.planks import Shape
from ridotto.server.views.scene import Layer, Point
from ridotto.server.views.sent import Sent
from ridotto.server.views.words import Words


class ByGame(NamedTuple):
    """Marks what each game has its own type for: whatever that part of its registration returns."""

    part: Part


GameName: TypeAlias = Annotated[str, Field(max_length=32)]
GameView: TypeAlias = Annotated[Any, ByGame("view")]
GamePast: TypeAlias = Annotated[Any, ByGame("past")]
GameEffects: TypeAlias = Annotated[Any, ByGame("effects")]
GameScene: TypeAlias = Annotated[Any, ByGame("scene")]
"""GET /api/scene.json."""


class Asked(BaseModel):
    """What browsers send: checked to the last field."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


# -- what can be played (GET /api/games) -----------------------------------------------------------------------------


class OptionInfo(Sent):
    name: str
    kind: Literal["choice", "number", "text"]
    values: tuple[str, ...]
    """Of a choice; the words are in the catalogue under option_<game>_<name>_<value>."""
    default: str
    least: int | None = None
    most: int | None = None
    is_study: bool = False
    """Not part of the game as sold: smaller boards, given positions."""


class BoardInfo(Sent):
    name: str
    """What the option `board` takes."""
    title: str
    """Words about it are in the catalogue under board_about_<name>, with _ for -."""
    side: Literal["day", "night"]
    hourglasses: tuple[int, ...]
    """For 2, 3 and 4 players: with so many one of them alone collects all gems."""
    first: tuple[tuple[float, float], ...]
    """For 2, 3 and 4 players: where the share of games lies that whoever begins wins."""


class GameInfo(Sent):
    name: GameName
    """The words are in the catalogue under game_<name>."""
    rules: str
    least_seats: int
    most_seats: int
    options: tuple[OptionInfo, ...]
    bots: tuple[str, ...]
    """Weakest first; the words are in the catalogue under bot_name_<bot> and bot_<bot>."""
    boards: tuple[BoardInfo, ...] = ()


# -- making and joining tables (POST /api/tables, /api/tables/{table}/claim, GET /api/lobby) --------------------------


class NewSeat(Asked):
    kind: Literal["here", "link", "open", "bot"]
    """Somebody at this screen, whoever gets the link, whoever comes from the lobby, or a bot."""
    name: str = Field("", max_length=200)
    """Shown on one line and cut to 40 characters."""
    bot: str = Field("", max_length=32)


class NewTable(Asked):
    game: GameName
    options: str = Field("", max_length=1000)
    """As records have them: ``distance=king rings=2``; without seats, which follow from `seats`."""
    seats: tuple[NewSeat, ...] = Field(max_length=4)
    is_listed: bool = False
    """Whether the lobby shows the table to everybody; it does when a seat is open."""


class MadeSeat(Sent):
    seat: int
    token: str = ""
    """Of seats at this screen: the key to the seat."""
    invite: str = ""
    """Of seats by link: opens the seat once."""


class MadeTable(Sent):
    table: str
    seats: tuple[MadeSeat, ...]


class Claim(Asked):
    invite: str = Field("", max_length=100)
    """Empty: any open seat of a listed table."""
    transfer: str = Field("", max_length=100)
    """Instead of an invite: moves a seat that another device has."""
    browser: str = Field(min_length=16, max_length=100)
    """A random word that a browser keeps to itself: the same browser may claim again and gets the same seat."""
    name: str = Field("", max_length=200)


class Claimed(Sent):
    seat: int
    token: str


class Invitation(Sent):
    """POST /api/tables/{table}/invitation with a `Claim`: what it would open. Nothing is taken yet."""

    seat: int


class Transfer(Sent):
    """POST /api/tables/{table}/transfer, with the seat's token."""

    word: str
    """To claim the seat with on another device, once; until then nothing changes."""


class Person(Sent):
    seat: int
    name: str
    """Always something to show."""
    title: Words | None
    """Of whoever has no name of their own: what to call them in the reader's language."""
    kind: Literal["person", "bot"]
    """A seat that somebody resigned from while three or more play becomes a bot's and keeps its name."""
    bot: str
    is_taken: bool
    """False while the seat waits for somebody to open its link."""
    is_here: bool
    """Whether somebody looks at the table from this seat now; bots always do."""
    device: Literal["", "host", "own"] = ""
    """Whose device has the key to the seat: the one that made the table, or one that took the seat later."""


class Standing(Sent):
    """GET /api/tables/{table}/standing, with a seat's token: how a match stands, for a list of one's own."""

    people: tuple[Person, ...]
    is_started: bool
    is_over: bool
    waiting: tuple[int, ...]
    """The seats that are to act, as far as this seat may know."""
    end: Words | None
    """How the match ended, in words."""


class LobbyTable(Sent):
    table: str
    game: GameName
    options: str
    people: tuple[Person, ...]
    open_seats: int
    is_started: bool
    is_over: bool
    made: str
    """When, in UTC: 2026-11-15T20:00:00Z."""


class Lobby(Sent):
    tables: tuple[LobbyTable, ...]


# -- what a viewer sees ----------------------------------------------------------------------------------------


class Line(Sent):
    """A move in the log, as the viewer saw it."""

    actor: int
    """-1 is chance."""
    text: str
    chapter: Words
    said: Words | None = None
    """What happened, in words; nothing where the move is not worth any."""
    effects: GameEffects | None = None
    """What it did, as far as the viewer knows; nothing where the game does not say."""


class Now(Sent):
    version: int
    """Moves are made against it; it goes up whenever all can see that something happened."""
    view: GameView
    waiting: tuple[int, ...]
    """The seats that are to act, as far as the viewer may know."""
    can_undo: bool
    end: Words | None = None
    """How the match ended, in words."""


class Frame(Sent):
    """One step of a replay."""

    view: GameView
    line: Line | None
    """What led here; nothing at the start."""


class Replay(Sent):
    """GET /api/tables/{table}/replay; POST /api/replay with a record."""

    game: GameName
    options: str
    names: tuple[str, ...]
    """As the record has them; bots are written bot:greedy."""
    people: tuple[Person, ...]
    day: str
    frames: tuple[Frame, ...]
    end: Words | None = None


class RecordFile(Asked):
    """POST /api/replay: a record; it may also come as it is, as text/plain."""

    text: str = Field(max_length=1_000_000)


class BoardFile(Asked):
    """POST /api/boards: a board of one's own, as the file has it; the answer is the board's code, for the option."""

    text: str = Field(max_length=20_000)


class Problem(Sent):
    """Something wrong with a board."""

    line: int
    """Of the file, from 1; 0 where no line is to blame."""
    spot: str
    """The post or field it is about; empty where it is about none."""
    words: Words
    is_advice: bool
    """Playable all the same, only not even-handed."""


class BoardCode(Sent):
    name: str
    code: str
    side: Literal["day", "night"]
    advice: tuple[Problem, ...] = ()


# -- the board workshop (/api/workshop/...) --------------------------------------------------------------------------

Side: TypeAlias = Literal["day", "night"]
Colour: TypeAlias = Literal["red", "white", "green", "purple"]
Sign: TypeAlias = Annotated[str, Field(max_length=20)]


class Draft(Asked):
    """A board that is being made: whatever there is of it so far."""

    name: str = Field(max_length=200)
    side: Side
    posts: tuple[Sign, ...] = Field(max_length=20)
    """Rows from the top, one symbol for each post."""
    gems: dict[Colour, Annotated[tuple[Sign, ...], Field(max_length=40)]]
    """The fields they lie on."""
    is_box: bool = False
    """Printed in a box and entered by its owner: for nobody else."""


class PostKind(Sent):
    symbol: str
    words: Words
    markup: str
    """The post's drawing, around the origin."""
    fields: dict[str, Point]
    """By the end of a field's name: where its gem lies, seen from the middle of the post."""


class PostSpot(Sent):
    at: Point
    kinds: tuple[str, ...]
    """Symbols that may stand here."""


class GemColour(Sent):
    colour: Colour
    letter: str
    home: str
    """The spot of its start post."""


class BoardSymmetry(Sent):
    """Where everything has its image."""

    spots: dict[str, str]
    posts: dict[str, str]
    fields: dict[str, str]
    """By the end of a field's name."""
    colours: dict[Colour, Colour]


class WorkshopKit(Sent):
    """GET /api/workshop/kit.json: all that boards of one side are made of. Symbols as in `VeniseScene`."""

    side: Side
    width: int
    height: int
    defs: str
    layers: tuple[Layer, ...]
    """The canal with its start posts, from below."""
    palette: dict[str, str]
    thick: int
    """How wide a plank is."""
    shades: tuple[Point, Point]
    """How far the shadows of lower and of upper planks fall."""
    kinds: tuple[PostKind, ...]
    spots: dict[str, PostSpot]
    colours: tuple[GemColour, ...]
    gems: int
    """Of each colour."""
    symmetries: dict[str, BoardSymmetry]
    plain: Draft
    """Plain posts, and no gems yet."""


class WayPlank(Sent):
    """A plank that lies, for the symbol of its shape."""

    name: str
    shape: Shape
    ends: tuple[Point, Point]
    is_upper: bool
    is_new: bool
    """Laid in this step."""


class WayStep(Sent):
    """One card of the cheapest way to all four gems, or several steps in a row."""

    words: Words
    cost: int
    paid: int
    """With this step."""
    planks: tuple[WayPlank, ...]
    """That lie after it."""
    pawn: Point
    taken: tuple[str, ...]
    """Gems so far."""


class AskRating(Asked):
    """POST /api/workshop/rate: a little more of a board's rating. Who asks again and again gets all of it."""

    code: str = Field(max_length=1_000)


class RatedGem(Sent):
    """The cheapest way from the start post to one gem."""

    colour: Colour
    field: str
    cost: int
    """Hourglasses; -1 where none was found."""
    ways: int
    """That cost hardly more."""


class RatedCost(Sent):
    """All four gems of a colour, with nobody else on the board."""

    seats: int
    """Whose share of the planks is at hand."""
    colour: Colour
    lower: int
    upper: int
    """Hourglasses; -1 where none is known yet."""
    positions: int
    """That were looked at."""
    is_done: bool


class RatedShare(Sent):
    """Games won, and the 95% interval of their share."""

    colour: Colour | None
    """None: whoever began."""
    wins: int
    low: float
    high: float


class RatedGames(Sent):
    seats: int
    games: int
    most: int
    """That will be played."""
    stalled: int
    rounds: float
    """Of an average game."""
    shares: tuple[RatedShare, ...]


class BoardRating(Sent):
    done: int
    parts: int
    waiting: int
    """Other ratings that have to come first; 0 while this one goes on."""
    gems: tuple[RatedGem, ...]
    costs: tuple[RatedCost, ...]
    games: tuple[RatedGames, ...]


class AskWay(Asked):
    """POST /api/workshop/way: the cheapest way to all gems of a colour, once it is rated."""

    code: str = Field(max_length=1_000)
    colour: Colour


class RatedWay(Sent):
    colour: Colour
    """The one asked for, or one that the board's symmetries make of it."""
    steps: tuple[WayStep, ...]


class AskBoards(Asked):
    """POST /api/workshop/make: a little more of a search for new boards."""

    side: Side
    least: int = Field(ge=1, le=200)
    most: int = Field(ge=1, le=200)
    """Hourglasses that all four gems should cost."""
    seed: int = Field(ge=0, le=1_000_000_000)
    like: str = Field(default="", max_length=1_000)
    """The code of a board that they should be like."""


class MadeBoard(Sent):
    code: str
    cost: int
    ways: int
    """To every gem, at least."""


class MadeBoards(Sent):
    done: int
    parts: int
    waiting: int
    """Other searches that have to come first; 0 while this one goes on."""
    boards: tuple[MadeBoard, ...]
    """The best so far, best first."""


class AskPoster(Asked):
    """POST /api/workshop/poster: a board to print, for planks of these lengths in millimetres."""

    code: str = Field(max_length=1_000)
    short: float = Field(gt=0, le=10_000)
    long: float = Field(gt=0, le=10_000)


class PosterSheet(Sent):
    """The corner of what one sheet shows, in millimetres."""

    x: float
    y: float


class Poster(Sent):
    """All lengths are in millimetres."""

    svg: str
    """The whole board in its real size."""
    width: float
    height: float
    cell: float
    """From post to post."""
    sheet_width: float
    sheet_height: float
    margin: float
    """That stays white on every sheet."""
    sheets: tuple[PosterSheet, ...]


class CheckedDraft(Sent):
    """POST /api/workshop/check: what `ridotto board check` says of the file."""

    file: str
    """The draft as a board file."""
    code: str
    """For the option `board`; empty while the board cannot be played."""
    problems: tuple[Problem, ...]


class ReadDraft(Sent):
    """POST /api/workshop/read: a board file, as far as it can be read."""

    draft: Draft
    problems: tuple[Problem, ...]


class OfferBoard(Asked):
    """POST /api/gallery: a board for everybody who uses the server. Rate it to the end first."""

    draft: Draft
    author: str = Field(min_length=16, max_length=100)
    """The key that removes it again: the browser's own secret."""


class GalleryBoard(Sent):
    id: str
    name: str
    code: str
    side: Side
    day: str
    """When it was offered."""
    hourglasses: tuple[int, ...]
    """For 2, 3 and 4 players, as in `BoardInfo`."""
    first: tuple[tuple[float, float], ...]
    rounds: tuple[float, ...]
    """How long games of bots were."""
    played: int
    """Finished matches of two or more people."""
    is_own: bool
    is_approved: bool
    """Until then only its author sees it."""


class Gallery(Sent):
    """GET /api/gallery."""

    is_open: bool
    """Whether the operator has turned it on."""
    boards: tuple[GalleryBoard, ...]


class Health(Sent):
    """GET /api/health."""

    version: str
    games: tuple[GameName, ...]


# -- from the browser (WebSocket /api/play) --------------------------------------------------------------------------


class Hello(Asked):
    type: Literal["hello"]
    table: str = Field(max_length=100)
    token: str = Field("", max_length=100)
    """Empty: a spectator."""


class DoMove(Asked):
    type: Literal["move"]
    id: int
    """The browser's own number for the request; `Done` or `Failed` repeats it."""
    version: int
    move: str = Field(max_length=500)


class DoUndo(Asked):
    type: Literal["undo"]
    id: int
    version: int


class DoResign(Asked):
    type: Literal["resign"]
    id: int


class DoRename(Asked):
    type: Literal["rename"]
    id: int
    name: str = Field(max_length=200)


class DoRematch(Asked):
    """Once more, when the match is over: makes a table whose seats open to the keys they have here."""

    type: Literal["rematch"]
    id: int


class AskHint(Asked):
    """What would a bot do? Only at tables where everybody else is a bot."""

    type: Literal["hint"]
    id: int
    version: int


FromBrowser: TypeAlias = Annotated[
    Hello | DoMove | DoUndo | DoResign | DoRename | DoRematch | AskHint, Field(discriminator="type")
]

FRAMES: Final[TypeAdapter[FromBrowser]] = TypeAdapter(FromBrowser)

# -- to the browser --------------------------------------------------------------------------------------------------


class Table(Sent, tag_field="type", tag="table"):
    """Everything: the answer to `Hello`, also after a lost connection."""

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
    past: tuple[GamePast, ...]
    """What the view has of earlier rounds; to be put where the view has its place for it."""


class Update(Sent, tag_field="type", tag="update"):
    """Something happened: `lines` replaces all lines from number `lines_from` on, and `past` in the same way."""

    now: Now
    lines_from: int
    lines: tuple[Line, ...]
    past_from: int
    past: tuple[GamePast, ...]
    is_over: bool


class People(Sent, tag_field="type", tag="people"):
    """Somebody came, went, or has a new name."""

    people: tuple[Person, ...]
    is_started: bool


class Rematch(Sent, tag_field="type", tag="rematch"):
    """Somebody wants to play once more. There is a table for it, where the same keys open the same seats."""

    table: str
    by: int


class Done(Sent, tag_field="type", tag="done"):
    id: int


class Failed(Sent, tag_field="type", tag="failed"):
    """Nothing has changed; `words` says why. HTTP answers have it as body, too."""

    id: int | None
    code: str
    words: Words
    problems: tuple[Problem, ...] = ()
    """Of a board: all that is wrong with it."""


class Hint(Sent, tag_field="type", tag="hint"):
    id: int
    bot: str
    """Whose advice it is."""
    move: str
    said: Words
    """The move in words, as if the bot sat there."""
    reasons: tuple[Words, ...]


ToBrowser: TypeAlias = Table | Update | People | Rematch | Done | Failed | Hint
