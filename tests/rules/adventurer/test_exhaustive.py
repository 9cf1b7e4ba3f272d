"""Everything in Adventurer Factory happens sooner or later."""

from __future__ import annotations

from innkeeper.testing.exhaustive import explore

ON_PLAY = "test_effects::test_cards_that_break_bounce_and_discard_on_play, no core card does it on play"
RECOVER = "test_effects::test_recover_with_a_choice, no core card recovers by an action"


def test_nothing_is_left_out() -> None:
    report = explore(
        "adventurer",
        matches=700,
        except_for={
            "event card_left@AF-5.8": ON_PLAY,
            "event hand_discarded@AF-5.8": ON_PLAY,
            "event card_recovered@AF-6.6": RECOVER,
        },
    )
    assert not report.missing, report
