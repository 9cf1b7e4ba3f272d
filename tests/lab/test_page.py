"""The page of a report: figures with question, answer and caveat; nothing in it is more than text."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import innkeeper
from innkeeper.cli import main
from innkeeper.lab.figures import (
    Bar,
    Columns,
    Figure,
    Grid,
    Report,
    asked,
    columns,
    half_of,
    measure_name,
    seat_name,
)
from innkeeper.lab.page import page
from innkeeper.lab.study import Study, climb
from innkeeper.lab.study_page import report_of
from innkeeper.lab.summary import Spread
from innkeeper.lab.vega import chart

EVIL = "</script><script>alert(1)</script><!--"
BARS = [Bar(EVIL, 0.25, 0.125, 0.5, "25 %"), Bar("other", 0.75, 0.5, 0.875, "75 %")]


def evil_report() -> Report:
    """A designer may call a card whatever they like."""
    figure = Figure(
        question=f"Which {EVIL}?",
        answer=EVIL,
        caveat=EVIL,
        bars=BARS,
        mark=0.5,
        columns=Columns(0.0, 3.0, 1.0, [1, 4, 2, 2], EVIL),
        grid=Grid([EVIL, "other"], [[None, 0.25], [0.75, None]]),
        lines=[EVIL],
    )
    return Report(EVIL, EVIL, [figure], [(EVIL, EVIL)], EVIL)


@pytest.mark.parametrize("vega", [False, True])
def test_no_name_becomes_more_than_text(vega: bool) -> None:
    drawn = page(evil_report(), vega)
    assert "<script>alert" not in drawn
    assert "<!--" not in drawn
    assert drawn.count("<script") == (3 if vega else 0)
    assert ("script-src" in drawn) == vega
    if vega:
        inside = re.search(r"data-chart=[^>]*>(.*?)</script>", drawn)
        assert inside is not None
        assert json.loads(inside[1])["data"]["values"][0]["what"] == EVIL


def test_bars_lie_where_their_figures_say() -> None:
    drawn = page(evil_report())
    for told in (
        'class="bar" style="width:25.00%"',
        'class="reach" style="left:12.50%;width:37.50%"',
        'class="fair" style="left:50.00%"',
        "a fair share, 50.0 %",
        '<i style="height:25.0%"></i><i style="height:100.0%"></i>',
        ">75</td>",
        "<td>–</td>",
    ):
        assert told in drawn


def test_a_chart_has_the_same_figures() -> None:
    (figure,) = evil_report().figures
    bars = chart(figure)
    assert bars is not None
    assert [row["share"] for row in bars["data"]["values"]] == [0.25, 0.75]
    assert bars["layer"][2]["data"]["values"] == [{"fair": 0.5}]
    steps = chart(msgspec.structs.replace(figure, bars=[]))
    assert steps is not None
    assert [(row["from"], row["matches"]) for row in steps["data"]["values"]] == [
        (0, 1),
        (1, 4),
        (2, 2),
        (3, 2),
    ]
    assert chart(Figure(question="", answer="", caveat="", lines=["nothing to draw"])) is None


def test_columns_hold_every_match_and_seats_are_counted_as_people_do() -> None:
    drawn = columns(Spread(((1, 5), (2, 7), (100, 1))))
    assert sum(drawn.counts) == 13
    assert len(drawn.counts) <= 24
    assert (drawn.least, drawn.most) == (1, 100)
    assert columns(Spread(((4, 5),))).counts == [5]
    assert [seat_name(seat) for seat in (0, 5, 6)] == ["First seat", "Sixth seat", "7th seat"]


def test_a_study_is_told_with_every_question_and_the_command_to_ask_again() -> None:
    game = innkeeper.get_game("adventurer")
    made = Study("adventurer", 2, {"preset": game.recommended, "health": 12})
    told = report_of(made, climb(made, ["random", "greedy"], 49, 1), 49)
    assert [figure.question for figure in told.figures] == [
        "Is it fair to every seat?",
        "Does that depend on who plays?",
        "How does it end?",
        "Decisions: how many?",
        "Turns: how many?",
        "Which deck wins?",
        "Which deck beats which?",
        "Which cards help?",
        "Is it exciting?",
        "Is there anything to decide?",
        "What is never used?",
    ]
    assert all(figure.caveat and (figure.answer or figure.lines) for figure in told.figures)
    fair, ladder = told.figures[:2]
    assert fair.mark == ladder.mark == 0.5
    assert [bar.name for bar in ladder.bars] == ["random", "greedy"]
    decks = told.figures[6].grid
    assert decks is not None
    assert len(decks.names) == 7
    assert all(decks.cells[place][place] is None for place in range(7))
    assert told.again == (
        "innkeeper study adventurer -n 49 --players random,greedy --seats 2 --preset literal -o health=12"
        " --seed 1"
    )


def test_the_command_writes_the_page_of_a_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["study", "magicduel", "-n", "10", "-j", "1", "--players", "random"]
    done = CliRunner().invoke(main, [*words, "--page", str(tmp_path / "page.html")])
    assert done.exit_code == 0, done.output
    assert "Is it fair to every seat?" in (tmp_path / "page.html").read_text(encoding="utf-8")
    nowhere = CliRunner().invoke(main, [*words, "--page", str(tmp_path / "no" / "page.html")])
    assert nowhere.exit_code == 1
    assert "cannot be written" in nowhere.output
    alone = CliRunner().invoke(main, [*words, "--interactive"])
    assert "say --page FILE, too" in alone.output
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    without = CliRunner().invoke(main, [*words, "--page", str(tmp_path / "i.html"), "--interactive"])
    assert without.exit_code == 1
    assert "pip install 'innkeeper[vega]'" in without.output
    assert not (tmp_path / "i.html").exists()


def test_what_is_noted_of_a_seat_is_called_so() -> None:
    assert measure_name("class_0", 3) == "class of the first seat"
    assert measure_name("boss_fights", 3) == "boss fights"
    assert measure_name("level_4", 3) == "level 4"
    assert asked("class_2", 3, "which") == "Class of the third seat: which?"


def test_a_command_is_broken_between_words_alone() -> None:
    drawn = page(Report("A", "B", [], [], "innkeeper study micah --seats 3 -o <b>"))
    assert "<span>--seats</span> <span>3</span>" in drawn
    assert "<span>&lt;b&gt;</span>" in drawn


def test_matches_that_are_all_alike_are_told_in_one_number() -> None:
    assert half_of(Spread(((17.0, 20),))) == "At least nine of ten matches have 17."
    assert half_of(Spread(((16.0, 10), (17.0, 10)))).endswith("nine of ten 16 to 17.")


def test_what_is_far_from_fair_is_tinted_and_nothing_else() -> None:
    """Among three, a third is fair."""
    grid = Grid(["owl", "goose"], [[None, 1 / 3], [0.0, None]], 1 / 3)
    drawn = page(Report("t", "v", [Figure(question="q", answer="a", caveat="c", grid=grid)], [], ""))
    assert '/ 0.00)">33<' in drawn
    assert '151 41 26 / 0.70)">0<' in drawn
