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
from ridotto.server.asks import Kind
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
    least_seats: int
    most_seats: int
    options: tuple[OptionInfo, ...]
    bots: tuple[str, ...]
    """Weakest first; the words are in the catalogue under bot_name_<bot> and bot_<bot>."""
    usual_bot: str
    """Who to offer first. The same stands in for the absent."""
    boards: tuple[BoardInfo, ...] = ()


# -- making and joining tables (POST /api/tables, /api/tables/{table}/claim, GET /api/lobby) --------------------------


class NewSeat(Asked):
    kind: Literal["here", "link", "open", "bot"]
    """Somebody at this screen, whoever gets the link, whoever comes from the lobby, or a bot."""
    name: str = Field("", max_length=200)
    """Shown on one line and cut to 40 characters."""
    bot: str = Field("", max_length=32)


class NewClock(Asked):
    kind: Literal["move", "fischer", "days"]
    """So long for each turn, for the whole match, or days for each turn. While several choose at once, all run."""
    first: int = Field(ge=1, le=86_400)
    """Seconds; or days."""
    second: int = Field(0, ge=0, le=3_600)
    """Seconds that each turn adds; or days in a bank, for turns that take longer. Of `move` nothing."""
    late: Literal["forfeit", "bot"] = "forfeit"
    """Whoever runs out of time loses, or a bot plays on. With three and more a bot always does."""


class NewTable(Asked):
    game: GameName
    options: str = Field("", max_length=1000)
    """As records have them: ``distance=king rings=2``; without seats, which follow from `seats`."""
    seats: tuple[NewSeat, ...] = Field(max_length=4)
    is_listed: bool = False
    """Whether the lobby shows the table to everybody; it does when a seat is open."""
    clock: NewClock | None = None
    wait: Annotated[int, Field(ge=0, le=2_592_000)] = 0
    """Without a clock: so many seconds after the last public change, whoever is to act and away may be asked to come;
    then a bot may stand in. 0 is never."""
    has_chat: bool = False
    """Whether people can also talk in their own words: where somebody comes by a link, and nobody from the lobby."""
    start: Annotated[str, Field(max_length=4000)] = ""
    """The position that the match begins in, as records have it; what is `?` there is dealt. As a rule none."""


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
    stand_in: str = ""
    """The bot that plays for this person: until they are back, or, whose time was up, to the end."""


class TableKey(Asked):
    table: str = Field(max_length=32)
    token: str = Field("", max_length=100)
    """Of a seat there; empty: as a spectator."""


class AskStandings(Asked):
    """POST /api/standings: for a list of one's own matches. It counts as no presence and wakes nobody."""

    tables: tuple[TableKey, ...] = Field(max_length=100)


class Standing(Sent):
    table: str
    people: tuple[Person, ...]
    is_started: bool
    is_over: bool
    waiting: tuple[int, ...]
    """The seats that are to act, as far as this seat may know."""
    since: int
    """Seconds since something happened there that everybody could see."""
    end: Words | None
    """How the match ended, in words."""
    is_called: bool = False
    """Whether the others have asked this seat to come."""


class Standings(Sent):
    """As many as there are: tables that are gone, and seats that the token does not open, are left out."""

    tables: tuple[Standing, ...]


class LobbyTable(Sent):
    table: str
    game: GameName
    people: tuple[Person, ...]
    open_seats: int
    is_started: bool
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


Seen: TypeAlias = Literal["all", "spectator"] | Annotated[int, Field(ge=0, le=3)]
"""Who something is for: "all" includes every secret."""


class Variation(Sent):
    """Another way to go on."""

    at: int
    """It leaves the match, or an earlier variation, after so many moves."""
    of: int
    """The number of the variation that it leaves, from 1; 0 is the match itself."""
    title: str
    is_anew: bool
    """The secrets were dealt anew there."""
    first: int
    """How many moves of the whole line lead to the first frame."""
    frames: tuple[Frame, ...]
    notes: dict[int, str]
    """By the number of moves before them, of the whole line."""
    end: Words | None = None


class Replay(Sent):
    """GET /api/tables/{table}/replay; POST /api/replay with a record."""

    game: GameName
    people: tuple[Person, ...]
    day: str
    frames: tuple[Frame, ...]
    seen: Seen
    """Whose eyes it is seen by: for others than "all" it has no secrets."""
    notes: dict[int, str]
    """By the number of moves before them."""
    variations: tuple[Variation, ...]
    end: Words | None = None


class AskPosition(Asked):
    """POST /api/position: a position of a finished match, by its table or its record."""

    table: str = Field("", max_length=100)
    record: str = Field("", max_length=1_000_000)
    """Instead of a table."""
    line: int = Field(0, ge=0, le=1_000)
    """The number of a variation; 0 is the match itself."""
    at: int = Field(ge=0, le=100_000)
    """After so many moves; a choice that was still open is not made yet, and what chance was about to do is done."""
    seen: Seen
    """Whose secrets are in it."""


class LinkedPosition(Asked):
    """POST /api/position/link: a position by itself."""

    game: GameName
    options: str = Field("", max_length=1000)
    seats: int = Field(ge=1, le=4)
    start: str = Field(max_length=4000)
    """As records have it; `?` is what is dealt anew whenever it is played."""


