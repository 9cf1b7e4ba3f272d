"""Every battle there can be: the table of battles, the referee, and the rulebook's prose agree."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance
from innkeeper.games.echo.battle import HIT_0, HIT_1, NOBODY, Battles, Clash, Verdict
from innkeeper.games.echo.effects import Side
from innkeeper.games.echo.evaluation import compared, echoes
from innkeeper.games.echo.state import Echo
from innkeeper.testing.table import rule
from tests.rules.echo.battles import CREATURES, EDICTS, FIELDS, STATUSES
from tests.rules.echo.oracle import Fighter, Result, settle

GAME = innkeeper.get_game("echo")
BOOK = GAME.book_of(GAME.content)
BATTLES = BOOK.battles
HOW = ["instant", "strength", "level", "wall", "level-gambit", "wall-gambit"]
FLOORS = ["total", "field", "none"]

PAIRS = list(itertools.permutations(range(11), 2))
EDICT_PAIRS = list(itertools.product(range(5), repeat=2))

# What a seat may bring along: one of three creatures' echoes, one of three fields', and anger.
ECHOES = [
    frozenset(set(own) | set(field) | set(anger))
    for own in ([], ["seer"], ["bard"], ["mercenary"])
    for field in ([], ["mountain"], ["glade"], ["night"])
    for anger in ([], ["barbarian"])
]


def side_values(side: Side) -> tuple[object, ...]:
    return (
        side.creature,
        side.edict,
        side.hit,
        side.roused,
        side.bonus,
        side.negated,
        side.negated_by,
        side.multiplier,
        side.wins,
        side.wins_by,
        side.forces_tie,
        side.strength,
        side.loses_ties,
        side.concedes,
        side.grants,
        side.recovers,
    )


def clash_values(clash: Clash) -> tuple[object, ...]:
    return (
        clash.field.id,
        side_values(clash.side0),
        side_values(clash.side1),
        clash.instant,
        clash.tied,
        clash.wall,
        clash.gambler,
        clash.value,
    )


def mask(statuses: frozenset[str]) -> int:
    return sum(1 << STATUSES.index(status) for status in statuses)


def matches(expected: Result, clash: Clash, verdict: Verdict) -> None:
    """The referee's result is the rulebook's."""
    assert (None if verdict.winner == NOBODY else verdict.winner) == expected.winner
    assert HOW[verdict.how] == expected.how
    assert compared(clash) == (expected.strengths is not None)
    if expected.strengths is not None:
        assert [verdict.strength0, verdict.strength1] == expected.strengths
    assert [verdict.points0, verdict.points1] == expected.points
    if expected.winner is not None:
        assert verdict.value == expected.value
    for seat, side in enumerate((clash.side0, clash.side1)):
        assert (side.multiplier, side.negated) == (expected.multipliers[seat], expected.negated[seat])
        assert side.recovers == expected.recovered[seat]


def hits_of(edict0: int, edict1: int) -> Iterator[tuple[bool, bool]]:
    sabotage = EDICTS.index("sabotage")
    yield from itertools.product(
        (False, True) if edict0 == sabotage else (False,), (False, True) if edict1 == sabotage else (False,)
    )


def entries(field: int, every: int) -> int:
    """Compare one in so many entries of the table, all battles among them, with a battle fought anew."""
    battles = Battles(BOOK.creatures, BOOK.edicts, BOOK.fields, BOOK.statuses)  # not kept afterwards
    compared = 0
    for number, ((one, two), (edict0, edict1)) in enumerate(itertools.product(PAIRS, EDICT_PAIRS)):
        for flags in range(number % every, 16, every):
            known = battles.at(field, one, two, edict0, edict1, flags)
            assert known is battles.at(field, one, two, edict0, edict1, flags)
            fresh = battles.fight(field, one, two, edict0, edict1, flags)
            assert clash_values(known) == clash_values(fresh)
            compared += 1
    return compared


@pytest.mark.parametrize("field", range(6), ids=FIELDS)
def test_the_table_has_what_the_rules_say(field: int) -> None:
    assert entries(field, every=8) == 110 * 25 * 2


@pytest.mark.slow
@pytest.mark.parametrize("field", range(6), ids=FIELDS)
def test_the_table_has_what_the_rules_say_in_every_entry(field: int) -> None:
    assert entries(field, every=1) == 110 * 25 * 16


@rule("EC-6.2", "EC-6.3", "EC-6.4", "EC-6.5", "EC-6.6", "EC-6.7", "EC-6.8", "EC-11.1")
@pytest.mark.parametrize("field", range(6), ids=FIELDS)
def test_the_table_agrees_with_the_rulebook(field: int) -> None:
    turned = 0
    for (one, two), (edict0, edict1) in itertools.product(PAIRS, EDICT_PAIRS):
        for hit0, hit1 in hits_of(edict0, edict1):
            # All pairs of echoes occur many times over, each battle meets two of them.
            for _ in range(2):
                turned = (turned + 397) % (len(ECHOES) ** 2)
                echo0, echo1 = ECHOES[turned // len(ECHOES)], ECHOES[turned % len(ECHOES)]
                floor = FLOORS[turned % 3]
                hits = (HIT_0 if hit0 else 0) | (HIT_1 if hit1 else 0)
                flags = BATTLES.flags(one, two, mask(echo0), mask(echo1), hits)
                clash = BATTLES.at(field, one, two, edict0, edict1, flags)
                verdict = BATTLES.decide(clash, mask(echo0), mask(echo1), FLOORS.index(floor))
                expected = settle(
                    FIELDS[field],
                    Fighter(CREATURES[one], EDICTS[edict0], hit0, echo0),
                    Fighter(CREATURES[two], EDICTS[edict1], hit1, echo1),
                    floor=floor,
                )
                matches(expected, clash, verdict)
                graveyard = 1 << one | 1 << two
                left = [
                    set(BOOK.status_ids(echoes(BOOK, clash, verdict.winner, s, graveyard))) for s in (0, 1)
                ]
                assert left == expected.echoes


def opening(field: int) -> Echo:
    fields = [FIELDS[field], "plains", "plains", "last-strand"]
    options = GAME.options.resolve({"fields": "custom", "field_list": fields}, BOOK)
    s = GAME.start(BOOK, options, 2, FastChance(field), None)
    s.settle()
    assert isinstance(s, Echo)
    return s


def dealt(s: Echo, one: int, two: int) -> Echo:
    """The opening with these two creatures in hand, and the others as they come."""
    rest = [creature for creature in range(11) if creature not in (one, two)]
    world = s.copy()
    world.overseer = rest[0]
    world.rulers[0].hand = 1 << one | sum(1 << creature for creature in rest[1:5])
    world.rulers[1].hand = 1 << two | sum(1 << creature for creature in rest[5:])
    return world


@rule("EC-6.9", "EC-6.10", "EC-6.11", "EC-6.13", "EC-6.14")
@pytest.mark.parametrize("field", range(6), ids=FIELDS)
def test_every_battle_is_played(field: int) -> None:
    """Each pair of creatures with each pair of edicts on each field, through the referee."""
    start = opening(field)
    met = 0
    for one, two in PAIRS:
        table = dealt(start, one, two)
        for edict0, edict1 in EDICT_PAIRS:
            s = table.copy()
            s.act(0, BOOK.play.at2(one, edict0))
            s.act(1, BOOK.play.at2(two, edict1))
            right = (one + two + edict0 + edict1) % 2 == 0
            for seat, faced in ((0, two), (1, one)):
                if EDICTS[(edict0, edict1)[seat]] == "sabotage":
                    wrong = next(a for a in s.actions(seat) if a.a != faced)
                    s.act(seat, BOOK.name.at1(faced) if right else wrong)
            expected = settle(
                FIELDS[field],
                Fighter(CREATURES[one], EDICTS[edict0], right and EDICTS[edict0] == "sabotage"),
                Fighter(CREATURES[two], EDICTS[edict1], right and EDICTS[edict1] == "sabotage"),
            )
            (battle,) = s.history
            matches(expected, battle.clash, battle.verdict)
            assert [ruler.score for ruler in s.rulers] == expected.points
            assert [set(BOOK.status_ids(ruler.statuses)) for ruler in s.rulers] == expected.echoes
            assert s.graveyard == 1 << one | 1 << two
            for seat, edict in enumerate((edict0, edict1)):
                held = 31 if expected.recovered[seat] else 31 & ~(1 << edict)
                assert s.rulers[seat].edicts == held
            met += 1
    assert met == 110 * 25


def test_two_instant_wins_never_collide() -> None:
    for field, (one, two), (edict0, edict1) in itertools.product(range(6), PAIRS, EDICT_PAIRS):
        clash = BATTLES.at(field, one, two, edict0, edict1, 0)
        assert not (clash.side0.wins and clash.side1.wins)
        assert clash.tied == (clash.wall != NOBODY)


def test_a_double_instant_win_would_be_a_tie() -> None:
    """With cards that a designer may write: a second diplomat."""
    creatures = GAME.content.files["creatures.toml"]
    wall = 'effects = [{ do = "force-tie" }]'
    twin = 'effects = [{ do = "win-if-same-edict", clause = "EC-7.5.1" }]'
    content = GAME.content.edited({"creatures.toml": creatures.replace(wall, twin)})
    battles = GAME.book_of(content).battles
    for edict, how in ((0, "level"), (3, "level")):
        verdict = battles.decide(battles.at(4, 0, 4, edict, edict, 0), 0, 0, 0)
        assert (verdict.winner, HOW[verdict.how], verdict.points0, verdict.points1) == (NOBODY, how, 0, 0)


def test_the_quick_table_of_results() -> None:
    """Who beats whom before gambits (EC-6, EC-7)."""
    results: dict[tuple[str, str, bool], Any] = {}
    for (one, two), same in itertools.product(PAIRS, (False, True)):
        clash = BATTLES.at(FIELDS.index("plains"), one, two, 0, 0 if same else 1, 0)
        results[CREATURES[one], CREATURES[two], same] = clash.instant if clash.wall == NOBODY else "tie"
    for same in (False, True):
        assert results["wall", "rogue", same] == results["wall", "witch", same] == 1
        assert results["monarch", "rogue", same] == 1
        assert results["seer", "rogue", same] == NOBODY
        for other in set(CREATURES) - {"witch", "wall"}:
            assert results["witch", other, same] == NOBODY
        for other in set(CREATURES) - {"wall", "rogue", "witch", "diplomat"}:
            assert results["wall", other, same] == "tie"
    assert (results["wall", "diplomat", True], results["wall", "diplomat", False]) == (1, "tie")
    for other in set(CREATURES) - {"diplomat"}:
        assert results["diplomat", other, True] == (NOBODY if other == "witch" else 0)
