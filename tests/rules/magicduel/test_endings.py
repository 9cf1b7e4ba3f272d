"""MD-9: winning, losing, ties, and how they are reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import innkeeper
from innkeeper import IllegalAction
from innkeeper.games.magicduel.state import Duel, Minion
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.magicduel.duels import duel, play


def won(seat: int, reason: str, clause: str) -> dict[str, object]:
    return {
        "winners": [seat],
        "draw": False,
        "reason": reason,
        "clause": clause,
        "places": [1, 2] if seat == 0 else [2, 1],
    }


def tie(reason: str, clause: str) -> dict[str, object]:
    return {"winners": [], "draw": True, "reason": reason, "clause": clause, "places": [1, 1]}


def is_over(table: Table) -> bool:
    view = table.view()
    return bool(view["phase"] == "over" and view["to_act"] == [] and table.match.pending == {})


@rule("MD-9.1")
@pytest.mark.parametrize("first", ["seat0", "seat1"])
def test_at_exactly_0_health_a_player_has_lost(first: str) -> None:
    table = duel(max_hp=10, first_player=first)
    play(table, "P, P |")
    winner = int(first[-1])
    assert table.seat(1 - winner)["hp"] == 0
    assert table.result == won(winner, "attack", "MD-9.1")
    assert is_over(table)


@rule("MD-9.1")
def test_at_1_health_a_player_goes_on() -> None:
    table = duel(max_hp=11)
    play(table, "P, P |")
    assert (table.seat(1)["hp"], table.result) == (1, None)


@rule("MD-9.2")
def test_the_game_ends_between_two_moves() -> None:
    table = duel(max_hp=5, moves_per_turn=4, starting_magic=5)
    events = play(table, "summon:specter, P |")
    assert kinds(events) == ["summoned", "attacked", "hp_lost", "game_over"]
    assert is_over(table)
    assert table.table["moves_left"] == 2
    with pytest.raises(IllegalAction, match="the match is over"):
        table.act(0, "magic")


@rule("MD-9.2")
def test_the_game_ends_between_two_specters() -> None:
    table = duel(max_hp=6, starting_magic=20, moves_per_turn=3, burn_cap=0)
    events = play(table, "summon:specter, summon:specter, P |")
    assert kinds(events).count("specter_attacked") == 1
    assert table.seat(1)["hp"] == 0
    assert table.result == won(0, "attack", "MD-9.1")


@rule("MD-9.2")
def test_an_attack_on_a_minion_ends_nothing() -> None:
    table = duel(max_hp=5, starting_magic=20)
    play(table, "summon:bubble, magic | attack:normal:0:1")
    assert table.result is None


@rule("MD-9.2")
def test_a_flare_kills_as_an_attack_and_a_tick_as_burn() -> None:
    flare = duel(max_hp=5, burn_mode="on_hit")
    play(flare, "N2 |")
    assert flare.result == won(0, "attack", "MD-9.1")
    tick = duel(max_hp=5)
    play(tick, "N2, magic |")
    assert tick.result == won(0, "burn", "MD-9.1")


@rule("MD-9.3")
def test_both_at_once_is_a_tie() -> None:
    table = duel(max_hp=6, storm_round=1)
    play(table, "P, magic | P, magic |")
    assert [table.seat(seat)["hp"] for seat in (0, 1)] == [0, 0]
    assert table.result == tie("storm", "MD-9.3")


@rule("MD-9.3")
@pytest.mark.parametrize("loser", [0, 1])
def test_one_alone_in_the_storm_loses(loser: int) -> None:
    table = duel(max_hp=6, storm_round=1)
    play(table, ("magic, magic | P, magic |", "P, magic | magic, magic |")[loser])
    assert table.seat(loser)["hp"] == 0
    assert table.result == won(1 - loser, "storm", "MD-9.1")


@rule("MD-9.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_anybody_may_resign_at_any_time(seat: int) -> None:
    for script in ("", "magic", "magic, magic |", "magic, summon:bubble | magic, magic |"):
        table = duel()
        play(table, script)
        events = table.act(seat, "resign")
        assert kinds(events) == ["resigned", "game_over"]
        assert events[0]["seat"] == seat
        assert table.result == won(1 - seat, "resign", "MD-9.4")
        assert is_over(table)
    with pytest.raises(IllegalAction):
        table.act(1 - seat, "resign")


@rule("MD-9.4")
def test_resigning_while_a_specter_is_aimed() -> None:
    table = duel(starting_magic=20)
    play(table, "summon:bubble, magic | summon:specter, magic")
    assert table.phase == "specter"
    table.act(0, "resign")
    assert table.result == won(1, "resign", "MD-9.4")


@rule("MD-9.5")
@pytest.mark.parametrize("limit", [2, 3, 4, 5])
def test_the_same_position_so_many_times_is_a_tie(limit: int) -> None:
    table = duel(repetition_limit=limit)
    while table.result is None:
        play(table, "heal:0, heal:0 |")
    assert table.view()["turn"] == 2 * limit - 1
    assert table.table["repeats"] == limit
    assert table.result == tie("repetition", "MD-9.5")


@rule("MD-9.5")
@pytest.mark.parametrize("options", [{"repetition_limit": 0}, {"storm_round": 100}])
def test_repetition_can_be_off_and_is_off_with_a_storm(options: dict[str, object]) -> None:
    table = duel(**options)
    for _ in range(12):
        assert table.table["repeats"] == 0
        play(table, "heal:0, heal:0 |")
    assert table.result is None


@rule("MD-9.5")
def test_a_position_need_not_come_back_at_once() -> None:
    table = duel()
    play(table, "P, heal:0 | heal:0, heal:0 |")  # seat 1 is back at 25: the opening, second time
    assert table.table["repeats"] == 2
    play(table, "heal:0, heal:0 | P, heal:0 |")
    assert (table.seat(0)["hp"], table.table["repeats"]) == (20, 1)
    play(table, "heal:0, heal:0 |")
    assert table.result is None
    play(table, "heal:0, heal:0 |")
    assert table.result == tie("repetition", "MD-9.5")


def times(change: Callable[[Duel], None]) -> int:
    """How often a position with two minions a side stood there, once something in it is changed."""
    table = duel(starting_magic=20)
    play(table, "summon:bubble, summon:specter | summon:specter, summon:bubble, specter:3:player |")
    s = table.match.state.copy()
    assert isinstance(s, Duel)
    change(s)
    s.open_position()
    assert s.position is not None
    return s.position.times


def set_active(s: Duel) -> None:
    s.active = 1


def set_moves_left(s: Duel) -> None:
    s.moves_left -= 1


def set_hp(s: Duel) -> None:
    s.duelists[1].hp -= 1


def set_magic(s: Duel) -> None:
    s.duelists[1].magic -= 1


def set_burn(s: Duel) -> None:
    s.duelists[1].burn += 1


def set_shield(s: Duel) -> None:
    s.duelists[0].shield += 1


def set_minion_hp(s: Duel) -> None:
    s.duelists[0].minions[0].hp += 2


def set_minion_attack(s: Duel) -> None:
    s.duelists[0].minions[1].attack += 1


def set_minion_age(s: Duel) -> None:
    s.duelists[1].minions[0].age += 1


def set_minion_ready(s: Duel) -> None:
    s.duelists[1].minions[1].ready = False


def set_minion_kind(s: Duel) -> None:
    bubble, specter = s.duelists[0].minions
    s.duelists[0].minions[0] = Minion(
        bubble.uid, specter.card, bubble.hp, bubble.attack, bubble.age, bubble.ready
    )


def set_minion_order(s: Duel) -> None:
    s.duelists[0].minions.reverse()


def set_minion_away(s: Duel) -> None:
    s.duelists[1].minions.pop()


def set_uid(s: Duel) -> None:
    s.duelists[0].minions[0].uid = 9
    s.next_uid = 10


def set_round(s: Duel) -> None:
    s.round += 1
    s.turn += 2


@rule("MD-9.5")
@pytest.mark.parametrize(
    "change",
    [
        set_active,
        set_moves_left,
        set_hp,
        set_magic,
        set_burn,
        set_shield,
        set_minion_hp,
        set_minion_attack,
        set_minion_age,
        set_minion_ready,
        set_minion_kind,
        set_minion_order,
        set_minion_away,
    ],
)
def test_another_value_is_another_position(change: Callable[[Duel], None]) -> None:
    assert times(change) == 1


@rule("MD-9.5")
@pytest.mark.parametrize("change", [set_uid, set_round])
def test_uids_and_round_are_not_part_of_the_position(change: Callable[[Duel], None]) -> None:
    assert times(change) == 2


@rule("MD-9.5")
def test_minions_belong_to_the_position_but_not_their_uids() -> None:
    table = duel(starting_magic=20, magic_cap=20, bubble_fuse=1)
    repeats = []
    for turn in ("summon:bubble, magic |", "magic, magic |") * 2:
        play(table, turn)
        repeats.append(table.table["repeats"])
    # Bubble 1 is new; burst, it leaves the opening; Bubble 2 is the second of its kind
    assert repeats == [1, 2, 2, 3]
    assert table.result == tie("repetition", "MD-9.5")

    table = duel(starting_magic=20, magic_cap=20, bubble_fuse=1)
    play(table, "summon:bubble, magic | magic, magic | magic, magic |")
    assert table.table["repeats"] == 1  # the same without the Bubble


@rule("MD-9.5")
def test_a_minions_age_belongs_to_the_position() -> None:
    table = duel(starting_magic=20, magic_cap=20, bubble_fuse=9)
    play(table, "summon:bubble, magic |")
    for _ in range(5):
        play(table, "magic, magic |")
        assert table.table["repeats"] == 1


@rule("MD-9.5")
def test_the_moves_left_belong_to_the_position() -> None:
    table = duel(first_turn_moves=1)
    play(table, "heal:0 | heal:0, heal:0 |")
    assert table.table["repeats"] == 1
    play(table, "heal:0, heal:0 | heal:0, heal:0 |")
    assert table.table["repeats"] == 2


@rule("MD-9.6")
@pytest.mark.parametrize("result", ["tie", "higher_hp"])
def test_the_round_limit(result: str) -> None:
    for last, ends in (
        ("magic, magic | magic, magic |", tie("limit", "MD-9.6")),
        ("P, magic | magic, magic |", won(0, "limit", "MD-9.6")),
        ("magic, magic | magic, P |", won(1, "limit", "MD-9.6")),
    ):
        table = duel(round_limit=10, limit_result=result)
        play(table, "magic, magic | magic, magic |" * 9)
        assert table.table["rounds_left"] == 0
        play(table, last)
        assert table.table["round"] == 10
        assert table.result == (ends if result == "higher_hp" else tie("limit", "MD-9.6"))
        assert is_over(table)


@rule("MD-9.6")
def test_a_hundred_rounds_by_default() -> None:
    table = duel(repetition_limit=0)
    play(table, "heal:0, heal:0 |" * 199)
    assert (table.result, table.table["round"]) == (None, 100)
    play(table, "heal:0, heal:0 |")
    assert table.result == tie("limit", "MD-9.6")


@rule("MD-9.7")
def test_a_tie_has_no_winner_and_two_first_places() -> None:
    table = duel()
    play(table, "heal:0, heal:0 |" * 4)
    outcome = table.match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.draw, outcome.places) == ((), True, (1, 1))
    lost = duel()
    lost.act(0, "resign")
    assert lost.match.outcome is not None
    assert (lost.match.outcome.winners, lost.match.outcome.places) == ((1,), (2, 1))


@rule("MD-9.7")
def test_the_result_is_told_once_and_to_everybody() -> None:
    table = duel(max_hp=5)
    events = play(table, "P |")
    over = only(events, "game_over")
    for viewer in (0, 1, None):
        assert table.match.events(viewer)[-1] == over
        assert table.match.view(viewer)["phase"] == "over"
    assert over["seat"] is None
    assert {name: over[name] for name in ("winners", "draw", "reason", "clause", "places")} == table.result


def test_a_finished_duel_can_be_replayed() -> None:
    table = duel([2], first_player="coin", preset="tournament")
    while table.match.pending:
        (seat,) = table.match.pending
        table.match.time_out(seat)
    again = innkeeper.verify(table.match.record())
    assert again.view(None) == table.view()
