"""The vocabulary of the cards, verb by verb."""

from __future__ import annotations

from innkeeper.testing.table import Table, kinds, only
from tests.rules.adventurer.factory import card, factory, finished, packed, pick, refs, refused


def trick(effects: str, dice: list[int] | None = None, top_1: list[str] | None = None) -> Table:
    """Seat 0 has a card whose one action has these effects; seat 1 has had a turn."""
    made = card("trick", actions={"go": f"[own] {effects}"})
    table = packed([made], ["trick", "silver-ring", "guard-goose"], top_1 or [], dice, xp_second=9)
    table.act(0, "play:trick", "done", "rest")
    for name in top_1 or []:
        table.act(1, f"play:{name}")
    table.act(1, "done", "rest")
    return table


def test_heal_rally_xp() -> None:
    table = trick("heal(2) + rally(1d6) + xp(2d4+1)", dice=[5, 1, 4])
    xp = table.seat(0)["xp"]
    events = table.act(0, "use:1:go")
    assert pick(table, 0, "health", "willpower", "xp") == [32, 35, xp + 6]
    changes = [event for event in events if event["kind"] == "stat_changed"]
    assert [(event["stat"], event["by"], event["new"]) for event in changes] == [
        ("health", 2, 32),
        ("willpower", 5, 35),
        ("xp", 6, xp + 6),
    ]
    assert all((event["target"], event["source"], event["clause"]) == (0, 1, "AF-6.6") for event in changes)
    assert table.table["last_roll"] == {"seat": 0, "die": "2d4+1", "dice": [1, 4], "total": 6}
    finished(table)


def test_harm_and_daunt_pass_all_defenses_and_cannot_be_mended() -> None:
    table = trick("harm(3) + daunt(4)", top_1=["silver-ring", "hand-me-down-leathers"])
    table.act(0, "use:1:go")
    assert pick(table, 1, "health", "willpower", "lost") == [28, 26, {"health": 0, "willpower": 0}]


def test_tax_and_steal_leave_two() -> None:
    table = trick("steal(30)")
    xp = table.seat(0)["xp"]
    events = table.act(0, "use:1:go")
    assert pick(table, 1, "xp") == [2]
    assert pick(table, 0, "xp") == [xp + 7]
    changes = [event for event in events if event["kind"] == "stat_changed"]
    assert [(event["target"], event["by"]) for event in changes] == [(1, -7), (0, 7)]
    table = trick("tax(3)")
    table.act(0, "use:1:go")
    assert pick(table, 1, "xp") == [6]


def test_attack_with_its_own_die_is_not_stepped() -> None:
    table = trick("step(violence,2,turn) + attack(die=1d4,+2)", dice=[4])
    events = table.act(0, "use:1:go")
    hit = only(events, "damage_dealt")
    assert (hit["roll"], hit["extra"], hit["dealt"]) == (4, 2, 6)
    assert pick(table, 0, "violence_die") == ["1d6"]
    assert pick(table, 1, "lost") == [{"health": 6, "willpower": 0}]


def test_pierce_ignores_positive_defense_only() -> None:
    table = trick("attack(pierce) + parley(pierce)", top_1=["hand-me-down-leathers", "silver-ring"])
    hits = [event for event in table.act(0, "use:1:go") if event["kind"] == "damage_dealt"]
    assert [(hit["what"], hit["against"], hit["dealt"]) for hit in hits] == [
        ("attack", 0, 1),
        ("parley", 0, 1),
    ]
    table = trick("weaken(defense,2,turn) + attack(pierce)")
    hit = only(table.act(0, "use:1:go"), "damage_dealt")
    assert (hit["against"], hit["dealt"]) == (-2, 3)


def test_per_counts_own_cards_up_to_a_maximum() -> None:
    made = [
        card(
            "crew", actions={"count": "[encounter] attack(+per(item,2))", "cheer": "[own] heal(per(item,6))"}
        )
    ]
    top = ["crew", "silver-ring", "soapbox", "calling-card"]
    table = packed(made, top, [], xp_first=20)
    table.act(0, *[f"play:{name}" for name in top], "use:1:cheer")
    assert pick(table, 0, "health") == [33]
    hit = only(table.act(0, "done", "use:1:count"), "damage_dealt")
    assert (hit["roll"], hit["extra"]) == (1, 2)


