"""MG-13 to MG-15, MG-19: watching, falling, leaving, ending, and going alone."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road


@rule("MG-13.1", "MG-13.2")
def test_the_defeated_and_guests_watch_the_public_game() -> None:
    table = Road("knight", "paladin", "ranger", enc=["goblin"], starting_hp=3)
    table.go("draw", "attack", dice=[1, 5])
    assert table.seat(0)["status"] == "defeated"
    view = table.view(0)
    guest = table.view(None)
    assert (view["you"], guest["you"]) == (0, None)
    assert view["table"]["merchant"] == guest["table"]["merchant"]
    assert table.match.events(0) == table.match.events(None)
    with pytest.raises(innkeeper.IllegalAction):
        table.act(0, "draw")


@rule("MG-14.1", "MG-14.2", "MG-14.3")
def test_what_becomes_of_a_losers_belongings() -> None:
    table = Road(
        "knight",
        "paladin",
        "ranger",
        enc=["grumpy-goose", "crossroads", "hot-spring", "goblin"],
        tre=["wooden-spoon", "woolly-jumper", "steady-hand", "smoke-bomb"],
        starting_coin=40,
        starting_hp=5,
    )
    table.go(
        "buy:smoke-bomb", "buy:wooden-spoon", "equip:wooden-spoon", "buy:steady-hand", "apply:steady-hand"
    )
    table.go("buy:woolly-jumper", "equip:woolly-jumper", "draw", "charm", dice=[5])
    table.go("draw", "charm")
    table.go("draw", "attack")
    table.go("draw")
    events = table.go("charm", dice=[1, 6])
    fallen = only(events, "player_defeated")
    assert fallen["cards"] == ["woolly-jumper", "wooden-spoon", "steady-hand", "smoke-bomb"]
    assert fallen["creatures"] == ["grumpy-goose"]
    assert table.table["used_treasure"] == fallen["cards"]
    assert table.table["graveyard"] == ["crossroads", "hot-spring", "grumpy-goose"]
    assert table.table["returned"] == ["goblin"]
    seat = table.seat(0)
    assert (seat["coin"], seat["pack"], seat["weapon"], seat["clothing"], seat["upgrades"]) == (
        0,
        [],
        None,
        None,
        [],
    )
    assert seat["status"] == "defeated"


@rule("MG-14.4")
def test_leaving_is_a_loss_and_never_a_ghost() -> None:
    table = Road("knight", "paladin", "ranger", ghosts=True)
    events = table.act(1, "resign")  # not even one's own turn
    assert only(events, "player_left")["clause"] == "MG-14.4"
    assert table.seat(1)["status"] == "left"
    assert (table.to_act, table.phase) == ([0], "prep")
    assert "resign" not in table.legal()


@rule("MG-14.5")
def test_leaving_in_an_encounter_returns_the_card() -> None:
    table = Road("knight", "paladin", "ranger", enc=["goblin"])
    table.go("draw")
    table.act(0, "resign")
    assert table.table["returned"] == ["goblin"]
    assert (table.to_act, table.phase, table.table["encounter"]) == ([1], "prep", None)
    other = Road("knight", "paladin", "ranger", enc=["goblin"])
    other.go("draw")
    other.act(2, "resign")
    assert (other.to_act, other.phase) == ([0], "intention")


@rule("MG-14.5", "MG-14.7")
def test_leaving_a_boss_fight() -> None:
    table = Road("knight", "paladin", "ranger")
    table.act(0, "challenge")
    table.act(1, "join")
    table.roll(1)
    table.act(2, "join")
    assert table.table["boss"]["max_hp"] == 110
    table.act(1, "strike")
    table.act(1, "resign")  # the sealed choice is discarded
    assert table.table["boss"]["challengers"] == [0, 2]
    assert table.table["boss"]["max_hp"] == 110
    assert table.table["sealed_in"] == []
    table.act(2, "guard")
    table.roll(6, 5, 5, 1)  # seat 2's guard, his yawn, then the next mood
    events = table.act(0, "resign")  # the last one missing: what is sealed is revealed
    assert only(events, "player_left")["seat"] == 0
    assert table.result["reason"] == "last_alive"
    assert table.result["winners"] == [2]


@rule("MG-14.7")
def test_the_last_missing_choice_falls_away_and_the_others_are_revealed() -> None:
    table = Road("knight", "paladin", "ranger", "tinkerer")
    table.act(0, "challenge")
    for seat in (1, 2):
        table.act(seat, "join")
    table.roll(1)
    table.act(3, "decline")
    table.act(0, "guard")
    table.act(1, "guard")
    table.roll(6, 4, 3, 3, 2)  # two guards, his yawn, and the next mood
    events = table.act(2, "resign")
    assert only(events, "boss_choices_revealed")["choices"] == {"0": "guard", "1": "guard"}
    assert table.table["boss"]["round"] == 2
    assert table.match.unused_dice == []


@rule("MG-14.7")
def test_a_challenge_lapses_if_the_challenger_leaves() -> None:
    table = Road("knight", "paladin", "ranger")
    table.act(0, "challenge")
    table.act(1, "join")
    table.act(0, "resign")
    assert (table.to_act, table.phase, table.table["sealed_in"]) == ([1], "prep", [])
    joined = Road("knight", "paladin", "ranger")
    joined.act(0, "challenge")
    joined.act(1, "join")
    joined.roll(2)
    joined.act(2, "resign")  # the last answer falls away
    assert joined.table["boss"]["challengers"] == [0, 1]


@rule("MG-14.7")
@pytest.mark.parametrize("leaver", [0, 2])
def test_a_duel_ends_if_either_side_leaves(leaver: int) -> None:
    table = Road("knight", "paladin", "ranger", pvp=True, pvp_from_round=1)
    table.act(0, "duel:2")
    table.act(leaver, "resign")
    assert (table.to_act, table.phase, table.table["duel"]) == ([1], "prep", None)
    spectator = Road("knight", "paladin", "ranger", "minstrel", pvp=True, pvp_from_round=1)
    spectator.act(0, "duel:2")
    spectator.act(1, "resign")
    assert (spectator.to_act, spectator.phase) == ([2], "duel_reply")


@rule("MG-14.6", "MG-15.8", "MG-15.2")
def test_falling_together() -> None:
    table = Road("knight", "paladin", starting_hp=3)
    table.act(0, "challenge")
    table.roll(5)
    table.act(1, "join")
    table.act(0, "strike")
    table.roll(1, 1, 5, 5)
    table.act(1, "strike")
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "wiped_out",
        "clause": "MG-15.2",
        "places": [1, 1],
        "renown": [0, 0],
    }


@rule("MG-14.8")
def test_leaving_before_picking_a_class() -> None:
    table = Road("knight", "paladin", "ranger", picks=False)
    table.act(0, "resign")
    assert (table.to_act, table.phase) == ([1], "class_pick")
    table.go("pick:paladin", "pick:ranger")
    assert (table.seat(0)["class"], table.seat(0)["stats"], table.seat(0)["status"]) == (None, None, "left")
    assert (table.to_act, table.phase, table.view()["turn"], table.table["round"]) == ([1], "prep", 1, 1)
    two = Road("knight", "paladin", picks=False)
    two.act(0, "resign")
    assert two.result["winners"] == [1]


@rule("MG-14.9")
def test_a_ghost_may_leave_but_keeps_its_place() -> None:
    table = Road(
        "knight",
        "paladin",
        "ranger",
        enc=["goblin", "hot-spring", "crossroads"],
        starting_hp=3,
        ghosts=True,
        ghost=["cold-draught"],
    )
    table.go("draw", "attack", dice=[1, 5])
    table.force("hot-spring", "crossroads")
    table.go("draw", "attack")
    assert table.seat(0)["status"] == "ghost"
    table.go("draw", "charm")
    assert (table.phase, table.to_act) == ("ghost", [0])
    events = table.act(0, "resign")
    left = only(events, "player_left")
    assert (left["clause"], left["cards"]) == ("MG-14.9", ["cold-draught"])
    assert table.table["ghost_discard"] == ["cold-draught"]
    assert (table.seat(0)["status"], table.to_act, table.phase) == ("left", [1], "prep")
    table.act(1, "resign")
    assert table.result["places"] == [2, 3, 1]  # fell before, and still ahead of the one who left
    with pytest.raises(innkeeper.IllegalAction):
        table.act(0, "resign")


@rule("MG-14.9", "MG-16.13")
def test_a_ghost_that_started_the_boss_fight_leaves_it_to_the_others() -> None:
    table = Road("wiseman", "paladin", "ranger", ghosts=True, starting_hp=18)
    table.act(0, "challenge")
    table.act(1, "join")
    table.roll(3)
    table.act(2, "decline")
    table.act(0, "strike")
    table.roll(1, 1, 8, 8, 2)  # two misses, then the remark hits the lowest of the strongest
    table.act(1, "strike")
    assert (table.seat(0)["status"], table.phase) == ("ghost", "boss_round")
    table.act(0, "resign")
    assert (table.phase, table.to_act, table.table["boss"]["challengers"]) == ("boss_round", [1], [1])
    table.roll(4, 5, 2)
    table.act(1, "guard")
    events = table.act(1, "resign")
    assert only(events, "game_over")["winners"] == [2]


@rule("MG-14.9")
def test_the_defeated_have_nothing_to_leave() -> None:
    table = Road("knight", "paladin", "ranger", enc=["goblin"], starting_hp=3)
    table.go("draw", "attack", dice=[1, 5])
    with pytest.raises(innkeeper.IllegalAction, match="no longer in the game"):
        table.act(0, "resign")


@rule("MG-15.1", "MG-15.2")
def test_the_last_one_alive_wins_at_once() -> None:
    table = Road("knight", "paladin", "ranger", enc=["goblin"])
    table.go("draw")
    table.act(1, "resign")
    table.act(2, "resign")  # in the middle of an Encounter
    assert (table.result["reason"], table.result["winners"], table.result["places"]) == (
        "last_alive",
        [0],
        [1, 3, 2],
    )
    assert (table.view()["to_act"], table.phase, table.table["encounter"]) == ([], "over", None)
    duel = Road("knight", "paladin", pvp=True, pvp_from_round=1)
    duel.act(0, "duel:1")
    duel.act(1, "resign")
    assert (duel.result["winners"], duel.table["duel"]) == ([0], None)


@rule("MG-15.2")
def test_all_survivors_win_when_the_deck_runs_out() -> None:
    table = Road("knight", "paladin", "ranger", enc=["goblin", "crossroads"], deck_cards=2, starting_hp=3)
    table.go("draw", "attack", dice=[1, 5])
    table.force("crossroads")
    table.go("draw", "charm")
    table.go("draw", "attack", dice=[7])
    result = table.result
    assert (result["reason"], result["winners"], result["draw"]) == ("deck_exhausted", [1, 2], False)
    assert result["places"] == [2, 1, 1]


@rule("MG-15.3")
def test_a_returned_card_keeps_the_deck_alive() -> None:
    table = Road("knight", "paladin", enc=["goblin"], deck_cards=1)
    table.go("draw", "attack", dice=[1, 1])
    assert (table.result, table.table["encounter_deck_count"]) == (None, 1)


@rule("MG-15.5", "MG-15.8")
def test_dusk() -> None:
    table = Road("knight", "paladin", "ranger", enc=["lost-goblinling"], deck_cards=1, max_rounds=10)
    table.act(2, "resign")
    for _ in range(19):
        table.go("draw", "escape")
        assert table.result is None
    assert table.table["round"] == 10
    events = table.go("draw", "escape")
    assert table.result == {
        "winners": [],
        "draw": True,
        "reason": "dusk",
        "clause": "MG-15.5",
        "places": [1, 1, 2],
        "renown": [0, 0, 0],
    }
    assert only(events, "game_over")["clause"] == "MG-15.5"


@rule("MG-15.6")
def test_renown_and_the_champion() -> None:
    def journey(champion: bool) -> Road:
        table = Road(
            "paladin",
            "minstrel",
            "ranger",
            enc=["goblin", "lone-wolf", "hot-spring"],
            deck_cards=3,
            tre=["wooden-spoon", "steady-hand"],
            starting_coin=10,
            champion=champion,
        )
        table.go("buy:steady-hand", "apply:steady-hand", "draw", "attack", dice=[10])
        table.go("draw", "charm", dice=[10])
        table.go("draw", "charm", dice=[1, 1])
        return table

    table = journey(False)
    # 3 + 2 Coin, 3 for the goblin, 2 for the upgrade; 10 + 5; 10
    assert table.result["renown"] == [10, 15, 10]
    assert (table.result["winners"], table.result["places"]) == ([0, 1, 2], [1, 1, 1])
    table = journey(True)
    assert (table.result["winners"], table.result["places"]) == ([1], [2, 1, 2])
    assert table.seat(0)["renown"] == 10


@rule("MG-15.6")
def test_equal_renown_shares_the_championship() -> None:
    table = Road("paladin", "minstrel", enc=["hot-spring"], deck_cards=1, champion=True)
    table.go("draw", "charm", dice=[1, 1])
    assert (table.result["winners"], table.result["places"]) == ([0, 1], [1, 1])


@rule("MG-15.7")
def test_places_without_gaps() -> None:
    table = Road("knight", "paladin", "ranger", "minstrel", enc=["goblin", "lone-wolf"], starting_hp=3)
    table.act(3, "resign")
    table.go("draw", "attack", dice=[1, 6])
    table.force("lone-wolf")
    table.go("draw", "attack", dice=[1, 6])
    assert table.result["places"] == [3, 2, 1, 4]
    assert table.result["reason"] == "last_alive"


@rule("MG-15.8", "MG-19.1", "MG-15.7")
def test_a_lost_game_alone_is_no_draw() -> None:
    table = Road("knight", enc=["goblin"], starting_hp=3)
    table.go("draw", "attack", dice=[1, 6])
    assert table.result == {
        "winners": [],
        "draw": False,
        "reason": "wiped_out",
        "clause": "MG-15.2",
        "places": [2],
        "renown": [0],
    }
    leaves = Road("knight")
    leaves.act(0, "resign")
    assert (leaves.result["reason"], leaves.result["places"], leaves.result["draw"]) == (
        "wiped_out",
        [2],
        False,
    )


@rule("MG-19.1")
def test_alone_there_is_no_trade_no_duel_no_ghost_and_no_last_one_alive() -> None:
    table = Road(
        "knight",
        tre=["wooden-spoon"],
        starting_coin=10,
        pvp=True,
        pvp_from_round=1,
        ghosts=True,
        enc=["hot-spring"],
    )
    assert table.result is None
    table.go("buy:wooden-spoon")
    assert table.may_act == []
    assert not [action for action in table.legal() if action.startswith("duel")]
    won = Road("knight", enc=["hot-spring"], deck_cards=1)
    won.go("draw", "attack")
    assert (won.result["winners"], won.result["reason"], won.result["places"]) == ([0], "deck_exhausted", [1])
    fallen = Road("knight", enc=["goblin"], starting_hp=1, ghosts=True)
    fallen.go("draw", "attack", dice=[1, 6])
    assert fallen.seat(0)["status"] == "defeated"


@rule("MG-19.1", "MG-16.2", "MG-15.4")
def test_alone_against_the_boss() -> None:
    table = Road("paladin")
    table.roll(1)
    events = table.act(0, "challenge")  # nobody to ask
    assert kinds(events)[:2] == ["boss_challenged", "boss_team_formed"]
    assert (table.table["boss"]["hp"], table.phase) == (70, "boss_round")
