"""The honesty tools notice what they are there to notice."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance
from innkeeper.engine.events import Kind
from innkeeper.engine.frame import Writer
from innkeeper.testing import Conformance, exhaustive, introspect, on_eyes, on_secrets, rules
from innkeeper.testing.players import CLOCK, FIRST, LAST, Party
from innkeeper.testing.table import rule
from innkeeper.testing.tables import Setting, is_valid, option_tables, option_values
from tests.honesty import golden, perft, seen
from tests.toy.rules import GAME, Pebbles, view

pytestmark = pytest.mark.usefixtures("toy")


# Rules


def test_clauses_are_read_from_functions_methods_parameters_and_classes() -> None:
    module = ModuleType("tests.made_up")

    def test_one() -> None: ...

    class TestMany:
        @rule("TY-1.2")
        @pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("TY-2.1"))])
        def test_two(self, x: int) -> None: ...

        @pytest.mark.skip
        @rule("TY-2.2")
        def test_three(self) -> None: ...

    def helper() -> None: ...

    for name, thing in {"test_one": rule("TY-1.1", "TY-3.1")(test_one), "TestMany": TestMany}.items():
        thing.__module__ = module.__name__
        setattr(module, name, thing)
    helper.__module__ = module.__name__
    module.helper = rule("TY-3.2")(helper)  # type: ignore[attr-defined]
    found = {where: (clauses, runs) for where, _, clauses, runs in rules._marked(module)}
    assert found == {
        "test_one": (["TY-1.1", "TY-3.1"], True),
        "TestMany.test_two": (["TY-1.2", "TY-2.1"], True),
        "TestMany.test_three": (["TY-2.2"], False),
        "helper": (["TY-3.2"], False),
    }


def test_a_clause_without_a_test_and_a_clause_that_does_not_exist_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = {clause: ["tests.x.test_y"] for clause in GAME.rulebook.clauses if clause != "TY-2.4"}
    named["TY-9.9"] = ["tests.x.test_z"]
    found = rules.Marks(named, {"tests.rules.toy.test_x": ["tests.rules.toy.test_x cannot be imported"]})
    monkeypatch.setattr(rules, "marks", lambda tests: found)
    odd = Kind("odd", "TY-8.8", "{seat:loud} does {nothing}", secret=["nothing"])
    with innkeeper.registered(_changed(kinds=[*GAME.kinds, odd])):
        book = rules.check("toy")
    assert book.problems == [
        "TY-9.9 does not exist, but is named by tests.x.test_z",
        "TY-2.4 is named by no test",
        "tests.rules.toy.test_x cannot be imported",
        "TY-8.8 does not exist, but is named by event odd",
        *(
            [
                "event odd@TY-8.8: '{seat:loud} does {nothing}' asks for 'seat' in the manner 'loud'",
                "event odd@TY-8.8: '{seat:loud} does {nothing}' asks for 'nothing'",
            ]
            * 2
        ),
        "event odd@TY-8.8: the secret 'nothing' is none of its fields",
    ]
    assert (book.tested, len(book.clauses)) == (7, 8)
    assert "87 %  FAILS" in rules.table([book])


def _changed(**changes: Any) -> innkeeper.Game:
    fields = {name: getattr(GAME, name) for name in GAME.__dataclass_fields__}
    return innkeeper.Game(**{**fields, **changes})


def test_a_game_that_cannot_be_loaded_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main(["chess"]) == 1
    assert "chess: cannot be loaded: UnknownGame: no game 'chess' is installed" in capsys.readouterr().out


# Golden playthroughs


def test_a_changed_playthrough_shows_the_difference_and_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    scenario = golden.Scenario("x", seats=3, players=["greedy", "random"], seed=4)
    assert "toy-x.txt does not exist yet" in golden.difference("toy", scenario)
    text = golden.transcript("toy", scenario)
    golden.path_of("toy", scenario).write_text(text, encoding="utf-8")
    assert golden.difference("toy", scenario) == ""
    golden.path_of("toy", scenario).write_text(text.replace("seats    3", "seats    4"), encoding="utf-8")
    changed = golden.difference("toy", scenario)
    assert "golden --write toy" in changed
    assert "-seats    4: greedy, random, greedy" in changed
    assert golden.leftovers("toy") == ["toy-x.txt"]


def test_an_environment_keeps_its_version_only_while_it_shows_the_same() -> None:
    """A column, a row and a reward that change; the other way round the number stays as it is."""
    known = {"innkeeper/Pebbles-v1": seen.fingerprint(GAME)}
    assert seen.difference(GAME, known) == ""
    assert "not written down yet" in seen.difference(GAME, {})
    for changed in (
        _changed(view=lambda s, viewer: view(s, 0)),
        _changed(seats=range(2, 4)),
        _changed(start=lambda *given: _richer(GAME.start(*given))),
    ):
        assert "raise VERSION in the eyes.py of toy" in seen.difference(changed, known)


def _richer(s: Any) -> Any:
    s.points[0] += 100
    return s


def test_a_playthrough_tells_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    text = golden.transcript("toy", golden.Scenario("x", seats=3, players=["greedy", "random"], seed=4))
    for part in (
        "Pebbles: x",
        "seed     4",
        '"hand": 2',
        "  [pebbles: only 0]",
        "1. standing, seat 0: wave:1",
        " is asked too)",
        "    of 3: draw, feel, skip",
        "  [pebble: only ",
        "  view   turn ",
        "  hash   ",
        "end      ",
    ):
        assert part in text, part
    monkeypatch.setattr(golden, "SIZE", 500)
    cut = golden.transcript("toy", golden.Scenario("x", seats=3, players=["greedy", "random"], seed=4))
    assert "lines are left out here" in cut
    assert cut.splitlines()[-1] == text.splitlines()[-1]


# Perft


def test_counting_goes_through_dice_and_sealed_choices_and_stops_at_the_end() -> None:
    opening = perft.Opening("x", {"hand": 1, "rounds": 1, "bag": "sorted"})
    assert perft.counts("toy", opening, 4) == [(1, 1)] * 5  # iron, iron: nobody scores, it is over
    opening = perft.Opening("y", {"hand": 2, "bag": "sorted"}, seed=3)
    found = perft.counts("toy", opening, 3)
    assert found[1] == (1, 1)  # two irons are one choice
    assert found[2][1] == 1


# The exhaustive runner


def test_what_never_happened_is_named() -> None:
    report = exhaustive.explore("toy", [Setting(2, {})], matches=2)
    assert {"seats 4", "option rounds=9", "option bag=sorted"} <= set(report.missing)
    assert "never: seats 4" in str(report)


def test_an_exception_needs_a_test_and_a_reason_to_be() -> None:
    report = exhaustive.explore(
        "magicduel",
        [Setting(2, {})],
        matches=3,
        except_for={
            "verb fiery": "test_exhaustive::test_nothing_is_left_out, because",
            "verb magic": "test_exhaustive::test_nothing_is_left_out",
            "verb dance": "test_exhaustive::test_nothing_is_left_out",
            "event storm_struck@MD-8.6": "test_exhaustive::test_gone",
            "event coin_tossed@MD-1.4": "test_gone::test_gone",
        },
    )
    wrong = [line for line in report.missing if line.startswith("exception")]
    assert [line.partition("'")[2].partition("'")[0] for line in wrong] == [
        "verb magic",
        "verb dance",
        "event storm_struck@MD-8.6",
        "event coin_tossed@MD-1.4",
    ]
    assert "verb fiery" not in report.missing


def test_fields_of_events_are_met_however_deep() -> None:
    assert set(exhaustive._things("f", {"a": [1, True], "b": None})) == {
        *("f=a", "f=b", "f=1", "f=true", "f=null"),
        *("a=1", "a=true", "b=null"),
    }


# Tables and players


def test_every_option_value_has_a_valid_table() -> None:
    found = option_tables("magicduel")
    game = innkeeper.get_game("magicduel")
    assert all(is_valid(game, table.options) for table in found)
    resolved = [game.options.resolve(table.options, None).json() for table in found]
    assert {options["shield_cap"] for options in resolved} >= {0, 12, 999}
    assert {options["storm_round"] for options in resolved} >= {0, 12, 500}
    assert option_values(game, "repetition_limit") == [0, 2, 3, 4, 5]
    assert option_values(game, "preset") == ["literal", "tournament", "workshop"]
    assert {table.seats for table in option_tables("toy")} == {2, 3, 4}


def test_players_answer_as_their_names_say() -> None:
    match = innkeeper.new_match("toy", seats=2, options={"hand": 3}, chance=FastChance(2))
    legal = match.pending[0].ids
    assert len(legal) > 1
    for player, expected in ((FIRST, legal[0]), (LAST, legal[-1]), (CLOCK, match.pending[0].timeout)):
        party = Party(GAME, [player, player], 1)
        choices = [party.next(match.state) for _ in range(20)]
        assert {choice.action.id for choice in choices if choice.seat == 0} == {expected}
    with pytest.raises(ValueError, match=r"toy has no player 'genius': random, .*greedy"):
        Party(GAME, ["genius"], 1)


# The kit as a package uses it


def test_the_kit_finds_a_secret_that_is_shown() -> None:
    with innkeeper.registered(_changed(view=lambda s, viewer: view(s, 0))), pytest.raises(AssertionError):
        on_secrets.test_views_show_nothing_that_a_seat_cannot_know("toy")
    on_secrets.test_views_show_nothing_that_a_seat_cannot_know("toy")


def test_the_kit_finds_a_secret_that_learners_see() -> None:
    """A stranger's game brings no eyes: what follows from its view is looked at, and told by column."""
    shown = _changed(view=lambda s, viewer: view(s, 0))
    leak = r"learners in seat [1-3] see what it cannot know: seats\["
    with innkeeper.registered(shown), pytest.raises(AssertionError, match=leak):
        on_eyes.test_learners_see_what_a_seat_may_know("toy")
    on_eyes.test_learners_see_what_a_seat_may_know("toy")


