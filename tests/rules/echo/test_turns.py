"""EC-2 to EC-5: the turn, up to the moment when all creatures lie open."""

from __future__ import annotations

import itertools

import pytest

from innkeeper import IllegalAction
from innkeeper.games.echo.state import Echo
from innkeeper.testing.table import Table, kinds, only, rule
from tests.rules.echo.battles import BARDS, CREATURES, EDICTS, SEERS, echo, finish, last, statuses, turn

NIGHT = "night glade plains last-strand"


def seeing(**options: object) -> Table:
    """Seat 0 has the seer status in turn 2 and holds bard, ranger, witch and monarch."""
    table = echo(SEERS, NIGHT, **options)
    turn(table, "seer:rile-the-public", "barbarian:gambit")
    assert statuses(table)[0] == ["seer", "night"]
    return table


# EC-2 Turns


@rule("EC-2.1", "EC-2.4")
def test_four_turns_with_five_four_three_two_creatures() -> None:
    table = echo(BARDS, "mountain glade urban last-strand")
    for number, (one, two) in enumerate(
        [
            ("bard:ambush", "rogue:ambush"),
            ("ranger:gambit", "steward:gambit"),
            ("witch:divert-attention", "diplomat:rile-the-public"),
            ("monarch:rile-the-public", "mercenary:divert-attention"),
        ]
    ):
        view = table.view()
        assert (view["turn"], view["table"]["field_index"]) == (number + 1, number)
        assert [seat["hand_count"] for seat in view["seats"]] == [5 - number] * 2
        assert [len(table.seat(seat)["hand"]) for seat in (0, 1)] == [5 - number] * 2
        events = turn(table, one, two)
        if number < 3:
            started = only(events, "turn_started")
            assert (started["turn"], started["seat"], started["clause"]) == (number + 2, None, "EC-2.1")
            assert started["field"] == ["mountain", "glade", "urban", "last-strand"][number + 1]
            assert started["statuses"] == statuses(table)
    assert table.phase == "over"
    assert [seat["hand_count"] for seat in table.view()["seats"]] == [1, 1]
    assert (table.view()["turn"], table.table["field_index"]) == (4, 3)
    assert [battle["turn"] for battle in table.table["history"]] == [1, 2, 3, 4]


@rule("EC-2.2")
def test_the_phases_of_a_turn_in_order() -> None:
    table = seeing()
    phases = [table.phase]
    events = table.act(0, "play:bard:witch:sabotage")
    phases.append(table.phase)
    events += table.act(1, "play:steward:sabotage")
    phases.append(table.phase)
    events += table.act(1, "name:bard")
    events += table.act(0, "name:steward")
    phases.append(table.phase)
    events += table.act(0, "return:bard")
    phases.append(table.phase)
    assert phases == ["main", "main", "sabotage", "seer", "main"]
    assert kinds(events) == [
        "committed",
        "committed",
        "edicts_revealed",
        "name_sealed",
        "name_sealed",
        "names_revealed",
        "creature_revealed",
        "creature_returned",
        "creature_revealed",
        "bonus_applied",
        "negated",
        "strengths_compared",
        "battle_decided",
        "points_scored",
        "creatures_buried",
        "status_granted",
        "turn_started",
    ]


@rule("EC-2.3")
@pytest.mark.parametrize("edicts", list(itertools.product(["ambush", "sabotage"], repeat=2)))
@pytest.mark.parametrize("sees", [False, True])
def test_phases_without_a_decision_are_skipped(edicts: tuple[str, str], sees: bool) -> None:
    table = seeing() if sees else echo(BARDS)
    mine = "witch:monarch" if sees else "witch"
    turn(table, f"{mine}:{edicts[0]}", f"rogue:{edicts[1]}")
    asked = [seat for seat in (0, 1) if edicts[seat] == "sabotage"]
    if asked:
        assert (table.phase, table.view()["to_act"]) == ("sabotage", asked)
        for seat in asked:
            table.act(seat, table.legal(seat)[0])
    if sees:
        assert (table.phase, table.view()["to_act"]) == ("seer", [0])
        table.act(0, table.legal(0)[0])
    assert (table.phase, table.view()["to_act"]) == ("main", [0, 1])


