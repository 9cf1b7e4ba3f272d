"""The decision bar as the accessibility tree has it, in each of its states."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.house import Inn, sit_together, until, wait_for_turn


def reads(page: Page, wanted: str) -> None:
    """The bar is a region of its own and reads like this, in this order."""
    lines = "\n".join(f"  {line}" for line in wanted.strip("\n").splitlines())
    expect(page.locator("#bar")).to_match_aria_snapshot(f'- region "Your decision":\n{lines}')


def test_magicduel(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "magicduel")
    wait_for_turn(page)
    reads(
        page,
        """
- text: Wren your move
- heading "What do you do?" [level=2]
- paragraph: One move left.
- button "All 10 choices A"
""",
    )
    reads(other, '- text: Hanne you\n- heading "Waiting for Wren." [level=2]')
    page.keyboard.press("1")
    reads(
        page,
        """
- heading "Everything you have. At whom?" [level=2]
- radiogroup "Sparks":
  - radio "0"
  - radio "1"
  - radio "2" [checked]
- button "Bolt Hanne health 25 → 22, burn 0 → 2"
""",
    )
    page.keyboard.press("3")
    reads(
        page,
        """
- heading "Heal + Shield" [level=2]
- 'group "Shield: how much"':
  - button "one less"
  - 'spinbutton "Shield: how much"': "4"
  - button "one more"
- button "Heal + Shield of 4 health 25 → 25, shield 0 → 4"
""",
    )
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    reads(
        page,
        """
- dialog "All 10 choices":
  - textbox "Type to find"
  - heading "Attack" [level=3]
  - list:
    - listitem:
      - button "Normal Attack on the rival, burn 0"
  - heading "Heal + Shield of" [level=3]
  - list:
    - listitem:
      - button "Gain Magic"
""",
    )
    page.keyboard.press("Escape")
    page.locator('[data-move="specter"]').click(force=True)
    reads(page, '- alert:\n  - text: Cast Specter needs 5 magic, you have 0\n  - button "why?"')
    other.keyboard.press("m")
    other.get_by_role("button", name="Resign…").click()
    other.get_by_role("button", name="Resign and lose").click()
    reads(
        page,
        """
- heading "You win. I will move your stein closer to the fire." [level=2]
- paragraph:
  - text: The duel was given up.
  - button "why?"
- link "Back to the hall"
- button "Replay"
- button "Rematch"
""",
    )


def test_echo(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "echo")
    wait_for_turn(page)
    reads(
        page,
        """
- text: Wren your move 0 points
- heading "One creature, one edict. Nobody is looking." [level=2]
- button "All 25 choices A"
- text: Choose a creature
""",
    )
    page.keyboard.press("1")
    reads(page, '- heading [level=2]\n- button "All 25 choices A"\n- text: Choose an edict')
    page.keyboard.press("e")
    reads(page, '- text: /A win is worth .*Name theirs right/\n- button "Seal it Enter"')
    page.keyboard.press("Enter")
    reads(
        page, '- text: Wren has sealed a choice\n- heading "Yours is under wax. Waiting for Hanne." [level=2]'
    )
    for key in ("1", "q", "Enter"):
        other.keyboard.press(key)
    until(page, "asked")
    reads(
        page,
        """
- heading "Name the creature you think you are facing. Spelling is not marked." [level=2]
- paragraph: A name tells them that you do not hold that creature yourself.
- group "Your decision":
  - button /, key 1/
  - button /, key 6/
""",
    )
    page.keyboard.press("1")
    reads(page, '- group "Your decision":\n  - button /, key 1/ [pressed]\n- button /Name the .* Enter/')


def test_any_game(page: Page, other: Page, inn: Inn) -> None:
    sit_together(page, other, inn, "toy")
    wait_for_turn(page)
    reads(
        page,
        """
- text: Wren your move
- 'heading "Your choice: show." [level=2]'
- button /Show .*/
- button "Wave at Hanne"
""",
    )
    page.get_by_role("button", name="Show").first.click()
    reads(page, '- paragraph: /Show .*/\n- button "Back"\n- button /.* Enter/')
    page.keyboard.press("Enter")
    reads(page, '- heading "Waiting for Hanne." [level=2]\n- button "Take back U"')
