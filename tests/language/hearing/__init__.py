"""What other programs than the tests put into texts: they write it down, and `tests/conftest.py` reads it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

HEARD: Final = Path(tempfile.gettempdir()) / f"ridotto-heard-{os.getpid()}"
PATHS: Final = filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH")))
ENVIRONMENT: Final = {"PYTHONPATH": os.pathsep.join(PATHS), "RIDOTTO_HEARD": str(HEARD)}
