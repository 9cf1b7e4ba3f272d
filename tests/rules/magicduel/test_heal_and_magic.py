"""MD-5 and MD-6: Heal + Shield, and Gain Magic."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import kinds, only, rule
from tests.rules.magicduel.duels import duel, moves_of, play, values


@rule("MD-5.1")
def test_one_move_heals_cleanses_and_shields() -> None:
    table = duel(max_hp=40)
    play(table, "N2, N2 |")
    assert values(table, 1) == (30, 0, 4, 0)
    events = play(table, "heal:3")
    assert kinds(events) == ["healed", "shield_gained"]
    assert values(table, 1) == (35, 0, 0, 3)
    assert only(events, "healed")["cleared_burn"] == 4
    assert table.table["moves_left"] == 1


@rule("MD-5.1")
def test_it_heals_the_healer_only() -> None:
    table = duel()
    play(table, "N2, N2 | N2, heal:0 |")
    assert table.seat(0)["burn"] == 2
    assert table.seat(1)["burn"] == 0


@rule("MD-5.2")
@pytest.mark.parametrize(("needles", "healed"), [(0, 25), (1, 25), (2, 20)])
def test_the_health_part_is_always_5_up_to_the_maximum(needles: int, healed: int) -> None:
    table = duel(moves_per_turn=3)
    play(table, ", ".join(["P"] * needles + ["magic"] * (3 - needles)) + "| heal:0")
    assert table.seat(1)["hp"] == healed


@rule("MD-5.2")
def test_part_of_the_5_is_lost_near_the_maximum() -> None:
    table = duel()
    play(table, "N0, magic |")
    events = play(table, "heal:0")
    assert (only(events, "healed")["amount"], table.seat(1)["hp"]) == (3, 25)


@rule("MD-5.3")
@pytest.mark.parametrize("most", [0, 4, 99])
def test_the_shield_is_chosen_from_0_to_the_largest_cast(most: int) -> None:
    table = duel(shield_max_cast=most)
    assert moves_of(table, "heal") == [f"heal:{ward}" for ward in range(most + 1)]
    play(table, f"heal:{most}")
    assert values(table, 0) == (25, 0, 0, most)
    with pytest.raises(IllegalAction) as refused:
        table.act(0, f"heal:{most + 1}")
    assert refused.value.reason == f"Heal + Shield adds a shield of 0 to {most}"
    assert refused.value.clause == "MD-5.3"


@rule("MD-5.3")
def test_shields_add_up_to_the_cap_and_the_excess_is_lost() -> None:
    table = duel(shield_max_cast=7, shield_cap=10)
    events = play(table, "heal:7, heal:7 |")
    gains = [(event["amount"], event["shield"]) for event in events if event["kind"] == "shield_gained"]
    assert gains == [(7, 7), (3, 10)]


@rule("MD-5.4")
def test_burn_is_the_one_negative_effect_there_is() -> None:
    table = duel(storm_round=1, max_hp=30)
    play(table, "N2, magic |")
    assert {name for name, value in table.seat(1).items() if value == 2} == {"burn"}
    play(table, "heal:0")
    assert values(table, 1) == (30 - 5 + 5, 0, 0, 0)
    assert table.table["storm_next"] == 1  # the weather is no negative effect of a player


@rule("MD-6.1")
def test_gain_magic_gives_4() -> None:
    table = duel(starting_magic=3)
    events = play(table, "magic")
    assert values(table, 0) == (25, 7, 0, 0)
    assert only(events, "magic_gained")["amount"] == 4
    play(table, "N0 |")
    assert table.seat(1)["hp"] == 15
