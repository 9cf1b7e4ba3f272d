"""AF-11: what can be seen, what is remembered, and what is dealt anew for those who cannot know."""

from __future__ import annotations

from collections import Counter
from typing import Any

import innkeeper
from innkeeper import FastChance
from innkeeper.games.adventurer.state import Adventure
from innkeeper.testing.table import Table, only, rule
from tests.rules.adventurer.factory import DEMO_A, DEMO_TEN, GAME, factory, pick
from tests.rules.adventurer.honesty import ODDS_AND_ENDS


def worlds(table: Table, viewer: int | None, count: int = 8) -> list[Adventure]:
    found: list[Any] = [table.match.state.determinize(viewer, FastChance(seed)) for seed in range(count)]
    return found


def ids(cards: list[int]) -> list[str]:
    names: list[str] = GAME.book_of(GAME.content).domain.ids
    return [names[card] for card in cards]


@rule("AF-11.1")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    table = factory(["knight"], ["bard"], xp_first=9)
    assert table.seat(0)["hand"][0] == "knight"
    for viewer in (1, None):
        side = table.seat(0, viewer)
        assert (side["hand"], side["hand_count"], side["hand_known"]) == (None, 6, [])
        assert "deck" not in side
    drawn = [event for event in table.match.events(1) if event["kind"] == "cards_drawn"]
    assert [event["cards"] is None for event in drawn] == [True, False, True]
    assert [event["count"] for event in drawn] == [5, 5, 1]
    assert all(event["cards"] is None for event in table.match.events(None) if event["kind"] == "cards_drawn")


@rule("AF-11.1")
def test_discard_piles_and_counts_are_public() -> None:
    table = factory(["whetstone", "silver-ring"], xp_first=9)
    table.act(0, "play:whetstone", "use:1:sharpen", "done", "rest")
    for viewer in (0, 1, None):
        side = table.seat(0, viewer)
        assert (side["discard"], side["deck_count"], side["hand_count"]) == (["whetstone"], 34, 5)


@rule("AF-11.2")
def test_what_is_shown_is_remembered_until_such_a_card_leaves() -> None:
    top_1 = ["silver-ring", "silver-ring", "guard-goose", "soapbox", "sunday-hat", "travel-pack"]
    table = factory(["tavern-rumour", "knight"], top_1, xp_first=9, xp_second=9)
    table.act(0, "play:tavern-rumour")
    events = table.act(0, "use:1:listen")
    shown = only(events, "hand_revealed")
    assert (shown["target"], shown["cards"], shown["clause"]) == (1, top_1[:5], "AF-11.2")
    for viewer in (0, 1, None):
        assert table.seat(1, viewer)["hand_known"] == top_1[:5]
    table.act(0, "done", "rest")
    assert pick(table, 1, "hand_count", "hand_known") == [6, top_1[:5]]
    table.act(1, "play:silver-ring")
    assert table.seat(1)["hand_known"] == ["silver-ring", "guard-goose", "soapbox", "sunday-hat"]


@rule("AF-11.2")
def test_recovered_and_bounced_cards_are_known() -> None:
    top = ["wizard", "gust-of-elsewhere", "borrowed-spellbook", "knight", "silver-ring", "soapbox"]
    table = factory(top, ["silver-ring"], xp_first=20, xp_second=9)
    table.act(0, "done", "rest")
    table.act(1, "play:silver-ring", "done", "rest")
    table.act(0, "play:wizard", "play:gust-of-elsewhere", "use:3:cast")
    assert table.seat(1, None)["hand_known"] == ["silver-ring"]
    table.act(0, "done", "rest")
    table.act(1, "done", "rest")
    events = table.act(0, "play:borrowed-spellbook")
    assert only(events, "card_recovered")["card"] == "gust-of-elsewhere"
    assert table.seat(0, 1)["hand_known"] == ["gust-of-elsewhere"]
    assert table.seat(0)["discard"] == []


@rule("AF-11.3")
def test_open_lists() -> None:
    table = factory(["knight"], None, DEMO_A, "petty-grievances")
    for viewer in (0, 1, None):
        view = table.view(viewer)
        assert [found["name"] for found in view["table"]["decklists"]] == ["demo-a", "Petty Grievances"]
        assert view["table"]["options"]["deck_1"] == "petty-grievances"
        assert [side["deck_name"] for side in view["seats"]] == ["demo-a", "Petty Grievances"]
        start = table.match.events(viewer)[0]
        assert start["kind"] == "game_started"
        assert start["first"] == 0
        assert start["options"] == view["table"]["options"]
        assert start["decklists"] == view["table"]["decklists"]


