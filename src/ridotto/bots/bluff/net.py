"""The value network: what a public belief state is worth to each secret of either seat.

It answers for the moment after the seat to move has decided to make a quiet move, one that does not enter the ring:
entering and calling are left to the solver, which knows their worth. The trunk looks at a position once, in NumPy; the
small head takes the two ranges and runs every iteration, compiled.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from ridotto.bots.bluff.features import DENSE, EDGES, SPAN, Tokens
from ridotto.bots.bluff.rules import compiled
from ridotto.core import RidottoError
from ridotto.games.xequeo import XeQueo

Singles = NDArray[np.float32]

WEIGHTS: Final = Path(__file__).with_name("weights.npz")
WIDTH: Final = 96
LAYERS: Final = 3
HEADS: Final = 6
INNER: Final = 192
HIDDEN: Final = 64
PAIR: Final = 32
GLOBALS: Final = 5
PARTS: Final = 6
"""What the trunk gives the head for each piece: six rows of `HIDDEN` numbers."""

SHAPES: Final[Mapping[str, tuple[int, ...]]] = {
    "place": (SPAN * SPAN, WIDTH),
    "edge": (EDGES, 7, WIDTH),
    "dense": (DENSE, WIDTH),
    "offset": (LAYERS, SPAN * SPAN, HEADS),
    "norm": (LAYERS, 2, WIDTH),
    "attention": (LAYERS, WIDTH, 3 * WIDTH),
    "mix": (LAYERS, WIDTH, WIDTH),
    "expand": (LAYERS, WIDTH, INNER),
    "expand_bias": (LAYERS, INNER),
    "contract": (LAYERS, INNER, WIDTH),
    "last_norm": (WIDTH,),
    "parts": (WIDTH, PARTS * HIDDEN),
    "parts_bias": (PARTS * HIDDEN,),
    "rows": (WIDTH, PAIR),
    "columns": (WIDTH, PAIR),
    "same": (WIDTH,),
    "globals": (GLOBALS, HIDDEN),
    "second": (HIDDEN, HIDDEN),
    "pools": (3, HIDDEN, HIDDEN),
    "out": (2, HIDDEN),
    "out_bias": (2,),
}
Weights = Mapping[str, Singles]


class Head(NamedTuple):
    """The weights that run every iteration; a tuple, so that compiled code can take it."""

    globals: Singles
    second: Singles
    pools: Singles
    out: Singles
    out_bias: Singles


class Look(NamedTuple):
    """What the trunk found out about some positions."""

    parts: Singles
    """By position, piece and part: HIDDEN numbers."""
    pairs: Singles
    """By position, the mover's secret and the other's: a first guess at the worth to the mover."""


class Net:
    def __init__(self, weights: Weights) -> None:
        self.weights = {name: np.ascontiguousarray(weights[name], np.float32) for name in SHAPES}
        w = self.weights
        self.head = Head(w["globals"], w["second"], w["pools"], w["out"], w["out_bias"])

    def look(self, tokens: Tokens) -> Look:
        """Several threads would only wait for each other: these matrices are small."""
        with _threads().limit(limits=1, user_api="blas"):
            return self._look(tokens)

    def _look(self, tokens: Tokens) -> Look:
        w = self.weights
        x = w["place"][tokens.place] + tokens.dense @ w["dense"]
        x += w["edge"][np.arange(EDGES), tokens.edge].sum(axis=1)[:, None, :]
        count, pieces, _ = x.shape
        size = WIDTH // HEADS
        for layer in range(LAYERS):
            y = _norm(x, w["norm"][layer, 0]).reshape(-1, WIDTH) @ w["attention"][layer]
            query, key, value = y.reshape(count, pieces, 3, HEADS, size).transpose(2, 0, 3, 1, 4)
            scores = query @ key.transpose(0, 1, 3, 2)
            scores *= np.float32(1 / math.sqrt(size))
            scores += w["offset"][layer][tokens.pair].transpose(0, 3, 1, 2)
            scores -= scores.max(axis=-1, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(axis=-1, keepdims=True)
            mixed = (scores @ value).transpose(0, 2, 1, 3).reshape(-1, WIDTH)
            x += (mixed @ w["mix"][layer]).reshape(x.shape)
            y = _norm(x, w["norm"][layer, 1]).reshape(-1, WIDTH) @ w["expand"][layer]
            y += w["expand_bias"][layer]
            np.maximum(y, 0, out=y)
            x += (y @ w["contract"][layer]).reshape(x.shape)
        x = _norm(x, w["last_norm"])
        flat = x.reshape(-1, WIDTH)
        parts = (flat @ w["parts"] + w["parts_bias"]).reshape(count, pieces, PARTS, HIDDEN)
        rows = (flat @ w["rows"]).reshape(count, pieces, PAIR)
        columns = (flat @ w["columns"]).reshape(count, pieces, PAIR)
        pairs = rows @ columns.transpose(0, 2, 1) * np.float32(1 / math.sqrt(PAIR))
        pairs[:, range(pieces), range(pieces)] += x @ w["same"]
        return Look(np.ascontiguousarray(parts), np.ascontiguousarray(pairs))


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


def _norm(x: Singles, scale: Singles) -> Singles:
    size: Singles = np.sqrt(np.einsum("...i,...i->...", x, x) / np.float32(x.shape[-1]) + np.float32(1e-6))
    normed: Singles = x / size[..., None] * scale
    return normed


def fresh(seed: int) -> dict[str, Singles]:
    """Weights of a network that has learnt nothing."""
    rng = np.random.default_rng(seed)
    weights: dict[str, Any] = {}
    for name, shape in SHAPES.items():
        if "norm" in name:
            weights[name] = np.ones(shape, np.float32)
        elif "bias" in name or name in ("offset", "same", "out"):
            weights[name] = np.zeros(shape, np.float32)
        else:
            scale = 0.3 if name in ("place", "edge", "dense") else 1 / math.sqrt(shape[-2])
            scale *= 0.3 if name in ("mix", "contract", "pools", "rows", "columns") else 1.0
            weights[name] = (rng.standard_normal(shape) * scale).astype(np.float32)
    return weights


def save(weights: Weights, path: Path, about: Mapping[str, Any]) -> None:
    """Half precision is exact enough to play by. `about` says how the weights were made."""
    packed: dict[str, Any] = {name: weights[name].astype(np.float16) for name in SHAPES}
    new = path.with_suffix(".new.npz")
    np.savez_compressed(new, about=json.dumps({"rules": XeQueo.rules_version, **about}), **packed)
    new.replace(path)


def load(path: Path) -> tuple[Net, dict[str, Any]]:
    """Raises WeightsError."""
    try:
        archive = io.BytesIO(path.read_bytes())
        with zipfile.ZipFile(archive), np.load(archive, allow_pickle=False) as file:
            weights = {name: np.asarray(file[name], np.float32) for name in SHAPES}
            about = dict(json.loads(str(file["about"])))
    except FileNotFoundError:
        raise WeightsError("weights_missing", file=path.name) from None
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise WeightsError("weights_damaged", file=path.name, reason=str(error)) from None
    for name, shape in SHAPES.items():
        if weights[name].shape != shape or not np.isfinite(weights[name]).all():
            raise WeightsError("weights_damaged", file=path.name, reason=name)
    if about.get("rules") != XeQueo.rules_version:
        raise WeightsError("weights_rules", file=path.name, found=about.get("rules"), known=XeQueo.rules_version)
    return Net(weights), about


@cache
def shipped() -> Net:
    """The network in this package."""
    return load(WEIGHTS)[0]


class WeightsError(RidottoError):
    """Weights that cannot be used."""


@compiled
def evaluate(
    head: Head, parts: Singles, pairs: Singles, mover: Singles, other: Singles, work: Singles, into: Singles
) -> None:
    """The worth to each secret, the mover's and the other seat's; the ranges sum to 1.

    `work` is room for (pieces + 4) rows of HIDDEN; `into` gets the mover's values first, then the other's.
    """
    count = len(parts)
    pool = work[count]
    second = work[count + 1]
    top_p = top_q = both = pp = qq = np.float32(0.0)
    for k in range(count):
        p, q = mover[k], other[k]
        top_p, top_q = max(top_p, p), max(top_q, q)
        pp += p * p
        qq += q * q
        both += p * q
    for h in range(HIDDEN):
        pool[h] = (
            pp * head.globals[0, h]
            + qq * head.globals[1, h]
            + both * head.globals[2, h]
            + top_p * head.globals[3, h]
            + top_q * head.globals[4, h]
        )
    for k in range(count):
        p, q = mover[k], other[k]
        for h in range(HIDDEN):
            pool[h] += p * parts[k, 3, h] + q * parts[k, 4, h]
    p_pool, q_pool = work[count + 2], work[count + 3]
    for h in range(HIDDEN):
        p_pool[h] = 0.0
        q_pool[h] = 0.0
        second[h] = 0.0
    for k in range(count):
        p, q = mover[k], other[k]
        row = work[k]
        for h in range(HIDDEN):
            u = max(parts[k, 0, h] + p * parts[k, 1, h] + q * parts[k, 2, h] + pool[h], np.float32(0.0))
            row[h] = u
            p_pool[h] += p * u
            q_pool[h] += q * u
            second[h] += u
    share = np.float32(1.0 / count)
    for h in range(HIDDEN):
        pool[h] = second[h] * share
        second[h] = 0.0
    for i in range(HIDDEN):
        a, b, c = p_pool[i], q_pool[i], pool[i]
        for h in range(HIDDEN):
            second[h] += a * head.pools[0, i, h] + b * head.pools[1, i, h] + c * head.pools[2, i, h]
    total = np.float32(0.0)
    for k in range(count):
        row = work[k]
        for h in range(HIDDEN):
            pool[h] = parts[k, 5, h] + second[h]
        for i in range(HIDDEN):
            u = row[i]
            if u > 0.0:
                for h in range(HIDDEN):
                    pool[h] += u * head.second[i, h]
        mine = head.out_bias[0]
        yours = head.out_bias[1]
        for h in range(HIDDEN):
            z = max(pool[h], np.float32(0.0))
            mine += z * head.out[0, h]
            yours += z * head.out[1, h]
        for j in range(count):
            mine += other[j] * pairs[k, j]
            yours -= mover[j] * pairs[j, k]
        into[0, k] = mine
        into[1, k] = yours
        total += mover[k] * mine + other[k] * yours
    # What one seat gains the other loses.
    total *= np.float32(0.5)
    for k in range(count):
        into[0, k] -= total
        into[1, k] -= total
