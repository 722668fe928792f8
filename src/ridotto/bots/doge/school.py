"""How the Doge came by its experience: it plays itself, learns who won, and plays again with what it has learnt.

``python -m ridotto.bots.doge.school FOLDER`` plays all terms and writes ``experience.json`` there. The folder keeps the
games, so a run that was stopped goes on where it was. The same numbers of terms and games give the same lessons.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    if __name__ != "__main__":
        raise
    raise SystemExit("School needs NumPy: pip install numpy") from None
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ridotto.bots import Limit, Reason
from ridotto.bots.doge import Budget, Doge
from ridotto.bots.doge.experience import CASE, Experience, Lessons
from ridotto.bots.doge.judge import Judge
from ridotto.bots.doge.turns import Own, Plan, own_of
from ridotto.core import CHANCE, Seat, chance_move
from ridotto.games.venise import Venise, View
from ridotto.games.venise.boards import board_names
from ridotto.games.venise.moves import END
from ridotto.games.venise.planks import Mask

PLANS: Final = Limit(iterations=400)
"""Enough for a turn at first glance."""
CURIOSITY: Final = 0.15
"""So often a pupil tries something else, out of as many of the best plans as follow."""
TRIED: Final = 16
HIDDEN: Final = 48
PASSES: Final = 4
"""The first goes by who won, the others also by what the one before thought of the turns that followed."""
HINDSIGHT: Final = 0.6
"""How much of the way to the end of the game counts then."""
STEPS: Final = 10_000
BATCH: Final = 256
RATE: Final = 0.003
DECAY: Final = 5e-4
NINTH: Final = 9
"""Every ninth game is for the exam; eight boards come in turn, so it is about all of them."""
LEAD: Final = (1.0, *(0.0,) * (CASE - 1))
BELIEF: Final = Lessons(weights=(LEAD, tuple(-n for n in LEAD)), biases=(0.0, 0.0), out=(1.0, -1.0), bias=0.0)
"""Where everybody begins: what the judge says."""

Table: TypeAlias = NDArray[np.float64]
Turn: TypeAlias = tuple[Seat, Mask, Own, Own]
"""Whose turn has ended, the planks that lie, and what the first and the second seat have."""


class Game(NamedTuple):
    term: int
    number: int
    board: str
    winner: Seat
    turns: list[Turn]


class Pupil(Doge):
    """Plays what looks best to it, without futures, and sometimes something else."""

    def _foresee(self, view: View, plans: list[Plan], budget: Budget, rng: Random) -> tuple[Plan, tuple[Reason, ...]]:
        return rng.choice(plans[:TRIED]) if rng.random() < CURIOSITY else plans[0], ()


def play(term: int, number: int, lessons: Lessons) -> Game:
    """One game between two pupils; if nobody wins, there is nothing to be learnt from it."""
    boards = board_names()
    board = boards[number % len(boards)]
    venise, rng = Venise(board=board), Random(f"{term} {number}")
    pupils = [Pupil(venise, taught=lessons) for _ in range(2)]
    state, turns = venise.start(), []
    while not state.finished:
        actors = venise.actors(state)
        if not actors:
            return Game(term, number, board, 0, [])
        actor = actors[0]
        if actor == CHANCE:
            move = chance_move(venise, state, rng)
        else:
            move = pupils[actor].choose(venise.view(state, actor), PLANS, rng).move
            if move is END:
                turns.append((actor, state.table.planks, own_of(state, 0), own_of(state, 1)))
        state = venise.play(state, actor, move)
    return Game(term, number, board, state.finished[0], turns)


def _play(task: tuple[int, int, Lessons]) -> Game:
    return play(*task)


def _hold_on() -> None:
    """Ctrl-C is for the one who hands out the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- learning ----------------------------------------------------------------------------------------------------------


