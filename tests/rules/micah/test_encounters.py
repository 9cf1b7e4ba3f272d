"""MG-5 to MG-7: revealing, choosing, deciding, and what comes of it."""

from __future__ import annotations

import itertools

import pytest

import innkeeper
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road


@rule("MG-5.1", "MG-5.2")
def test_the_card_is_public_and_reveals_before_any_choice() -> None:
    table = Road("knight", "paladin", enc=["siren"])
    events = table.go("draw")
    assert kinds(events) == ["encounter_drawn", "weather_changed"]
    drawn = only(events, "encounter_drawn")
    assert (drawn["card"], drawn["cards_left"]) == ("siren", 23)
    assert drawn["numbers"] == {"attack": "6", "charm": "10", "escape": "4", "strike": "1d6+1"}
    for viewer in (0, 1, None):
        assert table.view(viewer)["table"]["encounter"]["card"] == "siren"
    changed = only(events, "weather_changed")
    assert (changed["from"], changed["to"], changed["felt"], changed["clause"]) == (
        "clear",
        "foggy",
        "clear",
        "MG-10.1",
    )


@rule("MG-5.3")
def test_a_reveal_can_kill() -> None:
    table = Road("knight", "paladin", "ranger", enc=["thunder-ram"], starting_hp=4)
    events = table.go("draw", dice=[1, 6])  # the bolt, and then no bolt for seat 1
    assert table.seat(0)["status"] == "defeated"
    assert table.table["returned"] == ["thunder-ram"]
    assert table.table["encounter_deck_count"] == 36
    assert (table.to_act, table.phase) == ([1], "prep")
    assert only(events, "player_defeated")["cause"] == "thunder-ram"


@rule("MG-5.4")
def test_exactly_one_intention_without_a_way_back() -> None:
    table = Road("knight", "paladin", enc=["goblin"])
    table.go("draw")
    assert table.legal() == ["attack", "charm", "escape"]
    events = table.go("charm", dice=[6])
    chosen = only(events, "intention_chosen")
    assert (chosen["intention"], chosen["pay"], chosen["clause"]) == ("charm", False, "MG-5.4")
    assert not table.match.can_undo(0)
    assert table.to_act == [1]


@rule("MG-5.5")
def test_which_intentions_are_offered() -> None:
    table = Road("knight", "paladin", enc=["wandering-tinker"], starting_coin=4)
    table.go("draw")
    assert table.legal() == ["attack", "escape"]
    assert table.met["charm"] is None
    with pytest.raises(innkeeper.IllegalAction, match="asks 5 Coin, you have 4") as refused:
        table.act(0, "charm:pay")
    assert refused.value.clause == "MG-5.5"
    table = Road("knight", "paladin", enc=["wandering-tinker"], starting_coin=5)
    table.go("draw")
    assert table.legal() == ["attack", "escape", "charm:pay"]
    assert table.met["charm"] == {"how": "pay", "stat": None, "target": None, "odds": None, "pay": 5}
    table = Road("knight", "paladin", enc=["rust-knight"])
    table.go("draw")
    with pytest.raises(innkeeper.IllegalAction, match="cannot be answered with charm"):
        table.act(0, "charm")


@rule("MG-5.5")
def test_every_card_offers_something_to_a_pauper() -> None:
    book = innkeeper.get_game("micah").book_of(innkeeper.get_game("micah").content)
    for card in book.encounters:
        table = Road("wiseman", "knight", enc=[card.id], dice=[4] * 12)
        table.act(0, "draw")
        acted = [event for event in table.match.events() if event["kind"] == "intention_chosen"]
        assert acted or table.legal(0), card.id


@rule("MG-5.6")
def test_battle_items_work_until_the_encounter_ends() -> None:
    table = Road(
        "knight",
        "paladin",
        enc=["goblin", "crossroads", "goblin"],
        tre=["firecracker", "firecracker"],
        starting_coin=12,
    )
    table.go("buy:firecracker", "buy:firecracker", "draw", "use:firecracker", "use:firecracker")
    assert table.stat(0, "attack")["mod"] == 10
    assert table.met["items_used"] == ["firecracker", "firecracker"]
    assert table.phase == "intention"
    table.go("attack", dice=[1])
    assert table.stat(0, "attack")["mod"] == 0


