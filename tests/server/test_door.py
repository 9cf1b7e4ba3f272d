"""What every request passes: limits, origins, headers, sizes; and the files of the client."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from pathlib import Path

import httpx
import pytest
import websockets
from click.testing import CliRunner

from innkeeper.cli import main
from innkeeper.engine.errors import InnkeeperError, InvalidOptions
from innkeeper.server import pages
from innkeeper.server.config import Settings, from_environment
from innkeeper.server.landlords import appoint
from innkeeper.server.limits import Bucket, Limiter
from innkeeper.server.pages import load_pages
from innkeeper.server.serve import JsonLines, address_of, bind
from tests.server.client import Api, Seat, two_seats
from tests.server.conftest import Standing
from tests.server.running import STOPPING, Process, Running, running


def test_security_headers_on_everything(server: Running) -> None:
    for path in ("/", "/api/games", "/health", "/nothing.js", "/api/tables/none"):
        headers = httpx.get(server.url + path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_pages_of_other_origins_are_refused(server: Running) -> None:
    evil = {"origin": "https://evil.example", "content-type": "application/json"}
    refused = httpx.post(server.url + "/api/tables", content=b'{"game":"echo"}', headers=evil)
    assert refused.status_code == 403
    own = {"origin": server.url, "content-type": "application/json"}
    assert httpx.post(server.url + "/api/tables", content=b'{"game":"echo"}', headers=own).status_code == 201

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, _ = await two_seats(api, "echo")
        address = server.url.replace("http", "ws") + f"/api/tables/{id}/socket"
        async with websockets.connect(address, origin=websockets.Origin("https://evil.example")) as socket:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403
        async with websockets.connect(address, origin=websockets.Origin(server.url)) as socket:
            assert json.loads(await socket.recv())["type"] == "welcome"

    asyncio.run(scenario())


def test_the_cookie_is_for_this_server_only(server: Running) -> None:
    made = httpx.post(server.url + "/api/tables", json={"game": "echo"})
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_too_large_and_too_fast(folder: Path, refilling: Standing) -> None:
    with running(folder, requests_per_second=5.0, messages_per_second=5.0, sockets_per_address=2) as server:
        body = json.dumps({"game": "echo", "options": {"x": "y" * 70_000}})
        answer = httpx.post(server.url + "/api/tables", content=body)
        assert answer.status_code == 413
        assert answer.json()["reason"] == "a request has at most 65536 bytes"
        with httpx.Client(base_url=server.url) as http:
            codes = [http.get("/health/none").status_code for _ in range(80)]
        assert 429 in codes
        assert httpx.get(server.url + "/health").status_code == 200

        async def scenario() -> None:
            refilling.now += 3
            async with Api(server.url) as api:
                id, tokens = await two_seats(api, "magicduel")
                async with Seat(server.url, id, tokens[0]) as seat:
                    answers = [await seat.ask("ping") for _ in range(30)]
                    assert {answer["type"] for answer in answers} == {"pong", "refused"}
                    async with Seat(server.url, id, tokens[1]):
                        third = Seat(server.url, id)
                        with pytest.raises(websockets.ConnectionClosed) as closed:
                            await third.connect()
                        assert closed.value.rcvd is not None
                        assert closed.value.rcvd.code == 4429
                    for _ in range(60):
                        await seat.send("ping", nonce="n")
                    with pytest.raises(websockets.ConnectionClosed):
                        await seat.until(lambda message: False)

        asyncio.run(scenario())


def test_nested_too_deeply(server: Running) -> None:
    body = '{"game":"echo","options":{"a":' + "[" * 30_000 + "]" * 30_000 + "}}"
    answer = httpx.post(server.url + "/api/tables", content=body)
    assert (answer.status_code, answer.json()["reason"]) == (400, "this is nested too deeply")


BAD_BODIES = [
    b"\xff\xfe",
    b'{"game":"\xff"}',
    b'{"name":"\xed\xa0\x80"}',
    b'{"name":"\\ud800","nonce":"\\u0000"}',
    b"[" * 30_000,
    b'{"game":"echo","options":' + b'{"a":' * 9000 + b"1" + b"}" * 9001,
    b'{"game":"echo","seats":[{"who":"you","name":"\\u0000\\ud83d"}],"preset":7}',
    b"9" * 6000,
]


def test_bad_bodies_are_refused_at_every_route(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    with (
        httpx.Client(base_url=server.url) as http,
        httpx.Client(base_url=server.url) as landlord,  # the workshop reads nothing that others send
        caplog.at_level(logging.ERROR),
    ):
        table = http.post("/api/tables", json={"game": "echo"}).json()["table"]["id"]
        landlord.post("/api/accounts", json={"name": "Landlord", "password": "geese are geese"})
        appoint(server.inn.settings.database_url, "Landlord", True)
        names = {"table_id": table, "seat_number": "0", "game": "adventurer", "name": "bob", "study_id": "1"}
        tried = 0
        for path, methods in http.get("/api/schema/openapi.json").json()["paths"].items():
            for method in methods.keys() - {"get"}:
                for body in BAD_BODIES:
                    sender = landlord if path.startswith("/api/workshop") else http
                    answer = sender.request(method, path.format(**names), content=body)
                    assert answer.status_code < 500, (method, path, body[:40])
                    if "requestBody" in methods[method]:
                        assert answer.status_code == 400, (method, path, body[:40], answer.text)
                        tried += 1
    assert tried > 50
    assert not caplog.records


def test_a_bucket_refills(refilling: Standing) -> None:
    bucket = Bucket(10, 2)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    refilling.now += 0.11
    assert bucket.take()
    assert all(Bucket(0, 0).take() for _ in range(1000))
    limiter = Limiter(1, 1)
    assert limiter.take("a")
    assert limiter.take("b")
    assert not limiter.take("a")


def test_health_ready_and_figures(server: Running) -> None:
    assert httpx.get(server.url + "/health").json()["status"] == "ok"
    assert httpx.get(server.url + "/ready").json()["status"] == "ok"

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel")
            async with Seat(server.url, id, tokens[0]) as seat:
                await seat.act(seat.legal[0])
                page = httpx.get(server.url + "/metrics").text
                for name in (
                    'innkeeper_actions_total{game="magicduel",kind="act"}',
                    'innkeeper_sockets{who="seat"}',
                    "innkeeper_act_seconds_bucket",
                    "innkeeper_request_seconds_bucket",
                    "innkeeper_write_queue",
                    "innkeeper_bot_queue",
                    "innkeeper_tables",
                ):
                    assert name in page
                assert id not in page

    asyncio.run(scenario())


def test_the_clients_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>the client</title>" + " " * 600)
    (static / "assets" / "app-1a2b.js").write_text("console.log(1);" * 100)
    (static / "assets" / "tiny.svg").write_text("<svg/>")
    monkeypatch.setattr(pages, "load_pages", load_pages)
    monkeypatch.setattr("innkeeper.server.app.load_pages", lambda: load_pages(static))
    with running(folder) as server, httpx.Client(base_url=server.url) as http:
        index = http.get("/")
        assert "the client" in index.text
        assert index.headers["cache-control"] == "no-cache"
        assert index.headers["content-encoding"] == "gzip"
        assert http.get("/table/goose-4117").text == index.text  # the client's own address
        script = http.get("/assets/app-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert len(gzip.compress(script.content)) < len(script.content)
        assert http.get("/assets/tiny.svg").headers.get("content-encoding") is None
        tag = script.headers["etag"]
        assert http.get("/assets/app-1a2b.js", headers={"if-none-match": tag}).status_code == 304
        head = http.head("/")
        assert (head.status_code, head.content) == (200, b"")
        assert http.get("/assets/none.js").status_code == 404
        assert http.get("/../../etc/passwd.txt").status_code == 404
        assert http.get("/api/none").status_code == 404


def test_a_page_even_without_a_client(tmp_path: Path) -> None:
    found = load_pages(tmp_path / "none")
    assert b"The inn is open" in found["index.html"].body


def test_settings_from_flags_and_environment() -> None:
    found = from_environment({"INNKEEPER_PORT": "9", "INNKEEPER_ORIGINS": "http://a,http://b", "X": "y"})
    assert (found.port, found.origins) == (9, ["http://a", "http://b"])
    assert from_environment({"INNKEEPER_PORT": "9"}, {"port": 10, "host": None}).port == 10
    again = from_environment(found.environment())
    assert again == found
    for environment, wrong in (
        ({"INNKEEPER_PORT": "many"}, "settings"),
        ({"INNKEEPER_PORT": "-1"}, "settings"),
        ({"INNKEEPER_WORKERS": "2"}, "--channels"),
    ):
        with pytest.raises(InvalidOptions, match=wrong):
            from_environment(environment)
    with pytest.raises(InvalidOptions, match="neither SQLite nor PostgreSQL"):
        _ = Settings(database="mysql://x").database_url
    assert Settings(database="postgres://u@h/d").database_url == "postgresql+psycopg://u@h/d"
    assert Settings(database="~/x.db").database_url.endswith("/x.db")
    assert "~" not in Settings(database="~/x.db").database_url
    assert Settings().database_url.endswith("innkeeper/inn.db")


def test_a_port_that_is_taken() -> None:
    first = bind(Settings(port=0))
    port = first.getsockname()[1]
    assert address_of(first, Settings(port=0, host="0.0.0.0")) == f"http://127.0.0.1:{port}/"
    with pytest.raises(InnkeeperError, match="Another server may be running"):
        bind(Settings(port=port))
    first.close()


def test_logs_are_lines_of_json() -> None:
    record = logging.LogRecord("innkeeper.x", logging.INFO, "f", 1, "it is %s", ("so",), None)
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["message"]) == ("info", "it is so")


def test_the_command_line_does_not_load_the_server_for_help() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from innkeeper.cli import main\n"
        "try: main(['serve', '--help'])\n"
        "except SystemExit: pass\n"
        "assert not [m for m in sys.modules if m.startswith(('litestar', 'sqlalchemy', 'innkeeper.server'))]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    refused = CliRunner().invoke(main, ["serve", "--workers", "2"])
    assert refused.exit_code == 1
    assert "--channels" in refused.output


def test_it_stops_in_time_with_clients_connected(folder: Path) -> None:
    server = Process("--database", str(folder / "inn.db"), "--log", "json").start()

    async def scenario() -> float:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel")
            async with Seat(server.url, id, tokens[0]) as seat:
                seconds = await asyncio.to_thread(server.stop)
                with pytest.raises(websockets.ConnectionClosed):
                    await seat.until(lambda message: False)
                return seconds

    assert asyncio.run(scenario()) < STOPPING


def test_origins_that_are_named_may_read_and_no_others(folder: Path) -> None:
    friend, path = "https://play.example.org", "/api/tables"
    ask = {"access-control-request-method": "POST", "access-control-request-headers": "authorization"}
    with running(folder, origins=[friend]) as server, httpx.Client(base_url=server.url) as http:
        asked = http.options(path, headers={**ask, "origin": friend})
        assert asked.status_code == 204
        assert asked.headers["access-control-allow-origin"] == friend
        assert asked.headers["access-control-allow-credentials"] == "true"
        schema = http.get("/api/schema/openapi.json").json()
        used = {method.upper() for ways in schema["paths"].values() for method in ways}
        assert used <= set(asked.headers["access-control-allow-methods"].split(", "))
        assert "authorization" in asked.headers["access-control-allow-headers"]
        for answer in (
            http.get("/api/games", headers={"origin": friend}),
            http.get("/api/tables/none", headers={"origin": friend}),
            http.post(path, json={"game": "echo"}, headers={"origin": friend}),
            http.post(path, json={"game": "none"}, headers={"origin": friend}),
        ):
            assert answer.headers["access-control-allow-origin"] == friend
            assert "origin" in answer.headers["vary"]
        for stranger in ("https://evil.example", "null", friend + ".evil.example", friend + "/"):
            for answer in (
                http.options(path, headers={**ask, "origin": stranger}),
                http.get("/api/games", headers={"origin": stranger}),
                http.post(path, json={"game": "echo"}, headers={"origin": stranger}),
            ):
                assert not [name for name in answer.headers if name.startswith("access-control")]
                assert "origin" in answer.headers["vary"]
    with running(folder) as server:
        answer = httpx.get(server.url + "/api/games", headers={"origin": friend})
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "origin" not in answer.headers["vary"]


@pytest.mark.parametrize("origin", ["*", "null", "play.example.org", "https://play.example.org/", "ftp://a"])
def test_an_origin_is_written_as_browsers_write_it(origin: str) -> None:
    with pytest.raises(InvalidOptions, match="origins"):
        from_environment({"INNKEEPER_ORIGINS": origin})


def test_a_key_as_a_subprotocol(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "echo")
        address = server.url.replace("http", "ws") + f"/api/tables/{id}/socket"
        for token, seat in ((tokens[1], 1), (tokens[0], 0)):
            offered = [websockets.Subprotocol("innkeeper"), websockets.Subprotocol(f"bearer.{token}")]
            async with websockets.connect(address, subprotocols=offered) as socket:
                assert socket.subprotocol == "innkeeper"
                assert json.loads(await socket.recv())["you"] == seat
        wrong = [websockets.Subprotocol("innkeeper"), websockets.Subprotocol("bearer." + "x" * 43)]
        async with websockets.connect(address, subprotocols=wrong) as socket:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403

    asyncio.run(scenario())
