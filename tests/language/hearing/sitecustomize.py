"""Loaded by every Python whose PYTHONPATH leads here: writes down what a program puts into its texts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from ridotto.core import RidottoError
from ridotto.i18n import Catalogue, Said

fill = Catalogue._form
heard: set[str] = set()


def kind(value: object) -> object:
    if isinstance(value, Said):
        return {"key": value.key}
    if isinstance(value, RidottoError):
        return {"error": value.code}
    return value if isinstance(value, int | float) else str(value)


def heard_form(self: Catalogue, key: str, params: Mapping[str, object], form: str) -> str:
    line = json.dumps([key, {name: kind(value) for name, value in params.items()}]) + "\n"
    if line not in heard:
        heard.add(line)
        with open(os.environ["RIDOTTO_HEARD"], "a", encoding="utf-8") as file:
            file.write(line)
    return fill(self, key, params, form)


Catalogue._form = heard_form  # type: ignore[method-assign]
