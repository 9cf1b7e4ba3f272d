"""House rules, cards of one's own, and the player that looks one battle ahead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import innkeeper
from innkeeper import FastChance, InvalidContent, InvalidOptions
from innkeeper.bots import make_bot
from innkeeper.engine.playout import Policy, RandomPolicy, ask, play
from innkeeper.games.echo.ending import Position
from innkeeper.games.echo.state import Echo
from innkeeper.testing.table import Table, kinds
from tests.rules.echo.battles import BARDS, CREATURES, EDICTS, FIELDS, PLAINS, SEERS, STATUSES, echo, turn

GAME = innkeeper.get_game("echo")
BOOK = GAME.book_of(GAME.content)

# House rules


def test_the_literal_table_has_every_default() -> None:
    assert Table("echo").table["options"] == {
        "preset": "literal",
        "fields": "standard",
        "field_list": None,
        "guess_pool": "unseen",
        "guess_reveal": "early",
        "value_floor": "total",
        "tiebreak": "none",
    }
    assert [(preset.id, preset.recommended) for preset in GAME.presets] == [("literal", False)]
    assert GAME.recommended == "literal"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fields": "custom"}, "field_list: None is not a list of exactly 4 of mountain, glade"),
        ({"fields": "custom", "field_list": None}, "field_list"),
        ({"fields": "custom", "field_list": ["plains"] * 3}, "exactly 4"),
        ({"fields": "custom", "field_list": ["plains"] * 5}, "exactly 4"),
        ({"fields": "custom", "field_list": ["plains", "plains", "plains", "swamp"]}, "swamp"),
        ({"fields": "custom", "field_list": "plains"}, "field_list"),
        ({"fields": "custom", "field_list": [1, 2, 3, 4]}, "field_list"),
        ({"field_list": ["plains"] * 4}, "unless fields is custom"),
        ({"fields": "wild", "field_list": ["plains"] * 4}, "unless fields is custom"),
        ({"fields": "tame"}, "fields: 'tame' is not one of standard, wild, custom"),
        ({"guess_pool": "all"}, "guess_pool: 'all' is not one of unseen, living"),
        ({"guess_reveal": True}, "guess_reveal: True is not one of early, late"),
        ({"value_floor": 0}, "value_floor: 0 is not one of total, field, none"),
        ({"tiebreak": None}, "tiebreak: None is not one of none, last-win"),
        ({"preset": "tournament"}, "preset: 'tournament' is not one of literal"),
        ({"field": "wild"}, "unknown option 'field'"),
    ],
)
def test_other_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        innkeeper.new_match("echo", options=options, seed=1)
    assert message in str(refused.value)


def test_views_share_nothing_with_the_table() -> None:
    table = echo(BARDS, PLAINS)
    turn(table, "bard:ambush", "rogue:gambit")
    before = table.view(0)
    spoilt: Any = table.view(0)
    for part in (spoilt["table"]["options"]["field_list"], spoilt["table"]["history"], spoilt["seats"]):
        part.clear()
    spoilt["table"]["options"].clear()
    assert table.view(0) == before
    events: Any = table.match.events(0)
    events[0]["options"]["field_list"].clear()
    assert table.view(0) == before
    table.match.resign(0)
    ended: Any = table.view(0)
    ended["table"]["result"]["scores"].clear()
    assert table.view(0)["table"]["result"]["scores"] == [3, 0]
    assert table.match.outcome is not None
    assert table.match.outcome.json()["scores"] == [3, 0]


def test_the_view_has_its_fields_in_order() -> None:
    view = echo().view(0)
    assert list(view) == ["game", "turn", "phase", "to_act", "may_act", "you", "seats", "table"]
    assert (view["game"], view["you"], echo().view(None)["you"]) == ("echo", 0, None)
    seat = "seat score hand_count hand edicts spent statuses commits committed pending edict named creature"
    for shown in view["seats"]:
        assert list(shown) == [*seat.split(), "unseen_count", "unseen", "deduced_overseer"]
    table = ["fields", "field_index", "graveyard", "overseer", "options", "history", "result"]
    assert list(view["table"]) == table


def test_the_log_reads_well() -> None:
    table = echo(SEERS, "night glade plains last-strand")
    turn(table, "seer:rile-the-public", "barbarian:gambit")
    turn(table, "witch:monarch:divert-attention", "mercenary:sabotage", "1 name:monarch", "0 return:monarch")
    for viewer, hidden in ((0, False), (1, True), (None, True)):
        lines = [line.text for line in table.match.lines(viewer, {0: "Ada", 1: "Ben"})]
        assert ("Ada takes the Monarch back." in lines) != hidden
        assert ("Ada takes a creature back, unseen." in lines) == hidden
        assert "The notes are read out: nothing, Monarch." in lines
        assert "Strengths: 5 (3 printed, +2 bonus) for Ada, 4 (4 printed) for Ben." in lines
        assert "Ada scores 3 (+3 reward, +1 Night, −1 Divert Attention)." in lines
        assert not any("{" in text or "None" in text for text in lines)


def test_actions_have_labels() -> None:
    labels = {action.id: action.label for action in BOOK.main_actions(0b11, 0b10000, False)}
    assert labels == {"play:wall:ambush": "Wall with Ambush", "play:seer:ambush": "Seer with Ambush"}
    (two,) = BOOK.main_actions(0b11, 0b10000, True)
    assert (two.id, two.label) == ("play:wall:seer:ambush", "Wall and Seer with Ambush")
    assert BOOK.name.at1(0).label == "Name the Wall"
    assert BOOK.take_back.at1(10).label == "Take the Monarch back"


# Cards


def test_the_cards_of_the_box() -> None:
    assert [creature.id for creature in BOOK.creatures] == CREATURES
    assert [edict.id for edict in BOOK.edicts] == EDICTS
    assert [field.id for field in BOOK.fields] == FIELDS
    assert [status.id for status in BOOK.statuses] == STATUSES
    assert GAME.names(BOOK)["last-strand"] == "Last Strand"


def edited(file: str, old: str, new: str) -> Any:
    text = GAME.content.files[file]
    assert old in text
    return GAME.content.edited({file: text.replace(old, new, 1)})


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("creatures.toml", "strength = 6", 'strength = "six"', "creatures.toml: creature.monarch"),
        ("creatures.toml", "strength = 6", "power = 6", "creatures.toml: creature.monarch"),
        ("creatures.toml", "strength = 6", "strength = 600", "creatures.toml: creature.monarch"),
        ("creatures.toml", "[creature.wall]", "[creature.wall", "creatures.toml: this is not TOML"),
        ("creatures.toml", 'status = "seer"', 'status = "sear"', "creature.seer.effects[0].status: 'sear'"),
        ("creatures.toml", '["seer"]', '["sear"]', "creature.rogue.effects[0].ids: 'sear'"),
        ("creatures.toml", '["seer"]', "[]", "creature.rogue.effects[0].ids: names at least one"),
        ("creatures.toml", '"EC-7.3.2"', '"EC-9.9.9"', "creature.rogue.effects[1].clause: 'EC-9.9.9'"),
        (
            "creatures.toml",
            'when = "sole-bonus"',
            'when = "full-moon"',
            "creature.ranger.effects[0].when: 'full-moon'",
        ),
        ("creatures.toml", "status:barbarian", "status:angry", "creature.barbarian.effects[0].when: 'angry'"),
        ("creatures.toml", '"multiplier", amount = 1', '"multiplier", amount = -1', "amount: -1 is below 0"),
        ("creatures.toml", 'do = "force-tie"', 'do = "fly"', "creature.wall"),
        ("creatures.toml", "[creature.barbarian]", "[creature.berserk]", "[creature.barbarian]"),
        (
            "edicts.toml",
            '"divert-attention" }',
            '"divert" }',
            "edict.rile-the-public.effects[1].edict: 'divert'",
        ),
        ("edicts.toml", "[edict.ambush]", "[edict.gambit.ambush]", "edict.gambit"),
        ("fields.toml", 'status = "glade"', 'status = "glad"', "field.glade.effects[2].status: 'glad'"),
        ("fields.toml", '["seer", "rogue"', '["sear", "rogue"', "field.night.effects[1].ids: 'sear'"),
        ("statuses.toml", 'do = "enable-barbarian"', 'do = "commit-two"', "enable-barbarian"),
        ("lineups.toml", '"urban", "night"]', '"moor", "night"]', "lineup.standard.deck: 'moor'"),
        ("lineups.toml", '["mountain", "glade", "urban", "night"]', '["glade"]', "at least 4 battlefields"),
        ("lineups.toml", "[lineup.wild]", "[lineup.tame]", "there is no [lineup.wild]"),
    ],
)
def test_wrong_cards_are_refused_by_name(file: str, old: str, new: str, message: str) -> None:
    content = edited(file, old, new)
    with pytest.raises(InvalidContent) as refused:
        GAME.book(content)
    assert message in str(refused.value)


def test_the_box_has_eleven_creatures_and_five_edicts() -> None:
    creatures, edicts = GAME.content.files["creatures.toml"], GAME.content.files["edicts.toml"]
    twelve = creatures + '[creature.dragon]\nname = "Dragon"\nstrength = 9\neffects = []\n'
    with pytest.raises(InvalidContent, match="11 creatures"):
        GAME.book(GAME.content.edited({"creatures.toml": twelve}))
    six = edicts + '[edict.bribe]\nname = "Bribe"\neffects = []\n'
    with pytest.raises(InvalidContent, match="5 edicts"):
        GAME.book(GAME.content.edited({"edicts.toml": six}))


SMALL = Path(__file__).parents[3] / "examples" / "echo-small"


def test_with_fewer_creatures_the_game_begins_in_a_later_turn() -> None:
    """EC-2.4: hands of two are what the last turn begins with, and so it does."""
    small = GAME.with_content(SMALL)
    match = innkeeper.new_match("echo", seed=3, content=small.content)
    view: Any = match.view(0)
    assert (view["turn"], len(view["seats"][0]["hand"]), view["seats"][1]["hand_count"]) == (4, 2, 2)
    policy = make_bot(small, "equilibrium:5")
    chance = FastChance(3)
    while match.outcome is None:
        seat, _ = next(iter(match.pending.items()))
        match.act(seat, ask(policy, match.state, seat, chance).id)
    assert match.view(None)["turn"] == 4
    innkeeper.verify(match.record(), content=small.content)


def test_what_is_public_before_a_battle_of_a_smaller_game() -> None:
    """With seven creatures the third battle is the first: nothing came before it, whatever comes after."""
    seven = GAME.content.files["creatures.toml"].split("[creature.")
    kept = [part for part in seven if part.split("]")[0] not in ("wall", "bard", "ranger", "steward")]
    creatures = "[creature.".join(kept).replace('["monarch", "wall"]', '["monarch"]')
    creatures = creatures.replace('{ do = "win-vs", ids = ["wall"], clause = "EC-7.9.3" },', "")
    fields = (SMALL / "fields.toml").read_text(encoding="utf-8")
    content = GAME.content.edited({"creatures.toml": creatures, "fields.toml": fields})
    s = innkeeper.new_match("echo", seed=3, content=content).state
    assert isinstance(s, Echo)
    chance = FastChance(1)
    while s.turn < 4:
        s.act_at_random(chance)
    assert Position(s, 3).live == s.book.every_creature
    assert Position(s, 4).live == s.book.every_creature & ~s.graveyard
    assert [int(finished.turn) for finished in s.history] == [3]


def test_a_designers_card_changes_the_game() -> None:
    content = edited("creatures.toml", 'effects = [{ do = "grant", status = "bard" }]', "effects = []")
    content = content.edited(
        {"creatures.toml": content.files["creatures.toml"].replace("strength = 6", "strength = 1")}
    )
    match = innkeeper.new_match("echo", seed=3, content=content)
    assert match.record()["content"] == content.hash
    book = GAME.book_of(content)
    assert (book.creatures[10].strength, BOOK.creatures[10].strength) == (1, 6)


# Bots


def contest(players: list[Policy], deals: int) -> float:
    """The first player's share of the points over deals played from both sides."""
    share = 0.0
    for deal in range(deals):
        for first in (0, 1):
            s = GAME.start(BOOK, GAME.options.resolve({}, BOOK), 2, FastChance(deal), None)
            s.settle()
            play(s, players if first == 0 else players[::-1], FastChance(deal + 1))
            assert s.outcome is not None
            share += 0.5 if s.outcome.draw else first in s.outcome.winners
    return share / (2 * deals)


