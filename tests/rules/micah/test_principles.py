"""MG-20 and the card language: what the referee keeps to, and what cards can say."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper import ScriptedChance
from innkeeper.engine.game import Game
from innkeeper.testing.table import kinds, only, rule
from tests.rules.micah.road import Road


def game() -> Game:
    return innkeeper.get_game("micah")


@rule("MG-20.1")
def test_a_client_can_only_send_what_it_was_offered() -> None:
    table = Road("knight", "paladin", enc=["goblin"])
    table.go("draw")
    before = table.match.hash
    for action in ("roll:6", "attack:6", "win", "use:smoke-bomb", ""):
        with pytest.raises(innkeeper.IllegalAction):
            table.act(0, action)
    assert table.match.hash == before
    assert set(table.legal()) == {"attack", "charm", "escape"}


@rule("MG-20.2")
def test_a_pick_among_one_is_not_rolled() -> None:
    table = Road("knight", "paladin", enc=["magpie-magistrate"], tre=["travel-bread"], starting_coin=4)
    table.go("buy:travel-bread", "draw")
    events = table.go("attack", dice=[1])
    lost = only(events, "items_lost")
    assert (lost["cards"], lost["clause"]) == (["travel-bread"], "MG-20.2")
    empty = Road("knight", "paladin", enc=["magpie-magistrate"])
    events = empty.go("draw", "attack", dice=[1])
    assert only(events, "items_lost")["cards"] == []
    many = Road(
        "knight",
        "paladin",
        enc=["magpie-magistrate"],
        tre=["travel-bread", "spyglass", "snow-globe"],
        starting_coin=12,
    )
    many.go("buy:travel-bread", "buy:spyglass", "buy:snow-globe", "draw", "attack", dice=[1, 2])
    assert many.pack(0) == ["travel-bread", "snow-globe"]


@rule("MG-20.3")
def test_conditions_are_judged_before_anything_happens() -> None:
    table = Road("knight", "paladin", start_weather="heatwave", starting_coin=1, enc=["hot-spring"])
    assert (table.coin(0), table.hp(0)) == (0, 50)  # one lemonade, no blister
    poor = Road("knight", "paladin", start_weather="heatwave", starting_coin=0)
    assert (poor.coin(0), poor.hp(0)) == (0, 49)


@rule("MG-20.3")
def test_effects_from_left_to_right_and_each_is_told() -> None:
    table = Road("knight", "paladin", enc=["crossroads"], starting_coin=1)
    events = table.go("draw", "escape")
    told = [
        (e["source"], e["verb"], e["amount"], e["target"], e["trigger"])
        for e in events
        if e["kind"] == "effect_applied"
    ]
    assert told == [("crossroads", "treasure", 1, 0, "MG-7.3"), ("crossroads", "coin", -1, 0, "MG-7.3")]
    assert all(event["clause"] == "MG-20.3" for event in events if event["kind"] == "effect_applied")


@rule("MG-20.4")
def test_a_quiet_turn_is_two_decisions() -> None:
    table = Road("knight", "paladin", enc=["goblin"])
    table.go("draw", "escape", dice=[5])
    assert table.to_act == [1]
    assert len(table.match.record()["entries"]) == 2 + 2 + 1  # picks, two decisions, one script


@rule("MG-20.5")
def test_nothing_is_asked_between_the_dice_and_the_end() -> None:
    table = Road("knight", "paladin", enc=["polite-mimic"], tre=["travel-bread", "spyglass"], starting_coin=8)
    table.go("buy:travel-bread", "buy:spyglass", "draw")
    table.go("attack", dice=[1, 2, 3])  # attack, which card is lost, strike
    assert (table.pack(0), table.hp(0), table.to_act) == (["travel-bread"], 47, [1])


@rule("MG-20.6")
def test_a_new_card_is_new_words_in_the_old_order() -> None:
    cards = """
