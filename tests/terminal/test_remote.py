"""The same client at a server: with other people, over lines that break, and with nothing done twice."""

from __future__ import annotations

import re
import socket
import threading
import tomllib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper.cli import main
from innkeeper.server.protocol import Seated, TableInfo
from innkeeper.terminal.plain import PlainTable
from innkeeper.terminal.remote import RemoteTable, go_to
from innkeeper.terminal.server import Server, clock_of
from innkeeper.terminal.table import NotNow
from tests.server.running import Running, running

CUTS = 20


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("inn")) as server:
        yield server


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


class Relay:
    """A line to the server that can be cut."""

    def __init__(self, url: str) -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        self._to = (host, int(port))
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._open: list[socket.socket] = []
        self._gone: list[socket.socket] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                inside, _ = self._door.accept()
                outside = socket.create_connection(self._to)
                with self._lock:
                    self._open += [inside, outside]
                for one, other in ((inside, outside), (outside, inside)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Their numbers stay taken: somebody may still read from them, and would read from the next line."""
        with self._lock:
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._gone += self._open
            self._open = []

    def close(self) -> None:
        self.cut()
        for end in (*self._gone, self._door):
            end.close()


def begun(table: RemoteTable) -> RemoteTable:
    for _ in range(200):
        if table.begun:
            return table
        table.advance(0.2)
    raise AssertionError(table.lobby)


def asked(*tables: RemoteTable) -> RemoteTable | None:
    """Whoever is asked, once the line has brought the question; None when it is over."""
    for _ in range(400):
        for table in tables:
            now = table.moment()
            if now.over:
                return None
            if now.decision is not None:
                return table
        tables[0].advance(0.1)
    raise AssertionError("nobody is asked")


def other(url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Another person, with keys of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return Server(url)


def two(
    inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch, game: str, **rules: Any
) -> list[RemoteTable]:
    """Wren, who set the table, and Hanne, who had the code."""
    mine = Server(inn.url)
    first = RemoteTable(mine, mine.set_table(game, ["you", "open"], rules, "Wren"))
    assert first.info.code is not None
    assert f"Code for your friends: {first.info.code}" in first.lobby
    second = go_to(other(inn.url, home / "hanne", monkeypatch), first.info.code, "Hanne")
    return [begun(first), begun(second)]


@pytest.mark.parametrize("game", ["magicduel", "echo"])
def test_two_people_play_to_the_end_with_dice_that_nobody_chose(
    inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    tables = two(inn, home, monkeypatch, game)
    for _ in range(2000):
        table = asked(*tables)
        if table is None:
            break
        now = table.moment()
        assert now.decision is not None
        with suppress(NotNow):  # the other was asked as well, and answered
            table.act(now.decision.actions[-1].id)
    first, second = tables
    for one in tables:
        while not one.moment().over:
            one.advance(0.2)
    assert first.moment().result == second.moment().result
    record = first.record()
    assert innkeeper.verify(record).outcome is not None
    assert first.key is not None
    assert record["chance"]["commitment"] == first.key.commitment
    assert all(record["chance"]["seals"])
    kept = first.server.key(first.info.id) or first.key
    assert record["chance"]["nonces"][kept.seat] == kept.word
    for one in tables:
        one.close()


def test_what_is_seen_is_what_one_seat_may_see(
    inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two(inn, home, monkeypatch, "echo")
    assert first.moment().view["seats"][1]["hand"] is None
    assert second.moment().view["seats"][0]["hand"] is None
    assert first.moment().names == {0: "Wren", 1: "Hanne"}
    watcher = RemoteTable(other(inn.url, home / "third", monkeypatch), first.info)
    begun(watcher)
    assert watcher.moment().you is None
    assert watcher.moment().decision is None
    with pytest.raises(NotNow, match="you only watch here"):
        watcher.act("play:wall:gambit")
    for one in (first, second, watcher):
        one.close()


def test_talk_undo_with_consent_previews_and_refusals(
    inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two(inn, home, monkeypatch, "magicduel", preset="tournament")
    first.say("One moment, soup.")
    while not second.moment().said:
        assert second.advance(60)
    assert second.moment().said[0].text == "One moment, soup."
    assert first.foresee("magic").about
    with pytest.raises(NotNow, match="needs 5 magic") as refused:
        first.act("summon:specter")
    assert refused.value.clause == "MD-7.7"
    assert re.match("Champion would choose: .* chance to win .* Expected of ", first.hint())
    with pytest.raises(NotNow, match="nobody asks you anything now"):
        second.hint()
    with pytest.raises(NotNow):
        first.record()
    first.act("magic")
    assert asked(second) is second
    second.act("magic")
    assert asked(second) is second
    while first.moment().seq < second.moment().seq:
        assert first.advance(60)
    first.undo()
    while second.moment().undo.asked_by != 0:
        assert second.advance(60)
    second.answer_undo(True)
    while "takes back" not in first.moment().lines[-1].text:
        assert first.advance(60)
    first.resign()
    while not second.moment().over:
        assert second.advance(60)
    for one in (first, second):
        one.close()


def test_a_line_that_is_cut_twenty_times_loses_and_doubles_nothing(
    inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Relay(inn.url)) as relay:
        mine = Server(relay.url)
        info = mine.set_table("magicduel", ["you", "greedy"], {"preset": "literal", "max_hp": 99}, "Wren")
        table = begun(RemoteTable(mine, info))
        cuts = done = 0
        while cuts < CUTS and asked(table) is table:
            before = table.moment()
            cutter = threading.Thread(target=relay.cut)
            if done % 2 == 0:
                cutter.start()  # while the answer is under way, or just before
                cuts += 1
            try:
                table.act("heal:99")
            except NotNow:
                assert table.moment().seq >= before.seq
            else:
                done += 1
            if cutter.ident is not None:
                cutter.join()
            else:
                relay.cut()
                cuts += 1
        asked(table)
        if not table.moment().over:
            table.resign()
        record = table.record()
        gathered = [entry for entry in record["entries"] if entry["seat"] == 0 and entry["do"] == "heal:99"]
        assert len(gathered) == done
        assert cuts >= CUTS
        texts = [line.text for line in table.moment().lines]
        match = innkeeper.replay(record)
        names = dict(table.moment().names)
        assert texts == [line.text for line in match.lines(0, names)]
        table.close()


def test_the_seat_stays_ours_in_another_window(inn: Running, home: Path) -> None:
    mine = Server(inn.url)
    info = mine.set_table("echo", ["you", "greedy"], {}, "Wren")
    begun(RemoteTable(mine, info)).close()
    again = begun(go_to(Server(inn.url), f"{inn.url}/#/table/{info.id}", "Wren"))
    assert again.moment().you == 0
    assert f"innkeeper play --server {inn.url} {info.id} comes back to it" in again.left
    assert (home / "innkeeper" / "keys.json").stat().st_mode & 0o077 == 0
    again.close()


def test_bad_addresses_and_codes_are_told_in_a_sentence(inn: Running) -> None:
    run = CliRunner().invoke
    for arguments, told in (
        (["--server", "ftp://inn", "goose-1111"], "is no address of a server"),
        (["--server", "http://127.0.0.1:9", "goose-1111"], "does not answer"),
        (["--server", inn.url, "goose-1111"], "goose-1111"),
        (["--server", inn.url, "no-such-table-at-all"], ""),
    ):
        refused = run(main, ["play", "--plain", *arguments])
        assert refused.exit_code == 1, refused.output
        assert refused.output.startswith("Error: ")
        assert told in refused.output


def test_the_plain_client_at_a_server(inn: Running) -> None:
    run = CliRunner().invoke
    assert "waits for anybody" in run(main, ["play", "--server", inn.url]).output
    typed = "say hello\nmagic\nresign\nyes\n\n"
    arguments = ["play", "magicduel", "--server", inn.url, "--players", "you,greedy", "--name", "Wren"]
    played = run(main, arguments, input=typed)
    assert played.exit_code == 0, played.output
    assert "Wren gathers 4 magic" in played.output
    assert "(resign, MD-9.4)." in played.output


def test_a_plain_client_waits_in_the_lobby(inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Server(inn.url)
    first = RemoteTable(mine, mine.set_table("magicduel", ["you", "open"], {}, "Wren"))
    heard: list[str] = []
    joined: list[RemoteTable] = []
    lines = iter(["quit"])

    def told(text: str) -> None:
        heard.append(text)
        if text == "Seat 1: waits for somebody" and not joined:  # it may be said again before they are here
            monkeypatch.setenv("XDG_DATA_HOME", str(home / "hanne"))
            theirs = Server(inn.url)
            assert first.info.code is not None
            joined.append(go_to(theirs, first.info.code, "Hanne"))

    PlainTable(first, lambda prompt: next(lines), told).run()
    assert "You leave the table. Your seat stays yours" in heard[-1]
    assert "Table at" in " ".join(heard)
    first.close()
    joined[0].close()


def test_clocks_run_and_are_told(inn: Running) -> None:
    mine = Server(inn.url)
    seats = [{"who": "you", "name": "Wren"}, {"who": "bot", "bot": "random"}]
    asked_for = {"game": "magicduel", "seats": seats, "clock": {"kind": "decision", "seconds": 600}}
    info = mine._seated(mine.ask("POST", "/tables", Seated, asked_for), "")
    key = mine.key(info.id)
    assert key is not None
    mine.ask("POST", f"/tables/{info.id}/start", TableInfo, {}, key.token)
    table = begun(RemoteTable(mine, info))
    first = table.moment().clocks
    assert first is not None
    assert first.running == [0]
    assert first.left[0] is not None
    assert 0 < first.left[0] <= 600_000
    table.advance(0.05)
    later = table.moment().clocks
    assert later is not None
    assert later.left[0] is not None
    assert later.left[0] <= first.left[0]
    heard: list[str] = []
    PlainTable(table, lambda prompt: "quit", heard.append).run()
    assert any(line.startswith("Time left: ▸Wren ") for line in heard)
    table.close()


def test_a_rematch_seats_the_same_people_one_further(
    inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two(inn, home, monkeypatch, "magicduel")
    with pytest.raises(NotNow, match="the match is not over"):
        first.again()
    first.resign()
    assert asked(second) is None
    new = second.again()
    assert "not ready yet" in "\n".join(new.lobby)
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    old = first.again()
    for table, seat in ((old, 1), (new, 0)):
        now = begun(table).moment()
        assert now.you == seat
        assert now.names == {0: "Hanne", 1: "Wren"}
    player = asked(old, new)
    assert player is new
    player.act("magic")
    for table in (first, second, old, new):
        table.close()


def test_whoever_set_a_table_gives_a_chair_to_a_bot_and_others_do_not(
    inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = Server(inn.url)
    rules: dict[str, Any] = {}
    first = RemoteTable(mine, mine.set_table("micah", ["you", "open", "open"], rules, "Wren", "300+5", True))
    assert first.info.public
    assert first.info.id in [one.id for one in mine.tables()]
    second = go_to(other(inn.url, home / "hanne", monkeypatch), first.info.id, "Hanne")
    with pytest.raises(NotNow, match="only whoever set the table"):
        second.seat_bot(2, "greedy")
    first.say("soup is ready")
    for _ in range(100):
        if second.said:
            break
        second.advance(0.2)
    assert [note.text for note in second.said] == ["soup is ready"]
    second.get_up()
    assert second.server.key(second.info.id) is None
    for seat in (1, 2):
        with pytest.raises(NotNow, match="nobody sits on seat"):
            first.begin()
        first.seat_bot(seat, "greedy")
    first.begin()
    clocks = begun(first).moment().clocks
    assert clocks is not None
    assert clocks.left[1:] == [None, None]
    assert 0 < (clocks.left[0] or 0) <= 305_000
    for table in (first, second):
        table.close()


def test_a_deck_is_brought_from_a_file(inn: Running, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = innkeeper.get_game("adventurer")
    text = (game.folder / "content" / "decks.toml").read_text()
    cards = next(iter(tomllib.loads(text)["deck"].values()))["cards"]
    file = "\n".join(f"{count} {card}" for card, count in cards.items())
    mine = Server(inn.url)
    first = RemoteTable(mine, mine.set_table("adventurer", ["you", "open"], {}, "Wren"))
    first.bring(f"# Wren's own\n{file}")
    with pytest.raises(NotNow, match="no card"):
        first.bring("40 sausages")
    friend = other(inn.url, home / "hanne", monkeypatch)
    with pytest.raises(NotNow, match="no card"):
        go_to(friend, first.info.id, "Hanne", "40 sausages")
    second = go_to(friend, first.info.id, "Hanne", f"# Hanne's own\n{file}")
    seats = begun(second).moment().view["seats"]
    assert [one["deck_name"] for one in seats] == ["Wren's own", "Hanne's own"]
    for table in (first, second):
        table.close()


def test_an_account_is_logged_into_once_and_its_key_is_for_nobody_else(inn: Running, home: Path) -> None:
    server = Server(inn.url)
    server.ask("POST", "/accounts", Any, {"name": "Marguerite", "password": "a long walk home"})
    with pytest.raises(NotNow, match="password"):
        server.log_in("Marguerite", "a short walk home")
    with pytest.raises(NotNow, match="you are not logged in"):
        server.log_out()
    told = CliRunner().invoke(
        main, ["play", "--plain", "--server", inn.url, "--login", "Marguerite"], input="a long walk home\n"
    )
    assert told.exit_code == 0, told.output
    assert "a long walk home" not in told.output
    kept = home / "innkeeper" / "accounts.json"
    assert kept.stat().st_mode & 0o077 == 0
    assert "a long walk" not in kept.read_text()
    table = Server(inn.url).set_table("magicduel", ["you", "open"], {}, "somebody else")
    assert (table.seats[0].account, table.seats[0].name) == ("Marguerite", "Marguerite")
    Server(inn.url).log_out()
    assert Server(inn.url).account is None
    assert Server(inn.url).set_table("magicduel", ["you", "open"], {}, "Nell").seats[0].account is None


def test_what_is_no_clock_is_refused_and_what_needs_a_server_says_so(inn: Running) -> None:
    assert clock_of("60") == {"kind": "decision", "seconds": 60}
    assert clock_of("300+5") == {"kind": "bank", "seconds": 300, "increment": 5}
    for wrong in ("", "soon", "5+", "+5", "-3", "1+x"):
        with pytest.raises(NotNow, match="is no clock"):
            clock_of(wrong)
    for option in (["--clock", "60"], ["--public"], ["--login", "Wren"], ["--name", "Wren"]):
        told = CliRunner().invoke(main, ["play", "echo", "--plain", *option])
        assert told.exit_code == 2
        assert f"{option[0]} is for a table of a server" in told.output
