"""After the game: scrub, look through other eyes, check the dice, link to a moment, play on from there."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.house import TOUCH, Inn, finish, quick_table, sit_together, soon, wait_for_turn

STUDY = 120_000  # ms in which a champion has looked at a whole match, however busy the machine is


def to_the_step(page: Page, step: int) -> None:
    page.get_by_role("slider").fill(str(step))
    expect(page.get_by_role("heading", name=re.compile(rf"^Step {step} of"))).to_be_visible()


def box(of: Locator) -> dict[str, float]:
    found = of.bounding_box()
    assert found is not None
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


def within(inner: Locator, outer: Locator) -> bool:
    one, other = box(inner), box(outer)
    across = other["x"] <= one["x"] + 1 and one["right"] <= other["right"] + 1
    return across and other["y"] <= one["y"] + 1 and one["bottom"] <= other["bottom"] + 1


def comes_within(inner: Locator, outer: Locator) -> bool:
    """Once everything lies where it belongs."""
    return soon(inner.page, lambda: within(inner, outer))


def comes_in_line(one: Locator, other: Locator) -> bool:
    """One above the other, to the pixel."""

    def middle(of: Locator) -> float:
        found = box(of)
        return found["x"] + found["width"] / 2

    return soon(one.page, lambda: abs(middle(one) - middle(other)) < 1)


def finished(page: Page, inn: Inn, game: str, **more: Any) -> str:
    """A match played to its end, with its replay open; the table's id."""
    table = quick_table(page, inn, game, **more)
    finish(page, TOUCH[game])
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("slider").wait_for()
    return table


def told(page: Page, inn: Inn, table: str, seat: int | None) -> list[dict[str, Any]]:
    """The whole log as a seat, or the bench, may read it."""
    tape = page.context.request.get(f"{inn.url}api/tables/{table}/tape").json()["entries"]
    eyes = "" if seat is None else f"&as={seat}"
    answer = page.context.request.get(f"{inn.url}api/tables/{table}/replay?at={len(tape)}{eyes}")
    lines: list[dict[str, Any]] = answer.json()["lines"]
    return lines


