import pytest

from tests.playthrough import FOLDER, MATCHES, playthrough


@pytest.mark.parametrize("name", MATCHES)
def test_playthrough(name: str) -> None:
    assert playthrough(*MATCHES[name]) == FOLDER.joinpath(f"{name}.txt").read_text("utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(MATCHES)