def test_boost_weaken_step_and_foe_step_last_a_turn_or_a_round() -> None:
    effects = "boost(attack,1,turn) + weaken(charisma,2,round) + step(diplomacy,1,turn)"
    table = trick(f"{effects} + foe-step(violence,1,round)", top_1=["market-shortsword"])
    events = table.act(0, "use:1:go")
    started = [event for event in events if event["kind"] == "temp_started"]
    found = [(event["target"], event["what"], event["by"], event["until"]) for event in started]
    assert found == [
        (0, "attack", 1, 3),
        (1, "charisma", -2, 4),
        (0, "diplomacy", 1, 3),
        (1, "violence", -1, 4),
    ]
    assert [event["clause"] for event in started] == ["AF-2.3", "AF-2.3", "AF-2.5", "AF-2.5"]
    assert pick(table, 1, "charisma", "violence_die") == [-2, "1d4"]
    assert pick(table, 0, "attack", "diplomacy_die") == [1, "1d4"]
    table.act(0, "done", "rest")
    assert pick(table, 0, "attack", "diplomacy_die") == [0, "1d1"]
    assert pick(table, 1, "charisma", "violence_die") == [-2, "1d4"]
    table.act(1, "done", "rest")
    assert pick(table, 1, "charisma", "violence_die") == [0, "1d6"]


def test_effects_of_the_same_kind_add_up() -> None:
    table = trick("boost(attack,1,turn) + boost(attack,2,turn)")
    table.act(0, "use:1:go")
    assert pick(table, 0, "attack") == [3]


def test_mend_gives_back_what_parleys_took() -> None:
    table = factory(["soapbox", "silver-ring"], ["magistrate", "standing-objection"], dice=[6], xp_first=9)
    table.act(0, "play:soapbox", "play:silver-ring", "done", "rest")
    table.act(1, "play:magistrate", "play:standing-objection", "done", "rest")
    table.act(0, "done", "parley")
    assert pick(table, 1, "willpower", "lost") == [26, {"health": 0, "willpower": 7}]
    events = table.act(1, "use:4:object")
    assert only(events, "stat_changed")["by"] == 4
    assert pick(table, 1, "willpower") == [30]


def test_draw_as_far_as_the_deck_lasts() -> None:
    ten = {"name": "ten", "cards": {"silver-ring": 4, "guard-goose": 3, "trick": 3}}
    made = [card("trick", actions={"go": "[own] draw(5)"})]
    table = packed(made, ["trick"], [], deck_0=ten, deck_1=ten, deck_size=10, hand=7)
    table.act(0, "play:trick")
    event = only(table.act(0, "use:1:go"), "cards_drawn")
    assert (event["count"], len(event["cards"]), event["clause"]) == (2, 2, "AF-6.6")
    assert pick(table, 0, "deck_count") == [0]
    table.act(0, "done", "rest")
    table.play("play:guard-goose" if "guard-goose" in table.seat(1)["hand"] else "play:trick", "done", "rest")
    assert refused(table, 0, "use:1:go")[1] == "AF-6.5"


def test_delve_keeps_one_and_discards_the_rest_in_order() -> None:
    top = ["treasure-map", "knight", "knight", "knight", "knight", "silver-ring"]
    more = ["soapbox", "guard-goose", "bard", "guard-goose"]
    table = factory([*top, *more], ["silver-ring"], xp_first=9)
    table.act(0, "play:treasure-map", "use:1:follow")
    assert table.legal() == ["choose:bard", "choose:guard-goose", "choose:soapbox"]
    assert table.match.pending[0].timeout == "choose:bard"
    assert pick(table, 0, "deck_count") == [34]  # turned up, they still lie on the deck
    assert refused(table, 0, "choose:knight")[1] == "AF-6.6"
    assert refused(table, 1, "pass")[1] == "AF-6.6"
    event = only(table.act(0, "choose:guard-goose"), "delved")
    assert (event["cards"], event["taken"]) == (more, "guard-goose")
    assert pick(table, 0, "discard", "deck_count") == [["soapbox", "bard", "guard-goose"], 30]
    assert pick(table, 0, "hand_known") == [["guard-goose"]]


