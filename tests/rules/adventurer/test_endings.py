"""AF-9: Clean-up and the end."""

from __future__ import annotations

from typing import Any

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.adventurer.factory import DEMO_TEN, card, factory, packed, pick, refs, refused

# A duel in a nutshell: both scores can be set to 0 for both seats.
DOOM = card(
    "doom",
    actions={
        "curse": "[own] harm(30) + daunt(30)",
        "bleed": "[own; health 30] xp(1)",
        "sulk": "[own; willpower 30] xp(1)",
        "scare": "[own] daunt(30)",
    },
)


def duel(**options: Any) -> Table:
    table = packed([DOOM], ["doom"], ["doom"], xp_first=9, xp_second=9, **options)
    table.act(0, "play:doom")
    return table


@rule("AF-9.1")
def test_each_seat_discards_its_consumed_cards() -> None:
    table = factory(["whetstone", "silver-ring"], ["smelling-salts"], xp_first=9)
    table.act(0, "play:whetstone", "done", "rest")
    table.act(1, "play:smelling-salts", "done", "rest")
    table.act(0, "use:1:sharpen", "done", "attack")
    events = table.act(1, "use:2:sniff")
    left = [event for event in events if event["kind"] == "card_left"]
    assert [(event["target"], event["card"], event["why"]) for event in left] == [
        (0, "whetstone", "consumed"),
        (1, "smelling-salts", "consumed"),
    ]
    assert only(events, "cleaned_up")["discarded"] == [1, 2]


@rule("AF-9.2")
def test_temporary_effects_end_in_their_clean_up() -> None:
    cards = [
        card(
            "weather",
            actions={"breeze": "[own] weaken(attack,1,turn)", "storm": "[own] weaken(defense,2,round)"},
        )
    ]
    table = packed(cards, ["weather"], [])
    table.act(0, "play:weather", "use:1:breeze", "use:1:storm")
    assert pick(table, 1, "attack", "defense") == [-1, -2]
    event = only(table.act(0, "done", "rest"), "cleaned_up")
    assert event["ended"] == [{"target": 1, "what": "attack", "by": -1, "source": 1}]
    assert pick(table, 1, "attack", "defense") == [0, -2]
    assert [temp["until_end_of_turn"] for temp in table.seat(1)["temp"]] == [2]
    table.act(1, "done", "rest")
    assert pick(table, 1, "attack", "defense", "temp") == [0, 0, []]


@rule("AF-9.3", "AF-9.5", "AF-9.12")
def test_zero_at_the_end_of_any_turn_beats() -> None:
    table = duel()
    table.act(0, "use:1:curse", "done", "rest")
    assert table.result == {
        "winners": [0],
        "draw": False,
        "reason": "health",
        "clause": "AF-9.5",
        "places": [1, 2],
    }
    assert (table.phase, table.view()["to_act"], table.view()["may_act"]) == ("over", [], [])
    # also for the seat whose turn it is
    table = duel()
    table.act(0, "use:1:sulk", "done", "rest")
    assert (table.result["winners"], table.result["reason"], table.result["places"]) == (
        [1],
        "willpower",
        [2, 1],
    )


@rule("AF-9.5")
def test_the_reason_is_the_first_that_applies_to_the_loser() -> None:
    table = duel()
    event = only(table.act(0, "use:1:scare", "done", "rest"), "game_over")
    assert (event["reason"], event["beaten"]) == ("willpower", [[], ["willpower"]])
    table = duel()
    event = only(table.act(0, "use:1:curse", "done", "rest"), "game_over")
    assert (event["reason"], event["beaten"]) == ("health", [[], ["health", "willpower"]])
    assert [event[name] for name in ("winners", "draw", "places", "clause")] == [[0], False, [1, 2], "AF-9.5"]


