"""Moves and minions are data: what they say, what a designer may change, and what is refused."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import innkeeper
from innkeeper import Content, InvalidContent, get_game
from innkeeper.engine.foresight import Change, Foreseen
from innkeeper.testing.table import rule

SHIPPED = get_game("magicduel").content
MOVES = SHIPPED.files["moves.toml"]
MINIONS = SHIPPED.files["minions.toml"]


def edited(file: str, old: str, new: str) -> Content:
    text = SHIPPED.files[file]
    assert text.count(old) == 1, old
    return SHIPPED.edited({file: text.replace(old, new)})


def refusal(content: Content) -> str:
    with pytest.raises(InvalidContent) as refused:
        innkeeper.new_match("magicduel", seed=1, content=content)
    return str(refused.value)


def test_the_moves() -> None:
    moves = tomllib.loads(MOVES)["move"]
    told = {id: (move["name"], [effect["do"] for effect in move["effects"]]) for id, move in moves.items()}
    assert told == {
        "normal": ("Normal Attack", ["pay_all", "hit", "ignite"]),
        "pierce": ("Piercing Attack", ["pierce"]),
        "heal": ("Heal + Shield", ["mend", "cleanse", "ward"]),
        "magic": ("Gain Magic", ["charge"]),
        "bubble": ("Cast Bubble", ["pay", "call"]),
        "specter": ("Cast Specter", ["pay", "call"]),
        "shield": ("Shield", ["ward"]),
        "fiery": ("Fiery Shield", ["pay_all", "ward"]),
    }
    assert {id: move["flavour"] for id, move in moves.items()} == {
        "normal": "Everything I have, and a spark for luck.",
        "pierce": "Shields are for people who can see it coming.",
        "heal": "A hot drink, a deep breath, a very large lid.",
        "magic": "Mutter, mutter, hum.",
        "bubble": "Savings account, wobbly.",
        "specter": "He only haunts on weekdays. It is always a weekday.",
        "shield": "No tea. Just lid.",
        "fiery": "Do not lean on it.",
    }
    assert all(move["icon"] for move in moves.values())


def test_every_word_stands_on_some_move() -> None:
    game = get_game("magicduel")
    used = {effect.word for move in game.book_of(SHIPPED).moves for effect in move.effects}
    assert used == {word.name for language in game.vocabulary for word in language}


def test_the_minions() -> None:
    minions = tomllib.loads(MINIONS)["minion"]
    assert {id: (card["name"], card["flavour"]) for id, card in minions.items()} == {
        "bubble": ("Bubble", "Grows interest. Then pops the question."),
        "specter": ("Specter", "Boo is a strong word. He prefers 'ahem'."),
    }


def test_a_designer_may_change_numbers() -> None:
    stronger = edited("moves.toml", '{ do = "pierce", amount = 5 }', '{ do = "pierce", amount = 7 }')
    bigger = edited("minions.toml", "hp = 6", "hp = 9")
    match = innkeeper.new_match("magicduel", seed=1, content=stronger)
    match.act(0, "attack:pierce:player")
    assert match.view(0)["seats"][1]["hp"] == 18  # type: ignore[index]
    match = innkeeper.new_match("magicduel", seed=1, content=bigger, options={"starting_magic": 2})
    match.act(0, "summon:bubble")
    assert match.view(0)["seats"][0]["minions"][0]["hp"] == 9  # type: ignore[index]
    assert stronger.hash != bigger.hash != SHIPPED.hash


def test_a_designer_may_add_a_move() -> None:
    lunch = """
[move.lunch]
name = "Lunch"
verb = "lunch"
asks = []
clause = "MD-5.1"
effects = [{ do = "mend", amount = 2 }, { do = "charge", amount = 1 }]
"""
    match = innkeeper.new_match("magicduel", seed=1, content=SHIPPED.edited({"moves.toml": MOVES + lunch}))
    assert match.pending[0].ids[-1] == "lunch"
    match.act(0, "lunch")
    assert match.view(0)["seats"][0]["magic"] == 1  # type: ignore[index]
    assert match.view(0)["table"]["used"] == ["lunch"]  # type: ignore[index]


NAP = """
[move.nap]
name = "Nap"
verb = "nap"
asks = []
clause = "MD-5.1"
effects = [{ do = "EFFECT"AMOUNT }, { do = "charge", amount = 1 }]
"""


def napping(effect: str, amount: str) -> tuple[dict[str, object], str, Foreseen, int]:
    """A burning apprentice's nap of one effect: its event, its sentence, its preview, the burn after."""
    nap = NAP.replace("EFFECT", effect).replace("AMOUNT", amount)
    content = SHIPPED.edited({"moves.toml": MOVES + nap})
    match = innkeeper.new_match("magicduel", seed=1, content=content)
    for seat, action in ((0, "attack:normal:2:player"), (0, "attack:pierce:player"), (1, "magic")):
        match.act(seat, action)
    told = match.told
    expected = match.game.foreseen(match.state, 1, next(a for a in match.pending[1].actions if a.id == "nap"))
    match.act(1, "nap")
    line = match.lines(1, since=told)[0]
    view: Any = match.view(1)
    return line.event, line.text, expected, view["seats"][1]["burn"]


