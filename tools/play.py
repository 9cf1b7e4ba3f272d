"""`make play`: from a fresh clone to an open inn, and then to a faster one.

python tools/play.py MAKE COMPILED [what `innkeeper serve` understands …]

The inn opens on plain Python as soon as its packages are installed and the page is built. If its rules have
to be compiled, that is done behind its back; then the server begins anew in its place (SIGUSR2) with the
compiled ones. Tables stay as they are, pages come back by themselves, and nobody is turned away at the door.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hatch_build import has_node, wants_web
from tools.steps import ROOT, Line, Step, ended_politely, together

BIN = ROOT / ".venv" / "bin"


def prepared(make: str) -> bool:
    """Everything that the inn cannot open without; whether it is there now."""
    make = f"{shlex.quote(make)} -s --no-print-directory"
    packages = {"Python packages": f"{make} .venv/.ready"}
    page = {"page": f"{make} page"} if wants_web() else {}
    if has_node():
        return together(packages | page)
    return together(packages) and together(page)  # node itself comes as a Python package


def build(destination: str, *more: str) -> str:
    return shlex.join([str(BIN / "python"), str(ROOT / "hatch_build.py"), destination, *more])


def serve(folder: str, arguments: list[str]) -> subprocess.Popen[bytes]:
    """The server; whatever lies in a folder comes before the source."""
    # a signal that comes before it listens for signals waits until it does
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})
    return subprocess.Popen(
        [BIN / "innkeeper", "serve", *arguments], env={**os.environ, "PYTHONPATH": folder}
    )


def compile_behind(server: subprocess.Popen[bytes], destination: str, folder: str, line: Line) -> None:
    """Compile while the inn is open, and let it begin anew with what comes of it."""
    step = Step("compiled rules", f"exec nice {build(destination, '--strict')}")
    try:
        while step.running(0.2):
            if server.poll() is not None:
                return
        if step.process.returncode:
            reason = step.log.read_text(errors="replace").strip().rpartition("\n")[2]
            line.say(f"The rules stay plain Python. {reason}")
            return
        take(destination, folder)
        server.send_signal(signal.SIGUSR2)
        line.say(f"{step.report()}: from here on bots think faster")
    finally:
        step.end()


def take(destination: str, folder: str) -> None:
    """From now on Python finds the compiled build first."""
    os.symlink(Path(destination, "innkeeper"), Path(folder, "innkeeper"))


def main() -> int:
    make, destination, *arguments = sys.argv[1:]
    if not prepared(make):
        return 1
    line = Line()
    with tempfile.TemporaryDirectory(prefix="innkeeper-play-") as folder:
        ready = subprocess.run(["sh", "-c", build(destination, "--if-compiled")], stdout=subprocess.DEVNULL)
        if not ready.returncode:
            take(destination, folder)
        server = serve(folder, arguments)
        try:
            if ready.returncode:
                compile_behind(server, destination, folder, line)
            return server.wait()
        except KeyboardInterrupt:
            return 0
        finally:
            if server.poll() is None:
                server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(ended_politely(main))
