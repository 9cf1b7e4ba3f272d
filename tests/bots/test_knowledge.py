"""Echo's first two battles from what was worked out beforehand: whole, blind, and the same for both seats."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cache

import pytest

import innkeeper
from innkeeper import Action, FastChance, get_game
from innkeeper.bots import make_bot
from innkeeper.engine.playout import ask
from innkeeper.games.echo import knowledge
from innkeeper.games.echo.belief import RARELY, beliefs, blend, opening
from innkeeper.games.echo.cards import members
from innkeeper.games.echo.ending import Position
from innkeeper.games.echo.equilibrium import draw
from innkeeper.games.echo.state import Echo, Ruler

GAME = get_game("echo")
LINE_UP = ["glade", "urban", "night", "last-strand"]
MB = 1_000_000
MATCHES = 40

Asked = list[tuple[int, Echo, Action]]


def begun(seed: int, line_up: list[str] = LINE_UP, options: dict[str, object] | None = None) -> Echo:
    table: dict[str, object] = {"fields": "custom", "field_list": line_up, **(options or {})}
    match = innkeeper.new_match("echo", options=table, chance=FastChance(seed), log=False)
    s = match.state.copy()
    assert isinstance(s, Echo)
    s.chance = FastChance(seed)
    return s


@cache
def played(seed: int) -> tuple[Echo, Asked]:
    """A match before its third battle, played as it should be, and all that was asked on the way."""
    s, chance = begun(seed), FastChance(seed)
    asked: Asked = []
    while s.turn < 3:
        seat = int(s.decider())
        legal = s.actions(seat)
        shares = opening(s, seat, legal) if len(legal) > 1 else [1.0]
        action = draw(legal, shares, chance) if shares else legal[0]
        asked.append((seat, s.copy(), action))
        s.act(seat, action)
    return s, asked


def index() -> dict[str, dict[str, object]]:
    found = json.loads((knowledge.FOLDER / "index.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_what_is_shipped_is_small_and_whole() -> None:
    """At most 5 MB in all and 1 MB a file, every file of the index with its hash, and no other."""
    files = {file.name: file for file in knowledge.FOLDER.iterdir() if file.name != "index.json"}
    assert sum(file.stat().st_size for file in files.values()) < 5 * MB
    assert max(file.stat().st_size for file in files.values()) < MB
    listed: dict[str, str] = {}
    for entry in index().values():
        assert isinstance(entry["files"], dict)
        assert entry["made"]
        for part in entry["files"].values():
            listed[part["file"]] = part["sha256"]
    assert listed.keys() == files.keys()
    for name, file in files.items():
        assert hashlib.sha256(file.read_bytes()).hexdigest() == listed[name]


def test_it_was_made_from_the_cards_as_they_are() -> None:
    for line_up, entry in index().items():
        s = begun(1, line_up.split(","))
        assert knowledge.fingerprint(s.book, s.fields) == entry["cards"], f"{line_up} must be solved anew"
        assert knowledge.known(s) is not None


def test_every_hand_knows_its_first_play() -> None:
    """All 462 hands mix all 25 plays, and every name that they may have to write."""
    table = knowledge.known(begun(1))
    assert table is not None
    first = table.first(begun(1).book)
    assert len(first.starts) == 462
    for start in first.starts.values():
        plays = [[first.play(start, act, edict) for edict in range(5)] for act in range(5)]
        assert sum(map(sum, plays)) == pytest.approx(1.0, abs=0.05)
        for act in range(5):
            if plays[act][4] > 0:
                for across in range(5):
                    names = [first.name(start, act, across, rank) for rank in range(6)]
                    assert sum(names) == pytest.approx(1.0, abs=0.02)


def test_whole_matches_are_played_from_it() -> None:
    """Nearly every question of turns 1 and 2 is answered, each by a mix of all that the referee allows."""
    told: Counter[tuple[int, str, bool]] = Counter()
    for seed in range(MATCHES):
        for seat, s, _ in played(seed)[1]:
            legal = s.actions(seat)
            if len(legal) == 1:
                continue
            shares = opening(s, seat, legal)
            told[int(s.turn), legal[0].verb.name, bool(shares)] += 1
            if shares:
                assert len(shares) == len(legal)
                assert sum(shares) == pytest.approx(1.0)
    assert told[1, "play", False] == told[1, "name", False] == 0
    for verb in ("play", "name", "return"):
        assert told[2, verb, True] > 0
    answered = sum(count for (turn, _, known), count in told.items() if turn == 2 and known)
    missing = sum(count for (turn, _, known), count in told.items() if turn == 2 and not known)
    assert missing < 0.05 * answered


def turned(s: Echo) -> Echo:
    """The same match with the seats exchanged, as far as it goes before anything was played."""
    other = s.copy()
    other.rulers[0].hand, other.rulers[1].hand = s.rulers[1].hand, s.rulers[0].hand
    return other


def test_both_seats_play_alike() -> None:
    """Two matches with the seats exchanged: the same questions get the same mixes to the end of turn 2."""
    for seed in range(6):
        end, asked = played(seed)
        mirror = turned(begun(seed))
        for seat, s, action in asked:
            # answers are sealed, so seat 1 may answer before seat 0
            legal = s.actions(seat)
            assert opening(s, seat, legal) == opening(mirror, 1 - seat, mirror.actions(1 - seat))
            mirror.act(1 - seat, next(a for a in mirror.actions(1 - seat) if a.id == action.id))
        assert beliefs(mirror) == beliefs(end)[::-1]


def dealt_anew(s: Echo, seat: int, luck: int) -> Echo:
    """The same match for all that a seat can tell."""
    world = s.determinize(seat, FastChance(luck))
    assert isinstance(world, Echo)
    return world


def test_it_answers_by_its_own_cards_alone() -> None:
    for seed in range(8):
        for seat, s, _ in played(seed)[1]:
            legal = s.actions(seat)
            for luck in range(2):
                assert opening(dealt_anew(s, seat, luck), seat, legal) == opening(s, seat, legal)
        end = played(seed)[0]
        for seat in range(2):
            assert beliefs(dealt_anew(end, seat, seed)) == beliefs(end)


def with_hand(s: Echo, seat: int, hand: int) -> Echo:
    """The same moment had this seat been dealt this hand."""
    world = s.copy()
    mine, theirs = world.rulers[seat], world.rulers[1 - seat]
    mine.hand = hand
    pool = members(s.book.every_creature & ~s.graveyard & ~hand)
    kept = sum(1 << card for card in pool[: len(members(theirs.hand))])
    theirs.hand = kept
    return world


def asked_of(s: Echo, seat: int, hand: int, ruler: Ruler) -> float:
    """How often this hand gives the answers that led from here to what the ruler has shown."""
    world = with_hand(s, seat, hand)
    legal = world.book.main_actions(hand, world.rulers[seat].edicts, False)
    shares = opening(world, seat, legal)
    place = next(
        (at for at, action in enumerate(legal) if action.a == ruler.creature and action.b == ruler.edict),
        None,
    )
    return shares[place] if shares and place is not None else 0.0


def test_a_belief_is_what_the_hands_would_have_played() -> None:
    """Each hand's answers in turns 1 and 2 are looked up one by one, as the player itself would."""
    compared = 0
    for seed in range(MATCHES):
        end, asked = played(seed)
        before = {int(s.turn): s for _, s, _ in reversed(asked)}  # the first question of each turn
        clashes = [finished.clash for finished in end.history]
        if any(finished.name0 >= 0 or finished.name1 >= 0 for finished in end.history):
            continue
        if any(before[2].sees(seat) for seat in range(2)):
            continue
        for seat, told in enumerate(beliefs(end)):
            wanted: dict[int, float] = {}
            for hand in Position(end, 3).hands(seat, 3):
                chance = 1.0
                for turn in (2, 1):
                    side = clashes[turn - 1].side(seat)
                    hand |= 1 << side.creature
                    ruler = Ruler(hand, 0)
                    ruler.creature, ruler.edict = side.creature, side.edict
                    chance *= max(RARELY, asked_of(before[turn], seat, hand, ruler))
                    if turn == 2:
                        four = hand
                wanted[four & ~(1 << clashes[1].side(seat).creature)] = chance
            most = max(wanted.values())
            compared += 1
            for hand, chance in wanted.items():
                assert told[hand] == pytest.approx(chance / most, abs=0.03)
    assert compared >= 6