@rule("MG-5.7", "MG-13.1")
def test_the_others_only_watch() -> None:
    table = Road("knight", "paladin", "ranger", enc=["goblin"], tre=["smoke-bomb"], starting_coin=10)
    table.go("buy:smoke-bomb", "draw")
    assert table.may_act == []
    assert [table.standing(seat) for seat in range(3)] == [[], [], []]
    for action in ("attack", "offer:0:coin-1:smoke-bomb", "use:smoke-bomb"):
        with pytest.raises(innkeeper.IllegalAction, match="only watch") as refused:
            table.act(1, action)
        assert refused.value.clause == "MG-5.7"


@rule("MG-5.8")
def test_peeked_cards_are_known_until_drawn_or_shuffled() -> None:
    table = Road(
        "assassin",
        "knight",
        enc=["goblin", "crossroads", "yeti", "treant"],
        tre=["spyglass", "shortcut-map", "shortcut-map"],
        starting_coin=10,
    )
    events = table.go("buy:spyglass", "use:spyglass")
    peeked = only(events, "peeked")
    assert (peeked["cards"], peeked["count"]) == (["goblin", "crossroads", "yeti"], 3)
    hidden = [event for event in table.match.events(1) if event["kind"] == "peeked"]
    assert (hidden[0]["cards"], hidden[0]["count"]) == (None, 3)
    mine = [{"pos": 0, "card": "goblin"}, {"pos": 1, "card": "crossroads"}, {"pos": 2, "card": "yeti"}]
    assert table.seat(0)["peeked"] == mine
    assert (table.seat(0, 1)["peeked"], table.seat(0, 1)["peeked_count"]) == (None, 3)
    table.go("buy:shortcut-map", "use:shortcut-map")
    assert table.seat(0)["peeked"] == [
        {"pos": 0, "card": "crossroads"},
        {"pos": 1, "card": "yeti"},
        {"pos": 23, "card": "goblin"},
    ]
    table.go("draw")
    assert table.seat(0)["peeked"] == [{"pos": 0, "card": "yeti"}, {"pos": 22, "card": "goblin"}]
    table.go("charm", "draw")
    assert table.met["card"] == "yeti"
    table.go("escape", dice=[6])  # shuffled back: nobody knows anything any more
    assert (table.seat(0)["peeked"], table.seat(0)["peeked_count"]) == ([], 0)


@rule("MG-6.1", "MG-6.7")
@pytest.mark.parametrize(
    ("intention", "roll", "success"),
    [
        ("attack", 6, True),
        ("attack", 5, False),
        ("charm", 6, True),
        ("charm", 5, False),
        ("escape", 3, True),
        ("escape", 2, False),
    ],
)
def test_reaching_the_number_is_enough(intention: str, roll: int, success: bool) -> None:
    table = Road("knight", "paladin", enc=["goblin"])
    table.go("draw")
    events = table.go(intention, dice=[roll] if success else [roll, 1])
    resolved = only(events, "intention_resolved")
    assert resolved["success"] is success
    rolled = next(event for event in events if event["kind"] == "rolled")
    assert (rolled["purpose"], rolled["dice"], rolled["total"], rolled["clause"]) == (
        intention,
        [[6, roll]],
        roll,
        "MG-6.1",
    )
    assert rolled["target"] == (3 if intention == "escape" else 6)


@rule("MG-6.2", "MG-9.5")
def test_modifiers_come_after_the_throw_and_zero_is_the_floor() -> None:
    table = Road("paladin", "knight", enc=["pixie-swarm"], start_weather="foggy")
    table.go("draw")
    rolled = [e for e in table.go("escape", dice=[1, 1, 1]) if e["kind"] == "rolled"]
    assert (rolled[1]["modifier"], rolled[1]["total"], rolled[1]["target"]) == (-2, 0, 1)
    assert table.hp(0) == 69


