"""The registry of games, and the sentences of their events."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance, InvalidOptions, InvalidRecord, UnknownGame
from innkeeper.engine import game as registry
from innkeeper.engine.action import Domain
from innkeeper.engine.events import (
    EVERYBODY,
    Event,
    Field,
    Kind,
    Log,
    current_round,
    data,
    flag,
    number,
    one_of,
    seat,
    seats,
)
from innkeeper.engine.sentences import sentence
from tests.toy.rules import GAME
from tests.toy.second import SECOND


def test_a_game_is_found_by_its_id(toy: innkeeper.Game) -> None:
    assert innkeeper.get_game("toy") is toy is GAME
    assert "toy" in innkeeper.game_ids()
    assert innkeeper.get_game("magicduel").title == "MagicDuel"


@pytest.mark.parametrize("id", ["chess", "", None, 5, [], "x" * 1000])
def test_an_unknown_game_is_refused_with_those_there_are(id: Any) -> None:
    with pytest.raises(UnknownGame, match=r"is installed; there are .*magicduel") as refused:
        innkeeper.new_match(id)
    assert len(str(refused.value)) < 400


def test_a_game_that_is_installed_but_broken_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {
        "gone": EntryPoint("gone", "innkeeper.games.gone:GAME", "innkeeper.games"),
        "odd": EntryPoint("odd", "innkeeper:view", "innkeeper.games"),
        "magicduel": EntryPoint("magicduel", "innkeeper.games.magicduel:GAME", "innkeeper.games"),
    }
    monkeypatch.setattr(registry, "_installed", lambda: broken)
    games, sentences = registry.all_games()
    assert [game.id for game in games][:1] == ["magicduel"]
    assert sentences == [
        "game 'gone' is installed but cannot be loaded: No module named 'innkeeper.games.gone'",
        "game 'odd' is installed but its entry point is no Game",
    ]


def test_a_match_is_replayed_under_the_rules_it_was_begun_with(toy: innkeeper.Game) -> None:
    """Two versions of the rules live in one process, and each match keeps to its own."""
    old = innkeeper.new_match("toy", chance=FastChance(1)).record()
    with innkeeper.registered(SECOND):
        assert innkeeper.get_game("toy").version == "2"
        with pytest.raises(InvalidRecord, match="played under version '1', here is '2'"):
            innkeeper.replay(old)
        innkeeper.register(toy, older=True)
        assert innkeeper.get_game("toy", "1") is toy
        assert innkeeper.game_ids().count("toy") == 1
        assert "toy@1" not in innkeeper.game_ids()
        new = innkeeper.new_match("toy", chance=FastChance(1)).record()
        assert innkeeper.replay(old).record() == old
        assert innkeeper.replay(new).record() == new
        bags = [innkeeper.replay(one).view(None)["table"]["bag_count"] for one in (old, new)]  # type: ignore[index]
        assert bags[0] - bags[1] == 2
        for id, rules in (("toy", "3"), ("toy", 1), ("toy@1", None)):
            with pytest.raises(UnknownGame):
                innkeeper.get_game(id, rules)
        innkeeper.unregister(toy)
        with pytest.raises(UnknownGame):
            innkeeper.get_game("toy", "1")
    assert innkeeper.get_game("toy") is toy


def test_a_game_that_was_added_is_taken_away_again(toy: innkeeper.Game) -> None:
    with innkeeper.registered(SECOND) as added:
        assert innkeeper.get_game("toy") is added
    assert innkeeper.get_game("toy") is toy
    with pytest.raises(ValueError), innkeeper.registered(replace(toy, id="pebbles")):  # noqa: PT011, PT012
        assert "pebbles" in innkeeper.game_ids()
        raise ValueError
    assert "pebbles" not in innkeeper.game_ids()
    with innkeeper.registered(replace(innkeeper.get_game("echo"), title="Another Echo")):
        assert innkeeper.get_game("echo").title == "Another Echo"
    assert innkeeper.get_game("echo").title == "Echo"


def test_older_rules_of_a_package_must_be_what_their_name_says(monkeypatch: pytest.MonkeyPatch) -> None:
    where = "innkeeper.games.magicduel:GAME"
    now = innkeeper.get_game("magicduel").version
    found = {
        name: EntryPoint(name, where, "innkeeper.games")
        for name in ("magicduel", f"magicduel@{now}", "magicduel@0")
    }
    monkeypatch.setattr(registry, "_installed", lambda: found)
    assert innkeeper.game_ids()[0] == "magicduel"
    with pytest.raises(UnknownGame, match="'magicduel@0' is installed but its entry point is 'magicduel'"):
        innkeeper.get_game("magicduel", "0")


class Wordless:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


def test_what_cannot_be_shown_is_refused_all_the_same() -> None:
    with pytest.raises(UnknownGame, match="no game something of type Wordless is installed"):
        innkeeper.get_game(Wordless())


@pytest.mark.parametrize("seats", [1, 5, 0, "2", 2.0, True])
def test_a_wrong_number_of_seats_is_refused_with_the_range(seats: Any) -> None:
    with pytest.raises(InvalidOptions, match="Pebbles is for 2 to 4 seats, not"):
        GAME.check_seats(seats)


def test_a_bare_state_can_be_viewed(toy: innkeeper.Game) -> None:
    match = innkeeper.new_match("toy", seats=3, chance=FastChance(1))
    assert innkeeper.view(match.state, 1) == match.view(1)
    assert innkeeper.view(match.state, None) == match.view(None)
    assert toy.names_of(toy.content)["iron"] == "Iron"


# Events and sentences

CARDS = Domain("card", ["ace", "king"], ["the Ace", "the King"], numbers=9, first=1, counted="card ")
EVERYTHING = Kind(
    "tested",
    "TY-1.1",
    "{seat} and {other}: {amount}, {sure}, {card}, {list}, {map}, {who}, round {round}, {nothing}",
    [
        number("amount"),
        seat("other"),
        flag("sure"),
        one_of("card", CARDS),
        current_round(),
        data("list"),
        data("map"),
        seats("who"),
        data("nothing"),
    ],
    secret=["card"],
    veiled="{seat} did something with {card}",
)


def event(card: int = 0, other: int = 1) -> Event:
    told: dict[str, object] = {"list": ["ace", "x"], "map": {"king": 2, "b": True}, "who": [0, 1]}
    return Event(EVERYTHING, 3, 7, 0, EVERYBODY, 5, other, 1, card, 0, 0, told)


def test_an_event_reads_its_integers_by_its_fields() -> None:
    assert event().json(0) == {
        "kind": "tested",
        "turn": 3,
        "seat": 0,
        "clause": "TY-1.1",
        "amount": 5,
        "other": 1,
        "sure": True,
        "card": "ace",
        "round": 7,
        "list": ["ace", "x"],
        "map": {"king": 2, "b": True},
        "who": [0, 1],
        "nothing": None,
    }
    assert event(card=4).json(0)["card"] == 3  # a number of the domain stays a number
    assert event(card=-1).json(0)["card"] is None
    assert event(other=-1).json(0)["other"] is None
    assert event().json(1)["card"] is None
    assert event().json(-1)["card"] is None
    assert event().json(1, complete=True)["card"] == "ace"
    assert Field("x").reads == number("x").reads
    assert repr(EVERYTHING) == "Kind('tested', 'TY-1.1')"
    bare = Event(Kind("bare", "TY-1.1", "", [data("x")]), 1, 1, -1, EVERYBODY, 0, 0, 0, 0, 0, 0, None)
    assert bare.json(0) == {"kind": "bare", "turn": 1, "seat": None, "clause": "TY-1.1", "x": None}


def test_what_is_left_is_never_said_to_be_less_than_nothing() -> None:
    kind = Kind("hurt", "TY-1.1", "{hp:left} left, {amount} in all", [number("hp"), number("amount")])
    told = [
        sentence(Event(kind, 1, 1, 0, EVERYBODY, hp, -7, 0, 0, 0, 0, None), 0, {}, {}) for hp in (3, 0, -4)
    ]
    assert [line.text for line in told] == [
        "3 left, −7 in all",
        "0 left, −7 in all",
        "0 left, −7 in all",
    ]
    assert [line.event["hp"] for line in told] == [3, 0, -4]


def test_numbers_are_said_as_their_words_need_them() -> None:
    text = "{n:signed}, {n:size} of {n}, 5{n:plus}{n:minus}"
    kind = Kind("summed", "TY-1.1", text, [number("n")])
    told = [
        sentence(Event(kind, 1, 1, 0, EVERYBODY, n, 0, 0, 0, 0, 0, None), 0, {}, {}).text for n in (3, 0, -4)
    ]
    assert told == ["+3, 3 of 3, 5 + 3 − 3", "+0, 0 of 0, 5", "−4, 4 of −4, 5 − 4 + 4"]


def test_so_many_of_each_kind_leave_out_what_there_is_none_of() -> None:
    kind = Kind("found", "TY-1.1", "{got}", [data("got")])
    told = [
        sentence(
            Event(kind, 1, 1, 0, EVERYBODY, 0, 0, 0, 0, 0, 0, {"got": got}), 0, {}, {"oil": "Lamp Oil"}
        ).text
        for got in ({"twine": 2, "chalk": 0, "oil": 1}, {"twine": 0}, {"oil": True})
    ]
    assert told == ["2 twine, 1 Lamp Oil", "Nothing", "Lamp Oil: yes"]


def test_three_are_told_with_one_and() -> None:
    kind = Kind("met", "TY-1.1", "{who}", [seats("who")])
    told = [
        sentence(Event(kind, 1, 1, 0, EVERYBODY, 0, 0, 0, 0, 0, 0, {"who": list(range(n))}), 0, {}, {}).text
        for n in range(4)
    ]
    assert told == ["Nobody", "Seat 0", "Seat 0 and Seat 1", "Seat 0, Seat 1 and Seat 2"]


def test_an_audience_is_a_mask_of_seats() -> None:
    some = Event(EVERYTHING, 1, 1, 0, 0b101, 0, 0, 0, 0, 0, 0, None)
    assert [some.visible(viewer) for viewer in (-1, 0, 1, 2)] == [False, True, False, True]
    assert all(event().visible(viewer) for viewer in (-1, 0, 1))
    log = Log()
    log.events.append(some)
    assert len(log) == 1


def test_a_sentence_names_players_and_cards_in_the_games_own_words() -> None:
    line = sentence(event(), 0, {0: "Ann"}, {"x": "the X", "king": "King of Hearts"})
    assert line.text == (
        "Ann and Seat 1: 5, yes, the Ace, ace, the X, King of Hearts: 2, b: yes, "
        "Ann and Seat 1, round 7, nothing"
    )
    assert (line.clause, line.event) == ("TY-1.1", event().json(0))
    assert sentence(event(card=1), 0, {}, {"king": "King of Hearts"}).text.count("King of Hearts") == 2
    assert "card 3" in sentence(event(card=4), 0, {}, {}).text
    assert "nobody" in sentence(event(other=-1), 0, {}, {}).text


def test_who_may_not_see_all_reads_the_veiled_sentence() -> None:
    assert sentence(event(), 1, {0: "ann"}, {}).text == "Ann did something with nothing"
    assert sentence(event(), -1, {}, {}).text == "Seat 0 did something with nothing"
