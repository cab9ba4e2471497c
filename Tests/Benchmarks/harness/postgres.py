"""A PostgreSQL server with its default settings, so with fsync, in a temporary folder."""

import contextlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

_USER = "postgres"
_PROGRAMS = ("initdb", "pg_isready", "pgbench", "postgres", "psql")


class Postgres:
    def __init__(self, settings):
        self._programs = _programs()
        # Beside the folder of the data folders, so on the same file system. The server's user cannot enter that folder,
        # which belongs to root.
        self._folder = Path(tempfile.mkdtemp(prefix="marquee-postgres-", dir=settings.work.parent))
        self._process = None
        self._core = None
        self._password = f"{random.getrandbits(128):032x}"
        try:
            self._create()
            self.start()
        except BaseException:
            self.close()
            raise

    def close(self):
        self.stop()
        shutil.rmtree(self._folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def variables(self):
        """The environment with the password, which would otherwise be in the list of processes."""
        return {"PGPASSWORD": self._password}

    def url(self, database):
        return f"postgresql://{_USER}@127.0.0.1:{self._port}/{quote(database, safe='')}"

    def create_database(self, name):
        self.sql("postgres", f'CREATE DATABASE "{name}"')
        return name

    def sql(self, database, statement):
        """The rows as lines, with `|` between columns."""
        return self._run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement, self.url(database)).strip()

    def transactions_per_second(self, database, script, clients, seconds, values):
        """Runs pgbench. `values` are the variables of the script; they become parameters of its statements."""
        definitions = [part for name, value in values.items() for part in ("-D", f"{name}={value}")]
        output = self._run(
            "pgbench", "-n", "-M", "extended", "-c", clients, "-T", seconds, "-f", script, *definitions,
            self.url(database))
        if not (match := re.search(r"^tps = ([\d.]+)", output, re.MULTILINE)):
            raise RuntimeError(f"pgbench printed no rate: {output}")
        return float(match[1])

    def start(self):
        with open(self._folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                _as_server_user([
                    self._programs / "postgres", "-D", self._folder / "data", "-c", "listen_addresses=127.0.0.1",
                    "-c", f"port={self._port}", "-c", "unix_socket_directories=",
                ]), stdout=log, stderr=log, cwd="/")
        if self._core is not None:
            os.sched_setaffinity(self._process.pid, {self._core})
        question = [self._programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self._port)]
        end = time.monotonic() + 60
        while subprocess.run(question, check=False).returncode:
            if self._process.poll() is not None or time.monotonic() > end:
                text = (self._folder / "log").read_text(encoding="utf-8", errors="replace")
                raise RuntimeError(f"PostgreSQL does not start: {text[-2000:]}")
            time.sleep(0.05)

    def stop(self):
        """Stops the server at once, with a checkpoint, as for a restart."""
        if self._process is None:
            return
        # SIGINT disconnects clients. SIGQUIT ends a server that hangs, and all its processes.
        for number in (signal.SIGINT, signal.SIGQUIT):
            if self._process.poll() is None:
                self._process.send_signal(number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(timeout=30)
        self._process.wait()
        self._process = None

    @contextlib.contextmanager
    def pinned(self, core):
        """Restarts the server on one core, so that it leaves the others to what is measured."""
        before = self._core
        try:
            self._restart(core)
            yield
        finally:
            self._restart(before)

    def _restart(self, core):
        self.stop()
        self._core = core
        self.start()

    def _create(self):
        file = self._folder / "password"
        file.write_text(self._password, encoding="ascii")
        if os.geteuid() == 0:
            for path in (self._folder, file):
                shutil.chown(path, _USER, _USER)
        file.chmod(0o600)
        command = [
            self._programs / "initdb", "-D", self._folder / "data", "-U", _USER, f"--pwfile={file}",
            "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C",
        ]
        made = subprocess.run(_as_server_user(command), capture_output=True, text=True, check=False, cwd="/")
        if made.returncode:
            raise RuntimeError(f"initdb ended with {made.returncode}: {made.stderr[-2000:]}")
        self._port = _free_port()

    def _run(self, program, *arguments):
        command = [str(part) for part in (self._programs / program, *arguments)]
        environment = {**os.environ, **self.variables}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode:
            raise RuntimeError(f"{program} ended with {done.returncode}: {done.stderr[-2000:]}")
        return done.stdout


def _programs():
    """The folder with the programs of the newest version, or that of the variable that the tests read, too."""
    if chosen := os.environ.get("POSTGRES_BIN"):
        folders = [Path(chosen)]
    else:
        versions = [path for path in Path("/usr/lib/postgresql").glob("*") if path.name.isdigit()]
        folders = [path / "bin" for path in sorted(versions, key=lambda path: -int(path.name))]
    for folder in folders:
        if all(os.access(folder / name, os.X_OK) for name in _PROGRAMS):
            return folder
    raise RuntimeError("PostgreSQL is missing; install the package postgresql (Debian 12: postgresql-15)")


def _as_server_user(command):
    """PostgreSQL refuses to run as root. Its package creates the user `postgres`."""
    command = [str(part) for part in command]
    if os.geteuid() != 0:
        return command
    # setpriv becomes the program, so the process id is the server's.
    return ["setpriv", "--reuid", _USER, "--regid", _USER, "--clear-groups", "--", *command]


def _free_port():
    """A port below those that the system chooses for clients. Otherwise a client could get the port while the server
    is stopped, and the server could not start again."""
    while True:
        port = random.randrange(15_000, 30_000)
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