@rule("MG-6.3")
def test_a_companions_dice_count_only_for_a_standard_attack() -> None:
    table = Road("knight", "paladin", enc=["goblin", "crossroads", "scarecrow-sentinel"])
    table.go("draw", "charm", dice=[6])
    table.go("draw", "charm")
    table.go("companion:goblin", "draw")
    odds = {name: table.met[name]["odds"] for name in ("attack", "charm", "escape")}
    assert odds == {"attack": 0.5833, "charm": 0.0, "escape": 0.1667}
    table.go("escape", dice=[6])  # a check of Charisma, without the goblin
    ronen = Road("knight", "paladin", enc=["goblin", "crossroads", "ronen"])
    ronen.go("draw", "charm", dice=[6])
    ronen.go("draw", "charm")
    ronen.go("companion:goblin", "draw", "attack", dice=[6, 6])  # his 1d10, the knight's Speed
    assert ronen.pack(0) == ["odachi-blade"]


@rule("MG-6.4", "MG-6.5")
def test_the_order_of_the_dice() -> None:
    table = Road(
        "knight",
        "paladin",
        enc=["pixie-swarm", "crossroads", "bramble-hydra"],
        tre=["lucky-acorn"],
        starting_coin=10,
    )
    table.go("buy:lucky-acorn", "draw", "charm", dice=[2, 6])  # target 1d8, then the knight's D6
    table.go("draw", "charm")
    table.go("companion:pixie-swarm", "draw", "use:lucky-acorn")
    # target 2d6, pool, pool again, Companion 1d6; strike 2d6; the swarm's Defense 1d6
    events = table.go("attack", dice=[6, 5, 1, 2, 3, 4, 4, 6])
    rolled = [(e["purpose"], e["dice"], e["total"]) for e in events if e["kind"] == "rolled"]
    assert rolled == [
        ("target", [[6, 6], [6, 5]], 14),
        ("attack", [[6, 1], [6, 2], [6, 3]], 5),
        ("strike", [[6, 4], [6, 4]], 8),
        ("companion_defense", [[6, 6]], 6),
    ]
    assert table.dock(0) == []
    assert table.hp(0) == 42


@rule("MG-6.5")
def test_dice_numbers_are_rolled_anew_each_time() -> None:
    table = Road("assassin", "knight", enc=["pixie-swarm"])
    table.go("draw")
    assert table.met["attack"]["target"] == "1d10"
    assert table.met["bounty"] == "coin 1d10"
    events = table.go("attack", dice=[4, 5, 9])
    assert only(events, "bounty_paid")["coin"] == 9
    assert table.coin(0) == 9


@rule("MG-6.6")
@pytest.mark.parametrize(
    ("card", "intention", "dice", "success"),
    [
        ("twin-wardens", "escape", [2, 2], True),
        ("mirror-maze", "escape", [1, 2, 1], True),
        ("mirror-maze", "escape", [1, 2, 3], False),
        ("riddle-sphinx", "charm", [4, 4, 3], True),
        ("riddle-sphinx", "charm", [4, 3, 3], False),
        ("fortune-teller", "charm", [4], True),
        ("fortune-teller", "charm", [5], False),
        ("gambling-ghost", "attack", [4, 4], True),
        ("gambling-ghost", "attack", [4, 3], False),
        ("sleeping-giant", "escape", [14], True),
        ("sleeping-giant", "escape", [15], False),
        ("singing-stones", "charm", [1, 2, 3], True),
        ("singing-stones", "charm", [1, 2, 1], False),
    ],
)
def test_patterns(card: str, intention: str, dice: list[int], success: bool) -> None:
    table = Road("knight", "paladin", enc=[card])
    if card != "mirror-maze":
        table.go("draw")
    table.roll(*dice, *[1] * 6)
    events = table.play("draw" if card == "mirror-maze" else intention)  # the maze leaves one choice
    assert only(events, "intention_resolved")["success"] is success
    rolled = next(event for event in events if event["kind"] == "rolled")
    assert (rolled["clause"], [value for _, value in rolled["dice"]]) == ("MG-6.6", dice)