@rule("AF-11.4")
def test_closed_lists_are_known_to_their_owners_only() -> None:
    table = factory(["knight"], None, DEMO_A, "petty-grievances", open_decklists=False)
    for viewer in (0, 1, None):
        view = table.view(viewer)
        starts = [event for event in table.match.events(viewer) if event["kind"] == "game_started"]
        assert len(starts) == 1
        for seat in range(2):
            sees = seat == viewer
            assert (view["table"]["decklists"][seat] is not None) == sees
            assert (view["table"]["options"][f"deck_{seat}"] is not None) == sees
            assert (view["seats"][seat]["deck_name"] is not None) == sees
            assert (starts[0]["decklists"][seat] is not None) == sees  # type: ignore[index]
            assert (starts[0]["options"][f"deck_{seat}"] is not None) == sees  # type: ignore[index]


@rule("AF-11.1", "AF-11.3")
def test_other_worlds_keep_what_is_known_and_shuffle_the_rest() -> None:
    table = factory(["knight"], ["silver-ring", "bard"], xp_first=9, xp_second=9)
    table.act(0, "done", "rest")
    table.act(1, "play:silver-ring", "done", "rest")
    truth: Any = table.match.state
    hands = set()
    for world in worlds(table, 0):
        assert innkeeper.view(world, 0) == table.view(0)
        mine, theirs = world.sides
        assert mine.hand == truth.sides[0].hand
        assert Counter(mine.deck[: mine.top]) == Counter(truth.sides[0].deck[: truth.sides[0].top])
        hidden = Counter([*theirs.hand, *theirs.deck[: theirs.top]])
        assert hidden == Counter([*truth.sides[1].hand, *truth.sides[1].deck[: truth.sides[1].top]])
        hands.add(tuple(theirs.hand))
    assert len(hands) > 1


@rule("AF-11.2")
def test_other_worlds_keep_known_cards_in_hand() -> None:
    top_1 = ["bard", "bard", "guard-goose", "soapbox", "sunday-hat"]
    table = factory(["tavern-rumour", "knight"], top_1, xp_first=9)
    table.act(0, "play:tavern-rumour", "use:1:listen", "done", "rest")
    for world in worlds(table, 0):
        hand = Counter(ids(list(world.sides[1].hand)))
        assert not Counter(top_1) - hand
        assert sum(hand.values()) == 6


@rule("AF-11.4")
def test_a_closed_list_is_guessed_among_the_preconstructed_decks() -> None:
    table = factory(None, ["dwarf"], "goose-company", "petty-grievances", open_decklists=False, xp_second=9)
    table.act(0, "done", "rest")
    guessed = {world.lists[1].name for world in worlds(table, 0, 60)}
    assert len(guessed) == 7  # nothing seen yet
    table.act(1, "play:dwarf", "done", "rest")
    guessed = {world.lists[1].name for world in worlds(table, 0, 60)}
    assert guessed == {"Clockwork Picnic", "Petty Grievances"}
    for world in worlds(table, 0):
        assert innkeeper.view(world, 0) == table.view(0)
        assert world.lists[0].name == "Goose Company"


@rule("AF-11.4")
def test_a_list_that_fits_no_preconstructed_deck_is_filled_up_sensibly() -> None:
    table = factory(["ogre", "tree-trunk"], None, ODDS_AND_ENDS, open_decklists=False, xp_first=9)
    table.act(0, "play:ogre", "play:tree-trunk", "done", "rest")
    for world in worlds(table, 1):
        assert innkeeper.view(world, 1) == table.view(1)
        made = world.lists[0]
        assert len(made.cards) == 40
        assert max(made.counts.values()) <= 4
        book = world.book
        given = {symbol for card in made.counts for symbol in book.cards[card].gives_symbols}
        assert all(symbol in given for card in made.counts for symbol in book.cards[card].need_symbols)
        assert {"ogre", "tree-trunk"} <= set(ids(list(made.counts)))


@rule("AF-11.4")
def test_no_preconstructed_deck_fits_another_size() -> None:
    options = {"deck_size": 10, "open_decklists": False}
    table = factory(["silver-ring"], None, DEMO_TEN, DEMO_TEN, **options)  # type: ignore[arg-type]
    for world in worlds(table, None):
        assert [len(made.cards) for made in world.lists] == [10, 10]
        assert innkeeper.view(world, None) == table.view(None)


def test_cards_turned_up_are_no_secret_in_other_worlds() -> None:
    top = ["tinker", "knight", "knight", "bard", "bard", "bard", "soapbox", "silver-ring"]
    for closed in (True, False):
        table = factory(top, xp_first=9, open_decklists=not closed)
        table.act(0, "play:tinker")
        assert table.phase == "choose"
        for viewer in (0, 1, None):
            for world in worlds(table, viewer, 3):
                assert innkeeper.view(world, viewer) == table.view(viewer)
                assert len(world.lists[0].cards) == 40


def test_undo_is_free_only_while_nothing_was_shown() -> None:
    table = factory(["squire", "knight"], xp_first=9)
    table.act(0, "done")
    assert table.match.can_undo(0)
    table.match.undo(0)
    table.act(0, "play:knight")
    assert not table.match.can_undo(0)  # a card left the hand
    table.act(0, "play:squire", "use:2:polish")
    assert table.match.can_undo(0)  # everything it did is on the table
    table.match.undo(0)
    assert "use:2:polish" in table.legal()