# EC-3 Main phase


@rule("EC-3.1")
@pytest.mark.parametrize("first", [0, 1])
def test_both_choose_sealed_in_any_order(first: int) -> None:
    table = echo()
    actions = ["play:bard:ambush", "play:rogue:gambit"]
    table.act(first, actions[first])
    other = 1 - first
    assert table.view()["to_act"] == [other]
    for viewer in (other, None):
        seat = table.seat(first, viewer=viewer)
        assert (seat["committed"], seat["pending"], seat["hand"]) == (True, None, None)
        assert (seat["edict"], seat["creature"], seat["hand_count"]) == (None, None, 5)
        event = table.match.events(viewer)[-1]
        assert (event["kind"], event["seat"]) == ("committed", first)
        assert (event["creatures"], event["edict"], event["clause"]) == (None, None, "EC-3.1")
    own = table.seat(first)
    creature, edict = actions[first].split(":")[1:]
    assert own["pending"] == {"creatures": [creature], "edict": edict, "name": None, "returned": None}
    assert table.match.events(first)[-1]["creatures"] == [creature]
    table.act(other, actions[other])
    assert [play["creature"] for play in last(table)["plays"]] == ["bard", "rogue"]


@rule("EC-3.1")
def test_nothing_the_other_seat_sees_depends_on_the_choice() -> None:
    views, logs, refusals = [], [], []
    for action in echo().legal(0):
        table = echo()
        table.act(0, action)
        views.append((table.view(1), table.view(None)))
        logs.append((table.match.events(1), table.match.events(None), table.match.lines(1)))
        with pytest.raises(IllegalAction) as refused:
            table.act(0, action)
        refusals.append((refused.value.reason, refused.value.clause))
    assert all(view == views[0] for view in views)
    assert all(log == logs[0] for log in logs)
    assert set(refusals) == {("your choice is sealed; it cannot be changed", "EC-3.1")}


@rule("EC-3.1")
def test_a_sealed_choice_binds() -> None:
    table = echo()
    table.act(0, "play:bard:ambush")
    before = table.match.hash
    with pytest.raises(IllegalAction, match="cannot be changed"):
        table.act(0, "play:witch:ambush")
    assert not table.match.can_undo(0)
    with pytest.raises(IllegalAction):
        table.match.undo(0)
    assert table.match.hash == before


@rule("EC-3.2")
def test_without_the_status_exactly_one_creature() -> None:
    table = echo()
    assert len(table.legal(0)) == 25
    assert all(action.count(":") == 2 for action in table.legal(0))
    assert table.seat(0)["commits"] == 1
    with pytest.raises(IllegalAction) as refused:
        table.act(0, "play:seer:bard:ambush")
    assert (refused.value.clause, refused.value.legal) == ("EC-3.2", tuple(table.legal(0)))


@rule("EC-3.3", "EC-10.2")
def test_with_the_seer_status_exactly_two_different_creatures() -> None:
    table = seeing()
    assert (table.seat(0)["commits"], table.seat(1)["commits"]) == (2, 1)
    hand = ["bard", "ranger", "witch", "monarch"]
    edicts = [edict for edict in EDICTS if edict != "rile-the-public"]
    assert table.legal(0) == [
        f"play:{one}:{two}:{edict}" for one, two in itertools.combinations(hand, 2) for edict in edicts
    ]
    assert len(table.legal(0)) == 24
    for action, clause in (
        ("play:bard:ambush", "EC-3.3"),
        ("play:bard:bard:ambush", "EC-3.3"),
        ("play:monarch:bard:gambit", "EC-1.3"),
        ("play:bard:wall:gambit", "EC-3.1"),
    ):
        with pytest.raises(IllegalAction) as refused:
            table.act(0, action)
        assert refused.value.clause == clause, action
    table.act(0, "play:bard:monarch:gambit")
    assert table.seat(0)["pending"]["creatures"] == ["bard", "monarch"]


