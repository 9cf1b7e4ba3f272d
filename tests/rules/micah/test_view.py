"""What everybody sees, and what they do not."""

from __future__ import annotations

import json
from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance
from tests.rules.micah.road import Road

TOP = ["game", "turn", "phase", "to_act", "may_act", "you", "seats", "table"]
SEAT = [
    "seat",
    "class",
    "status",
    "hp",
    "max_hp",
    "coin",
    "stats",
    "pack",
    "weapon",
    "clothing",
    "upgrades",
    "dock",
    "omen",
    "renown",
    "offers_left",
    "duelled",
    "sealed",
    "peeked",
    "peeked_count",
    "ghost_hand",
    "ghost_hand_count",
]
TABLE = [
    "options",
    "round",
    "active",
    "weather",
    "felt",
    "encounter",
    "encounter_deck_count",
    "returned",
    "set_aside_count",
    "graveyard",
    "treasure_deck_count",
    "used_treasure",
    "ghost_deck_count",
    "ghost_discard",
    "merchant",
    "offers",
    "prep_actions_left",
    "boss",
    "duel",
    "sealed_in",
    "result",
]
ENCOUNTER = [
    "card",
    "kind",
    "tags",
    "attack",
    "charm",
    "escape",
    "strike",
    "bounty",
    "items_used",
    "drawn_this_turn",
]
OPTIONS = {
    "preset": "literal",
    "deck_per_player": 12,
    "deck_cards": 0,
    "whole_deck": False,
    "treasure_cards": 0,
    "class_pick": "choose",
    "duplicate_classes": False,
    "hp_table": "original",
    "starting_hp": 0,
    "starting_coin": 0,
    "start_weather": "clear",
    "first_seat": "seat0",
    "max_rounds": 60,
    "prep_action_cap": 40,
    "companion_dies": "exceed",
    "class_weather": False,
    "trade": True,
    "trade_creatures": False,
    "trade_offers_per_turn": 3,
    "boss": True,
    "boss_level": "extreme",
    "boss_retreat": True,
    "boss_bystanders": "lose",
    "pvp": False,
    "pvp_from_round": 4,
    "pvp_damage_cap": 12,
    "ghosts": False,
    "champion": False,
}


def test_the_fields_of_a_view_in_their_order() -> None:
    table = Road("wiseman", "knight", "paladin", enc=["siren"], start_weather="foggy")
    table.go("draw")
    view = table.view(0)
    assert list(view) == TOP
    assert all(list(seat) == SEAT for seat in view["seats"])
    assert list(view["table"]) == TABLE
    assert list(view["table"]["encounter"]) == ENCOUNTER
    assert view["table"]["options"] == OPTIONS | {"start_weather": "foggy"}
    assert list(view["table"]["options"]) == list(OPTIONS)
    assert (view["game"], view["you"], view["phase"]) == ("micah", 0, "intention")
    json.dumps(view, allow_nan=False)


def test_the_encounter_of_the_example() -> None:
    table = Road("wiseman", "knight", enc=["siren"], tre=["loud-lute", "winning-smile"], starting_coin=30)
    table.go("buy:loud-lute", "equip:loud-lute", "buy:winning-smile", "apply:winning-smile", "draw")
    assert table.seat(0)["stats"] == {
        "attack": {"level": 0, "dice": [4], "mod": 1},
        "charisma": {"level": 3, "dice": [10], "mod": 1},
        "speed": {"level": 1, "dice": [6], "mod": 0},
    }
    met = table.met
    assert met["attack"] == {"how": "check", "stat": "attack", "target": "6", "odds": 0.0, "pay": None}
    assert met["charm"] == {"how": "check", "stat": "charisma", "target": "10", "odds": 0.2, "pay": None}
    assert met["escape"] == {"how": "check", "stat": "speed", "target": "4", "odds": 0.5, "pay": None}
    assert (met["strike"], met["bounty"], met["kind"], met["tags"]) == (
        "1d6+1",
        "treasure 1",
        "creature",
        ["water"],
    )


def test_before_the_pick() -> None:
    seat = Road("knight", "paladin", picks=False).seat(1)
    assert (seat["class"], seat["stats"], seat["hp"], seat["max_hp"], seat["status"]) == (
        None,
        None,
        0,
        0,
        "alive",
    )


def test_secrets_are_null_for_everybody_else() -> None:
    table = Road("knight", "paladin", tre=["spyglass"], starting_coin=5)
    table.go("buy:spyglass", "use:spyglass")
    for viewer in (1, None):
        seat = table.seat(0, viewer)
        assert (seat["peeked"], seat["ghost_hand"], seat["sealed"]) == (None, None, None)
        assert (seat["peeked_count"], seat["ghost_hand_count"]) == (3, 0)
    own = table.seat(0)
    assert (len(own["peeked"]), own["ghost_hand"]) == (3, [])


def test_a_trap_has_no_bounty_and_may_offer_little() -> None:
    table = Road("assassin", "knight", starting_coin=6, enc=["pitfall"])
    table.go("draw")
    assert (table.met["bounty"], table.met["attack"], table.met["charm"]) == (None, None, None)
    assert table.met["escape"] == {"how": "check", "stat": "speed", "target": "10", "odds": 0.1, "pay": 5}


@pytest.mark.parametrize("ghosts", [False, True])
def test_a_determinized_world_looks_the_same_and_differs(ghosts: bool) -> None:
    match = innkeeper.new_match(
        "micah",
        seats=3,
        options={
            "ghosts": ghosts,
            "class_pick": "random",
            "starting_coin": 20,
            "starting_hp": 6,
            "treasure_cards": 30,
        },
        chance=FastChance(5),
    )
    whims = FastChance(9)
    differed = 0
    while match.outcome is None:
        for viewer in (0, 1, 2, None):
            truth: Any = match.state
            world: Any = truth.determinize(viewer, whims)
            assert innkeeper.view(world, viewer) == match.view(viewer)
            differed += world.deck != truth.deck
            assert sorted(world.deck + world.aside) == sorted(truth.deck + truth.aside)
            for card in set(world.returned):
                assert world.deck.count(card) >= world.returned.count(card)
        seat, decision = next(iter(match.pending.items()))
        ids = [action for action in decision.ids if action != "challenge"]
        match.act(seat, ids[whims.below(len(ids))])
    assert differed > 50


def test_returned_cards_and_peeks_survive_a_redeal() -> None:
    table = Road("knight", "paladin", enc=["goblin", "goblin", "yeti"], tre=["spyglass"], starting_coin=4)
    table.go("draw", "escape", dice=[6])
    table.force("goblin", "goblin", "yeti")
    table.go("buy:spyglass", "use:spyglass")
    book = table.match.state.book  # type: ignore[attr-defined]
    for seed in range(30):
        world: Any = table.match.state.determinize(1, FastChance(seed))
        top = [book.encounters[card].id for card in world.deck[-3:]]
        assert top == ["yeti", "goblin", "goblin"]
        other: Any = table.match.state.determinize(0, FastChance(seed))
        assert book.encounter_domain.index("goblin") in other.deck


def test_undo_is_free_until_somebody_learns_something() -> None:
    table = Road("knight", "paladin", tre=["wooden-spoon", "travel-bread"], starting_coin=10, starting_hp=40)
    table.go("buy:wooden-spoon")
    assert not table.match.can_undo(0)  # the stall showed a new card
    table.go("equip:wooden-spoon")
    assert table.match.can_undo(0)
    table.match.undo(0)
    assert table.pack(0) == ["wooden-spoon"]
    table.go("sell:wooden-spoon")
    assert table.match.can_undo(0)
