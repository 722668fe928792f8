"""Training the value network: self-play makes targets, torch fits the network to them, and the better network makes
the next ones.

Everything lies in one folder and is saved every few minutes, so that a run can be stopped at any time and goes on where
it was. Needs torch (``pip install 'ridotto[train]'``); what it makes does not.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import huber_loss, relu, softmax

from ridotto.bots.bluff.features import EDGES, Tokens, blank, describe_all
from ridotto.bots.bluff.net import HEADS, HIDDEN, INNER, LAYERS, PAIR, PARTS, SHAPES, WIDTH, Net, fresh, save
from ridotto.bots.bluff.rules import PIECES, SQUARES, geometry_of
from ridotto.bots.bluff.training.selfplay import Chunk, Targets
from ridotto.core import RidottoError
from ridotto.games.xequeo import XeQueo

Runner = Callable[[Iterable[tuple[Net, Chunk]]], Iterator[Targets]]

BATCH: Final = 256
REUSE: Final = 8
"""How often, on average, a target is trained on."""
RATE: Final = 1e-3
STEADY: Final = 400_000
"""Targets until the learning rate begins to fall."""
CURRICULUM: Final = 60_000
"""Targets until situations come from whole rounds."""
KEPT: Final = 500_000
"""Targets that are remembered."""
DECAY: Final = 0.999
"""Of the moving average of the weights, which is what plays."""
SAVE_EVERY: Final = 300.0
TARGETS: Final = 1_000_000
"""As many make the network that is shipped."""
SEED: Final = 1
RECIPE: Final = "recipe.json"
STATE: Final = "state.pt"
LOG: Final = "log.jsonl"
COUNTED: Final = "seed", "targets", "steps", "chunks", "seconds"


class TrainError(RidottoError):
    """A folder that no training can go on in."""


def recipe(seed: int) -> dict[str, Any]:
    """What a training depends on; a folder is gone on with by the same recipe only."""
    return {
        "rules": XeQueo.rules_version,
        "seed": seed,
        "network": {"width": WIDTH, "layers": LAYERS, "heads": HEADS, "inner": INNER, "hidden": HIDDEN, "pair": PAIR},
        "batch": BATCH,
        "reuse": REUSE,
        "rate": RATE,
        "steady": STEADY,
        "curriculum": CURRICULUM,
        "kept": KEPT,
        "decay": DECAY,
        "plan": [list(astuple(plan(0, targets))) for targets in (0, 100_000, 500_000, 1_000_000)],
    }


def plan(seed: int, targets: int) -> Chunk:
    """What to make next: situations near the end of all moves first, exacter values later."""
    if targets < CURRICULUM:
        horizon = 2 + int(28 * targets / CURRICULUM)
        return Chunk(seed, 32, horizon, 8)
    return Chunk(seed, 64 if targets < 150_000 else 128 if targets < 600_000 else 256, SQUARES)


def _read_recipe(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
        return {**found, "seed": int(found["seed"])}
    except (ValueError, KeyError, TypeError) as error:
        raise TrainError("train_damaged", path=path, reason=error) from None


class Model(torch.nn.Module):
    """The network of `net`, for torch."""

    def __init__(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        super().__init__()
        self.w = torch.nn.ParameterDict({name: torch.from_numpy(weights[name].copy()) for name in SHAPES})

    def forward(self, tokens: Tokens, ranges: torch.Tensor) -> torch.Tensor:
        w = self.w
        place, pair, edge = (torch.from_numpy(part.astype(np.int64)) for part in tokens[:3])
        x = w["place"][place] + torch.from_numpy(tokens.dense) @ w["dense"]
        x = x + w["edge"][torch.arange(EDGES), edge].sum(dim=1)[:, None, :]
        count, pieces, _ = x.shape
        size = WIDTH // HEADS
        for layer in range(LAYERS):
            y = _norm(x, w["norm"][layer, 0]) @ w["attention"][layer]
            query, key, value = y.reshape(count, pieces, 3, HEADS, size).permute(2, 0, 3, 1, 4)
            scores = query @ key.transpose(2, 3) / math.sqrt(size) + w["offset"][layer][pair].permute(0, 3, 1, 2)
            mixed = (softmax(scores, -1) @ value).transpose(1, 2).reshape(count, pieces, WIDTH)
            x = x + mixed @ w["mix"][layer]
            y = relu(_norm(x, w["norm"][layer, 1]) @ w["expand"][layer] + w["expand_bias"][layer])
            x = x + y @ w["contract"][layer]
        x = _norm(x, w["last_norm"])
        parts = (x @ w["parts"] + w["parts_bias"]).reshape(count, pieces, PARTS, HIDDEN)
        pairs = (x @ w["rows"]) @ (x @ w["columns"]).transpose(1, 2) / math.sqrt(PAIR)
        pairs = pairs + torch.diag_embed(x @ w["same"])
        return self._head(parts, pairs, ranges)

    def _head(self, parts: torch.Tensor, pairs: torch.Tensor, ranges: torch.Tensor) -> torch.Tensor:
        w = self.w
        p, q = ranges[:, 0], ranges[:, 1]
        numbers = torch.stack([(p * p).sum(1), (q * q).sum(1), (p * q).sum(1), p.max(1).values, q.max(1).values], dim=1)
        pool = numbers @ w["globals"]
        pool = pool + torch.einsum("bk,bkh->bh", p, parts[:, :, 3]) + torch.einsum("bk,bkh->bh", q, parts[:, :, 4])
        u = relu(parts[:, :, 0] + p[..., None] * parts[:, :, 1] + q[..., None] * parts[:, :, 2] + pool[:, None])
        second = torch.einsum("bk,bkh->bh", p, u) @ w["pools"][0]
        second = second + torch.einsum("bk,bkh->bh", q, u) @ w["pools"][1] + u.mean(1) @ w["pools"][2]
        z = relu(parts[:, :, 5] + second[:, None] + u @ w["second"])
        mine = z @ w["out"][0] + w["out_bias"][0] + torch.einsum("bkj,bj->bk", pairs, q)
        yours = z @ w["out"][1] + w["out_bias"][1] - torch.einsum("bjk,bj->bk", pairs, p)
        excess = ((p * mine).sum(1) + (q * yours).sum(1)) / 2
        return torch.stack([mine, yours], dim=1) - excess[:, None, None]


def _norm(x: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * scale


@dataclass(slots=True)
class Memory:
    """The newest targets with one number of pieces."""

    parts: list[NDArray[Any]] = field(default_factory=list)
    """Board, pieces, ranges and values."""

    def __len__(self) -> int:
        return len(self.parts[0]) if self.parts else 0

    def add(self, targets: Targets) -> None:
        old = self.parts or [part[:0] for part in targets]
        self.parts = [np.concatenate([kept, new])[-KEPT:] for kept, new in zip(old, list(targets), strict=True)]

    def draw(self, rng: np.random.Generator, size: int) -> Targets:
        rows = rng.integers(len(self), size=size)
        return Targets(*(part[rows] for part in self.parts))


def tokens_of(targets: Targets, rng: np.random.Generator) -> Tokens:
    count = int(targets.board[0, 2])
    tokens = blank(len(targets.board), count)
    turns = rng.integers(8, size=len(targets.board))
    for width, height in np.unique(targets.board[:, :2], axis=0):
        rows = np.flatnonzero((targets.board[:, 0] == width) & (targets.board[:, 1] == height))
        geo = geometry_of(int(width), int(height))
        describe_all(geo, targets.pieces[:, :count], targets.board[:, 3], turns, rows, tokens)
    return tokens


class Trainer:
    def __init__(self, folder: Path, seed: int | None = None) -> None:
        """Raises TrainError. Without a seed, the one that the folder was begun with."""
        torch.set_num_threads(1)
        self.folder = folder
        self.seed = seed = self._claim(seed)
        self.targets = self.steps = self.chunks = 0
        self.seconds = 0.0
        self.model = Model(fresh(seed))
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=1e-4)
        self.average = {name: value.detach().clone() for name, value in self.model.w.items()}
        self.memory: dict[int, Memory] = {}
        self.rng = np.random.default_rng(seed)
        self.losses: list[tuple[float, float]] = []
        if (folder / STATE).exists():
            self._load()

    # -- what is kept ------------------------------------------------------------------------------------------------

    def _claim(self, seed: int | None) -> int:
        """Makes the folder, or makes sure that it belongs to this recipe."""
        folder, path = self.folder, self.folder / RECIPE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                if any(folder.iterdir()) and not (folder / STATE).exists():
                    raise TrainError("train_not_empty", folder=folder)
                seed = SEED if seed is None else seed
                path.write_text(json.dumps(recipe(seed), indent=1) + "\n", "utf-8")
                return seed
            found = _read_recipe(path)
        except OSError as error:
            raise TrainError("file_unwritable", path=folder, reason=error.strerror) from None
        seed = found["seed"] if seed is None else seed
        for name, value in recipe(seed).items():
            if found.get(name) != value:
                raise TrainError("train_other", folder=folder, name=name, found=found.get(name), wanted=value)
        return seed

    def save(self) -> None:
        """Writes everything beside the old files, then puts it in their place."""
        self.folder.mkdir(parents=True, exist_ok=True)
        state = {
            "model": self.model.state_dict(),
            "average": self.average,
            "optimiser": self.optimiser.state_dict(),
            "memory": {count: memory.parts for count, memory in self.memory.items()},
            **{name: getattr(self, name) for name in COUNTED},
        }
        new = self.folder / "state.new"
        torch.save(state, new, pickle_protocol=4)
        os.replace(new, self.folder / STATE)
        save(self.weights(), self.folder / "weights.npz", self._about())

    def _load(self) -> None:
        path = self.folder / STATE
        try:
            state = torch.load(path, weights_only=False)
            self.model.load_state_dict(state["model"])
            self.average = state["average"]
            self.optimiser.load_state_dict(state["optimiser"])
            self.memory = {count: Memory(parts) for count, parts in state["memory"].items()}
            for name in COUNTED:
                setattr(self, name, state[name])
        except Exception as error:  # torch and pickle raise anything
            reason = next(iter(str(error).splitlines()), type(error).__name__)
            raise TrainError("train_damaged", path=path, reason=reason) from None
        self.rng = np.random.default_rng((self.seed, self.steps))

    def _about(self) -> dict[str, Any]:
        return {"seed": self.seed, "targets": self.targets, "steps": self.steps, "hours": round(self.seconds / 3600, 2)}

    def weights(self) -> dict[str, NDArray[np.float32]]:
        return {name: value.numpy().copy() for name, value in self.average.items()}

    # -- learning ----------------------------------------------------------------------------------------------------

    def work(self) -> Iterator[tuple[Net, Chunk]]:
        """Chunks without end, each with the newest network."""
        while True:
            self.chunks += 1
            yield Net(self.weights()), plan(hash((self.seed, self.chunks)) & 0xFFFFFFFF, self.targets)

    def learn(self, targets: Targets) -> None:
        count = int(targets.board[0, 2])
        if count == PIECES:
            with torch.no_grad():
                loss = self._loss(self.average_model(), targets)
            self.losses.append((float(loss[0]), float(loss[1])))
        self.memory.setdefault(count, Memory()).add(targets)
        self.targets += len(targets.board)
        sizes = np.array([len(memory) for memory in self.memory.values()], float)
        for _ in range(math.ceil(REUSE * len(targets.board) / BATCH)):
            chosen = self.rng.choice(list(self.memory), p=sizes / sizes.sum())
            self._step(self.memory[int(chosen)].draw(self.rng, BATCH))

    def average_model(self) -> Model:
        return Model(self.weights())

    def _loss(self, model: Model, targets: Targets) -> tuple[torch.Tensor, torch.Tensor]:
        """What is minimised, and the mean absolute error weighted by the ranges."""
        count = int(targets.board[0, 2])
        ranges = torch.from_numpy(targets.ranges[:, :, :count])
        wanted = torch.from_numpy(targets.values[:, :, :count])
        found = model(tokens_of(targets, self.rng), ranges)
        weight = 0.5 + 0.5 * (ranges * count).clamp(max=3.0)
        loss = (huber_loss(found, wanted, reduction="none", delta=0.25) * weight).mean()
        return loss, ((found - wanted).abs() * ranges).sum(2).mean()

    def _step(self, targets: Targets) -> None:
        self.steps += 1
        rate = RATE * min(1.0, self.steps / 500) * min(1.0, STEADY / max(self.targets, 1)) ** 0.7
        for group in self.optimiser.param_groups:
            group["lr"] = max(rate, RATE / 20)
        loss, _ = self._loss(self.model, targets)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        decay = min(DECAY, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for name, value in self.model.w.items():
                self.average[name].lerp_(value, 1 - decay)

    def log(self) -> dict[str, Any]:
        """A line about how it goes, also kept in the folder."""
        recent = np.array(self.losses[-20:] or [(math.nan, math.nan)])
        loss, error = recent.mean(axis=0).tolist()
        line = {**self._about(), "loss": round(loss, 5), "error": round(error, 4)}
        self.losses.clear()
        with (self.folder / LOG).open("a") as file:
            file.write(json.dumps(line) + "\n")
        return line


def train(
    trainer: Trainer,
    runner: Runner,
    seconds: float,
    tell: Callable[[dict[str, Any]], None],
    *,
    wanted: float = math.inf,
    step: Callable[[], None] = lambda: None,
) -> None:
    """Until the time is up, there are as many targets as wanted, or somebody presses Ctrl-C; saved in any case.

    `tell` gets each line of the log, `step` is called after every chunk.
    """
    begun = saved = time.monotonic()
    before = trainer.seconds
    mark = 2 ** math.floor(math.log2(max(trainer.targets, 50_000)))
    try:
        for targets in runner(trainer.work()):
            trainer.learn(targets)
            now = time.monotonic()
            trainer.seconds = before + now - begun
            if trainer.targets >= 2 * mark:
                mark *= 2
                save(trainer.weights(), trainer.folder / f"weights-{trainer.targets}.npz", trainer._about())
            if now - saved > SAVE_EVERY:
                saved = now
                trainer.save()
                tell(trainer.log())
            step()
            if now - begun > seconds or trainer.targets >= wanted:
                break
    finally:
        trainer.save()
        tell(trainer.log())