@rule("MG-6.6")
def test_paying_is_an_extra_choice() -> None:
    table = Road("knight", "paladin", enc=["physician"], starting_coin=6)
    table.go("draw")
    assert table.legal() == ["attack", "charm", "escape", "charm:pay"]
    assert table.met["charm"] == {"how": "check", "stat": "charisma", "target": "5", "odds": 0.3333, "pay": 6}
    events = table.go("charm:pay")
    assert only(events, "intention_chosen")["pay"] is True
    assert (table.coin(0), table.dock(0)) == (0, ["physician"])
    table = Road("knight", "paladin", enc=["goblin"])
    table.go("draw")
    with pytest.raises(innkeeper.IllegalAction, match="takes no Coin"):
        table.act(0, "attack:pay")


@rule("MG-6.6", "MG-8.9")
def test_a_siren_companion_charms_travellers_but_not_those_who_want_coin() -> None:
    def with_a_siren(card: str) -> Road:
        table = Road("minstrel", "knight", enc=["siren", "hot-spring", card], starting_coin=0)
        table.go("draw", "charm", dice=[10])
        table.go("draw", "charm", dice=[1, 1])
        table.go("companion:siren", "draw")
        return table

    table = with_a_siren("bandit-duchess")
    assert table.met["charm"] == {"how": "auto", "stat": None, "target": None, "odds": 1.0, "pay": 10}
    assert table.stat(0, "attack")["mod"] == 4
    table.go("charm")
    assert table.dock(0) == ["siren", "bandit-duchess"]
    assert with_a_siren("fortune-teller").met["charm"]["how"] == "auto"
    assert with_a_siren("wandering-tinker").met["charm"] is None
    assert with_a_siren("goblin").stat(0, "attack")["mod"] == 0


@rule("MG-6.8")
def test_a_number_of_zero_needs_no_roll_but_certainty_does() -> None:
    table = Road("knight", "paladin", enc=["small-swamp-troll"])
    table.go("draw")
    assert table.met["escape"] == {"how": "check", "stat": "speed", "target": "0", "odds": 1.0, "pay": None}
    assert "rolled" not in kinds(table.go("escape"))
    sure = Road("knight", "paladin", enc=["jubjub"])
    sure.go("draw")
    assert sure.met["attack"]["odds"] == 1.0
    assert "rolled" in kinds(sure.go("attack", dice=[1]))
    pie = Road("knight", "paladin", enc=["moss-bear"], tre=["peace-pie"], starting_coin=9)
    pie.go("buy:peace-pie", "draw", "use:peace-pie")
    assert (pie.met["charm"]["target"], pie.met["charm"]["odds"]) == ("0", 1.0)
    pie.go("charm")
    assert pie.dock(0) == ["moss-bear"]


@rule("MG-6.9", "MG-20.5")
def test_the_order_is_always_the_same() -> None:
    table = Road("knight", "paladin", enc=["yeti"])
    events = table.go("draw", "attack", dice=[6])
    assert kinds(events)[:8] == [
        "encounter_drawn",
        "weather_changed",
        "intention_chosen",
        "rolled",
        "bounty_paid",
        "intention_resolved",
        "turn_ended",
        "turn_started",
    ]


@rule("MG-6.10")
def test_what_a_card_prints_takes_precedence_and_ends_with_it() -> None:
    table = Road("knight", "paladin", enc=["very-fast-hare"], starting_coin=5)
    table.go("draw", "attack", dice=[10, 1])  # fails: 2 Coin instead of a strike
    assert (table.coin(0), table.hp(0)) == (3, 50)
    table = Road("paladin", "knight", enc=["gambling-ghost"], tre=["strength-training"], starting_coin=12)
    table.go("buy:strength-training", "apply:strength-training", "draw")
    assert table.met["attack"] == {
        "how": "roll",
        "stat": None,
        "target": "2d6 sum>=8",
        "odds": 0.4167,
        "pay": None,
    }
    table.go("attack", dice=[6, 2, 3, 4])
    assert table.coin(0) == 7


