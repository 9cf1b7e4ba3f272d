"""MD-3: a turn from top to bottom."""

from __future__ import annotations

from innkeeper.testing.table import kinds, only, rule
from tests.rules.magicduel.duels import ages, duel, minions, moves_of, play, values

BEGINNING = ["turn_started", "shield_decayed", "burn_ticked", "hp_lost", "bubble_dripped", "bubble_burst"]


@rule("MD-3.1")
def test_the_steps_of_a_turn_in_order() -> None:
    table = duel(shield_move=True, bubble_fuse=1, starting_magic=10, storm_round=3, moves_per_turn=3)
    play(table, "magic, magic, summon:specter | N2, magic, magic | shield:9, summon:bubble, magic |")
    before = values(table, 0)
    events = play(table, "magic, magic, magic |")
    assert kinds(events)[-len(BEGINNING) :] == BEGINNING
    assert values(table, 0) == (before[0] - 2, before[1] + 1 + 6, 2, before[3] - 1)
    events = play(table, "P, P, P |")  # the moves, then the Specter, then the rival's turn
    assert kinds(events)[:8] == ["attacked", "hp_lost"] * 3 + ["specter_attacked", "hp_lost"]
    assert "turn_started" in kinds(events)


@rule("MD-3.2")
def test_only_the_active_players_shield_decays() -> None:
    table = duel()
    play(table, "heal:1, magic | heal:3, magic |")
    assert [table.seat(seat)["shield"] for seat in (0, 1)] == [0, 3]
    play(table, "magic, magic |")
    assert [table.seat(seat)["shield"] for seat in (0, 1)] == [0, 2]
    events = play(table, "magic, magic |")
    assert "shield_decayed" not in kinds(events)
    assert table.seat(0)["shield"] == 0


@rule("MD-3.3")
def test_burn_costs_health_every_turn_and_stays() -> None:
    table = duel(shield_move=True)
    play(table, "N2, magic |")
    assert values(table, 1) == (20, 0, 2, 0)
    play(table, "shield:40, magic | magic, magic |")
    assert values(table, 1) == (18, 4, 2, 39)
    play(table, "magic, magic | magic, magic |")
    assert table.seat(1)["hp"] == 16


@rule("MD-3.3")
def test_burn_hurts_its_owner_at_the_owners_turn_only() -> None:
    table = duel()
    play(table, "N2, magic |")
    events = play(table, "magic, magic |")
    assert "burn_ticked" not in kinds(events)
    assert table.seat(1)["hp"] == 20


@rule("MD-3.3")
def test_burn_fades_after_it_hurt_and_not_below_0() -> None:
    table = duel(burn_fade=3)
    play(table, "N2, N2 |")
    assert values(table, 1) == (19 - 4, 0, 1, 0)
    play(table, "magic, magic | magic, magic |")
    assert values(table, 1) == (14, 8, 0, 0)
    events = play(table, "magic, magic | magic, magic |")
    assert "burn_ticked" not in kinds(events)


@rule("MD-3.3")
def test_death_by_burn_comes_before_bubbles_and_moves() -> None:
    table = duel(max_hp=5, starting_magic=2, bubble_fuse=1)
    play(table, "summon:bubble, heal:5 |")
    events = play(table, "N2, N2 |")  # 5 absorbed, then 3 and the burn of 2 get through
    assert table.seat(0)["hp"] == 0
    assert kinds(events)[-4:] == ["turn_started", "burn_ticked", "hp_lost", "game_over"]
    assert minions(table, 0) == [(1, "bubble", 6)]
    assert (table.result["winners"], table.result["reason"]) == ([1], "burn")


@rule("MD-3.4")
def test_minions_age_at_their_owners_turn() -> None:
    table = duel(starting_magic=7, summoning_sickness=True)
    play(table, "summon:bubble, summon:specter |")
    assert ages(table, 0) == [0, 0]
    assert [minion["ready"] for minion in table.seat(0)["minions"]] == [False, False]
    play(table, "magic, magic |")
    assert ages(table, 0) == [1, 1]
    assert [minion["ready"] for minion in table.seat(0)["minions"]] == [True, True]
    play(table, "magic, magic |")
    assert ages(table, 0) == [1, 1]


@rule("MD-3.5")
def test_each_bubble_drips_for_its_owner() -> None:
    table = duel(starting_magic=4)
    play(table, "summon:bubble, summon:bubble |")
    assert table.seat(0)["magic"] == 0
    events = play(table, "magic, magic |")
    assert [event["uid"] for event in events if event["kind"] == "bubble_dripped"] == [1, 2]
    assert table.seat(0)["magic"] == 2
    events = play(table, "heal:0, heal:0 |")
    assert "bubble_dripped" not in kinds(events)
    assert [table.seat(seat)["magic"] for seat in (0, 1)] == [2, 4 + 8]