def test_a_replay_from_the_first_step_to_practice(page: Page, inn: Inn) -> None:
    quick_table(page, inn, "echo", options={"tiebreak": "last-win"})
    finish(page, TOUCH["echo"])
    page.get_by_role("button", name="Replay").click()
    tape = page.get_by_role("slider")
    tape.wait_for()
    last = int(tape.get_attribute("max") or 0)
    assert last >= 8
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("one step back, one step on")
    page.keyboard.press("Home")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name=f"Step {last} of {last}")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_role("heading", name=f"Step 0 of {last}")).to_be_visible()
    mine = page.get_by_role("region", name="Wren").locator(".held").first.locator("span")
    expect(mine).to_have_count(5)
    rivals = page.get_by_role("region").filter(has_text="5 in hand")
    expect(rivals).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name=f"Step 2 of {last}")).to_be_visible()
    page.keyboard.press("v")
    expect(page.get_by_role("region", name="Wren")).to_contain_text("in hand")
    expect(page.get_by_role("region", name="Wren")).not_to_contain_text("Still in hand")
    expect(page.get_by_role("region").filter(has_text="Still in hand")).to_have_count(1)
    tape.fill(str(last // 2))
    expect(page.get_by_role("heading", name=f"Step {last // 2} of {last}")).to_be_visible()
    slate = page.locator(".chances")
    expect(slate).to_have_attribute("aria-busy", "false", timeout=STUDY)
    expect(slate).to_contain_text("as a champion sees it")
    said = slate.get_by_role("img").get_attribute("aria-label") or ""
    assert re.match(r".+’s chance to win, from \d+ % at the beginning to (0|100) % at the end", said), said
    expect(tape).to_have_attribute("aria-valuetext", re.compile(rf"Action {last // 2} of {last}: .* \d+ %$"))
    turns = slate.locator(".turns button")
    assert turns.count(), "from a beginning that was open to an end that is not, it must have turned"
    step = int(re.findall(r"\d+", turns.first.get_attribute("aria-label") or "")[0])
    turns.first.click()
    expect(page.get_by_role("heading", name=f"Step {step} of {last}")).to_be_visible()
    slate.get_by_label("with all cards open").check()
    expect(slate).to_have_attribute("aria-busy", "false", timeout=STUDY)
    plot = box(slate.locator(".plot"))
    page.mouse.click(plot["x"] + plot["width"] * (last // 2) / last, plot["y"] + plot["height"] / 2)
    expect(page.get_by_role("heading", name=f"Step {last // 2} of {last}")).to_be_visible()
    page.get_by_role("button", name="Check the dice").click()
    proof = page.locator(".proof")
    expect(proof).to_contain_text("In order, not proven")  # a program set the table: nothing was kept
    expect(proof).to_contain_text("kept no promise from before the match")
    with page.expect_download() as download:
        proof.get_by_role("link", name="Save the record").click()
    assert download.value.suggested_filename.endswith(".json")
    page.get_by_role("button", name="Link to this moment").click()
    page.wait_for_url(re.compile(f"at={last // 2}"))
    page.reload()
    expect(page.get_by_role("heading", name=f"Step {last // 2} of {last}")).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Practise from here").click()
    page.wait_for_selector("#bar")
    assert wait_for_turn(page)
    finish(page, TOUCH["echo"])


def test_what_was_missed_is_listed_and_leads_to_its_moment(page: Page, inn: Inn) -> None:
    """Whoever casts a shield of nothing misses the whole of it; a phone shows it as well."""
    table = quick_table(page, inn, "magicduel", preset="literal")
    for nonce, action in enumerate(("heal:0", "resign")):
        body = {"action": action, "seq": nonce, "nonce": str(nonce)}
        assert page.context.request.post(f"{inn.url}api/tables/{table}/act", data=body).ok
    page.goto(f"{inn.url}#/t/{table}/replay?at=2")
    page.get_by_role("button", name=re.compile(r"^Missed · 1")).click(timeout=STUDY)
    slip = page.get_by_role("complementary", name="What was missed")
    expect(slip).to_contain_text("Heal + Shield of 0")
    expect(slip).to_contain_text("Better: ")
    link = slip.get_by_role("link")
    expect(link).to_have_attribute("href", f"#/t/{table}/replay?at=0&eyes=0")
    link.click()
    expect(page.get_by_role("heading", name="Step 0 of 2")).to_be_visible()
    expect(
        page.get_by_role("status").filter(has_text=re.compile(r"was better by \d+ of 100"))
    ).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Step 2 of 2")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="Step 0 of 2")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("Shift+N")
    expect(page.get_by_role("heading", name="Step 0 of 2")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(slip).to_be_visible()
    assert soon(page, lambda: box(slip)["x"] >= 0 and box(slip)["right"] <= 390)
    slip.get_by_role("button", name="Close").click()
    expect(slip).to_have_count(0)


def test_a_choice_of_echo_lies_beside_how_an_equilibrium_makes_it(page: Page, other: Page, inn: Inn) -> None:
    """After the end, in the slip of what was missed: every choice with a share for each answer."""
    fields = {"fields": "custom", "field_list": ["glade", "urban", "night", "last-strand"]}
    table = sit_together(page, other, inn, "echo", options=fields)
    seen = page.context.request.get(f"{inn.url}api/tables/{table}/view").json()
    chosen = seen["decision"]["actions"][0]
    for nonce, action in enumerate((chosen["id"], "resign")):
        body = {"action": action, "seq": nonce, "nonce": str(nonce)}
        assert page.context.request.post(f"{inn.url}api/tables/{table}/act", data=body).ok
    page.goto(f"{inn.url}#/t/{table}/replay?at=2")
    page.get_by_role("button", name=re.compile(r"^Missed")).click(timeout=STUDY)
    slip = page.get_by_role("complementary", name="What was missed")
    expect(slip.get_by_role("heading", name="How an equilibrium chooses")).to_be_visible(timeout=STUDY)
    choice = slip.locator(".mixed > li")
    expect(choice).to_have_count(1)
    expect(choice.get_by_role("link")).to_have_attribute("href", f"#/t/{table}/replay?at=0&eyes=0")
    expect(choice.locator(".own")).to_contain_text(re.compile(rf"{re.escape(chosen['label'])}\s*\d+ %"))
    shares = [int(text.removesuffix(" %")) for text in choice.locator("ul b").all_inner_texts()]
    assert 95 <= sum(shares) <= 105
    choice.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Step 0 of 2")).to_be_visible()


def test_a_step_that_decides_a_battle_shows_its_result(page: Page, inn: Inn) -> None:
    table = finished(page, inn, "echo")
    lines = told(page, inn, table, 0)
    counted = next(line for line in lines if line["event"]["kind"] == "strengths_compared")
    step, turn = counted["seq"], counted["event"]["turn"]
    told_here = [line for line in lines if line["seq"] == step]
    opening = next(
        line for line in lines if line["event"]["kind"] == "turn_started" and line["event"]["turn"] == turn
    )
    reasons = ("won_instantly", "wall_tied", "gambit_broke_tie", "battle_decided")
    texts = {line["event"]["kind"]: line["text"] for line in told_here if line["event"]["turn"] == turn}
    reason = next(texts[kind] for kind in reasons if kind in texts)
    to_the_step(page, step)
    field = page.get_by_role("region", name="The battle of this step")
    expect(field.get_by_role("heading")).to_have_text(
        re.compile(opening["event"]["field"][:4], re.IGNORECASE)
    )
    left, right = (str(side["total"]) for side in counted["event"]["sides"])
    expect(field.locator(".verdict")).to_contain_text(f"{left} : {right}")
    expect(field.locator(".verdict")).to_contain_text(reason)
    expect(field.locator(".mini")).to_have_count(4)
    expect(page.locator("dl.parts .total dd")).to_have_text([left, right])
    # the ledger stands at the same step
    log = page.get_by_role("log")
    marked = log.locator('[aria-current="step"]')
    expect(marked).to_have_count(len(told_here))
    expect(marked.last).to_contain_text(told_here[-1]["text"])
    assert comes_within(marked.last, log)
    # nothing of it lies under the bar
    for part in (field, page.locator(".side").nth(0), page.locator(".side").nth(1)):
        assert comes_within(part, page.locator("#stage"))
    page.keyboard.press("End")
    expect(field.locator(".verdict")).to_be_visible()
    # a line of the ledger leads to its step
    log.get_by_role("link", name=opening["text"]).click()
    expect(page.get_by_role("heading", name=re.compile(rf"^Step {opening['seq']} of"))).to_be_visible()


def test_sealed_cards_are_seen_by_their_owner_alone(page: Page, inn: Inn) -> None:
    table = finished(page, inn, "echo")
    first = next(line for line in told(page, inn, table, None) if line["event"]["kind"] == "committed")
    owner = first["event"]["seat"]
    step = first["seq"]
    field = page.get_by_role("region", name="The battle of this step")
    eyes = page.get_by_role("combobox", name="With whose eyes")
    to_the_step(page, step)
    for seat, faces in ((str(owner), 2), (str(1 - owner), 0), ("", 0)):
        eyes.select_option(seat)
        expect(field.locator(".mini")).to_have_count(faces)
        expect(field.locator(".back")).to_have_count(2 - faces)
        expect(field.locator(".seal")).to_have_count(1)


def test_the_tape_and_the_estimate_share_their_steps(page: Page, inn: Inn) -> None:
    finished(page, inn, "echo")
    slate = page.locator(".chances")
    expect(slate).to_have_attribute("aria-busy", "false", timeout=STUDY)
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    for step in (0, 1, last // 2, last):
        to_the_step(page, step)
        ring = slate.locator(".ring")
        assert comes_in_line(ring, page.locator(".tape .rider"))
        assert comes_in_line(ring, page.locator(".marks i").nth(step))
    labels = page.locator(".marks b").all_inner_texts()
    assert len(labels) == 4, labels
    assert re.match(r"1 [A-Z]", labels[0]), labels
    remarks = slate.locator(".remark").all_inner_texts()
    assert 1 <= len(remarks) <= 3, remarks
    assert sum("% now" in remark for remark in remarks) <= 1
    assert sum("this one did it" in remark for remark in remarks) <= 1


def test_a_duel_is_seen_whole(page: Page, inn: Inn) -> None:
    finished(page, inn, "magicduel")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    stage = page.locator("#stage")
    expect(stage.locator(".side")).to_have_count(2)
    expect(stage.locator(".slip")).to_have_count(0)
    expect(page.locator(".chances")).to_be_visible()
    for width, height in ((1280, 800), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        for side in (stage.locator(".side").nth(0), stage.locator(".side").nth(1)):
            assert comes_within(side, stage)
        assert comes_within(page.locator(".tape .rider"), page.locator(".board"))


def test_on_a_phone_the_slip_leaves_the_controls_free(phone: Page, inn: Inn) -> None:
    finished(phone, inn, "echo")
    phone.get_by_role("button", name="Check the dice").click()
    proof = phone.locator(".proof")
    expect(proof).to_contain_text("In order, not proven")
    expect(phone.locator(".chances")).to_have_attribute("aria-busy", "false", timeout=STUDY)
    assert soon(phone, lambda: box(proof)["bottom"] <= box(phone.locator("section.bar"))["y"])
    assert comes_within(proof.get_by_role("button", name="Close"), proof)
    for button in phone.get_by_role("button").all():
        size = box(button)
        assert min(size["width"], size["height"]) >= 44, (
            button.get_attribute("aria-label") or button.inner_text()
        )
    proof.get_by_role("button", name="Close").click()
    expect(proof).to_have_count(0)
    assert soon(phone, lambda: phone.evaluate("document.documentElement.scrollWidth") == 360)
