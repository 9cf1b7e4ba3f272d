"""Every card of the box, met, charmed, bought, worn and used at least once."""

from __future__ import annotations

from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance
from innkeeper.games.micah import words
from innkeeper.games.micah.gallery import galleries_markdown

GAME = innkeeper.get_game("micah")
BOOK: Any = GAME.book_of(GAME.content)


def table(seed: int, **options: object) -> Any:
    """A wiseman's first Preparation, with a chance of its own."""
    match = innkeeper.new_match(
        "micah", seats=2, options={"starting_coin": 100, **options}, chance=FastChance(seed), log=False
    )
    s: Any = match.state.copy()
    s.chance = FastChance(seed)
    for seat, name in ((0, "minstrel"), (1, "knight")):
        s.act(seat, BOOK.pick.at1(BOOK.job_domain.index(name)))
    return s


def act(s: Any, text: str) -> None:
    (action,) = [action for action in s.actions(s.decider()) if action.id == text]
    s.act(s.decider(), action)


@pytest.mark.parametrize("card", [card.id for card in BOOK.encounters if card.face is not None])
def test_every_creature_can_be_charmed(card: str) -> None:
    number = BOOK.encounter_domain.index(card)
    best = BOOK.treasure_domain.index("confidence-boost")
    for seed in range(300):
        s = table(seed)
        s.heroes[0].upgrades = [best] * 4
        s.deck[-1] = number
        act(s, "draw")
        if s.over or s.encounter < 0:
            continue
        act(s, "charm")
        if number in s.heroes[0].dock:
            view: Any = innkeeper.view(s, 0)
            face = BOOK.encounters[number].face
            assert view["seats"][0]["dock"][0] == {"creature": face.id, "from": card, "companion": False}
            return
    pytest.fail(f"{card} was never charmed")


@pytest.mark.parametrize("card", [card.id for card in BOOK.encounters])
@pytest.mark.parametrize("intention", ["attack", "charm", "escape"])
def test_every_intention_on_every_card_can_be_played(card: str, intention: str) -> None:
    number = BOOK.encounter_domain.index(card)
    for seed in range(12):
        s = table(seed)
        s.heroes[0].pack = [0, 1, 2]
        s.deck[-1] = number
        act(s, "draw")
        if s.encounter < 0:
            continue
        view: Any = innkeeper.view(s, 0)
        for text in (intention, f"{intention}:pay"):
            if text in [action.id for action in s.actions(0)]:
                twin = s.copy()
                twin.chance = FastChance(seed)
                act(twin, text)
                assert twin.over or twin.active != 0 or twin.drawn == 2
        shown = view["table"]["encounter"][intention]
        if shown is not None and shown["odds"] is not None:
            assert 0 <= shown["odds"] <= 1


@pytest.mark.parametrize("card", [card.id for card in BOOK.treasures])
def test_every_treasure_does_something(card: str) -> None:
    number = BOOK.treasure_domain.index(card)
    treasure = BOOK.treasures[number]
    s = table(1, starting_hp=20)
    s.heroes[0].pack = [number]
    before: Any = innkeeper.view(s, 0)
    if treasure.uses:
        act(s, f"use:{card}")
    elif treasure.type == 3:
        act(s, f"apply:{card}")
    elif treasure.battles:
        s.deck[-1] = BOOK.encounter_domain.index("goblin")
        act(s, "draw")
        before = innkeeper.view(s, 0)
        act(s, f"use:{card}")
    else:
        act(s, f"equip:{card}")
    after: Any = innkeeper.view(s, 0)
    assert after != before
    assert after["seats"][0]["pack"] != before["seats"][0]["pack"] or treasure.uses


def test_every_clause_has_a_plain_sentence() -> None:
    clauses = [clause for card in BOOK.encounters for clause in card.clauses]
    clauses += [clause for card in BOOK.encounters if card.face for clause in card.face.clauses]
    clauses += [clause for card in (*BOOK.treasures, *BOOK.ghosts) for clause in card.clauses]
    clauses += [clause for weather in BOOK.wild_weathers for clause in weather.clauses]
    names = GAME.names(BOOK)
    for clause in clauses:
        (text,) = words.sentences([clause], names)
        assert text.endswith("."), text
        assert text[0].isupper(), text
        assert not any(word in text for word in ("{", "None", "[", "dock.", "@")), text


