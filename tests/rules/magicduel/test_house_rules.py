"""MD-8: what a table may set differently."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.magicduel.duels import duel, moves_of, play, values

KINDS = [
    "attack:normal",
    "attack:pierce",
    "heal",
    "magic",
    "summon:bubble",
    "summon:specter",
    "shield",
    "fiery",
]


def offered(table: Table) -> list[str]:
    """The kinds of move on offer, by the beginning of their action ids."""
    return [kind for kind in KINDS if moves_of(table, kind)]


def refused(table: Table, action: str) -> tuple[str, str]:
    (seat,) = table.match.pending
    with pytest.raises(IllegalAction) as refusal:
        table.act(seat, action)
    return refusal.value.reason, refusal.value.clause


@rule("MD-8.1")
@pytest.mark.parametrize(
    ("move", "kind", "gone"),
    [
        ("N1", "normal", {"attack:normal", "summon:bubble", "summon:specter", "fiery"}),  # the magic is spent
        ("P", "pierce", {"attack:pierce"}),
        ("heal:2", "heal", {"heal"}),
        ("magic", "magic", {"magic"}),
        ("summon:bubble", "bubble", {"summon:bubble"}),
        ("summon:specter", "specter", {"summon:specter"}),
        ("shield:1", "shield", {"shield"}),
        ("fiery", "fiery", {"fiery", "summon:bubble", "summon:specter"}),
    ],
)
def test_with_distinct_moves_no_kind_comes_twice(move: str, kind: str, gone: set[str]) -> None:
    table = duel(
        distinct_moves=True, shield_move=True, fiery_shield=True, starting_magic=9, shield_max_cast=2
    )
    assert offered(table) == KINDS
    play(table, move)
    assert offered(table) == [kind for kind in KINDS if kind not in gone]
    assert table.table["used"] == [kind]
    again = {"N1": "attack:normal:0:player", "P": "attack:pierce:player"}.get(move, move)
    assert refused(table, again)[1] == "MD-8.1"
    play(table, ("magic" if move != "magic" else "P") + "|")
    assert table.table["used"] == []
    assert offered(table) == KINDS  # each seat and each turn anew


@rule("MD-8.1")
def test_to_summon_and_to_buff_are_one_kind() -> None:
    table = duel(distinct_moves=True, starting_magic=20, moves_per_turn=3)
    play(table, "summon:specter, summon:bubble")
    assert moves_of(table, "buff") == []
    assert refused(table, "buff:bubble:2") == ("Cast Bubble was already used this turn", "MD-8.1")


@rule("MD-8.1")
def test_specter_attacks_are_no_moves() -> None:
    table = duel(distinct_moves=True, starting_magic=20)
    play(table, "summon:bubble, summon:specter | summon:specter, P")
    play(table, "specter:3:player |")
    assert table.view()["turn"] == 3


@rule("MD-8.2")
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_heal_limit(limit: int) -> None:
    table = duel(moves_per_turn=4, heal_limit=limit)
    for healed in range(limit):
        assert table.table["heals_used"] == healed
        play(table, "heal:0")
    assert moves_of(table, "heal") == []
    assert table.table["heals_used"] == limit
    assert refused(table, "heal:0") == (f"only {limit} Heal + Shield per turn", "MD-8.2")
    play(table, ", ".join(["magic"] * (4 - limit)) + "|")
    assert moves_of(table, "heal")


@rule("MD-8.2")
def test_a_heal_limit_of_0_is_none_and_shield_moves_do_not_count() -> None:
    table = duel(moves_per_turn=4)
    play(table, "heal:0, heal:0, heal:0, heal:0 |")
    table = duel(heal_limit=1, shield_move=True, moves_per_turn=4)
    play(table, "shield:0, shield:0, heal:0, shield:0 |")
    assert table.view()["turn"] == 2


@rule("MD-8.3")
def test_the_shield_move_shields_and_nothing_else() -> None:
    table = duel(shield_move=True, shield_max_cast=7, shield_cap=10, starting_magic=3)
    play(table, "N2, N2 |")
    assert moves_of(table, "shield") == [f"shield:{ward}" for ward in range(8)]
    before = values(table, 1)
    play(table, "shield:7")
    assert values(table, 1) == (*before[:3], 7)
    assert refused(table, "shield:8") == ("Shield adds a shield of 0 to 7", "MD-8.3")
    events = play(table, "shield:5 |")
    assert (only(events, "shield_gained")["amount"], table.seat(1)["shield"]) == (3, 10)


@rule("MD-8.4")
def test_the_fiery_shield() -> None:
    table = duel(fiery_shield=True, shield_max_cast=2, shield_cap=30)
    assert moves_of(table, "fiery") == []
    assert refused(table, "fiery") == ("Fiery Shield needs 1 magic, you have 0", "MD-8.4")
    play(table, "magic, fiery |")
    assert values(table, 0) == (25, 0, 0, 7)
    table = duel(fiery_shield=True, shield_max_cast=2, shield_cap=9, starting_magic=1)
    play(table, "fiery, magic | heal:0, heal:0 | magic, fiery |")
    assert values(table, 0) == (25, 0, 0, 9)


@rule("MD-8.3", "MD-8.4")
def test_the_extra_moves_are_house_rules() -> None:
    table = duel(starting_magic=5)
    assert moves_of(table, "shield") == moves_of(table, "fiery") == []
    assert refused(table, "shield:1") == ("Shield is a house rule that this table does not use", "MD-8.3")
    assert refused(table, "fiery")[1] == "MD-8.4"


@rule("MD-8.5")
def test_none_of_the_house_rules_changes_the_default_table() -> None:
    options = duel().table["options"]
    assert options["summoning_sickness"] is False
    assert options["shield_armour"] is False
    assert (options["burn_mode"], options["burn_fade"]) == ("tick", 0)
    assert (options["bubble_final_drip"], options["bubble_fuse"]) == (True, 4)
    assert options["attack_minions"] is True
    plain, spelled = duel(), duel(**options)
    script = "magic, summon:bubble | N2, attack:pierce:1 | heal:3, magic | magic, magic | summon:specter, P |"
    assert play(plain, script) == play(spelled, script)
    assert plain.view() == spelled.view()


@rule("MD-8.6")
def test_the_storm_grows_by_1_each_round() -> None:
    table = duel(storm_round=2, shield_move=True)
    taken = []
    for _ in range(4):
        assert table.table["storm_next"] == max(0, table.table["round"] - 1)
        events = play(table, "shield:99, magic | shield:99, magic |")
        taken.append([event["amount"] for event in events if event["kind"] == "storm_struck"])
    assert taken == [[], [1], [2], [3]]
    assert [table.seat(seat)["hp"] for seat in (0, 1)] == [19, 19]


@rule("MD-8.6")
def test_the_storm_cannot_be_healed_away() -> None:
    table = duel(storm_round=1)
    play(table, "heal:0, heal:0 | heal:0, heal:0 |")
    assert [table.seat(seat)["hp"] for seat in (0, 1)] == [24, 24]
    play(table, "heal:0, heal:0 | heal:0, heal:0 |")
    assert [table.seat(seat)["hp"] for seat in (0, 1)] == [23, 23]


@rule("MD-8.6")
def test_no_storm_by_default() -> None:
    table = duel(round_limit=10)
    events = play(table, "heal:0, magic | heal:0, magic |" * 10)
    assert "storm_struck" not in kinds(events)
    assert table.table["storm_next"] == 0