@rule("EC-3.3")
def test_a_seer_in_turn_four_commits_both_cards() -> None:
    table = echo(SEERS, "plains plains plains last-strand")
    turn(table, "witch:ambush", "barbarian:ambush")
    turn(table, "bard:gambit", "steward:gambit")
    turn(table, "seer:divert-attention", "diplomat:rile-the-public")
    assert table.legal(0) == ["play:ranger:monarch:rile-the-public", "play:ranger:monarch:sabotage"]
    turn(table, "ranger:monarch:rile-the-public", "mercenary:sabotage", "1 name:ranger")
    assert table.legal(0) == ["return:ranger", "return:monarch"]
    table.act(0, "return:ranger")
    assert last(table)["plays"][0]["creature"] == "monarch"
    assert table.seat(0)["hand"] == ["ranger"]


@rule("EC-3.4")
def test_nobody_passes() -> None:
    table = echo()
    for action, clause in (("pass", "EC-3.4"), ("play:ambush", "EC-3.4"), ("play:bard", "EC-3.4")):
        with pytest.raises(IllegalAction) as refused:
            table.act(0, action)
        assert refused.value.clause == clause, action
    smallest = {"main": 99, "sabotage": 99, "seer": 99}
    for seed in range(60):
        table = Table("echo", seed=seed)
        while table.phase != "over":
            for seat in list(table.match.pending):
                legal = table.legal(seat)
                smallest[str(table.phase)] = min(smallest[str(table.phase)], len(legal))
                table.act(seat, legal[(seed + len(legal)) % len(legal)])
    assert smallest["main"] >= 2
    assert (smallest["sabotage"], smallest["seer"]) == (3, 2)


@rule("EC-3.5")
def test_edicts_are_shown_together_and_creatures_stay_down() -> None:
    table = echo()
    assert not [event for event in table.act(0, "play:bard:sabotage") if event["kind"] == "edicts_revealed"]
    events = table.act(1, "play:rogue:gambit")
    shown = only(events, "edicts_revealed")
    assert (shown["edicts"], shown["seat"], shown["clause"]) == (["sabotage", "gambit"], None, "EC-3.5")
    for viewer in (0, 1, None):
        seats = table.view(viewer)["seats"]
        assert [seat["edict"] for seat in seats] == ["sabotage", "gambit"]
        assert [seat["creature"] for seat in seats] == [None, None]
        assert [seat["committed"] for seat in seats] == [True, True]
        assert [seat["pending"] is None for seat in seats] == [viewer != 0, viewer != 1]
        # Held until the clean-up.
        assert ["sabotage" in seat["edicts"] for seat in seats] == [True, True]


# EC-4 Sabotage phase


@rule("EC-4.1")
def test_two_saboteurs_name_at_once_and_sealed() -> None:
    table = echo()
    turn(table, "bard:sabotage", "rogue:sabotage")
    assert (table.phase, table.view()["to_act"]) == ("sabotage", [0, 1])
    events = table.act(1, "name:bard")
    assert kinds(events) == ["name_sealed"]
    assert table.view()["to_act"] == [0]
    assert table.seat(1)["pending"]["name"] == "bard"
    for viewer in (0, None):
        assert table.match.events(viewer)[-1]["name"] is None
        assert table.seat(1, viewer=viewer)["named"] is None
    assert table.match.events(1)[-1]["name"] == "bard"
    with pytest.raises(IllegalAction) as refused:
        table.act(1, "name:witch")
    assert (refused.value.reason, refused.value.clause) == (
        "your name is sealed; it cannot be changed",
        "EC-4.1",
    )
    events = table.act(0, "name:rogue")
    assert only(events, "names_revealed")["names"] == ["rogue", "bard"]


@rule("EC-4.1")
def test_only_a_saboteur_names() -> None:
    table = echo()
    with pytest.raises(IllegalAction) as refused:
        table.act(0, "name:wall")
    assert refused.value.clause == "EC-4.1"
    turn(table, "bard:sabotage", "rogue:gambit")
    assert table.view()["to_act"] == [0]
    with pytest.raises(IllegalAction) as refused:
        table.act(1, "name:bard")
    assert refused.value.clause == "EC-4.1"
    with pytest.raises(IllegalAction) as refused:
        table.act(0, "play:bard:sabotage")
    assert refused.value.clause == "EC-3.5"
    table.act(0, "name:rogue")
    assert last(table)["plays"][1]["named"] is None


