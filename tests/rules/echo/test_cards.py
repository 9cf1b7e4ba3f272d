"""EC-7, EC-8, EC-9: what creatures, edicts and battlefields do."""

from __future__ import annotations

import pytest

from innkeeper.testing.table import only, rule
from tests.rules.echo.battles import (
    BARDS,
    CREATURES,
    EDICTS,
    FIELDS,
    WALLS,
    echo,
    fight,
    held,
    last,
    statuses,
    turn,
)


def strength(field: str, one: str, two: str, *more: str) -> int | None:
    """Seat 0's strength in a single battle."""
    found: int | None = fight(field, one, two, *more)["plays"][0]["strength"]
    return found


# EC-7 Creatures


@rule("EC-7.1.1")
def test_the_wall_ties_unless_somebody_wins_instantly() -> None:
    for rival in CREATURES[1:]:
        battle = fight("plains", "wall:rile-the-public", f"{rival}:ambush")
        if rival in ("rogue", "witch"):
            assert (battle["how"], battle["winner"]) == ("instant", 1)
        else:
            assert (battle["how"], battle["winner"]) == ("wall", None)
    assert fight("plains", "wall:rile-the-public", "monarch:gambit")["winner"] == 0


@rule("EC-7.2.1")
def test_the_seer_sees_next_turn() -> None:
    table = echo()
    turn(table, "seer:ambush", "mercenary:gambit")
    assert "seer" in statuses(table)[0]
    assert table.seat(0)["commits"] == 2
    turn(table, "witch:monarch:gambit", "rogue:ambush", "0 return:witch")
    assert "seer" not in statuses(table)[0]
    assert table.seat(0)["commits"] == 1


@rule("EC-7.3.1")
def test_the_rogue_negates_the_seer_and_nothing_else() -> None:
    for rival in CREATURES:
        if rival != "rogue":
            battle = fight("plains", "rogue:ambush", f"{rival}:gambit")
            assert battle["plays"][1]["negated"] == (rival == "seer"), rival
    table = echo("wall | seer witch bard monarch ranger | barbarian steward rogue diplomat mercenary")
    events = turn(table, "seer:ambush", "rogue:gambit")
    assert only(events, "negated")["clause"] == "EC-7.3.1"
    assert (last(table)["how"], statuses(table)[0]) == ("strength", ["barbarian"])


@rule("EC-7.3.1")
def test_the_rogue_does_not_stop_a_seer_status() -> None:
    table = echo()
    turn(table, "seer:ambush", "mercenary:gambit")
    turn(table, "witch:monarch:gambit", "rogue:ambush")
    assert table.phase == "seer"


@rule("EC-7.3.2")
def test_the_rogue_topples_monarch_and_wall() -> None:
    for rival in CREATURES:
        if rival != "rogue":
            battle = fight("plains", "rogue:ambush", f"{rival}:gambit")
            assert (battle["how"] == "instant") == (rival in ("monarch", "wall")), rival
    assert fight("plains", "rogue:ambush", "monarch:gambit")["points"] == [5, 0]
    assert fight("plains", "wall:rile-the-public", "rogue:ambush")["points"] == [0, 4]


@rule("EC-7.4.1")
def test_the_bard_sings_next_turn() -> None:
    table = echo()
    events = turn(table, "bard:ambush", "steward:gambit")
    assert statuses(table)[0] == ["bard", "barbarian"]
    told = [event for event in events if event["kind"] == "status_granted"]
    assert [(event["seat"], event["status"]) for event in told] == [(0, "bard"), (0, "barbarian")]


@rule("EC-7.5.1")
@pytest.mark.parametrize("one", EDICTS)
@pytest.mark.parametrize("two", EDICTS)
def test_the_diplomat_wins_when_edicts_agree(one: str, two: str) -> None:
    more = [
        f"{seat} name:{name}" for seat, name in ((0, "wall"), (1, "wall")) if (one, two)[seat] == "sabotage"
    ]
    table = echo(
        "wall | diplomat witch bard monarch ranger | barbarian steward rogue seer mercenary",
        "plains plains plains last-strand",
    )
    events = turn(table, f"diplomat:{one}", f"barbarian:{two}", *more)
    assert (last(table)["how"] == "instant") == (one == two)
    if one == two:
        assert only(events, "won_instantly")["clause"] == "EC-7.5.1"
        assert last(table)["winner"] == 0


