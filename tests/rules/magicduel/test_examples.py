"""The sixteen worked examples of MagicDuel, number by number."""

from __future__ import annotations

import pytest

from innkeeper.testing.table import kinds, only, rule
from tests.rules.magicduel.duels import ages, duel, minions, play, values

NOTHING_TARGETED = [
    "attack:normal:0:player",
    "attack:normal:1:player",
    "attack:normal:2:player",
    "attack:pierce:player",
]


@rule("MD-3.3", "MD-4.2", "MD-5.1")
def test_01_bolt_burn_heal() -> None:
    table = duel()
    events = play(table, "magic, N2 |")
    assert only(events, "attacked")["damage"] == 7
    assert values(table, 1) == (16, 0, 2, 0)
    assert table.seat(0)["magic"] == 0
    play(table, "heal:3, magic |")
    assert values(table, 1) == (21, 4, 0, 3)


@rule("MD-4.4", "MD-4.5", "MD-4.6")
def test_02_partial_absorb() -> None:
    table = duel()
    play(table, "magic, magic | heal:6, magic |")
    events = play(table, "N2")
    assert only(events, "attacked")["damage"] == 11
    assert values(table, 1) == (20, 4, 2, 0)
    assert table.seat(0)["magic"] == 0
    play(table, "magic |")
    assert values(table, 1) == (18, 4, 2, 0)


@rule("MD-4.7", "MD-4.8", "MD-3.2")
def test_03_full_absorb_then_needle() -> None:
    table = duel()
    play(table, "magic, magic | heal:99, magic | N2")
    assert values(table, 1) == (25, 4, 0, 88)
    play(table, "P |")
    assert values(table, 1) == (20, 4, 0, 87)
    assert table.seat(0)["magic"] == 0


@rule("MD-4.7")
def test_04_exact_absorb() -> None:
    table = duel()
    play(table, "magic, magic | heal:11, magic |")
    events = play(table, "N2")
    assert only(events, "attacked")["damage"] == 11
    assert values(table, 1) == (25, 4, 0, 0)


@rule("MD-3.5", "MD-3.6")
@pytest.mark.parametrize(("final_drip", "last"), [(True, 36), (False, 35)])
def test_05_a_bubbles_life(final_drip: bool, last: int) -> None:
    table = duel(bubble_final_drip=final_drip)
    play(table, "magic, summon:bubble | magic, magic |")
    begun = {}
    for number in range(2, 6):
        begun[number] = table.seat(0)["magic"]
        assert table.table["round"] == number
        if number < 5:
            assert len(minions(table, 0)) == 1
            play(table, "magic, magic | magic, magic |")
    assert begun == {2: 3, 3: 12, 4: 21, 5: last}
    assert minions(table, 0) == []


@rule("MD-7.4")
def test_06_buffing_does_not_reset_the_fuse() -> None:
    table = duel()
    play(table, "magic, magic | magic, magic | summon:bubble, summon:bubble | magic, magic |")
    assert table.seat(0)["magic"] == 6
    assert ages(table, 0) == [1, 1]
    assert not [action for action in table.legal() if action.startswith("summon")]
    play(table, "buff:bubble:1, buff:bubble:2 |")
    assert minions(table, 0) == [(1, "bubble", 8), (2, "bubble", 8)]
    assert table.seat(0)["magic"] == 2
    play(table, "magic, magic |")
    while table.table["round"] < 6:
        before = table.seat(0)["magic"]
        play(table, "magic, magic | magic, magic |")
    assert before + 8 == 22
    assert table.seat(0)["magic"] == 40 == 22 + 2 + 16
    assert minions(table, 0) == []


@rule("MD-7.6")
def test_07_no_buff_without_the_right_kind() -> None:
    table = duel()
    play(table, "magic, magic | magic, magic | summon:bubble, summon:bubble | magic, magic | magic, magic |")
    play(table, "heal:0, heal:0 |")
    assert table.seat(0)["magic"] == 16
    assert [kind for _, kind, _ in minions(table, 0)] == ["bubble", "bubble"]
    assert table.legal() == [
        *NOTHING_TARGETED,
        *(f"heal:{ward}" for ward in range(100)),
        "magic",
        "buff:bubble:1",
        "buff:bubble:2",
    ]


@rule("MD-7.10", "MD-7.12")
def test_08_a_specter_strikes_at_once_and_a_shield_of_1_stops_it() -> None:
    table = duel()
    play(table, "magic, magic | magic, magic |")
    events = play(table, "summon:specter, magic |")
    attack = only(events, "specter_attacked")
    assert (attack["damage"], attack["auto"]) == (1, True)
    assert only(events, "burn_added")["amount"] == 1
    assert values(table, 1) == (23, 8, 1, 0)
    events = play(table, "magic, heal:2 |")
    assert only(events, "shield_gained")["shield"] == 2
    assert values(table, 1) == (25, 12, 0, 2)
    events = play(table, "magic, magic |")
    assert only(events, "absorbed")["shield"] == 1
    assert "burn_added" not in kinds(events)
    assert values(table, 1) == (25, 12, 0, 0)


