"""What the shared tests of all games need to know about Echo."""

from __future__ import annotations

LISTS = [
    ["night", "glade", "plains", "last-strand"],
    ["urban", "urban", "urban", "urban"],
    ["plains", "mountain", "night", "urban"],
]

VALUES = {"field_list": [None, *LISTS]}
TABLES = [{"fields": "custom", "field_list": fields} for fields in LISTS]