@rule("EC-7.5.1")
def test_only_a_witch_stops_the_diplomat() -> None:
    for rival in CREATURES:
        if rival != "diplomat":
            battle = fight("plains", "diplomat:gambit", f"{rival}:gambit")
            assert (battle["how"] == "instant") == (rival != "witch"), rival


@rule("EC-7.6.1")
def test_the_ranger_profits_from_being_alone_at_home() -> None:
    assert strength("mountain", "ranger:rile-the-public", "bard:ambush") == 2 + 2 + 2
    assert strength("mountain", "ranger:rile-the-public", "barbarian:ambush") == 2 + 2
    assert strength("plains", "ranger:rile-the-public", "bard:ambush") == 2
    assert strength("urban", "ranger:rile-the-public", "seer:ambush") == 2
    assert strength("mountain", "ranger:rile-the-public", "witch:ambush") == 2 + 2


@rule("EC-7.7.1")
def test_the_stewards_edict_counts_double() -> None:
    assert strength("plains", "steward:gambit", "monarch:ambush") == 2 + 2
    assert strength("plains", "steward:sabotage", "monarch:ambush", "0 name:monarch") == 2 + 6
    assert strength("urban", "steward:ambush", "monarch:gambit") == 2 + 2 + 3
    assert fight("plains", "steward:rile-the-public", "monarch:gambit")["value"] == 3 + 2
    assert fight("plains", "steward:rile-the-public", "witch:gambit")["value"] == 3 + 1


@rule("EC-7.7.2")
def test_the_steward_finds_all_edicts_of_its_owner_only() -> None:
    table = echo()
    turn(table, "bard:ambush", "rogue:gambit")
    turn(table, "monarch:gambit", "diplomat:ambush")
    turn(table, "ranger:divert-attention", "steward:sabotage", "1 name:wall")
    assert held(table) == [2, 5]
    table = echo()
    turn(table, "witch:ambush", "steward:gambit")
    assert held(table) == [4, 4]


@rule("EC-7.8.1")
def test_the_barbarian_is_angry_only_with_its_status() -> None:
    for lost in (True, False):
        table = echo()
        turn(table, "monarch:ambush" if lost else "bard:ambush", "diplomat:rile-the-public")
        assert statuses(table)[1] == (["barbarian"] if lost else [])
        turn(table, "ranger:rile-the-public", "barbarian:ambush")
        assert last(table)["plays"][1]["strength"] == (5 if lost else 3)
    table = echo()
    turn(table, "monarch:ambush", "diplomat:rile-the-public")
    turn(table, "witch:rile-the-public", "barbarian:ambush")
    assert last(table)["plays"][1]["strength"] == 3  # negated


@rule("EC-7.9.1")
def test_the_witch_negates_whatever_it_meets() -> None:
    for rival in CREATURES:
        if rival != "witch":
            battle = fight("plains", "witch:ambush", f"{rival}:rile-the-public")
            assert [play["negated"] for play in battle["plays"]] == [False, True], rival
    for rival, lost in (("seer", "seer"), ("bard", "bard"), ("mercenary", "mercenary")):
        table = echo(
            f"wall | witch diplomat rogue monarch ranger | {rival} steward barbarian "
            + " ".join({"seer", "bard", "mercenary"} - {rival})
        )
        turn(table, "witch:ambush", f"{rival}:rile-the-public")
        assert lost not in statuses(table)[1]
    monarch = fight("glade", "witch:gambit", "monarch:divert-attention")
    assert (monarch["winner"], monarch["points"]) == (1, [0, 2])
    lost_monarch = fight("plains", "monarch:gambit", "witch:sabotage", "1 name:monarch")
    assert lost_monarch["points"] == [3, 0]


@rule("EC-7.9.2")
def test_the_witch_gains_no_strength_from_edicts() -> None:
    assert strength("glade", "witch:ambush", "bard:gambit") == 3 + 2
    assert strength("glade", "witch:gambit", "bard:ambush") == 3 + 2
    assert strength("plains", "witch:sabotage", "bard:ambush", "0 name:bard") == 3
    assert fight("plains", "witch:rile-the-public", "bard:ambush")["value"] == 4
    assert fight("plains", "witch:divert-attention", "bard:ambush")["value"] == 2
    assert fight("plains", "witch:gambit", "barbarian:ambush")["how"] == "level-gambit"


