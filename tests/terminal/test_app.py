"""The application that fills a terminal, by keys alone, through Textual's own pilot."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import innkeeper
from innkeeper.engine.errors import InnkeeperError
from innkeeper.terminal import saved
from innkeeper.terminal.local import LocalTable, new_table
from innkeeper.terminal.saved import YOU, Keeper

pytest.importorskip("textual")

from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Select, Static

from innkeeper.terminal.app import InnApp
from innkeeper.terminal.app.book import Book
from innkeeper.terminal.app.hall import Hall
from innkeeper.terminal.app.keys import Keys
from innkeeper.terminal.app.lobby import Lobby
from innkeeper.terminal.app.replay import Replay
from innkeeper.terminal.app.setting import SetTable
from innkeeper.terminal.app.sheets import CardSheet, Curtain, Reading, Sure
from innkeeper.terminal.app.table import TableScreen
from innkeeper.terminal.settings import Settings

Steps = Callable[[Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Settings().changed(pace="at once")
    return tmp_path


def drive(steps: Steps, table: LocalTable | None = None, size: tuple[int, int] = (100, 32)) -> None:
    """Run the application with a person at its keys."""

    async def run() -> None:
        app = InnApp(table)
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await steps(pilot)

    asyncio.run(run())


async def settled(pilot: Pilot[None]) -> None:
    """Wait until the table asks, or the match is over, or another page lies over it."""
    for _ in range(2000):
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, TableScreen):
            return
        now = screen.table.moment()
        asked = now.decision is not None or now.over
        shown = screen.now.seq == now.seq and not screen.telling
        if asked and shown and not [w for w in screen.workers if w.group == "act" and not w.is_finished]:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("the table never asked")


async def until(pilot: Pilot[None], reached: Callable[[], bool]) -> None:
    """Wait for something that comes by itself."""
    for _ in range(2000):
        await pilot.pause()
        if reached():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("that never came")


def sitting(game: str, seats: int = 2, people: int = 1, seed: int = 4, **options: Any) -> LocalTable:
    found = innkeeper.get_game(game)
    rules = {"preset": found.recommended, **options}
    match = innkeeper.new_match(game, seats=seats, seed=seed, options=rules)
    players = [YOU] * people + ["greedy"] * (seats - people)
    return LocalTable(match, players, Keeper.begin(match, players), seed=seed)


def at_table(pilot: Pilot[None]) -> TableScreen:
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen), screen
    return screen


def shown(pilot: Pilot[None], id: str) -> str:
    return str(pilot.app.screen.query_one(f"#{id}", Static).render())


@pytest.mark.parametrize("game", innkeeper.game_ids())
def test_whole_games_by_keys_alone(game: str) -> None:
    """Enter, again and again, with a look at the second choice now and then."""
    table = sitting(game, seed=11)

    async def play(pilot: Pilot[None]) -> None:
        pressed = 0
        while not table.moment().over:
            assert isinstance(pilot.app.screen, (TableScreen, Sure)), pilot.app.screen
            before = table.match.length
            if pressed % 3 == 2:
                await pilot.press("down")
            await pilot.press("enter")
            await settled(pilot)
            if isinstance(pilot.app.screen, Sure):
                await pilot.press("y")
                await settled(pilot)
            pressed += 1
            assert pressed < 6000
            if table.match.length == before and pressed % 3 == 2:
                continue  # a verb was opened
        await settled(pilot)
        await pilot.pause()
        assert "Won by" in shown(pilot, "prompt") or "A draw" in shown(pilot, "prompt")
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Hall)

    drive(play, table)
    (kept,) = saved.all_saved()
    assert kept.outcome is not None
    assert innkeeper.verify(kept.record()).outcome is not None


def test_a_choice_is_previewed_before_it_is_confirmed() -> None:
    table = sitting("magicduel")

    async def look(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "3 + all your magic 0 = 3" in shown(pilot, "foreseen"))
        assert "health: 25 → 22" in shown(pilot, "foreseen")
        assert table.match.length == 0
        await pilot.press("4")
        await settled(pilot)
        await until(pilot, lambda: "Piercing Attack on the rival" in shown(pilot, "foreseen"))
        assert table.match.length == 0
        await pilot.press("enter")
        await settled(pilot)
        assert "jabs the rival" in " ".join(line.text for line in table.moment().lines)

    drive(look, table)


def test_numbers_of_several_digits_open_the_verb_they_are_in() -> None:
    table = sitting("magicduel", preset="literal")

    async def look(pilot: Pilot[None]) -> None:
        screen = at_table(pilot)
        listed = screen.query_one("#choices", OptionList)
        assert "heal ▸ 100 choices" in str(listed.get_option("verb-heal").prompt)
        await pilot.press("1", "0", "0")
        await pilot.pause()
        assert screen._highlighted() == "heal:95"
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)
        assert screen.open_verb == ""

    drive(look, table)


def test_find_a_choice_by_its_letters() -> None:
    async def look(pilot: Pilot[None]) -> None:
        screen = at_table(pilot)
        await pilot.press("slash", *"pierc")
        await pilot.pause()
        assert screen.query_one("#choices", OptionList).option_count == 1
        await pilot.press("enter")
        assert screen._highlighted() == "attack:pierce:player"
        await pilot.press("slash", "escape")
        await pilot.pause()
        assert screen.query_one("#choices", OptionList).option_count == 10

    drive(look, sitting("magicduel"))


def test_cards_rules_and_why_are_one_key_away() -> None:
    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        assert isinstance(pilot.app.screen, CardSheet)
        await pilot.press(*"witch")
        await pilot.pause()
        assert shown(pilot, "told")
        await pilot.press("down", "up", "escape")
        await pilot.press("w")
        sheet = pilot.app.screen
        assert isinstance(sheet, Reading)
        assert "EC-" in sheet.text
        await pilot.press("escape", "l", "up", "enter")
        assert isinstance(pilot.app.screen, Reading)
        await pilot.press("escape", "escape", "r")
        assert isinstance(pilot.app.screen, Book)
        await pilot.press("slash", *"overseer", "enter", "down", "space", "b")
        await pilot.pause()
        assert "overseer" in shown(pilot, "words").lower()
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)

    drive(look, sitting("echo"))


def test_hint_undo_and_resign() -> None:
    table = sitting("magicduel")

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await settled(pilot)
        await pilot.press("1", "0", "enter")
        await settled(pilot)
        assert table.match.length > 0
        await pilot.press("u")
        await settled(pilot)
        assert "takes back" in table.moment().lines[-1].text
        await pilot.press("X")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Sure)
        await pilot.press("n")
        await settled(pilot)
        assert not table.moment().over
        await pilot.press("X")
        await pilot.pause()
        await pilot.press("y")
        await settled(pilot)
        assert table.moment().over

    drive(look, table)


def test_a_curtain_falls_between_people_at_one_keyboard() -> None:
    table = sitting("echo", people=2)

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Curtain))
        behind = str(pilot.app.screen.query_one(Static).render())
        assert "The others look away" in behind
        assert table.viewer == 0
        await pilot.press("enter")
        await settled(pilot)
        assert table.viewer == 1
        assert at_table(pilot).now.you == 1

    drive(look, table)


def test_the_hall_sets_a_table_with_every_house_rule() -> None:
    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, SetTable)
        rules = innkeeper.get_game("magicduel").options.__struct_fields__
        for name in rules:
            if name != "preset":
                assert form.query(f"#rule-{name}"), name
        form.query_one("#rule-max_hp", Input).value = "4"
        await pilot.press("f2")
        await until(pilot, lambda: shown(pilot, "trouble") != "")
        assert "option max_hp: 4 is not" in shown(pilot, "trouble")
        form.query_one("#rule-max_hp", Input).value = "40"
        form.query_one("#rule-distinct_moves", Select).value = "no"
        form.query_one("#rule-first_player", Select).value = "seat1"
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await settled(pilot)
        options = at_table(pilot).now.view["table"]["options"]
        assert (options["max_hp"], options["distinct_moves"], options["first_player"]) == (40, False, "seat1")
        assert options["preset"] == "tournament"

    drive(look)


@pytest.mark.parametrize("game", innkeeper.game_ids())
def test_the_form_of_every_game_begins_what_it_shows(game: str) -> None:
    found = innkeeper.get_game(game)

    async def look(pilot: Pilot[None]) -> None:
        for preset in found.presets:
            form = SetTable(found)
            await pilot.app.push_screen(form)
            form.query_one("#preset", Select).value = preset.id
            await pilot.pause()
            options = form._options()
            wanted = found.options.resolve({"preset": preset.id}, found.book_of(found.content))
            assert found.options.resolve(options, found.book_of(found.content)) == wanted
            await pilot.press("escape")

    drive(look)


def test_matches_are_listed_gone_on_with_and_looked_at_again() -> None:
    table = sitting("magicduel")
    table.act("magic")
    table.close()

    async def look(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app.screen, Hall)
        await pilot.press("right", "v")
        await pilot.pause()
        replay = pilot.app.screen
        assert isinstance(replay, Replay)
        assert replay.eyes == [0, None]  # not over: nobody else's eyes
        await pilot.press("end")
        assert replay.at == 1
        await pilot.press("left", "right", "home", "shift+right", "v", "w", "escape", "escape")
        assert isinstance(pilot.app.screen, Hall)
        await pilot.press("enter")
        await settled(pilot)
        assert at_table(pilot).table.moment().seq >= 1
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Hall)

    drive(look)


def test_the_palette_knows_the_keys_of_the_page() -> None:
    async def look(pilot: Pilot[None]) -> None:
        titles = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert {"Why?", "Card", "Undo", "Leave"} <= set(titles)
        assert "Talk" not in titles

    drive(look, sitting("magicduel"))


def test_settings_are_kept(home: Path) -> None:
    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("home", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Hall)

    drive(look)
    assert Settings.load().pace == "slow"
    (home / "innkeeper" / "terminal.json").write_text('{"pace": 3, "theme": []}')
    assert Settings.load() == Settings()
    (home / "innkeeper" / "terminal.json").write_text("[")
    assert Settings.load() == Settings()


def test_play_now_opens_a_table_against_a_regular_bot() -> None:
    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("p")
        await settled(pilot)
        assert at_table(pilot).now.names == {0: "Traveller", 1: "Regular"}

    drive(look)
    with pytest.raises(InnkeeperError):
        new_table(innkeeper.get_game("magicduel"), ["you", "nobody-we-know"])


def test_a_table_of_a_server_from_the_hall_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One person sets a table in the terminal, another finds it with the code; clocks, talk and consent."""
    from innkeeper.terminal.remote import RemoteTable, go_to
    from innkeeper.terminal.server import Server
    from tests.server.running import running

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetTable))
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, Lobby))
        lobby = pilot.app.screen
        assert isinstance(lobby, Lobby)
        first = lobby.table
        assert isinstance(first, RemoteTable)
        await until(pilot, lambda: "Code for your friends" in shown(pilot, "lobby"))
        assert first.info.code is not None
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "hanne"))
        friend = await asyncio.to_thread(go_to, Server(first.server.url), first.info.code, "Hanne")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        screen = at_table(pilot)
        await until(pilot, lambda: screen.now.decision is not None)
        await pilot.press("t", *"hello", "enter")
        await until(pilot, lambda: friend.begun and bool(friend.moment().said))
        await pilot.press("1", "0", "enter")
        await until(pilot, lambda: friend.moment().decision is not None)
        await asyncio.to_thread(friend.act, "magic")
        await until(pilot, lambda: screen.now.seq == 2)
        await asyncio.to_thread(friend.undo)
        await until(pilot, lambda: screen.now.seq == 3 or screen.now.undo.asked_by == 1)
        if screen.now.seq == 2:
            await until(pilot, lambda: "Press y or n" in shown(pilot, "prompt"))
            await pilot.press("y")
        await until(pilot, lambda: screen.now.seq == 3)
        await asyncio.to_thread(friend.resign)
        await until(pilot, lambda: "Won by Traveller" in shown(pilot, "prompt"))
        await asyncio.to_thread(friend.close)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Hall))

    with running(tmp_path) as inn:

        async def run() -> None:
            app = InnApp(None, Server(inn.url))
            async with app.run_test(size=(120, 40)) as pilot:
                await settled(pilot)
                await play(pilot)

        asyncio.run(run())