@rule("AF-9.4")
def test_an_empty_deck_beats_who_played_no_card() -> None:
    def last_card() -> Table:
        top = ["guard-goose", "silver-ring"]
        return factory(top, ["silver-ring"], DEMO_TEN, DEMO_TEN, deck_size=10, hand=9)

    table = last_card()
    event = only(table.act(0, "done", "attack"), "game_over")
    assert (event["reason"], event["beaten"]) == ("deck", [["deck"], []])
    # only the active seat, only at the end of its own turn
    table = last_card()
    table.act(0, "play:silver-ring", "done", "rest")
    table.act(1, "play:silver-ring", "done", "rest")
    assert table.result is None
    # actions are not cards
    ten = {"name": "ten", "cards": {"doom": 4, "silver-ring": 4, "guard-goose": 2}}
    table = packed([DOOM], ["doom"], ["doom"], deck_0=ten, deck_1=ten, deck_size=10, hand=9)
    table.act(0, "play:doom", "done", "rest")
    table.act(1, "play:doom", "done", "rest")
    table.act(0, "use:1:bleed", "done", "rest")
    assert table.result["reason"] == "health"
    assert table.match.events(None)[-1]["beaten"] == [["health", "deck"], []]


@rule("AF-9.4")
def test_a_played_card_that_is_gone_counts_as_played() -> None:
    ten = {"name": "ten", "cards": {"silver-ring": 4, "guard-goose": 4, "grappling-hook": 2}}
    table = factory(["guard-goose", "silver-ring"], ["grappling-hook"], ten, ten, deck_size=10, hand=9)
    table.act(0, "play:guard-goose", "done", "rest")
    table.act(1, "play:grappling-hook", "done", "rest")
    table.act(0, "play:silver-ring")
    table.act(1, "use:2:yoink")
    assert refs(table, 0) == {1: "guard-goose"}
    table.act(0, "done", "rest")
    assert table.result is None


@rule("AF-9.6")
def test_both_beaten() -> None:
    for simultaneous, winners in (("draw", []), ("active_wins", [0]), ("active_loses", [1])):
        table = duel(simultaneous=simultaneous)
        table.act(0, "use:1:scare", "use:1:bleed", "done", "rest")
        assert table.result["winners"] == winners
        assert (table.result["reason"], table.result["clause"]) == ("both", "AF-9.6")
        assert table.result["draw"] == (not winners)
        assert table.result["places"] == ([1, 1] if not winners else [1, 2] if winners == [0] else [2, 1])


@rule("AF-9.6", "AF-9.4")
def test_decked_out_and_at_zero_is_both() -> None:
    ten = {"name": "ten", "cards": {"doom": 4, "silver-ring": 4, "guard-goose": 2}}
    table = packed([DOOM], ["doom"], ["doom"], deck_0=ten, deck_1=ten, deck_size=10, hand=9)
    table.act(0, "play:doom", "done", "rest")
    table.act(1, "play:doom", "done", "rest")
    table.act(0, "use:1:scare", "done", "rest")
    assert table.result["reason"] == "both"
    assert table.match.events(None)[-1]["beaten"] == [["deck"], ["willpower"]]


@rule("AF-9.7")
def test_zero_in_the_middle_of_a_turn_has_no_effect() -> None:
    cards = [DOOM, card("snack", actions={"nibble": "[reply] heal(1) + rally(2)"})]
    table = packed(cards, ["doom"], ["snack"], xp_first=9, xp_second=9)
    table.act(0, "done", "rest")
    table.act(1, "play:snack", "done", "rest")
    table.act(0, "play:doom")
    table.act(1, "pass")
    table.act(0, "use:2:curse")
    assert pick(table, 1, "health", "willpower") == [0, 0]
    table.act(1, "use:1:nibble")
    table.act(0, "done", "rest")
    assert table.result is None
    assert pick(table, 1, "health", "willpower") == [1, 2]