@rule("EC-7.9.3")
def test_the_witch_turns_walls_to_soup() -> None:
    table = echo(WALLS)
    events = turn(table, "wall:gambit", "witch:gambit")
    told = only(events, "won_instantly")
    assert (told["seat"], told["creature"], told["clause"]) == (1, "witch", "EC-7.9.3")


@rule("EC-7.10.1")
def test_the_mercenary_has_a_headache_next_turn() -> None:
    table = echo()
    turn(table, "bard:ambush", "mercenary:gambit")
    assert statuses(table)[1] == ["mercenary"]
    turn(table, "ranger:gambit", "diplomat:ambush")
    assert last(table)["plays"][1]["strength"] == 2 - 1


@rule("EC-7.11.1")
def test_the_monarch_concedes_two_unless_it_wins() -> None:
    table = echo(BARDS, "plains urban plains last-strand")
    turn(table, "witch:rile-the-public", "barbarian:rile-the-public")
    events = turn(table, "monarch:divert-attention", "steward:sabotage", "1 name:monarch")
    told = only(events, "monarch_conceded")
    assert (told["seat"], told["to"], told["amount"], told["clause"]) == (0, 1, 2, "EC-7.11.1")
    assert last(table)["points"] == [0, 3 - 2 + 2]
    assert fight("plains", "monarch:ambush", "bard:gambit")["points"] == [3, 0]
    assert fight("plains", "monarch:ambush", "wall:divert-attention")["points"] == [0, 2]
    assert fight("plains", "monarch:gambit", "wall:ambush")["points"] == [0, 3 + 2]
    assert fight("plains", "monarch:ambush", "wall:gambit")["points"] == [3, 0]
    # Neither multiplied nor limited by the floor.
    assert fight("urban", "monarch:divert-attention", "rogue:divert-attention")["points"] == [0, 0 + 2]


# EC-8 Edicts


@rule("EC-8.1")
def test_edict_numbers_are_multiplied_and_nothing_else() -> None:
    assert fight("urban", "mercenary:rile-the-public", "bard:gambit")["value"] == 3 + 2
    assert fight("urban", "mercenary:divert-attention", "seer:gambit")["value"] == 3 - 2
    assert strength("urban", "mercenary:sabotage", "bard:gambit", "0 name:bard") == 4 + 6
    assert strength("urban", "mercenary:gambit", "bard:ambush") == 4 + 2
    assert strength("urban", "bard:ambush", "mercenary:gambit") == 2 + 2 + 2
    assert fight("urban", "monarch:gambit", "rogue:ambush")["points"] == [0, 3 + 2]


@rule("EC-8.2.1")
def test_rile_raises_the_stakes_for_whoever_wins() -> None:
    assert fight("plains", "monarch:rile-the-public", "bard:gambit")["points"] == [4, 0]
    assert fight("plains", "bard:rile-the-public", "mercenary:gambit")["points"] == [0, 4]
    assert fight("plains", "bard:rile-the-public", "mercenary:rile-the-public")["points"] == [0, 5]


@rule("EC-8.2.2")
def test_rile_cancels_a_divert_whatever_the_multipliers() -> None:
    assert fight("plains", "monarch:rile-the-public", "bard:divert-attention")["value"] == 4
    assert fight("urban", "monarch:rile-the-public", "steward:divert-attention")["value"] == 3 + 2
    assert fight("plains", "steward:divert-attention", "mercenary:rile-the-public")["value"] == 3 + 1


@rule("EC-8.3.1")
def test_divert_lowers_the_stakes() -> None:
    assert fight("plains", "monarch:divert-attention", "bard:gambit")["points"] == [2, 0]
    assert fight("plains", "bard:divert-attention", "mercenary:gambit")["points"] == [0, 2]
    assert fight("plains", "bard:divert-attention", "mercenary:divert-attention")["points"] == [0, 1]


@rule("EC-8.4.1")
def test_sabotage_needs_the_right_name() -> None:
    assert strength("plains", "bard:sabotage", "monarch:ambush", "0 name:monarch") == 2 + 3
    assert strength("plains", "bard:sabotage", "monarch:ambush", "0 name:mercenary") == 2
    both = fight("plains", "bard:sabotage", "ranger:sabotage", "0 name:ranger", "1 name:bard")
    assert [play["strength"] for play in both["plays"]] == [5, 5]


