"""A stranger's program that plays: a process that is asked in lines of JSON and answers in such lines."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from innkeeper.away.inn import Away, Message
from innkeeper.engine.errors import shown

LONGEST = 1 << 16  # bytes of an answer
GRACE = 2.0  # seconds to end by itself when its input ends


class Failed(Away):
    """The program did not answer as it should. The message says how."""


def command_of(program: str) -> list[str]:
    """How a program is called: a Python file by this Python, anything else as it is written."""
    try:
        words = shlex.split(program)
    except ValueError as wrong:
        raise Away(f"--program {shown(program)}: {wrong}") from None
    if not words:
        raise Away("--program names no program")
    if words[0].endswith(".py"):
        if not Path(words[0]).is_file():
            raise Away(f"there is no program {words[0]}")
        return [sys.executable, *words]
    if shutil.which(words[0]) is None:
        there = Path(words[0]).is_file()
        why = "cannot be executed (chmod +x it)" if there else "is not there"
        raise Away(f"the program {words[0]} {why}")
    return words


class Program:
    """The process, started when it is first needed, and again after it has failed."""

    def __init__(self, command: list[str], hello: Message) -> None:
        self._command = command
        self._hello = hello
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Message, seconds: float) -> Message:
        """One answer, within so many seconds. A program that fails is ended, and started anew by the next."""
        try:
            return await asyncio.wait_for(self._ask(question), seconds)
        except TimeoutError:
            await self.end()
            raise Failed(f"no answer within {seconds:.3g} seconds") from None
        except Failed:
            await self.end()
            raise

    async def tell(self, news: Message) -> None:
        """Something to know, which needs no answer; a program that does not listen misses it."""
        with suppress(Failed, TimeoutError):
            await asyncio.wait_for(self._write(news), GRACE)

    async def _ask(self, question: Message) -> Message:
        if self._process is None:
            await self._start()
        await self._write(question)
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            raise Failed(f"an answer has more than {LONGEST} bytes") from None
        if not line.endswith(b"\n"):
            raise Failed(f"it ended with exit code {await self._process.wait()}")
        return read_answer(line)

    async def _start(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
                start_new_session=True,
            )
        except OSError as wrong:
            raise Away(f"{self._command[0]} cannot be started: {wrong.strerror}") from None
        await self._write(self._hello)

    async def _write(self, message: Message) -> None:
        if self._process is None or self._process.stdin is None:
            return
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise Failed(f"it ended with exit code {await self._process.wait()}") from None

    async def end(self) -> None:
        """Let it end: its input is closed; if that is not enough, it is killed with all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), GRACE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def read_answer(line: bytes) -> Message:
    """`{"action": …}`, or the bare id of an action for programs that write no JSON."""
    text = line.decode(errors="replace").strip()
    try:
        answer: Any = json.loads(text)
    except (ValueError, RecursionError):
        answer = {"action": text}
    if isinstance(answer, str):
        answer = {"action": answer}
    if not isinstance(answer, dict) or not isinstance(answer.get("action"), str):
        raise Failed(f'it answers {shown(text)}, which is not {{"action": …}}')
    return answer
