"""What the server says of its bots' strength: the card of a game, or that there is none."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec
from msgspec import structs

from innkeeper.bots.strength import FILE, bots_of, card_of, written
from innkeeper.doctor import is_compiled
from innkeeper.engine.game import all_games, get_game, registered
from innkeeper.server.protocol import StrengthInfo
from tests.server.client import Api
from tests.server.running import Running
from tests.toy.rules import GAME as PEBBLES


def test_every_game_says_how_strong_its_bots_are(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            for game in all_games()[0]:
                told = await api.get(f"/api/games/{game.id}/strength")
                card = card_of(game)
                found = msgspec.convert(told, StrengthInfo)
                assert (found.game, found.card) == (game.id, card)
                assert found.changed == (
                    card is not None and card.build.code != bots_of(game, card.build.compiled)
                )
                assert found.slower == (card is not None and card.build.compiled and not is_compiled())
            await api.get("/api/games/chess/strength", status=404)

    asyncio.run(scenario())


def test_a_plug_in_without_a_card_says_so(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            assert await api.get(f"/api/games/{PEBBLES.id}/strength") == {
                "game": PEBBLES.id,
                "card": None,
                "changed": False,
                "slower": False,
            }

    with registered(PEBBLES):
        asyncio.run(scenario())


def test_a_card_that_is_none_is_told_and_hurts_nothing_else(server: Running, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            refused = await api.get("/api/games/echo/strength", status=409)
            assert refused["reason"].startswith("strength.json of Echo is no strength card")
            assert str(tmp_path) not in refused["reason"]
            await api.get("/api/games/echo")

    game = get_game("echo")
    for name in ("rulebook.md", "table.toml", "content"):
        (tmp_path / name).symlink_to(game.folder / name)
    (tmp_path / FILE).write_text("[]")
    with registered(replace(game, folder=tmp_path)):
        asyncio.run(scenario())


def test_a_card_of_other_code_says_so(server: Running, tmp_path: Path) -> None:
    game = get_game("echo")
    card = card_of(game)
    assert card is not None

    async def told(code: str) -> bool:
        (tmp_path / FILE).write_bytes(
            written(structs.replace(card, build=structs.replace(card.build, code=code)))
        )
        async with Api(server.url) as api:
            return bool((await api.get("/api/games/echo/strength"))["changed"])

    for name in ("rulebook.md", "table.toml", "content"):
        (tmp_path / name).symlink_to(game.folder / name)
    moved = replace(game, folder=tmp_path)
    with registered(moved):
        assert not asyncio.run(told(bots_of(moved, card.build.compiled)))
        assert asyncio.run(told("0123"))
