"""Words of a card language: declared once, read with good complaints, and complete or not at all."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from innkeeper import InvalidContent, UnknownGame, get_game
from innkeeper.engine import game as registry
from innkeeper.engine.errors import IncompleteWord
from innkeeper.engine.words import Field, Vocabulary, card_of, one_of, place_of, whole


class Deed:
    """What a word of the test language becomes."""

    def __init__(self, *given: object) -> None:
        self.word = ""
        self.given = given

    def do(self) -> None:
        raise NotImplementedError

    def worth(self) -> int:
        raise NotImplementedError


class Knock(Deed):
    """A word that has everything."""

    def do(self) -> None:
        pass

    def worth(self) -> int:
        return 1


class Idle(Deed):
    """A word that does something and is worth nobody knows what."""

    def do(self) -> None:
        pass


def language() -> Vocabulary[Deed]:
    return Vocabulary("Doors", Deed, ("do", "worth"))


TIMES = whole("times", 1, 9)
DOOR = one_of("door", {"front": 0, "back": 1}, default=0)
GUEST = card_of("guest", "a card", lambda cards: cards)


def doors() -> Vocabulary[Deed]:
    words = language()
    words.add("knock", Knock, [TIMES, DOOR], "{it.given[0]} knocks.", "knocks", seen="verb=knock")
    words.add("greet", Knock, [GUEST], lambda it, names: f"Hello, {names['ann']}.", "greets")
    return words


@pytest.mark.parametrize(
    ("kind", "given", "lacks"),
    [
        (Idle, {"about": "x", "says": "x"}, "worth"),
        (Deed, {"about": "x", "says": "x"}, "do and worth"),
        (Knock, {"says": "x"}, "about"),
        (Knock, {"about": "x"}, "says"),
        (Idle, {}, "worth and says and about"),
        (lambda: Knock(), {"about": "x", "says": "x"}, "do and worth"),
        (lambda: Knock(), {"about": "x", "says": "x", "worth": (1.0,)}, "do"),
    ],
)
def test_a_word_that_lacks_a_part_is_refused_by_name(
    kind: Callable[..., Deed], given: dict[str, Any], lacks: str
) -> None:
    with pytest.raises(IncompleteWord, match=f"^Doors: the word 'creak' lacks {lacks}$"):
        language().add("creak", kind, **given)


def test_two_words_of_one_name_are_refused() -> None:
    with pytest.raises(IncompleteWord, match=r"^Doors: there are two words 'knock'$"):
        doors().add("knock", Knock, [], "Again.", "again")


def test_the_base_of_all_words_need_not_have_the_parts() -> None:
    class Bare:
        word = ""

    class Ring(Bare):
        def do(self) -> None: ...

    words: Vocabulary[Bare] = Vocabulary("Bells", Bare, ["do"])
    words.add("ring", Ring, [], "Rings.", "rings")
    assert words.names() == ["ring"]
    with pytest.raises(IncompleteWord, match=r"^Bells: the word 'crack' lacks do$"):
        words.add("crack", Bare, [], "Cracks.", "cracks")


def test_a_game_with_such_a_word_does_not_load_and_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an installed game would: the declaration runs while its module is imported."""

    class Broken(EntryPoint):
        def load(self) -> Any:
            language().add("creak", Idle, [], "Creak.", "creaks")

    entry = Broken("doors", "doors:GAME", "innkeeper.games")
    monkeypatch.setattr(registry, "_installed", lambda: {"doors": entry})
    monkeypatch.setattr(registry, "_load", registry._load.__wrapped__)
    with pytest.raises(UnknownGame, match=r"'doors' is installed .*'creak' lacks worth"):
        get_game("doors")
    assert registry.all_games()[1] == [
        "game 'doors' is installed but cannot be loaded: Doors: the word 'creak' lacks worth"
    ]


