"""The soak finds faults when there are any, and goes on where it was stopped."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import venise_soak as soak
from ridotto.games.venise import State, Venise


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_keep_the_promises(seats: int) -> None:
    result = soak.play(Venise(seats=seats), "day-basic", seed=1)
    assert result.steps > 50
    assert result == soak.play(Venise(seats=seats), "day-basic", seed=1)


GAME = Venise(first="0")
START = GAME.start()
TABLE, CARDS = START.pieces, START.cards
T_PLANK = next(slot for slot in range(len(GAME.planks.names)) if GAME.planks.needs[slot])
FAULTS = {
    "a card too many": START._replace(cards=CARDS._replace(pile=(99, *CARDS.pile[1:]))),
    "a floating plank": START._replace(pieces=TABLE._replace(planks=1 << T_PLANK)),
    "a pawn in the water": START._replace(pieces=TABLE._replace(pawns=(T_PLANK, TABLE.pawns[1]))),
    "planks out of nothing": START._replace(pieces=TABLE._replace(stocks=((9, 9), (6, 4)))),
    "a tile for nothing": START._replace(pieces=TABLE._replace(tiles=(1, 0))),
    "a strange gem": START._replace(pieces=TABLE._replace(gems=(TABLE.gems[1], TABLE.gems[1]))),
    "home and on the board": START._replace(finished=(0,)),
}


@pytest.mark.parametrize("what", FAULTS)
def test_every_kind_of_fault_is_found(what: str) -> None:
    soak.check(GAME, START)
    with pytest.raises(soak.Fault):
        soak.check(GAME, FAULTS[what])


def test_faults_between_states_are_found() -> None:
    bare: State = START._replace(pieces=TABLE._replace(gems=(0, 0)))
    with pytest.raises(soak.Fault):
        soak.check_step(GAME, bare, START)
    poor: State = START._replace(pieces=TABLE._replace(stocks=((0, 0), (6, 4))))
    with pytest.raises(soak.Fault):
        soak.check_step(GAME, poor, START)
    soak.check_step(GAME, START, poor)


def test_a_stopped_soak_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "soak.jsonl"
    words = ["soak", "--board", "day-basic", "--results", str(file)]
    monkeypatch.setattr(sys, "argv", [*words, "--games", "1"])
    soak.main()
    first = file.read_text("utf-8")
    assert first.count("\n") == 3
    file.write_text(first + '["day-basic", 2, 1, ', "utf-8")
    monkeypatch.setattr(sys, "argv", [*words, "--games", "2"])
    soak.main()
    results = soak.read_results(file)
    assert sorted((result.seats, result.seed) for result in results) == [(s, n) for s in (2, 3, 4) for n in (0, 1)]
    assert "No promise was broken" in capsys.readouterr().out
