"""MG-8 to MG-10: Dock and Companion, stats and dice, weather."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.games.micah.book import dice_of
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road


@rule("MG-8.1", "MG-8.4")
def test_docked_creatures_work_from_the_dock() -> None:
    table = Road(
        "minstrel",
        "knight",
        enc=["armoured-mouse", "crossroads", "phoenix-chick", "hot-spring"],
        starting_hp=30,
    )
    table.go("draw", "charm", dice=[5])
    assert table.stat(0, "charisma")["level"] == 4
    table.go("draw", "charm")
    table.go("companion:armoured-mouse")
    assert table.stat(0, "charisma")["level"] == 4  # while goes on
    table.go("draw", "charm", dice=[8])
    assert table.stat(0, "charisma")["mod"] == 1
    table.go("draw", "charm", dice=[1, 1])
    assert table.hp(0) == 31  # the chick's turn clause


@rule("MG-8.2")
def test_one_companion_at_a_time() -> None:
    table = Road("knight", "paladin", enc=["lost-goblinling", "goblin", "crossroads"])
    table.go("draw", "charm", dice=[2])
    table.go("charm", dice=[6])
    table.go("draw", "charm")
    assert only(table.go("companion:goblin"), "companion_set")["creature"] == "goblin"
    assert [docked["companion"] for docked in table.seat(0)["dock"]] == [False, True]
    assert "companion:goblin" not in table.legal()
    table.go("companion:lost-goblinling")
    assert [docked["companion"] for docked in table.seat(0)["dock"]] == [True, False]
    assert only(table.go("companion:none"), "companion_set")["creature"] is None
    assert table.match.lines(0, {0: "Ada"})[-1].text == "Ada walks alone from now on."
    assert "companion:none" not in table.legal()


@rule("MG-8.3", "MG-8.5")
def test_only_the_companion_is_at_risk() -> None:
    table = Road("knight", "paladin", enc=["lost-goblinling", "goblin", "crossroads", "frost-wyrm"])
    table.go("draw", "charm", dice=[2])
    table.go("charm", dice=[6])
    table.go("draw", "charm")
    table.go("companion:goblin", "draw")
    events = table.go("charm", dice=[1, 12])
    died = only(events, "companion_died")
    assert (died["creature"], died["value"], died["defense"], died["clause"]) == ("goblin", 14, 6, "MG-8.5")
    assert table.dock(0) == ["lost-goblinling"]
    assert table.table["graveyard"] == ["crossroads", "goblin"]


@rule("MG-8.4")
def test_comp_clauses_work_only_for_the_companion() -> None:
    table = Road("minstrel", "paladin", enc=["hedge-wizard", "crossroads"])
    table.go("draw", "charm", dice=[5])
    table.go("draw", "charm")
    assert table.stat(0, "charisma")["mod"] == 0
    table.go("companion:hedge-wizard")
    assert table.stat(0, "charisma")["mod"] == 2
    table.go("companion:none")
    assert table.stat(0, "charisma")["mod"] == 0


@rule("MG-8.7", "MG-8.8")
def test_a_released_creature_is_gone_for_good() -> None:
    table = Road(
        "knight", "paladin", enc=["small-swamp-troll", "crossroads", "small-swamp-troll", "hot-spring"]
    )
    table.go("draw", "charm", dice=[3])
    table.go("draw", "charm")
    table.go("companion:small-swamp-troll", "draw", "charm", dice=[3])
    table.go("draw", "charm", dice=[1, 1])
    assert "companion:small-swamp-troll" in table.legal()
    events = table.go("release:small-swamp-troll")  # a copy that is not Companion first
    assert only(events, "creature_released")["creature"] == "small-swamp-troll"
    assert table.seat(0)["dock"] == [
        {"creature": "small-swamp-troll", "from": "small-swamp-troll", "companion": True}
    ]
    assert table.table["graveyard"] == ["crossroads", "hot-spring", "small-swamp-troll"]
    assert table.table["returned"] == []
    table.go("release:small-swamp-troll")
    assert table.seat(0)["dock"] == []


@rule("MG-8.9")
def test_a_charmed_traveller_is_a_creature() -> None:
    table = Road("minstrel", "paladin", enc=["physician", "crossroads", "goblin"])
    table.go("draw", "charm", dice=[5])
    table.go("draw", "charm")
    table.go("companion:physician", "draw", "attack", dice=[4])  # 4 and the physician's fixed 2
    assert table.table["graveyard"][-1] == "goblin"


@rule("MG-9.1", "MG-9.2")
def test_the_ladder() -> None:
    assert [dice_of(level) for level in range(6)] == [[4], [6], [8], [10], [12], [20]]
    assert dice_of(6) == [20, 4]
    assert dice_of(11) == [20, 20]
    assert dice_of(13) == [20, 20, 6]
    table = Road("paladin", tre=["strength-training"] * 5 + ["dragon-whittler"], starting_coin=100)
    for level in (4, 5, 6, 7, 8):
        table.go("buy:strength-training", "apply:strength-training")
        assert table.stat(0, "attack") == {"level": level, "dice": dice_of(level), "mod": 0}
    table.go("buy:dragon-whittler", "equip:dragon-whittler")
    assert table.stat(0, "attack")["dice"] == [20, 20]


@rule("MG-9.3")
def test_all_dice_of_a_pool_are_summed() -> None:
    table = Road("paladin", tre=["strength-training"] * 3, starting_coin=40, enc=["treant"])
    table.go(*["buy:strength-training", "apply:strength-training"] * 3)
    table.go("draw")
    events = table.go("attack", dice=[13, 2])
    rolled = only(events, "rolled")
    assert (rolled["dice"], rolled["total"]) == ([[20, 13], [4, 2]], 15)
    assert table.table["graveyard"] == ["treant"]


@rule("MG-9.4")
def test_levels_add_up_and_never_sink_below_zero() -> None:
    table = Road(
        "paladin",
        "assassin",
        tre=["rusty-greatsword", "red-katana", "jetpack"],
        starting_coin=60,
        enc=["crossroads", "yeti"],
    )
    table.go("buy:rusty-greatsword", "equip:rusty-greatsword")
    assert table.stat(0, "attack")["level"] == 5
    assert table.stat(0, "speed")["level"] == 0  # D4 already
    table.go("buy:jetpack", "equip:jetpack")
    assert table.stat(0, "speed")["level"] == 1  # +2 - 1
    table.go("draw", "charm")
    table.go("buy:red-katana", "equip:red-katana")
    assert table.stat(1, "attack")["level"] == 4  # +1, and +1 for the assassin


@rule("MG-9.5")
def test_static_modifiers_add_up() -> None:
    table = Road(
        "knight",
        "paladin",
        tre=["wooden-spoon", "steady-hand", "steady-hand"],
        starting_coin=30,
        start_weather="windy",
    )
    assert table.stat(0, "attack")["mod"] == -1
    table.go("buy:wooden-spoon", "equip:wooden-spoon", "buy:steady-hand", "apply:steady-hand")
    assert table.stat(0, "attack")["mod"] == 1
    assert table.stat(0, "speed")["mod"] == 2


@rule("MG-9.6")
def test_hp_and_coin_have_limits() -> None:
    table = Road(
        "knight", "paladin", tre=["travel-bread"], starting_coin=4, starting_hp=48, enc=["fortune-teller"]
    )
    table.go("buy:travel-bread", "use:travel-bread")
    assert table.hp(0) == 50
    events = table.go("draw", "charm", dice=[1])
    lost = only(events, "effect_applied")
    assert (lost["verb"], lost["amount"], lost["value"], table.coin(0)) == ("coin", 0, 0, 0)


@rule("MG-10.1")
def test_there_is_one_weather_and_it_changes_at_once() -> None:
    table = Road("knight", "paladin", tre=["bottled-sunshine", "snow-globe"], starting_coin=10)
    table.go("buy:bottled-sunshine", "use:bottled-sunshine")
    assert table.table["weather"] == "sunny"
    table.go("buy:snow-globe", "use:snow-globe")
    assert table.table["weather"] == "snowing"


@rule("MG-10.2")
def test_a_change_is_felt_from_the_next_turn_on() -> None:
    table = Road(
        "knight",
        "paladin",
        tre=["bottled-sunshine", "snow-globe"],
        starting_coin=10,
        start_weather="snowing",
        enc=["yeti"],
    )
    assert table.hp(0) == 49
    table.go("buy:bottled-sunshine", "use:bottled-sunshine")
    assert table.table["felt"] == "clear"
    table.go("buy:snow-globe", "use:snow-globe")
    assert (table.table["weather"], table.table["felt"]) == ("snowing", "clear")  # not even the old snow
    table.go("draw")
    assert table.met["strike"] == "1d4+2"
    table.go("escape", dice=[2])
    assert (table.table["felt"], table.hp(1)) == ("snowing", 69)


@rule("MG-10.3")
def test_a_storm_is_felt_at_once_and_no_ward_helps() -> None:
    table = Road("knight", "paladin", tre=["storm-in-a-teacup"], starting_coin=10)
    events = table.go("buy:storm-in-a-teacup", "use:storm-in-a-teacup", dice=[1])
    assert only(events, "weather_changed")["clause"] == "MG-10.3"
    assert (table.table["felt"], table.hp(0)) == ("storming", 46)
    assert table.stat(0, "speed")["mod"] == -1
    assert "struck" not in kinds(events)


@rule("MG-10.4")
def test_the_bolt_comes_at_every_start_in_a_storm() -> None:
    table = Road("knight", "paladin", start_weather="storming", dice=[1], enc=["crossroads"])
    assert table.hp(0) == 46
    table.go("draw", "charm", dice=[1])
    assert (table.hp(0), table.hp(1)) == (50, 66)


@rule("MG-10.5")
def test_the_same_weather_changes_nothing() -> None:
    table = Road("knight", "paladin", start_weather="storming", dice=[6], enc=["thunder-ram"])
    events = table.go("draw")  # no new bolt
    assert "weather_changed" not in kinds(events)
    assert table.table["felt"] == "storming"


@rule("MG-10.6")
def test_weather_acts_on_the_active_player_only() -> None:
    table = Road("knight", "paladin", start_weather="foggy")
    assert (table.stat(0, "speed")["mod"], table.stat(1, "speed")["mod"]) == (-2, 0)
    fight = Road("knight", "paladin", "ranger", start_weather="foggy")
    fight.act(0, "challenge")
    fight.act(2, "decline")
    fight.roll(1)
    fight.act(1, "join")
    assert [fight.stat(seat, "speed")["mod"] for seat in range(3)] == [-2, -2, 0]
    duel = Road("knight", "paladin", "ranger", start_weather="foggy", pvp=True, pvp_from_round=1)
    duel.act(0, "duel:2")
    assert [duel.stat(seat, "speed")["mod"] for seat in range(3)] == [-2, 0, -2]


@rule("MG-10.7")
def test_cancelling_the_weather_is_clear_weather() -> None:
    table = Road("knight", "paladin", start_weather="rainy", enc=["hedge-wizard"])
    assert table.stat(0, "charisma")["mod"] == 1
    table.go("draw")
    assert (table.table["weather"], table.table["felt"]) == ("clear", "clear")
    assert table.stat(0, "charisma")["mod"] == 0


@pytest.mark.parametrize(
    ("weather", "attack", "charisma", "speed"),
    [
        ("clear", 0, 0, 0),
        ("sunny", 0, 0, 0),
        ("foggy", 0, 0, -2),
        ("storming", 0, 0, -1),
        ("windy", -1, 0, 2),
        ("rainy", -1, 1, 0),
        ("moonlit", 0, 2, 0),
        ("heatwave", 0, 0, 0),
    ],
)
def test_what_each_weather_does(weather: str, attack: int, charisma: int, speed: int) -> None:
    table = Road("knight", "paladin", start_weather=weather, dice=[6] if weather == "storming" else [])
    assert [table.stat(0, stat)["mod"] for stat in ("attack", "charisma", "speed")] == [
        attack,
        charisma,
        speed,
    ]


def test_class_weather() -> None:
    table = Road(
        "wiseman",
        "paladin",
        "assassin",
        start_weather="sunny",
        class_weather=True,
        enc=["hot-spring", "crossroads"],
        starting_hp=30,
    )
    assert (table.hp(0), table.stat(0, "charisma")["level"]) == (31, 6)
    table.go("draw", "attack")
    assert (table.hp(1), table.stat(1, "charisma")["level"]) == (30, 1)  # +1 and -1
    fog = Road("assassin", "knight", start_weather="foggy", class_weather=True)
    assert (fog.stat(0, "attack")["level"], fog.stat(0, "speed")["mod"]) == (3, -2)
    snow = Road("assassin", "knight", start_weather="snowing", class_weather=True)
    assert snow.stat(0, "speed")["mod"] == -2
    assert Road("assassin", "knight", start_weather="snowing").stat(0, "speed")["mod"] == 0


@pytest.mark.parametrize(
    ("roll", "weather"),
    list(enumerate(["sunny", "snowing", "foggy", "storming", "windy", "rainy", "moonlit", "heatwave"], 1)),
)
def test_a_weather_vane_points_anywhere_but_clear(roll: int, weather: str) -> None:
    table = Road("knight", "paladin", tre=["weather-vane"], starting_coin=4)
    table.go("buy:weather-vane", "use:weather-vane", dice=[roll, 6] if weather == "storming" else [roll])
    assert table.table["weather"] == weather


def test_weather_in_the_heat_of_a_fight() -> None:
    """A storm makes the Static Cat another cat."""
    table = Road("knight", "paladin", enc=["static-cat"], start_weather="storming", dice=[6])
    table.go("draw")
    assert (table.met["attack"]["target"], table.met["escape"]["target"], table.met["strike"]) == (
        "5",
        "7",
        "1d10",
    )
    calm = Road("knight", "paladin", enc=["static-cat"])
    calm.go("draw")
    assert (calm.met["attack"]["target"], calm.met["escape"]["target"], calm.met["strike"]) == (
        "3",
        "4",
        "1d4",
    )
    golem = Road("knight", "paladin", enc=["snow-golem"], start_weather="sunny")
    golem.go("draw")
    assert golem.met["attack"]["how"] == "auto"
    golem.go("attack")
    assert golem.table["graveyard"] == ["snow-golem"]


def test_the_goblin_king_counts_goblins_and_coin() -> None:
    table = Road("knight", "paladin", enc=["goblin", "crossroads", "goblin-king"], starting_coin=20)
    table.go("draw", "charm", dice=[6])
    table.go("draw", "charm")
    table.go("draw")
    assert (table.met["charm"]["target"], table.met["strike"]) == ("10", "1d12+5")
    with pytest.raises(innkeeper.IllegalAction):
        table.act(0, "charm:pay")
