"""The view: fields, order, and that nothing in it is the state's own."""

from __future__ import annotations

import copy
import json
from typing import Any

from innkeeper.games.adventurer.book import Die
from innkeeper.testing.table import Table
from tests.rules.adventurer.factory import DEMO_A, GAME, book, factory

SEAT = [
    "seat",
    "deck_name",
    "health",
    "willpower",
    "xp",
    "attack",
    "defense",
    "charisma",
    "violence_die",
    "diplomacy_die",
    "levels",
    "income_next",
    "hand_count",
    "hand",
    "hand_known",
    "deck_count",
    "discard",
    "in_play",
    "temp",
    "lost",
    "played_card",
]
TABLE = [
    "active",
    "first",
    "step",
    "chain",
    "choice",
    "last_roll",
    "draw_offer",
    "options",
    "decklists",
    "result",
]


def test_fields_in_order() -> None:
    view = Table("adventurer").view(0)
    assert list(view) == ["game", "turn", "phase", "to_act", "may_act", "you", "seats", "table"]
    assert [list(side) for side in view["seats"]] == [SEAT, SEAT]
    assert list(view["table"]) == TABLE
    assert (view["game"], view["you"]) == ("adventurer", 0)
    assert Table("adventurer").view(None)["you"] is None


def test_a_card_in_play() -> None:
    table = factory(["knight", "squire", "trusty-longsword"], xp_first=20)
    table.act(0, "play:knight", "play:squire", "play:trusty-longsword", "use:2:polish")
    assert table.seat(0)["in_play"][1:] == [
        {"ref": 2, "card": "squire", "slots": [], "consumed": False, "used": ["polish"], "tokens": {}},
        {
            "ref": 3,
            "card": "trusty-longsword",
            "slots": ["main-hand"],
            "consumed": False,
            "used": [],
            "tokens": {},
        },
    ]
    assert table.seat(0)["temp"] == [{"what": "attack", "by": 1, "until_end_of_turn": 1, "source": 2}]


def test_views_are_json_and_nobody_can_change_the_table_through_them() -> None:
    table = factory(["knight", "squire"], None, DEMO_A, DEMO_A, xp_first=20)
    table.act(0, "play:knight", "play:squire", "use:2:polish")
    before = copy.deepcopy(table.view(0))
    assert json.loads(json.dumps(before)) == before

    def spoil(thing: Any) -> None:
        if isinstance(thing, dict):
            for value in list(thing.values()):
                spoil(value)
            thing.clear()
        elif isinstance(thing, list):
            for value in thing:
                spoil(value)
            thing.clear()

    spoil(table.view(0))
    for event in table.match.events(0):
        spoil(event)
    assert table.view(0) == before
    assert table.match.events(0)[0]["options"] == before["table"]["options"]


def test_hand_in_order_of_arrival_and_discard_oldest_first() -> None:
    top = ["soapbox", "knight", "bard", "silver-ring", "silver-ring", "assassin"]
    table = factory(top, xp_first=20)
    assert table.seat(0)["hand"] == top
    table.act(0, "play:silver-ring", "play:silver-ring")
    assert table.seat(0)["hand"] == ["soapbox", "knight", "bard", "assassin"]


def test_labels_and_clauses_for_people() -> None:
    table = factory(["knight", "squire", "friendly-cudgel"], xp_first=20)
    table.act(0, "play:knight", "play:squire")
    actions = {action.id: (action.label, action.clause) for action in table.match.pending[0].actions}
    assert actions["play:friendly-cudgel:off-hand"] == ("Play Friendly Cudgel into off-hand", "AF-3.6")
    assert actions["use:2:polish"] == ("Squire: polish (1 XP)", "AF-6.1")
    assert actions["done"] == ("Go to the Encounter", "AF-4.6")


def test_what_an_action_comes_to() -> None:
    top = ["market-shortsword", "guard-goose", "trusty-longsword", "knight", "encore", "bard"]
    table = factory(top, ["hand-me-down-leathers"], xp_first=20)
    table.act(0, "play:market-shortsword", "play:guard-goose", "play:knight", "done", "rest")
    table.act(1, "play:hand-me-down-leathers", "done", "rest")

    def about(text: str) -> str:
        (action,) = [a for a in table.match.state.actions(0) if a.id == text]
        return GAME.foreseen(table.match.state, 0, action).about

    assert about("play:trusty-longsword").splitlines() == [
        "3 of your 17 XP. Needs Knight. Fills main hand. Violence Die 1d8.",
        "Discards Market-Day Shortsword.",
    ]
    table.act(0, "play:bard", "play:encore")
    assert about("use:6:again").splitlines() == [
        "free: Make a Parley with 1d8.",
        "1d8, about 4.5; foe's Willpower is 30",
    ]
    table.act(0, "done")
    assert about("attack") == "1d6 + 1 − 1, about 3.5; foe's Health is 31"
    assert about("rest") == ""
    state: Any = table.match.state
    state.sides[0].violence = Die(1, 1, 0)
    assert about("attack") == "1; foe's Health is 31"  # AF-1.2: a die of one side is no die
    texts = GAME.texts(GAME.content)
    assert texts["squire"] == (
        "Needs Knight. Provides Knight. On play: Draw 1. "
        "polish (1 XP, in your Main step): +1 Attack this turn."
    )
    assert texts["knightly-banner"].startswith("Needs Knight 2. Fills back. Attack +1.")
    assert texts["friendly-cudgel"].startswith("Fills main hand or off hand.")
    assert set(texts) == {card.id for card in book().cards}


def test_log_lines_read_like_sentences() -> None:
    table = factory(["knight", "market-shortsword"], dice=[4], xp_first=9)
    table.act(0, "play:knight", "play:market-shortsword", "done", "attack")
    lines = [line.text for line in table.match.lines(0, {0: "Ada", 1: "Bob"})]
    assert "Ada plays Knight for 1 XP." in lines
    assert "Bob loses 4 Health (4) and has 26." in lines
    assert all("{" not in line for line in lines)


def test_sums_over_cards_are_kept_up_to_date() -> None:
    """After a whole game of random play the sums are what the cards add up to."""
    import innkeeper
    from innkeeper import FastChance

    for seed in range(12):
        names = list(book().decks)
        options = {"deck_0": names[seed % 7], "deck_1": names[(seed * 3 + 1) % 7]}
        match = innkeeper.new_match("adventurer", options=options, chance=FastChance(seed), log=False)
        state: Any = match.state
        picks = FastChance(seed)
        while not state.over:
            seat = state.decider()
            legal = state.actions(seat)
            state.act(seat, legal[picks.below(len(legal))])
            for side in state.sides:
                temps = side.temps
                for place, name in enumerate(("attack", "defense", "charisma")):
                    cards = sum(getattr(placed.card, name) for placed in side.in_play)
                    assert getattr(side, name) == cards + sum(t.by for t in temps if t.what == place)
                bits = 0
                for placed in side.in_play:
                    assert bits & placed.slot_bits == 0
                    bits |= placed.slot_bits
                assert side.slots == bits
                assert len(side.flags) == len(side.in_play)
                levels = [0] * len(side.levels)
                for placed in side.in_play:
                    for symbol, count in zip(placed.card.gives_symbols, placed.card.gives_counts):
                        levels[symbol] += count
                assert side.levels == levels
                best = (side.violence.count, side.violence.sides, side.violence.plus)
                side.pick_dice()
                assert best == (side.violence.count, side.violence.sides, side.violence.plus)
