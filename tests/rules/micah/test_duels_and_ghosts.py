"""MG-17 and MG-18: duels and ghosts, the two unfriendly house rules."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road


def duelling(*classes: str, enc: list[str] | None = None, **options: object) -> Road:
    return Road(*classes, enc=enc or [], options={"pvp": True, "pvp_from_round": 1, **options})


@rule("MG-17.1", "MG-17.7")
def test_who_may_be_duelled() -> None:
    table = Road(
        "knight",
        "paladin",
        "ranger",
        pvp=True,
        pvp_from_round=2,
        enc=["hot-spring", "crossroads", "hot-spring"],
    )
    with pytest.raises(innkeeper.IllegalAction, match="begin in round 2") as refused:
        table.act(0, "duel:1")
    assert refused.value.clause == "MG-17.1"
    table.go("draw", "attack")
    table.go("draw", "charm")
    table.go("draw", "attack")
    assert [action for action in table.legal() if action.startswith("duel")] == ["duel:1", "duel:2"]
    table.act(0, "duel:2")
    assert table.seat(2)["duelled"] is True
    table.go("stand", dice=[1, 1])
    # seat 2 is protected until its own next turn, and nobody duels twice in a turn
    assert [action for action in table.legal(1) if action.startswith("duel")] == ["duel:0"]
    table.act(1, "duel:0")
    table.go("stand", dice=[1, 1])
    assert table.to_act == [2]
    assert table.seat(2)["duelled"] is False


@rule("MG-17.2")
def test_the_defender_stands_or_flees() -> None:
    table = duelling("knight", "paladin", "ranger")
    events = table.act(0, "duel:1")
    started = only(events, "duel_started")
    assert (started["challenger"], started["defender"], started["clause"]) == (0, 1, "MG-17.1")
    assert (table.phase, table.to_act, table.legal(1)) == ("duel_reply", [1], ["stand", "flee"])
    assert table.match.pending[1].timeout == "stand"
    assert table.table["duel"] == {"challenger": 0, "defender": 1}
    with pytest.raises(innkeeper.IllegalAction, match="stand or flee") as refused:
        table.act(0, "draw")
    assert refused.value.clause == "MG-17.2"


@rule("MG-17.3", "MG-17.5", "MG-17.6")
def test_standing() -> None:
    table = duelling("knight", "paladin", "ranger", starting_coin=4)
    table.act(0, "duel:1")
    events = table.go("stand", dice=[6, 3, 6])
    resolved = only(events, "duel_resolved")
    assert (
        resolved["reply"],
        resolved["totals"],
        resolved["winner"],
        resolved["damage"],
        resolved["coin"],
    ) == (
        "stand",
        [6, 3],
        0,
        6,
        4,
    )
    assert resolved["clause"] == "MG-17.5"
    assert (table.hp(1), table.coin(1), table.coin(0)) == (64, 0, 8)
    assert (table.to_act, table.phase) == ([1], "prep")
    other = duelling("knight", "paladin", "ranger", starting_coin=4)
    other.act(0, "duel:1")
    other.go("stand", dice=[3, 10, 2])
    assert (other.hp(0), other.coin(0), other.coin(1)) == (40, 2, 6)
    tie = duelling("knight", "paladin", "ranger")
    tie.act(0, "duel:1")
    events = tie.go("stand", dice=[3, 3])
    assert only(events, "duel_resolved")["clause"] == "MG-17.3"
    assert (tie.hp(0), tie.hp(1)) == (50, 70)


@rule("MG-17.3", "MG-17.5")
def test_companions_fight_along_and_the_cap_holds() -> None:
    table = duelling("knight", "minstrel", enc=["goblin", "lone-wolf"], pvp_damage_cap=5)
    table.go("draw", "charm", dice=[6])
    table.go("draw", "charm", dice=[4])
    table.go("companion:goblin")
    table.act(0, "duel:1")
    # challenger's pool, challenger's Companion, defender's pool
    events = table.go("stand", dice=[6, 6, 4, 1])
    assert only(events, "duel_resolved")["damage"] == 5
    assert table.hp(1) == 37


@rule("MG-17.4")
def test_fleeing() -> None:
    table = duelling("knight", "assassin", "ranger")
    table.act(0, "duel:1")
    events = table.go("flee", dice=[4, 4])
    assert only(events, "duel_resolved")["clause"] == "MG-17.4"
    assert (table.hp(0), table.hp(1)) == (50, 40)
    caught = duelling("knight", "assassin", "ranger")
    caught.act(0, "duel:1")
    caught.go("flee", dice=[4, 3, 5, 6])
    assert caught.hp(1) == 35


@rule("MG-17.5", "MG-17.6")
def test_a_duel_can_kill() -> None:
    table = duelling("paladin", "knight", "ranger", starting_hp=10, starting_coin=5)
    table.act(0, "duel:1")
    events = table.go("stand", dice=[10, 1])  # no purse is taken from the dead
    assert only(events, "player_defeated")["cause"] == "duel"
    assert (table.coin(0), table.to_act) == (5, [2])


def ghost_table(*ghost: str, **options: object) -> Road:
    """Seat 0 falls at once; seats 1 and 2 have quiet turns, then the ghost acts."""
    table = Road(
        "knight",
        "paladin",
        "ranger",
        enc=["goblin", "hot-spring", "crossroads", "hot-spring", "crossroads"],
        ghost=ghost,
        options={"starting_hp": 3, "ghosts": True, **options},
    )
    table.go("draw", "attack", dice=[1, 5])
    table.force("hot-spring", "crossroads", "hot-spring", "crossroads")
    table.go("draw", "attack")
    table.go("draw", "charm")
    return table


@rule("MG-18.1", "MG-18.2", "MG-18.3")
def test_a_ghosts_turn() -> None:
    table = ghost_table("warm-memory", "rattled-purse")
    assert (table.phase, table.to_act, table.seat(0)["status"]) == ("ghost", [0], "ghost")
    assert (table.view()["turn"], table.table["round"]) == (3, 2)  # ghost turns do not count as turns
    drew = [event for event in table.match.events(0) if event["kind"] == "ghost_drew"][-1]
    hidden = [event for event in table.match.events(1) if event["kind"] == "ghost_drew"][-1]
    assert (drew["card"], hidden["card"], drew["count"]) == ("warm-memory", None, 1)
    assert (table.seat(0)["ghost_hand"], table.seat(0)["ghost_hand_count"]) == (["warm-memory"], 1)
    assert (table.seat(0, 1)["ghost_hand"], table.seat(0, 1)["ghost_hand_count"]) == (None, 1)
    assert table.legal(0) == ["play:warm-memory:1", "play:warm-memory:2", "pass"]
    assert table.match.pending[0].timeout == "pass"
    events = table.act(0, "play:warm-memory:2")
    played = only(events, "ghost_played")
    assert (played["card"], played["target"]) == ("warm-memory", 2)
    assert table.hp(2) == 9
    assert table.table["ghost_discard"] == ["warm-memory"]
    assert "turn_ended" not in kinds(events)
    assert (table.to_act, table.phase) == ([1], "prep")


@rule("MG-18.2")
def test_a_ghost_holds_two_cards_at_most_and_may_pass() -> None:
    table = ghost_table("warm-memory", "rattled-purse", "dropped-coin")
    assert "ghost_passed" in kinds(table.act(0, "pass"))
    table.go("draw", "attack")
    table.go("draw", "charm")
    assert table.seat(0)["ghost_hand"] == ["warm-memory", "rattled-purse"]
    table.act(0, "pass")
    assert table.seat(0)["ghost_hand_count"] == 2


@rule("MG-18.3")
def test_the_ghost_discard_is_reshuffled() -> None:
    table = ghost_table("warm-memory")
    state = table.touch()
    state.ghost_discard = state.ghost_deck
    state.ghost_deck = []
    table.act(0, "play:warm-memory:1")
    table.go("draw", "attack")
    table.go("draw", "charm")
    shuffled = [event for event in table.match.events() if event["kind"] == "deck_shuffled"][-1]
    assert (shuffled["deck"], shuffled["clause"], shuffled["size"]) == ("ghost", "MG-18.3", 16)


@rule("MG-18.4")
def test_no_encounter_and_no_trade_while_a_ghost_acts() -> None:
    table = ghost_table("cold-draught")
    assert (table.table["encounter"], table.may_act) == (None, [])
    with pytest.raises(innkeeper.IllegalAction, match="nobody else acts") as refused:
        table.act(1, "draw")
    assert refused.value.clause == "MG-18.4"
    with pytest.raises(innkeeper.IllegalAction, match="play a card of your hand"):
        table.act(0, "play:cold-draught:0")


@rule("MG-18.5")
def test_a_ghost_never_takes_the_last_hp() -> None:
    table = ghost_table("cold-draught", starting_hp=1)
    table.act(0, "play:cold-draught:1")
    assert table.hp(1) == 1
    hurt = ghost_table("cold-draught")
    hurt.act(0, "play:cold-draught:1")
    assert hurt.hp(1) == 2


@rule("MG-18.5")
def test_a_ghosts_storm_strikes_nobody_before_a_turn_starts_in_it() -> None:
    game = innkeeper.get_game("micah")
    text = game.content.files["ghosts.toml"].replace("haunt: weather foggy", "haunt: weather storming")
    match = innkeeper.new_match(
        "micah",
        seats=3,
        options={"starting_hp": 3, "ghosts": True, "class_pick": "choose"},
        content=game.content.edited({"ghosts.toml": text}),
        chance=innkeeper.ScriptedChance(
            [1, 5], {"encounter": ["goblin", "hot-spring", "crossroads"], "ghost": ["breath-of-fog"]}
        ),
    )
    for seat, name in enumerate(("knight", "paladin", "ranger")):
        match.act(seat, f"pick:{name}")
    match.act(0, "draw")
    match.act(0, "attack")
    match.script(decks={"encounter": ["hot-spring", "crossroads"]})
    for seat, action in ((1, "attack"), (2, "charm")):
        match.act(seat, "draw")
        match.act(seat, action)
    match.script(dice=[6])  # only the start of seat 1's turn rolls for the bolt
    events = match.act(0, "play:breath-of-fog")
    assert [event["kind"] for event in events][:2] == ["ghost_played", "weather_changed"]
    assert match.view(None)["table"]["weather"] == "storming"  # type: ignore[index]


@rule("MG-18.6")
def test_omens_wait_for_the_next_throw_and_add_up() -> None:
    table = ghost_table("gentle-nudge", "gentle-nudge", "creaky-floorboard")
    events = table.act(0, "play:gentle-nudge:1")
    laid = next(event for event in events if event["kind"] == "effect_applied" and event["verb"] == "omen")
    assert (laid["amount"], laid["value"], table.seat(1)["omen"]) == (2, 2, 2)
    table.go("draw", "attack")  # no throw, so it waits
    table.go("draw", "charm")
    table.act(0, "play:gentle-nudge:1")
    assert table.seat(1)["omen"] == 4
    table.force("goblin")
    table.go("draw")
    assert table.met["escape"]["odds"] == 1.0
    rolled = next(event for event in table.go("attack", dice=[2]) if event["kind"] == "rolled")
    assert (rolled["modifier"], rolled["total"]) == (4, 6)
    assert table.seat(1)["omen"] == 0


@rule("MG-18.6", "MG-5.8")
def test_the_other_ghost_cards() -> None:
    table = ghost_table("whispered-warning", "breath-of-fog")
    events = table.act(0, "play:whispered-warning:1")
    seen = only(events, "peeked")
    assert (seen["seat"], len(seen["cards"])) == (1, 1)
    assert table.seat(1)["peeked"] == [{"pos": 0, "card": "hot-spring"}]
    assert table.seat(1, 0)["peeked"] is None
    table.go("draw", "attack")
    table.go("draw", "charm")
    assert table.legal(0) == ["play:breath-of-fog", "pass"]
    events = table.act(0, "play:breath-of-fog")
    assert only(events, "ghost_played")["target"] is None
    assert (table.table["weather"], table.table["felt"]) == ("foggy", "foggy")
    for card, coin in (("dropped-coin", 5), ("rattled-purse", 1)):
        rich = ghost_table(card)
        rich.act(0, f"play:{card}:1")
        assert rich.coin(1) == coin


@rule("MG-18.1", "MG-2.5")
def test_ghosts_cannot_be_targeted_and_count_for_rounds() -> None:
    table = ghost_table("warm-memory", pvp=True, pvp_from_round=1)
    assert "play:warm-memory:0" not in table.legal(0)
    table.act(0, "pass")
    assert [action for action in table.legal() if action.startswith("duel")] == ["duel:2"]
    assert table.table["round"] == 2
    table.go("draw", "attack")
    table.go("draw", "charm")
    assert table.table["round"] == 3
