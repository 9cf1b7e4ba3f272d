"""What the eyes of learners are held to in any position.

Eyes that a game brings and those that follow from its declared view are held to the same.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16

from innkeeper.engine.eyes import NO_CODE, Eyes
from innkeeper.engine.frame import State

UNTOUCHED = (-32_768, 32_767)  # what stands in a row before it is written


def check_blind(eyes: Eyes, s: State, seat: int, world: State) -> None:
    """A world that the seat could be in looks the same: row, mask and key."""
    seen, dealt = list(eyes.row(s, seat)), list(eyes.row(world, seat))
    differ = [name for name, one, other in zip(eyes.columns, seen, dealt) if one != other]
    assert not differ, f"learners in seat {seat} see what it cannot know: {', '.join(differ)}"
    masks = [list(eyes.mask(one, seat)) for one in (s, world)]
    differ = [name for name, one, other in zip(eyes.names, *masks) if one != other]
    assert not differ, f"the mask tells seat {seat} what it cannot know: {', '.join(differ)}"
    assert eyes.key(s, seat) == eyes.key(world, seat), f"the key tells seat {seat} what it cannot know"


def check_columns(eyes: Eyes, s: State, seat: int) -> None:
    """Every column is written, whatever stood there, and nothing beside them; each keeps its bounds."""
    for before in UNTOUCHED:
        out = vec[i16]([before] * (eyes.width + 2))
        eyes.observe(s, seat, out, 1)
        around = (out[0], out[eyes.width + 1])
        assert around == (before, before), f"`observe` writes beside its {eyes.width} columns"
        for name, low, value, high in zip(eyes.columns, eyes.low, list(out)[1:], eyes.high):
            assert low <= value <= high, f"column {name} is {value}, not from {low} to {high}"


def check_codes(eyes: Eyes, s: State, seat: int) -> None:
    """Codes and actions are one to one, and every answer that the match waits for has one."""
    menu = eyes.menu(s, seat)
    actions, codes = menu.actions, [int(code) for code in menu.codes]
    assert actions[: menu.answers] == s.actions(seat), f"an answer of seat {seat} has no code"
    assert set(actions[menu.answers :]) <= set(s.standing(seat))
    assert len(set(codes)) == len(codes), f"one code for two actions: {[action.id for action in actions]}"
    for action, code in zip(actions, codes):
        assert 0 < code < eyes.codes, f"{action.id} has the code {code}, not from 1 to {eyes.codes - 1}"
        assert eyes.code(s, seat, action) == code, f"{action.id}: `menu` and `code` differ"
        assert eyes.action(s, seat, code) is action
    mask = list(eyes.mask(s, seat))
    allowed = sorted(codes) if menu.answers else [0, *sorted(codes)]
    assert [code for code, bit in enumerate(mask) if bit] == allowed


def check_names(eyes: Eyes) -> None:
    """Every column and code has a name of its own, and every column two bounds."""
    assert len(eyes.columns) == len(set(eyes.columns)) == len(eyes.low) == len(eyes.high) == eyes.width
    for name, low, high in zip(eyes.columns, eyes.low, eyes.high):
        assert low < high, f"column {name}: spaces of learners want two bounds"
    assert len(eyes.names) == len(set(eyes.names)) == eyes.codes
    assert eyes.names[0] == "wait"
    assert NO_CODE < 0 < eyes.version