class Position(Sent):
    """Where a match can begin."""

    game: GameName
    options: str
    """For `NewTable`, which takes the seats by themselves."""
    people: tuple[Person, ...]
    start: str
    """For `NewTable`; empty where nobody can go on."""
    is_open: bool
    """Whether it has all secrets."""
    view: GameView
    """As spectators see it."""
    text: str
    """The position in notation."""
    svg: str
    """As spectators see it; empty where the game has no drawing."""


class AskStudy(Asked):
    """POST /api/study: a finished match with one change to what its reader adds; the answer is all of it as a record.

    Nothing is kept: the record goes in with all that it had so far.
    """

    table: str = Field("", max_length=100)
    record: str = Field("", max_length=1_000_000)
    """Instead of a table."""
    line: int = Field(0, ge=0, le=1_000)
    at: int = Field(0, ge=0, le=100_000)
    note: str | None = Field(None, max_length=2_000)
    """What is to be said after so many moves of that line; empty: nothing any more."""
    played: str = Field("", max_length=100)
    """The table of a finished match that was played on from there: it becomes a variation."""
    title: str = Field("", max_length=200)
    """Of the variation."""
    drop: int = Field(0, ge=0, le=1_000)
    """The number of a variation that goes, with those that leave it."""


class Studied(Sent):
    record: str
    """See docs/notation.md."""
    replay: Replay


Bet: TypeAlias = Annotated[list[Annotated[int, Field(ge=0, le=1000)]], Field(max_length=7)]


class AskGuess(Asked):
    """POST /api/tables/{table}/guess: how the bets stand; the answer is what happened next."""

    seat: Literal[0, 1]
    """Whose piece is guessed."""
    bets: list[Annotated[list[Bet], Field(max_length=500)]] = Field([], max_length=200)
    """By round, by move: what is staked on each piece, in the order of `letters`. An empty round begins the next."""


class Guess(Sent):
    """A finished match of Xe Queo! from one bet to the next."""

    letters: str
    people: tuple[Person, ...]
    round: int
    frames: tuple[Frame, ...]
    """What happened since the last bet, as everybody saw it."""
    truth: str | None = None
    """The piece, when the last bet of the round is there."""
    points: tuple[float, ...] = ()
    """Then, by bet: 100 for one that is sure and right, 0 where all pieces are held for equally likely."""
    total: float | None = None
    """The mean of all bets in rounds that are over."""
    is_last: bool = False
    """There is no round after this."""


class RecordFile(Asked):
    """POST /api/replay: a record; it may also come as it is, as text/plain."""

    text: str = Field(max_length=1_000_000)


class LessonInfo(Sent):
    """GET /api/lessons: what can be learnt; the words are in the catalogue under lesson_<game>_<name>."""

    game: GameName
    name: str
    goals: int
    """Each has its words under lesson_<game>_<name>_<number>, from 1."""


class PlayLesson(Asked):
    """POST /api/lessons: the learner's moves so far. Nothing is kept: whoever takes one back leaves it out."""

    game: GameName
    name: str = Field(max_length=40)
    moves: tuple[Annotated[str, Field(max_length=200)], ...] = Field((), max_length=100)
    seed: int = Field(0, ge=0, le=1_000_000_000)
    """The same moves lead to the same again."""


class LessonState(Sent):
    people: tuple[Person, ...]
    frames: tuple[Frame, ...]
    """From the start on, as the learner sees it; legal moves are in the last view."""
    met: int
    """How many goals."""
    is_done: bool
    is_over: bool
    """The learner cannot act any more: it is done, or a move has to be taken back."""


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
    paid: int
    """Hourglasses, with this step."""
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
    """The 95% interval of the share of games won."""

    colour: Colour | None
    """None: whoever began."""
    low: float
    high: float


class RatedGames(Sent):
    seats: int
    games: int
    most: int
    """That will be played."""
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
    is_away: bool = False
    """As in `DoLook`: a connection that was lost comes back in the background as well."""


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


class DoAsk(Asked):
    """Asks the others for something. It holds until something happens that everybody can see."""

    type: Literal["ask"]
    id: int
    kind: Kind
    """To take back one's last move and all that followed; to stop the clocks; for a minute more, or a day."""


class DoAnswer(Asked):
    """To what another asks for; whoever asked takes it back by saying no."""

    type: Literal["answer"]
    id: int
    is_agreed: bool


class DoGoOn(Asked):
    """Ends a pause."""

    type: Literal["go_on"]
    id: int


class DoLook(Asked):
    """Whether somebody has the table before their eyes: in the background a page is open, and nobody is there."""

    type: Literal["look"]
    id: int
    is_away: bool


class DoCall(Asked):
    """Asks one who is away to come, at a table without a clock, once all have waited long enough (`Absence`)."""

    type: Literal["call"]
    id: int
    seat: int = Field(ge=0, le=3)


class DoStandIn(Asked):
    """Lets a bot play for one who was asked to come and has not: until they are back."""

    type: Literal["stand_in"]
    id: int
    seat: int = Field(ge=0, le=3)


