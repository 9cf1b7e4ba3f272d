"""What is asked, in which order it is listed, what the clock answers, and how wrong answers are refused."""

from __future__ import annotations

import pytest

from innkeeper import FastChance, IllegalAction
from innkeeper.games.magicduel.legal import legal_moves
from innkeeper.games.magicduel.state import Duel
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.magicduel.duels import duel, play, values


def refused(table: Table, seat: int, action: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as refusal:
        table.act(seat, action)
    return refusal.value


def test_the_longest_list_of_a_literal_table_in_order() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, summon:specter | summon:bubble, summon:specter, specter:4:player |")
    assert table.legal() == [
        "attack:normal:0:player",
        "attack:normal:1:player",
        "attack:normal:2:player",
        "attack:normal:0:3",
        "attack:normal:0:4",
        "attack:pierce:player",
        "attack:pierce:3",
        "attack:pierce:4",
        *(f"heal:{ward}" for ward in range(100)),
        "magic",
        "buff:bubble:1",
        "buff:specter:2",
    ]
    assert len(table.legal()) == 111


def test_the_longest_list_of_a_tournament_table() -> None:
    table = duel(preset="tournament", starting_magic=20)
    play(table, "summon:bubble | summon:bubble, summon:specter, specter:3:player |")
    play(table, "summon:specter, magic, specter:4:player | magic, P, specter:3:player |")
    assert table.legal() == [
        "attack:normal:0:player",
        "attack:normal:1:player",
        "attack:normal:2:player",
        "attack:normal:0:2",
        "attack:normal:0:3",
        "attack:pierce:player",
        "attack:pierce:2",
        "attack:pierce:3",
        "heal:0",
        "heal:1",
        "heal:2",
        "heal:3",
        "heal:4",
        "magic",
        "buff:bubble:1",
        "buff:specter:4",
    ]


def test_the_extra_moves_come_last() -> None:
    table = duel(preset="workshop", shield_max_cast=1, starting_magic=5)
    assert table.legal() == [
        "attack:normal:0:player",
        "attack:normal:1:player",
        "attack:normal:2:player",
        "attack:pierce:player",
        "heal:0",
        "heal:1",
        "magic",
        "summon:bubble",
        "summon:specter",
        "shield:0",
        "shield:1",
        "fiery",
    ]


def test_one_seat_decides_at_a_time_and_nothing_stands_open() -> None:
    table = duel()
    while table.view()["turn"] < 5:
        (decision,) = table.match.pending.values()
        assert decision.name == table.phase == "move"
        assert table.view()["to_act"] == [decision.seat]
        assert "resign" not in decision.ids
        assert table.view()["may_act"] == []
        assert table.match.standing == {}
        play(table, "magic") if table.table["moves_left"] == 2 else play(table, "magic |")


@rule("MD-3.8")
def test_a_specter_without_a_choice_is_not_asked() -> None:
    table = duel(starting_magic=5)
    events = play(table, "summon:specter, magic |")
    assert only(events, "specter_attacked")["auto"] is True
    assert (table.phase, table.view()["to_act"]) == ("move", [1])


@rule("MD-1.8")
def test_a_last_move_without_a_choice_is_made_by_the_referee() -> None:
    table = duel(distinct_moves=True, moves_per_turn=4)
    play(table, "magic, N0")
    events = play(table, "heal:0 |")  # only the needle is left
    assert kinds(events)[2:4] == ["attacked", "hp_lost"]
    assert table.seat(1)["hp"] == 25 - 7 - 5
    assert table.view()["to_act"] == [1]
    assert table.match.record()["entries"][-1]["do"] == "heal:0"


@rule("MD-1.8")
def test_a_last_heal_without_a_choice_is_made_by_the_referee_too() -> None:
    table = duel(distinct_moves=True, moves_per_turn=4, shield_max_cast=0)
    events = play(table, "magic, N0, P |")
    assert "healed" in kinds(events)
    table = duel(distinct_moves=True, moves_per_turn=4, shield_max_cast=1)
    play(table, "magic, N0, P")
    assert table.legal() == ["heal:0", "heal:1"]


def test_the_clock_answers_a_move_with_the_first_legal_of_four() -> None:
    table = duel(distinct_moves=True, moves_per_turn=4, shield_max_cast=7, starting_magic=2)
    chosen = []
    while table.view()["turn"] == 1:
        chosen.append(table.match.pending[0].timeout)
        events = table.match.time_out(0)
        assert only(events, "timed_out")["action"] == chosen[-1]
    assert chosen == ["magic", "heal:7", "attack:pierce:player", "attack:normal:2:player"]


def test_the_clock_gathers_magic_again_and_again_where_it_may() -> None:
    table = duel()
    for _ in range(3):
        table.match.time_out(0)
        table.match.time_out(0)
        assert table.match.pending[1].timeout == "magic"
        play(table, "magic, magic |")
    assert values(table, 0) == (25, 24, 0, 0)


def test_the_clock_aims_a_specter_at_the_player() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, magic | summon:specter, magic")
    assert table.match.pending[1].timeout == "specter:2:player"
    events = table.match.time_out(1)
    assert kinds(events)[:2] == ["timed_out", "specter_attacked"]
    assert events[0] == {
        "kind": "timed_out",
        "turn": 2,
        "seat": 1,
        "clause": "IN-1.2",
        "decision": "specter",
        "action": "specter:2:player",
        "round": 1,
    }
    assert events[1]["auto"] is False


def test_only_who_owes_a_decision_can_run_out_of_time() -> None:
    with pytest.raises(IllegalAction):
        duel().match.time_out(1)


@pytest.mark.parametrize(
    ("action", "clause", "reason"),
    [
        ("heal:4", "MD-5.3", "Heal + Shield adds a shield of 0 to 3"),
        ("heal", "MD-5.3", "Heal + Shield adds a shield of 0 to 3"),
        ("attack:pierce:1", "MD-4.1", "an attack aims at the rival or at one of the rival's minions"),
        ("attack:pierce:9", "MD-4.1", "an attack aims at the rival or at one of the rival's minions"),
        ("attack:normal:0:1", "MD-4.1", "an attack aims at the rival or at one of the rival's minions"),
        (
            "attack:normal:3:player",
            "MD-4.3",
            "a bolt at the rival names a burn of 0, 1 or 2; minions do not burn",
        ),
        ("attack:normal:1:2", "MD-4.3", "a bolt at the rival names a burn of 0, 1 or 2; minions do not burn"),
        ("summon:specter", "MD-7.7", "Cast Specter needs 5 magic, you have 3"),
        ("buff:bubble:1", "MD-7.6", "while a place is free, Cast Bubble summons; it strengthens nobody"),
        ("specter:1:player", "MD-3.8", "Specters attack when the moves are done"),
        ("fiery", "MD-8.4", "Fiery Shield is a house rule that this table does not use"),
        ("shield:2", "MD-8.3", "Shield is a house rule that this table does not use"),
        ("magic:4", "IN-1.1", "'magic:4' is not among the answers to 'move'"),
        ("summon:bubble:1", "IN-1.1", "'summon:bubble:1' is not among the answers to 'move'"),
        ("summon:dragon", "IN-1.1", "'summon:dragon' is not among the answers to 'move'"),
        ("pass", "IN-1.1", "'pass' is not among the answers to 'move'"),
    ],
)
def test_a_refusal_says_why_and_by_which_clause(action: str, clause: str, reason: str) -> None:
    table = duel(shield_max_cast=3, starting_magic=4)
    play(table, "summon:bubble, heal:0 | summon:bubble, heal:0 |")
    before, legal = table.match.hash, table.legal()
    refusal = refused(table, 0, action)
    assert (refusal.reason, refusal.clause) == (reason, clause)
    assert refusal.legal == tuple(legal)
    assert table.match.hash == before


def test_refusals_with_two_minions() -> None:
    table = duel(starting_magic=20, moves_per_turn=3)
    play(table, "summon:bubble, summon:bubble")
    assert refused(table, 0, "summon:bubble").reason == (
        "you control two minions already; strengthen a Bubble instead"
    )
    assert refused(table, 0, "summon:specter").reason == (
        "you control two minions already, and no Specter to strengthen"
    )
    assert refused(table, 0, "buff:bubble:3").reason == "you have no such Bubble to strengthen"


def test_refusals_out_of_turn_after_the_end_and_from_nowhere() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, magic | summon:specter, magic")
    assert refused(table, 0, "magic").clause == "MD-1.3"
    assert refused(table, 0, "magic").reason == "it is seat 1's turn"
    assert "no seat 2" in refused(table, 2, "magic").reason
    table.act(0, "resign")
    for seat in (0, 1):
        assert refused(table, seat, "magic").reason == "the match is over"


def test_what_is_not_even_text_is_refused() -> None:
    for action in (None, 7, ["magic"], b"magic"):
        with pytest.raises(IllegalAction):
            duel().act(0, action)  # type: ignore[arg-type]


def test_labels_are_for_people() -> None:
    table = duel(preset="workshop", starting_magic=20, shield_max_cast=1)
    play(table, "summon:bubble, summon:specter | summon:specter, summon:bubble |")
    (decision,) = table.match.pending.values()
    assert [action.label for action in decision.actions] == [
        "Normal Attack on the rival, burn 0",
        "Normal Attack on the rival, burn 1",
        "Normal Attack on the rival, burn 2",
        "Normal Attack on minion 3, burn 0",
        "Normal Attack on minion 4, burn 0",
        "Piercing Attack on the rival",
        "Piercing Attack on minion 3",
        "Piercing Attack on minion 4",
        "Heal + Shield of 0",
        "Heal + Shield of 1",
        "Gain Magic",
        "Strengthen Bubble 1",
        "Strengthen Specter 2",
        "Shield of 0",
        "Shield of 1",
        "Fiery Shield",
    ]
    play(table, "magic, magic")
    (decision,) = table.match.pending.values()
    assert [action.label for action in decision.actions] == [
        "Specter 2 haunts the rival",
        "Specter 2 haunts minion 3",
        "Specter 2 haunts minion 4",
    ]
    clauses = {action.id: action.clause for action in decision.actions}
    assert set(clauses.values()) == {"MD-7.10"}


def test_every_action_names_its_clause() -> None:
    table = duel(preset="workshop", starting_magic=20)
    clauses = {action.verb.name: action.clause for action in table.match.pending[0].actions}
    assert clauses == {
        "attack:normal": "MD-4.2",
        "attack:pierce": "MD-4.8",
        "heal": "MD-5.1",
        "magic": "MD-6.1",
        "summon:bubble": "MD-7.2",
        "summon:specter": "MD-7.3",
        "shield": "MD-8.3",
        "fiery": "MD-8.4",
    }
    play(table, "summon:bubble, summon:specter | magic, magic |")
    buffs = {a.verb.name: a.clause for a in table.match.pending[0].actions if a.id.startswith("buff")}
    assert buffs == {"buff:bubble": "MD-7.4", "buff:specter": "MD-7.5"}


@pytest.mark.parametrize(
    "options",
    [
        {"shield_max_cast": 1},
        {"preset": "tournament", "starting_magic": 8},
        {"preset": "workshop", "moves_per_turn": 4, "heal_limit": 2, "shield_max_cast": 2, "max_hp": 99},
        {"distinct_moves": True, "moves_per_turn": 4, "starting_magic": 20, "shield_max_cast": 0},
        {"attack_minions": False, "starting_magic": 20, "shield_max_cast": 0},
    ],
    ids=["literal", "tournament", "workshop", "distinct", "no-minions"],
)
def test_remembered_lists_are_what_would_be_listed(options: dict[str, object]) -> None:
    chance = FastChance(5)
    for _ in range(10):
        s = duel(**options).match.state
        assert isinstance(s, Duel)
        while not s.over:
            seat = s.decider()
            legal = s.actions(seat)
            if s.phase() == "move":
                assert legal == legal_moves(s, seat)
            s.act(seat, legal[chance.below(len(legal))])
