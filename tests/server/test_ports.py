"""A port that was found for a server is its own until the tests end."""

from __future__ import annotations

import socket

import pytest

from tests.server.running import free_port


def test_a_found_port_is_held_for_who_names_it() -> None:
    here = ("127.0.0.1", free_port())
    with socket.socket() as stranger, pytest.raises(OSError, match="in use"):
        stranger.bind(here)
    for _ in range(2):  # a server may close there, and open again
        with socket.create_server(here) as server, socket.create_connection(here) as caller:
            server.accept()[0].close()
            assert caller.recv(1) == b""
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(here)
