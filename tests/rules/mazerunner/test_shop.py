"""MR-14: the shop."""

from __future__ import annotations

import pytest

from innkeeper import IllegalAction
from innkeeper.testing.table import kinds, only, rule
from tests.rules.mazerunner.table import SHOP, Maze


def shopping(finds: int, *shop: str, **options: object) -> Maze:
    """A runner in the shop with so many of each resource."""
    table = Maze(options=options, items=list(shop) or SHOP)
    table.outing(finds=finds)
    return table


@rule("MR-14.1")
def test_any_number_of_deals_in_any_order() -> None:
    table = shopping(5, "ginger-biscuit", "walking-stick", "butter-knife", "pepper-bomb", "firecracker")
    table.play("buy:ginger-biscuit", "trade:twine:oil", "buy:butter-knife")
    assert (table.phase, table.items(), table.bag()) == (
        "shop",
        ["ginger-biscuit", "butter-knife"],
        (1, 3, 6),
    )
    table.play("trade:oil:twine")
    assert (table.bag(), table.phase) == ((2, 3, 3), "shop")
    table.play("done")
    assert table.view()["turn"] == 2


@rule("MR-14.1")
def test_buying_or_trading_but_not_both() -> None:
    table = shopping(5, "ginger-biscuit", "walking-stick", "butter-knife", shop_choice="either")
    assert any(action.startswith("trade") for action in table.legal())
    table.play("buy:ginger-biscuit")
    assert not any(action.startswith("trade") for action in table.legal())
    with pytest.raises(IllegalAction, match="not both") as refused:
        table.play("trade:twine:oil")
    assert refused.value.clause == "MR-14.1"
    table = shopping(5, "ginger-biscuit", "walking-stick", "butter-knife", shop_choice="either")
    table.play("trade:twine:oil")
    assert not any(action.startswith("buy") for action in table.legal())
    with pytest.raises(IllegalAction, match="not both"):
        table.play("buy:ginger-biscuit")
    table.play("done")
    table.roll(1, 1)
    table.play("heal", "keep:3")
    assert any(action.startswith("buy") for action in table.legal())


@rule("MR-14.2")
def test_pay_refill_take() -> None:
    table = shopping(2, "hedge-shears", "walking-stick", "butter-knife")
    table.roll(item=["pepper-bomb"])
    events = table.play("buy:hedge-shears")
    assert kinds(events)[:3] == ["bought", "shop_filled", "item_gained"]
    filled = only(events, "shop_filled")
    assert (filled["slot"], filled["card"], filled["clause"]) == (0, "pepper-bomb", "MR-14.2")
    assert only(events, "item_gained")["clause"] == "MR-14.2"
    assert (table.bag(), table.items()) == ((0, 0, 2), ["hedge-shears"])
    assert table.table["shop"] == ["pepper-bomb", "walking-stick", "butter-knife"]


@rule("MR-14.2")
def test_what_cannot_be_bought() -> None:
    table = shopping(1, "wind-up-pony", "butter-knife", "ginger-biscuit")
    with pytest.raises(
        IllegalAction, match="Wind-Up Pony costs 2 twine, 2 chalk, 1 oil; you have 1"
    ) as refused:
        table.play("buy:wind-up-pony")
    assert refused.value.clause == "MR-14.2"
    with pytest.raises(IllegalAction, match="three slots"):
        table.play("buy:firecracker")
    assert table.legal() == ["buy:butter-knife", "buy:ginger-biscuit", "done"]


@rule("MR-14.3")
def test_three_for_one() -> None:
    table = shopping(3)
    trades = [action for action in table.legal() if action.startswith("trade")]
    kinds_ = ("twine", "chalk", "oil")
    assert trades == [f"trade:{give}:{take}" for give in kinds_ for take in kinds_ if give != take]
    traded = only(table.play("trade:chalk:oil"), "traded")
    assert (traded["from"], traded["to"], traded["rate"]) == ("chalk", "oil", 3)
    assert table.bag() == (3, 0, 4)
    with pytest.raises(IllegalAction, match="costs 3 chalk, you have 0") as refused:
        table.play("trade:chalk:twine")
    assert refused.value.clause == "MR-14.3"
    with pytest.raises(IllegalAction, match="3 of one resource"):
        table.play("trade:oil:oil")


@rule("MR-14.3", "MR-13.2")
def test_haggling_works_at_once() -> None:
    table = shopping(3, "silver-tongue", "walking-stick", "butter-knife")
    table.play("buy:silver-tongue")
    assert table.bag() == (2, 2, 2)
    traded = only(table.play("trade:twine:chalk"), "traded")
    assert (traded["rate"], table.bag()) == (2, (0, 3, 2))


@rule("MR-14.4")
def test_an_empty_slot_is_filled_as_soon_as_there_are_cards() -> None:
    table = shopping(3, "ginger-biscuit", "walking-stick", "butter-knife")
    table.stack("item", deck=[])
    filled = only(table.play("buy:ginger-biscuit"), "shop_filled")
    assert (filled["slot"], filled["card"]) == (0, None)
    table.play("buy:butter-knife")
    assert table.table["shop"] == [None, "walking-stick", None]
    events = table.play("done")
    assert "shop_filled" not in kinds(events)
    table.roll(1, 1, 1, 1, 1, monster=["cellar-dragonette"])
    table.play("explore", "keep:15", "enter:east", "base", "done", "use:ginger-biscuit")
    assert table.table["discards"]["item"] == ["ginger-biscuit"]
    table.roll(1, 1)
    table.play("heal", "keep:3")
    events = table.play("done")
    assert only(events, "deck_renewed")["size"] == 1
    filled = only(events, "shop_filled")
    assert (filled["slot"], filled["card"], filled["clause"]) == (0, "ginger-biscuit", "MR-14.4")
    assert table.table["shop"] == ["ginger-biscuit", "walking-stick", None]


@rule("MR-14.5")
def test_nothing_to_deal_with() -> None:
    table = Maze(dice=[1, 1])
    table.play("heal", "keep:3")
    assert (table.phase, table.view()["turn"]) == ("plan", 2)
