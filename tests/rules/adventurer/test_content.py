"""The cards themselves: complete, as specified, and refused with a reason when they are not."""

from __future__ import annotations

import json
from typing import Any

import pytest

import innkeeper
from innkeeper import Content, InvalidContent
from innkeeper.games.adventurer.book import SIDES
from innkeeper.games.adventurer.content import load
from innkeeper.games.adventurer.gallery import cards_markdown
from tests.rules.adventurer.factory import GAME, book, card, packed, with_pack

EXAMPLE = "knight.toml"


def test_all_cards_are_there() -> None:
    assert len(book().cards) == 117
    sizes = {group.title: len(group.cards) for group in book().groups}
    assert sizes == {
        "Alchemist": 10,
        "Assassin": 9,
        "Bard": 9,
        "Knight": 10,
        "Magistrate": 9,
        "Tinker": 10,
        "Wizard": 9,
        "Dwarf": 4,
        "Elf": 4,
        "Ghost": 4,
        "Goblin": 4,
        "Ogre": 4,
        "Neutral Consumables": 14,
        "Neutral Equipment": 17,
    }
    assert sum(found.is_a("class") for found in book().cards) == 7
    assert sum(found.is_a("race") for found in book().cards) == 5
    slots = "back belt body chin feet finger gloves head main-hand mount neck off-hand race stand workbench"
    assert book().slots.ids == slots.split()
    assert [found.id for found in book().cards] == sorted(found.id for found in book().cards)


def test_every_class_costs_at_most_two() -> None:
    assert all(found.cost <= 2 for found in book().cards if found.is_a("class"))


def test_every_card_has_a_name_a_flavour_and_an_icon() -> None:
    for found in book().cards:
        assert found.name
        assert found.flavour
        assert found.icon


def test_the_card_list_shows_every_card_and_deck() -> None:
    page = cards_markdown(book())
    for found in book().cards:
        assert f"**{found.name}** `{found.id}`" in page
        assert found.flavour in page
        for action in found.actions:
            assert f"**{action.id}**" in page
    for deck in book().decks.values():
        assert f"### {deck.name}" in page
    assert "Make an Attack, +1d6, ignoring Defense." in page
    assert "If it dealt 5 or more: Foe discards 1 at random." in page
    assert "+1 per Item you have (at most 6)" in page
    assert all(line.count("|") >= 8 for line in page.splitlines() if line.startswith("| <a"))


