"""Comparing two ways to play: paired deals, verdicts that hold at any time, and what is said of them."""

from __future__ import annotations

import json
import random
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import innkeeper
from benchmarks.verdicts import false_alarms, power
from innkeeper.cli import main
from innkeeper.lab.compare import LENGTH, Comparison, Running, Side, figures, main_figures, verdicts_of
from innkeeper.lab.compare_report import facts, lines, more, sentence
from innkeeper.lab.evidence import Drift
from innkeeper.lab.verdicts import CHANGED, DIFFERING, OPEN, PATIENCE, SAME, Verdicts


def comparison(
    id: str, edit: tuple[str, str, str] | None = None, players: tuple[str, ...] = (), **options: object
) -> Comparison:
    """A game as it is against one with an edited card, or with other house rules."""
    game = innkeeper.get_game(id)
    content, rules = game.content, {"preset": game.recommended}
    if edit is not None:
        file, old, new = edit
        assert old in content.files[file]
        content = content.edited({file: content.files[file].replace(old, new, 1)})
    sides = (
        Side("-", rules, game.content, game.version),
        Side("new", {**rules, **options}, content, game.version),
    )
    return Comparison(id, sides, players or ("greedy",) * 2, opening=game.contest.opening).checked()


def run(made: Comparison, most: int = 2000, jobs: int = 1, margin: float = 0.02) -> Running:
    running = Running(made, most, margin)
    running.run(jobs)
    return running


STRONGER = ("moves.toml", "amount = 5", "amount = 6")


def test_a_strong_change_is_found_soon_and_told_in_a_sentence() -> None:
    running = run(comparison("magicduel", STRONGER))
    assert running.verdicts is not None
    assert running.verdicts.verdict == CHANGED
    assert running.matches < 400
    assert sentence(running).startswith("Changed: wins of the first seat ")
    assert "100.0 % of the matches were affected" in facts(running)
    assert "the rest was played 4 times in the first 64 pairs, once after these." in facts(running)


def test_nothing_changed_is_no_change_however_long_one_looks() -> None:
    running = run(comparison("magicduel"), 1200)
    assert running.verdicts is not None
    assert running.affected == 0
    assert running.verdicts.verdict == SAME
    assert sentence(running) == "No change beyond ±2 % in who wins, how it ends and how long it takes."
    assert all(one.before == one.after for one in running.verdicts.findings())


def test_it_comes_to_the_same_end_on_any_number_of_processes() -> None:
    made = comparison("magicduel", ("moves.toml", "amount = 3", "amount = 4"))
    one, two = run(made, 300, 1), run(made, 300, 2)
    assert one.verdicts is not None
    assert two.verdicts is not None
    assert (one.pairs, one.affected) == (two.pairs, two.affected)
    assert one.verdicts.findings() == two.verdicts.findings()


def test_what_is_broken_off_says_what_is_known() -> None:
    running = Running(comparison("magicduel", ("moves.toml", "amount = 3", "amount = 4")), 2000, 0.001)

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        running.run(1, interrupt)
    assert 0 < running.pairs < 1000
    assert running.matches == 2 * running.pairs
    assert sentence(running)


def test_players_that_differ_take_every_seat() -> None:
    pair = comparison("magicduel", STRONGER, ("greedy", "random")).play(0)
    assert pair.matches == 4
    mirror = comparison("magicduel", STRONGER).play(0)
    assert mirror.matches == 2


def test_too_few_matches_are_undecided_with_an_estimate() -> None:
    running = run(comparison("adventurer", ("bard.toml", "rally(5)", "rally(4)")), 120)
    assert running.verdicts is not None
    assert running.verdicts.verdict == OPEN
    assert more(running) > 100
    assert facts(running).endswith("From where both ways part, the rest was played 4 times.")
    assert sentence(running).startswith(
        f"Undecided at ±2 %: about {more(running):,} more matches would tell."
    )
    assert (
        sentence(run(comparison("magicduel"), 20)) == "Undecided: these are too few matches to say anything."
    )


def test_copies_are_counted_and_make_no_evidence() -> None:
    """Without luck and without a random opening, there are only as many pairs as bots break ties."""
    made = comparison("magicduel", ("moves.toml", "amount = 3", "amount = 4"), ("random", "random"))
    running = Running(made, 400, 0.02)
    pair = made.play(0)
    for _ in range(150):
        if not running.done:
            running._take(pair)
    assert running.pairs == 101
    assert running.copies == 100
    assert running.stale
    assert sentence(running).startswith("Undecided: all matches are copies of a few.")


# Where a change can matter

KNIGHT = ("knight.toml", "heal(5)", "heal(1)")


def test_only_deals_that_hold_a_changed_card_are_played() -> None:
    made = comparison("adventurer", KNIGHT)
    focused = made.focus()
    assert focused.focused
    assert len(made.line_ups) == 49
    assert all("goose-company" in line_up.values() for line_up in focused.line_ups)
    assert len(focused.line_ups) == 13
    names = ["wins of seat 0", "wins of deck Goose Company", "wins of deck Velvet Revolution", "decisions"]
    assert main_figures(names, 2, focused.titles) == [names[0], names[1], names[3]]
    assert "Only 13 of 49 deals hold something changed" in facts(Running(focused, 2, 0.02))