@rule("MD-5.1")
def test_mend_alone_says_nothing_of_the_burn_it_leaves() -> None:
    happened, sentence, expected, burn = napping("mend", ", amount = 4")
    assert (happened["kind"], happened["amount"], happened["cleared_burn"], burn) == ("healed", 4, 0, 2)
    assert sentence.endswith("heals 4 health (now 19).")
    assert expected.about == "+4 health"
    assert expected.changes == [Change("seats.1.hp", "health", 15, 19)]
    assert expected.notes == []


@rule("MD-5.1", "MD-5.4")
def test_cleanse_alone_says_what_it_puts_out() -> None:
    happened, sentence, expected, burn = napping("cleanse", "")
    assert (happened["kind"], happened["amount"], happened["cleared_burn"], burn) == ("healed", 0, 2, 0)
    assert sentence.endswith("puts out 2 burn.")
    assert expected == Foreseen("burn out", notes=["burn 2 goes out"])


def test_a_minion_that_does_not_burst_drips_on() -> None:
    well = edited("minions.toml", "bursts = true", "bursts = false")
    match = innkeeper.new_match(
        "magicduel",
        seed=1,
        content=well,
        options={"starting_magic": 2, "bubble_fuse": 1, "bubble_final_drip": False},
    )
    match.act(0, "summon:bubble")
    match.act(0, "heal:0")
    for _ in range(2):
        match.act(1, "heal:0")
        match.act(1, "heal:1")
        match.act(0, "heal:0")
        match.act(0, "heal:1")
    assert match.view(0)["seats"][0]["magic"] == 2  # type: ignore[index]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "moves.toml",
            'name = "Gain Magic"\n',
            "",
            "moves.toml: move.magic: Object missing required field `name`",
        ),
        (
            "moves.toml",
            "amount = 4 }",
            'amount = "4" }',
            "moves.toml: move.magic.effects[0].amount: '4' is not a whole number from 0 to 999",
        ),
        (
            "moves.toml",
            "amount = 4 }",
            "amount = -4 }",
            "moves.toml: move.magic.effects[0].amount: -4 is not a whole number from 0 to 999",
        ),
        (
            "moves.toml",
            "amount = 4 }",
            "amount = 1000 }",
            "moves.toml: move.magic.effects[0].amount: 1000 is not a whole number from 0 to 999",
        ),
        (
            "moves.toml",
            '"charge"',
            '"chargee"',
            "moves.toml: move.magic.effects[0].do: 'chargee' is no effect; there are pay, pay_all, hit, "
            "ignite, pierce, "
            "mend, cleanse, ward, charge, call; did you mean 'charge'?",
        ),
        (
            "moves.toml",
            '"charge", amount',
            '"charge", amonut',
            "moves.toml: move.magic.effects[0].amonut: charge has amount; did you mean 'amount'?",
        ),
        ("moves.toml", 'asks = ["target"]', 'asks = ["moon"]', "moves.toml: move.pierce: Invalid enum value"),
        (
            "moves.toml",
            'asks = ["target"]',
            'asks = ["target", "spark"]',
            "moves.toml: move.pierce.asks: ['target', 'spark'] is not one of",
        ),
        (
            "moves.toml",
            'option = "shield_move"',
            'option = "shields"',
            "moves.toml: move.shield: Invalid enum",
        ),
        (
            "moves.toml",
            '{ do = "ward", clause = "MD-8.3" }',
            '{ do = "ward" }',
            "moves.toml: move.shield.effects[0].clause: ward needs one of MD-5.3, MD-8.3, MD-8.4",
        ),
        (
            "moves.toml",
            'minion = "specter"',
            'minion = "spectre"',
            "moves.toml: move.specter.effects[1].minion: 'spectre' is no minion; there are bubble, specter; "
            "did you mean 'specter'?",
        ),
        (
            "moves.toml",
            '{ do = "pierce", amount = 5 }',
            '{ do = "pierce" }',
            "moves.toml: move.pierce.effects[0].amount: pierce needs a whole number from 0 to 999",
        ),
        (
            "moves.toml",
            '{ do = "ignite" }',
            '{ do = "ignite", amount = 2 }',
            "moves.toml: move.normal.effects[2].amount: ignite has no field",
        ),
        (
            "moves.toml",
            '{ do = "ignite" }',
            '"ignite"',
            "moves.toml: move.normal: Expected `object`, got `str` - at `$.effects[2]`",
        ),
        (
            "moves.toml",
            '{ do = "ignite" }',
            "{ burn = 2 }",
            "moves.toml: move.normal.effects[2].do: None is no effect; there are pay",
        ),
        (
            "moves.toml",
            ', { do = "call", minion = "specter" }',
            "",
            "moves.toml: move.specter.effects: a move that asks for a helper",
        ),
        (
            "moves.toml",
            '{ do = "charge", amount = 4 }',
            '{ do = "call", minion = "bubble" }',
            "moves.toml: move.magic.effects: a move that asks for a helper, and only that",
        ),
        (
            "moves.toml",
            '{ do = "pay", amount = 5 }',
            '{ do = "pay", amount = 5 }, { do = "pierce", amount = 1 }',
            "moves.toml: move.specter.effects: call and pierce do not go together",
        ),
        (
            "moves.toml",
            '{ do = "hit", amount = 3 }',
            '{ do = "pay", amount = 3 }',
            "moves.toml: move.normal.effects: pay and pay_all do not go together",
        ),
        (
            "moves.toml",
            'verb = "fiery"',
            'verb = "magic"',
            "moves.toml: move.fiery.verb: another move is already called 'magic'",
        ),
        (
            "moves.toml",
            'minion = "specter"',
            'minion = "bubble"',
            "moves.toml: move.specter.verb: another move is already called 'summon:bubble'",
        ),
        ("moves.toml", "[move.heal]", "[move.mend]", "moves.toml: there is no [move.heal]"),
        (
            "moves.toml",
            '{ do = "pierce", amount = 5 }',
            '{ do = "pay", amount = 1 }, { do = "pierce", amount = 5 }',
            "moves.toml: at least 4 moves must need no magic, helper or house rule so that "
            "nobody is ever stuck; there are 3 (normal, heal, magic)",
        ),
        ("moves.toml", "[move.normal]", "[move.normal", "moves.toml: this is not TOML"),
        ("minions.toml", "hp = 6", "hp = 0", "minions.toml: minion.bubble: Expected `int` >= 1 - at `$.hp`"),
        ("minions.toml", "hp = 6", "", "minions.toml: minion.bubble: Object missing required field `hp`"),
        (
            "minions.toml",
            "drip = 1",
            "drip = -1",
            "minions.toml: minion.bubble: Expected `int` >= 0 - at `$.drip`",
        ),
        (
            "minions.toml",
            "drip = 1",
            "drops = 1",
            "minions.toml: minion.bubble: Object contains unknown field",
        ),
        (
            "minions.toml",
            "[minion.specter]",
            "[minion.ghoul]",
            "minions.toml: minion.ghoul: minions are bubble, specter",
        ),
    ],
)
def test_a_mistake_is_named_by_file_card_and_field(file: str, old: str, new: str, said: str) -> None:
    text = SHIPPED.files[file]
    place = text.index("[move.magic]") if file == "moves.toml" and "amount = 4" in old else 0
    content = SHIPPED.edited({file: text[:place] + text[place:].replace(old, new, 1)})
    assert content.hash != SHIPPED.hash
    assert refusal(content).startswith(said)


def test_missing_files_and_empty_tables() -> None:
    assert "no file minions.toml" in refusal(Content.of({"moves.toml": MOVES}))
    assert refusal(SHIPPED.edited({"minions.toml": ""})) == "minions.toml: there is no [minion.…] entry"


def test_too_many_moves() -> None:
    more = "".join(
        f'\n[move.extra-{n}]\nname = "Extra"\nverb = "extra-{n}"\nasks = []\nclause = "MD-6.1"\n'
        'effects = [{ do = "charge", amount = 1 }]\n'
        for n in range(8)
    )
    assert refusal(SHIPPED.edited({"moves.toml": MOVES + more})) == (
        "moves.toml: there are 16 moves, at most 15 are possible"
    )
