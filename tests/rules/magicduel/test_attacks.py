"""MD-4: bolts and needles."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import kinds, only, rule
from tests.rules.magicduel.duels import duel, minions, moves_of, play, values

TWO_HELPERS = "summon:bubble, summon:specter |"


@rule("MD-4.1")
def test_attacks_aim_at_the_rival_or_a_minion_of_the_rival() -> None:
    table = duel(starting_magic=7)
    play(table, TWO_HELPERS)
    assert moves_of(table, "attack:normal") == [
        "attack:normal:0:player",
        "attack:normal:1:player",
        "attack:normal:2:player",
        "attack:normal:0:1",
        "attack:normal:0:2",
    ]
    assert moves_of(table, "attack:pierce") == ["attack:pierce:player", "attack:pierce:1", "attack:pierce:2"]
    play(table, "magic, magic |")
    assert moves_of(table, "attack:pierce") == ["attack:pierce:player"]  # never at one's own


@rule("MD-4.1")
def test_where_minions_may_not_be_attacked_specters_still_choose_freely() -> None:
    table = duel(starting_magic=7, attack_minions=False)
    play(table, TWO_HELPERS)
    assert moves_of(table, "attack") == [
        "attack:normal:0:player",
        "attack:normal:1:player",
        "attack:normal:2:player",
        "attack:pierce:player",
    ]
    with pytest.raises(IllegalAction) as refused:
        table.act(1, "attack:pierce:1")
    assert refused.value.clause == "MD-4.1"
    play(table, "summon:specter, magic")
    assert table.legal() == ["specter:3:player", "specter:3:1", "specter:3:2"]


@rule("MD-4.2")
@pytest.mark.parametrize("magic", [0, 1, 20])
def test_a_bolt_is_3_and_all_the_magic(magic: int) -> None:
    table = duel(max_hp=99, starting_magic=magic)
    events = play(table, "N0")
    assert table.seat(1)["hp"] == 99 - 3 - magic
    assert table.seat(0)["magic"] == 0
    assert (only(events, "attacked")["damage"], only(events, "attacked")["spent"]) == (3 + magic, magic)


@rule("MD-4.2")
def test_a_bolt_spends_all_magic_whatever_it_meets() -> None:
    table = duel(starting_magic=9)
    play(table, "summon:bubble, heal:99 | attack:normal:0:1, magic |")
    assert minions(table, 0) == []
    assert table.seat(1)["magic"] == 4
    play(table, "magic, magic | N2")  # swallowed by the shield
    assert (table.seat(0)["hp"], table.seat(1)["magic"]) == (25, 0)


@rule("MD-4.3")
def test_a_bolt_at_the_player_names_0_1_or_2_burn() -> None:
    for burn in (0, 1, 2):
        table = duel()
        play(table, f"attack:normal:{burn}:player")
        assert table.seat(1)["burn"] == burn
    table = duel(starting_magic=2)
    play(table, "summon:bubble, magic |")
    for action in ("attack:normal:3:player", "attack:normal:-1:player", "attack:normal:2:1"):
        with pytest.raises(IllegalAction) as refused:
            table.act(1, action)
        assert refused.value.clause == "MD-4.3"


@rule("MD-4.4")
def test_the_shield_takes_normal_damage_first() -> None:
    table = duel(starting_magic=8, first_player="seat1")
    play(table, "heal:6, P | N0")
    assert values(table, 1) == (20, 8, 0, 0)  # 11 on a shield of 6


@rule("MD-4.5")
@pytest.mark.parametrize(("shield", "left", "hp"), [(2, 0, 24), (3, 0, 25), (4, 1, 25), (9, 6, 25)])
def test_a_shield_loses_what_it_absorbed(shield: int, left: int, hp: int) -> None:
    table = duel(first_player="seat1")
    play(table, f"heal:{shield}, magic |")
    events = play(table, "N0")
    assert (table.seat(1)["shield"], table.seat(1)["hp"]) == (left, hp)
    assert only(events, "absorbed")["amount"] == min(shield, 3)


@rule("MD-4.5")
def test_armour_does_not_drop() -> None:
    table = duel(first_player="seat1", shield_armour=True)
    play(table, "heal:2, magic |")
    events = play(table, "N2, N2 |")
    assert [event["shield"] for event in events if event["kind"] == "absorbed"] == [2, 2]
    assert values(table, 1) == (25 - 1 - 1 - 4, 4, 4, 1)


@rule("MD-4.6")
def test_1_health_lost_is_enough_for_the_full_burn() -> None:
    table = duel(first_player="seat1")
    play(table, "heal:2, magic |")
    play(table, "N2")
    assert values(table, 1) == (24, 4, 2, 0)


@rule("MD-4.7")
def test_a_fully_absorbed_hit_adds_no_burn() -> None:
    table = duel(first_player="seat1")
    play(table, "heal:3, magic |")
    events = play(table, "N2")
    assert kinds(events) == ["attacked", "absorbed", "burn_blocked"]
    assert values(table, 1) == (25, 4, 0, 0)


@rule("MD-4.8")
def test_a_needle_does_5_past_any_shield() -> None:
    table = duel(first_player="seat1", starting_magic=6)
    play(table, "heal:50, magic |")
    events = play(table, "P")
    assert kinds(events) == ["attacked", "hp_lost"]
    assert values(table, 1) == (20, 10, 0, 50)
    assert table.seat(0)["magic"] == 6


@rule("MD-4.9")
def test_damage_to_a_minion_comes_off_its_hp_and_the_excess_is_lost() -> None:
    table = duel(starting_magic=7)
    play(table, TWO_HELPERS)
    before = values(table, 0)
    play(table, "attack:pierce:2")
    assert minions(table, 0) == [(1, "bubble", 6), (2, "specter", 5)]
    events = play(table, "attack:normal:0:1 |")
    assert kinds(events)[:3] == ["attacked", "minion_hit", "minion_died"]
    assert minions(table, 0) == [(2, "specter", 5)]
    assert values(table, 0) == before
    assert table.seat(1)["magic"] == 0


@rule("MD-4.9")
def test_a_minion_goes_at_exactly_0() -> None:
    table = duel(starting_magic=5, moves_per_turn=2)
    play(table, "summon:specter, magic | attack:pierce:1, attack:pierce:1 |")
    assert minions(table, 0) == []


@rule("MD-4.10")
def test_on_hit_burn_flares_with_every_hit_that_costs_health() -> None:
    table = duel(burn_mode="on_hit")
    play(table, "N2")
    assert values(table, 1) == (25 - 3 - 2, 0, 2, 0)
    play(table, "N1 |")
    assert values(table, 1) == (20 - 3 - 3, 0, 3, 0)  # and no tick at the start of the turn
    play(table, "heal:3, magic |")
    assert values(table, 1) == (19, 4, 0, 3)


@rule("MD-4.10")
def test_a_bolt_with_burn_0_flares_old_burn_too() -> None:
    table = duel(burn_mode="on_hit")
    play(table, "N2")
    events = play(table, "N0 |")
    assert kinds(events)[:4] == ["attacked", "hp_lost", "burn_flared", "hp_lost"]
    assert values(table, 1) == (20 - 3 - 2, 0, 2, 0)


@rule("MD-4.10")
def test_no_flare_without_a_loss_by_needle_or_without_burn() -> None:
    table = duel(burn_mode="on_hit", shield_move=True)
    events = play(table, "N0")
    assert "burn_flared" not in kinds(events)
    events = play(table, "N2 | shield:9, magic | N2, P |")
    assert kinds(events)[-7:-2] == ["attacked", "absorbed", "burn_blocked", "attacked", "hp_lost"]
    assert values(table, 1) == (25 - 3 - 5 - 5, 4, 2, 5)


@rule("MD-4.10")
def test_a_flare_ignores_the_shield_of_armour() -> None:
    table = duel(burn_mode="on_hit", shield_armour=True, first_player="seat1")
    play(table, "heal:2, magic | N2")
    assert values(table, 1) == (25 - 1 - 2, 4, 2, 2)


@rule("MD-4.10")
def test_a_specter_flares_too() -> None:
    table = duel(burn_mode="on_hit", starting_magic=5)
    events = play(table, "summon:specter, heal:0 |")
    assert kinds(events)[3:8] == ["specter_attacked", "hp_lost", "burn_added", "burn_flared", "hp_lost"]
    assert values(table, 1) == (23, 5, 1, 0)


@rule("MD-4.10", "MD-9.2")
def test_hit_and_flare_are_one_attack() -> None:
    table = duel(burn_mode="on_hit", max_hp=5)
    events = play(table, "N2 |")
    assert kinds(events) == ["attacked", "hp_lost", "burn_added", "burn_flared", "hp_lost", "game_over"]
    assert (table.seat(1)["hp"], table.result["reason"]) == (0, "attack")
    table = duel(burn_mode="on_hit", max_hp=5, starting_magic=2)
    events = play(table, "N2 |")  # the hit alone kills; the flare belongs to it
    assert table.seat(1)["hp"] == -2


@rule("MD-4.10")
def test_burn_does_not_fade_on_hit() -> None:
    table = duel(burn_mode="on_hit", burn_fade=9)
    play(table, "N2, N2 | magic, magic | magic, magic |")
    assert table.seat(1)["burn"] == 4