class Cases(NamedTuple):
    """A row for every turn of every game, game after game."""

    facts: Table
    won: Table
    games: NDArray[np.int64]
    seats: NDArray[np.int64]
    boards: NDArray[np.str_]

    def of(self, rows: NDArray[np.bool_]) -> Cases:
        return Cases(self.facts[rows], self.won[rows], self.games[rows], self.seats[rows], self.boards[rows])

    def hindsight(self, chances: Table) -> Table:
        """What every turn was worth, seen from the turns that followed it."""
        seen = self.won.copy()
        for row in range(len(seen) - 2, -1, -1):
            if self.games[row + 1] == self.games[row]:
                next_one = (1 - HINDSIGHT) * chances[row + 1] + HINDSIGHT * seen[row + 1]
                seen[row] = next_one if self.seats[row + 1] == self.seats[row] else 1 - next_one
        return seen

    def surprise(self, chances: Table) -> float:
        """The mean of -log(chance) of who won."""
        of_winner = np.where(self.won == 1, chances, 1 - chances)
        return float(-np.log(np.clip(of_winner, 1e-4, 1)).mean())


@cache
def _judged(board: str) -> Experience:
    return Experience(Judge(Venise(board=board)), BELIEF)


def cases(games: Iterable[Game]) -> Cases:
    facts, won, numbers, seats, boards = [], [], [], [], []
    for number, game in enumerate(games):
        experience = _judged(game.board)
        for seat, laid, *owns in game.turns:
            facts.append(experience.case(laid, owns[seat], owns[1 - seat]))
            won.append(float(seat == game.winner))
            numbers.append(number)
            seats.append(seat)
            boards.append(game.board)
    return Cases(np.array(facts), np.array(won), np.array(numbers), np.array(seats), np.array(boards))


def _chances(odds: Table) -> Table:
    return np.asarray(1 / (1 + np.exp(-odds)))


class Network:
    """One hidden layer, learnt with Adam; what is in `Lessons`, for many cases at once."""

    def __init__(self, width: int, rng: np.random.Generator) -> None:
        self.weights = rng.normal(0, width**-0.5, (width, HIDDEN))
        self.biases = np.zeros(HIDDEN)
        self.out = rng.normal(0, HIDDEN**-0.5, HIDDEN)
        self.bias = np.zeros(1)

    def chances(self, facts: Table) -> Table:
        stir = np.maximum(facts @ self.weights + self.biases, 0)
        return _chances(stir @ self.out + self.bias[0])

    def learn(self, facts: Table, wanted: Table, steps: int, rng: np.random.Generator) -> None:
        parts = self.weights, self.biases, self.out, self.bias
        means = [np.zeros_like(part) for part in parts]
        squares = [np.zeros_like(part) for part in parts]
        for step in range(1, steps + 1):
            rows = rng.integers(len(facts), size=BATCH)
            rate = RATE * min(1, 2 * (1 - step / steps) + 0.02)
            for part, slope, mean, square in zip(
                parts, self._slopes(facts[rows], wanted[rows]), means, squares, strict=True
            ):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                part -= rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)

    def _slopes(self, facts: Table, wanted: Table) -> tuple[Table, Table, Table, Table]:
        stir = facts @ self.weights + self.biases
        error = (self.chances(facts) - wanted) / len(facts)
        back = np.outer(error, self.out) * (stir > 0)
        return (
            facts.T @ back + DECAY * self.weights,
            back.sum(0),
            np.maximum(stir, 0).T @ error + DECAY * self.out,
            error.sum(keepdims=True),
        )


def learn(known: Cases, steps: int) -> Lessons:
    rng = np.random.default_rng(0)
    mean, spread = known.facts.mean(0), known.facts.std(0)
    spread[spread == 0] = 1
    facts, wanted = (known.facts - mean) / spread, known.won
    for _ in range(PASSES):
        network = Network(facts.shape[1], rng)
        network.learn(facts, wanted, steps, rng)
        wanted = known.hindsight(network.chances(facts))
    weights = network.weights / spread[:, None]
    biases = network.biases - mean @ weights
    return Lessons([_short(row) for row in weights.T], _short(biases), _short(network.out), _short(network.bias)[0])


