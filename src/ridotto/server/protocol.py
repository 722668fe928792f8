"""docs/protocol.md: the page for people who write another client, made from the same types as the client's own."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from ridotto.server.schema import Alias, Named, Record, alias_on_wire, named_types, unmarked

HEAD: Final = """\
# The wire

Written by `python -m ridotto.server.typescript` from `src/ridotto/server/wire.py`. The browser's types
(`web/src/wire.ts`) come from the same place; the HTTP half is also described at `/api/docs` of a running server.

## A table in a few lines

```text
POST /api/tables            NewTable            -> MadeTable: a token for each seat `here`, an invite for each `link`
POST /api/tables/ID/claim   Claim               -> Claimed: an invite is spent, the seat's own token comes back
POST /api/tables/ID/invitation  Claim           -> Invitation: whether the claim would be good; nothing changes
POST /api/standings         AskStandings        -> Standings: whose turn it is and since when, at all one's tables
WS   /api/play              Hello               -> Table, then Update, People and Clocks whenever something happens
                            DoMove, DoUndo ...  -> Done or Failed with the same id
GET  /api/tables/ID/record                      -> the match as a text file; `Authorization: Bearer TOKEN` for a seat's
POST /api/tables/ID/transfer                    -> Transfer: moves the seat of the token to another device, once
GET  /api/tables/ID/replay                      -> Replay: the view after every move
POST /api/tables/ID/guess   AskGuess            -> Guess: a finished match without its secrets, from bet to bet
POST /api/replay            RecordFile or text  -> Replay
POST /api/position          AskPosition         -> Position: of a finished match, for NewTable.start
POST /api/position/link     LinkedPosition      -> Position: by itself
POST /api/study             AskStudy            -> Studied: the record with one note or variation more or less
POST /api/boards            BoardFile           -> BoardCode
GET  /api/games  /api/lobby  /api/texts/en.json  /api/scene.json?game=venise&options=  /api/health
```

- **A socket is one viewer.** With a seat's token it sees what that seat may know, without one what everybody may.
  A second socket of the same seat sees the same; nothing has to be kept that a new `Hello` would not bring back.
- **Versions.** A move names the version it was made against; if something has happened since, it fails with
  `stale_version` and nothing changes. So a move that was sent twice is played once. The version counts what everybody
  can see: a secret choice, as long as others still have theirs to make, reaches nobody else, neither as a message nor
  as a version nor by who is waited for.
- **Persist, then tell.** `Done` and every `Update` come after the move is on disk; `Done` comes after its `Update`.
- **Undo** takes back the seat's own last move if only bots have acted since and nothing was drawn, shown or sealed.
  While a simultaneous choice with another person is open, only one's own choice in it can be taken back: anything more
  would tell whether the other has chosen.
- **Clocks** (`NewTable.clock`) are told by `Clocks`. While a simultaneous choice is open they look to others as if
  nobody had chosen. A move that comes too late fails with `time_up`; the server ends the match, or hands the seat to a
  bot, by itself. A turn that is over is not taken back there (`clock_no_undo`). Times stand still while no server runs.
- **Asking**: `DoAsk` asks all other people, `DoAnswer` answers; `Asking` tells what is asked for, and what could be. It
  holds until something happens that everybody can see. `takeback` goes back to before one's last move, where nothing
  hidden or random was shown since (`ask_takeback`); `pause` and `time` need a clock. `DoGoOn` ends a pause.
- **Absence** (`NewTable.wait`): at a table without a clock, whoever is to act, as far as everybody knows, and does
  not look at the table (has left it, or said so: `DoLook`) can be asked to come (`DoCall`) when so long nothing
  happened that everybody could see, and later a bot can stand in (`DoStandIn`). `away_early`, `away_here` and
  `away_nothing` say why not; of a secret choice neither they nor `Absence` tell. The seat stays a person's: its key
  stays valid, nobody gets hints, and whoever opens the table with the key has the seat back. For a person whose time
  was up at a table with a clock a bot plays to the end.