def test_the_lobby_of_a_server_seats_a_bot_begins_and_plays_again(tmp_path: Path) -> None:
    """Set with a clock, by keys alone: a bot on the empty chair, talk, begin, to the end, and again."""
    from innkeeper.terminal.server import Server
    from tests.server.running import running

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetTable))
        pilot.app.screen.query_one("#clock", Select).value = "300+5"
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, Lobby))
        await until(pilot, lambda: "Seat 1: waits for somebody" in shown(pilot, "lobby"))
        assert "begin" not in keys(pilot)
        await pilot.press("t", *"hello?", "enter")
        await until(pilot, lambda: "Traveller: hello?" in shown(pilot, "lobby"))
        await pilot.press("b", "enter")
        await until(pilot, lambda: "a bot" in shown(pilot, "lobby"))
        await until(pilot, lambda: "begin" in keys(pilot))
        assert "bot" not in keys(pilot)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        screen = at_table(pilot)
        await until(pilot, lambda: screen.now.decision is not None)
        assert screen.now.clocks is not None
        assert "again" not in keys(pilot)
        assert {"hint", "talk"} <= keys(pilot)
        await pilot.press("X")
        await until(pilot, lambda: isinstance(pilot.app.screen, Sure))
        await pilot.press("y")
        await until(pilot, lambda: "A: again" in shown(pilot, "prompt"))
        await pilot.press("a")
        await until(pilot, lambda: pilot.app.screen is not screen)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert at_table(pilot).now.you == 1
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Hall))

    with running(tmp_path) as inn:

        async def run() -> None:
            app = InnApp(None, Server(inn.url))
            async with app.run_test(size=(100, 32)) as pilot:
                await settled(pilot)
                await play(pilot)

        asyncio.run(run())


