"""The plain client: every command of it, what it understands, and that it prints no table twice unasked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import innkeeper
from innkeeper.terminal.local import LocalTable
from innkeeper.terminal.plain import HELP, PlainTable


class Person:
    """Somebody who types these lines, and what they are told."""

    def __init__(self, table: LocalTable, *lines: str) -> None:
        self.heard: list[str] = []
        self.client = PlainTable(table, self.type, self.heard.append)
        self._lines: Iterator[str] = iter(lines)

    def type(self, prompt: str) -> str:
        self.heard.append(prompt)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    @property
    def told(self) -> str:
        return "\n".join(self.heard)


def sit(*lines: str, game: str = "magicduel", players: str = "you,greedy", seed: int = 4) -> Person:
    """Play until the lines run out."""
    names = players.split(",")
    rules = {"preset": innkeeper.get_game(game).recommended}
    match = innkeeper.new_match(game, seats=len(names), seed=seed, options=rules)
    table = LocalTable(match, names, seed=seed)
    person = Person(table, *lines)
    person.client.run()
    return person


def test_help_names_every_command() -> None:
    person = sit("help", "help words", "?")
    told = person.told
    for name in person.client.commands:
        assert any(name in known for known in " ".join(HELP).replace(",", " ").split()), name
    for name in HELP:
        assert f"  {name}" in told


def test_the_table_is_drawn_once_and_then_only_what_changed_is_told() -> None:
    told = sit("magic", "magic").told
    assert told.count("rounds left 39,") + told.count("rounds left 99,") <= 1
    assert "Traveller: health 25" in told
    assert "magic 0 to 4" in told
    assert "Table: moves left" in told


def test_look_draws_the_table_again() -> None:
    assert sit("look").told.count("Moves left") == 2 == sit("").told.count("Moves left") + 1


def test_choices_are_grouped_by_verb_and_a_verb_alone_lists_its_own() -> None:
    told = sit("attack").told
    assert "attack, 4 choices:" in told
    assert told.count("Piercing Attack on the rival   (attack:pierce:player)") == 2


@pytest.mark.parametrize("said", ["magic", "MAGIC", "mag", "gain magic", "Gain", "10"])
def test_words_and_beginnings_are_enough(said: str) -> None:
    assert "Traveller gathers 4 magic" in sit(said).told


def test_the_words_of_a_choice_may_be_shortened_each() -> None:
    assert "Traveller jabs the rival" in sit("pierc att").told
    assert "Traveller jabs the rival" in sit("att pier").told


def test_what_could_be_several_things_is_asked_again() -> None:
    told = sit("he").told
    assert "That could be help, " in told
    assert "Say a little more." in told
    assert "That could be Normal Attack on the rival, burn 0 (attack:normal:0:player), " in sit("normal").told


def test_near_misses_are_guessed_and_nothing_is_done() -> None:
    person = sit("lok", "magik", "xyzzy", "0", "99")
    assert "Did you mean look?" in person.told
    assert "Did you mean magic?" in person.told
    assert "Nothing here is called xyzzy. Type help" in person.told
    assert "There is no number 99; they go from 1 to 10." in person.told
    assert person.client.table.moment().seq == 0


def test_the_game_says_why_not() -> None:
    told = sit("summon:specter").told
    assert "Not now: Cast Specter needs 5 magic" in told
    assert "Type rule MD-" in told


def test_why_and_rule_and_card() -> None:
    told = sit("why 1", "why", "why 99", "rule MD-1.5", "rule teapot", "rule burn", "rule XX-9", "rule").told
    assert "MD-1.4 " in told
    assert "why needs the number of a line of the log, 1 to 2." in told
    assert "And " in told
    assert "The rulebook has no clause XX-9; try " in told
    assert "The rulebook has no clause (say which)" in told
    told = sit("card specter", "card spec", "cards bubble", "card nobody").told
    assert told.count("Specter: ") == 2
    assert "Bubble: " in told
    assert "has no card 'nobody'" in told


def test_nothing_that_is_told_is_markdown() -> None:
    told = sit(*(f"rule {clause}" for clause in innkeeper.get_game("magicduel").rulebook.clauses)).told
    assert "**" not in told
    assert "`" not in told
    assert "](" not in told


def test_what_says_what_a_choice_comes_to() -> None:
    told = sit("what 1", "what magic", "what 99", "what").told
    assert "Normal Attack on the rival, burn 0. " in told
    assert "health: 25 to 22" in told
    assert told.count("what needs the number of a choice, 1 to 10") == 2


def test_hint_and_undo() -> None:
    told = sit("hint", "undo", "magic", "undo").told
    assert "Champion would choose: " in told
    assert "Not now: seat 0 has not acted yet" in told
    assert "Traveller takes back Gain Magic." in told


def test_also_lists_what_nobody_waits_for() -> None:
    assert "nothing besides resign" in sit("also").told
    assert "(offer-draw)" in sit("1", "also", game="adventurer").told


def test_talk_and_consent_need_a_server() -> None:
    told = sit("say", "say hello", "yes", "no").told
    assert "say needs some words" in told
    assert "nobody to talk to" in told
    assert told.count("nobody asks to take anything back") == 2


def test_saving_resigning_and_what_works_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    person = sit(
        *("save", "save /no/such/folder/x", "resign", "no", "resign", "yes"),
        *("why 1", "log", "rule MD-1.5", "card specter", "look", "magic", f"save {path}", "quit"),
    )
    assert "save needs a file name" in person.told
    assert "That could not be written: No such file" in person.told
    assert "Won by Greedy (resign, MD-9.4)." in person.told
    assert "Only why N, rule CLAUSE" in person.told
    assert innkeeper.verify(json.loads(path.read_text())).outcome is not None


def test_again_is_another_match_on_the_next_seat() -> None:
    person = sit("again", "resign", "yes", "again")
    assert "Not now: the match is not over." in person.told
    table = person.client.next
    assert isinstance(table, LocalTable)
    assert table.players == ["greedy", "you"]
    table.close()


def test_leaving_says_that_it_is_not_the_end() -> None:
    assert "You leave the table. The match is not finished." in sit("quit").told
    assert "You leave the table." in sit("exit").told


def test_friends_at_one_keyboard_look_away() -> None:
    told = sit("magic", "", "look", players="you,you").told
    assert "Traveller 2, it is your turn. The others look away." in told
    assert "\n" * 40 in told


@pytest.mark.parametrize("game", innkeeper.game_ids())
def test_whole_games(game: str) -> None:
    """Always the first choice, or the last: it comes to an end, and no line says what only programs say."""
    for choice in ("1", "last"):
        table = LocalTable(innkeeper.new_match(game, seats=2, seed=5), ["you", "greedy"], seed=5)
        heard: list[str] = []
        asked = 0

        def answer(prompt: str, table: LocalTable = table, choice: str = choice) -> str:
            nonlocal asked
            asked += 1
            assert asked < 5000
            decision = table.moment().decision
            if decision is None or asked > 400:
                return "quit" if decision is not None else ""
            return "1" if choice == "1" else str(len(decision.actions))

        PlainTable(table, answer, heard.append).run()
        told = "\n".join(heard)
        assert "None" not in told
        assert "{'" not in told


def test_what_was_empty_before_is_told_and_a_count_never_beside_its_cards() -> None:
    told = sit("play:healing-potion", "done", game="adventurer", seed=5).told
    assert "in play more: (ref 1, card Healing Potion, slots [belt])" in told
    assert "played card yes" in told
    assert "hand no longer: Healing Potion" in told
    mine = [line for line in told.splitlines() if line.startswith("Traveller: ") and "hand no longer" in line]
    assert mine
    assert not any("cards in hand" in line for line in mine)


def test_a_list_that_grew_tells_what_came_and_not_all_of_it() -> None:
    told = sit("1", "1", "1", "1", "1", game="echo").told
    grown = [line for line in told.splitlines() if line.startswith("Table: ") and "history more: " in line]
    assert len(grown) > 1
    assert all(line.count("(turn ") == 1 for line in grown)


def test_a_card_says_what_is_said_of_it_too() -> None:
    told = sit("card plains", "card rogue", game="echo").told
    assert "Plains\nNothing to hide behind, nothing to blame." in told
    assert "Doors, walls, crowns: all just things with a weak side." in told


def test_whom_a_choice_is_about_is_called_by_name() -> None:
    """The referee knows seats only; a duel and a trade are with somebody."""
    rules = {"pvp": True, "pvp_from_round": 1, "class_pick": "random", "first_seat": "seat0"}
    match = innkeeper.new_match("micah", seats=2, seed=4, options=rules)
    table = LocalTable(match, ["you", "greedy"], seed=4)
    rival = table.names[1]
    moment = table.moment()
    assert moment.decision is not None
    labels = {one.id: one.label for one in moment.decision.actions}
    assert labels["duel:1"] == f"Challenge {rival} to a duel"
    assert moment.standing is None or not any("seat 1" in one.label for one in moment.standing.actions)
