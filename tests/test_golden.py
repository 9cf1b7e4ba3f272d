"""The transcripts in tests/golden are what is played, and learners are shown what their version says."""

from __future__ import annotations

import pytest

import innkeeper
from innkeeper.testing.tables import cases_of
from tests.honesty import golden, seen

CASES = cases_of(golden.scenarios)


@pytest.mark.parametrize(
    ("game_id", "scenario"), CASES, ids=[f"{game_id}-{scenario.name}" for game_id, scenario in CASES]
)
def test_transcript(game_id: str, scenario: golden.Scenario) -> None:
    assert not (changed := golden.difference(game_id, scenario)), changed


@pytest.mark.parametrize("game_id", innkeeper.game_ids())
def test_every_preset_is_written_down_and_nothing_is_left_over(game_id: str) -> None:
    found = golden.scenarios(game_id)
    game = innkeeper.get_game(game_id)
    shown = {str(scenario.options.get("preset", "literal")) for scenario in found}
    assert {preset.id for preset in game.presets} <= shown
    assert golden.leftovers(game_id) == []
    for scenario in found:
        assert golden.path_of(game_id, scenario).stat().st_size < 64_000


@pytest.mark.parametrize("game_id", innkeeper.game_ids())
def test_an_environment_that_changes_has_a_new_version(game_id: str) -> None:
    assert not (changed := seen.difference(innkeeper.get_game(game_id), seen.written())), changed