def keys(pilot: Pilot[None]) -> set[str]:
    """What can be done by a key of this page now."""
    found = pilot.app.screen.active_bindings.values()
    return {one.binding.action for one in found if one.node is pilot.app.screen and one.enabled}


def test_again_here_goes_one_seat_further_and_takes_the_decks_along() -> None:
    table = sitting("adventurer", deck_0="goose-company", deck_1="velvet-revolution")
    table.resign()

    async def play(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "A: again" in shown(pilot, "prompt"))
        old = at_table(pilot)
        await pilot.press("a")
        await until(pilot, lambda: pilot.app.screen is not old and isinstance(pilot.app.screen, TableScreen))
        new = at_table(pilot).table
        assert isinstance(new, LocalTable)
        assert new.players == ["greedy", YOU]
        names = [one["deck_name"] for one in new.moment().view["seats"]]
        assert names == ["Velvet Revolution", "Goose Company"]

    drive(play, table)


def test_a_click_shows_what_a_choice_comes_to_and_a_second_one_does_it() -> None:
    table = sitting("magicduel")

    async def look(pilot: Pilot[None]) -> None:
        screen = at_table(pilot)
        await pilot.click("#choices", offset=(12, 3))
        await until(pilot, lambda: screen._highlighted() == "attack:pierce:player")
        await settled(pilot)
        assert table.match.length == 0
        await pilot.click("#choices", offset=(12, 3))
        await until(pilot, lambda: table.match.length > 0)
        assert table.record()["entries"][0]["do"] == "attack:pierce:player"

    drive(look, table)