@rule("AF-9.8")
def test_the_turn_limit() -> None:
    table = factory(["silver-ring"], turn_limit=2)
    table.play("done", "rest")
    assert table.result is None
    event = only(table.play("done", "rest"), "game_over")
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "limit",
        "clause": "AF-9.8",
        "places": [1, 1],
    }
    assert event["beaten"] == [[], []]


def standing(table: Table) -> list[list[str]]:
    return [list(decision.ids) for _, decision in sorted(table.match.standing.items())]


@rule("AF-9.9")
def test_draw_offers() -> None:
    table = factory(["silver-ring"])
    assert table.view()["may_act"] == [0, 1]
    assert standing(table) == [["offer-draw"], ["offer-draw"]]
    assert "offer-draw" not in table.legal(0)
    event = only(table.act(1, "offer-draw"), "draw_offered")  # out of turn
    assert (event["seat"], event["clause"]) == (1, "AF-9.9")
    assert table.table["draw_offer"] == {"seat": 1}
    assert standing(table) == [["accept-draw", "decline-draw"], ["withdraw-draw"]]
    assert refused(table, 0, "offer-draw")[1] == "AF-9.9"
    assert refused(table, 1, "accept-draw")[1] == "AF-9.9"  # who is to act has nothing to do with it
    table.act(0, "done")  # play does not stop for it
    assert refused(table, 1, "offer-draw")[1] == "AF-9.9"
    assert only(table.act(0, "decline-draw"), "draw_answered")["answer"] == "declined"
    assert table.table["draw_offer"] is None
    assert table.view()["may_act"] == [0]  # seat 1 has offered this turn
    table.act(0, "offer-draw")
    assert only(table.act(0, "withdraw-draw"), "draw_answered")["answer"] == "withdrawn"
    assert table.view()["may_act"] == []
    table.act(0, "rest")
    assert table.view()["may_act"] == [0, 1]


@rule("AF-9.9")
def test_an_offer_lapses_with_the_turn_or_is_accepted() -> None:
    table = factory(["silver-ring"])
    table.act(0, "offer-draw", "done")
    events = table.act(0, "rest")
    answered = only(events, "draw_answered")
    assert (answered["answer"], answered["seat"]) == ("lapsed", None)
    assert table.table["draw_offer"] is None
    table.act(1, "offer-draw")
    events = table.act(0, "accept-draw")
    assert kinds(events) == ["draw_answered", "game_over"]
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "agreed",
        "clause": "AF-9.9",
        "places": [1, 1],
    }
    assert table.table["draw_offer"] is None


@rule("AF-9.9")
def test_a_table_without_draw_offers() -> None:
    table = factory(["silver-ring"], draw_offers=False)
    assert table.view()["may_act"] == []
    assert refused(table, 0, "offer-draw") == ("at this table draws are not offered", "AF-9.9")


@rule("AF-9.10")
def test_resigning_loses_at_once() -> None:
    table = factory(["silver-ring"])
    assert "resign" not in table.legal(0)
    events = table.act(1, "resign")  # out of turn
    assert kinds(events) == ["resigned", "game_over"]
    assert table.result == {
        "winners": [0],
        "draw": False,
        "reason": "resign",
        "clause": "AF-9.10",
        "places": [1, 2],
    }
    with pytest.raises(IllegalAction):
        table.act(0, "done")
    table = factory(["silver-ring"], mulligan=True)
    table.act(0, "resign")
    assert table.result["winners"] == [1]


@rule("AF-9.11")
def test_otherwise_the_other_seat_goes_on() -> None:
    table = factory(["silver-ring"])
    events = table.act(0, "done", "rest")
    assert kinds(events)[-4:] == ["cleaned_up", "turn_started", "income_gained", "cards_drawn"]
    assert (table.view()["turn"], table.table["active"], table.phase) == (2, 1, "main")


@rule("AF-9.12")
def test_places_in_a_draw_are_shared() -> None:
    table = duel()
    table.act(0, "use:1:scare", "use:1:bleed", "done", "rest")
    outcome = table.match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.places, outcome.draw) == ((), (1, 1), True)