def test_every_word_stands_on_some_card_or_is_tested_by_name() -> None:
    """A word that no card of the box uses is played by test_principles, which says why."""
    cards = [*BOOK.encounters, *BOOK.treasures, *BOOK.ghosts, *BOOK.wild_weathers]
    cards += [card.face for card in BOOK.encounters if card.face]
    clauses = [clause for card in cards for clause in card.clauses]
    used = {word.word for clause in clauses for word in (*clause.words, *clause.conditions)}
    used |= {effect.word for card in BOOK.encounters for effect in card.bounty}
    assert {word.name for language in GAME.vocabulary for word in language} - used == {"dock"}


def test_galleries_show_every_card() -> None:
    shown = galleries_markdown(BOOK)
    assert list(shown) == [
        "Classes",
        "Weathers",
        "Creatures and other Encounters",
        "Treasures",
        "Ghost cards",
    ]
    for title, cards in zip(shown, (BOOK.jobs, BOOK.weathers, BOOK.encounters, BOOK.treasures, BOOK.ghosts)):
        rows = shown[title].splitlines()
        assert len(rows) == len(cards) + 2
        assert all(f"**{card.name}**" in row for card, row in zip(cards, rows[2:]))
        assert len({row.count(" | ") for row in rows}) <= 2


def test_every_card_has_a_text() -> None:
    texts = GAME.texts(GAME.content)
    for card in (*BOOK.jobs, *BOOK.weathers, *BOOK.encounters, *BOOK.treasures, *BOOK.ghosts):
        assert texts[card.id], card.id
    assert {mood.id: texts[mood.id] for mood in BOOK.boss.moods} == {
        "yawn": "He gets 2d10 HP back.",
        "tail": "He strikes every challenger with 1d10+2.",
        "claw": "He strikes the challenger with the most HP with 2d8+2.",
        "sigh": "Defense +2 this round. He strikes every challenger with 1d6+2.",
        "fire": "He strikes every challenger with 2d10+2.",
        "collect": "He takes 50 % of every challenger's Coin. He strikes every challenger with 1d6.",
    }
    assert (
        texts["silly-goose"]
        == "In the Dock: Attack 1d4, Defense 2. At the start of your turn, you gain 1 Coin."
    )
    assert texts["smoke-bomb"] == "Single. In an Encounter, Escape succeeds without a roll."


def test_what_an_action_comes_to() -> None:
    s = table(1)
    said = {action.id: GAME.foreseen(s, 0, action).about for action in s.actions(0)}
    assert said["challenge"] == (
        "He has at least 70 HP and Defense 13: a strike of yours tells 0 % of the time."
    )
    challenge = next(action for action in s.actions(0) if action.id == "challenge")
    assert [one.text for one in GAME.foreseen(s, 0, challenge).beware] == ["Careful: this is a bad idea."]
    assert all("of your 100 Coin" in text for id, text in said.items() if id.startswith("buy:"))
    s.deck[-1] = BOOK.encounter_domain.index("goblin")
    act(s, "draw")
    said = {action.id: GAME.foreseen(s, 0, action).about for action in s.actions(0)}
    assert said["charm"] == (
        "Charisma D10 against 6: 50 %.\nWorks: it moves into your Dock.\nFails: it strikes with 1d6."
    )
    assert said["attack"] == (
        "Attack D4 against 6: 0 %.\nWorks: 2 Coin, a Treasure card.\nFails: it strikes with 1d6."
    )


def test_what_a_choice_against_the_boss_comes_to() -> None:
    s = table(1)
    s.heroes[0].pack = [BOOK.treasure_domain.index("lucky-acorn")]
    act(s, "challenge")
    (joining,) = [action for action in s.actions(1) if action.id == "join"]
    assert "Careful: this is a bad idea." in [one.text for one in GAME.foreseen(s, 1, joining).beware]
    s.act(1, next(action for action in s.actions(1) if action.id == "decline"))
    said = {action.id: GAME.foreseen(s, 0, action).about for action in s.actions(0)}
    assert said["distract"] == (
        "Charisma against 10: 10 %.\n"
        "Works: his Defense is 3 lower this round.\n"
        "Fails: he is not to be distracted."
    )
    assert said["guard"].endswith("Works: his attack misses you.\nFails: his attack finds you.")
    assert said["distract:lucky-acorn"].startswith("Charisma against 10: 10 %, and Lucky Acorn helps.\n")