def test_no_card_is_lost_when_the_game_ends_over_a_choice() -> None:
    table = factory(["treasure-map", "knight"], ["silver-ring"], xp_first=9)
    table.act(0, "play:treasure-map", "use:1:follow")
    assert table.phase == "choose"
    table.act(1, "resign")
    assert pick(table, 0, "hand_count", "deck_count", "discard") == [5, 34, []]


def test_delve_with_one_answer_is_automatic() -> None:
    top = ["treasure-map", "knight", "knight", "knight", "knight", "silver-ring", *["guard-goose"] * 4]
    table = factory(top, xp_first=9)
    event = only(table.act(0, "play:treasure-map", "use:1:follow"), "delved")
    assert event["taken"] == "guard-goose"
    assert table.phase == "main"


def test_delve_from_a_short_deck() -> None:
    ten = {"name": "ten", "cards": {"silver-ring": 4, "guard-goose": 4, "treasure-map": 2}}
    top = ["treasure-map"] * 2 + ["guard-goose"] * 4 + ["silver-ring"] * 4
    table = factory(top, None, ten, ten, deck_size=10, hand=8, xp_first=9)
    event = only(table.act(0, "play:treasure-map", "use:1:follow"), "delved")
    assert event["cards"] == ["silver-ring"]


def test_recover_asks_for_distinct_cards_in_alphabetical_order() -> None:
    made = [card("dredge", actions={"fish": "[own] recover(weapon,jewellery)"})]
    top = ["dredge", "silver-ring", "market-shortsword", "silver-ring", "soapbox", "silver-ring"]
    table = packed(made, top, ["silver-ring"], xp_first=30)
    table.act(0, "play:dredge")
    assert refused(table, 0, "use:1:fish")[1] == "AF-6.5"
    table.act(0, "play:silver-ring", "play:silver-ring", "play:silver-ring", "play:market-shortsword")
    table.act(0, "use:1:fish")
    assert pick(table, 0, "discard", "hand_known") == [["silver-ring"], ["silver-ring"]]


def test_recover_with_a_choice() -> None:
    made = [card("dredge", actions={"fish": "[own] recover(item)"})]
    top = ["dredge", "silver-ring", "silver-ring", "sunday-hat", "sensible-helmet", "soapbox"]
    table = packed(made, top, [], xp_first=30)
    table.act(0, "play:dredge", "play:silver-ring", "play:silver-ring")
    table.act(0, "play:sunday-hat", "play:sensible-helmet", "use:1:fish")
    assert table.legal() == ["choose:silver-ring", "choose:sunday-hat"]
    assert table.table["choice"] == {"seat": 0, "verb": "recover", "options": table.legal()}
    table.act(0, "choose:sunday-hat")
    assert pick(table, 0, "discard") == [["silver-ring"]]
    event = [event for event in table.match.events(None) if event["kind"] == "card_recovered"][-1]
    assert (event["card"], event["target"], event["clause"]) == ("sunday-hat", 0, "AF-6.6")


def test_discard_at_random_counts_from_the_oldest() -> None:
    top_1 = ["silver-ring", "soapbox", "guard-goose", "sunday-hat", "travel-pack"]
    made = [card("trick", actions={"go": "[own] discard(2)"})]
    table = packed(made, ["trick"], top_1, dice=[2, 4])
    table.act(0, "play:trick")
    events = table.act(0, "use:1:go")
    assert [event["die"] for event in events if event["kind"] == "rolled"] == ["d5", "d4"]
    assert pick(table, 1, "discard", "hand") == [
        ["soapbox", "travel-pack"],
        ["silver-ring", "guard-goose", "sunday-hat"],
    ]


def test_the_last_card_is_discarded_without_a_roll() -> None:
    made = [card("trick", actions={"go": "[own] discard(9)"})]
    table = packed(made, ["trick"], ["soapbox"], hand=1)
    table.act(0, "play:trick")
    events = table.act(0, "use:1:go")
    assert "rolled" not in kinds(events)
    assert pick(table, 1, "hand_count", "discard") == [0, ["soapbox"]]