[encounter.tea-party]
name = "Tea Party"
kind = "place"
tags = ["folk"]
copies = 1
strike = "1d4"
defense = 3
clauses = [
  "reveal: coin +1 @all",
  "charm[coin>=1]: check speed vs 1d4",
  "always[dock.folk>=1]: atk +1d4",
  "escape: roll 1d6 even",
  "charm.ok: odds 1d6<=3 hp +2, to graveyard",
  "any.fail[comp]: none",
]
"""
    files = {"encounters.toml": game().content.files["encounters.toml"] + cards}
    match = innkeeper.new_match(
        "micah",
        seats=2,
        options={"starting_hp": 20},
        content=game().content.edited(files),
        chance=ScriptedChance([], {"encounter": ["tea-party"]}),
    )
    match.act(0, "pick:knight")
    match.act(1, "pick:ranger")
    match.act(0, "draw")
    view = match.view(0)
    met = view["table"]["encounter"]  # type: ignore[index]
    assert met["charm"]["target"] == "1d4"
    assert met["escape"] == {"how": "roll", "stat": None, "target": "1d6 even", "odds": 0.5, "pay": None}
    assert [seat["coin"] for seat in view["seats"]] == [1, 1]  # type: ignore[attr-defined]
    match.script(dice=[4, 6, 2])
    events = match.act(0, "charm")
    assert kinds(events)[:4] == ["intention_chosen", "rolled", "rolled", "rolled"]
    assert match.view(0)["seats"][0]["hp"] == 22  # type: ignore[index]
    assert match.view(0)["table"]["graveyard"] == ["tea-party"]  # type: ignore[index]


def test_even_an_attack_can_be_paid_for() -> None:
    """No card of the box says so, but the language can."""
    text = game().content.files["encounters.toml"].replace('"charm: pay 6"', '"attack: pay 6"', 1)
    match = innkeeper.new_match(
        "micah",
        seats=2,
        options={"starting_coin": 6},
        content=game().content.edited({"encounters.toml": text}),
        chance=ScriptedChance([], {"encounter": ["physician"]}),
    )
    for seat, action in ((0, "pick:knight"), (1, "pick:ranger"), (0, "draw")):
        match.act(seat, action)
    assert match.pending[0].ids == ("attack", "charm", "escape", "attack:pay")
    events = match.act(0, "attack:pay")
    assert only(events, "bounty_paid")["coin"] == 4
    assert match.view(0)["seats"][0]["coin"] == 4  # type: ignore[index]


def test_every_condition_and_amount_of_the_language() -> None:
    """`class`, `kind`, `tag`, `comp`, `coin`, `dock`; whole numbers, dice and numbers per creature."""
    table = Road(
        "paladin",
        "knight",
        enc=["goblin", "hot-spring", "goblin-king"],
        tre=["goblin-poker", "goblin-disguise", "oathkeeper", "pack-leader"],
        starting_coin=60,
    )
    table.go("buy:goblin-poker", "equip:goblin-poker", "buy:pack-leader", "apply:pack-leader")
    assert table.stat(0, "attack")["mod"] == 1
    table.go("draw")
    assert table.stat(0, "attack")["mod"] == 5  # tag=goblin
    table.go("attack", dice=[10])
    table.go("draw", "attack")
    table.go("buy:oathkeeper", "equip:oathkeeper")
    assert (table.stat(0, "attack")["level"], table.stat(0, "charisma")["mod"]) == (5, 1)  # class=paladin
    assert table.stat(0, "attack")["mod"] == 0  # no Companion for the pack leader


@pytest.mark.parametrize(
    ("card", "field", "text", "words"),
    [
        (
            "yeti",
            "clauses",
            '"revael: weather snowing"',
            "'revael' is no trigger of this card; there are reveal",
        ),
        ("yeti", "clauses", '"reveal: weather hail"', "'hail' is no weather; there are clear, sunny"),
        ("yeti", "clauses", '"reveal: dance"', "'dance' is no effect of a reveal clause"),
        ("yeti", "clauses", '"always[wether=sunny]: def +1"', "'wether=sunny' is no condition"),
        ("yeti", "clauses", '"always[wether=sunny]: def +1"', "dock.TAG>=N; did you mean 'weather'?"),
        ("yeti", "clauses", '"always[weather sunny]: def +1"', "'weather sunny': weather reads weather=X"),
        ("yeti", "clauses", '"revael: hp +1"', "did you mean 'reveal'?"),
        ("yeti", "clauses", '"reveal: treasrue 1"', "did you mean 'treasure'?"),
        ("yeti", "clauses", '"reveal: hp 1 @everybody"', "'everybody' is no reach; there are all, others"),
        ("yeti", "clauses", '"reveal: hp 1d6 2"', "'1d6 2' is not an amount"),
        ("yeti", "clauses", '"always: def -1d4"', "'-1d4': dice can only be added"),
        ("yeti", "clauses", '"reveal: weather suny"', "did you mean 'sunny'?"),
        ("yeti", "clauses", '"always: def many"', "'many' is not an amount"),
        ("yeti", "clauses", '"always: mod attack +1"', "'mod' is no effect of a always clause"),
        ("yeti", "clauses", '"attack: maybe"', "'maybe' decides nothing"),
        ("yeti", "clauses", '"attack: pay 1d4"', "never dice"),
        ("yeti", "clauses", '"attack: roll 2d6 triples"', "a roll reads roll DICE doubles"),
        ("yeti", "clauses", '"attack: roll 9d20 doubles"', "too many dice"),
        ("yeti", "clauses", '"attack: check luck vs 3"', "'luck' is no stat"),
        ("yeti", "clauses", '"attack.ok: gain excalibur"', "'excalibur' is no treasure"),
        ("yeti", "clauses", '"attack.ok: to moon"', "'moon' is no place"),
        ("yeti", "clauses", '"attack.ok: odds hp -1"', "odds reads odds DICE<=n EFFECT"),
        ("yeti", "clauses", '"attack.ok: hp +0d6"', "no such die"),
        ("yeti", "clauses", '"nonsense"', "not of the form trigger"),
        ("yeti", "strike", '"1d"', "'1d' is not a dice expression"),
        ("yeti", "bounty", '"hp 5"', "'hp 5' is no bounty"),
        ("yeti", "kind", '"monster"', "Invalid enum value 'monster'"),
        ("yeti", "copies", "-1", "Expected `int` >= 0"),
        ("yeti", "colour", '"white"', "unknown field `colour`"),
    ],
)
def test_errors_name_file_card_and_field(card: str, field: str, text: str, words: str) -> None:
    lines = []
    inside = False
    for line in game().content.files["encounters.toml"].splitlines():
        if line.startswith("["):
            inside = line == f"[encounter.{card}]"
            lines.append(line)
            if inside:
                lines.append(f"{field} = [{text}]" if field == "clauses" else f"{field} = {text}")
        elif not (inside and line.startswith((f"{field} =", "  "))) and not (inside and line == "]"):
            lines.append(line)
    content = game().content.edited({"encounters.toml": "\n".join(lines)})
    with pytest.raises(innkeeper.InvalidContent) as refused:
        innkeeper.new_match("micah", content=content)
    message = str(refused.value)
    assert message.startswith(f"encounters.toml: encounter.{card}"), message
    assert words in message
    if field not in ("kind", "copies", "colour"):
        assert f".{field}" in message


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "classes.toml",
            'attack = "D4"',
            'attack = "D5"',
            "classes.toml: class.wiseman: Invalid enum value 'D5'",
        ),
        ("classes.toml", "hp = 45", "hp = 0", "classes.toml: class.wiseman"),
        ("classes.toml", "[class.wiseman]", "[class.Wise_man]", "lower-case words joined by hyphens"),
        ("weather.toml", "[weather.clear]", "[weather.calm]", "there must be [weather.clear]"),
        (
            "weather.toml",
            "turn: hp +1",
            "use: hp +1",
            "'use' is no trigger of this card; there are while, turn, storm",
        ),
        ("treasures.toml", "[treasure.travel-bread]", "[treasure.coin-1]", "meaning of its own"),
        ("treasures.toml", "[treasure.travel-bread]", "[treasure.bread]", "travel-bread"),
        ("treasures.toml", "price = 4\nsells = 2", "price = 2\nsells = 2", "not more than its sell value"),
        ("treasures.toml", "while: die attack +3", "while: die attack +1d4", "needs a whole number"),
        ("treasures.toml", "battle: best", "battle: best 2", "best stands alone"),
        ("treasures.toml", "use: bury", "use: draw", "'draw' is no effect of a use clause"),
        (
            "treasures.toml",
            'battle: ward"',
            'battle: atk 1d4"',
            "only the card itself can replace its attack",
        ),
        ("ghosts.toml", "haunt: hp -1", "haunt: mod speed -1", "no effect of a haunt clause"),
        ("boss.toml", "[boss.bartholomew]", '[boss.second]\nname = "X"\n[boss.bartholomew]', "boss.toml"),
        ("encounters.toml", 'id = "silly-goose"', 'id = "goblin"', "is also the Dock face of"),
        ("encounters.toml", "prep: pay 6 -> weather clear", "prep: weather clear", "prep: pay N -> effects"),
        (
            "encounters.toml",
            "charm.ok: treasure 2, to graveyard",
            "charm.ok: treasure 2",
            "needs a dock face",
        ),
        ("encounters.toml", 'clauses = ["escape: pay 5"', 'clauses = ["escape: pay 5', "this is not TOML"),
    ],
)
def test_more_errors_of_content(file: str, old: str, new: str, words: str) -> None:
    text = game().content.files[file]
    assert old in text
    with pytest.raises(innkeeper.InvalidContent) as refused:
        innkeeper.new_match("micah", content=game().content.edited({file: text.replace(old, new, 1)}))
    assert words in str(refused.value)


def test_a_card_that_offers_nothing_is_refused() -> None:
    text = (
        game()
        .content.files["encounters.toml"]
        .replace("escape: roll 3d6 doubles", "escape[coin>=5]: roll 3d6 doubles")
    )
    with pytest.raises(
        innkeeper.InvalidContent, match=r"encounter\.mirror-maze: no Intention is always offered"
    ):
        innkeeper.new_match("micah", content=game().content.edited({"encounters.toml": text}))


def test_the_box_is_complete() -> None:
    book = game().book_of(game().content)
    assert (len(book.encounters), sum(card.copies for card in book.encounters)) == (68, 136)
    kinds_of = [card.kind for card in book.encounters]
    assert [kinds_of.count(kind) for kind in range(5)] == [47, 9, 6, 4, 2]
    assert (len(book.treasures), sum(card.copies for card in book.treasures)) == (65, 120)
    assert sum(card.reserve for card in book.treasures) == 1
    assert (len(book.ghosts), sum(card.copies for card in book.ghosts)) == (8, 16)
    assert (len(book.jobs), len(book.weathers), len(book.boss.moods)) == (7, 9, 6)