@rule("EC-4.2")
def test_nameable_is_what_lies_neither_in_the_graveyard_nor_in_the_own_hand() -> None:
    table = echo()
    turn(table, "bard:ambush", "rogue:gambit")
    turn(table, "witch:sabotage", "steward:ambush")
    pool = ["wall", "diplomat", "steward", "barbarian", "mercenary"]
    assert table.legal(0) == [f"name:{creature}" for creature in pool]
    for creature, where in (
        ("bard", "in the graveyard"),
        ("rogue", "in the graveyard"),
        ("witch", "in your own hand"),
        ("monarch", "in your own hand"),
    ):
        with pytest.raises(IllegalAction, match=where) as refused:
            table.act(0, f"name:{creature}")
        assert refused.value.clause == "EC-4.2"
    with pytest.raises(IllegalAction):
        table.act(0, "name:dragon")


@rule("EC-4.2")
def test_the_pool_shrinks_from_six_to_three() -> None:
    sizes = {}
    for late in range(4):
        table = echo("wall | seer witch bard monarch ranger | barbarian steward rogue diplomat mercenary")
        for number, mine in enumerate(["witch", "bard", "ranger", "monarch"]):
            edict = "sabotage" if number == late else EDICTS[[0, 1, 3, 4][number]]
            theirs = ["barbarian", "rogue", "diplomat", "mercenary"][number]
            turn(table, f"{mine}:{edict}", f"{theirs}:{EDICTS[[0, 1, 3, 4][number - 1]]}")
            if number == late:
                sizes[number + 1] = len(table.legal(0))
                break
    assert sizes == {1: 6, 2: 5, 3: 4, 4: 3}


@rule("EC-4.3")
def test_names_and_creatures_are_revealed_together() -> None:
    table = echo()
    turn(table, "bard:sabotage", "rogue:gambit")
    events = table.act(0, "name:diplomat")
    assert kinds(events)[:4] == ["name_sealed", "names_revealed", "creature_revealed", "creature_revealed"]
    names = only(events, "names_revealed")
    assert (names["names"], names["seat"], names["clause"]) == (["diplomat", None], None, "EC-4.3")
    shown = [event for event in events if event["kind"] == "creature_revealed"]
    assert [(event["seat"], event["creature"], event["clause"]) for event in shown] == [
        (0, "bard", "EC-4.3"),
        (1, "rogue", "EC-4.3"),
    ]


@rule("EC-4.3")
def test_without_sabotage_creatures_follow_the_edicts() -> None:
    events = turn(echo(), "bard:ambush", "rogue:gambit")
    assert kinds(events)[2:5] == ["edicts_revealed", "creature_revealed", "creature_revealed"]
    assert "names_revealed" not in kinds(events)


# EC-5 Seer phase


@rule("EC-5.1")
def test_the_seer_takes_one_of_two_back() -> None:
    for back, stays in (("witch", "monarch"), ("monarch", "witch")):
        table = seeing()
        turn(table, "witch:monarch:ambush", "rogue:ambush")
        assert (table.phase, table.legal(0), table.legal(1)) == (
            "seer",
            ["return:witch", "return:monarch"],
            [],
        )
        with pytest.raises(IllegalAction) as refused:
            table.act(0, "return:bard")
        assert refused.value.clause == "EC-5.1"
        with pytest.raises(IllegalAction) as refused:
            table.act(1, "return:rogue")
        assert refused.value.clause == "EC-5.1"
        table.act(0, f"return:{back}")
        assert last(table)["plays"][0]["creature"] == stays
        assert back in table.seat(0)["hand"]
        assert table.seat(0)["hand_count"] == 3


@rule("EC-5.1")
def test_the_clock_takes_the_first_one_back() -> None:
    table = seeing()
    turn(table, "witch:monarch:ambush", "rogue:ambush")
    assert table.match.pending[0].timeout == "return:witch"
    table.match.time_out(0)
    assert last(table)["plays"][0]["creature"] == "monarch"
    for viewer, action in ((0, "return:witch"), (1, None), (None, None)):
        (event,) = [event for event in table.match.events(viewer) if event["kind"] == "timed_out"]
        assert (event["decision"], event["action"]) == ("return", action)


