"""MG-1 to MG-3: setting out, turns, rounds, and how a turn begins."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper import ScriptedChance
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road


@rule("MG-1.1")
def test_one_to_six_seats_in_ascending_order() -> None:
    for seats in (0, 7):
        with pytest.raises(innkeeper.InvalidOptions, match=f"1 to 6.*{seats}"):
            innkeeper.new_match("micah", seats=seats)
    table = Road("knight", "paladin", "ranger", enc=["hot-spring", "crossroads", "hot-spring", "yeti"])
    order = []
    for _ in range(3):
        order += table.to_act
        table.go("draw", "charm", dice=[1, 1] if table.to_act != [1] else [])
    assert order == [0, 1, 2]
    assert table.to_act == [0]


@rule("MG-1.2")
@pytest.mark.parametrize(
    ("name", "original", "balanced", "levels"),
    [
        ("wiseman", 45, 50, [0, 2, 1]),
        ("knight", 50, 52, [1, 1, 1]),
        ("assassin", 40, 46, [2, 0, 3]),
        ("paladin", 70, 54, [3, 0, 0]),
        ("minstrel", 42, 48, [0, 3, 0]),
        ("ranger", 44, 48, [2, 1, 1]),
        ("tinkerer", 54, 56, [1, 0, 2]),
    ],
)
def test_a_class_gives_hp_and_three_dice(name: str, original: int, balanced: int, levels: list[int]) -> None:
    table = Road(name)
    assert (table.hp(0), table.seat(0)["max_hp"]) == (original, original)
    assert [table.stat(0, stat)["level"] for stat in ("attack", "charisma", "speed")] == levels
    assert Road(name, hp_table="balanced").hp(0) == balanced


@rule("MG-1.3")
def test_classes_are_picked_in_seat_order_from_those_still_free() -> None:
    table = Road("knight", "paladin", picks=False)
    assert (table.phase, table.to_act) == ("class_pick", [0])
    names = ["wiseman", "knight", "assassin", "paladin", "minstrel", "ranger", "tinkerer"]
    assert table.legal() == [f"pick:{name}" for name in names]
    assert table.match.pending[0].timeout == "pick:wiseman"
    assert only(table.go("pick:knight"), "class_picked")["class"] == "knight"
    assert table.to_act == [1]
    assert "pick:knight" not in table.legal()
    with pytest.raises(innkeeper.IllegalAction, match="taken") as refused:
        table.act(1, "pick:knight")
    assert refused.value.clause == "MG-1.3"
    with pytest.raises(innkeeper.IllegalAction, match="seat 1 picks"):
        table.act(0, "draw")
    both = Road("knight", "knight", duplicate_classes=True)
    assert [both.seat(seat)["class"] for seat in (0, 1)] == ["knight", "knight"]


@rule("MG-1.3", "MG-1.9")
def test_random_classes_and_a_random_first_seat_come_last_of_all_chance() -> None:
    table = Road("-", "-", "-", class_pick="random", first_seat="random", dice=[7, 6, 1, 3])
    assert [table.seat(seat)["class"] for seat in range(3)] == ["tinkerer", "ranger", "wiseman"]
    assert table.match.unused_dice == []
    assert (table.phase, table.to_act) == ("prep", [2])
    started = table.match.events()[0]
    assert (started["kind"], started["clause"], started["first"]) == ("game_started", "MG-1.9", 2)
    same = Road("-", "-", class_pick="random", duplicate_classes=True, dice=[2, 2])
    assert [same.seat(seat)["class"] for seat in (0, 1)] == ["knight", "knight"]


@rule("MG-1.4")
def test_starting_hp_and_coin() -> None:
    table = Road("knight", "assassin", starting_hp=45, starting_coin=7)
    assert [table.hp(0), table.hp(1)] == [45, 40]  # never above the maximum
    seat = table.seat(0)
    assert (seat["coin"], seat["pack"], seat["dock"], seat["weapon"], seat["clothing"]) == (
        7,
        [],
        [],
        None,
        None,
    )
    plain = Road("knight", "assassin").seat(1)
    assert (plain["hp"], plain["coin"], plain["upgrades"]) == (40, 0, [])


@rule("MG-1.5")
def test_how_many_encounters_there_are() -> None:
    def sizes(seats: int, **options: object) -> tuple[int, int]:
        table = Road(*["-"] * seats, class_pick="random", dice=[1] * seats, options=options).table
        return table["encounter_deck_count"], table["set_aside_count"]

    assert sizes(3) == (36, 100)
    assert sizes(1) == (20, 116)
    assert sizes(1, deck_per_player=6) == (14, 122)
    assert sizes(6, deck_per_player=20) == (120, 16)
    assert sizes(2, deck_cards=5, whole_deck=True) == (5, 131)
    assert sizes(2, whole_deck=True) == (136, 0)


@rule("MG-1.6", "MG-1.7")
def test_the_stall_and_the_treasure_deck() -> None:
    names = ["jetpack", "raincoat", "spyglass", "fat-purse", "peace-pie", "lucky-socks", "oathkeeper"]
    table = Road("knight", tre=names)
    assert [table.slot(number) for number in range(6)] == names[:6]
    assert table.table["treasure_deck_count"] == 114
    assert Road("knight", treasure_cards=20).table["treasure_deck_count"] == 14
    with pytest.raises(innkeeper.ScriptError, match="odachi-blade"):  # a reserve card is in no deck
        Road("knight", tre=["odachi-blade"])


@rule("MG-1.8")
def test_everything_else_starts_empty() -> None:
    table = Road("knight", "ranger").table
    assert (table["weather"], table["felt"]) == ("clear", "clear")
    assert (table["graveyard"], table["used_treasure"], table["ghost_discard"], table["returned"]) == (
        [],
        [],
        [],
        [],
    )
    assert Road("knight", "ranger", start_weather="moonlit").table["weather"] == "moonlit"


@rule("MG-1.9")
def test_the_stall_is_visible_while_classes_are_picked() -> None:
    table = Road("knight", "ranger", tre=["jetpack"], ghosts=True, picks=False)
    assert (table.phase, table.slot(0), table.table["active"]) == ("class_pick", "jetpack", 0)
    assert table.table["ghost_deck_count"] == 16
    events = table.go("pick:ranger", "pick:knight")
    assert kinds(events)[-1] == "turn_started"
    used = [str(name) for name in table.match.record()["chance"]["decks"]]
    assert used == ["treasure"]


@rule("MG-2.1", "MG-2.2", "MG-2.3")
def test_a_turn_is_preparation_encounter_resolution_and_nothing_after() -> None:
    table = Road("knight", "paladin", enc=["crossroads"], starting_coin=10)
    events = table.go("draw", "charm")
    order = [
        kind for kind in kinds(events) if kind in ("encounter_drawn", "intention_resolved", "turn_ended")
    ]
    assert order == ["encounter_drawn", "intention_resolved", "turn_ended"]
    assert only(events, "turn_ended")["seat"] == 0
    assert (table.phase, table.to_act) == ("prep", [1])


@rule("MG-2.4", "MG-5.4")
def test_nobody_can_skip_the_encounter() -> None:
    table = Road("knight", "paladin", pvp=True, pvp_from_round=1)
    ends = [
        action
        for action in table.legal()
        if action.partition(":")[0] in ("draw", "challenge", "duel", "pass")
    ]
    assert ends == ["draw", "challenge", "duel:1"]
    with pytest.raises(innkeeper.IllegalAction, match="draw one"):
        table.act(0, "escape")


@rule("MG-2.5", "MG-2.6")
def test_rounds_and_turns_are_counted_over_the_living() -> None:
    table = Road("knight", "paladin", "ranger", enc=["hot-spring", "crossroads", "hot-spring", "crossroads"])
    assert (table.view()["turn"], table.table["round"]) == (1, 1)
    table.go("draw", "attack")
    assert (table.view()["turn"], table.table["round"]) == (2, 1)
    table.act(2, "resign")
    table.go("draw", "charm")  # from seat 1 to seat 0: the round is full
    assert (table.view()["turn"], table.table["round"], table.to_act) == (3, 2, [0])
    late = Road("knight", "paladin", "ranger", first_seat="random", dice=[3], enc=["hot-spring"])
    late.go("draw", "attack")
    assert (late.to_act, late.table["round"], late.view()["turn"]) == ([0], 2, 2)


@rule("MG-3.1")
def test_the_weather_of_the_start_is_the_felt_weather() -> None:
    table = Road("knight", "paladin", enc=["moon-moth", "crossroads"])
    table.go("draw", "escape", dice=[3])
    assert (table.table["weather"], table.table["felt"]) == ("moonlit", "moonlit")
    started = [event for event in table.match.events() if event["kind"] == "turn_started"][-1]
    assert (started["felt"], started["round"], started["turn"]) == ("moonlit", 1, 2)


@rule("MG-3.2", "MG-3.3")
def test_the_order_of_start_of_turn_effects() -> None:
    table = Road(
        "knight",
        "paladin",
        enc=["physician", "crossroads", "sunflower-giant"],
        tre=["healers-scarf", "troll-blood", "savings-account"],
        starting_coin=50,
        starting_hp=30,
    )
    table.go("buy:healers-scarf", "equip:healers-scarf", "buy:savings-account", "apply:savings-account")
    table.go("buy:troll-blood", "apply:troll-blood", "draw")
    assert "effect_applied" not in kinds(table.go("charm", dice=[5]))  # nothing pays in the turn itself
    table.go("draw", "charm")
    started = table.match.events()
    start = max(i for i, event in enumerate(started) if event["kind"] == "turn_started")
    sources = [event["source"] for event in started[start:] if event["kind"] == "effect_applied"]
    assert sources == ["healers-scarf", "savings-account", "troll-blood", "physician"]
    assert all(event["trigger"] == "MG-3.2" for event in started[start:] if event["kind"] == "effect_applied")
    assert (table.hp(0), table.coin(0)) == (34, 11)


@rule("MG-3.2", "MG-3.4")
def test_weather_comes_before_the_physician_and_death_is_immediate() -> None:
    table = Road("knight", "paladin", "ranger", enc=["physician", "yeti"], starting_hp=5)
    table.go("draw", "charm", dice=[5])
    table.go("draw", "escape", dice=[2])
    table.act(2, "resign")
    # snow takes 1 first, then the physician gives 2
    assert table.hp(0) == 6
    table = Road("knight", "paladin", "ranger", enc=["physician"], starting_hp=1, start_weather="snowing")
    assert [table.seat(seat)["status"] for seat in range(3)] == ["defeated", "defeated", "alive"]
    assert table.result["winners"] == [2]


@rule("MG-3.4", "MG-15.1")
def test_a_fall_at_the_start_skips_the_rest_of_the_list() -> None:
    table = Road("knight", "paladin", "ranger", enc=["physician", "yeti"], starting_hp=1)
    table.go("draw", "charm", dice=[5])
    events = table.go("draw", "escape", dice=[2])
    assert [table.seat(seat)["status"] for seat in range(3)] == ["defeated", "alive", "defeated"]
    hurt = [event["source"] for event in events if event["kind"] == "effect_applied"]
    assert hurt == ["snowing", "snowing"]  # the physician never came to it
    assert [event["cause"] for event in events if event["kind"] == "player_defeated"] == ["snowing"] * 2
    assert table.result["places"] == [2, 1, 3]


def test_the_same_script_gives_the_same_match() -> None:
    one = innkeeper.new_match("micah", seats=2, chance=ScriptedChance([], {"encounter": ["yeti"]}))
    two = innkeeper.new_match("micah", seats=2, chance=ScriptedChance([], {"encounter": ["yeti"]}))
    assert one.hash == two.hash
