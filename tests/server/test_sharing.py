"""A link that is pasted elsewhere says what everybody may know, and nothing else."""

from __future__ import annotations

import asyncio
import re
import struct
import zlib
from typing import Any

from innkeeper.server.pictures import draw
from innkeeper.server.sharing import INN
from tests.server.client import Api
from tests.server.running import Running

NOBODYS = "A" * 22
OWN = draw(INN.game, INN.title, INN.lines)


async def table(api: Api, name: str = "Wren", **more: Any) -> str:
    """A running match of Echo between two people at one screen: nobody acts while it is looked at."""
    seats = [{"who": "you", "name": name}, {"who": "you", "name": "Hanne"}]
    made = await api.post("/api/tables", {"game": "echo", "seats": seats, **more})
    await api.post(f"/api/tables/{made['table']['id']}/start")
    return str(made["table"]["id"])


async def pasted(api: Api, id: str) -> tuple[str, bytes]:
    """What somebody without any key sees of a link: its head, without the address, and its picture."""
    async with Api(api.url) as stranger:
        page = await stranger.http.get(f"/t/{id}")
        picture = await stranger.http.get(f"/t/{id}/picture.png")
    assert picture.headers["content-type"] == "image/png"
    assert "<script" in page.text, "it is the page itself"
    return page.text.partition("</head>")[0].replace(id, ""), picture.content


def said(head: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', head))


def test_a_running_match_tells_public_facts_alone(server: Running) -> None:
    """Two matches that differ only in what is hidden are the same to the eye."""

    async def scenario() -> None:
        async with Api(server.url) as api:
            one = await pasted(api, await table(api, public=True))
            two = await pasted(api, await table(api, public=True))
            assert one == two
            assert said(one[0])["title"].startswith("Echo: Wren and Hanne")
            assert "moves so far" in said(one[0])["description"]
            assert one[1] != OWN

    asyncio.run(scenario())


def test_who_has_the_link_of_a_private_match_is_told_what_they_may_watch(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            head, picture = await pasted(api, await table(api))
            assert said(head)["title"] == "Echo: Wren and Hanne"
            assert picture != OWN

    asyncio.run(scenario())


def test_what_is_closed_looks_like_what_is_not_there(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            nothing = await pasted(api, NOBODYS)
            assert nothing[1] == OWN
            assert said(nothing[0])["title"] == "Innkeeper"
            assert await pasted(api, await table(api, watchers=False)) == nothing
            assert await pasted(api, await table(api, public=True, watchers=False)) == nothing

    asyncio.run(scenario())


def test_names_are_words_and_not_tags(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            head, picture = await pasted(api, await table(api, '"><b>Wren', public=True))
            assert "<b>" not in head
            assert "&quot;&gt;&lt;b&gt;Wren" in head
            assert picture != OWN

    asyncio.run(scenario())


def test_the_picture_is_a_picture() -> None:
    """A whole PNG of the size that is asked for everywhere, whatever letters a name has."""
    for names in ("Wren and Bodil", "Łukasz, Ωmega and 🦉 " * 12, ""):
        body = draw("echo", "Echo", (names, "They are playing: 3 moves so far. Look in!"))
        assert body[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", body[16:24]) == (1200, 630)
        data = body[body.index(b"IDAT") + 4 : body.index(b"IEND") - 8]
        assert len(zlib.decompress(data)) == 630 * 1201
    assert draw("no-such-game", "Echo", ("", "")) != draw("echo", "Echo", ("", ""))
