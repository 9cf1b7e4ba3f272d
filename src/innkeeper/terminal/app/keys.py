"""The last line of every page: its keys."""

from __future__ import annotations

from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static


class Keys(Static):
    """What can be done here, each with its key; a click does it too.

    One widget: Textual's own footer is one for each key, and builds all of them anew with every question.
    """

    DEFAULT_CSS = """
    Keys {
        dock: bottom;
        height: 1;
        color: $footer-foreground;
        background: $footer-background;
        link-color: $footer-foreground;
        link-style: none;
        link-background-hover: $block-hover-background;
        link-style-hover: none;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.told: tuple[tuple[str, str, str], ...] = ()

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._tell)

    def _tell(self, page: Screen[object]) -> None:
        if not self.is_attached or page is not self.screen:
            return
        shown = [one.binding for one in page.active_bindings.values() if one.binding.show and one.enabled]
        first = {one.action: one for one in reversed(shown)}  # an action may have several keys
        told = tuple(
            (self.app.get_key_display(one), one.description, one.action)
            for one in shown
            if first[one.action] is one
        )
        if told == self.told:
            return
        self.told = told
        parts: list[Content] = []
        for key, about, action in told:
            does = Style.from_meta(
                {"@click": action if "." in action.partition("(")[0] else f"screen.{action}"}
            )
            line = Content.assemble((f" {key} ", "bold $footer-key-foreground"), f"{about} ")
            parts.append(line.stylize(does))
        self.update(Content("").join(parts), layout=False)