@rule("MD-3.5")
def test_without_the_final_drip_only_a_bursting_bubble_keeps_its_magic() -> None:
    table = duel(starting_magic=4, bubble_final_drip=False, bubble_fuse=2)
    play(table, "summon:bubble, heal:0 | magic, magic | summon:bubble, heal:0 |")
    assert table.seat(0)["magic"] == 4 - 2 + 1 - 2
    events = play(table, "magic, magic |")
    assert [event["uid"] for event in events if event["kind"] == "bubble_dripped"] == [2]
    assert [event["uid"] for event in events if event["kind"] == "bubble_burst"] == [1]
    assert table.seat(0)["magic"] == 1 + 1 + 6


@rule("MD-3.6")
def test_all_drips_come_before_all_bursts_and_the_oldest_bursts_first() -> None:
    table = duel(starting_magic=4, bubble_fuse=1, magic_cap=10)
    play(table, "summon:bubble, summon:bubble |")
    events = [event for event in play(table, "magic, magic |") if event["kind"].startswith("bubble")]
    assert [(event["kind"], event["uid"], event["amount"], event["lost"]) for event in events] == [
        ("bubble_dripped", 1, 1, 0),
        ("bubble_dripped", 2, 1, 0),
        ("bubble_burst", 1, 6, 0),
        ("bubble_burst", 2, 2, 4),
    ]
    assert values(table, 0) == (25, 10, 0, 0)
    assert minions(table, 0) == []


@rule("MD-3.6")
def test_a_bubble_pays_the_hp_it_has_left() -> None:
    table = duel(starting_magic=2, bubble_fuse=1)
    play(table, "summon:bubble, heal:0 | attack:pierce:1, heal:0 |")
    assert table.seat(0)["magic"] == 1 + 1


@rule("MD-3.6", "MD-8.5")
def test_the_fuse_counts_turn_starts_after_the_summoning() -> None:
    for fuse in (1, 3, 4, 9):
        table = duel(starting_magic=2, bubble_fuse=fuse)
        play(table, "summon:bubble, magic | magic, magic |")
        lived = 1
        while minions(table, 0):
            assert table.seat(0)["minions"][0]["bursts_in"] == fuse - lived
            play(table, "magic, magic | magic, magic |")
            lived += 1
        assert lived == fuse
        assert table.table["round"] == 1 + fuse


@rule("MD-3.7")
def test_moves_come_after_the_bubbles_paid() -> None:
    table = duel(starting_magic=2, bubble_fuse=1)
    play(table, "summon:bubble, heal:0 | heal:0, heal:0 |")
    assert table.phase == "move"
    assert moves_of(table, "summon") == ["summon:bubble", "summon:specter"]
    events = play(table, "N0")
    assert only(events, "attacked")["damage"] == 3 + 7


@rule("MD-3.8")
def test_specters_attack_after_the_moves_in_the_order_of_summoning() -> None:
    table = duel(starting_magic=20, moves_per_turn=3, first_turn_moves=2)
    play(table, "summon:specter, summon:specter | summon:bubble, summon:specter, P")
    play(table, "specter:4:1 | magic, magic, P")
    assert (table.phase, table.table["specter"]) == ("specter", 1)
    assert table.legal() == ["specter:1:player", "specter:1:3", "specter:1:4"]
    play(table, "specter:1:3")
    assert table.table["specter"] == 2
    play(table, "specter:2:4 |")
    assert minions(table, 1) == [(3, "bubble", 5), (4, "specter", 9)]


@rule("MD-3.8")
def test_the_second_specter_may_react_to_what_the_first_did() -> None:
    table = duel(starting_magic=20, moves_per_turn=3, first_turn_moves=2)
    play(
        table, "summon:specter, summon:specter | summon:bubble, magic, magic | attack:pierce:3, magic, magic"
    )
    assert minions(table, 1) == [(3, "bubble", 1)]
    events = play(table, "specter:1:3 |")  # the second then has one target left and is not asked
    assert [(event["uid"], event["target"], event["auto"]) for event in events if "auto" in event] == [
        (1, 3, False),
        (2, "player", True),
    ]


@rule("MD-3.9")
def test_storm_and_round_limit_come_after_the_second_players_turn() -> None:
    table = duel(round_limit=10, storm_round=10)
    for _ in range(9):
        events = play(table, "heal:0, heal:0 | heal:0, heal:0 |")
        assert "storm_struck" not in kinds(events)
    events = play(table, "heal:0, heal:0 |")
    assert kinds(events)[-1] == "turn_started"
    events = play(table, "heal:0, heal:0 |")
    assert kinds(events)[-4:] == ["storm_struck", "hp_lost", "hp_lost", "game_over"]
    assert (table.table["round"], table.result["reason"]) == (10, "limit")


@rule("MD-3.9")
def test_the_storm_decides_before_the_limit_does() -> None:
    table = duel(max_hp=6, round_limit=10, storm_round=10)
    play(table, "heal:0, heal:0 | heal:0, heal:0 |" * 9)
    play(table, "P, heal:0 | magic, magic |")
    assert [table.seat(seat)["hp"] for seat in (0, 1)] == [5, 0]
    assert (table.result["reason"], table.result["winners"]) == ("storm", [0])
