"""The list of what became of the editors' findings."""

from __future__ import annotations

from ridotto.i18n import own_texts
from tests.language.rows import judge, rows

PAGE = """# A list
| word | not |
|---|---|
| Feld | Punkt |

## Findings

| # | file: key | now | better | why |
|---|---|---|---|---|
| 1 | web.toml: web_game | `Das Spiel` | `Spiel` | as wanted |
| 2 | web.toml: web_game | `Spiel` | `Das Spiel` | not as wanted |
| 3 | web.toml: web_game<br>web.toml: web_name | `Punkt`<br>`Wer` | `Spiel`<br>`Name` | two keys |
| 4 | web.toml: no_such_key | `eins` | `zwei` | gone since |
| 5 | **B1**: 2 entries in web.toml | `eins` | `zwei` | sums up others |

## List
```toml
# web.toml
web_game = "Spiel"
web_open_seats = { one = "{count} freier Platz", other = "{count} freie Plätze" }
```
"""


def test_a_row_is_applied_changed_refused_or_still_to_be_judged() -> None:
    assert own_texts("de", "web")["web_game"] == "Spiel"
    known = {"changed": {"1": "for no reason"}, "refused": {"4": "the text is gone"}}
    found = {judged.row.number: (judged.verdict, judged.reason, judged.stands) for judged in judge("de", PAGE, known)}
    assert found == {
        1: ("stale", "", ""),
        2: ("unjudged", "", "Spiel"),
        3: ("applied", "", ""),
        4: ("refused", "the text is gone", "gone"),
        5: ("applied", "", ""),
        6: ("applied", "", ""),
    }


def test_parts_of_texts_and_pages_are_rows_too() -> None:
    page = """## Findings
| file: key | now | better | why |
|---|---|---|---|
| web.toml: web_game, web_name; cli.toml: cli_game | “a” · “b␣%” | “c” · “d%” | parts |
| README.md | one | two | a page |
"""
    parts, whole = rows(page)
    assert parts.keys == ("web: web_game", "web: web_name", "cli: cli_game")
    assert (parts.now, parts.better) == (("a", "b␣%"), ("c", "d%"))
    assert (whole.keys, whole.better) == (("README.md",), ("two",))
