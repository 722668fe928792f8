"""What Venise is painted with: the four colours, the canal by day and by night, and outlines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from ridotto.draw.palette import SEATS
from ridotto.draw.svg import CARD_FACE


class Look(NamedTuple):
    fill: str
    ink: str
    """The letter's colour."""
    deep: str
    """The same colour in the shade."""
    gem: str
    """The outline of the colour's gems."""
    facets: str
    drop: float = 0
    """How far the letter sits below the middle."""


LOOKS: Final = (
    Look(
        *SEATS["R"],
        "#7d0b20",
        "M0-17A17 17 0 1 1 0 17A17 17 0 1 1 0-17Z",
        "M-10-13.7L-11 0L-10 13.7M10-13.7L11 0L10 13.7M-17 0H-11M11 0H17",
    ),
    Look(
        *SEATS["W"], "#b9b09c", "M-11-17H11L20-5L0 21L-20-5Z", "M-20-5H20M-11-17L-8-5L0 21L8-5L11-17", -3
    ),
    Look(
        *SEATS["G"],
        "#1d6b44",
        "M-8-19H8L15-12V12L8 19H-8L-15 12V-12Z",
        "M-8-19L-6-14H6L8-19M-15-12L-10-9V9L-15 12M15-12L10-9V9L15 12M-8 19L-6 14H6L8 19",
    ),
    Look(*SEATS["P"], "#321056", "M0-19Q3-19 5-15L20 11Q22 16 16 16H-16Q-22 16-20 11L-5-15Q-3-19 0-19Z",
         "M0-19L0-11M-20 14L-12 10M20 14L12 10", 4),
)  # fmt: skip
"""In the order of the letters R W G P: round ruby, brilliant diamond, step-cut emerald, three-cornered topaz."""


@dataclass(frozen=True, slots=True)
class Materials:
    """The colours of a canal by day or by night."""

    water: tuple[str, str]
    wave: str
    glint: str
    rim: str
    rim_edge: str
    stone: tuple[str, str]
    stone_edge: str
    joint: str
    deck: str
    brick: tuple[str, str]
    brick_edge: str
    short: tuple[str, str, str]
    long: tuple[str, str, str]
    wood_edge: str


MATERIALS: Final = {
    "day": Materials(
        water=("#a9d8c9", "#5ba6a8"),
        wave="#e9f7ef",
        glint="#ffffff",
        rim="#f6ecd8",
        rim_edge="#a38a68",
        stone=("#f3e9d6", "#d6c4a4"),
        stone_edge="#6f5b43",
        joint="#c9b592",
        deck=CARD_FACE,
        brick=("#c9694b", "#8f3a25"),
        brick_edge="#4f1c10",
        short=("#f0c57f", "#dca653", "#b67c31"),
        long=("#b9793f", "#985a29", "#6f3d18"),
        wood_edge="#3d210c",
    ),
    "night": Materials(
        water=("#0b2030", "#15485a"),
        wave="#4d8797",
        glint="#ffd98a",
        rim="#22323d",
        rim_edge="#5c7480",
        stone=("#8b98a0", "#5d6d78"),
        stone_edge="#0a141b",
        joint="#6b7a84",
        deck="#c3c6c0",
        brick=("#b5654c", "#7a3220"),
        brick_edge="#1d0a05",
        short=("#f3c987", "#d39c4f", "#a3702f"),
        long=("#b07a48", "#8b552c", "#613718"),
        wood_edge="#160b04",
    ),
}
LANTERN: Final = "#ffd27a"
MOONLIGHT: Final = "#fdf3cf"
GONDOLA: Final = "M-112 3C-92-12-50-21 0-21C52-21 92-13 116-5C94 12 52 21 0 21C-50 21-92 15-112 3Z"
HOURGLASS: Final = "M-10-15H10V-12C10-5 3-3 3 0C3 3 10 5 10 12V15H-10V12C-10 5-3 3-3 0C-3-3-10-5-10-12Z"
SAND: Final = "M-6.5 11.5C-6.5 8-2 6 0 4C2 6 6.5 8 6.5 11.5ZM-5.5-8H5.5C4-5 1-4 0-2C-1-4-4-5-5.5-8Z"
FOOT: Final = "M0-13C5-13 6.5-7 5-1C4 3 3 5-1 5C-5 5-6-2-5-7C-4-11-3-13 0-13ZM-3 7.5C0 6.5 3 7.5 3 10C3 13-3.5 13-4 10Z"
BODY: Final = "M-16 0C-16-9-8-12-7-25H7C8-12 16-9 16 0C16 7-16 7-16 0Z"
HAT: Final = "M-15-37C-9-41-7-49 0-49C7-49 9-41 15-37C8-32-8-32-15-37Z"
SPLASH: Final = (
    "M-20-8C-24-18-18-24-17-27C-13-22-12-16-15-9ZM0-14C-5-26 0-34 1-38C6-31 8-24 4-14Z"
    "M20-8C17-16 20-24 23-27C27-20 27-14 24-7Z"
)