@rule("MG-7.1")
def test_bounty_then_ok_then_kill() -> None:
    table = Road(
        "knight",
        "paladin",
        enc=["magpie-magistrate", "crossroads", "honey-wasps"],
        tre=["frying-pan"],
        starting_coin=9,
        starting_hp=40,
    )
    table.go("buy:frying-pan", "equip:frying-pan", "draw", "charm", dice=[5])
    table.go("draw", "charm")
    events = table.go("draw", "attack", dice=[4])
    order = [(e["kind"], e.get("source")) for e in events if e["kind"] in ("bounty_paid", "effect_applied")]
    assert order == [
        ("bounty_paid", None),
        ("effect_applied", "honey-wasps"),
        ("effect_applied", "frying-pan"),
        ("effect_applied", "magpie-magistrate"),
    ]
    assert (table.hp(0), table.coin(0)) == (44, 4)
    assert table.seat(0)["renown"] == 4 + 5 + 3


@rule("MG-7.2")
def test_a_charmed_card_shows_its_other_face_and_pays_no_bounty() -> None:
    table = Road("knight", "paladin", enc=["grumpy-goose"])
    events = table.go("draw", "charm", dice=[5])
    assert table.seat(0)["dock"] == [{"creature": "silly-goose", "from": "grumpy-goose", "companion": False}]
    assert "bounty_paid" not in kinds(events)
    resolved = only(events, "intention_resolved")
    assert (resolved["destination"], resolved["clause"]) == ("dock", "MG-7.2")


@rule("MG-7.3", "MG-15.3", "MG-7.11")
def test_an_escaped_card_is_shuffled_into_the_whole_deck() -> None:
    table = Road("knight", "paladin", enc=["goblin"], deck_cards=1)
    events = table.go("draw", "escape", dice=[6])
    assert only(events, "deck_shuffled") == {
        "kind": "deck_shuffled",
        "turn": 1,
        "seat": None,
        "clause": "MG-7.11",
        "deck": "encounter",
        "size": 1,
    }
    assert table.result is None
    assert (table.table["encounter_deck_count"], table.table["returned"]) == (1, ["goblin"])
    table.go("draw")
    assert table.table["returned"] == []
    orders = set()
    for seed in range(4):
        wide = Road("knight", "paladin", enc=["goblin", "yeti"], seed=seed)
        wide.go("draw", "escape", dice=[6])
        orders.add(tuple(wide.touch().deck))
    assert len(orders) == 4


@rule("MG-7.4", "MG-8.6")
def test_a_fail_line_replaces_the_strike_unless_it_says_strike() -> None:
    table = Road("paladin", "knight", enc=["arm-wrestling-ogre"])
    events = table.go("draw", "attack", dice=[10, 1, 4])  # his 1d10+1, the D10, then 1d4
    assert ("struck" in kinds(events), table.hp(0)) == (False, 66)
    table = Road("knight", "paladin", enc=["tax-badger"], starting_coin=3)
    events = table.go("draw", "charm", dice=[1, 5, 6])
    assert only(events, "struck")["value"] == 6
    assert (table.coin(0), table.hp(0)) == (0, 44)
    table = Road("knight", "paladin", enc=["pitfall"])
    events = table.go("draw", dice=[1])  # only Escape is offered: it happens by itself
    assert (table.hp(0), "struck" in kinds(events)) == (50, False)


@rule("MG-7.5")
@pytest.mark.parametrize("action", ["attack", "charm", "escape"])
def test_to_overrides_where_a_card_goes(action: str) -> None:
    table = Road("knight", "paladin", enc=["hot-spring"], starting_hp=30)
    events = table.go("draw", action, dice=[1, 4] if action == "charm" else [])
    assert table.table["graveyard"] == ["hot-spring"]
    assert only(events, "intention_resolved")["clause"] == ("MG-7.1" if action == "attack" else "MG-7.5")
    assert [table.hp(0), table.coin(0)] == {"attack": [30, 3], "charm": [35, 0], "escape": [32, 0]}[action]
    assert table.hp(1) == (32 if action == "escape" else 30)


@rule("MG-7.6")
def test_a_strike_is_one_roll_with_its_modifiers() -> None:
    table = Road("knight", "paladin", enc=["physician"])
    events = table.go("draw", "charm", dice=[1])  # a fixed strike of 2 needs no dice
    struck = only(events, "struck")
    assert (struck["value"], struck["before"], struck["after"], struck["warded"]) == (2, 50, 48, False)
    assert struck["clause"] == "MG-7.6"