def test_a_belief_leaves_room_for_every_hand() -> None:
    told = {1: 1.0, 2: 0.0, 4: 0.5}
    assert blend(told, 0.1) == pytest.approx({1: 0.95, 2: 0.05, 4: 0.5})


@pytest.mark.parametrize(
    "options",
    [{"guess_pool": "living"}, {"guess_reveal": "late"}, {"tiebreak": "last-win"}, {"value_floor": "none"}],
)
def test_other_house_rules_are_not_what_was_solved(options: dict[str, object]) -> None:
    s = begun(1, options=options)
    assert knowledge.known(s) is None
    assert opening(s, 0, s.actions(0)) == []
    assert beliefs(played(1)[0]) != []


def test_of_another_line_up_it_does_not_pretend_to_know() -> None:
    s = begun(1, ["last-strand", "plains", "plains", "glade"])
    assert knowledge.known(s) is None
    bot = make_bot(GAME, "equilibrium:2")
    assert ask(bot, s, 0, FastChance(1)) in s.actions(0)  # searched


def test_a_damaged_file_is_noticed() -> None:
    entry = index()[",".join(LINE_UP)]
    assert isinstance(entry["files"], dict)
    spoilt = {**entry, "files": {"first": {**entry["files"]["first"], "sha256": "0"}}}
    with pytest.raises(ValueError, match="damaged"):
        knowledge.Known(spoilt).first(begun(1).book)
