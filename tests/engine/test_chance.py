"""Chance: frozen streams, fair numbers, scripted dice. A changed vector breaks every old match."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from innkeeper import Chance, FairChance, FastChance, ScriptedChance, ScriptError
from innkeeper.engine.action import Domain
from innkeeper.testing.table import rule

LETTERS = Domain("letter", list("abcdefghij"))
WORD = 2**32


class Fixed(Chance):
    """The words as given: a plug-in's own chance in plain Python."""

    def __init__(self, words: list[int]) -> None:
        super().__init__()
        self.words = words

    def word(self) -> int:
        return self.words.pop(0)

    def copy(self) -> Fixed:
        return Fixed(self.words[:])


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (0, [2297102522, 4242804496, 2805528058, 609994695]),
        (1, [3098314226, 4287568898, 2024100432, 1608336407]),
        (2**63 - 1, [687828967, 1930785257, 557370699, 842065597]),
    ],
)
def test_fast_words_are_frozen(seed: int, words: list[int]) -> None:
    chance = FastChance(seed)
    assert [chance.word() for _ in words] == words


def test_fast_words_are_sfc32() -> None:
    """The published generator, written down a second time."""
    a, b, c, counter = 0x9E3779B9, 77 & (WORD - 1), 77 >> 32, 1
    chance = FastChance(77)
    for step in range(60):
        t = (a + b + counter) % WORD
        counter = (counter + 1) % WORD
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % WORD
        c = ((((c << 21) | (c >> 11)) % WORD) + t) % WORD
        if step >= 12:
            assert chance.word() == t


def test_numbers_dice_and_shuffles_are_frozen() -> None:
    chance = FastChance(7)
    assert [chance.below(6) for _ in range(12)] == [0, 2, 2, 5, 4, 2, 2, 5, 4, 2, 2, 2]
    assert [chance.die(20) for _ in range(8)] == [2, 19, 11, 12, 19, 18, 3, 10]
    assert [FastChance(3).below(3_000_000_000) for _ in range(2)] == [1573070845] * 2
    deck = list(range(10))
    chance = FastChance(7)
    chance.shuffle("letters", deck, LETTERS)
    assert deck == [9, 7, 2, 5, 1, 8, 6, 3, 4, 0]
    assert chance.drawn == 10  # nine numbers and the shuffle itself


@rule("IN-1.7")
def test_fair_words_are_frozen_and_nonces_change_them() -> None:
    chance = FairChance(b"seed")
    assert [chance.word() for _ in range(3)] == [3012221496, 1145264352, 905205199]
    assert [chance.word() for _ in range(14)][-1] == 136988894  # the first of the second block
    chance = FairChance(b"seed", ["ann", "bob"])
    assert [chance.word() for _ in range(3)] == [1109713082, 883284745, 1424369214]
    chance = FairChance(b"seed", ["annb", "ob"])
    assert [chance.word() for _ in range(3)] == [2065730061, 1749284013, 1136371071]


@rule("IN-1.7")
def test_the_commitment_is_the_hash_of_the_seed_and_says_nothing_of_nonces() -> None:
    chance = FairChance(b"seed", ["ann"])
    assert chance.commitment == hashlib.sha256(b"seed").hexdigest()
    assert chance.describe() == {
        "kind": "fair",
        "seed": b"seed".hex(),
        "nonces": ["ann"],
        "commitment": chance.commitment,
    }


@pytest.mark.parametrize("seed", [b"", b"x" * 65])
def test_a_fair_seed_has_1_to_64_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="1 to 64 bytes"):
        FairChance(seed)


