"""``ridotto completion``: shells learn to complete."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.running import ridotto


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_shells_learn_to_complete(shell: str) -> None:
    script = ridotto("completion", shell).stdout
    for word in ("analyse", "--boards", "rounds", "--gauntlet", "completion"):
        assert word in script
    assert ridotto("completion", "cobol").returncode == 2


def test_bash_completes_commands_options_and_files(tmp_path: Path) -> None:
    """As bash does it: the words so far in, the choices out."""
    script = tmp_path / "ridotto.bash"
    script.write_text(ridotto("completion", "bash").stdout)
    (tmp_path / "match.txt").touch()

    def complete(*words: str) -> list[str]:
        line = " ".join(("ridotto", *words))
        ask = f"""
            source {script}
            COMP_WORDS=(ridotto {" ".join(word or "''" for word in words)}); COMP_CWORD={len(words)}
            COMP_LINE="{line}"; COMP_POINT={len(line)}
            $(complete -p ridotto | sed 's/.*-F \\([^ ]*\\).*/\\1/') ridotto
            printf '%s\n' "${{COMPREPLY[@]}}"
        """
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, cwd=tmp_path, timeout=30)
        return done.stdout.split()

    assert complete("an") == ["analyse"]
    assert complete("board", "ch") == ["check"]
    assert "--boards" in complete("replay", "--b")
    assert "match.txt" in complete("replay", "ma")