def test_all_deals_are_played_where_anything_else_is_different() -> None:
    assert not comparison("adventurer", KNIGHT, hand=6).focus().focused
    assert not comparison("adventurer").focus().focused
    weaker = ("encounters.toml", "defense = 14", "defense = 13")
    assert not comparison("micah", weaker, ("greedy",) * 3).focus().focused


def test_labels_of_seats_and_measures_become_figures() -> None:
    told = {"decisions": 9, "deck_0": "Geese", "deck_1": "Elves", "turns": 4, "mood": "merry"}
    row = {"players": ["a", "b"], "winners": [1], "draw": False, "places": [2, 1], "reason": "health", **told}
    assert figures(row) == {
        "wins of seat 0": 0,
        "wins of seat 1": 1,
        "draws": 0,
        "ended by health": 1,
        "wins of deck Geese": 0,
        "wins of deck Elves": 1,
        "decisions": 9,
        "turns": 4,
        "mood: merry": 1,
    }


# How often it is wrong


def test_false_alarms_are_rare_and_planted_changes_are_found() -> None:
    """A small sample; `make bench-verdicts` takes a thousand runs."""
    assert false_alarms(40, 300, 600) <= 2
    assert power(0.08, 0.1, 20, 1500)[0] == 1
    assert power(0.0, 0.02, 10, 3000)[1] == 1


def test_a_drift_holds_at_all_times() -> None:
    chance = random.Random(5)
    missed = 0
    for _ in range(200):
        drift, wrong = Drift(), False
        for _ in range(400):
            drift.see(chance.expovariate(1.0))
            low, high = drift.interval
            wrong = wrong or not low <= 1.0 <= high
        missed += wrong
    assert missed <= 16
    assert drift.above(0.5)
    assert drift.below(1.5)
    assert not Drift().above(-1000)


# The command


def invoke(*words: str) -> Result:
    return CliRunner().invoke(main, ["compare", *words, "-j", "1"])


def test_the_command_says_how_to_see_it_again(tmp_path: Path) -> None:
    game = innkeeper.get_game("magicduel")
    folder = tmp_path / "my cards"
    folder.mkdir()
    (folder / STRONGER[0]).write_text(game.content.files[STRONGER[0]].replace(STRONGER[1], STRONGER[2], 1))
    first = invoke("-", str(folder), "-n", "400", "--players", "greedy", "--json")
    assert first.exit_code == 0, first.output
    told = json.loads(first.stdout)
    assert told["verdict"] == "changed"
    again = CliRunner().invoke(main, [*shlex.split(told["again"])[1:], "-j", "1", "--json"])
    seconds = {"seconds": 0}
    assert {**json.loads(again.stdout), **seconds} == {**told, **seconds}
    page = tmp_path / "verdict.html"
    shown = invoke("-", str(folder), "-n", "400", "--players", "greedy", "--page", str(page))
    assert "Changed: wins of the first seat" in shown.stdout
    assert "Changed: wins of the first seat" in page.read_text(encoding="utf-8")
    nowhere = invoke("-", str(folder), "--page", str(tmp_path / "nowhere" / "verdict.html"))
    assert nowhere.exit_code == 1
    assert "nowhere" in nowhere.output
    assert f"Again: {told['again']}" in shown.stdout


