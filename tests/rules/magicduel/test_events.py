"""Every kind of event: its fields, its clause, its order, and its sentence."""

from __future__ import annotations

from typing import Any

from innkeeper import get_game
from innkeeper.testing.table import Table, kinds, rule
from tests.rules.magicduel.duels import duel, play


def event(kind: str, turn: int, seat: int | None, clause: str, **fields: object) -> dict[str, Any]:
    """An event as the log shows it. Two turns make a round."""
    return {"kind": kind, "turn": turn, "seat": seat, "clause": clause, **fields, "round": (turn + 1) // 2}


def started(turn: int, seat: int, moves: int = 2) -> dict[str, Any]:
    return event("turn_started", turn, seat, "MD-1.5", moves=moves)


def lost(turn: int, seat: int | None, clause: str, victim: int, amount: int, hp: int, cause: str) -> Any:
    return event("hp_lost", turn, seat, clause, victim=victim, amount=amount, hp=hp, cause=cause)


def over(turn: int, clause: str, winners: list[int], reason: str) -> dict[str, Any]:
    places = [1, 1] if not winners else [1, 2] if winners == [0] else [2, 1]
    return event(
        "game_over",
        turn,
        None,
        clause,
        winners=winners,
        draw=not winners,
        reason=reason,
        places=places,
    )


@rule("MD-1.4")
def test_set_up() -> None:
    table = duel(max_hp=30)
    assert table.match.events() == [
        event("game_started", 1, None, "MD-1.4", options=table.table["options"], first=0),
        started(1, 0),
    ]
    assert table.match.events()[0]["options"]["max_hp"] == 30  # type: ignore[index]


@rule("MD-1.4")
def test_set_up_with_a_coin() -> None:
    table = duel([2], first_player="coin", preset="tournament")
    assert table.match.events() == [
        event("game_started", 1, None, "MD-1.4", options=table.table["options"], first=1),
        event("coin_tossed", 1, None, "MD-1.4", roll=2, first=1),
        started(1, 1, moves=1),
    ]


@rule("MD-3.2", "MD-3.3", "MD-3.5", "MD-3.6")
def test_the_beginning_of_a_turn() -> None:
    table = duel(shield_move=True, bubble_fuse=2, starting_magic=9, burn_fade=1, magic_cap=16)
    play(table, "summon:bubble, heal:0 | N2, magic | shield:4, magic |")
    assert play(table, "magic, magic |")[2:] == [
        started(5, 0),
        event("shield_decayed", 5, 0, "MD-3.2", shield=3),
        event("burn_ticked", 5, 0, "MD-3.3", amount=1, hp=10, burn=0),
        lost(5, 0, "MD-3.3", 0, 1, 10, "burn"),
        event("bubble_dripped", 5, 0, "MD-3.5", uid=1, amount=1, magic=13, lost=0),
        event("bubble_burst", 5, 0, "MD-3.6", uid=1, amount=3, magic=16, lost=3),
    ]


@rule("MD-2.4", "MD-3.5", "MD-3.6", "MD-6.1")
def test_what_the_magic_cap_swallows() -> None:
    table = duel(magic_cap=5, starting_magic=3, bubble_fuse=1)
    assert play(table, "summon:bubble, magic |")[1] == event(
        "magic_gained", 1, 0, "MD-6.1", amount=4, magic=5, lost=0
    )
    events = play(table, "N0, magic |")
    assert events[-2:] == [
        event("bubble_dripped", 3, 0, "MD-3.5", uid=1, amount=0, magic=5, lost=1),
        event("bubble_burst", 3, 0, "MD-3.6", uid=1, amount=0, magic=5, lost=6),
    ]
    play(table, "summon:bubble")
    assert play(table, "magic |")[0] == event("magic_gained", 3, 0, "MD-6.1", amount=2, magic=5, lost=2)


@rule("MD-4.2", "MD-4.4", "MD-4.5", "MD-4.6")
def test_a_bolt_through_a_shield() -> None:
    table = duel(first_player="seat1", starting_magic=4)
    play(table, "heal:5, magic |")
    assert play(table, "N2") == [
        event("attacked", 2, 0, "MD-4.2", mode="normal", target="player", damage=7, spent=4, burn=2),
        event("absorbed", 2, 0, "MD-4.5", victim=1, amount=5, shield=0),
        lost(2, 0, "MD-4.4", 1, 2, 23, "normal"),
        event("burn_added", 2, 0, "MD-4.6", victim=1, amount=2, burn=2),
    ]
    assert play(table, "N0 |")[:3] == [
        event("attacked", 2, 0, "MD-4.2", mode="normal", target="player", damage=3, spent=0, burn=0),
        lost(2, 0, "MD-4.4", 1, 3, 20, "normal"),
        started(3, 1),
    ]


@rule("MD-4.7")
def test_a_bolt_that_is_absorbed() -> None:
    table = duel(first_player="seat1")
    play(table, "heal:6, magic |")
    assert play(table, "N1") == [
        event("attacked", 2, 0, "MD-4.2", mode="normal", target="player", damage=3, spent=0, burn=1),
        event("absorbed", 2, 0, "MD-4.5", victim=1, amount=3, shield=3),
        event("burn_blocked", 2, 0, "MD-4.7", victim=1),
    ]
    assert kinds(play(table, "N0 |"))[:3] == ["attacked", "absorbed", "turn_started"]


@rule("MD-4.8", "MD-9.1")
def test_a_needle_that_kills() -> None:
    table = duel(max_hp=5)
    assert play(table, "P |") == [
        event("attacked", 1, 0, "MD-4.8", mode="pierce", target="player", damage=5, spent=0, burn=0),
        lost(1, 0, "MD-4.8", 1, 5, 0, "pierce"),
        over(1, "MD-9.1", [0], "attack"),
    ]


@rule("MD-4.9")
def test_attacks_on_minions() -> None:
    table = duel(starting_magic=2)
    play(table, "summon:bubble, magic |")
    assert play(table, "attack:pierce:1") == [
        event("attacked", 2, 1, "MD-4.8", mode="pierce", target=1, damage=5, spent=0, burn=0),
        event("minion_hit", 2, 1, "MD-4.9", owner=0, uid=1, amount=5, hp=1),
    ]
    assert play(table, "attack:normal:0:1 |") == [
        event("attacked", 2, 1, "MD-4.2", mode="normal", target=1, damage=5, spent=2, burn=0),
        event("minion_hit", 2, 1, "MD-4.9", owner=0, uid=1, amount=5, hp=-4),
        event("minion_died", 2, 1, "MD-4.9", owner=0, uid=1, minion="bubble"),
        started(3, 0),
    ]


@rule("MD-4.10")
def test_on_hit_a_bolt_and_its_flare() -> None:
    table = duel(burn_mode="on_hit")
    assert play(table, "N2") == [
        event("attacked", 1, 0, "MD-4.2", mode="normal", target="player", damage=3, spent=0, burn=2),
        lost(1, 0, "MD-4.4", 1, 3, 22, "normal"),
        event("burn_added", 1, 0, "MD-4.6", victim=1, amount=2, burn=2),
        event("burn_flared", 1, 0, "MD-4.10", victim=1, amount=2, hp=20),
        lost(1, 0, "MD-4.10", 1, 2, 20, "burn"),
    ]
    assert play(table, "N0 |") == [
        event("attacked", 1, 0, "MD-4.2", mode="normal", target="player", damage=3, spent=0, burn=0),
        lost(1, 0, "MD-4.4", 1, 3, 17, "normal"),
        event("burn_flared", 1, 0, "MD-4.10", victim=1, amount=2, hp=15),
        lost(1, 0, "MD-4.10", 1, 2, 15, "burn"),
        started(2, 1),
    ]


@rule("MD-5.1", "MD-5.3")
def test_healing() -> None:
    table = duel(shield_cap=100)
    play(table, "N2, N1 |")
    assert play(table, "heal:99") == [
        event("healed", 2, 1, "MD-5.1", amount=5, hp=21, cleared_burn=3),
        event("shield_gained", 2, 1, "MD-5.3", amount=99, shield=99),
    ]
    assert play(table, "heal:99 |")[:2] == [
        event("healed", 2, 1, "MD-5.1", amount=4, hp=25, cleared_burn=0),
        event("shield_gained", 2, 1, "MD-5.3", amount=1, shield=100),
    ]


@rule("MD-8.3", "MD-8.4")
def test_the_extra_shields() -> None:
    table = duel(preset="workshop", starting_magic=4)
    assert play(table, "shield:2, fiery |")[:2] == [
        event("shield_gained", 1, 0, "MD-8.3", amount=2, shield=2),
        event("shield_gained", 1, 0, "MD-8.4", amount=7, shield=9),
    ]


@rule("MD-7.2", "MD-7.3", "MD-7.4", "MD-7.5")
def test_summons_and_buffs() -> None:
    table = duel(starting_magic=20, moves_per_turn=4)
    assert play(table, "summon:bubble, summon:specter, buff:bubble:1, buff:specter:2 |")[:5] == [
        event("summoned", 1, 0, "MD-7.2", uid=1, minion="bubble", cost=2, magic=18),
        event("summoned", 1, 0, "MD-7.3", uid=2, minion="specter", cost=5, magic=13),
        event("buffed", 1, 0, "MD-7.4", uid=1, minion="bubble", hp=8, attack=0, cost=2, magic=11),
        event("buffed", 1, 0, "MD-7.5", uid=2, minion="specter", hp=11, attack=2, cost=5, magic=6),
        event("specter_attacked", 1, 0, "MD-7.10", uid=2, target="player", damage=2, auto=True),
    ]


@rule("MD-7.10")
def test_specter_attacks() -> None:
    table = duel(starting_magic=7)
    assert play(table, "summon:specter, summon:bubble |")[2:] == [
        event("specter_attacked", 1, 0, "MD-7.10", uid=1, target="player", damage=1, auto=True),
        lost(1, 0, "MD-4.4", 1, 1, 24, "specter"),
        event("burn_added", 1, 0, "MD-4.6", victim=1, amount=1, burn=1),
        started(2, 1),
        event("burn_ticked", 2, 1, "MD-3.3", amount=1, hp=23, burn=1),
        lost(2, 1, "MD-3.3", 1, 1, 23, "burn"),
    ]
    play(table, "summon:specter, attack:pierce:2")
    assert play(table, "specter:3:2 |")[:3] == [
        event("specter_attacked", 2, 1, "MD-7.10", uid=3, target=2, damage=1, auto=False),
        event("minion_hit", 2, 1, "MD-4.9", owner=0, uid=2, amount=1, hp=0),
        event("minion_died", 2, 1, "MD-4.9", owner=0, uid=2, minion="bubble"),
    ]
    play(table, "heal:1, heal:1, specter:1:3 | magic, magic")
    assert play(table, "specter:3:player |")[:3] == [
        event("specter_attacked", 4, 1, "MD-7.10", uid=3, target="player", damage=1, auto=False),
        event("absorbed", 4, 1, "MD-4.5", victim=0, amount=1, shield=1),
        event("burn_blocked", 4, 1, "MD-4.7", victim=0),
    ]


@rule("MD-8.6", "MD-9.3")
def test_the_storm() -> None:
    table = duel(max_hp=6, storm_round=1)
    assert play(table, "P, magic | magic, P |")[-4:] == [
        event("storm_struck", 2, None, "MD-8.6", amount=1, hp=[0, 0]),
        lost(2, None, "MD-8.6", 0, 1, 0, "storm"),
        lost(2, None, "MD-8.6", 1, 1, 0, "storm"),
        over(2, "MD-9.3", [], "storm"),
    ]
    table = duel(storm_round=1)
    assert play(table, "heal:0, magic | magic, P |")[-4:] == [
        event("storm_struck", 2, None, "MD-8.6", amount=1, hp=[19, 24]),
        lost(2, None, "MD-8.6", 0, 1, 19, "storm"),
        lost(2, None, "MD-8.6", 1, 1, 24, "storm"),
        started(3, 0),
    ]


@rule("MD-3.3", "MD-9.1")
def test_the_end_by_burn() -> None:
    table = duel(max_hp=5)
    assert play(table, "N2, magic |")[-4:] == [
        started(2, 1),
        event("burn_ticked", 2, 1, "MD-3.3", amount=2, hp=0, burn=2),
        lost(2, 1, "MD-3.3", 1, 2, 0, "burn"),
        over(2, "MD-9.1", [0], "burn"),
    ]


@rule("MD-9.4", "MD-9.5", "MD-9.6")
def test_the_other_ends() -> None:
    table = duel()
    assert table.act(1, "resign") == [
        event("resigned", 1, 1, "MD-9.4"),
        over(1, "MD-9.4", [0], "resign"),
    ]
    table = duel(repetition_limit=2)
    assert play(table, "heal:0, heal:0 | heal:0, heal:0 |")[-2:] == [
        started(3, 0),
        over(3, "MD-9.5", [], "repetition"),
    ]
    table = duel(round_limit=10, repetition_limit=0, limit_result="higher_hp")
    play(table, "heal:0, heal:0 |" * 19)
    assert play(table, "magic, P |")[-1] == over(20, "MD-9.6", [1], "limit")


def test_a_time_out_is_told_before_what_the_referee_chose() -> None:
    table = duel()
    assert table.match.time_out(0) == [
        event("timed_out", 1, 0, "IN-1.2", decision="move", action="magic"),
        event("magic_gained", 1, 0, "MD-6.1", amount=4, magic=4, lost=0),
    ]


def long_duel() -> Table:
    """A duel with nearly everything in it."""
    table = duel([1], preset="workshop", first_player="coin", starting_magic=20, storm_round=3, max_hp=40)
    play(table, "summon:bubble, summon:specter | summon:specter, N2 |")
    play(table, "buff:specter:2, buff:bubble:1, specter:2:3 | attack:pierce:1, magic, specter:3:player |")
    play(table, "shield:5, fiery, specter:2:3 | attack:normal:0:1, N1, specter:3:player |")
    table.match.time_out(0)
    table.act(0, "resign")
    return table


def test_everybody_sees_the_same() -> None:
    table = long_duel()
    assert table.match.events(0) == table.match.events(1) == table.match.events(None)
    for one in table.match.events():
        assert list(one)[:4] == ["kind", "turn", "seat", "clause"]
        assert one["round"] == (one["turn"] + 1) // 2  # type: ignore[operator]


def test_each_loss_of_health_is_told_once() -> None:
    events = long_duel().match.events()
    for seat in (0, 1):
        hp = 40
        for one in events:
            if one["kind"] == "hp_lost" and one["victim"] == seat:
                hp -= one["amount"]  # type: ignore[operator]
                assert one["hp"] == hp


def test_every_clause_of_an_event_stands_in_the_rulebook() -> None:
    game = get_game("magicduel")
    for kind in game.kinds:
        assert kind.clause in game.rulebook.clauses


def test_the_log_reads_well() -> None:
    table = duel(starting_magic=7)
    play(table, "summon:bubble, summon:specter | N2, attack:pierce:1 | heal:4, P |")
    table.act(1, "resign")
    texts = [line.text for line in table.match.lines(None, {0: "Ada", 1: "Bo"})]
    assert texts == [
        "The duel begins; Ada goes first.",
        "Round 1, Ada's turn. Moves: 2.",
        "Ada calls Bubble 1 for 2 magic.",
        "Ada calls Specter 2 for 5 magic.",
        "Ada's Specter 2 haunts the rival for 1.",
        "Bo loses 1 health (now 24).",
        "Bo catches fire: 1 more burn (now 1).",
        "Round 1, Bo's turn. Moves: 2.",
        "Bo smoulders for 1 (burn now 1).",
        "Bo loses 1 health (now 23).",
        "Bo hurls a bolt of 10 at the rival (7 magic in it, burn 2).",
        "Ada loses 10 health (now 15).",
        "Ada catches fire: 2 more burn (now 2).",
        "Bo jabs minion 1 with a needle for 5.",
        "Ada's minion 1 takes 5 damage (now 1 HP).",
        "Round 2, Ada's turn. Moves: 2.",
        "Ada smoulders for 2 (burn now 2).",
        "Ada loses 2 health (now 13).",
        "Bubble 1 drips 1 magic for Ada.",
        "Ada heals 5 health (now 18) and puts out 2 burn.",
        "Ada adds 4 shield (now 4).",
        "Ada jabs the rival with a needle for 5.",
        "Bo loses 5 health (now 18).",
        "Ada's Specter 2 haunts the rival for 1.",
        "Bo loses 1 health (now 17).",
        "Bo catches fire: 1 more burn (now 2).",
        "Round 2, Bo's turn. Moves: 2.",
        "Bo smoulders for 2 (burn now 2).",
        "Bo loses 2 health (now 15).",
        "Bo resigns.",
        "Ada wins the duel, for the rival has left it.",
    ]


def test_the_log_of_ties() -> None:
    def last(table: Table) -> str:
        return table.match.lines()[-1].text

    table = duel(repetition_limit=2)
    play(table, "heal:0, heal:0 |" * 2)
    assert last(table) == "The same position once too often: the duel is a tie."
    table = duel(round_limit=10, repetition_limit=0)
    play(table, "heal:0, heal:0 |" * 20)
    assert last(table) == "The last round is over; the duel is won by nobody."
    table = duel(max_hp=6, storm_round=1)
    play(table, "magic, P | magic, P |")
    assert last(table) == "Both fall at the same moment: the duel is a tie."
    table = duel(max_hp=5)
    play(table, "P |")
    assert last(table) == "Seat 0 wins the duel."
