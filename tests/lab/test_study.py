"""Studying a game: a ladder of players, what is offered and taken, who is ahead, which deck wins."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper.bots import make_bot
from innkeeper.cli import main
from innkeeper.engine.game import all_games
from innkeeper.lab.arena import in_turn
from innkeeper.lab.simulate import match_seed, play_one
from innkeeper.lab.study import Rung, Study, climb, ladder_of, settled, watch_batch
from innkeeper.lab.study_report import choices, tension, unused, verdict
from innkeeper.lab.watch import Watched


def study(id: str, **options: object) -> Study:
    game = innkeeper.get_game(id)
    seats = game.contest.seats or max(2, game.seats.start)
    rules = {**game.contest.options, "preset": game.recommended, **options}
    return Study(id, seats, rules, opening=game.contest.opening)


@pytest.mark.parametrize("id", [game.id for game in all_games()[0]])
def test_a_watched_match_is_the_match_that_nobody_watches(id: str) -> None:
    made = study(id)
    game, book = made.table
    rows, watched = watch_batch(made, "random", 0, 2)
    for number, row in enumerate(rows):
        options = made.resolved(in_turn(made.line_ups, number, made.seed, "line-up"))
        names = ["random"] * made.seats
        assert row == play_one(game, book, options, names, match_seed(1, number), made.opening)
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
    assert settled(one, 2) is False
    told = verdict(made, one)
    assert told.startswith("Between greedy the first seat is worse than the others. The figure still moves")
    assert settled(one[:1], 2) is None
    assert settled([one[1], one[1]], 2) is True


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
        "Is it exciting?",
        "What is never used?",
    ):
        assert heading in shown.output
    told = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert [rung["player"] for rung in told["rungs"]] == ["random", "greedy"]
    assert told["rungs"][1]["matches"] == 10
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
    assert ladder_of(game) == ["random", "guest", "regular"]
    for name in ladder_of(game):
        make_bot(game, name)
