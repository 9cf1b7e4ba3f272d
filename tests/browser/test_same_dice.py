"""The dice of a browser test are its own: the same in every run, and different from another test's."""

from __future__ import annotations

from pathlib import Path

from tests.browser import dice


def drawn(folder: Path) -> list[object]:
    loaded = dice.Loaded(folder / dice.NOTE)
    return [loaded.token_bytes(32), loaded.token_bytes(32), loaded.randbits(60)]


def test_dice_go_by_the_name_of_the_test(tmp_path: Path) -> None:
    note = tmp_path / dice.NOTE
    note.write_text("one", encoding="utf-8")
    first = drawn(tmp_path)
    assert first[0] != first[1]
    assert 0 <= int(str(first[2])) < 1 << 60
    assert drawn(tmp_path) == first
    note.write_text("two", encoding="utf-8")
    assert not set(drawn(tmp_path)) & set(first)
    note.unlink()
    assert drawn(tmp_path) != drawn(tmp_path)
