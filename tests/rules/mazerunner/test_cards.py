"""MR-17 and the content: decks, dice and cards as printed, and what a designer is told about mistakes."""

from __future__ import annotations

import re

import pytest

import innkeeper
from innkeeper import FastChance, InvalidContent
from innkeeper.engine.content import Content
from innkeeper.engine.playout import playout
from innkeeper.games.mazerunner.book import DECKS, Book
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import Maze

GAME = innkeeper.get_game("mazerunner")
CONTENT = GAME.content
BOOK: Book = GAME.book_of(CONTENT)


@rule("MR-17.1")
def test_a_used_deck_is_renewed_from_its_discard_pile() -> None:
    table = Maze(maze=["cross-1", "cross-2"])
    others = [card for card in BOOK.domains[3].ids if card != "lost-luggage"]
    table.stack("chance", deck=["lost-luggage"], discards=others)
    table.stack("resource", deck=[], discards=BOOK.domains[4].ids)
    table.roll(1, 4, 4, 1, 8)
    events = table.play("explore", "keep:15", "enter:north")
    renewed = only(events, "deck_renewed")
    assert (renewed["deck"], renewed["size"], renewed["clause"]) == ("resource", 12, "MR-17.1")
    assert table.table["decks"]["resource"] == 11
    assert len(table.table["discards"]["resource"]) == 1
    assert table.table["discards"]["chance"][-1] == "lost-luggage"
    table.roll(8)
    events = table.play("move:7:5")
    assert [e["size"] for e in events if e["kind"] == "deck_renewed" and e["deck"] == "chance"] == [24]


@rule("MR-17.2")
def test_the_faces_of_the_dice() -> None:
    faces = {die.id: [face.id for face in die.faces] for die in BOOK.dice}
    assert faces == {
        "attack": ["1", "2", "3", "4", "5", "sword"],
        "move": ["2", "3", "3", "4", "sword", "sack"],
        "resource": ["moth", "twine", "chalk", "oil", "trio", "sack"],
    }
    assert [face.power for face in BOOK.dice[0].faces] == [1, 2, 3, 4, 5, 2]
    assert [face.steps for face in BOOK.dice[1].faces] == [2, 3, 3, 4, 0, 0]
    assert [list(face.gives) for face in BOOK.dice[2].faces] == [
        [0, 0, 0],
        [2, 0, 0],
        [0, 2, 0],
        [0, 0, 2],
        [1, 1, 1],
        [0, 0, 0],
    ]


@rule("MR-17.2")
def test_dice_are_rolled_one_at_a_time_in_order() -> None:
    table = Maze(dice=[2, 4, 5, 1, 3, 11])
    table.play("explore", "keep:15")
    assert table.run["power"] == 2 + 3  # the sword's bonus die comes right after the pool
    events = table.play("enter:north")
    assert only(events, "encounter_rolled")["value"] == 11
    assert table.spent()


@rule("MR-17.3")
def test_everything_but_the_order_of_the_decks_is_public() -> None:
    match = innkeeper.new_match("mazerunner", seats=3, chance=FastChance(4))
    playing = FastChance(8)
    for _ in range(200):
        if match.outcome is not None:
            break
        (seat,) = match.pending
        view = match.view(seat)
        assert {**view, "you": None} == match.view(None)
        world = match.state.determinize(seat, playing)
        assert innkeeper.view(world, seat) == view
        ids = match.pending[seat].ids
        match.act(seat, ids[playing.below(len(ids))])
    worlds = [match.state.determinize(0, FastChance(seed)) for seed in (1, 2)]
    assert worlds[0].decks == worlds[1].decks  # type: ignore[attr-defined]
    for world in worlds:
        for name in DECKS:
            world.pile(name)  # whoever looks into a deck settles its order
    assert worlds[0].decks != worlds[1].decks  # type: ignore[attr-defined]
    assert [sorted(deck) for deck in worlds[0].decks] == [  # type: ignore[attr-defined]
        sorted(deck)
        for deck in match.state.decks  # type: ignore[attr-defined]
    ]


@rule("MR-17.3")
def test_no_card_is_ever_lost_or_doubled() -> None:
    for seed in range(6):
        match = innkeeper.new_match("mazerunner", seats=1 + seed % 4, chance=FastChance(seed), log=False)
        s = match.state
        s.chance = FastChance(seed)
        playout(s, FastChance(seed), 300)
        held = [item for runner in s.runners for item in runner.items]  # type: ignore[attr-defined]
        shop = [card for card in s.slots if card >= 0]  # type: ignore[attr-defined]
        alive = [monster.card.number for monster in s.monsters]  # type: ignore[attr-defined]
        elsewhere = {1: alive, 2: held + shop, 3: [], 4: []}
        for deck, cards in elsewhere.items():
            found = s.decks[deck] + s.discards[deck] + cards  # type: ignore[attr-defined]
            assert sorted(found) == list(range(BOOK.domains[deck].size))


def test_the_decks_have_their_sizes() -> None:
    assert [domain.size for domain in BOOK.domains] == [72, 24, 36, 24, 12]
    assert len(set(GAME.names(BOOK))) == 168


