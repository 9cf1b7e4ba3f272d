"""Sweeps: parameters on rules and cards, the same dice at every point, and a search that reaches its aim."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper import InvalidOptions
from innkeeper.cli import main
from innkeeper.engine.game import all_games
from innkeeper.engine.positions import at, leaves
from innkeeper.lab.aims import Aim, loss, optimise, read_aims
from innkeeper.lab.study import Study
from innkeeper.lab.sweep import Readings, Sweep, Swept, play_points, read_parameter, with_value


def sweep(*varied: str, player: str = "random") -> Sweep:
    study = Study("magicduel", 2, {"preset": "tournament"}, openings=(4,))
    return Sweep(study, tuple(map(read_parameter, varied)), player).checked()


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("heal_limit=1..4", "heal_limit", (1, 2, 3, 4)),
        ("round_limit=20..60..20", "round_limit", (20, 40, 60)),
        ("heal_limit=1,4", "heal_limit", (1, 4)),
        ("champion=true,false", "champion", (True, False)),
        ("goblin-king.strike=1d10,1d12", "goblin-king.strike", ("1d10", "1d12")),
        ("shift=-2..0", "shift", (-2, -1, 0)),
    ],
)
def test_parameters_are_written_as_people_would(text: str, name: str, values: tuple[object, ...]) -> None:
    assert (read_parameter(text).name, read_parameter(text).values) == (name, values)


@pytest.mark.parametrize("text", ["heal_limit", "=1..2", "heal_limit=", "a=5..1", "a=1..9999999", "a=1,1"])
def test_a_parameter_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InvalidOptions, match="--vary"):
        read_parameter(text)


def test_one_number_on_a_card_is_changed_and_nothing_else() -> None:
    content = innkeeper.get_game("micah").content
    for name, value in (
        ("goblin-king.defense", 11),
        ("goblin-king.strike", "1d10"),
        ("goblin-king.dock.defense", 9),
    ):
        edited = with_value(content, name, value)
        assert [file for file in content.files if edited.files[file] != content.files[file]] == [
            "encounters.toml"
        ]
        before, after = (dict(leaves(one.tables("encounters.toml"))) for one in (content, edited))
        path = ("encounter", *name.split("."))
        assert {key for key in before if before[key] != after[key]} == {path}
        assert after[path] == value
    moves = with_value(innkeeper.get_game("magicduel").content, "pierce.effects.0.amount", 6)
    assert at(moves.tables("moves.toml"), ("move", "pierce", "effects", 0, "amount")) == 6
    with pytest.raises(InvalidOptions, match="did you mean 'goblin-king'"):
        with_value(content, "goblin-kin.defense", 1)
    with pytest.raises(InvalidOptions, match="did you mean 'defense'"):
        with_value(content, "goblin-king.defence", 1)


def test_every_card_number_of_every_game_can_be_varied_or_says_why_not() -> None:
    for game in all_games()[0]:
        content, varied = game.content, 0
        for file in sorted(content.files):
            for path, value in list(leaves(content.tables(file)))[:5]:
                if isinstance(value, bool) or not isinstance(value, int) or len(path) < 3:
                    continue
                name = ".".join(map(str, path[1:]))
                with suppress(InvalidOptions):  # such as a card of whom there are two
                    assert with_value(content, name, value + 1).hash != content.hash
                    varied += 1
        assert varied > 0, game.id


def test_every_point_is_played_with_the_same_dice_on_any_number_of_processes() -> None:
    made = sweep("heal_limit=1,2", "moves_per_turn=2..3")
    assert made.points == [(1, 2), (1, 3), (2, 2), (2, 3)]
    one, two = (play_points(made, made.points, 30, jobs) for jobs in (1, 2))
    for point in made.points:
        assert {name: one[point].of(name) for name in one[point].names} == {
            name: two[point].of(name) for name in two[point].names
        }
    alone = play_points(made, [(2, 3)], 30, 1)
    assert alone[2, 3].of("decisions") == one[2, 3].of("decisions")
    assert one[1, 2].of("decisions") != one[1, 3].of("decisions")


def test_a_bad_point_is_refused_before_anything_is_played() -> None:
    with pytest.raises(InvalidOptions, match="moves_per_turn"):
        sweep("moves_per_turn=1..99")
    with pytest.raises(InvalidOptions, match="one thing twice"):
        sweep("heal_limit=1", "heal_limit=2")
    with pytest.raises(InvalidOptions, match="nonsense"):
        sweep("nonsense=1")


def row(first: bool, turns: int, number: int) -> dict[str, object]:
    winners = [0] if first else [1]
    return {
        "course": f"{number:016x}",
        "players": ["a", "b"],
        "winners": winners,
        "draw": False,
        "reason": "attack",
        "decisions": 2 * turns,
        "turns": turns,
    }


def test_readings_have_intervals_and_copies_none() -> None:
    readings, copies = Readings(), Readings()
    for number in range(400):
        readings.take(row(number % 4 == 0, 10 + number % 3, number))
        copies.take(row(True, 10, 0))
    share, length = readings.of("wins of seat 0"), readings.of("turns")
    assert share.value == 0.25
    assert share.interval is not None
    assert share.interval[0] < 0.25 < share.interval[1]
    assert length.interval is not None
    assert length.interval[1] - length.interval[0] < 0.2
    assert copies.of("wins of seat 0").interval is copies.of("turns").interval is None
    assert readings.of("ended by storm").value == 0


def test_aims_are_read_and_missed_by_so_much() -> None:
    aims = read_aims("first seat 50 %, turns 12, deck Goose Company = 45%")
    assert aims == [Aim("first seat", 50), Aim("turns", 12), Aim("deck Goose Company", 45)]
    readings = Readings()
    for number in range(100):
        readings.take(row(number % 2 == 0, 12, number))
    swept: Swept = {(): readings}
    assert loss(aims[:2], readings, swept) == 0
    assert loss(read_aims("first seat 55 %"), readings, swept) == pytest.approx(1)
    assert loss(read_aims("turns 10"), readings, swept) == pytest.approx(2)
    with pytest.raises(InvalidOptions, match="did you mean 'turns'"):
        loss(read_aims("turn 3"), readings, swept)
    with pytest.raises(InvalidOptions, match="is no aim"):
        read_aims("half of all")


def test_a_search_comes_near_its_aim_and_tells_fresh_matches() -> None:
    """The more health, the longer a duel."""
    made = sweep("max_hp=5..99")
    found = optimise(made, read_aims("rounds 10"), 16, 25, 1)
    assert len(found.tried) == 16
    assert abs(found.finalists[found.best].of("rounds").value - 10) < 3
    assert found.finalists[found.best].of("rounds") != found.tried[found.best].of("rounds")
    few = optimise(sweep("max_hp=10,15,40"), read_aims("rounds 10"), 16, 25, 1)
    assert len(few.tried) == 3


def test_the_command_for_people_programs_and_browsers(tmp_path: Path) -> None:
    words = [
        "sweep",
        "magicduel",
        "--vary",
        "moves_per_turn=2..3",
        "-n",
        "20",
        "-j",
        "1",
        "--player",
        "random",
    ]
    page = tmp_path / "sweep.html"
    shown = CliRunner().invoke(main, [*words, "--page", str(page)])
    assert shown.exit_code == 0, shown.output
    assert "wins of" in shown.output
    assert "Again: innkeeper sweep magicduel --vary moves_per_turn=2..3" in shown.output
    drawn = page.read_text(encoding="utf-8")
    assert "moves_per_turn = 3" in drawn
    assert "http:" not in drawn
    assert "https:" not in drawn
    told = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert [point["values"] for point in told["points"]] == [[2], [3]]
    two = CliRunner().invoke(main, [*words, "--vary", "heal_limit=1..2", "--figure", "length"])
    assert two.exit_code == 0, two.output
    assert "heal_limit" in two.output
    both = CliRunner().invoke(main, [*words, "--vary", "heal_limit=1..2", "--page", str(page)])
    assert both.exit_code == 0, both.output
    drawn = page.read_text(encoding="utf-8")
    assert "<th>moves_per_turn ↓ heal_limit →</th>" in drawn
    sections = [one for one in re.findall(r"<section>.*?</section>", drawn) if 'class="heat"' in one]
    assert sections
    for table in sections:
        tints = [float(tint) for tint in re.findall(r"122 / (\S+)\)", table)]
        said = [float(value) for value in re.findall(r'\)">([\d.]+)', table)]
        assert len(tints) == len(said) == 4
        if "No difference" in table:
            assert set(tints) == {0}, "what is chance is not drawn as more"
            continue
        for most in (max, min):
            assert said[tints.index(most(tints))] == most(said), "the darker, the more"
    best = CliRunner().invoke(main, [*words, "--optimise", "length 40"])
    assert best.exit_code == 0, best.output
    assert "Nearest to what is wanted: moves_per_turn" in best.output
    for more, wrong in (
        (["--vary", "nonsense=1"], "nonsense"),
        (["--figure", "beauty"], "nothing is called 'beauty'"),
        (["--optimise", "beauty 3"], "nothing is called 'beauty'"),
        (["--player", "nobody"], "nobody"),
    ):
        refused = CliRunner().invoke(main, [*words, *more])
        assert refused.exit_code == 1
        assert wrong in refused.output