@rule("MD-3.8", "MD-7.9")
def test_09_two_specters_one_after_the_other() -> None:
    table = duel()
    play(table, "magic, magic | magic, summon:bubble |")
    assert minions(table, 1) == [(1, "bubble", 6)]
    play(table, "summon:specter, magic")
    assert minions(table, 0) == [(2, "specter", 10)]
    assert (table.phase, table.table["specter"]) == ("specter", 2)
    play(table, "specter:2:1 |")
    assert minions(table, 1) == [(1, "bubble", 5)]
    assert table.seat(1)["magic"] == 3
    play(table, "magic, magic | summon:specter, magic")
    assert minions(table, 0) == [(2, "specter", 10), (3, "specter", 10)]
    play(table, "specter:2:1")
    assert minions(table, 1) == [(1, "bubble", 4)]
    assert table.table["specter"] == 3
    assert table.legal() == ["specter:3:player", "specter:3:1"]
    play(table, "specter:3:1 |")
    assert minions(table, 1) == [(1, "bubble", 3)]
    assert table.seat(1)["magic"] == 12
    assert ages(table, 1) == [2]


@rule("MD-3.3", "MD-9.2")
def test_10_burn_kills_at_the_start_of_the_turn() -> None:
    table = duel()
    play(table, "N2, N2 |")
    assert values(table, 1) == (15, 0, 4, 0)
    play(table, "magic, magic |")
    events = play(table, "N2, N2 |")
    assert [event["hp"] for event in events if event["kind"] == "hp_lost"] == [12, 9, 1]
    assert values(table, 1) == (1, 8, 8, 0)
    play(table, "magic, magic |")
    events = play(table, "magic, magic |")
    assert only(events, "burn_ticked")["amount"] == 8
    assert table.seat(1)["hp"] == -7
    assert table.result["winners"] == [0]
    assert table.result["reason"] == "burn"
    assert table.match.pending == {}


@rule("MD-5.3")
def test_11_the_fortress() -> None:
    table = duel()
    play(table, "P, P | heal:99, heal:99 |")
    assert values(table, 1) == (25, 0, 0, 198)
    play(table, "P, P |")
    assert values(table, 1) == (15, 0, 0, 197)
    play(table, "heal:99, heal:99 |")
    assert values(table, 1) == (25, 0, 0, 395)


@rule("MD-9.5")
def test_12_repetition() -> None:
    table = duel()
    for repeats in (1, 1, 2, 2):
        assert table.table["repeats"] == repeats
        assert table.result is None
        events = play(table, "heal:0, heal:0 |")
    assert table.view()["turn"] == 5
    assert kinds(events)[-2:] == ["turn_started", "game_over"]
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "repetition",
        "clause": "MD-9.5",
        "places": [1, 1],
    }


@rule("MD-4.1", "MD-4.9")
def test_13_attacking_a_bubble() -> None:
    table = duel()
    play(table, "magic, summon:bubble | attack:pierce:1")
    assert minions(table, 0) == [(1, "bubble", 1)]
    events = play(table, "N2 |")
    assert only(events, "burn_added")["burn"] == 2
    assert [event["hp"] for event in events if event["kind"] == "hp_lost"] == [22, 20]
    assert values(table, 0) == (20, 3, 2, 0)
    play(table, "magic, magic | magic")
    events = play(table, "attack:normal:0:1 |")
    assert only(events, "attacked")["damage"] == 7
    assert only(events, "minion_died")["uid"] == 1
    assert table.seat(1)["magic"] == 0
    assert minions(table, 0) == []
    assert only(events, "burn_ticked")["amount"] == 2
    assert "bubble_dripped" not in kinds(events)
    assert values(table, 0) == (18, 11, 2, 0)


@rule("MD-8.1", "MD-1.5", "MD-2.6")
def test_14_distinct_moves_short_first_turn_shield_cap() -> None:
    table = duel(preset="tournament")
    assert table.table["moves_left"] == 1
    play(table, "heal:4 | heal:4")
    assert table.legal() == [*NOTHING_TARGETED, "magic"]
    play(table, "magic |")
    assert table.seat(0)["shield"] == 3
    play(table, "heal:4, magic | heal:4, P |")
    assert values(table, 0) == (20, 4, 0, 6)
    play(table, "heal:4")
    assert values(table, 0) == (25, 4, 0, 10)
    play(table, "magic | heal:4, magic |")
    assert table.seat(0)["shield"] == 9
    play(table, "heal:4")
    assert table.seat(0)["shield"] == 12


@rule("MD-8.6", "MD-9.3")
def test_15_storm_tie() -> None:
    table = duel(max_hp=10, storm_round=1)
    before, after = [], []
    for _ in range(8):
        turn = table.view()["turn"]
        play(table, "magic, heal:0 | magic")
        assert table.view()["turn"] == turn + 1
        events = play(table, "heal:0 |")
        storm = only(events, "storm_struck")
        assert storm["hp"][0] == storm["hp"][1]
        before.append(storm["hp"][0] + storm["amount"])
        after.append(storm["hp"][0])
    assert before == [10, 10, 10, 10, 10, 10, 9, 7]
    assert after == [9, 8, 7, 6, 5, 4, 2, -1]
    assert storm["amount"] == 8
    assert [table.seat(seat)["hp"] for seat in (0, 1)] == [-1, -1]
    assert (table.result["winners"], table.result["draw"], table.result["reason"]) == ([], True, "storm")


@rule("MD-8.3", "MD-8.4")
def test_16_workshop_moves() -> None:
    table = duel(preset="workshop")
    play(table, "magic, fiery |")
    assert values(table, 0) == (25, 0, 0, 7)
    events = play(table, "magic, magic |")
    assert only(events, "shield_decayed")["shield"] == 6
    play(table, "magic, summon:bubble |")
    events = play(table, "N2")
    assert only(events, "attacked")["damage"] == 11
    assert values(table, 0) == (20, 2, 2, 0)
    play(table, "shield:5 |")
    assert table.seat(1)["shield"] == 5
    assert values(table, 0) == (18, 3, 2, 0)
