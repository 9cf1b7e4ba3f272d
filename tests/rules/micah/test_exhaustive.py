"""Everything in Micah's Game happens sooner or later."""

from __future__ import annotations

from innkeeper.testing.exhaustive import explore
from innkeeper.testing.tables import Setting
from tests.rules.micah import test_boss, test_cards, test_endings
from tests.rules.micah.honesty import QUIET

SCRIPTED = {
    "verb attack:pay": "test_principles::test_even_an_attack_can_be_paid_for, no card of the box asks for it",
}
# What hardly ever happens without a script, and the test that makes it happen.
RARE = {
    "event boss_hit@MG-16.8": test_boss.test_strikes_take_the_whole_total,
    "event game_over@MG-15.4": test_boss.test_slaying_him,
    "creature=also-jubjub": test_cards.test_every_creature_can_be_charmed,
    "event player_left@MG-14.9": test_endings.test_a_ghost_may_leave_but_keeps_its_place,
}
HAUNTED = [Setting(seats, {**QUIET, "ghosts": True, "starting_hp": hp}) for seats in (4, 6) for hp in (5, 8)]
EPIC = [Setting(seats, {**QUIET, "whole_deck": True, "starting_coin": 100}) for seats in (3, 5, 6)]
DARING = [Setting(seats, {"class_pick": "random", "starting_coin": 100}) for seats in (4, 6)]


def test_nothing_is_left_out() -> None:
    report = explore("micah", matches=200, except_for=SCRIPTED)
    crowded = explore("micah", HAUNTED + EPIC + DARING, matches=90)
    missing = [thing for thing in report.missing if thing not in crowded.met and thing not in RARE]
    assert not missing, report
