"""What every game promises, as one class of tests."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

import innkeeper
from innkeeper.buildgame import changed_since
from innkeeper.compiling import EXTENSION_SUFFIX

pytest.register_assert_rewrite(
    *(
        f"innkeeper.testing.on_{part}"
        for part in ("eyes", "json", "play", "records", "refusals", "secrets", "views")
    )
)

from innkeeper.testing import (  # noqa: E402
    builds,
    exhaustive,
    on_eyes,
    on_json,
    on_play,
    on_records,
    on_refusals,
    on_secrets,
    on_views,
    rules,
)


class Promises:
    """What holds for a game at every table, however it is played: drawn tables, drawn matches.

    Its tests are those of the modules `on_…`: secrecy and undo, copies and hashes, records, refusals, views,
    learners' eyes.
    """

    game: ClassVar[str]

    @pytest.fixture
    def game_id(self) -> str:
        """The game that is tested."""
        return self.game


for _module in (on_eyes, on_json, on_play, on_records, on_refusals, on_secrets, on_views):
    for _name, _test in vars(_module).items():
        if _name.startswith("test_"):
            setattr(Promises, _name, staticmethod(_test))


class Conformance(Promises):
    """All of it, for a package with one game: also that every clause has a test, that everything happens."""

    matches: ClassVar[int] = 400  # after which everything should have happened
    except_for: ClassVar[dict[str, str]] = {}  # what needs a script: "event x@XX-1.1": "test_file::test_name"

    def test_the_same_seeds_are_the_same_matches(self) -> None:
        once, again = builds.fingerprints(self.game), builds.fingerprints(self.game)
        for name, steps in once.items():
            assert steps == again[name], name

    def test_compiled_and_plain_play_the_same_matches(self, tmp_path: Path) -> None:
        folder = innkeeper.get_game(self.game).folder
        package = next(one for one in (folder, *folder.parents) if not (one.parent / "__init__.py").exists())
        if not any(path.name.endswith(EXTENSION_SUFFIX) for path in package.rglob("*")):
            pytest.skip(f"nothing of {package.name} is compiled; `innkeeper build-game` would")
        module = ".".join(folder.relative_to(package.parent).parts)
        plain = builds.played(self.game, builds.plain_copy(package, tmp_path), module)
        where = builds.first_difference(plain["matches"], builds.fingerprints(self.game))
        assert where is None, f"{where}; changed since it was compiled: {changed_since(package) or 'nothing'}"

    def test_everything_happens(self) -> None:
        report = exhaustive.explore(self.game, matches=self.matches, except_for=self.except_for)
        assert not report.missing, report

    def test_every_clause_has_a_test(self, request: pytest.FixtureRequest) -> None:
        folder = next((one for one in request.path.parents if one.name == "tests"), request.path.parent)
        book = rules.check(self.game, folder)
        assert not book.problems, "\n".join([rules.table([book]), *book.problems])
