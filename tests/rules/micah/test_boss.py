"""MG-16: the Final Boss."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road

BATTLE = ["lucky-acorn", "smoke-bomb", "love-letter", "firecracker", "nap-dust", "second-wind"]


def fight(*classes: str, mood: int = 1, **options: object) -> Road:
    """Everybody challenges; the first mood is rolled."""
    table = Road(*classes, options=options)
    return begin(table, mood)


def begin(table: Road, mood: int = 1) -> Road:
    seats = len(table.view()["seats"])
    if seats == 1:
        table.roll(mood)
    table.act(0, "challenge")
    for seat in range(1, seats):
        if seat == seats - 1:
            table.roll(mood)
        table.act(seat, "join")
    return table


def armed(*cards: str, mood: int = 1, enemy: str = "knight", **options: object) -> Road:
    """A paladin with some items and a friend, in front of the Boss."""
    table = Road("paladin", enemy, tre=list(cards), starting_coin=100, options=options)
    table.go(*[f"buy:{card}" for card in cards])
    return begin(table, mood)


def choose(table: Road, *choices: str, dice: list[int]) -> list[dict[str, object]]:
    """All challengers choose, the last one with the dice."""
    fighters = table.table["boss"]["challengers"]
    for seat, choice in list(zip(fighters, choices))[:-1]:
        table.act(seat, choice)
    table.roll(*dice)
    events = table.act(fighters[-1], choices[-1])
    assert table.match.unused_dice == []
    return events


@rule("MG-16.1")
def test_a_challenge_is_instead_of_drawing_and_optional() -> None:
    table = Road("knight", "paladin")
    assert table.legal()[:2] == ["draw", "challenge"]
    events = table.act(0, "challenge")
    assert only(events, "boss_challenged")["clause"] == "MG-16.1"
    assert only(events, "boss_challenged")["challenger"] == 0
    assert "challenge" not in Road("knight", "paladin", boss=False).legal()


@rule("MG-16.2", "MG-20.1")
def test_the_others_decide_secretly_whether_to_join() -> None:
    table = Road("knight", "paladin", "ranger", tre=["travel-bread"], starting_coin=5)
    table.go("buy:travel-bread")
    table.act(1, "offer:0:coin-1:travel-bread")
    table.act(0, "challenge")
    assert table.table["offers"] == []  # Preparation is over
    assert (table.phase, table.to_act, table.table["boss"]) == ("boss_join", [1, 2], None)
    assert table.match.pending[1].ids == ("join", "decline")
    assert table.match.pending[1].timeout == "decline"
    events = table.act(2, "join")
    sealed = only(events, "choice_sealed")
    assert (sealed["seat"], set(sealed)) == (2, {"kind", "turn", "seat", "clause"})
    assert table.table["sealed_in"] == [2]
    assert (table.seat(2)["sealed"], table.seat(2, 1)["sealed"], table.seat(2, None)["sealed"]) == (
        "join",
        None,
        None,
    )
    assert table.match.can_undo(2)  # nobody knows yet
    table.roll(1)
    events = table.act(1, "decline")
    formed = only(events, "boss_team_formed")
    assert (formed["challengers"], formed["hp"], formed["clause"]) == ([0, 2], 80, "MG-16.3")
    assert table.to_act == [0, 2]
    with pytest.raises(innkeeper.IllegalAction, match="not in the boss fight"):
        table.act(1, "strike")


@rule("MG-16.3")
@pytest.mark.parametrize(
    ("level", "seats", "hp"),
    [
        ("extreme", 1, 70),
        ("extreme", 2, 80),
        ("extreme", 6, 200),
        ("storybook", 2, 70),
        ("storybook", 3, 80),
        ("legendary", 2, 100),
    ],
)
def test_his_hp(level: str, seats: int, hp: int) -> None:
    names = ["wiseman", "knight", "assassin", "paladin", "minstrel", "ranger"][:seats]
    boss = fight(*names, boss_level=level).table["boss"]
    assert (boss["hp"], boss["max_hp"], boss["defense"]) == (hp, hp, 13)


@rule("MG-16.4", "MG-20.1")
def test_a_boss_round_is_mood_choice_reveal() -> None:
    table = fight("knight", "paladin", mood=4)
    rolled = [event for event in table.match.events() if event["kind"] == "boss_mood_rolled"][-1]
    assert (rolled["round"], rolled["mood"], rolled["defense"], rolled["temper"]) == (1, "sigh", 15, 0)
    assert table.table["boss"] == {
        "hp": 80,
        "max_hp": 80,
        "round": 1,
        "mood": "sigh",
        "defense": 15,
        "temper": 0,
        "challengers": [0, 1],
    }
    assert table.match.pending[0].timeout == "guard"
    assert table.legal(0) == ["strike", "distract", "guard", "retreat"]
    table.act(1, "guard")
    assert (table.seat(1, 0)["sealed"], table.table["sealed_in"]) == (None, [1])
    table.roll(1, 4, 3, 1)
    events = table.act(0, "guard")
    revealed = only(events, "boss_choices_revealed")
    assert revealed["choices"] == {"0": "guard", "1": "guard"}
    # both guards fail, the sigh takes 3 + 2
    assert (table.hp(0), table.hp(1)) == (45, 65)


@rule("MG-16.5", "MG-4.7")
def test_which_battle_items_go_with_which_choice() -> None:
    table = armed(*BATTLE)
    legal = table.legal(0)
    assert legal[:4] == ["strike", "distract", "guard", "retreat"]
    assert legal[4:] == [
        "strike:lucky-acorn",
        "strike:firecracker",
        "strike:nap-dust",
        "strike:second-wind",
        "distract:lucky-acorn",
        "distract:love-letter",
        "distract:nap-dust",
        "distract:second-wind",
        "guard:lucky-acorn",
        "guard:nap-dust",
        "guard:second-wind",
        "retreat:lucky-acorn",
        "retreat:smoke-bomb",
        "retreat:nap-dust",
        "retreat:second-wind",
    ]
    with pytest.raises(innkeeper.IllegalAction, match="at most one battle item"):
        table.act(0, "strike:smoke-bomb")
    events = choose(table, "strike:firecracker", "guard", dice=[8, 6, 1, 1, 2])
    assert only(events, "item_used")["card"] == "firecracker"
    assert table.table["used_treasure"] == ["firecracker"]
    assert only(events, "boss_hit")["value"] == 13  # 8 and 5
    assert table.stat(0, "attack")["mod"] == 0  # for this round only


@rule("MG-16.5")
def test_an_item_must_fit_the_boss() -> None:
    table = armed("peace-pie", "giants-tonic", "rocket-skates", "silver-tongue-syrup")
    assert table.legal(0)[4:] == [
        "strike:giants-tonic",
        "distract:silver-tongue-syrup",
        "guard:rocket-skates",
        "retreat:rocket-skates",
    ]


@rule("MG-16.6")
def test_retreat() -> None:
    table = Road("assassin", "knight", "paladin")
    begin(table, 2)
    events = choose(table, "retreat", "retreat", "guard", dice=[8, 5, 4, 1, 1])
    tries = [(e["seat"], e["success"]) for e in events if e["kind"] == "boss_retreated"]
    assert tries == [(0, True), (1, False)]
    assert table.table["boss"]["challengers"] == [1, 2]
    # the tail hits those who are left: 1 + 2
    assert [table.hp(seat) for seat in range(3)] == [40, 47, 67]
    stuck = fight("knight", "paladin", boss_retreat=False)
    assert stuck.legal(0) == ["strike", "distract", "guard"]
    with pytest.raises(innkeeper.IllegalAction, match="nobody retreats") as refused:
        stuck.act(0, "retreat")
    assert refused.value.clause == "MG-16.6"


@rule("MG-16.6")
def test_a_smoke_bomb_needs_no_roll() -> None:
    table = armed("smoke-bomb")
    events = choose(table, "retreat:smoke-bomb", "guard", dice=[6, 1, 1, 2])
    assert only(events, "boss_retreated")["success"] is True
    assert table.table["boss"]["challengers"] == [1]


@rule("MG-16.7")
def test_distractions_add_up_for_one_round() -> None:
    table = fight("minstrel", "wiseman", "paladin", mood=1)
    events = choose(table, "distract", "distract", "strike", dice=[10, 8, 10, 1, 1, 3])
    assert [(e["success"], e["defense"]) for e in events if e["kind"] == "boss_distracted"] == [
        (True, 10),
        (False, 10),
    ]
    assert only(events, "boss_hit")["value"] == 10
    assert table.table["boss"]["defense"] == 13
    both = Road("minstrel", "wiseman", "paladin", tre=["love-letter"], starting_coin=10)
    both.go("buy:love-letter")
    begin(both, 1)
    events = choose(both, "distract:love-letter", "distract", "strike", dice=[5, 8, 9, 1, 1, 3])
    assert [e["defense"] for e in events if e["kind"] == "boss_distracted"] == [10, 10]
    assert "boss_hit" not in kinds(events)


@rule("MG-16.8")
def test_strikes_take_the_whole_total() -> None:
    table = Road(
        "paladin", "knight", enc=["goblin", "hot-spring"], tre=["strength-training"] * 2, starting_coin=30
    )
    table.go(
        "buy:strength-training", "apply:strength-training", "buy:strength-training", "apply:strength-training"
    )
    table.go("draw", "charm", dice=[1, 1])
    table.force("hot-spring")
    table.go("draw", "attack")
    begin(table, 1)
    events = choose(table, "strike", "strike", dice=[17, 6, 1, 1, 2])
    assert only(events, "boss_hit") == {
        "kind": "boss_hit",
        "turn": 3,
        "seat": 0,
        "clause": "MG-16.8",
        "value": 17,
        "hp": 63,
    }
    assert "bounty_paid" not in kinds(events)


@rule("MG-16.8", "MG-16.13", "MG-15.4", "MG-16.15")
def test_slaying_him() -> None:
    def almost(**options: object) -> Road:
        table = Road("paladin", "knight", "ranger", "minstrel", options=options)
        table.act(0, "challenge")
        table.act(1, "join")
        table.act(2, "join")
        table.roll(1)
        table.act(3, "decline")
        state = table.touch()
        state.boss_hp = 10
        state.boss_defense = 10
        return table

    table = almost()
    table.act(1, "strike")
    table.act(2, "guard")
    table.roll(10)
    events = table.act(0, "strike")  # he dies at once: nobody else rolls
    assert table.match.unused_dice == []
    assert only(events, "boss_fight_ended")["why"] == "slain"
    result = table.result
    assert (result["reason"], result["clause"], result["winners"], result["places"]) == (
        "boss_slain",
        "MG-15.4",
        [0, 1, 2],
        [1, 1, 1, 2],
    )
    assert table.table["boss"]["hp"] == 0  # the last state is kept
    shared = almost(boss_bystanders="share")
    shared.act(1, "strike")
    shared.act(2, "guard")
    shared.roll(10)
    shared.act(0, "strike")
    assert shared.result["winners"] == [0, 1, 2, 3]


@rule("MG-16.15", "MG-15.4")
def test_those_who_died_or_retreated_before_do_not_win() -> None:
    table = Road("paladin", "assassin", "knight", starting_hp=12)
    begin(table, 2)
    choose(table, "guard", "retreat", "guard", dice=[8, 1, 6, 10])  # 12 damage: seats 0 and 2 fall
    assert table.result["reason"] == "last_alive"
    assert table.result["winners"] == [1]


@rule("MG-16.9")
def test_guarding() -> None:
    table = fight("assassin", "knight", mood=5)
    events = choose(table, "guard", "guard", dice=[9, 6, 10, 8, 1])
    assert [e["success"] for e in events if e["kind"] == "boss_guarded"] == [True, False]
    assert (table.hp(0), table.hp(1)) == (40, 30)
    assert only(events, "boss_attacked")["value"] == 20


@rule("MG-16.10")
@pytest.mark.parametrize(
    ("mood", "dice", "hp", "coin", "boss"),
    [
        (1, [5, 6], [70, 50], [5, 5], 80),
        (2, [4], [64, 44], [5, 5], 80),
        (3, [3, 4], [61, 50], [5, 5], 80),
        (4, [4], [64, 44], [5, 5], 80),
        (5, [3, 4], [61, 41], [5, 5], 80),
        (6, [4], [66, 46], [3, 3], 80),
    ],
)
def test_his_moods(mood: int, dice: list[int], hp: list[int], coin: list[int], boss: int) -> None:
    table = Road("paladin", "knight", starting_coin=5)
    begin(table, mood)
    events = choose(table, "guard", "guard", dice=[1, 1, *dice, 1])
    assert [table.hp(0), table.hp(1)] == hp
    assert [table.coin(0), table.coin(1)] == coin
    assert table.table["boss"]["hp"] == boss
    assert ("boss_attacked" in kinds(events)) == (mood != 1)


@rule("MG-16.10")
def test_he_recovers_up_to_his_maximum_and_remarks_on_the_strongest() -> None:
    table = fight("paladin", "knight", mood=1)
    table.touch().boss_hp = 40
    events = choose(table, "guard", "guard", dice=[1, 1, 9, 10, 3])
    assert table.table["boss"]["hp"] == 59
    recovered = next(e for e in events if e["kind"] == "effect_applied")
    assert (recovered["verb"], recovered["amount"], recovered["value"]) == ("recover", 19, 59)
    tie = fight("knight", "knight", mood=3, duplicate_classes=True)
    choose(tie, "guard", "guard", dice=[1, 1, 1, 1, 1])
    assert (tie.hp(0), tie.hp(1)) == (46, 50)  # the lowest seat among equals


@rule("MG-16.10", "MG-7.7", "MG-8.5")
def test_wards_and_companions_in_the_fight() -> None:
    table = Road(
        "knight",
        "minstrel",
        enc=["goblin", "lone-wolf"],
        tre=["nap-dust", "second-wind"],
        starting_coin=20,
        starting_hp=40,
    )
    table.go("buy:nap-dust", "draw", "charm", dice=[6])
    table.go("buy:second-wind", "draw", "charm", dice=[4])
    table.go("companion:goblin")
    begin(table, 5)
    events = choose(table, "guard:nap-dust", "guard:second-wind", dice=[1, 1, 10, 10, 1])
    assert [e["warded"] for e in events if e["kind"] == "struck"] == [True, True]
    assert (table.hp(0), table.hp(1)) == (40, 42)  # second-wind heals 3, up to the maximum
    assert table.dock(0) == ["goblin"]
    lone = Road("knight", "minstrel", enc=["goblin", "lone-wolf"])
    lone.go("draw", "charm", dice=[6])
    lone.go("draw", "charm", dice=[4])
    lone.go("companion:goblin")
    begin(lone, 5)
    events = choose(lone, "guard", "guard", dice=[1, 1, 5, 5, 1])
    assert only(events, "companion_died")["value"] == 12


@rule("MG-16.11", "MG-16.13")
def test_temper_and_the_twentieth_round() -> None:
    table = Road("paladin", "knight", starting_hp=0)
    begin(table, 1)
    tempers = []
    for number in range(1, 21):
        tempers.append(table.table["boss"]["temper"])
        assert table.table["boss"]["round"] == number
        events = choose(table, "guard", "guard", dice=[1, 1, 1, 1, *([1] if number < 20 else [])])
    assert tempers[:8] == [0, 0, 0, 0, 0, 2, 4, 6]
    assert tempers[-1] == 30
    assert only(events, "boss_fight_ended")["why"] == "asleep"
    assert (table.table["boss"], table.to_act, table.phase) == (None, [1], "prep")
    assert only(events, "turn_ended")["seat"] == 0
    again = Road("paladin", "knight")
    begin(again, 2)
    for _ in range(4):
        choose(again, "guard", "guard", dice=[1, 1, 1, 2])
    choose(again, "guard", "guard", dice=[1, 1, 1, 6])  # round 6 begins: collection
    before = again.hp(0)
    events = choose(again, "guard", "guard", dice=[1, 1, 4, 1])
    assert before - again.hp(0) == 6  # 4 and 2
    thrown = next(e for e in events if e.get("purpose") == "boss")
    assert (thrown["modifier"], thrown["total"]) == (2, 6)


@rule("MG-16.12")
def test_the_fallen_fall_together_after_his_attack() -> None:
    table = Road("paladin", "knight", "ranger", "minstrel", starting_hp=8)
    table.act(0, "challenge")
    table.act(1, "join")
    table.act(2, "join")
    table.roll(2)
    table.act(3, "decline")
    events = choose(table, "strike", "strike", "strike", dice=[1, 1, 1, 6])
    assert [e["seat"] for e in events if e["kind"] == "player_defeated"] == [0, 1, 2]
    assert table.result["reason"] == "last_alive"
    assert table.result["places"] == [2, 2, 2, 1]


@rule("MG-16.13")
def test_the_fight_ends_when_nobody_is_left_in_it() -> None:
    table = Road("assassin", "assassin", "knight", duplicate_classes=True)
    table.act(0, "challenge")
    table.act(1, "join")
    table.roll(5)
    table.act(2, "decline")
    events = choose(table, "retreat", "retreat", dice=[8, 9])  # he never gets to act
    assert only(events, "boss_fight_ended")["why"] == "nobody_left"
    assert "boss_attacked" not in kinds(events)
    assert (table.to_act, table.phase) == ([1], "prep")
    table.roll(1)
    table.act(1, "challenge")
    table.act(0, "decline")
    table.act(2, "decline")
    assert table.table["boss"]["hp"] == 70  # as good as new
    events = table.act(1, "resign")
    assert "boss_choices_revealed" not in kinds(events)  # there are none
    assert only(events, "boss_fight_ended")["why"] == "nobody_left"


@rule("MG-16.14")
def test_boss_rounds_are_no_turns() -> None:
    table = Road("paladin", "knight", start_weather="snowing", tre=["travel-bread"], starting_coin=10)
    table.go("buy:travel-bread")
    begin(table, 1)
    assert (table.hp(0), table.hp(1)) == (69, 50)
    assert table.may_act == []
    events = choose(table, "guard", "guard", dice=[1, 1, 1, 1, 1])
    assert "turn_started" not in kinds(events)
    assert (table.hp(0), table.hp(1), table.view()["turn"]) == (69, 50, 1)
    assert table.table["felt"] == "snowing"
