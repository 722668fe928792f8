"""What a watcher believes on boards too large to solve, what moves are worth there, and how `analyse` tells it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from hashlib import sha256
from math import log
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ridotto.arena.play import play_game
from ridotto.bots import make_bot
from ridotto.bots.bluff import measured, watch
from ridotto.bots.bluff.measured import taken_from
from ridotto.bots.bluff.net import shipped
from ridotto.bots.bluff.player import LEVELS
from ridotto.bots.bluff.resolve import Effort, Resolver
from ridotto.bots.bluff.watch import MODEL, PlayerModel, Watcher
from ridotto.bots.reading import PlayedRound, make_reader, make_reading, played_rounds, read_round
from ridotto.cli import main
from ridotto.games.xequeo import Options, Position, XeQueo, parse_position
from ridotto.games.xequeo.moves import HIDDEN, Call, Go, Move, parse_move
from ridotto.match import Match, read_record

LARGE = "R4VO/7/7/3*3/7/W6/Y3B1G 0"
NEAR = "7/7/1R5/3*3/5O1/W6/YG1B1V1 0"
"""Red and orange can enter in two."""
QUICK = Effort(48, depth=1)

Capture = pytest.CaptureFixture[str]


def watch_round(text: str = LARGE, options: Options | None = None, model: PlayerModel = MODEL) -> Watcher:
    game = XeQueo(options or Options(position=text))
    return Watcher(Resolver(game, shipped(), QUICK), parse_position(text), model)


def moves_of(text: str) -> tuple[Move, ...]:
    return tuple(map(parse_move, text.split()))


def random_round(seed: int, start: Position) -> PlayedRound:
    """Two who do anything: most of it is what a good player never does."""
    rng = Random(seed)
    match = Match(XeQueo(Options(position=str(start), rings=1)), ["Anna", "Bruno"])
    while match.outcome is None:
        seat = rng.choice(match.actors)
        quiet = [move for move in match.view(seat).legal if not isinstance(move, Call)]
        match.submit(seat, rng.choice(quiet or match.view(seat).legal))
    return played_rounds(match)[0]


@pytest.mark.parametrize("seed", range(4))
def test_no_piece_that_may_be_held_is_ruled_out(seed: int) -> None:
    played = random_round(seed, parse_position(LARGE))
    watcher = watch_round()
    for index in range(len(played.moves)):
        beliefs, _ = watcher.after(played.moves[:index])
        for belief in beliefs:
            assert belief.sum() == pytest.approx(1)
            assert (belief > 0).all()


def test_only_its_owner_enters() -> None:
    """XQ-12."""
    watcher = watch_round(NEAR)
    moves = moves_of("Rc5 Oe4")
    entry = (*moves, parse_move("Rd4"))
    (first, second), _ = watcher.after(entry)
    assert first == pytest.approx([1, 0, 0, 0, 0, 0, 0])
    assert (second > 0).all(), "of the other seat it tells nothing"
    assert (second == watcher.after(moves)[0][1]).all()


def test_where_strays_may_enter_anybody_may_have_entered() -> None:
    """XQ-R2."""
    watcher = watch_round(NEAR, Options(position=NEAR, stray_entry="opponent_collects"))
    (first, _), _ = watcher.after(moves_of("Rc5 Oe4 Rd4"))
    assert (first > 0).all()
    assert first.argmax() == 0
    assert first.sum() == pytest.approx(1)


def test_what_is_not_entered_with_is_less_likely_held() -> None:
    watcher = watch_round(NEAR)
    moves = moves_of("Rc5 Oe4 Bd2")
    before, after = watcher.after(moves[:2])[0][0], watcher.after(moves)[0][0]
    assert 0 < after[0] < before[0]


def test_the_prior_is_the_best_choice_blended_with_how_people_choose() -> None:
    watcher = watch_round()
    (belief, _), _ = watcher.after(())
    best = watcher.choice(0)
    even = PlayerModel(equilibrium=0.5, quantal=0.0)
    assert watch_round(model=even).after(())[0][0] == pytest.approx(best / 2 + 1 / 14)
    assert belief.sum() == pytest.approx(1)
    assert not np.allclose(belief, best)


def test_whoever_plays_at_random_is_taken_for_such_a_player() -> None:
    watcher = watch_round()
    shares = [1 - MODEL.equilibrium - MODEL.quantal]
    moves: tuple[Move, ...] = ()
    for _ in range(3):
        turn, joint = watcher.turn(moves), watcher.at(moves).joints[0]
        likely = (MODEL.moves(turn) * joint[:, None]).sum(axis=2)
        quiet = [a for a, move in enumerate(turn.moves) if isinstance(move, Go) and move.square != watcher.ring]
        oddest = turn.moves[max(quiet, key=lambda a: likely[2, a] / likely[:, a].sum())]
        replies = watcher.turn((*moves, oddest)).moves
        reply = next(move for move in replies if isinstance(move, Go) and move.square != watcher.ring)
        moves = (*moves, oddest, reply)
        shares.append(float(watcher.at(moves).joints[0][2].sum()))
    assert min(shares[1:]) > 0.6 > shares[0]


def test_worths_add_up() -> None:
    watcher = watch_round(NEAR)
    moves = moves_of("Rc5 Oe4")
    reasons = watcher.reasons(moves)
    rivals = watcher.after(moves)[0][1]
    assert reasons.about(parse_move("Rd4")).worth[0] == pytest.approx(1 - 2 * rivals[0], abs=1e-5)
    assert np.isnan(reasons.about(parse_move("Rd4")).worth[1:]).all(), "only its owner enters (XQ-12)"
    assert reasons.about(parse_move("G!")).worth == pytest.approx([2 * rivals[3] - 1] * 7, abs=1e-5)
    for secret in range(7):
        mix = np.array([reason.mix[secret] for reason in reasons.moves])
        worth = np.array([reason.worth[secret] for reason in reasons.moves])
        gain = np.array([reason.gain[secret] for reason in reasons.moves])
        assert mix.sum() == pytest.approx(1, abs=1e-5)
        assert np.nansum(mix * worth) == pytest.approx(reasons.values[secret], abs=1e-5)
        assert np.nansum(mix * gain) == pytest.approx(0, abs=1e-5)
        assert np.nanmax(abs(worth)) <= 1.1
    assert reasons.value == pytest.approx(np.dot(reasons.belief, reasons.values))
    assert sum(reason.odds for reason in reasons.moves) == pytest.approx(1)
    for reason in reasons.moves:
        assert sum(reason.belief) == pytest.approx(1)
        assert watcher.after((*moves, reason.move))[0][0] == pytest.approx(reason.belief)


def test_beliefs_change_what_moves_are_worth_and_not_what_is_decided() -> None:
    start = parse_position(LARGE)
    resolver = Resolver(XeQueo(Options(position=LARGE)), shipped(), QUICK)
    standing = resolver.standing(start, 0, ())
    plain = resolver.solve(standing, start.ring)
    sure = np.eye(7, dtype=np.float32)[2]
    told = resolver.solve(standing, start.ring, (standing.mine, sure))
    assert (told.mix == plain.mix).all()
    assert (told.carried == plain.carried).all()
    quiet = len(plain.moves)
    assert told.worth[quiet + 1 + 2] == pytest.approx(1, abs=1e-6), "who knows the piece calls it"
    assert plain.worth[quiet + 1 :] == pytest.approx(np.outer(2 * plain.likely - 1, np.ones(7)), abs=1e-5)
    assert np.isnan(plain.worth[quiet]).all(), "nobody can enter yet"
    # Moves that are next to never made are left out of the mix, so its value is not quite the solve's.
    assert np.nansum(plain.mix * plain.worth, axis=0) == pytest.approx(plain.mine, abs=0.05)


def test_the_chain_is_the_bluffers_own() -> None:
    """The watcher follows both seats by what the bluffer would have decided there."""
    watcher = watch_round()
    played = random_round(1, parse_position(LARGE))
    moves = tuple(move for move in played.moves[:4] if isinstance(move, Go))
    for index in range(len(moves)):
        seat = watcher.at(moves[:index]).seat
        decision = watcher.resolver.decide(parse_position(LARGE), seat, moves[:index])
        turn = watcher.turn(moves[:index])
        assert turn.mix[: len(decision.moves)] == pytest.approx(decision.mix[: len(decision.moves)])


def test_guesses_are_better_than_none() -> None:
    game, losses = XeQueo(), []
    for seed in range(5):
        record = play_game(game, [make_bot("greedy", game)] * 2, seed).record
        for played in played_rounds(read_record(record)):
            watcher = Watcher(Resolver(game, shipped(), QUICK), played.start)
            for index in range(len(played.moves)):
                beliefs, _ = watcher.after(played.moves[:index])
                losses += [-log(beliefs[seat][played.choices[seat]]) for seat in (0, 1)]
    assert len(losses) > 100
    assert np.mean(losses) < log(7) - 0.03


def test_a_round_that_fits_is_still_solved() -> None:
    text = "2O1/*3/2Y1/R3 0"
    reader = make_reader(XeQueo(Options(position=text)), parse_position(text), "mask")
    assert reader.network is None
    played = PlayedRound(1, parse_position(text), (HIDDEN, HIDDEN), moves_of("Yb3 Ra2"), None, "")
    reading = make_reading(reader, played, list(read_round(reader, played)))
    assert reading.is_exact
    assert reading.best == reading.prior


def test_figures_hold_for_the_weights_they_were_measured_with(tmp_path: Path) -> None:
    (tmp_path / "weights.npz").write_bytes(b"some")
    figures = 'weights = "{}"\n[levels.mask]\ntaken = 0.08\nwithin = 0.02\n'
    (tmp_path / "measured.toml").write_text(figures.format(sha256(b"some").hexdigest()), "utf-8")
    assert taken_from("mask", tmp_path) == (0.08, 0.02)
    assert taken_from("doge", tmp_path) is None
    other = tmp_path / "other"
    other.mkdir()
    (other / "weights.npz").write_bytes(b"others")
    (other / "measured.toml").write_text((tmp_path / "measured.toml").read_text("utf-8"), "utf-8")
    assert taken_from("mask", other) is None


def test_the_shipped_figures_are_of_levels_there_are() -> None:
    for level in measured.figures().get("levels", {}):
        assert level in LEVELS


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIDOTTO_LANG", "en")
    monkeypatch.setenv("COLUMNS", "160")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Anna moves the piece she holds all the time, and calls white in the end, which she should not."""
    match = Match(XeQueo(Options(position=LARGE, rings=1)), ["Anna", "Bruno"])
    for seat, move in ((0, "=R"), (1, "=W"), (0, "Rb6"), (1, "Wb3"), (0, "Rc5"), (1, "Yb2"), (0, "O!")):
        match.submit(seat, move)
    path = tmp_path / "game.txt"
    path.write_text(match.record(), "utf-8")
    return path