def test_a_word_is_made_of_its_fields() -> None:
    words = doors()
    assert words.read("x", {"do": "knock", "times": 3}).given == (3, 0)
    assert words.read("x", {"do": "knock", "door": "back", "times": 9}).given == (9, 1)
    assert words.read("x", {"do": "greet", "guest": "ann"}, {"bob": 1, "ann": 2}).given == (2,)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"do": "nock"}, "f: c.do: 'nock' is no word; there are knock, greet; did you mean 'knock'?"),
        ({"do": "sing"}, "f: c.do: 'sing' is no word; there are knock, greet"),
        ({"do": 5}, "f: c.do: 5 is no word; there are knock, greet"),
        ({}, "f: c.do: None is no word; there are knock, greet"),
        ("knock", "f: c: 'knock' is not of the form { do = \"…\", … }"),
        ({"do": "knock"}, "f: c.times: knock needs a whole number from 1 to 9"),
        ({"do": "knock", "times": 0}, "f: c.times: 0 is not a whole number from 1 to 9"),
        ({"do": "knock", "times": True}, "f: c.times: True is not a whole number from 1 to 9"),
        (
            {"do": "knock", "times": 1, "door": "bakc"},
            "f: c.door: 'bakc' is no door; there are front, back; did you mean 'back'?",
        ),
        (
            {"do": "knock", "tiems": 1},
            "f: c.tiems: knock has times, door; did you mean 'times'?",
        ),
        ({"do": "greet", "guest": "eve"}, "f: c.guest: 'eve' is no guest; there are bob, ann"),
    ],
)
def test_a_mistake_names_file_card_field_and_what_would_be_right(entry: object, said: str) -> None:
    with pytest.raises(InvalidContent) as refused:
        doors().read("f: c", entry, {"bob": 1, "ann": 2})
    assert str(refused.value) == said


def noted(name: str, default: object = None) -> Field:
    return Field(name, "a text", lambda written, known: f"{written}/{known}", default)


def test_a_notation_is_read_by_its_form() -> None:
    words = Vocabulary("Doors", Deed, ("do", "worth"), "effect", notation=True)
    words.add("hp", Knock, [noted("A"), noted("WHO", "me")], says="x", about="x", form="hp A[ @WHO]")
    words.add("odds", Knock, [noted("D"), noted("N"), noted("E")], says="x", about="x", form="odds D<=N E")
    words.add("bury", Knock, says="x", about="x")
    assert words.parse("hp +1d6 - 3", 7).given == ("+1d6 - 3/7", "me")
    assert words.parse("hp -2 @all", 7).given == ("-2/7", "all/7")
    assert words.parse("odds 1d6<=1 hp -4 @all").given == ("1d6/None", "1/None", "hp -4 @all/None")
    assert words.parse("bury").given == ()
    with pytest.raises(ValueError, match=r"^'odds 1d6 hp -4': odds reads odds D<=N E$"):
        words.parse("odds 1d6 hp -4")
    words.add("die", Knock, [noted("STAT"), noted("A")], "x", "x")
    words.add("coin>=", Knock, [noted("N")], "x", "x", form="coin>=N")
    assert words.parse("die attack +1").given == ("attack/None", "+1/None")
    assert words.parse("coin>=5").given == ("5/None",)
    with pytest.raises(
        ValueError, match=r"^'buri' is no effect; there are hp A.*coin>=N; did you mean 'bury'\?$"
    ):
        words.parse("buri")
    with pytest.raises(ValueError, match=r"^'bury it': bury stands alone$"):
        words.parse("bury it")


def test_a_word_says_what_its_card_gives_it() -> None:
    words = doors()
    assert words.says(words.read("x", {"do": "knock", "times": 3})) == "3 knocks."
    greeting = words.read("x", {"do": "greet", "guest": "ann"}, {"ann": 2})
    assert greeting.word == "greet"
    assert words.says(greeting, {"ann": "Ann the Bold"}) == "Hello, Ann the Bold."


def test_a_worth_in_numbers_goes_to_what_the_word_becomes() -> None:
    words = Vocabulary("Doors", Deed, ("worth",))
    words.add("lean", lambda *given: Deed("leans", *given), [TIMES], "Leans.", "leans", (0.5, 2.0))
    assert words.read("x", {"do": "lean", "times": 3}).given == ("leans", 3, 0.5, 2.0)


def test_the_list_of_the_runner_and_the_table_of_designers() -> None:
    words = doors()
    assert words.wanted() == {"verb=knock"}
    assert words.names() == ["knock", "greet"]
    assert words.table() == (
        "| word | meaning | fields |\n|---|---|---|\n"
        '| `{ do = "knock", times = …, door = … }` | knocks '
        "| `times`: a whole number from 1 to 9; `door`: one of front, back, or left out |\n"
        '| `{ do = "greet", guest = … }` | greets | `guest`: a card |\n'
    )


def test_the_place_of_something_written() -> None:
    assert place_of("weather", "rain", ["sun", "rain"]) == 1
    with pytest.raises(ValueError, match=r"rian.*there are sun, rain; did you mean .rain.\?$"):
        place_of("weather", "rian", ["sun", "rain"])