class DoAnnul(Asked):
    """Calls the match off, before each has made a move that everybody saw."""

    type: Literal["annul"]
    id: int


class DoSay(Asked):
    """Says one of the phrases of `Talk` to everybody at the table."""

    type: Literal["say"]
    id: int
    phrase: str = Field(max_length=40)
    piece: str = Field("", max_length=20)
    """For the phrase's slot, if it has one."""


class DoWrite(Asked):
    """Says something in one's own words, where `Talk.has_chat`."""

    type: Literal["write"]
    id: int
    text: str = Field(max_length=1000)
    """Shown on one line and cut to 200 characters."""


class AskHint(Asked):
    """What would a bot do? Only at tables where everybody else is a bot."""

    type: Literal["hint"]
    id: int
    version: int
    is_for_beginner: bool = False
    """Of a quick bot that is easy to follow instead of the best one."""


class AskRead(Asked):
    """Which moves do these words mean? Nothing is done, and nobody else hears of it."""

    type: Literal["read"]
    id: int
    version: int
    text: str = Field(max_length=200)
    """A move as records write it, or words of the reader's language, as far as they are typed."""
    language: str = Field(max_length=16)
    is_shared: bool = False
    """Whether others look at the same screen: then nothing is offered that tells a secret."""


FromBrowser: TypeAlias = Annotated[
    Hello
    | DoMove
    | DoUndo
    | DoResign
    | DoRename
    | DoRematch
    | DoAsk
    | DoAnswer
    | DoGoOn
    | DoLook
    | DoCall
    | DoStandIn
    | DoAnnul
    | DoSay
    | DoWrite
    | AskHint
    | AskRead,
    Field(discriminator="type"),
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
    start: str = ""
    """The position that the match began in, as spectators saw it; empty for the game's own beginning."""


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


class Clocks(Sent, tag_field="type", tag="clocks"):
    """At tables with a clock, after `Table` and after every change that everybody can see. Of those whose time runs,
    what has passed, and passes, is taken from what is left, then from the bank. Before the match begins: what everybody
    will have. All in milliseconds."""

    kind: Literal["move", "fischer", "days"]
    late: Literal["forfeit", "bot"]
    left: tuple[int, ...]
    """By seat, when something happened last that everybody could see."""
    bank: tuple[int, ...]
    running: tuple[int, ...]
    """Whose time runs, as far as the viewer may know. Of bots only what they thought is charged, afterwards."""
    passed: int
    """Since then."""
    is_paused: bool


class Absence(Sent, tag_field="type", tag="absence"):
    """At tables without a clock where a bot can stand in, after `Table` and after every change that everybody can see.
    Of a secret choice it tells nothing. All in milliseconds."""

    wait: int
    """After the last public change, until whoever is to act and away may be asked to come."""
    grace: int
    """From then until a bot may stand in."""
    passed: int
    """Since the last public change; before the match begins nothing."""
    called: dict[int, int]
    """By seat: since they were asked to come."""


class Asking(Sent, tag_field="type", tag="asking"):
    """What somebody asks the others for, and what the viewer could ask for; after `Table`, and when it changes."""

    kind: Kind | None
    """Nothing where nobody asks."""
    by: int
    agreed: tuple[int, ...]
    can_ask: tuple[Kind, ...]
    can_annul: bool


class TalkPhrase(Sent):
    name: str
    words: Words
    """The slot is still to be filled in."""
    slot: str
    """The placeholder that takes the words of one of the pieces; empty where the phrase names none."""


class TalkPiece(Sent):
    piece: str
    words: Words


class Talk(Sent, tag_field="type", tag="talk"):
    """What the viewer can say; after `Table`, and when it changes. It follows from what everybody sees."""

    phrases: tuple[TalkPhrase, ...]
    pieces: tuple[TalkPiece, ...]
    has_chat: bool


class Remark(Sent):
    """What somebody said."""

    seat: int
    words: Words | None
    """A phrase; nothing where it is in their own words."""
    text: str
    """In their own words: plain text, never markup."""


class Spoken(Sent, tag_field="type", tag="spoken"):
    """Somebody said something. It is in no record, and a server that starts again has forgotten it."""

    remarks: tuple[Remark, ...]
    is_news: bool
    """False: the last remarks before the viewer came, instead of all that they heard so far."""


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
    move: str
    said: Words
    """The move in words, as if the bot sat there."""
    reasons: tuple[Words, ...]


class Reading(Sent):
    move: str
    said: Words
    """The move in words, as if it had been made."""
    note: Words | None = None
    """What to know before, such as what it costs."""


class Readings(Sent, tag_field="type", tag="readings"):
    id: int
    readings: tuple[Reading, ...]
    """What may be meant, the likeliest first."""
    count: int
    """How many moves fit, also those that are not listed."""
    is_clear: bool
    """Whether the first is meant and no other."""
    why: Words | None = None
    """Where nothing fits."""


ToBrowser: TypeAlias = (
    Table | Update | People | Clocks | Absence | Asking | Talk | Spoken | Rematch | Done | Failed | Hint | Readings
)