def test_analyse_says_how_good_the_estimate_is(record: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "taken_from", lambda level: (0.0751, 0.0103) if level == "mask" else None)
    assert main(["analyse", str(record), "--memory", "1M"]) == 0
    told = capsys.readouterr().out
    iterations = LEVELS["mask"].effort.iterations
    assert re.search(rf"An estimate by a network, at the level mask \({iterations} iterations, at least \d", told)
    assert "gives away about 0.075 ± 0.010 rings per round" in told
    assert "allow for players who make mistakes" in told
    assert "guessed by who is closer" not in told
    rows = [line.split() for line in told.splitlines() if re.match(r"\s+(Anna|Bruno)\s", line)]
    assert [row[1] for row in rows] == ["Rb6", "Wb3", "Rc5", "Yb2", "O!"]
    assert re.search(r"Anna gave red away most with R", told)
    drawn = record.with_suffix(".svg").read_text("utf-8")
    assert "An estimate by a network" in drawn
    assert "0.075 ± 0.010" in drawn


@pytest.mark.parametrize("words", [["--iterations", "32"], ["--depth", "1"], ["--level", "doge", "--iterations", "32"]])
def test_what_was_not_measured_has_no_figure(
    words: list[str], record: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "taken_from", lambda _: (0.0751, 0.0103))
    assert main(["analyse", str(record), "--memory", "1M", *words]) == 0
    told = capsys.readouterr().out
    assert "An estimate by a network" in told
    assert "has not been measured" in told
    assert "0.075 ±" not in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--level", "dog"], "not a level to analyse by; there are: mask, doge"),
        (["--level", "inquisitor"], "not a level to analyse by"),
        (["--iterations", "3"], "An estimate takes at least"),
        (["--iterations", "0"], "1 or more"),
    ],
)
def test_bad_input_is_answered(words: list[str], told: str, record: Path, capsys: Capture) -> None:
    assert main(["analyse", str(record), "--memory", "1M", *words]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


def test_without_numba_the_guess_is_back_and_says_why(
    record: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ridotto.bots.bluff.watch", None)
    assert main(["analyse", str(record), "--memory", "1M", "--iterations", "20"]) == 0
    told = capsys.readouterr().out
    assert "guessed by who is closer to the ring" in told
    assert "is not installed" in told


def test_ctrl_c_keeps_what_was_read(tmp_path: Path) -> None:
    game = XeQueo()
    path = tmp_path / "long.txt"
    path.write_text(play_game(game, [make_bot("greedy", game)] * 2, 3).record, "utf-8")
    words = ["analyse", str(path), "--memory", "1M", "--iterations", "20000"]
    command = [sys.executable, "-u", "-m", "ridotto", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "value" not in process.stdout.readline():  # the first round is told, the others take long
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Interrupted" in told
    assert path.with_suffix(".svg").exists()
