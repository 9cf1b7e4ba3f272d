"""Studying a game: a ladder of players, what is offered and taken, who is ahead, which deck wins."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper.bots import make_bot
from innkeeper.cli import main
from innkeeper.engine.chance import FastChance
from innkeeper.engine.events import AT_FIRST, BY_CHANCE, BY_CHOICE, DATA, Log
from innkeeper.engine.game import all_games
from innkeeper.engine.playout import playout
from innkeeper.lab.arena import in_turn
from innkeeper.lab.ladder import MOVES, OPEN, RESTS, ladder_of, movements, seating, step, strongest
from innkeeper.lab.lift import ROLES, Lift, headline, lifts_of
from innkeeper.lab.simulate import Plan, match_seed, play_one, simulate
from innkeeper.lab.study import Rung, Study, climb, play_rows, watch_batch
from innkeeper.lab.study_report import (
    answer_name,
    cards_in_words,
    choices,
    moving,
    settled,
    standing,
    tension,
    unused,
    verdict,
)
from innkeeper.lab.summary import Share, summarise
from innkeeper.lab.watch import Watched


def study(id: str, **options: object) -> Study:
    game = innkeeper.get_game(id)
    seats = game.contest.seats or max(2, game.seats.start)
    rules = {**game.contest.options, "preset": game.recommended, **options}
    return Study(id, seats, rules, openings=(game.contest.opening,))


@pytest.mark.parametrize("id", [game.id for game in all_games()[0]])
def test_a_watched_match_is_the_match_that_nobody_watches(id: str) -> None:
    made = study(id)
    game, book = made.table
    rows, watched = watch_batch(made, "random", 0, 2)
    for number, row in enumerate(rows):
        options = made.resolved(in_turn(made.line_ups, number, made.seed, "line-up"))
        names = ["random"] * made.seats
        assert row == play_one(game, book, options, names, match_seed(1, number), made.openings[0])
    assert watched.matches == 2
    assert sum(watched.taken.values()) == watched.decisions
    assert set(watched.taken) <= set(watched.offered)
    assert watched.options >= watched.decisions >= watched.forced
    assert watched.seen <= set(game.names_of(game.content))
    assert watched.seen


def test_a_ladder_is_the_same_on_any_number_of_processes_and_says_whether_it_moves() -> None:
    made = study("magicduel")
    one, two = climb(made, ["random", "greedy"], 60, 1), climb(made, ["random", "greedy"], 60, 2)
    for here, there in zip(one, two, strict=True):
        assert here.summary(2) == there.summary(2)
        assert vars(here.watched) == vars(there.watched)
    assert settled(made, one) is False
    told = verdict(made, one)
    assert told.startswith("Between greedy the first seat is worse than the others. The figure still moves")
    assert settled(made, one[:1]) is None
    assert settled(made, [one[1], one[1]]) is None  # so few matches do not tell that it rests


def test_decks_meet_each_other_in_both_seats() -> None:
    made = study("adventurer")
    (rung,) = climb(made, ["random"], 49, 1)
    met = rung.met["deck"]
    assert len(met) == 42
    assert set(met.values()) == {2}
    share = rung.against("deck", "Goose Company", "Velvet Revolution")
    other = rung.against("deck", "Velvet Revolution", "Goose Company")
    assert share.total == other.total == 2
    assert rung.against("deck", "Goose Company").total == 12


def test_who_meets_two_others_in_a_match_has_won_or_lost_it_once() -> None:
    """Of three at a table each meets two: that is no more evidence than one match."""
    rung = Rung("random")
    for number in range(60):
        row = {
            "course": f"{number:016x}",
            "players": ["random"] * 3,
            "winners": [number % 3],
            "draw": False,
            "reason": "end",
            "decisions": 1,
            **{f"class_{seat}": name for seat, name in enumerate(("knight", "ranger", "wiseman"))},
        }
        rung.take(row)
    everybody, one = rung.against("class", "knight"), rung.against("class", "knight", "ranger")
    assert everybody.rate == one.rate == 20 / 60
    assert everybody.interval == one.interval == pytest.approx(Share(20, 60).interval)


def test_what_was_seen_adds_up_and_is_told_in_words() -> None:
    made = study("magicduel")
    _, one = watch_batch(made, "greedy", 0, 5)
    _, two = watch_batch(made, "greedy", 5, 5)
    _, both = watch_batch(made, "greedy", 0, 10)
    total = Watched()
    total.add(one)
    total.add(two)
    assert vars(total) == vars(both)
    total.offered["dance"] = 30
    assert "dance" in total.never_taken()
    assert not set(total.never_taken()) & set(total.taken)
    rung = Rung("greedy", watched=total)
    assert "answers are allowed in a decision" in choices(rung)[0]
    assert any("dance" in line for line in unused(made, rung))
    assert "The lead changes" in tension(rung)[0]
    assert tension(Rung("nobody"))[0].startswith("Nothing is known")
    assert all(1 <= kinds <= len(total.offered) for kinds in total.variety().values())


def test_the_command_for_people_and_for_programs() -> None:
    words = ["study", "adventurer", "-n", "10", "-j", "1", "--players", "random,greedy"]
    shown = CliRunner().invoke(main, words)
    assert shown.exit_code == 0, shown.output
    for heading in (
        "is it fair to every seat?",
        "Which deck wins?",
        "Which cards help?",
        "Is it exciting?",
        "What is never used?",
    ):
        assert heading in shown.output
    told = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert [rung["player"] for rung in told["rungs"]] == ["random", "greedy"]
    assert told["rungs"][1]["matches"] == 10
    assert set(told["rungs"][1]["cards"]) == set(ROLES)
    for more, wrong in (
        (["--players", "greedy,greedy"], "twice"),
        (["--seats", "3"], "seats"),
        (["-j", "0"], "0 processes"),
        (["--players", "nobody"], "nobody"),
    ):
        refused = CliRunner().invoke(main, [*words, *more])
        assert refused.exit_code != 0
        assert wrong in refused.output
    game = innkeeper.get_game("adventurer")
    assert ladder_of(game) == ["random", "noisy", "regular", "counter-regular:20"]
    for name in ladder_of(game):
        make_bot(game, name)


@pytest.mark.parametrize("id", [game.id for game in all_games()[0]])
def test_what_is_said_to_name_no_card_names_none(id: str) -> None:
    """The onlooker is not told of such kinds of events, and sees as many cards as if it were."""
    game = innkeeper.get_game(id)
    cards = set(game.names_of(game.content))
    study = Study.of(game, {"preset": game.recommended})
    options = study.resolved(in_turn(study.line_ups, 0, 1, "line-up"))
    told, wanted = Log(), Log(cards=True)
    for log in (told, wanted):
        state = game.start(game.book_of(game.content), options, study.seats, FastChance(4), log)
        state.settle()
        playout(state, FastChance(5))
    assert told.events
    for event in told.events:
        for field in event.kind.fields:
            if field.reads == DATA and not field.cards:
                value = (event.data or {})[field.name]
                assert cards.isdisjoint(map(str, value if isinstance(value, list) else [value]))
    listened = [(event.kind, event.seat, event.data) for event in told.events if event.kind.cards]
    assert [(event.kind, event.seat, event.data) for event in wanted.events] == listened


def test_roles_say_how_cards_came_to_a_seat() -> None:
    _, dealt = watch_batch(study("adventurer"), "random", 0, 4)
    hands = [arrived for arrived in dealt.came if arrived[0] == AT_FIRST]
    assert {kind for _, kind, _, _, _ in hands} == {"cards_drawn"}
    assert {early for _, _, _, early, _ in hands} == {0}
    assert dealt.sat.total() == 8
    assert dealt.sat_won.total() <= 4
    assert all(dealt.won[arrived] <= count for arrived, count in dealt.came.items())
    for id in (game.id for game in all_games()[0]):
        _, watched = watch_batch(study(id), "random", 0, 4)
        cards = set(innkeeper.get_game(id).names_of(innkeeper.get_game(id).content))
        assert {arrived[4] for arrived in watched.came} <= cards
        assert {arrived[0] for arrived in watched.came} <= set(ROLES)
        assert watched.came


def planted(watched: Watched, role: str, card: str, owners: int, winning: float, stratum: str = "0") -> None:
    """So many owners of a card, of whom such a part wins."""
    arrived = role, "drawn", stratum, 0, card
    watched.came[arrived] += owners
    watched.won[arrived] += round(owners * winning)


def test_a_lift_is_what_a_card_does_within_its_deck() -> None:
    """A strong deck holds nothing but cards as good as each other; over both decks they would look strong."""
    watched = Watched()
    for card in ("sword", "shield"):
        planted(watched, BY_CHANCE, card, 1000, 0.8, "0 strong")
    planted(watched, BY_CHANCE, "spoon", 1000, 0.2, "0 weak")
    planted(watched, BY_CHANCE, "ladle", 1000, 0.3, "0 weak")
    lifts = lifts_of(watched)[BY_CHANCE]
    assert lifts["sword"].raw == lifts["shield"].raw == 0
    assert lifts["ladle"].raw == pytest.approx(0.1)
    assert lifts["ladle"].interval[0] > 0 > lifts["spoon"].interval[1]
    assert headline(lifts_of(watched)) == BY_CHANCE


def test_what_little_is_known_of_is_shrunk_most() -> None:
    watched = Watched()
    for number in range(20):
        planted(watched, BY_CHANCE, f"plain-{number}", 1000, 0.5)
    planted(watched, BY_CHANCE, "rare", 25, 0.6)
    planted(watched, BY_CHANCE, "common", 5000, 0.6)
    planted(watched, BY_CHANCE, "unheard-of", 3, 1.0)
    lifts = lifts_of(watched)[BY_CHANCE]
    assert "unheard-of" not in lifts
    assert 0 < lifts["rare"].shrunk < 0.5 * lifts["rare"].raw
    assert lifts["common"].shrunk > 0.8 * lifts["common"].raw
    assert lifts["rare"].interval[0] < 0 < lifts["common"].interval[0]
    assert headline(lifts_of(Watched())) is None


def test_a_dealt_card_is_compared_with_hands_that_lack_it() -> None:
    watched = Watched()
    watched.sat["0"], watched.sat_won["0"] = 1000, 500
    planted(watched, AT_FIRST, "crown", 200, 0.9)
    planted(watched, BY_CHOICE, "crown", 200, 1.0)
    lifts = lifts_of(watched)
    assert lifts[AT_FIRST]["crown"].raw == pytest.approx(0.9 - (500 - 180) / 800)
    assert headline(lifts) == AT_FIRST
    told = cards_in_words(study("adventurer"), lifts_of(Watched()))
    assert told[0].startswith("Nobody can say")


def test_the_lifts_of_a_game_are_told_in_words() -> None:
    game = innkeeper.get_game("adventurer")
    made = study("adventurer")
    (rung,) = climb(made, ["regular"], 150, 1)
    lifts = lifts_of(rung.watched)
    assert set(lifts[AT_FIRST]) <= set(game.names_of(game.content))
    assert sum(one.owners for one in lifts[AT_FIRST].values()) > 300
    sure = Lift("knight", 300, 0.2, 0.02, 0.2, 0.02)
    told = cards_in_words(made, {**lifts, AT_FIRST: {"knight": sure}})
    assert told[0] == "1 of 1 cards makes it likelier to win for whoever is dealt one: Knight."
    assert told[1].startswith("0 make it less likely")
    assert "correlation" in told[-1]
    nothing = {card: replace(one, shrunk=0.0, left=0.0) for card, one in lifts[AT_FIRST].items()}
    (told_none,) = cards_in_words(made, {**lifts, AT_FIRST: nothing})
    assert told_none.endswith("all of it may be chance.")


def test_what_turned_up_under_one_of_its_ids_is_not_missed() -> None:
    made = study("micah")
    (rung,) = climb(made, ["random"], 1, 1)
    names = innkeeper.get_game("micah").names_of(innkeeper.get_game("micah").content)
    rung.watched.seen = {"yeti"}
    assert names["yeti"] == names["creature-yeti"]
    every = set(names.values())
    assert unused(made, rung)[1].startswith(f"{len(every) - 1} of {len(every)} named things never turned up")


@pytest.mark.parametrize(
    ("id", "kind", "told"),
    [
        ("magicduel", "attack:pierce player", "Piercing Attack on the rival"),
        ("magicduel", "attack:normal", "Normal Attack on …, burn …"),
        ("micah", "duel", "Challenge seat … to a duel"),
        ("adventurer", "use drink", "use drink"),  # of several cards, so nobody's name is told
    ],
)
def test_a_kind_of_answers_is_told_as_people_read_it(id: str, kind: str, told: str) -> None:
    game = innkeeper.get_game(id)
    assert answer_name(kind, game.book_of(game.content).verbs.all) == told


def test_only_what_chance_does_not_explain_stands_out() -> None:
    made = study("adventurer")
    (rung,) = climb(made, ["random"], 2, 1)
    rung.met["deck"] = Counter({("Geese", "Velvet"): 1000, ("Velvet", "Geese"): 1000})
    rung.won["deck"] = Counter({("Geese", "Velvet"): 900, ("Velvet", "Geese"): 100})
    assert standing(made, rung, "deck") == (
        "More than its share of 50 % wins Geese. Less than its share of 50 % wins Velvet."
    )
    rung.won["deck"] = Counter({("Geese", "Velvet"): 505, ("Velvet", "Geese"): 495})
    assert "No deck wins more or less than its share of 50 %" in standing(made, rung, "deck")


def test_openings_are_taken_in_turn_and_each_as_often() -> None:
    """Where chance decides nothing, one opening is one match: a table is asked from several."""
    made = replace(study("magicduel"), openings=(0, 1, 6))
    rows = play_rows(made, "greedy", 0, 12)
    game, book = made.table
    played = Counter(in_turn(made.openings, number, made.seed, "opening") for number in range(12))
    assert played == {0: 4, 1: 4, 6: 4}
    for number, row in enumerate(rows):
        opening = in_turn(made.openings, number, made.seed, "opening")
        alone = play_one(
            game, book, made.resolved({}), ["greedy"] * 2, match_seed(made.seed, number), opening
        )
        assert row == alone
    assert made.opening_words == ["--opening", "0,1,6"]
    assert study("micah").opening_words == []


@pytest.mark.parametrize("written", ["-1", "1..x", "4,4", "a", "2..1001"])
def test_an_opening_that_is_none_is_refused(written: str) -> None:
    done = CliRunner().invoke(main, ["study", "magicduel", "--opening", written])
    assert done.exit_code != 0
    assert "Error" in done.output


def test_a_figure_rests_moves_or_is_not_known() -> None:
    assert step(Share(500, 1000), Share(900, 1000)) == MOVES
    assert step(Share(5000, 10_000), Share(5010, 10_000)) == RESTS
    assert step(Share(50, 100), Share(50, 100)) == OPEN
    assert step(Share(0, 1000), Share(0, 1000)) == RESTS
    assert step(Share(500, 1000, 0.0), Share(900, 1000)) == OPEN
    assert step(Share(500, 1000), Share(560, 1000)) == MOVES
    assert step(Share(500, 1000), Share(560, 1000), 0.001) == OPEN


def test_a_best_response_sits_among_those_it_knows_in_every_seat() -> None:
    assert seating("regular", 3, 1) == ["regular"] * 3
    lined = [seating("counter-regular:20", 3, shift) for shift in range(3)]
    assert sorted(lined) == sorted(
        [
            ["counter-regular:20", "regular", "regular"],
            ["regular", "counter-regular:20", "regular"],
            ["regular", "regular", "counter-regular:20"],
        ]
    )


def test_the_ladder_says_what_moves_and_what_a_best_response_wins() -> None:
    made = study("magicduel")
    rungs = climb(made, ["random", "noisy", "regular", "counter-regular:20"], 80, 1)
    assert [rung.tally.matches for rung in rungs] == [80, 80, 80, 20]
    assert strongest(rungs).player == "regular"
    assert rungs[-1].tally.played == {"counter-regular:20": 20, "regular": 20}
    told = moving(made, rungs)
    assert any("still move" in line for line in told)
    assert any("A quick best response (counter-regular:20) wins" in line for line in told)
    first = movements(rungs, 2)[0]
    assert first.figure == "wins of seat 0"
    assert len(first.shares) == 3


def test_a_noisy_player_is_between_chance_and_its_model() -> None:
    game = innkeeper.get_game("magicduel")
    plan = Plan("magicduel", ("noisy", "random"), {"preset": game.recommended}, rotate=True, opening=4)
    better = summarise(simulate(plan, 120, 1)).players["noisy"]
    worse = summarise(simulate(replace(plan, players=("noisy:80", "regular")), 120, 1)).players["noisy:80"]
    assert better.interval is not None
    assert worse.interval is not None
    assert better.interval[0] > 0.5 > worse.interval[1]
