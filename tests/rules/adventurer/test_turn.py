"""AF-4: the turn."""

from __future__ import annotations

from typing import Any

from innkeeper.games.adventurer.book import MOST_REFS
from innkeeper.testing.table import kinds, only, rule
from tests.rules.adventurer.factory import DEMO_TEN, card, factory, packed, pick, refused


@rule("AF-4.1")
def test_the_steps_of_a_turn() -> None:
    table = factory(["knight"], dice=[])
    assert (table.phase, table.table["step"]) == ("main", "main")
    table.act(0, "done")
    assert (table.phase, table.table["step"]) == ("encounter", "encounter")
    events = table.act(0, "attack")
    assert kinds(events) == [
        "encounter_made",
        "damage_dealt",
        "chain_opened",
        "passed",
        "chain_ended",
        "cleaned_up",
        "turn_started",
        "income_gained",
        "cards_drawn",
    ]
    assert only(events, "turn_started")["active"] == 1


@rule("AF-4.2")
def test_every_turn_makes_actions_fresh_and_counters_zero() -> None:
    top = ["bard", "heckle", "market-shortsword", "silver-ring"]
    table = factory(top, ["silver-ring", "silver-ring"], dice=[5], xp_first=20)
    table.act(0, "play:bard", "play:heckle", "play:market-shortsword", "use:2:jeer")
    assert table.seat(0)["in_play"][1]["used"] == ["jeer"]
    table.act(0, "done", "attack")
    assert table.seat(0)["in_play"][1]["used"] == []
    assert pick(table, 1, "health", "lost") == [25, {"health": 0, "willpower": 0}]
    table.act(1, "play:silver-ring")
    assert table.legal(0) == ["use:2:jeer", "pass"]
    table.act(0, "use:2:jeer")
    table.act(1, "done", "rest")
    assert "use:2:jeer" in table.legal(0)


@rule("AF-4.3")
def test_income_is_one_for_each_card_in_play() -> None:
    table = factory(["knight", "guard-goose", "silver-ring"], xp_first=5)
    start = only(table.match.events(None), "income_gained")
    assert [start[name] for name in ("gained", "xp", "lost_to_cap", "seat")] == [0, 5, 0, 0]
    table.act(0, "play:knight", "play:guard-goose", "play:silver-ring")
    assert pick(table, 0, "xp", "income_next") == [0, 3]
    table.act(0, "done", "rest")
    event = only(table.play("done", "rest"), "income_gained")
    assert (event["gained"], event["xp"], event["clause"]) == (3, 3, "AF-4.3")
    table = factory(["knight"], min_income=2)
    assert pick(table, 0, "xp", "income_next") == [5, 2]


@rule("AF-4.4")
def test_xp_above_the_cap_is_lost_in_the_resource_step_only() -> None:
    table = factory(["goblin", "knight"], xp_first=5, xp_cap=5)
    table.act(0, "play:goblin")
    assert pick(table, 0, "xp") == [6]
    table.act(0, "done", "rest")
    event = only(table.play("done", "rest"), "income_gained")
    assert [event[name] for name in ("gained", "xp", "lost_to_cap", "clause")] == [1, 5, 2, "AF-4.4"]
    assert pick(table, 0, "xp") == [5]


@rule("AF-4.5")
def test_one_card_a_turn_also_in_the_first_and_none_from_an_empty_deck() -> None:
    table = factory(["guard-goose"], ["silver-ring"], DEMO_TEN, DEMO_TEN, deck_size=10, hand=9)
    assert pick(table, 0, "hand_count", "deck_count") == [10, 0]
    table.act(0, "play:guard-goose", "done", "rest")
    events = table.act(1, "play:silver-ring", "done", "rest")
    assert "cards_drawn" not in kinds(events)
    assert (table.view()["turn"], *pick(table, 0, "hand_count")) == (3, 9)


@rule("AF-4.6")
def test_any_number_of_cards_and_actions_in_any_order() -> None:
    top = ["knight", "squire", "guard-goose", "silver-ring", "whetstone", "knight"]
    table = factory(top, xp_first=20)
    table.act(0, "play:knight", "play:squire", "use:2:polish", "play:whetstone", "use:3:sharpen")
    table.act(0, "play:knight", "play:guard-goose")
    assert table.phase == "main"
    assert table.match.pending[0].timeout == "done"
    table.act(0, "done")
    assert refused(table, 0, "play:silver-ring")[1] == "AF-5.1"
    assert refused(table, 0, "done")[1] == "AF-8.1"


@rule("AF-4.7")
def test_there_is_no_hand_limit() -> None:
    table = factory([], hand=15, xp_first=0, xp_second=0)
    for _ in range(6):
        table.play("done", "rest")
    assert [pick(table, seat, "hand_count", "discard") for seat in range(2)] == [[19, []], [18, []]]


@rule("AF-4.8")
def test_the_main_step_ends_by_itself_after_the_cap() -> None:
    looped = card(
        "loop",
        actions={
            "a": "[own] xp(1)",
            "b": "[own] xp(1)",
            "c": "[own] xp(1)",
            "d": "[own] xp(1)",
        },
    )
    copies = [{**looped, "id": f"loop-{letter}"} for letter in "abcdef"]
    top = [made["id"] for made in copies]
    table = packed(copies, top, [], main_action_cap=20, hand=5)
    table.act(0, *[f"play:{name}" for name in top])
    used = 0
    for ref in range(1, 7):
        for name in "abcd":
            if table.phase == "main":
                table.act(0, f"use:{ref}:{name}")
                used += 1
    assert (used, table.phase, table.view()["turn"]) == (14, "encounter", 1)


def test_main_is_skipped_only_with_an_empty_hand_and_nothing_to_use() -> None:
    table = factory(["guard-goose"], hand=1, xp_first=20)
    while table.phase == "main":
        playable = [action for action in table.legal() if action.startswith("play:")]
        assert playable
        table.act(0, playable[0])
    assert table.phase == "encounter"
    table = factory(["dapper-destrier", "dapper-destrier"], hand=1, xp_first=0)
    assert table.legal() == ["done"]


@rule("AF-4.8")
def test_a_table_has_room_for_so_many_cards() -> None:
    table = factory(["silver-ring", "guard-goose"], xp_first=9)
    state: Any = table.match.state
    state.next_ref = MOST_REFS
    table.act(0, "play:silver-ring")
    assert table.seat(0)["in_play"][0]["ref"] == MOST_REFS
    assert table.legal() == ["done"]
    assert refused(table, 0, "play:guard-goose") == ("the table is full", "AF-4.8")