@rule("EC-8.5.1", "EC-8.5.2")
def test_gambit_adds_one_and_loses_ties() -> None:
    assert strength("plains", "bard:gambit", "monarch:ambush") == 3
    assert fight("plains", "bard:gambit", "barbarian:ambush")["winner"] == 1
    assert fight("plains", "barbarian:ambush", "bard:gambit")["winner"] == 0


@rule("EC-8.6.1")
def test_ambush_needs_a_bonus() -> None:
    assert strength("glade", "bard:ambush", "monarch:gambit") == 2 + 2 + 1
    assert strength("plains", "bard:ambush", "monarch:gambit") == 2


# EC-9 Battlefields

BONUS = {
    "mountain": ["ranger", "barbarian", "mercenary"],
    "glade": ["bard", "ranger", "witch"],
    "urban": ["rogue", "bard", "diplomat", "steward"],
    "night": ["seer", "rogue", "ranger"],
    "plains": [],
    "last-strand": [],
}


@rule("EC-9.1")
@pytest.mark.parametrize("field", FIELDS)
def test_rewards_and_bonuses(field: str) -> None:
    table = echo(BARDS, f"{field} plains plains plains")
    shown = table.table["fields"][0]
    assert shown == {"id": field, "reward": 5 if field == "last-strand" else 3, "bonus": BONUS[field]}
    assert fight(field, "mercenary:ambush", "seer:gambit")["value"] == shown["reward"]
    for creature in CREATURES:
        if creature not in ("wall", "steward", "diplomat"):
            rival = "steward" if creature != "ranger" else "rogue"
            play = fight(field, f"{creature}:rile-the-public", f"{rival}:divert-attention")["plays"][0]
            assert play["bonus"] == (creature in BONUS[field])
            if creature not in ("monarch", "rogue", "ranger"):
                printed = dict(zip(CREATURES, [0, 0, 1, 2, 2, 2, 2, 3, 3, 4, 6]))[creature]
                assert play["strength"] == printed + (2 if creature in BONUS[field] else 0)


def after(field: str, one: str, two: str) -> list[list[str]]:
    """The statuses after a first battle on a field."""
    table = echo(BARDS, f"{field} plains plains plains")
    turn(table, one, two)
    return statuses(table)


@rule("EC-9.2")
def test_the_glade_rewards_its_winner() -> None:
    assert after("glade", "monarch:ambush", "barbarian:gambit") == [["glade"], []]
    assert after("glade", "ranger:gambit", "barbarian:ambush") == [["glade"], []]
    assert after("glade", "seer:gambit", "barbarian:ambush") == [["seer"], ["glade"]]
    assert after("glade", "monarch:ambush", "mercenary:sabotage")[0] == []


@rule("EC-9.3")
def test_the_mountain_rewards_its_winner() -> None:
    assert after("mountain", "monarch:gambit", "barbarian:ambush") == [["mountain"], []]
    assert after("mountain", "seer:gambit", "barbarian:ambush") == [["seer"], ["mountain"]]


@rule("EC-9.4")
def test_in_the_city_every_edict_counts_double() -> None:
    battle = fight("urban", "monarch:gambit", "bard:ambush")
    assert [play["multiplier"] for play in battle["plays"]] == [2, 2]
    assert [play["strength"] for play in battle["plays"]] == [6 + 2, 2 + 2 + 2]
    assert after("urban", "monarch:gambit", "barbarian:ambush") == [[], []]


@rule("EC-9.5")
def test_the_night_is_talked_about_by_both() -> None:
    assert after("night", "monarch:gambit", "barbarian:ambush") == [["night"], ["night"]]
    assert after("night", "monarch:gambit", "barbarian:gambit") == [["night"], ["night"]]
    table = echo(WALLS, "night plains plains plains")
    turn(table, "wall:ambush", "barbarian:ambush")
    assert statuses(table) == [["night"], ["night"]]


@rule("EC-9.6", "EC-9.7")
@pytest.mark.parametrize(("field", "reward"), [("last-strand", 5), ("plains", 3)])
def test_plain_fields_do_nothing(field: str, reward: int) -> None:
    table = echo(BARDS, f"{field} plains plains plains")
    turn(table, "monarch:gambit", "barbarian:ambush")
    assert last(table)["value"] == reward
    assert [play["multiplier"] for play in last(table)["plays"]] == [1, 1]
    assert [play["strength"] for play in last(table)["plays"]] == [7, 3]
    assert statuses(table) == [[], []]