def test_every_card_has_a_name_and_a_text() -> None:
    texts, names = GAME.texts(CONTENT), GAME.names(BOOK)
    assert set(texts) == set(names)
    assert texts["corridor-crab"] == "Health 7, damage 7. Loot: 2 chalk, 2 twine."
    assert texts["brass-knocker"] == "Power +1, yield +1 chalk. Price: 1 twine, 1 chalk, 1 oil."
    assert texts["trapdoor-surprise"] == "A monster comes, your power -1."
    assert texts["dead-end-3"] == "Open only where you came in."
    assert texts["tee-left-9"] == "Open left and ahead."
    assert texts["crate-of-everything"] == "2 twine, 2 chalk, 2 oil."


def test_what_a_choice_means_is_said_beforehand() -> None:
    def about(table: Maze, action: str) -> str:
        (decision,) = table.match.pending.values()
        chosen = next(a for a in decision.actions if a.id == action)
        return GAME.foreseen(table.match.state, decision.seat, chosen).about

    table = Maze(dice=[3, 1, 2, 1, 1], maze=["cross-1"], monster=["paper-tiger"])
    table.play("explore", "keep:15")
    assert about(table, "enter:north") == "A new block, 1 step; 4 steps left."
    assert about(table, "return") == ""
    table.play("enter:north", "base")
    for power, words in ((4, "you win"), (3, "both blows land, -7"), (2, "you lose 7, it keeps 1")):
        table.roll(power, 1, 2, 1)
        table.play("explore", "keep:15")
        known = "Known ground, half a step; 4½ steps left. Paper Tiger (3): "
        assert about(table, "enter:north") == f"{known}{words}."
        table.play("return")


def edited(file: str, old: str, new: str) -> Content:
    text = CONTENT.files[file]
    assert old in text
    return CONTENT.edited({file: text.replace(old, new, 1)})


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("monsters.toml", "health = 2", "health = 0", "monsters.toml: monster.dust-bunny: .*health"),
        ("monsters.toml", 'do = "gain"', 'do = "steal"', "monster.dust-bunny: .*steal.*loot"),
        ("monsters.toml", 'do = "gain"', 'do = "portal_choice"', "monster.dust-bunny: .*portal_choice"),
        (
            "items.toml",
            'use = "keeps"',
            'use = "single"',
            'items.toml: item.squeaky-second-sword.effects.0.: .*"keeps"',
        ),
        ("items.toml", 'kind = "attack"', 'kind = "magic"', "item.squeaky-second-sword: .*magic"),
        ("items.toml", "twine = 1", "wool = 1", "item.squeaky-second-sword: .*wool"),
        ("items.toml", 'name = "Borrowed Broom"', "", "item.borrowed-broom: .*name"),
        (
            "items.toml",
            'effects = [{ do = "potion", amount = 8 }]',
            'effects = [{ do = "potion", amount = 8 }, { do = "potion", amount = 8 }]',
            "item.ginger-biscuit.effects: .*one effect",
        ),
        (
            "chance.toml",
            '[{ do = "map", amount = 1 }]',
            '[{ do = "portal_mirror" }, { do = "map", amount = 1 }]',
            "chance.toml: chance.page-under-the-rug.effects.0.: .*last",
        ),
        ("maze.toml", '["ahead"]', '["up"]', "maze.toml: maze.straight: .*up"),
        ("maze.toml", "copies = 6", "copies = 0", "maze.dead-end: .*copies"),
        ("dice.toml", "[die.attack]", "[die.fate]", "dice.toml: the dice are attack, move, resource"),
        ("dice.toml", '"nothing", "nothing",', '"nothing", "tea",', "encounter.twelve: .*tea"),
        (
            "dice.toml",
            "[encounter.five]",
            "[encounter.six]",
            "dice.toml: the encounter dice are twelve, five",
        ),
        (
            "resources.toml",
            "[kind.chalk]",
            "[kind.charcoal]",
            "resources.toml: the kinds are twine, chalk, oil",
        ),
        ("resources.toml", "gives = { twine = 3 }", "gives = 3", "resource.ball-of-twine: .*gives"),
        ("chance.toml", "[chance.mosaic-floor]", "[chance.mosaic-floor", "chance.toml: this is not TOML"),
    ],
)
def test_mistakes_in_the_content_are_pointed_at(file: str, old: str, new: str, words: str) -> None:
    with pytest.raises(InvalidContent) as wrong:
        GAME.book_of(edited(file, old, new))
    assert re.search(words, str(wrong.value)), wrong.value


def test_an_edited_card_is_played_as_edited() -> None:
    content = edited("monsters.toml", "health = 2\ndamage = 2", "health = 9\ndamage = 9")
    chance = innkeeper.ScriptedChance([1, 4, 4, 1, 1], {"monster": ["dust-bunny"], "maze": ["cross-1"]})
    match = innkeeper.new_match("mazerunner", content=content, chance=chance)
    for action in ("explore", "keep:15", "enter:north"):
        events = match.act(0, action)
    assert "monster_wounded" in kinds(events)
    seats = match.view(0)["seats"]
    assert isinstance(seats, list)
    assert seats[0]["hp"] == 41
