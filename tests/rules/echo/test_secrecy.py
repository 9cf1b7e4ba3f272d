"""What a seat can know, and worlds dealt from exactly that."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance, Match, ScriptedChance
from innkeeper.engine.frame import State, canonical
from innkeeper.games.echo.state import Echo
from innkeeper.testing.table import Table, rule
from tests.rules.echo.battles import BARDS, CREATURES, PLAINS, SEERS, echo, turn

World = tuple[int, ...]

TABLES: list[dict[str, Any]] = [
    {},
    {"guess_reveal": "late"},
    {"guess_pool": "living"},
    {"fields": "wild", "guess_pool": "living", "guess_reveal": "late"},
    {"fields": "custom", "field_list": ["night", "urban", "night", "glade"], "guess_reveal": "late"},
]


def positions(options: dict[str, Any], seed: int) -> Iterator[Match]:
    """A match in which seers are played and notes are written, after every action."""
    match = innkeeper.new_match("echo", options=options, chance=FastChance(seed))
    whims = FastChance(seed + 1)
    yield match
    while match.outcome is None:
        asked = list(match.pending)
        seat = asked[whims.below(len(asked))]
        legal = list(match.pending[seat].ids)
        liked = [action for action in legal if "sabotage" in action and whims.below(3) > 0]
        liked = [action for action in liked or legal if ":seer:" in action] or liked or legal
        match.act(seat, liked[whims.below(len(liked))])
        yield match


def all_worlds(match: Match, viewer: int) -> set[World]:
    """Every deal and every hidden choice under which the seat would have seen just what it saw."""
    actions = [(entry["seat"], entry["do"]) for entry in match.record()["entries"]]
    seen = [innkeeper.view(s, viewer) for s in replayed(match)]
    opening = seen[0]
    fields = [field["id"] for field in opening["table"]["fields"]]  # type: ignore[index]
    hand = opening["seats"][viewer]["hand"]  # type: ignore[index]
    hidden = [creature for creature in CREATURES if creature not in hand]
    found: set[World] = set()

    def search(s: State, step: int) -> None:
        if innkeeper.view(s, viewer) != seen[step]:
            return
        if step == len(actions):
            found.add(tuple(canonical(s)))
            return
        seat, done = actions[step]
        for action in s.actions(seat):
            if seat != viewer or action.id == done:
                world = s.copy()
                world.act(seat, action)
                search(world, step + 1)

    for overseer in hidden:
        theirs = [creature for creature in hidden if creature != overseer]
        hands = [hand, theirs] if viewer == 0 else [theirs, hand]
        decks = {"creatures": [overseer, *hands[0], *hands[1]]}
        if match.options.fields == "standard":
            decks["fields"] = fields[:3]
        elif match.options.fields == "wild":
            decks["fields"] = fields
        search(
            innkeeper.new_match(
                "echo", options=match.options.json(), chance=ScriptedChance(decks=decks), log=False
            ).state,
            0,
        )
    return found


def replayed(match: Match) -> list[State]:
    """The states of a match from its opening on."""
    record = match.record()
    entries = record["entries"]
    return [
        innkeeper.replay({**record, "entries": entries[:count], "outcome": None}).state
        for count in range(len(entries) + 1)
    ]


def check_uniform(drawn: Counter[Any], worlds: set[Any]) -> None:
    """Every world occurs, none that is not one, and all about equally often."""
    assert set(drawn) <= worlds
    expected = drawn.total() / len(worlds)
    distance = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
    freedom = len(worlds) - 1
    assert distance < freedom + 6 * (2 * freedom) ** 0.5 + 6


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("seed", [3, 8])
def test_determinize_draws_evenly_from_all_consistent_worlds(options: dict[str, Any], seed: int) -> None:
    chance = FastChance(seed)
    counts = set()
    for number, match in enumerate(positions(options, seed)):
        if match.outcome is not None:
            break
        viewer = (number + seed) % 2
        worlds = all_worlds(match, viewer)
        assert tuple(canonical(match.state)) in worlds
        counts.add(len(worlds))
        drawn = Counter(
            tuple(canonical(match.state.determinize(viewer, chance))) for _ in range(12 * len(worlds))
        )
        check_uniform(drawn, worlds)
    assert max(counts) > 20


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("seed", range(20, 23))
def test_determinize_draws_evenly_in_many_games(options: dict[str, Any], seed: int) -> None:
    chance = FastChance(seed)
    for match in positions(options, seed):
        for viewer in (0, 1):
            if match.outcome is None:
                worlds = all_worlds(match, viewer)
                drawn = Counter(
                    tuple(canonical(match.state.determinize(viewer, chance))) for _ in range(20 * len(worlds))
                )
                check_uniform(drawn, worlds)


def public_deals(match: Match) -> set[tuple[int, int, int]]:
    """Every deal that fits what everybody saw: the two hands as they are now (masks), and the overseer."""
    table = match.view(None)["table"]
    shown: list[set[str]] = [set(), set()]
    named: list[set[str]] = [set(), set()]
    for battle in table["history"]:  # type: ignore[index]
        for play in battle["plays"]:
            shown[play["seat"]].add(play["creature"])
            named[play["seat"]].add(play["named"])
    dead = [set(cards) for cards in shown]
    for seat in match.view(None)["seats"]:  # type: ignore[attr-defined]
        shown[seat["seat"]] |= {seat["creature"]} - {None}
        named[seat["seat"]].add(seat["named"])
    found = set()
    for first in itertools.combinations(CREATURES, 5):
        if not shown[0] <= set(first) or shown[1] & set(first):
            continue
        rest = [creature for creature in CREATURES if creature not in first]
        for overseer in rest:
            hands = [set(first), set(rest) - {overseer}]
            if overseer in shown[1]:
                continue
            if match.options.guess_pool == "unseen" and any(named[seat] & hands[seat] for seat in (0, 1)):
                continue
            found.add((mask(hands[0] - dead[0]), mask(hands[1] - dead[1]), CREATURES.index(overseer)))
    return found


def mask(creatures: set[str]) -> int:
    return sum(1 << CREATURES.index(creature) for creature in creatures)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_worlds_for_spectators_are_drawn_evenly_too(options: dict[str, Any]) -> None:
    checked = 0
    for seed in (3, 8, 13, 14):
        chance = FastChance(seed)
        for match in positions(options, seed):
            if match.outcome is not None or not match.view(None)["turn"] >= 3:  # type: ignore[operator]
                continue
            deals = public_deals(match)
            drawn: Counter[Any] = Counter()
            for _ in range(10 * len(deals)):
                world = match.state.determinize(None, chance)
                assert isinstance(world, Echo)
                drawn[world.rulers[0].hand, world.rulers[1].hand, world.overseer] += 1
            check_uniform(drawn, deals)
            checked += 1
    assert checked > 15


def test_worlds_look_the_same_and_can_be_played_out() -> None:
    for options in TABLES:
        for match in positions(options, 5):
            for viewer in (0, 1, None):
                world = match.state.determinize(viewer, FastChance(7))
                assert innkeeper.view(world, viewer) == match.view(viewer)
                while not world.over:
                    seat = world.decider()
                    world.act(seat, world.actions(seat)[-1])


# Unseen cards and the overseer


def test_the_unseen_are_the_other_hand_and_the_overseer() -> None:
    table = echo(BARDS, PLAINS)
    for seat, names in (
        (0, "wall rogue diplomat steward barbarian mercenary"),
        (1, "wall seer bard ranger witch monarch"),
    ):
        assert table.seat(seat)["unseen"] == names.split()
    turn(table, "bard:sabotage", "rogue:ambush", "0 name:diplomat")
    for viewer in (0, 1, None):
        seats = table.view(viewer)["seats"]
        assert [seat["unseen_count"] for seat in seats] == [5, 5]
        assert [seat["unseen"] is None for seat in seats] == [viewer != 0, viewer != 1]
    assert table.seat(0)["unseen"] == ["wall", "diplomat", "steward", "barbarian", "mercenary"]


def test_a_revealed_creature_is_no_longer_unseen() -> None:
    table = echo(SEERS, "night glade plains last-strand")
    turn(table, "seer:rile-the-public", "barbarian:gambit")
    turn(table, "witch:monarch:divert-attention", "mercenary:sabotage")
    assert [seat["unseen_count"] for seat in table.view()["seats"]] == [5, 5]
    table.act(1, "name:monarch")
    assert table.phase == "seer"
    assert [seat["unseen_count"] for seat in table.view()["seats"]] == [4, 5]
    assert table.seat(0)["unseen"] == ["wall", "rogue", "diplomat", "steward"]


@rule("EC-4.2")
def test_both_naming_the_same_creature_gives_it_away_to_both() -> None:
    table = echo(BARDS, PLAINS)
    turn(table, "bard:sabotage", "rogue:sabotage", "0 name:wall")
    assert [table.seat(seat)["deduced_overseer"] for seat in (0, 1)] == [None, None]
    table.act(1, "name:wall")
    assert [table.seat(seat)["deduced_overseer"] for seat in (0, 1)] == ["wall", "wall"]
    assert [seat["deduced_overseer"] for seat in table.view()["seats"]] == [None, None]
    for _ in range(20):
        for viewer in (0, 1, None):
            world = table.match.state.determinize(viewer, FastChance(_))
            world.resign(0)
            assert innkeeper.view(world, None)["table"]["overseer"] == "wall"  # type: ignore[index]


def test_a_name_binds_for_the_rest_of_the_game_and_beyond_its_end() -> None:
    table = echo(BARDS, PLAINS)
    turn(table, "bard:ambush", "mercenary:sabotage", "1 name:wall")
    for one, two in (
        ("witch:gambit", "rogue:ambush"),
        ("ranger:divert-attention", "steward:gambit"),
        ("monarch:rile-the-public", "diplomat:ambush"),
    ):
        assert table.seat(0)["deduced_overseer"] == "wall"
        turn(table, one, two)
    assert table.phase == "over"
    assert (table.seat(0)["deduced_overseer"], table.seat(1)["deduced_overseer"]) == ("wall", None)
    assert table.seat(0, viewer=1)["deduced_overseer"] is None


def test_a_name_of_a_card_one_holds_tells_nothing_about_the_overseer() -> None:
    table = echo(BARDS, PLAINS)
    turn(table, "bard:ambush", "mercenary:sabotage", "1 name:witch")
    assert [table.seat(seat)["deduced_overseer"] for seat in (0, 1)] == [None, None]


@rule("EC-4.2")
def test_the_living_may_all_be_named_and_prove_nothing() -> None:
    table = echo(BARDS, PLAINS, guess_pool="living")
    turn(table, "bard:ambush", "mercenary:sabotage")
    assert table.legal(1) == [f"name:{creature}" for creature in CREATURES]
    table.act(1, "name:wall")
    assert table.seat(0)["deduced_overseer"] is None
    turn(table, "witch:sabotage", "rogue:ambush")
    alive = [creature for creature in CREATURES if creature not in ("bard", "mercenary")]
    assert table.legal(0) == [f"name:{creature}" for creature in alive]
    table.act(0, "name:witch")  # a bluff that cannot hit
    assert table.table["history"][-1]["plays"][0]["strength"] == 3 + 1  # the echo of the bard


# Late names


def late_seer() -> Table:
    table = echo(SEERS, "night glade plains last-strand", guess_reveal="late")
    turn(table, "seer:rile-the-public", "barbarian:gambit")
    turn(table, "witch:monarch:sabotage", "mercenary:sabotage", "0 name:wall", "1 name:monarch")
    return table


@rule("EC-4.3")
def test_late_names_are_held_back_until_the_last_creature() -> None:
    table = late_seer()
    assert table.phase == "seer"
    for viewer in (0, 1, None):
        seats = table.view(viewer)["seats"]
        assert [seat["named"] for seat in seats] == [None, None]
        assert [seat["creature"] for seat in seats] == [None, "mercenary"]
        assert "names_revealed" not in [event["kind"] for event in table.match.events(viewer)]
    assert table.seat(0)["pending"]["name"] == "wall"
    assert table.seat(1)["pending"]["name"] == "monarch"
    assert table.seat(1)["deduced_overseer"] is None
    events = table.act(0, "return:witch")
    assert [event["kind"] for event in events][:3] == [
        "creature_returned",
        "names_revealed",
        "creature_revealed",
    ]
    assert events[1]["names"] == ["wall", "monarch"]
    assert table.table["history"][-1]["plays"][1]["named"] == "monarch"
    assert table.seat(1)["deduced_overseer"] == "wall"


def test_late_names_that_nobody_saw_stay_unseen_after_a_resignation() -> None:
    table = late_seer()
    table.match.resign(0)
    assert [seat["named"] for seat in table.view()["seats"]] == [None, None]
    assert table.seat(1)["deduced_overseer"] is None


def test_late_makes_no_difference_without_a_seer() -> None:
    logs = []
    for when in ("early", "late"):
        table = echo(BARDS, PLAINS, guess_reveal=when)
        turn(table, "bard:sabotage", "rogue:sabotage", "0 name:wall", "1 name:bard")
        logs.append([event for event in table.match.events(0) if event["kind"] != "game_started"])
    assert logs[0] == logs[1]