def _short(numbers: Table) -> list[float]:
    return [float(f"{number:.6g}") for number in numbers]


def examine(name: str, known: Cases, unseen: NDArray[np.bool_], steps: int) -> str:
    """How surprised the judge is by some cases, and a network that has learnt from the others."""
    lessons, exam = learn(known.of(~unseen), steps), known.of(unseen)
    odds = np.array([lessons.odds(case) for case in exam.facts.tolist()])
    judge, network = (exam.surprise(_chances(each)) for each in (exam.facts[:, 0], odds))
    return f"taught all but {name}: surprise of the judge {judge:.4f}, learnt {network:.4f}"


# -- the terms ---------------------------------------------------------------------------------------------------------


def read_games(file: Path) -> list[Game]:
    """Drops a line at the end that was only half written."""
    if not file.exists():
        return []
    text = file.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, "utf-8")
    games = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            games.append(_game(*json.loads(line)))
        except (TypeError, ValueError):
            raise SystemExit(f"{file}, line {number}: no game. Delete the line, and it is played again.") from None
    return games


def _game(term: int, number: int, board: str, winner: Seat, turns: list[Any]) -> Game:
    return Game(term, number, board, winner, [(seat, laid, _own(*one), _own(*two)) for seat, laid, one, two in turns])


def _own(*own: Any) -> Own:
    *having, hand = own
    return *having, tuple(hand)


def attend(folder: Path, terms: int, games: int, workers: int, bar: Progress, steps: int = STEPS) -> Lessons:
    folder.mkdir(parents=True, exist_ok=True)
    file, lessons = folder / f"games-{games}.jsonl", BELIEF
    done = {(game.term, game.number): game for game in read_games(file)}
    job = bar.add_task("", total=terms * games, completed=0, what="")
    for term in range(terms):
        wanted = [(term, number) for number in range(games)]
        todo = [(*each, lessons) for each in wanted if each not in done]
        bar.update(job, what=f"term {term + 1} of {terms}", completed=(term + 1) * games - len(todo))
        with file.open("a", encoding="utf-8") as kept, multiprocessing.Pool(workers, _hold_on) as pool:
            for game in pool.imap_unordered(_play, todo):
                kept.write(json.dumps(game) + "\n")
                kept.flush()
                done[game.term, game.number] = game
                bar.advance(job)
        known = cases(done[t, number] for t in range(term + 1) for number in range(games))
        lessons = learn(known, steps)
        (folder / "experience.json").write_text(json.dumps(lessons._asdict()) + "\n", "utf-8")
    exams = [("every ninth game", known.games % NINTH == 0)]
    exams += [(str(board), known.boards == board) for board in np.unique(known.boards)]
    job = bar.add_task("", total=len(exams), what="exams")
    with multiprocessing.Pool(workers, _hold_on) as pool:
        for said in pool.imap(_examine, [(name, known, unseen, steps) for name, unseen in exams]):
            bar.print(said)
            bar.advance(job)
    return lessons


def _examine(task: tuple[str, Cases, NDArray[np.bool_], int]) -> str:
    return examine(*task)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where games and lessons are kept")
    parser.add_argument("--terms", type=int, default=12)
    parser.add_argument("--games", type=int, default=640, help="in each term")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if args.terms < 1 or args.games < 2 or args.workers < 1:
        parser.error("there must be a term, two games and a worker at least")
    columns = (
        TextColumn("{task.fields[what]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns) as bar:
            attend(args.folder, args.terms, args.games, args.workers, bar)
    except OSError as error:
        raise SystemExit(f"{error.filename}: {error.strerror}. Name another folder.") from None
    except KeyboardInterrupt:
        raise SystemExit("Stopped. Nothing is lost: the same command goes on.") from None


if __name__ == "__main__":
    main()