def test_break_and_bounce_ask_in_order_of_entry() -> None:
    table = trick(
        "break(weapon,jewellery) + bounce(item)", top_1=["silver-ring", "soapbox", "market-shortsword"]
    )
    table.act(0, "use:1:go")
    assert table.legal() == ["choose:2", "choose:4"]
    assert table.table["choice"] == {"seat": 0, "verb": "break", "options": ["choose:2", "choose:4"]}
    assert table.match.pending[0].actions[0].label == "Choose card 2"
    table.act(0, "choose:4")
    assert table.table["choice"]["verb"] == "bounce"
    assert table.legal() == ["choose:2", "choose:3"]
    events = table.act(0, "choose:3")
    left = only(events, "card_left")
    assert (left["why"], left["to"], left["target"], left["seat"]) == ("bounced", "hand", 1, 0)
    assert refs(table, 1) == {2: "silver-ring"}
    assert pick(table, 1, "discard", "hand_known") == [["market-shortsword"], ["soapbox"]]


def test_conditions() -> None:
    table = trick("attack(die=2d4+1) + if(dealt>=8) heal(1) + if(dealt>=9) heal(10)", dice=[3, 4])
    table.act(0, "use:1:go")
    assert pick(table, 0, "health") == [31]
    # rolled is the sum of the main dice before anything is added
    table = trick("attack(die=2d4+1,+3) + if(rolled>=7) heal(1) + if(rolled>=8) heal(10)", dice=[3, 4])
    table.act(0, "use:1:go")
    assert pick(table, 0, "health") == [31]
    table = trick("attack(die=2d4) + if(rolled<=7) heal(1) + if(rolled<=6) heal(10)", dice=[3, 4])
    table.act(0, "use:1:go")
    assert pick(table, 0, "health") == [31]


def test_the_grudge_ledger_asks_what_was_lost() -> None:
    table = factory(["market-shortsword"], ["dwarf", "grudge-ledger"], dice=[3, 2], xp_first=9, xp_second=20)
    table.act(0, "done", "rest")
    table.act(1, "play:dwarf", "play:grudge-ledger", "done", "rest")
    table.act(0, "play:market-shortsword")
    assert table.phase == "main"  # nobody hurt, nothing to settle
    table.act(0, "done", "attack")
    table.act(1, "use:2:settle")
    assert pick(table, 0, "health", "willpower") == [28, 30]
    finished(table)


def test_cards_that_break_bounce_and_discard_on_play() -> None:
    """No core card does; the clause of such an event is that of on-play effects."""
    made = [
        card("quake", on_play="break(item) + bounce(minion) + discard(1)"),
        card("idle"),
    ]
    table = packed(made, ["quake"], ["silver-ring", "guard-goose", "soapbox"], dice=[1], xp_second=9)
    table.act(0, "done", "rest")
    table.act(1, "play:silver-ring", "play:guard-goose", "done", "rest")
    events = table.act(0, "play:quake")
    left = [event for event in events if event["kind"] == "card_left"]
    assert [(event["why"], event["clause"]) for event in left] == [
        ("broken", "AF-5.8"),
        ("bounced", "AF-5.8"),
    ]
    assert only(events, "hand_discarded")["clause"] == "AF-5.8"
    finished(table)


def test_a_list_goes_on_after_a_choice() -> None:
    made = [card("quake", on_play="break(item) + heal(3) + draw(1)")]
    table = packed(made, ["quake"], ["silver-ring", "soapbox"], xp_second=9)
    table.act(0, "done", "rest")
    table.act(1, "play:silver-ring", "play:soapbox", "done", "rest")
    table.act(0, "play:quake")
    assert table.phase == "choose"
    assert pick(table, 0, "health") == [30]
    events = table.act(0, "choose:2")
    assert kinds(events) == ["card_left", "stat_changed", "cards_drawn", "on_play_resolved"]
    assert pick(table, 0, "health") == [33]


def test_a_choice_inside_a_response_belongs_to_the_responder() -> None:
    table = factory(["silver-ring", "soapbox", "guard-goose"], ["grappling-hook"], xp_first=9, xp_second=9)
    table.act(0, "play:silver-ring", "done", "rest")
    table.act(1, "play:grappling-hook", "done", "rest")
    table.act(0, "play:soapbox")
    table.act(1, "use:2:yoink")
    assert table.view()["to_act"] == [1]
    assert table.table["chain"]["responder"] == 1
    assert table.table["chain"]["links"] == [{"seat": 1, "ref": 2, "action": "yoink"}]
    table.act(1, "choose:1")
    assert refs(table, 0) == {3: "soapbox"}
    assert (table.phase, table.view()["to_act"]) == ("main", [0])
