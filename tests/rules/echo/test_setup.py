"""EC-1: what lies on the table before the first battle."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

import innkeeper
from innkeeper import Chance, FastChance, InvalidOptions
from innkeeper.engine.action import Domain
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.echo.battles import BARDS, CREATURES, EDICTS, FIELDS, PLAINS, echo, fight, finish, held, turn


@rule("EC-1.1")
def test_echo_is_for_two_and_both_are_alike() -> None:
    assert innkeeper.new_match("echo", seed=1).seats == 2
    for wrong in (0, 1, 3, "2", True):
        with pytest.raises(InvalidOptions, match="Echo is for 2 seats"):
            innkeeper.new_match("echo", seats=wrong, seed=1)  # type: ignore[arg-type]


@rule("EC-1.1")
def test_swapped_seats_play_the_same_game_mirrored() -> None:
    halves = [half.strip() for half in BARDS.split("|")]
    mirrored = f"{halves[0]} | {halves[2]} | {halves[1]}"
    script = [
        ("bard:sabotage", "mercenary:gambit", "0 name:mercenary"),
        ("seer:ambush", "steward:sabotage", "1 name:seer"),
        ("witch:monarch:gambit", "rogue:ambush", "0 return:witch"),
        ("witch:divert-attention", "diplomat:rile-the-public"),
    ]
    one, other = echo(BARDS, "glade night urban last-strand"), echo(mirrored, "glade night urban last-strand")
    for mine, theirs, *more in script:
        turn(one, mine, theirs, *more)
        turn(other, theirs, mine, *[f"{1 - int(answer[0])}{answer[1:]}" for answer in more])
        assert [seat["score"] for seat in one.view()["seats"]] == [
            seat["score"] for seat in reversed(other.view()["seats"])
        ]
        assert one.table["history"][-1]["how"] == other.table["history"][-1]["how"]
    assert one.result["places"] == other.result["places"][::-1]


@rule("EC-1.2")
def test_the_printed_strengths() -> None:
    printed = dict(zip(CREATURES, [0, 0, 1, 2, 2, 2, 2, 3, 3, 4, 6]))
    for creature, strength in printed.items():
        rival = "mercenary" if creature != "mercenary" else "bard"
        if creature == "wall":
            continue  # a wall never compares; see the next test
        battle = fight("plains", f"{creature}:rile-the-public", f"{rival}:divert-attention")
        assert battle["plays"][0]["strength"] == strength, creature
    book = innkeeper.get_game("echo").book_of(innkeeper.get_game("echo").content)
    assert {creature.id: creature.strength for creature in book.creatures} == printed


@rule("EC-1.3")
def test_everything_is_listed_in_the_standard_order() -> None:
    table = echo("ranger | monarch wall bard seer rogue | witch diplomat steward mercenary barbarian")
    assert table.seat(0)["hand"] == ["wall", "seer", "rogue", "bard", "monarch"]
    assert table.seat(0)["unseen"] == ["diplomat", "ranger", "steward", "barbarian", "witch", "mercenary"]
    assert table.legal(0) == [
        f"play:{creature}:{edict}" for creature in table.seat(0)["hand"] for edict in EDICTS
    ]
    turn(table, "monarch:ambush", "barbarian:ambush")
    turn(table, "bard:gambit", "witch:gambit")
    assert table.table["graveyard"] == ["bard", "barbarian", "witch", "monarch"]


@rule("EC-1.4", "EC-1.5")
def test_the_deck_gives_the_overseer_then_both_hands() -> None:
    table = echo("steward | monarch wall bard seer rogue | witch diplomat ranger mercenary barbarian")
    assert table.seat(0)["hand"] == ["wall", "seer", "rogue", "bard", "monarch"]
    assert table.seat(1)["hand"] == ["diplomat", "ranger", "barbarian", "witch", "mercenary"]
    for viewer in (0, 1, None):
        assert table.view(viewer)["table"]["overseer"] is None
        for seat in table.view(viewer)["seats"]:
            assert seat["hand_count"] == 5
            assert (seat["hand"] is None) == (seat["seat"] != viewer)
    for viewer in (0, 1, None):
        events = table.match.events(viewer)
        assert kinds(events) == ["game_started", "dealt", "dealt", "overseer_set", "turn_started"]
        for event in events[1:3]:
            own = event["seat"] == viewer
            assert (event["count"], event["cards"]) == (5, table.seat(viewer)["hand"] if own else None)  # type: ignore[arg-type]
    table.match.resign(0)
    assert table.table["overseer"] == "steward"


@rule("EC-1.5")
def test_every_deal_is_possible() -> None:
    overseers: Counter[str] = Counter()
    for seed in range(300):
        match = innkeeper.new_match("echo", chance=FastChance(seed))
        hands = [set(match.view(seat)["seats"][seat]["hand"]) for seat in (0, 1)]  # type: ignore[index]
        assert [len(hand) for hand in hands] == [5, 5]
        (overseer,) = set(CREATURES) - hands[0] - hands[1]
        overseers[overseer] += 1
    assert set(overseers) == set(CREATURES)


@rule("EC-1.6")
def test_standard_line_ups_end_in_the_last_strand() -> None:
    seen = set()
    for seed in range(300):
        match = innkeeper.new_match("echo", chance=FastChance(seed), log=False)
        view = match.view(None)
        seen.add(tuple(field["id"] for field in view["table"]["fields"]))  # type: ignore[index]
    four = ("mountain", "glade", "urban", "night")
    assert seen == {(*three, "last-strand") for three in itertools.permutations(four, 3)}
    assert len(seen) == 24


@rule("EC-1.6")
def test_fields_lie_face_up_in_battle_order() -> None:
    table = Table("echo", decks={"fields": ["night", "mountain", "urban", "glade"]})
    for viewer in (0, 1, None):
        shown = table.view(viewer)["table"]["fields"]
        assert [field["id"] for field in shown] == ["night", "mountain", "urban", "last-strand"]
        assert shown[0] == {"id": "night", "reward": 3, "bonus": ["seer", "rogue", "ranger"]}
        assert shown[3] == {"id": "last-strand", "reward": 5, "bonus": []}
    started = only(table.match.events(None), "game_started")
    assert started["fields"] == ["night", "mountain", "urban", "last-strand"]
    assert started["options"] == table.table["options"]


@rule("EC-1.6")
def test_wild_line_ups_use_any_four_of_the_six() -> None:
    seen: set[tuple[int, str]] = set()
    for seed in range(200):
        match = innkeeper.new_match("echo", options={"fields": "wild"}, chance=FastChance(seed), log=False)
        fields = [field["id"] for field in match.view(None)["table"]["fields"]]  # type: ignore[index]
        assert len(set(fields)) == 4
        seen.update(enumerate(fields))
    assert seen == {(place, field) for place in range(4) for field in FIELDS}
    order = ["plains", "last-strand", "urban", "glade", "night", "mountain"]
    table = Table("echo", options={"fields": "wild"}, decks={"fields": order})
    assert [field["id"] for field in table.table["fields"]] == order[:4]


@rule("EC-1.7")
@pytest.mark.parametrize("fields", [PLAINS, "night night urban night", "last-strand glade glade mountain"])
def test_any_four_fields_can_be_asked_for(fields: str) -> None:
    table = echo(BARDS, fields)
    assert [field["id"] for field in table.table["fields"]] == fields.split()
    finish(table)
    assert [battle["field"] for battle in table.table["history"]] == fields.split()


@rule("EC-1.8", "EC-1.9")
def test_each_seat_has_one_of_each_edict_and_everybody_sees_which_are_left() -> None:
    table = echo()
    assert held(table) == [5, 5]
    turn(table, "bard:ambush", "steward:gambit")
    turn(table, "witch:rile-the-public", "rogue:sabotage", "1 name:wall")
    for viewer in (0, 1, None):
        seats = table.view(viewer)["seats"]
        assert seats[0]["edicts"] == ["divert-attention", "sabotage", "gambit"]
        assert seats[0]["spent"] == ["rile-the-public", "ambush"]
        assert seats[1]["edicts"] == ["rile-the-public", "divert-attention", "gambit", "ambush"]
        assert seats[1]["spent"] == ["sabotage"]


@rule("EC-1.10")
def test_nobody_starts_with_anything_else() -> None:
    view = echo().view()
    for seat in view["seats"]:
        assert (seat["score"], seat["statuses"], seat["spent"], seat["commits"]) == (0, [], [], 1)
        assert (seat["committed"], seat["edict"], seat["named"], seat["creature"]) == (
            False,
            None,
            None,
            None,
        )
    assert (view["turn"], view["phase"], view["to_act"], view["may_act"]) == (1, "main", [0, 1], [])
    assert (view["table"]["graveyard"], view["table"]["history"], view["table"]["result"]) == ([], [], None)


class Listening(Chance):
    """Notes what is asked of chance."""

    def __init__(self) -> None:
        super().__init__()
        self.words = FastChance(3)
        self.heard: list[str] = []

    def word(self) -> int:
        return self.words.word()

    def die(self, sides: int) -> int:
        self.heard.append(f"d{sides}")
        return super().die(sides)

    def shuffle(self, name: str, cards: list[int], domain: Domain) -> None:
        self.heard.append(name)
        super().shuffle(name, cards, domain)


@rule("EC-1.11")
@pytest.mark.parametrize(
    ("options", "shuffles"),
    [
        ({}, ["fields", "creatures"]),
        ({"fields": "wild"}, ["fields", "creatures"]),
        ({"fields": "custom", "field_list": ["plains"] * 4}, ["creatures"]),
    ],
)
def test_chance_is_two_shuffles_and_nothing_else(options: dict[str, object], shuffles: list[str]) -> None:
    chance = Listening()
    match = innkeeper.new_match("echo", options=options, chance=chance)
    assert chance.heard == shuffles
    used = chance.drawn
    while match.outcome is None:
        seat = min(match.pending)
        match.act(seat, match.pending[seat].ids[-1])
    assert chance.heard == shuffles
    assert chance.drawn == used