def test_a_class_of_promises_has_the_tests_of_every_module() -> None:
    tests = {name for name in dir(Conformance) if name.startswith("test_")}
    assert len(tests) >= 18
    assert {"test_a_record_survives_json_and_replays_to_the_same_match", "test_everything_happens"} <= tests


# Looking into states


class Forgetful(Pebbles):
    """A state whose engineer forgot the points in its copy and the heap in its hash."""

    def copy(self) -> Forgetful:
        new = Forgetful(self.book, self.options, self.seats)
        real = super().copy()
        for name, value in introspect.attributes(real).items():
            if name not in ("points", "chance", "log", "game"):
                setattr(new, name, value)
        return new

    def write(self, w: Writer) -> None:
        heap, self.heap = self.heap, []
        super().write(w)
        self.heap = heap


def test_a_forgotten_field_is_noticed() -> None:
    match = innkeeper.new_match("toy", seats=2, chance=FastChance(1))
    s = match.state
    assert isinstance(s, Pebbles)
    forgetful = Forgetful(s.book, s.options, 2)
    for name, value in introspect.attributes(s.copy()).items():
        if name not in ("chance", "log", "game"):
            setattr(forgetful, name, value)
    forgetful.heap = [1]
    found = list(introspect.changes(forgetful))
    assert {where for where, noticed in found if not noticed.by_copy} == {"Forgetful.points"}
    assert {where for where, noticed in found if not noticed.by_hash} == {"Forgetful.heap"}
    assert {where for where, noticed in introspect.changes(s) if not all(noticed)} == set()
    other = s.copy()
    other.hands[1][0] += 1
    assert introspect.difference(s, other).startswith("Pebbles.hands[1][0]: ")
