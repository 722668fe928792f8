"""What the value network promises whatever it has learnt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ridotto.bots.bluff.features import blank, describe
from ridotto.bots.bluff.net import HIDDEN, Net, Singles, WeightsError, evaluate, fresh, load, save
from ridotto.bots.bluff.rules import Squares, geometry_of


def scrambled(seed: int = 3) -> Net:
    """A network whose every part matters."""
    rng = np.random.default_rng(seed)
    weights = fresh(seed)
    for name in ("offset", "same", "out", "parts_bias", "out_bias"):
        weights[name] = rng.standard_normal(weights[name].shape).astype(np.float32)
    return Net(weights)


def values(net: Net, side: int, pieces: Squares, ring: int, ranges: Singles, turn: int = 0) -> Singles:
    tokens = blank(1, len(pieces))
    describe(geometry_of(side, side), pieces.copy(), ring, turn, tokens, 0)
    look = net.look(tokens)
    found = np.zeros((2, len(pieces)), np.float32)
    work = np.empty((len(pieces) + 4, HIDDEN), np.float32)
    evaluate(net.head, look.parts[0], look.pairs[0], ranges[0], ranges[1], work, found)
    return found


def situation(seed: int, side: int = 7, count: int = 7) -> tuple[Squares, int, Singles]:
    rng = np.random.default_rng(seed)
    places = [file + 7 * rank for rank in range(side) for file in range(side)]
    ring, *pieces = rng.permutation(places)[: count + 1].tolist()
    ranges = rng.dirichlet(np.ones(count), 2).astype(np.float32)
    return np.array(pieces, np.int8), ring, ranges


def turned(square: int, side: int, symmetry: int) -> int:
    file, rank = square % 7, square // 7
    if symmetry & 1:
        file = side - 1 - file
    if symmetry & 2:
        rank = side - 1 - rank
    if symmetry & 4:
        file, rank = rank, file
    return file + 7 * rank


@pytest.mark.parametrize("seed", range(6))
def test_what_one_seat_gains_the_other_loses(seed: int) -> None:
    pieces, ring, ranges = situation(seed)
    found = values(scrambled(), 7, pieces, ring, ranges)
    assert abs((found * ranges).sum()) < 1e-4
    assert abs(found).max() > 0.1


@pytest.mark.parametrize("symmetry", range(1, 8))
@pytest.mark.parametrize(("side", "count"), [(7, 7), (5, 3)])
def test_the_board_may_be_turned_and_mirrored(symmetry: int, side: int, count: int) -> None:
    net = scrambled()
    seeds = [seed for seed in range(30) if _is_settled(situation(seed, side, count)[1], side)][:4]
    for seed in seeds:
        pieces, ring, ranges = situation(seed, side, count)
        other = np.array([turned(square, side, symmetry) for square in pieces.tolist()], np.int8)
        plain = values(net, side, pieces, ring, ranges)
        np.testing.assert_allclose(values(net, side, other, turned(ring, side, symmetry), ranges), plain, atol=1e-4)


def _is_settled(ring: int, side: int) -> bool:
    """Whether the ring's place allows for one frame only."""
    file, rank = ring % 7, ring // 7
    return 2 * file != side - 1 and 2 * rank != side - 1 and file != rank and file + rank != side - 1


def test_pieces_may_be_named_otherwise() -> None:
    net = scrambled()
    pieces, ring, ranges = situation(1)
    order = np.random.default_rng(2).permutation(7)
    plain = values(net, 7, pieces, ring, ranges)
    renamed = values(net, 7, pieces[order], ring, np.ascontiguousarray(ranges[:, order]))
    np.testing.assert_allclose(renamed, plain[:, order], atol=1e-4)


def test_weights_are_kept_in_half_precision(tmp_path: Path) -> None:
    weights = fresh(1)
    save(weights, tmp_path / "weights.npz", {"seed": 1})
    net, about = load(tmp_path / "weights.npz")
    assert about["seed"] == 1
    for name, array in weights.items():
        np.testing.assert_allclose(net.weights[name], array, atol=2e-3)


def test_the_shipped_weights_are_small() -> None:
    import ridotto.bots.bluff as package

    path = Path(package.__file__).with_name("weights.npz")
    assert path.stat().st_size <= 2_000_000
    _, about = load(path)
    assert about["targets"] > 0


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda path: path.unlink(), "weights_missing"),
        (lambda path: path.write_bytes(b"no archive"), "weights_damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:5000]), "weights_damaged"),
        (lambda path: path.write_bytes(b""), "weights_damaged"),
        (lambda path: path.write_bytes(np.lib.format.magic(1, 0) + b"one array"), "weights_damaged"),
        (lambda path: np.savez(path, **fresh(1), about="[1]"), "weights_damaged"),
        (lambda path: np.savez(path, **{**fresh(1), "place": "no numbers"}, about="{}"), "weights_damaged"),
    ],
)
def test_bad_weights_are_named(tmp_path: Path, spoil: object, code: str) -> None:
    path = tmp_path / "weights.npz"
    save(fresh(1), path, {})
    assert callable(spoil)
    spoil(path)
    with pytest.raises(WeightsError) as caught:
        load(path)
    assert caught.value.code == code


def test_weights_for_other_rules_or_of_another_shape(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    save(fresh(1), path, {"rules": "0"})
    with pytest.raises(WeightsError) as caught:
        load(path)
    assert caught.value.code == "weights_rules"
    wrong = fresh(1)
    wrong["second"] = wrong["second"][:5]
    save(wrong, path, {})
    with pytest.raises(WeightsError) as caught:
        load(path)
    assert caught.value.code == "weights_damaged"
    nan = fresh(1)
    nan["out"][0, 0] = np.nan
    save(nan, path, {})
    with pytest.raises(WeightsError) as caught:
        load(path)
    assert caught.value.code == "weights_damaged"