- **Talk** says what can be said by a seat where other people sit; `DoSay` says a phrase, with a piece where it has a
  slot, `DoWrite` own words where the table has it (`NewTable.has_chat`). Everybody at the table gets it as `Spoken`,
  and whoever comes later the last of it. Phrases are told as words of the catalogue, own words as plain text that is no
  markup. What can be said follows from what everybody sees, so no refusal tells a secret. Nothing of it is in the
  record. Too much at once fails with `talk_fast`.
- **Resigning** ends a match of two. Of three or four, the seat is handed to a bot, which plays on under the same name.
- **A table with a start** begins in that position; what is `?` in it is dealt when the table is made. Played again
  (`DoRematch`), it is dealt anew, and every key opens the seat before the one it had: the sides are swapped.
- **A table begins** when all its seats are taken; before that, moves fail with `not_started`, and nothing is dealt.
- **Bots act while somebody looks**, and at tables of two people and more also while nobody does: another person may
  wait. Any other table that nobody has open sleeps; it goes on when it is opened again.
- **Times count from the last change that everybody could see.** `Standing.since` does not tell of a secret choice.
- **Failures** are told to the one who asked, as `Failed`, and leave everything as it was. HTTP answers have the same
  body. Codes are stable; their words are in the catalogue under the same key.
- **Going away.** The server closes sockets with 1012 when it goes down: say `Hello` again until it is back. 1008 means
  that it does not want this socket (a foreign origin, no `Hello`, more messages at once than it answers), 1009 that a
  message was too long, 1013 that too much was waiting to be read: say `Hello` again for the whole table.
- **Patience.** Whoever asks too fast is answered later; only whoever goes on is refused, with 429.
- **Keys change.** When a seat moves to another device, its former sockets get a `Table` without a seat, and its former
  token opens nothing any more.

## Types
What has no default must be sent. Everything the server sends is complete, but for the empty parts of `Effects`.
"""


def protocol_page() -> str:
    known = {named.name for named in named_types()}
    return HEAD + "\n" + "\n".join("\n".join(_section(named, known)) for named in named_types())


def _section(named: Named, known: set[str]) -> Iterator[str]:
    yield f"### {named.name}"
    if isinstance(named, Alias):
        yield f"{_show(named.kind, known, is_top=True)}"
        yield ""
        return
    if named.doc:
        yield named.doc
    yield ""
    yield "| | | |"
    yield "|---|---|---|"
    if isinstance(named, Record):
        for name, kind in named.kinds:
            yield f"| `{name}` | {_show(kind, known)} | |"
    else:
        for each in named.properties:
            optional = "optional. " if each.is_optional else ""
            yield f"| `{each.name}` | {_show(each.kind, known)} | {optional}{_cell(each.doc)} |"
    yield ""


def _cell(doc: str) -> str:
    return " ".join(doc.split()).replace("``", "`").replace("<", "\\<").replace("|", "\\|")


def _show(kind: Any, known: set[str], *, is_top: bool = False) -> str:
    name = (not is_top and alias_on_wire(kind)) or getattr(kind, "__name__", "")
    if name in known:
        return f"[{name}](#{name.lower()})"
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _show(unmarked(kind), known)
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in args)
    if origin in (Union, types.UnionType):
        return " or ".join(_show(arg, known) for arg in args)
    if origin in (list, set, frozenset) or (origin is tuple and args[1:] == (...,)):
        return f"list of {_show(args[0], known)}"
    if origin is tuple:
        return f"list: {', '.join(_show(arg, known) for arg in args)}"
    if origin is dict:
        return f"map of {_show(args[0], known)} to {_show(args[1], known)}"
    plain = {str: "text", int: "number", float: "number", bool: "yes or no", type(None): "null"}
    return plain.get(kind, "anything")