def test_greedy_beats_random() -> None:
    assert contest([GAME.bots["greedy"](), RandomPolicy()], 60) > 0.75


def test_greedy_answers_every_question_at_every_table() -> None:
    asked = set()
    for seed in range(30):
        options = {
            "fields": "wild",
            "guess_pool": ("unseen", "living")[seed % 2],
            "guess_reveal": ("early", "late")[seed // 2 % 2],
        }
        s = GAME.start(BOOK, GAME.options.resolve(options, BOOK), 2, FastChance(seed), None)
        s.settle()
        greedy = GAME.bots["greedy"]()
        chance = FastChance(seed)
        while not s.over:
            seat = s.decider()
            asked.add(s.phase())
            answer = greedy.choose(s.determinize(seat, chance), seat, s.actions(seat), chance)
            assert answer in s.actions(seat)
            s.act(seat, answer)
    assert asked == {"main", "sabotage", "seer"}


def test_greedy_does_not_peek() -> None:
    """Whatever the hidden cards are, it answers the same."""
    for seed in range(12):
        s = GAME.start(BOOK, GAME.options.resolve({}, BOOK), 2, FastChance(seed), None)
        s.settle()
        while not s.over:
            seat = s.decider()
            answers = {
                GAME.bots["greedy"]()
                .choose(s.determinize(seat, FastChance(other)), seat, s.actions(seat), FastChance(1))
                .id
                for other in range(4)
            }
            assert len(answers) == 1
            legal = s.actions(seat)
            s.act(seat, legal[seed % len(legal)])


def test_greedy_takes_a_sure_thing() -> None:
    """A seer who sees a monarch fights with the rogue."""
    table = echo(
        "wall | seer rogue bard witch ranger | monarch steward barbarian diplomat mercenary",
        "plains plains plains last-strand",
    )
    turn(table, "seer:ambush", "barbarian:gambit")
    turn(table, "rogue:bard:gambit", "monarch:ambush")
    s = table.match.state
    answer = GAME.bots["greedy"]().choose(s, 0, s.actions(0), FastChance(1))
    assert answer.id == "return:bard"


def test_measures() -> None:
    table = echo(BARDS, PLAINS)
    turn(table, "bard:sabotage", "diplomat:sabotage", "0 name:diplomat", "1 name:wall")
    turn(table, "witch:gambit", "mercenary:gambit")
    turn(table, "ranger:ambush", "steward:ambush")
    table.match.resign(1)
    s = table.match.state
    assert isinstance(s, Echo)
    assert GAME.measures(s) == {"battles": 3, "ties": 1, "instant": 1, "names": 2, "hits": 1, "margin": 6}
    assert "game_over" in kinds(table.match.events(None))
