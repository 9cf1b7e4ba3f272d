"""Pages of other origins: what a browser lets them do with this server, and what not."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.server.running import Running, running

CREATE = """async ([url, options]) => {
    const answer = await fetch(url + "/api/tables", {
        method: "POST", headers: {"content-type": "application/json"}, ...options,
        body: JSON.stringify({game: "echo", seats: [{who: "you"}, {who: "bot"}]}),
    });
    const made = await answer.json();
    return {id: made.table.id, token: made.tokens[0].token};
}"""
START = """async ([url, id, headers, credentials]) => {
    const path = `${url}/api/tables/${id}/start`;
    const sent = {method: "POST", body: "{}", credentials,
                  headers: {...headers, "content-type": "application/json"}};
    return (await (await fetch(path, sent)).json()).status;
}"""
PLAY = """([url, id, protocols]) => new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/tables/${id}/socket`, protocols);
    const heard = [];
    socket.onmessage = (event) => {
        const message = JSON.parse(event.data);
        heard.push(message);
        if (message.type === "update" && !message.answers)
            socket.send(JSON.stringify({type: "act", action: "resign", seq: message.seq, nonce: "n"}));
        const idle = message.type === "welcome" && message.table.status !== "playing";
        if (message.answers || idle) { resolve(heard); socket.close(); }
    };
    socket.onclose = (event) => resolve([...heard, {type: "closed", code: event.code}]);
})"""


class _Empty(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>another page</title>")

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def other_site() -> Iterator[int]:
    """Somebody else's web server; its port."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), _Empty)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield site.server_address[1]
    finally:
        site.shutdown()
        thread.join()
        site.server_close()


@pytest.fixture(scope="module")
def site() -> Iterator[int]:
    with other_site() as port:
        yield port


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, site: int) -> Iterator[Running]:
    """An inn that two origins may use: one of its own site, and one of another."""
    origins = [f"http://localhost:{site}", f"http://127.0.0.1:{site}"]
    with running(Path(tmp_path_factory.mktemp("shared")), origins=origins) as found:
        yield found


def test_a_page_of_another_site_plays_with_the_key_of_its_seat(
    page: Page, shared: Running, site: int
) -> None:
    page.goto(f"http://localhost:{site}/")
    made = page.evaluate(CREATE, [shared.url, {}])
    key = {"authorization": f"Bearer {made['token']}"}
    assert page.evaluate(START, [shared.url, made["id"], key, "omit"]) == "playing"
    heard = page.evaluate(PLAY, [shared.url, made["id"], ["innkeeper", f"bearer.{made['token']}"]])
    assert heard[0]["type"] == "welcome"
    assert heard[0]["you"] == 0
    assert heard[-1]["over"] is True


def test_it_has_no_cookie_there(page: Page, shared: Running, site: int) -> None:
    """The cookie stays with the inn's own site: what a browser calls strict."""
    page.goto(f"http://localhost:{site}/")
    made = page.evaluate(CREATE, [shared.url, {"credentials": "include"}])
    assert page.evaluate(START, [shared.url, made["id"], {}, "include"]) is None
    assert page.evaluate(PLAY, [shared.url, made["id"], []])[0]["type"] == "welcome"  # on the bench


def test_a_page_of_the_same_site_has_the_cookie(page: Page, shared: Running, site: int) -> None:
    page.goto(f"http://127.0.0.1:{site}/")
    made = page.evaluate(CREATE, [shared.url, {"credentials": "include"}])
    assert page.evaluate(START, [shared.url, made["id"], {}, "include"]) == "playing"
    assert page.evaluate(PLAY, [shared.url, made["id"], []])[0]["you"] == 0


def test_a_page_that_was_not_named_can_read_and_do_nothing(page: Page, shared: Running) -> None:
    with other_site() as port:
        page.goto(f"http://localhost:{port}/")
        read = "(url) => fetch(url + '/api/games').then(() => 'read', (wrong) => wrong.constructor.name)"
        assert page.evaluate(read, shared.url) == "TypeError"
        create = f"(given) => ({CREATE})(given).then(() => 'done', (wrong) => wrong.constructor.name)"
        assert page.evaluate(create, [shared.url, {}]) == "TypeError"
        assert page.evaluate(PLAY, [shared.url, "A" * 22, []]) == [{"type": "closed", "code": 4403}]
