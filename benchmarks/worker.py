"""Runs the jobs of one contestant in a process of its own, line by line, for kernel.py.

usage: python -m benchmarks.worker {limit,compiled,plain,environments,openspiel,rlcard,pettingzoo,pgx}

First it says what it can do: {"version": …, "jobs": […], "presets": […]} or {"missing": why}.
Then {"job": name, "size": n} is answered by {"work": counted, "cpu": seconds}, and
{"trace": preset, "seed": n} by {"text": …}.
"""

from __future__ import annotations

import json
import os
import sys
import time
from importlib import import_module
from typing import Any

from benchmarks.contest import Contestant, Missing

MODULES = {
    "limit": "benchmarks.limit",
    "compiled": "benchmarks.ours",
    "plain": "benchmarks.ours",
    "environments": "benchmarks.learning",
    "openspiel": "benchmarks.peers.openspiel",
    "rlcard": "benchmarks.peers.rlcard_games",
    "pettingzoo": "benchmarks.peers.pettingzoo_games",
    "pgx": "benchmarks.peers.pgx_games",
}


def enter(name: str) -> Contestant:
    """Import a contestant; what is not installed becomes `Missing`."""
    try:
        contestant = import_module(MODULES[name]).contestant(name)
    except ImportError as error:
        raise Missing(str(error)) from error
    assert isinstance(contestant, Contestant)
    return contestant


def answer(contestant: Contestant, request: dict[str, Any]) -> dict[str, Any]:
    """Do what one line asks for."""
    if "trace" in request:
        assert contestant.trace is not None
        return {"text": contestant.trace(request["trace"], request["seed"])}
    job, size = contestant.jobs[request["job"]], int(request["size"])
    before = time.process_time()
    work = job(size)
    return {"work": work, "cpu": time.process_time() - before}


def main(name: str) -> None:
    """Serve until the input ends."""
    with os.fdopen(os.dup(1), "w", buffering=1) as out:
        os.dup2(2, 1)  # whatever a library prints must not end up between the answers

        def say(message: dict[str, Any]) -> None:
            out.write(json.dumps(message) + "\n")

        try:
            contestant = enter(name)
        except Missing as error:
            say({"missing": str(error)})
            return
        say(
            {
                "version": contestant.version,
                "jobs": list(contestant.jobs),
                "presets": contestant.presets,
            }
        )
        for line in sys.stdin:
            say(answer(contestant, json.loads(line)))


if __name__ == "__main__":
    main(sys.argv[1])
