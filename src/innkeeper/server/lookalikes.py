"""What a name looks like: two names that few could tell apart at a table have the same looks.

Accounts have names of plain letters; what guests call themselves may be of any script. So whatever looks like
a plain letter is read as that letter, marks are left out, and so is all that is neither letter nor digit.
"""

from __future__ import annotations

from unicodedata import category, normalize

# each letter of the second text looks like the one above it
_PAIRS = [
    ("aabcdeghijkmnopqrstuvwxyz", "аɑвсԁеɡһіјкмпорԛгѕтυѵԝхуʐ"),
    ("abehiknoptvxyzwudl", "αβεհικηορτνχγζωսđł"),
    ("ABEHIKMNOPTXYZ", "ΑΒΕΗΙΚΜΝΟΡΤΧΥΖ"),
    ("ABCEHIJKMOPSTXY", "АВСЕНІЈКМОРЅТХУ"),
    ("ABCDEGHJKLMPRSTVWZ", "ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ"),
    ("oongqihtbu", "øօոցզıћŧьμ"),
    ("lloH", "|ǀ\u0585Н"),
]
_LETTERS = {ord(odd): letter for letters, odds in _PAIRS for letter, odd in zip(letters, odds, strict=True)}
_ALIKE = str.maketrans("01i", "oll")  # after letters have become small ones


def looks_of(name: str) -> str:
    """The letters and digits that a reader believes to see; empty where there are none."""
    marked = normalize("NFKD", name).translate(_LETTERS)
    bare = "".join(one for one in marked if category(one)[0] in "LN")
    small = normalize("NFKD", bare.casefold()).translate(_LETTERS).translate(_ALIKE)
    return small.replace("rn", "m").replace("vv", "w")
