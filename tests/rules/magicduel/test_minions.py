"""MD-7: Bubbles and Specters."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.magicduel.duels import ages, duel, minions, moves_of, play, values


def refused(table: Table, action: str) -> tuple[str, str]:
    (seat,) = table.match.pending
    with pytest.raises(IllegalAction) as refusal:
        table.act(seat, action)
    return refusal.value.reason, refusal.value.clause


@rule("MD-7.1")
@pytest.mark.parametrize("pair", ["bubble bubble", "bubble specter", "specter specter"])
def test_two_minions_of_any_mix_and_no_third(pair: str) -> None:
    first, second = pair.split()
    table = duel(starting_magic=20, moves_per_turn=3)
    play(table, f"summon:{first}, summon:{second}")
    assert [kind for _, kind, _ in minions(table, 0)] == [first, second]
    assert moves_of(table, "summon") == []
    assert refused(table, f"summon:{first}")[1] == "MD-7.1"


@rule("MD-7.1")
def test_a_place_is_free_the_moment_its_minion_is_gone() -> None:
    table = duel(starting_magic=20, bubble_fuse=1)
    play(table, "summon:bubble, summon:bubble | attack:pierce:1, attack:pierce:1 |")
    assert moves_of(table, "summon") == ["summon:bubble", "summon:specter"]


@rule("MD-7.2")
def test_a_bubble() -> None:
    table = duel(starting_magic=2)
    play(table, "summon:bubble")
    assert table.seat(0)["magic"] == 0
    (bubble,) = table.seat(0)["minions"]
    assert bubble == {
        "uid": 1,
        "kind": "bubble",
        "hp": 6,
        "attack": 0,
        "burn": 0,
        "age": 0,
        "bursts_in": 4,
        "ready": True,
    }
    events = play(table, "magic | magic, magic | magic, magic |")
    assert "specter_attacked" not in kinds(events)
    assert table.seat(1)["hp"] == 25


@rule("MD-7.3")
def test_a_specter() -> None:
    table = duel(starting_magic=5)
    play(table, "summon:specter")
    assert table.seat(0)["magic"] == 0
    (specter,) = table.seat(0)["minions"]
    assert specter == {
        "uid": 1,
        "kind": "specter",
        "hp": 10,
        "attack": 1,
        "burn": 1,
        "age": 0,
        "bursts_in": None,
        "ready": True,
    }


@rule("MD-7.4")
def test_with_two_minions_a_bubble_cast_feeds_a_bubble_of_choice() -> None:
    table = duel(starting_magic=8)
    play(table, "summon:bubble, summon:bubble | magic, magic |")
    assert moves_of(table, "buff") == ["buff:bubble:1", "buff:bubble:2"]
    events = play(table, "buff:bubble:2")
    assert minions(table, 0) == [(1, "bubble", 6), (2, "bubble", 8)]
    assert ages(table, 0) == [1, 1]
    assert [minion["bursts_in"] for minion in table.seat(0)["minions"]] == [3, 3]
    assert table.seat(0)["magic"] == 8 - 4 + 2 - 2
    assert kinds(events) == ["buffed"]


@rule("MD-7.5")
def test_with_two_minions_a_specter_cast_trains_a_specter_of_choice() -> None:
    table = duel(starting_magic=20, moves_per_turn=3)
    play(table, "summon:specter, summon:specter")
    assert moves_of(table, "buff") == ["buff:specter:1", "buff:specter:2"]
    play(table, "buff:specter:1 |")
    trained, fresh = table.seat(0)["minions"]
    assert (trained["hp"], trained["attack"], trained["burn"]) == (11, 2, 1)
    assert (fresh["hp"], fresh["attack"], fresh["burn"]) == (10, 1, 1)
    assert table.seat(0)["magic"] == 5
    assert values(table, 1) == (25 - 2 - 1 - 2, 20, 2, 0)  # one burn from each, whatever the attack


@rule("MD-7.6")
def test_no_cast_with_two_minions_of_the_other_kind() -> None:
    for held, cast in (("bubble", "specter"), ("specter", "bubble")):
        table = duel(starting_magic=20, moves_per_turn=3)
        play(table, f"summon:{held}, summon:{held}")
        assert [action for action in table.legal() if cast in action] == []
        assert refused(table, f"summon:{cast}")[1] == "MD-7.6"
        assert refused(table, f"buff:{cast}:1")[1] == "MD-7.6"


@rule("MD-7.6")
def test_no_buff_while_a_place_is_free() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble")
    assert moves_of(table, "buff") == []
    assert refused(table, "buff:bubble:1")[1] == "MD-7.6"


@rule("MD-7.6")
def test_a_mixed_pair_offers_one_buff_of_each_kind_and_never_the_rivals() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, summon:specter | summon:specter, summon:bubble, specter:3:player |")
    assert moves_of(table, "buff") == ["buff:bubble:1", "buff:specter:2"]
    assert refused(table, "buff:bubble:4")[1] == "MD-7.6"


@rule("MD-7.7")
@pytest.mark.parametrize(
    ("magic", "offered"),
    [
        (0, []),
        (1, []),
        (2, ["summon:bubble"]),
        (4, ["summon:bubble"]),
        (5, ["summon:bubble", "summon:specter"]),
    ],
)
def test_no_summon_without_the_magic(magic: int, offered: list[str]) -> None:
    table = duel(starting_magic=magic)
    assert moves_of(table, "summon") == offered
    if magic == 4:
        assert refused(table, "summon:specter") == ("Cast Specter needs 5 magic, you have 4", "MD-7.7")


@rule("MD-7.7")
def test_no_buff_without_the_magic() -> None:
    table = duel(starting_magic=8, moves_per_turn=3)
    play(table, "summon:bubble, summon:specter")
    assert moves_of(table, "buff") == []
    assert refused(table, "buff:specter:2")[1] == "MD-7.7"


@rule("MD-7.8")
def test_buffs_have_no_upper_limit() -> None:
    table = duel(starting_magic=20, moves_per_turn=4)
    play(table, "summon:specter, summon:bubble, buff:bubble:2, buff:bubble:2 |")
    play(table, "magic, magic, magic, magic |")
    play(table, "buff:bubble:2, buff:bubble:2, buff:bubble:2, buff:bubble:2 |")
    assert minions(table, 0)[1] == (2, "bubble", 6 + 6 * 2)


@rule("MD-7.9")
def test_uids_count_both_seats_together_and_are_never_reused() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, magic | summon:bubble, attack:pierce:1 |")
    play(table, "attack:pierce:2, attack:pierce:2 | attack:pierce:1, summon:bubble |")
    assert minions(table, 0) == []
    assert minions(table, 1) == [(3, "bubble", 6)]
    play(table, "summon:specter, summon:bubble")
    assert [uid for uid, _, _ in minions(table, 0)] == [4, 5]


@rule("MD-7.10")
def test_a_specter_attacks_the_player_like_a_bolt() -> None:
    table = duel(starting_magic=20, moves_per_turn=4, first_player="seat1")
    play(table, "heal:1, magic, magic, magic |")
    play(table, "summon:specter, summon:specter, buff:specter:1, buff:specter:1 |")
    # attack 3 against a shield of 1: 2 lost and burn 1; attack 1: 1 lost and burn 1; then the tick
    assert values(table, 1) == (25 - 2 - 1 - 2, 32, 2, 0)


@rule("MD-7.10")
def test_a_specter_may_attack_a_bubble_or_a_specter() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, summon:specter | summon:specter, magic")
    assert table.legal() == ["specter:3:player", "specter:3:1", "specter:3:2"]
    events = play(table, "specter:3:2 |")
    assert minions(table, 0) == [(1, "bubble", 6), (2, "specter", 9)]
    assert "burn_added" not in kinds(events)
    assert only(events, "minion_hit")["amount"] == 1


@rule("MD-7.11")
def test_a_specter_attacks_exactly_once_and_cannot_hold_back() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, magic | summon:specter, magic")
    magic = table.seat(1)["magic"]
    for action in ("pass", "magic", "specter:2:2", "specter:1:player", "heal:0"):
        assert refused(table, action) == (
            "Specter 2 attacks now: aim it at the rival or at one of the rival's minions",
            "MD-7.11",
        )
    assert (table.table["moves_left"], table.table["used"]) == (0, ["specter", "magic"])
    events = play(table, "specter:2:player |")
    assert kinds(events).count("specter_attacked") == 1
    assert table.seat(1)["magic"] == magic


@rule("MD-7.11")
def test_specters_never_turn_on_their_own_side() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, summon:specter | summon:bubble, magic | magic, magic")
    assert table.legal() == ["specter:2:player", "specter:2:3"]


@rule("MD-7.12")
def test_a_specter_attacks_on_the_turn_it_is_summoned() -> None:
    table = duel(starting_magic=5)
    events = play(table, "magic, summon:specter |")
    assert only(events, "specter_attacked")["uid"] == 1


@rule("MD-7.12", "MD-8.5")
def test_with_summoning_sickness_it_waits_a_turn_and_a_buff_does_not_wake_it() -> None:
    table = duel(starting_magic=20, moves_per_turn=4, summoning_sickness=True)
    play(table, "summon:specter, summon:bubble, buff:specter:1")
    assert [minion["ready"] for minion in table.seat(0)["minions"]] == [False, False]
    events = play(table, "magic |")
    assert "specter_attacked" not in kinds(events)
    play(table, "magic, magic, magic, magic |")
    assert [minion["ready"] for minion in table.seat(0)["minions"]] == [True, True]
    events = play(table, "magic, magic, magic, magic |")
    assert only(events, "specter_attacked")["damage"] == 2


@rule("MD-7.13")
def test_nothing_hits_back() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:specter, magic |")
    before = values(table, 1)
    play(table, "attack:pierce:1, summon:specter")
    events = play(table, "specter:2:1 |")
    assert minions(table, 0) == [(1, "specter", 4)]
    assert minions(table, 1) == [(2, "specter", 10)]
    assert values(table, 1) == (before[0], before[1] - 5, before[2], before[3])
    assert "hp_lost" not in kinds(events)