@rule("EC-5.2")
def test_the_seer_sees_edicts_names_and_the_other_creature_first() -> None:
    table = seeing()
    turn(table, "witch:monarch:ambush", "rogue:sabotage", "1 name:witch")
    opponent = table.seat(1, viewer=0)
    assert (opponent["edict"], opponent["named"], opponent["creature"]) == ("sabotage", "witch", "rogue")


@rule("EC-5.3")
def test_nobody_else_learns_what_went_back() -> None:
    seen = []
    for other in ("bard", "ranger", "monarch"):
        table = seeing()
        pair = sorted((other, "witch"), key=CREATURES.index)
        turn(table, f"{':'.join(pair)}:ambush", "rogue:ambush")
        events = table.act(0, f"return:{other}")
        returned = only(events, "creature_returned")
        assert (returned["seat"], returned["creature"], returned["clause"]) == (0, other, "EC-5.1")
        seen.append((table.match.events(1), table.match.events(None), table.view(1), table.view(None)))
    assert seen[0] == seen[1] == seen[2]


@rule("EC-5.4")
def test_the_creature_that_stays_is_revealed_last() -> None:
    table = seeing()
    events = turn(table, "witch:monarch:ambush", "rogue:ambush")
    assert [event["seat"] for event in events if event["kind"] == "creature_revealed"] == [1]
    assert table.seat(0, viewer=1)["creature"] is None
    events = table.act(0, "return:monarch")
    shown = only(events, "creature_revealed")
    assert (shown["seat"], shown["creature"], shown["clause"]) == (0, "witch", "EC-5.4")


# What is offered, and the clock


def test_time_outs_choose_the_first_of_the_list() -> None:
    table = echo()
    for seat in (0, 1):
        assert table.match.pending[seat].timeout == table.legal(seat)[0]
    turn(table, "bard:sabotage", "rogue:gambit")
    assert table.match.pending[0].timeout == table.legal(0)[0] == "name:wall"
    table.match.time_out(0)
    assert last(table)["plays"][0]["named"] == "wall"
    for viewer, action in ((0, "name:wall"), (1, None)):
        (event,) = [event for event in table.match.events(viewer) if event["kind"] == "timed_out"]
        assert (event["decision"], event["action"]) == ("name", action)


def test_nothing_but_resigning_stands_open() -> None:
    table = echo()
    while table.phase != "over":
        assert (table.view()["may_act"], table.match.standing) == ([], {})
        for seat in list(table.match.pending):
            table.act(seat, table.legal(seat)[-1])
    finish(table)


def test_a_spent_edict_says_when() -> None:
    table = echo()
    turn(table, "bard:ambush", "rogue:gambit")
    with pytest.raises(IllegalAction) as refused:
        table.act(0, "play:witch:ambush")
    assert (refused.value.reason, refused.value.clause) == ("Ambush was spent in turn 1", "EC-6.11")
    with pytest.raises(IllegalAction) as refused:
        table.act(0, "play:bard:gambit")
    assert (refused.value.reason, refused.value.clause) == ("Bard is not in your hand", "EC-3.1")
    for nonsense in ("play:dragon:ambush", "dance", "", "PLAY:witch:gambit", "play"):
        with pytest.raises(IllegalAction) as refused:
            table.act(0, nonsense)
        assert refused.value.legal == tuple(table.legal(0))


def test_two_seers_at_once_would_both_choose_sealed() -> None:
    """There is one Seer card, so only a position made by hand has two."""
    table = seeing()
    s = table.match.state
    assert isinstance(s, Echo)
    s.rulers[1].statuses = s.rulers[0].statuses
    turn(table, "witch:monarch:ambush", "rogue:steward:ambush")
    assert (table.phase, table.view()["to_act"]) == ("seer", [0, 1])
    table.act(0, "return:witch")
    assert table.view()["to_act"] == [1]
    assert table.seat(0)["pending"]["returned"] == "witch"
    assert table.seat(0, viewer=1)["pending"] is None
    with pytest.raises(IllegalAction):
        table.act(0, "return:monarch")
    table.act(1, "return:steward")
    assert [play["creature"] for play in last(table)["plays"]] == ["monarch", "rogue"]
