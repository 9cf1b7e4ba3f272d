"""Where two ways part, what is left is played again: as right as once, with less chance, and if it pays."""

from __future__ import annotations

import math
from typing import Any

import pytest

import innkeeper
from innkeeper.engine.content import Content
from innkeeper.lab.parting import MOST, Luck, Parting, play_both, worth_while
from innkeeper.lab.simulate import Underway, match_seed, play_one

WEAKER = ("encounters.toml", "defense = 14", "defense = 9")
DEARER = ("bard.toml", "cost = 1", "cost = 3")


def content_of(id: str, file: str, old: str, new: str) -> Content:
    content = innkeeper.get_game(id).content
    assert old in content.files[file]
    return content.edited({file: content.files[file].replace(old, new, 1)})


def underway(
    id: str, content: Content | None, number: int, players: tuple[str, ...], **rules: Any
) -> Underway:
    return Underway(*table(id, content, **rules), list(players), match_seed(1, number))


def table(id: str, content: Content | None, **rules: Any) -> tuple[Any, Any, Any]:
    game = innkeeper.get_game(id)
    book = game.book_of(content or game.content)
    return game, book, game.options.resolve({"preset": game.recommended, **rules}, book)


def part(id: str, edit: tuple[str, str, str], number: int, times: int, players: tuple[str, ...]) -> Parting:
    edited = content_of(id, *edit)
    rules = {"deck_0": "velvet-revolution", "deck_1": "goose-company"} if id == "adventurer" else {}
    ways = [underway(id, content, number, players, **rules) for content in (None, edited)]
    return play_both(ways[0], ways[1], times)


def test_the_match_itself_is_the_one_that_would_have_been_played_alone() -> None:
    players = ("greedy",) * 3
    edited = content_of("micah", *WEAKER)
    parted = 0
    for number in range(12):
        played = part("micah", WEAKER, number, 3, players)
        for rows, content in ((played.before, None), (played.after, edited)):
            assert rows[0] == play_one(*table("micah", content), players, match_seed(1, number))
        parted += played.luck.times > 1
        assert played.luck.times == len(played.before) == len(played.after)
        assert (played.luck.left > 0) == (played.before[0]["course"] != played.after[0]["course"])
    assert 0 < parted < 12


def test_what_is_played_again_begins_there_and_disturbs_nothing() -> None:
    alone = underway("micah", None, 5, ("greedy",) * 3)
    alone.go_on(20)
    way = [action.id for action in alone.course.actions]
    others = [alone.again(seed) for seed in (1, 1, 2)]
    for other in others:
        other.go_on()
        assert [action.id for action in other.course.actions[: len(way)]] == way
    one, same, another = [other.row() for other in others]
    assert one == same
    assert one["course"] != another["course"]
    assert alone.decisions == 20
    alone.go_on()
    assert alone.row() == play_one(*table("micah", None), ["greedy"] * 3, match_seed(1, 5))


def test_it_says_the_same_on_average_and_scatters_less() -> None:
    """The later ends say of the first seat what the first end says, but for chance."""
    singles, means, off = [], [], []
    for number in range(80):
        played = part("adventurer", DEARER, number, 4, ("greedy",) * 2)
        ends = [
            float(0 in after["winners"]) - float(0 in before["winners"])
            for before, after in zip(played.before, played.after, strict=True)
        ]
        singles.append(ends[0])
        means.append(sum(ends) / len(ends))
        if len(ends) > 1:
            off.append(sum(ends[1:]) / len(ends[1:]) - ends[0])
    assert len(off) > 30
    assert sum(one * one for one in means) < 0.8 * sum(one * one for one in singles)
    error = math.sqrt(sum(one * one for one in off))
    assert abs(sum(off)) < 3.5 * error


def test_whoever_remembers_plays_an_end_once() -> None:
    players = ("greedy", "search:20")
    ways = [underway("echo", content, 1, players) for content in (None, None)]
    assert ways[0].policies[1].remembers
    assert play_both(ways[0], ways[1], 4).luck.times == 1


@pytest.mark.parametrize(
    ("times", "within", "square", "decisions", "left", "best"),
    [
        (4, 1.0, 0.25, 400, 40, MOST),  # luck behind the parting, and little play: as often as may be
        (4, 0.3, 0.2, 400, 250, 1),  # nearly everything is played again
        (4, 0.0, 1.0, 400, 100, 1),  # no luck behind it at all
        (4, 0.6, 0.3, 400, 200, 2),
        (1, 0.0, 0.0, 400, 0, MOST),  # never parted: it costs nothing
    ],
)
def test_how_often_is_worth_while(
    times: int, within: float, square: float, decisions: int, left: int, best: int
) -> None:
    assert worth_while([Luck(times, within, square, decisions, left)] * 20) == best


def test_of_nothing_nothing_follows() -> None:
    assert worth_while([]) == 1
