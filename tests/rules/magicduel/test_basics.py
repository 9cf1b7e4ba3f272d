"""MD-1 and MD-2: who plays, whose turn it is, and what a player has."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper import IllegalAction, InvalidOptions
from innkeeper.testing.table import kinds, only, rule
from tests.rules.magicduel.duels import duel, minions, moves_of, play, values

# MD-1 Basics


@rule("MD-1.1")
def test_a_duel_is_for_two() -> None:
    assert [seat["seat"] for seat in duel().view()["seats"]] == [0, 1]
    assert innkeeper.new_match("magicduel", seats=2, seed=1).seats == 2
    for wrong in (0, 1, 3, "2", True):
        with pytest.raises(InvalidOptions, match="MagicDuel is for 2 seats"):
            innkeeper.new_match("magicduel", seats=wrong, seed=1)  # type: ignore[arg-type]


@rule("MD-1.2")
def test_exactly_what_is_listed_can_be_done() -> None:
    position = "magic, summon:bubble | magic, magic |"
    table = duel(shield_max_cast=3)
    play(table, position)
    for action in table.legal():
        fresh = duel(shield_max_cast=3)
        play(fresh, position)
        assert fresh.act(0, action)
    before = table.match.hash
    for action in ("heal:4", "summon:specter", "buff:bubble:1", "attack:pierce:1", "fiery", "", "MAGIC"):
        with pytest.raises(IllegalAction) as refused:
            table.act(0, action)
        assert refused.value.legal == tuple(table.legal())
    assert table.match.hash == before


@rule("MD-1.3")
def test_a_round_is_a_turn_of_the_first_player_and_a_turn_of_the_second() -> None:
    for first, options in ((0, {}), (1, {"first_player": "seat1"})):
        table = duel(**options)
        for turn in range(1, 8):
            view = table.view()
            assert view["turn"] == turn
            assert view["to_act"] == [first if turn % 2 else 1 - first]
            assert view["table"]["round"] == (turn + 1) // 2
            play(table, "magic, magic |")


@rule("MD-1.3")
def test_out_of_turn_nobody_moves() -> None:
    table = duel()
    with pytest.raises(IllegalAction) as refused:
        table.act(1, "magic")
    assert (refused.value.reason, refused.value.clause) == ("it is seat 0's turn", "MD-1.3")


@rule("MD-1.4")
@pytest.mark.parametrize(
    ("chosen", "dice", "first"), [("seat0", [], 0), ("seat1", [], 1), ("coin", [1], 0), ("coin", [2], 1)]
)
def test_who_begins(chosen: str, dice: list[int], first: int) -> None:
    table = duel(dice, first_player=chosen)
    assert table.view()["to_act"] == [first]
    assert table.table["first"] == first
    assert table.match.unused_dice == []
    tossed = [event["roll"] for event in table.match.events() if event["kind"] == "coin_tossed"]
    assert tossed == dice


@rule("MD-1.4")
def test_seat_0_begins_unless_somebody_says_otherwise() -> None:
    assert duel().table["first"] == 0


@rule("MD-1.5")
@pytest.mark.parametrize("moves", [1, 2, 3, 4])
def test_moves_in_a_turn(moves: int) -> None:
    table = duel(moves_per_turn=moves)
    for _ in range(4):
        assert table.table["moves_left"] == moves
        play(table, ", ".join(["magic"] * moves) + "|")


@rule("MD-1.5")
def test_only_the_very_first_turn_is_short() -> None:
    table = duel(moves_per_turn=3, first_turn_moves=1)
    granted = [table.table["moves_left"]]
    play(table, "magic |")
    for _ in range(3):
        granted.append(table.table["moves_left"])
        play(table, "magic, magic, magic |")
    assert granted == [1, 3, 3, 3]


@rule("MD-1.5")
def test_the_short_turn_is_the_first_players_whoever_that_is() -> None:
    table = duel(first_player="seat1", first_turn_moves=1)
    table.act(1, "magic")
    assert table.view()["to_act"] == [0]
    assert table.table["moves_left"] == 2


@rule("MD-1.6")
def test_the_same_move_twice() -> None:
    for twice, rival in (("P, P |", 15), ("N0, N0 |", 19), ("heal:2, heal:2 |", 25)):
        table = duel()
        play(table, twice)
        assert table.seat(1)["hp"] == rival


@rule("MD-1.7")
def test_the_second_move_is_chosen_knowing_the_first() -> None:
    table = duel()
    assert moves_of(table, "summon") == []
    play(table, "magic")
    assert table.view()["to_act"] == [0]
    assert (table.table["moves_left"], table.table["used"]) == (1, ["magic"])
    assert table.seat(0)["magic"] == 4
    assert moves_of(table, "summon") == ["summon:bubble"]
    play(table, "N0 |")
    assert table.seat(1)["hp"] == 25 - 7


@rule("MD-1.8")
def test_nobody_passes() -> None:
    table = duel()
    assert "pass" not in table.legal()
    with pytest.raises(IllegalAction):
        table.act(0, "pass")
    play(table, "magic")
    assert table.view()["to_act"] == [0]


@rule("MD-1.8")
@pytest.mark.parametrize("extra", [False, True])
def test_nobody_is_stuck_even_with_four_different_moves(extra: bool) -> None:
    table = duel(
        distinct_moves=True,
        moves_per_turn=4,
        shield_max_cast=0,
        starting_magic=20,
        shield_move=extra,
        fiery_shield=extra,
    )
    positions = [table.match.state]
    seen = 0
    while positions:
        state = positions.pop()
        if state.turn > 1 or state.over:
            continue
        legal = state.actions(0)
        assert len(legal) > 1
        seen += 1
        for action in legal:
            copy = state.copy()
            copy.act(0, action)
            positions.append(copy)
    assert seen > 100


# MD-2 What a player has


@rule("MD-2.1")
def test_health_starts_at_its_maximum_and_stays_below_it() -> None:
    assert duel().seat(0)["hp"] == duel().seat(1)["hp"] == 25
    table = duel(max_hp=40)
    play(table, "heal:0, P |")
    assert values(table, 0) == (40, 0, 0, 0)
    play(table, "heal:0")
    assert table.seat(1)["hp"] == 40
    assert table.seat(1)["max_hp"] == 40


@rule("MD-2.1")
def test_health_may_fall_below_0() -> None:
    table = duel(max_hp=5, starting_magic=20)
    play(table, "N0 |")
    assert table.seat(1)["hp"] == 5 - 23


@rule("MD-2.2")
@pytest.mark.parametrize(
    ("options", "dice", "magic"),
    [
        ({}, [], [0, 0]),
        ({"starting_magic": 20}, [], [20, 20]),
        ({"second_magic": 20}, [], [0, 20]),
        ({"starting_magic": 1, "second_magic": 2}, [], [1, 3]),
        ({"starting_magic": 1, "second_magic": 2, "first_player": "seat1"}, [], [3, 1]),
        ({"starting_magic": 1, "second_magic": 2, "first_player": "coin"}, [2], [3, 1]),
        ({"starting_magic": 1, "second_magic": 2, "first_player": "coin"}, [1], [1, 3]),
    ],
)
def test_starting_magic(options: dict[str, object], dice: list[int], magic: list[int]) -> None:
    table = duel(dice, **options)
    assert [table.seat(seat)["magic"] for seat in (0, 1)] == magic


@rule("MD-2.2", "MD-2.4")
def test_starting_magic_stops_at_the_cap() -> None:
    table = duel(starting_magic=4, second_magic=4, magic_cap=6)
    assert [table.seat(seat)["magic"] for seat in (0, 1)] == [4, 6]


@rule("MD-2.3")
@pytest.mark.parametrize(
    ("move", "left"),
    [
        ("N0", 0),
        ("P", 12),
        ("heal:9", 12),
        ("shield:9", 12),
        ("magic", 16),
        ("summon:bubble", 10),
        ("summon:specter", 7),
        ("fiery", 0),
    ],
)
def test_what_spends_magic(move: str, left: int) -> None:
    table = duel(starting_magic=12, shield_move=True, fiery_shield=True)
    play(table, move)
    assert table.seat(0)["magic"] == left


@rule("MD-2.3")
def test_magic_keeps_from_turn_to_turn() -> None:
    table = duel(starting_magic=7)
    play(table, "heal:0, P | P, P | heal:0, heal:0 |")
    assert table.seat(0)["magic"] == 7


@rule("MD-2.4")
def test_magic_over_the_cap_is_lost() -> None:
    table = duel(magic_cap=5)
    events = play(table, "magic, magic |")
    gains = [event for event in events if event["kind"] == "magic_gained"]
    assert [(gain["amount"], gain["magic"], gain["lost"]) for gain in gains] == [(4, 4, 0), (1, 5, 3)]


@rule("MD-2.4")
def test_magic_never_goes_below_0() -> None:
    table = duel(starting_magic=2)
    play(table, "summon:bubble")
    assert table.seat(0)["magic"] == 0
    assert moves_of(table, "summon") == []


@rule("MD-2.5")
def test_burn_adds_up_to_its_cap() -> None:
    table = duel(burn_cap=3)
    assert table.seat(1)["burn"] == 0
    play(table, "N1")
    assert table.seat(1)["burn"] == 1
    play(table, "N1 |")
    assert table.seat(1)["burn"] == 2
    play(table, "magic, magic |")
    events = play(table, "N2")
    assert (only(events, "burn_added")["amount"], table.seat(1)["burn"]) == (1, 3)


@rule("MD-2.5")
def test_a_burn_cap_of_0_means_no_burn() -> None:
    table = duel(burn_cap=0)
    play(table, "N2, N2 |")
    assert values(table, 1) == (19, 0, 0, 0)


@rule("MD-2.6")
def test_a_shield_stays_and_stops_at_its_cap() -> None:
    table = duel(shield_cap=100)
    assert table.seat(0)["shield"] == 0
    play(table, "heal:99, heal:99 |")
    assert table.seat(0)["shield"] == 100
    play(table, "magic, magic |")
    assert table.seat(0)["shield"] == 99
    play(table, "magic, magic | magic, magic |")
    assert table.seat(0)["shield"] == 98


@rule("MD-2.7")
def test_the_two_ways_a_shield_goes_down() -> None:
    table = duel(shield_max_cast=6)
    play(table, "heal:6, magic |")
    assert table.seat(0)["shield"] == 6
    play(table, "magic, P |")  # neither the end of turns nor a needle costs shield
    assert table.seat(0)["shield"] == 5
    play(table, "magic, magic | magic, magic |")
    assert table.seat(0)["shield"] == 4
    play(table, "P, P | N2")
    assert table.seat(0)["shield"] == 0
    play(table, "magic |")
    assert table.seat(0)["shield"] == 0


@rule("MD-2.8")
def test_a_shield_protects_no_minion() -> None:
    table = duel(starting_magic=2)
    play(table, "summon:bubble, heal:50 | attack:normal:0:1")
    assert minions(table, 0) == [(1, "bubble", 1)]
    assert table.seat(0)["shield"] == 50
    play(table, "attack:pierce:1 |")
    assert minions(table, 0) == []


@rule("MD-2.9")
def test_nobody_starts_with_minions() -> None:
    table = duel(preset="tournament")
    assert minions(table, 0) == minions(table, 1) == []


@rule("MD-2.10")
def test_a_shield_never_reduces_burn() -> None:
    table = duel(shield_move=True)
    play(table, "magic, magic | heal:10, magic |")
    play(table, "N2")  # 11 against 10: one point gets through, and the whole burn
    assert values(table, 1) == (24, 4, 2, 0)
    play(table, "magic | shield:50, shield:50 | magic, magic |")
    assert values(table, 1) == (24 - 2 - 2, 4, 2, 99)


@rule("MD-2.10")
def test_only_healing_and_fading_take_burn_away() -> None:
    table = duel(starting_magic=9, shield_move=True, fiery_shield=True)
    play(table, "N2, magic |")
    for moves in ("shield:3, magic |", "P, fiery |", "magic, summon:bubble |", "N2, attack:pierce:player |"):
        play(table, moves)
        assert table.seat(1)["burn"] == 2, moves
        play(table, "magic, magic |")
    play(table, "heal:0")
    assert table.seat(1)["burn"] == 0

    fading = duel(burn_fade=1)
    events = play(fading, "N2, magic |")
    assert only(events, "burn_ticked")["burn"] == 1
    assert "healed" not in kinds(events)
    assert fading.seat(1)["burn"] == 1
