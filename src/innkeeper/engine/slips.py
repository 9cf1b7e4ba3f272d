"""What is wrong with a file that is no TOML or JSON at all, for people who have never heard of either.

Python's readers speak to programmers, and point to where they gave up; that is not always where the slip is.
"""

from __future__ import annotations

import re

_WHERE = re.compile(
    r" \(at (?:line (\d+), column (\d+)|end of document)\)|: line (\d+) column (\d+) \(char \d+\)"
)
_OPENED = re.compile(r"=\s*(?:\[|\{|\"\"\"|\'\'\')")
_KEY = re.compile(r"\s*([^=\s]+)\s*=")
_TRUTH = re.compile(r"[=,\[]\s*(true|yes|on|false|no|off)\b", re.IGNORECASE)
_TABLE = re.compile(r"Cannot (?:declare|redefine namespace|mutate immutable namespace) \((?P<steps>.*?),?\)")
_AFTER = 'after = comes text in "quotes", a whole number, true or false, a list in [ ] or a table in { }'

# How Python's reader of TOML begins, and what is probably meant.
_SLIPS = {
    "Illegal character '\\n'": "the quote at the end of this text is missing",
    "Illegal character": "a letter that nobody can see stands here; write it anew",
    "Invalid value": _AFTER,
    "Invalid statement": "a line is [table.id], or field = value, or begins with #",
    "Invalid initial character for a key part": "the name of a field or an entry is missing here; "
    "what is in { } stands on one line, without a comma at its end",
    "Expected '=' after a key": "after the name of a field comes =",
    "Expected ']' at the end of a table": "] is missing here; an id has no blanks, but hyphens",
    "Expected ']]' at the end": "]] is missing here; a card is written [table.id], in single brackets",
    "Expected newline or end of document": "the line should end here; dice, texts and words stand in "
    '"quotes", and every field on a line of its own',
    "Unclosed array": "a list is not closed: a comma or ] is missing here, or on the line before",
    "Unclosed inline table": "a table is not closed: a comma or } is missing here; it stands on one line",
    "Unterminated string": "the quotes at the end of a text are missing",
    "Unescaped '\\' in a string": "\\ means something else in quotes; write it twice",
    "Duplicate inline table key": "a field stands twice between these { }",
    "Invalid date": "this is read as a date, and is none",
}


def explained(said: str, text: str) -> tuple[int, str]:
    """The line of what keeps a text from being read at all, and what it is."""
    form, found, rest = said.partition(": ")
    if not found:  # nested too deeply, or no object
        return 1, said
    where = _WHERE.search(rest)
    numbers = [int(number) for number in where.groups() if number] if where else []
    reason = rest.replace(where[0], "") if where else rest
    lines = text.split("\n")
    if "TOML" not in form:
        return (numbers[0], said) if numbers else (1, said)
    line = numbers[0] if numbers else _opened(lines)
    written = lines[line - 1] if line <= len(lines) else ""
    at = f" (column {numbers[1]})" if numbers else ""
    return line, f"{form}: {_meant(reason, written, lines)}{at}"


def _meant(reason: str, written: str, lines: list[str]) -> str:
    if any(quote in written for quote in "“”„‘’") and reason.startswith(("Invalid", "Expected")):
        return 'quotes are straight here: ", not “ or ”'
    if twice := _TABLE.match(reason):
        heading = "[" + ".".join(re.findall(r"'([^']*)'", twice["steps"])) + "]"
        first = next((number for number, line in enumerate(lines, 1) if line.strip().startswith(heading)), 0)
        return f"{heading} stands twice" + (f", first in line {first}" if first else "")
    if reason == "Invalid value" and (truth := _TRUTH.search(written)):
        small = "true" if truth[1].lower() in ("true", "yes", "on") else "false"
        return f"{truth[1]} is written {small} here, in small letters and without quotes"
    if reason == "Cannot overwrite a value":
        key = _KEY.match(written)
        return f"{key[1] if key else 'this'} stands twice in its entry"
    return next((meant for begins, meant in _SLIPS.items() if reason.startswith(begins)), reason)


def _opened(lines: list[str]) -> int:
    """Where the last list, table or long text was opened: what has no end goes on to that of the file."""
    return next((at for at in range(len(lines), 0, -1) if _OPENED.search(lines[at - 1])), 1)
