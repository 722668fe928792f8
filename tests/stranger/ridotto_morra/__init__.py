"""Morra: both show fingers and guess the sum at the same time."""

from ridotto.games import Registration

GAME = Registration(
    title="Morra",
    about="Show your fingers and cry out how many there will be.",
    rules="ridotto_morra.rules:Morra",
)