def edited(text: str, old: str, new: str) -> Content:
    assert old in text
    return GAME.content.edited({EXAMPLE: text.replace(old, new, 1)})


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("cost = 1", "cost = 21", r"knight.toml: card.knight: .*<= 20"),
        ("cost = 1", 'cost = "one"', r"card.knight"),
        ("cost = 1", "price = 1", r"card.knight"),
        ('types = ["Class"]', "types = []", r"card.knight"),
        ('on_play = "heal(5)"', 'on_play = "heal(five)"', r"card.knight: on_play: .*five"),
        ('on_play = "heal(5)"', 'on_play = "heal(31)"', r"amounts are from 0 to 30"),
        ('on_play = "heal(5)"', 'on_play = "heal(1d7)"', r"card.knight: on_play: '1d7'"),
        ('on_play = "heal(5)"', 'on_play = "heal(5d6)"', r"1 to 4 dice"),
        ('on_play = "heal(5)"', 'on_play = "sing(5)"', r"'sing\(5\)' is not an effect"),
        ('on_play = "heal(5)"', 'on_play = "if(rich) heal(5)"', r"'rich' is no condition"),
        ('on_play = "heal(5)"', 'on_play = "if(dealt<=5) heal(5)"', r"is no condition"),
        ('on_play = "heal(5)"', 'on_play = "recover(spoon)"', r"on_play: no card has the type 'spoon'"),
        ('on_play = "heal(5)"', 'on_play = "recover()"', r"names no card type"),
        ('on_play = "heal(5)"', 'on_play = "reveal(2)"', r"should look like reveal\(\)"),
        ('on_play = "heal(5)"', 'on_play = "boost(luck,1,turn)"', r"'luck' is not one of attack"),
        ('on_play = "heal(5)"', 'on_play = "boost(attack,1,week)"', r"'week' is not one of turn, round"),
        ('on_play = "heal(5)"', 'on_play = "mend(xp,1)"', r"'xp' is not one of health"),
        ('on_play = "heal(5)"', 'on_play = "attack(fast)"', r"modifiers are die=D, \+n and pierce"),
        ('on_play = "heal(5)"', 'on_play = "heal(1) + heal(1)' + " + heal(1)" * 5 + '"', r"at most 6"),
        ('on_play = "heal(5)"', "on_play = 5", r"card.knight"),
        ("provides.knight = 1", "provides.Knight = 1", r"provides: 'Knight' is not a symbol"),
        ('violence = "1d8"', 'violence = "1d9"', r"card.trusty-longsword: violence"),
        ("attack = 1", "attack = 11", r"card.knightly-banner"),
        ("[xp 1; own]", "[xp 1; later]", r"card.squire: actions.polish: 'later' is no cost or timing"),
        ("[xp 1; own]", "[xp 1; own; reply]", r"two timing marks"),
        ("[xp 1; own]", "[xp 99; own]", r"amounts are from 0 to 30"),
        ("[xp 1; own]", "[discard-hand; sacrifice item]", r"is no cost or timing"),
        ("[encounter; xp 2]", "[encounter; own]", r"no timing mark"),
        ("[encounter; xp 2]", "[encounter; sacrifice spoon]", r"charge: no card has the type 'spoon'"),
        ('fills = ["back"]', 'fills = ["back", "back"]', r"a symbol stands twice"),
        ('fills = ["back"]', 'fills_one_of = ["back"]', r"nothing to choose"),
        ('fills = ["back"]', 'fills = ["back"]\nfills_one_of = ["a", "b"]', r"either fills or fills_one_of"),
        ("[card.squire]", "[card.Squire]", r"id: 'Squire' is not an id"),
        ("[card.squire]", "[card.assassin]", r"'assassin' is already taken by assassin.toml"),
        ("[card.squire]", '[card.squire]\nid = "squire"', r"the id stands in the heading"),
        ("[card.squire]", "[card.knight]", r"not TOML"),
    ],
)
def test_wrong_cards_are_refused_with_file_card_and_field(old: str, new: str, complaint: str) -> None:
    with pytest.raises(InvalidContent, match=complaint):
        load(edited(GAME.content.files[EXAMPLE], old, new))


def test_a_deck_with_an_unknown_card_is_refused() -> None:
    decks = GAME.content.files["decks.toml"].replace("cards.ogre", "cards.orge")
    with pytest.raises(
        InvalidContent, match=r"decks.toml: deck.goose-company.cards: there is no card 'orge'"
    ):
        load(GAME.content.edited({"decks.toml": decks}))


def test_a_designer_adds_a_class_without_code() -> None:
    """A new file with a new class, a new race's slot and a new symbol is all it takes."""
    text = """
title = "Pirate"
about = "Parrots and debts."

[card.pirate]
name = "Pirate"
types = ["Class"]
cost = 1
provides.pirate = 1
on_play = "xp(1)"

[card.eyepatch]
name = "Eyepatch"
types = ["Item", "Clothes"]
cost = 0
needs.pirate = 1
fills = ["eye"]
actions.squint = "[encounter; xp 1] parley(+1d4) + if(dealt>=3) steal(1)"
"""
    content = GAME.content.edited({"pirate.toml": text})
    counts = {**dict.fromkeys(("knight", "squire", "bard", "elf", "silver-ring", "soapbox"), 4), "heckle": 4}
    deck = {"name": "Sea", "cards": {**counts, "pirate": 4, "eyepatch": 4, "encore": 4}}
    chance = innkeeper.ScriptedChance([2], {"deck:0": ["pirate", "eyepatch"]})
    match = innkeeper.new_match("adventurer", options={"deck_0": deck}, chance=chance, content=content)
    for action in ("play:pirate", "play:eyepatch", "done", "use:2:squint"):
        match.act(0, action)
    view: Any = match.view(0)
    assert view["seats"][1]["willpower"] == 27
    assert view["seats"][0]["in_play"][1]["slots"] == ["eye"]
    assert view["seats"][1]["xp"] == 4