def test_a_game_without_a_table_of_its_own_is_drawn_from_its_hints(toy: innkeeper.Game) -> None:
    table = sitting(toy.id)

    async def play(pilot: Pilot[None]) -> None:
        told = str(pilot.app.screen.query_one("#drawn", Static).render())
        assert toy.title in told
        assert "Traveller (you)" in told
        for _ in range(500):
            if table.moment().over:
                break
            await pilot.press("enter")
            await settled(pilot)
        assert table.moment().over

    drive(play, table)


class Slow(LocalTable):
    """A table whose disk takes its time with an answer."""

    reached: threading.Event
    let_go: threading.Event

    def _keep(self) -> None:
        self.reached.set()
        assert self.let_go.wait(60)
        super()._keep()


def slow() -> Slow:
    match = innkeeper.new_match("magicduel", seed=4)
    table = Slow(match, [YOU, "greedy"], Keeper.begin(match, [YOU, "greedy"]), seed=4)
    table.reached, table.let_go = threading.Event(), threading.Event()
    return table


def test_an_answer_on_its_way_is_said_to_be_and_enter_again_does_nothing() -> None:
    table = slow()

    async def press(pilot: Pilot[None]) -> None:
        screen = at_table(pilot)
        await pilot.press("4", "enter")
        await until(pilot, table.reached.is_set)
        await until(pilot, lambda: shown(pilot, "prompt") == "On its way …")
        await pilot.press("enter", "enter", "u")
        assert table.match.length == 1
        table.let_go.set()
        await until(pilot, lambda: screen.now.seq >= 1 and not screen.answering)
        assert [entry["do"] for entry in table.record()["entries"] if entry["seat"] == 0] == [
            "attack:pierce:player"
        ]

    drive(press, table)