@pytest.mark.parametrize("seed", [-1, -(2**62)])
def test_a_fast_seed_is_not_negative(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        FastChance(seed)


@pytest.mark.parametrize("seed", [2**63, 2**70])
def test_a_fast_seed_has_63_bits(seed: int) -> None:
    with pytest.raises((ValueError, TypeError)):
        FastChance(seed)


def test_below_draws_again_where_a_word_would_be_unfair() -> None:
    # 2**32 = 4 * 2**30: with n = 3 * 2**30 the lowest quarter of each product is one word too many.
    n = 3 * 2**30
    assert Fixed([0, 5]).below(n) == 5 * n >> 32
    assert Fixed([1]).below(n) == n >> 32
    # For every small n, the words that are kept fall on every number equally often.
    for n in (3, 5, 6, 7):
        unfair = WORD % n
        kept = [word for word in range(n + 1) if (word * n) % WORD >= unfair]
        assert 0 not in kept
        assert 1 in kept


def test_below_is_unbiased() -> None:
    for n in (2, 3, 6, 20):
        chance = FastChance(n)
        counts = Counter(chance.below(n) for _ in range(2000 * n))
        assert sorted(counts) == list(range(n))
        spread = sum((count - 2000) ** 2 / 2000 for count in counts.values())
        assert spread < 3 * n + 12  # chi-square, far in the tail


def test_every_order_of_a_deck_is_equally_likely() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    chance = FastChance(11)
    for _ in range(6000):
        deck = [0, 1, 2]
        chance.shuffle("letters", deck, LETTERS)
        counts[tuple(deck)] += 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize(
    "chance", [FastChance(5), FairChance(b"5", ["n"]), ScriptedChance([1, 2, 3], seed=5)]
)
def test_a_copy_has_the_same_future_and_one_of_its_own(chance: Chance) -> None:
    chance.word()
    twin = chance.copy()
    ahead = [twin.word() for _ in range(40)]
    assert [chance.word() for _ in range(40)] == ahead
    assert twin.copy().describe() == chance.describe()


def test_a_copied_state_has_no_chance_to_use_up() -> None:
    with pytest.raises(RuntimeError, match="chance of its own"):
        Chance().die(6)
    assert Chance().describe() == {"kind": "none"}


def test_scripted_dice_come_as_written() -> None:
    chance = ScriptedChance([3, 1])
    assert (chance.die(6), chance.unused) == (3, [1])
    assert chance.die(2) == 1
    with pytest.raises(ScriptError, match=r"no more dice: a d6 was to be rolled after \[3, 1\]"):
        chance.die(6)
    with pytest.raises(ScriptError, match="die 1 of the script is 7, but a d6"):
        ScriptedChance([7]).die(6)
    with pytest.raises(ScriptError, match="die 1 of the script is 0"):
        ScriptedChance([0]).die(6)


def test_a_script_stacks_a_deck_once_and_leaves_the_rest_to_the_seed() -> None:
    chance = ScriptedChance(decks={"letters": ["c", "a"]}, seed=5)
    deck = list(range(10))
    chance.shuffle("letters", deck, LETTERS)
    assert deck == [1, 8, 7, 4, 9, 6, 5, 3, 0, 2]  # the top is the end: c, then a
    again = list(range(10))
    chance.shuffle("letters", again, LETTERS)
    assert again[-2:] != [0, 2]
    plain = list(range(10))
    FastChance(5).shuffle("letters", plain, LETTERS)
    assert [card for card in plain if card not in (0, 2)] == deck[:-2]


@pytest.mark.parametrize(("cards", "why"), [(["z"], "knows no card 'z'"), (["a", "a"], "does not hold 'a' ")])
def test_a_script_cannot_stack_what_is_not_there(cards: list[str], why: str) -> None:
    chance = ScriptedChance(decks={"letters": cards})
    with pytest.raises(ScriptError, match=why):
        chance.shuffle("letters", list(range(10)), LETTERS)


def test_a_script_describes_itself_as_it_was_given() -> None:
    chance = ScriptedChance([2, 3], {"letters": ["a"]}, 9)
    chance.die(6)
    chance.shuffle("letters", list(range(10)), LETTERS)
    expected = {"kind": "scripted", "dice": [2, 3], "decks": {"letters": ["a"]}, "seed": 9}
    assert chance.describe() == expected
    assert chance.copy().describe() == expected
