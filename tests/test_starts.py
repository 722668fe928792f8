"""Start positions: as text and back, dealt anew, and what cannot be."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.core import PositionError, RidottoError
from ridotto.games import make_game
from ridotto.games.xequeo import XeQueo
from ridotto.match import Audience, Match, read_record, starts_of
from tests.playing import dealt_anew, random_match

GAMES = ("xequeo", "xequeo setup=by_hand", "venise", "venise seats=3", "venise seats=4 board=night-basic")


def named(text: str) -> Any:
    name, _, options = text.partition(" ")
    return make_game(name, options)


def finish(match: Match, rng: Random, moves: int = 40) -> Match:
    """Goes on by random moves."""
    for _ in range(moves):
        match.play_chance(rng)
        if not match.actors:
            break
        actor = rng.choice(match.actors)
        match.submit(actor, rng.choice(match.game.legal(match.state, actor)))
    return match


def anew(name: str, seed: int, moves: int, audience: Audience) -> tuple[Match, Match]:
    """A match, and one that begins where it stands."""
    match = random_match(named(name), seed, moves=moves)
    if match.outcome:
        match = match.branch(len(match.entries) - 1)
    return match, dealt_anew(match, len(match.entries), audience, Random(seed))


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 999), moves=st.integers(0, 120))
def test_a_start_reads_back_as_it_was_written(name: str, seed: int, moves: int) -> None:
    _, match = anew(name, seed, moves, "all")
    starts = starts_of(match.game)
    text = starts.show_start(match.game, match.start, "all")
    assert starts.parse_start(match.game, text) == match.start
    for audience in ("spectator", *range(match.game.seats)):
        seen = starts.show_start(match.game, match.start, audience)
        assert starts.show_start(match.game, starts.parse_start(match.game, seen), audience) == seen


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 999), moves=st.integers(0, 120), data=st.data())
def test_what_is_dealt_anew_looks_the_same(name: str, seed: int, moves: int, data: st.DataObject) -> None:
    """To the seat or spectator it is dealt anew for; only what came before this round is forgotten."""
    game = named(name)
    audience: Audience = data.draw(st.sampled_from(["spectator", *range(game.seats)]))
    match, other = anew(name, seed, moves, audience)
    before = match.branch(len(match.entries))
    before.play_chance(Random(seed))
    seat = None if audience == "spectator" else audience
    old, new = game.view(before.state, seat), game.view(other.state, seat)
    for field in set(type(old).__dataclass_fields__) - {"results", "past", "start"}:
        if field == "stocks" or (field == "moves" and old.phase not in ("choose", "play")):
            continue
        assert getattr(old, field) == getattr(new, field), field


def test_secrets_are_dealt_anew_and_each_is_possible() -> None:
    match = Match(XeQueo(position="R5O/7/7/3*3/7/2BVW2/Y5G 0"), day="1998-02-24")
    for actor, text in ((0, "=R"), (1, "=O"), (0, "Ra6")):
        match.submit(actor, text)
    found = {dealt_anew(match, len(match.entries), 0, Random(seed)).state.choices for seed in range(200)}
    assert {first for first, _ in found} == {match.state.choices[0]}
    assert {second for _, second in found} == set(range(7))


@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_on_from_a_start_and_its_record_reads_back(name: str) -> None:
    for seed in range(6):
        _, match = anew(name, seed, 20 * seed + 9, "spectator")
        finish(match, Random(seed))
        for audience in ("all", "spectator", *range(match.game.seats)):
            text = match.record(audience)
            assert text.startswith("Ridotto record 2\n")
            again = read_record(text)
            assert again.record(audience) == text
            assert len(again.entries) == len(list(match.lines(audience)))
        assert read_record(match.record()).states == match.states


def test_what_others_read_of_a_start_has_no_secret() -> None:
    """Records of two starts that differ only in a secret are the same for everybody else."""
    game = XeQueo()
    starts = starts_of(game)
    texts = [f"R5O/7/7/3*3/7/2BVW2/Y5G 0 Ra6 rings=1-2 cards={cards}" for cards in ("RO", "RG")]
    one, two = (Match(game, day="1998-02-24", start=starts.parse_start(game, text)) for text in texts)
    assert one.record(0) == two.record(0)
    assert one.record("spectator") == two.record("spectator")
    assert one.record(1) != two.record(1)


BAD = {
    "xequeo": {
        "": "position_seat",
        "R5O/7/7/3*3/7/7/Y5G 0": "start_board",
        "R5O/7/3*2/6/6/2BVW2/Y5G 0": "position_width",
        "R5O/7/7/3*3/7/2BVW2/Y5G 0 cards=R": "start_word",
        "R5O/7/7/3*3/7/2BVW2/Y5G 0 card=RO": "start_word",
        "R5O/7/7/3*3/7/2BVW2/Y5G 0 Ra6": "start_word",
        "R5O/7/7/3*3/7/2BVW2/Y5G 0 Ra7 cards=RO": "start_move",
        "R5O/7/7/3*3/7/2BVW2/Y5G 0 R! cards=RO": "start_word",
        "R5O/7/7/3*3/7/2BVW2/Y5G 0 rings=4-0": "start_phase",
        "R5O/7/3B3/3*3/3VW2/7/Y5G 0": "ring_beside",
    },
    "venise": {
        "": "ve_position_form",
        "- {seats} 0 hands=short/short/short": "start_word",
        "- {seats} 0 hands=short": "start_word",
        "- {seats} 0 hands=joker,joker,joker/-": "start_word",
        "- {seats} 0 hands=-+joker/-": "start_word",
        "- {seats} 0 hands=-+boat/-": "start_word",
        "- {seats} 0 left=99 hands=-/-": "start_word",
        "- {seats} 0 did=sleep": "start_word",
        "- {seats} 0 round=0": "start_word",
        "- {seats} 0 home=0": "start_word",
        "- {seats} 0 hands=-+?,?,?,?,?,?,?,?,?/-": "start_hands",
        "- {seats} 0 discard hands=-+?/-": "start_hands",
        "- {seats} 0 discards=" + ",".join(["step3"] * 30): "start_cards",
    },
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BAD.items() for text in texts])
def test_a_start_that_cannot_be_gets_a_clear_error(name: str, text: str) -> None:
    game = make_game(name)
    seats = " ".join(game.show_position(game.start()).split()[1:-1])
    with pytest.raises(RidottoError) as caught:
        starts_of(game).parse_start(game, text.format(seats=seats))
    assert caught.value.code == BAD[name][text]
    assert "\n" not in str(caught.value)


def test_a_match_that_is_over_is_not_gone_on_with() -> None:
    match = random_match(XeQueo(), 1)
    with pytest.raises(PositionError) as caught:
        dealt_anew(match, len(match.entries), "spectator", Random(1))
    assert caught.value.code == "start_phase"


@given(st.text(alphabet="R5O/7*3BVWYG 01rings=-cdoe?+,!:6a", max_size=60), st.sampled_from(["xequeo", "venise"]))
def test_any_text_is_a_start_or_a_clear_error(text: str, name: str) -> None:
    game = make_game(name)
    try:
        starts_of(game).parse_start(game, text)
    except RidottoError as error:
        assert error.code