# Packs


def pack(**changes: object) -> Content:
    return GAME.content.edited(
        {"my-pack.json": json.dumps({"pack": "my-pack", "cards": [card("pebble")], **changes})}
    )


def test_a_pack_extends_the_core_or_stands_alone() -> None:
    alone, more = load(pack()), load(pack(extends="core"))
    assert [alone.cards[number].id for number in alone.packs["my-pack"]] == ["pebble"]
    assert len(alone.packs["core"]) == 117
    assert len(more.packs["my-pack"]) == 118
    match = innkeeper.new_match(
        "adventurer",
        options={
            "card_pack": "my-pack",
            "deck_size": 10,
            "max_copies": 10,
            "deck_0": {"name": "a", "cards": {"pebble": 10}},
            "deck_1": {"name": "b", "cards": {"pebble": 10}},
        },
        content=pack(),
        seed=1,
    )
    assert match.pending[0].ids == ("play:pebble", "done")


def test_a_content_of_nothing_but_a_pack() -> None:
    only = Content.of({"my-pack.json": json.dumps({"pack": "my-pack", "cards": [card("pebble")]})})
    assert load(only).decks == {}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"pack": "My Pack"}, r"my-pack.json: pack: 'My Pack' is not an id"),
        ({"pack": "core"}, r"'core' is already installed"),
        ({"extends": "echo"}, r"extends 'core' or stands alone"),
        ({"cards": []}, r"my-pack.json"),
        ({"cards": [card("pebble")] * 501}, r"my-pack.json"),
        ({"cards": [card("pebble"), card("pebble")]}, r"card pebble: id: 'pebble' is already taken"),
        ({"cards": [card("knight")]}, r"'knight' is already taken"),
        ({"cards": [card("pebble", cost=-1)]}, r"my-pack.json: card pebble: "),
        ({"cards": [card("pebble", attack=-11)]}, r"card pebble"),
        ({"cards": [card("pebble", colour="red")]}, r"card pebble"),
        ({"cards": [{"name": "x"}]}, r"card 0"),
        ({"cards": [card("pebble", actions=dict.fromkeys("abcde", "xp(1)"))]}, r"at most 4"),
        ({"cards": [card("pebble", on_play="xp(1) and more")]}, r"card pebble: on_play"),
        ({"magic": True}, r"my-pack.json"),
    ],
)
def test_wrong_packs_are_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidContent, match=complaint):
        load(pack(**changes))


def test_a_pack_that_is_not_json() -> None:
    with pytest.raises(InvalidContent, match=r"my-pack.json: this is not JSON"):
        load(GAME.content.edited({"my-pack.json": "{"}))


def test_many_slots_and_types_have_bits_of_their_own() -> None:
    """More than 32 of each: numbers must be wide enough, compiled too."""
    slots = [card(f"hat-{n}", fills=[f"slot-{n}"], types=f"T{n}/Item") for n in range(40)]
    wise = card("sage", actions={"peer": "[own] heal(per(t39,5)) + rally(per(t7,5))"})
    breaks = [card(f"saw-{n}", actions={"cut": f"[own] break(t{n})"}) for n in range(40)]
    table = packed([*slots, wise, *breaks], ["hat-39", "hat-7", "sage"], [])
    table.act(0, "play:hat-39", "play:hat-7", "play:sage", "use:3:peer")
    assert [placed["slots"] for placed in table.seat(0)["in_play"]] == [["slot-39"], ["slot-7"], []]
    assert [table.seat(0)[name] for name in ("health", "willpower")] == [31, 31]
    with pytest.raises(InvalidContent, match="62 are possible"):
        load(with_pack([card(f"hat-{n}", fills=[f"slot-{n}"]) for n in range(60)]))


def test_sides_of_dice_are_a_ladder() -> None:
    assert SIDES == [1, 4, 6, 8, 10, 12, 20]