def test_sides_are_presets_house_rules_and_versions() -> None:
    game = innkeeper.get_game("magicduel")
    done = invoke("literal", f"tournament rules={game.version}", "--game", "magicduel", "-n", "60", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["sides"] == ["literal", f"tournament rules={game.version}"]
    for words, wrong in (
        (["literal", "turnament"], "presets are literal"),
        (["literal", "-"], ""),
        (["-", "heal_limit=many"], "heal_limit"),
        (["-", "rules=0"], "rules version"),
        (["-", "-", "--players", "a,b,c"], "2 seats"),
        (["-", "-", "--seed", "-1"], "seed"),
        (["-", "-", "--margin", "0"], "margin"),
    ):
        done = CliRunner().invoke(main, ["compare", *words, "--game", "magicduel", "-n", "4", "-j", "1"])
        assert (done.exit_code == 0) == (wrong == ""), (words, done.output)
        assert wrong in done.output, (words, done.output)
    nobody = invoke("-", "-")
    assert nobody.exit_code == 2
    assert "which game is this for?" in nobody.output
    assert CliRunner().invoke(main, ["compare", "-", "-", "--game", "magicduel", "-j", "0"]).exit_code == 1


def seen(figure: str, ups: int, downs: int, pairs: int) -> Verdicts:
    """Pairs of which some have more of an amount and some less; nobody wins more often."""
    verdicts = verdicts_of(["wins of seat 0", LENGTH, figure], ["wins of seat 0", LENGTH], 0.02)
    differences = [1.0] * ups + [-1.0] * downs + [0.0] * (pairs - ups - downs)
    random.Random(1).shuffle(differences)
    for number, difference in enumerate(differences):
        won = float(number % 2)
        values = {"wins of seat 0": (won, won), LENGTH: (30.0, 30.0)}
        verdicts.see({**values, figure: (5.0 + 20 * won, 5.0 + 20 * won + difference)})
    return verdicts


def test_what_has_changed_is_told_before_what_is_open_and_what_is_alike() -> None:
    running = Running(comparison("magicduel"), 2, 0.02)
    names = ["wins of seat 0", "draws", LENGTH]
    running.verdicts = verdicts_of(names, names, 0.02)
    chance = random.Random(1)
    for number in range(300):
        won = float(chance.random() < 0.5), float(chance.random() < 0.5)
        length = 50.0 + number % 3
        running.verdicts.see({names[0]: won, "draws": (0.0, 0.0), LENGTH: (length, length - 5)})
    told = [line.rpartition(": ")[2] for line in lines(running)]
    assert told == ["changed.", "undecided.", "within ±2 %."]


def test_a_change_too_small_to_matter_is_told_as_one_all_the_same() -> None:
    """A card that is seldom met: 64 of 2,000 pairs differ, and most of these lean to one side."""
    verdicts = seen("attack", 52, 12, 2000)
    assert verdicts.within
    assert verdicts.verdict == CHANGED
    assert verdicts.settled()
    assert [one.name for one in verdicts.findings() if one.verdict == CHANGED] == ["attack"]
    even = seen("attack", 80, 76, 2000)
    assert even.verdict == SAME
    assert even.settled()


def test_of_what_is_seldom_met_enough_is_seen_before_it_is_called_no_change() -> None:
    few = seen("attack", 20, 19, 600)
    assert few.verdict == SAME
    assert not few.settled()
    for number in range(2 * DIFFERING):
        met = 5.0 + (number % 2) * (-1) ** (number // 2)
        few.see({"wins of seat 0": (0.0, 0.0), LENGTH: (30.0, 30.0), "attack": (5.0, met)})
    assert few.pairs < PATIENCE * 600
    assert few.settled()


def test_what_leans_is_looked_at_for_longer_but_not_for_ever() -> None:
    first = seen("attack", 17, 2, 600)
    assert first.within
    assert first.verdict == SAME
    assert not first.settled()
    for _ in range(PATIENCE * 600):
        first.see({"wins of seat 0": (0.0, 0.0), LENGTH: (30.0, 30.0), "attack": (5.0, 5.0)})
    assert first.settled()


def test_what_has_been_known_once_stays_known() -> None:
    """A lead that chance takes back later: it was there, and 1 of 20 worlds at most shows one by chance."""
    verdicts = seen("attack", 30, 4, 600)
    assert verdicts.verdict == CHANGED
    assert verdicts.settled()
    for _ in range(60):
        verdicts.see({"wins of seat 0": (0.0, 0.0), LENGTH: (30.0, 30.0), "attack": (5.0, 4.0)})
    assert verdicts.verdict == CHANGED
    assert verdicts.within
    unseen = seen("attack", 30, 64, 660)
    assert unseen.verdict != CHANGED


def test_what_is_known_limits_the_interval() -> None:
    verdicts = verdicts_of(["wins of seat 0"], ["wins of seat 0"], 0.02)
    for number in range(600):
        verdicts.see({"wins of seat 0": (0.0, float(number % 300 == 0))})
    assert verdicts.within
    verdicts.settled()
    for _ in range(10):
        verdicts.see({"wins of seat 0": (0.0, 1.0)})
    low, high = verdicts.findings()[0].interval
    assert low <= high <= 0.02


def test_what_only_comes_more_often_does_not_end_the_question_whether_it_matters() -> None:
    """A little longer in most pairs, much shorter in some: a change; who wins more is still open."""
    verdicts = verdicts_of(["wins of seat 0", LENGTH], ["wins of seat 0", LENGTH], 0.02)
    chance = random.Random(1)
    for number in range(200):
        won = float(chance.random() < 0.5), float(chance.random() < 0.5)
        verdicts.see({"wins of seat 0": won, LENGTH: (50.0, 51.0 if number % 5 else 46.0)})
    length = verdicts.figures[LENGTH]
    assert (length.ups, length.downs) == (160, 40)
    assert length.verdict == CHANGED
    assert not length.moved
    assert verdicts.verdict == CHANGED
    assert not verdicts.settled()


def test_what_is_soon_known_is_still_looked_at_for_a_while() -> None:
    early = seen("attack", 0, 0, 16)
    for _ in range(30):
        early.see({"wins of seat 0": (1.0, 0.0), LENGTH: (30.0, 20.0), "attack": (5.0, 5.0)})
    assert early.verdict == CHANGED
    assert not early.settled()