def test_who_leaves_while_an_answer_is_written_loses_nothing() -> None:
    table = slow()

    async def leave(pilot: Pilot[None]) -> None:
        await pilot.press("4", "enter")
        await until(pilot, table.reached.is_set)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Hall))
        table.let_go.set()

    drive(leave, table)
    (kept,) = saved.all_saved()
    assert kept.entries[0]["do"] == "attack:pierce:player"


def test_the_hall_tells_of_the_list_one_is_in_and_lists_no_match_without_an_answer() -> None:
    begun, empty = sitting("magicduel", seed=5), sitting("magicduel", seed=6)
    begun.act("magic")
    begun.close()

    async def look(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "tactical" in shown(pilot, "about"))
        matches = pilot.app.screen.query_one("#matches", OptionList)
        assert [str(one.prompt) for one in matches.options] == ["MagicDuel with greedy · 1 entry"]
        await pilot.press("right")
        await until(pilot, lambda: "Begun on" in shown(pilot, "about"))
        await pilot.press("left")
        await until(pilot, lambda: "tactical" in shown(pilot, "about"))

    drive(look)
    empty.close()


def test_escape_in_the_hall_does_not_close_the_inn() -> None:
    async def stay(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Hall)
        assert pilot.app.is_running

    drive(stay)


def test_the_runner_and_the_own_health_are_in_sight_in_the_smallest_terminal() -> None:
    table = sitting("mazerunner", seed=3, map_goal=8)

    async def look(pilot: Pilot[None]) -> None:
        screen = at_table(pilot)
        text = "\n".join("".join(part.text for part in strip) for strip in screen._compositor.render_strips())
        assert "@0" in text
        assert "50/50" in text
        assert "0/8" in text

    drive(look, table, size=(80, 24))


def test_the_keys_of_a_page_can_be_clicked_and_go_with_what_can_be_done() -> None:
    async def click(pilot: Pilot[None]) -> None:
        line = pilot.app.screen.query_one(Keys)
        told = str(line.render())
        assert " p Play now  r Rules " in told
        assert await pilot.click(Keys, offset=(told.index("Rules") + 1, 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, Book))
        assert " / Search  esc Back " in str(pilot.app.screen.query_one(Keys).render())
        await pilot.press("escape", "p")
        await settled(pilot)
        told = str(at_table(pilot).query_one(Keys).render())
        assert "Talk" not in told
        assert "Again" not in told
        assert await pilot.click(Keys, offset=(told.index("Leave") + 1, 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, Hall))

    drive(click)