@rule("MG-7.6", "MG-7.7", "MG-8.6")
def test_a_ward_stops_a_strike_completely_and_nothing_else() -> None:
    table = Road(
        "knight",
        "paladin",
        enc=["goblin", "crossroads", "bandit-duchess"],
        tre=["nap-dust"],
        starting_coin=10,
    )
    table.go("draw", "charm", dice=[6])
    table.go("draw", "charm")
    table.go("buy:nap-dust", "companion:goblin", "draw", "use:nap-dust")
    events = table.go("attack", dice=[1, 1, 2])  # the duchess takes 1d8 Coin; her strike is not rolled
    struck = only(events, "struck")
    assert (struck["warded"], struck["clause"], table.hp(0)) == (True, "MG-7.7", 50)
    assert (table.coin(0), table.dock(0)) == (1, ["goblin"])


@rule("MG-7.8")
def test_the_card_is_back_before_its_victim_falls() -> None:
    table = Road("knight", "paladin", "ranger", enc=["goblin"], starting_hp=3)
    events = table.go("draw", "attack", dice=[1, 5])
    order = [kind for kind in kinds(events) if kind in ("deck_shuffled", "player_defeated")]
    assert order == ["deck_shuffled", "player_defeated"]
    assert table.table["returned"] == ["goblin"]
    assert only(events, "player_defeated")["cause"] == "goblin"
    assert table.hp(0) == 0


@rule("MG-7.9")
def test_five_encounters_are_the_most_for_one_turn() -> None:
    table = Road(
        "wiseman", "knight", enc=["lost-goblinling"] * 3 + ["goblin-marching-band"] * 2 + ["crossroads"]
    )
    table.go("draw")
    for number in range(1, 4):
        assert table.met["drawn_this_turn"] == number
        table.go("charm", dice=[2])
    table.go("charm", dice=[6])
    assert table.met["drawn_this_turn"] == 5
    events = table.go("charm", dice=[6])  # it says draw, but five are enough
    assert "effect_applied" not in kinds(events)
    assert (table.to_act, table.phase) == ([1], "prep")
    assert len(table.dock(0)) == 5


@rule("MG-7.10")
def test_an_encounter_is_over_after_one_resolution() -> None:
    for action, dice in (("attack", [1, 1]), ("charm", [1, 1]), ("escape", [1, 1])):
        table = Road("knight", "paladin", enc=["goblin"])
        table.go("draw", action, dice=dice)
        assert (table.to_act, table.phase, table.table["encounter"]) == ([1], "prep", None)


def test_odds_are_exact() -> None:
    """Every die of target, pool and Companion, and the better of two throws, counted out."""
    table = Road(
        "knight",
        "paladin",
        enc=["goblin", "crossroads", "pixie-swarm"],
        tre=["lucky-acorn"],
        starting_coin=10,
    )
    table.go("draw", "charm", dice=[6])
    table.go("draw", "charm")
    table.go("buy:lucky-acorn", "companion:goblin", "draw")
    good = sum(a + g >= t for t in range(1, 11) for a in range(1, 7) for g in range(1, 7))
    assert table.met["attack"]["odds"] == round(good / 360, 4)
    table.go("use:lucky-acorn")
    d6 = range(1, 7)
    good = sum(max(a, b) + g >= t for t in range(1, 11) for a, b, g in itertools.product(d6, d6, d6))
    assert table.met["attack"]["odds"] == round(good / 2160, 4)
    good = sum(max(a, b) >= t for t in range(1, 9) for a, b in itertools.product(d6, d6))
    assert table.met["charm"]["odds"] == round(good / 288, 4)


def test_timeouts_prefer_escape() -> None:
    table = Road("knight", "paladin", enc=["goblin"])
    table.go("draw")
    assert table.match.pending[0].timeout == "escape"
    stones = Road("knight", "paladin", enc=["riddle-sphinx"])
    stones.go("draw")
    assert stones.match.pending[0].timeout == "escape"
    wardens = Road("knight", "paladin", enc=["gambling-ghost"])
    wardens.go("draw")
    assert wardens.match.pending[0].timeout == "escape"
