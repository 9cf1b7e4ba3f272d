"""A card that nobody has shown to a seat is never named to it: not in any byte, over whole matches.

What is hidden is read from the true state, pile by pile, apart from what the views make of it. Everything
that reaches a seat or the bench, by WebSocket and by HTTP, is searched for ids and names of all cards.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import innkeeper
from innkeeper.engine.frame import State, seats_of
from innkeeper.engine.game import all_games
from innkeeper.engine.record import positions
from tests.server.client import Api, Seat
from tests.server.running import Running
from tests.server.test_leaks import SECRETIVE

GAMES = [game.id for game in all_games()[0]]
MATCHES = max(1, int(os.environ.get("INNKEEPER_EXAMPLES", "10")) // 10)
ENTRIES = 300  # of the longest matches
EVERY = 30  # entries between two looks by HTTP

SEATS = {"mazerunner": 3, "micah": 4}

# Parts of a message that name things everybody knows by the rules, or that the seat worked out itself.
KNOWN: dict[str, frozenset[str]] = {
    # battlefields say who they favour; `unseen` is all cards but those the seat has seen, and `about` speaks
    # of it; a name may be any creature; echoes and questions are called after creatures
    "echo": frozenset({"fields", "field_list", "unseen", "about", "status", "statuses", "phase", "sabotage"}),
    # a kind of creature may be called like one of them: the Goblin is a goblin
    "micah": frozenset({"tags"}),
}


def creatures(state: Any, mask: int) -> list[str]:
    found: list[str] = state.book.creature_ids(mask)
    return found


def hidden_in_echo(state: Any, viewer: int | None) -> list[str]:
    """EC: hands but for what is shown, and the overseer; a creature that was named is spoken of.

    A name that is still sealed was written by one seat, which guessed it and may read it.
    """
    mask = 1 << state.overseer
    guessed = 0
    if viewer is not None:
        sealed = state.sealed[viewer] if state.sealed and state.phase() == "sabotage" else None
        name = state.rulers[viewer].name if sealed is None else sealed.a
        guessed = 0 if name < 0 else 1 << name
    for seat, ruler in enumerate(state.rulers):
        if seat != viewer:
            shown = 0 if ruler.creature < 0 else 1 << ruler.creature
            mask |= ruler.hand & ~shown
    return creatures(state, mask & ~guessed & ~state.rulers[0].named & ~state.rulers[1].named)


def hidden_in_mazerunner(state: Any, viewer: int | None) -> list[str]:
    return [
        domain.ids[card]
        for deck, domain in zip(state.decks, state.book.domains)
        for card in deck
        if card < len(domain.ids)
    ]


def hidden_in_adventurer(state: Any, viewer: int | None) -> list[str]:
    """AF: the other's hand and deck. What one's own deck holds is no secret, only its order."""
    ids = state.book.domain.ids
    own = () if viewer is None else state.lists[viewer].counts
    return [
        ids[card]
        for seat, side in enumerate(state.sides)
        if seat != viewer
        for card in [*side.deck[: side.top], *side.hidden_hand()]
        if card not in own
    ]


def hidden_in_micah(state: Any, viewer: int | None) -> list[str]:
    book = state.book
    deck = Counter([*state.deck, *state.aside]) - Counter(state.returned)
    if viewer is not None:
        deck -= Counter(state.deck[len(state.deck) - 1 - place] for place in state.heroes[viewer].peeked)
    cards = [book.encounters[card].id for card in deck.elements()]
    cards += [book.treasures[card].id for card in [*state.treasures, *state.treasures_aside]]
    ghosts = [*state.ghost_deck]
    for seat, hero in enumerate(state.heroes):
        if seat != viewer:
            ghosts += hero.hand
    return cards + [book.ghosts[card].id for card in ghosts]


HIDDEN: dict[str, Callable[[Any, int | None], list[str]]] = {
    "echo": hidden_in_echo,
    "mazerunner": hidden_in_mazerunner,
    "adventurer": hidden_in_adventurer,
    "micah": hidden_in_micah,
}


class Search:
    """Finds cards in texts by id or by name; where one name is part of another, the longer one counts."""

    def __init__(self, game: innkeeper.Game, cards: Iterable[str]) -> None:
        names = game.names_of(game.content)
        shared = Counter(names.values())
        self.of: dict[str, str] = {}
        for card in cards:
            self.of[card] = card
            if shared[names.get(card, "")] == 1:  # some names are borne by several cards
                self.of[names[card]] = card
        words = {*self.of, *names, *names.values()}
        longest = sorted((re.escape(word) for word in words), key=len, reverse=True)
        self.pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(longest)})(?![\w-])")
        self.skip = KNOWN.get(game.id, frozenset())

    def found(self, message: Any) -> set[str]:
        hits = {hit for text in self.texts(message) for hit in self.pattern.findall(text)}
        return {self.of[hit] for hit in hits if hit in self.of}

    def texts(self, part: Any) -> Iterator[str]:
        if isinstance(part, str):
            yield part
        elif isinstance(part, list):
            for one in part:
                yield from self.texts(one)
        elif isinstance(part, dict):
            if part.get("name") in self.skip and "actions" in part:
                return
            if isinstance(event := part.get("event"), dict) and self.skip & event.keys():
                return
            for key, value in part.items():
                if key not in self.skip:
                    yield key
                    yield from self.texts(value)


class Ear:
    """Everything that one seat (None: the bench) was sent, with the entry at which it was."""

    def __init__(self, viewer: int | None, seat: Seat, api: Api) -> None:
        self.viewer = viewer
        self.seat = seat
        self.api = api
        self.heard: list[tuple[int, Any]] = []
        self._read = 0

    def note(self, entry: int) -> None:
        for data in self.seat.received[self._read :]:
            self.heard.append((entry, json.loads(data)))
        self._read = len(self.seat.received)

    async def look(self, id: str, entry: int, chance: random.Random) -> None:
        """By HTTP, and by asking for what is refused."""
        headers = {"authorization": f"Bearer {self.seat.token}"} if self.seat.token else {}
        at = chance.randrange(entry + 1)
        own = "" if self.viewer is None else f"&as={self.viewer}"
        paths = [f"/api/tables/{id}{rest}" for rest in ("", "/view", f"/replay?at={at}{own}", "/tape")]
        stolen = 0 if self.viewer != 0 else 1
        refused = [f"/api/tables/{id}{rest}" for rest in ("/record", "/verify", f"/replay?as={stolen}")]
        public = ["/api/tables?status=playing", "/api/me", "/metrics"]
        for path in [*paths, *refused, *public]:
            response = await self.api.http.get(path, headers=headers)
            assert response.is_success != (path in refused), f"{path}: {response.status_code}"
            shown = response.text if path == "/metrics" else response.json()
            self.heard.append((entry, [shown, dict(response.headers)]))
        if self.viewer is not None:
            await self.seat.ask("act", action="conjure:7", seq=self.seat.seq)
            await self.seat.ask("preview", action="conjure:7", seq=self.seat.seq)
            if self.seat.update is not None and self.seat.update["decision"] is not None:
                await self.seat.ask("preview", action=chance.choice(self.seat.legal), seq=self.seat.seq)
        self.note(entry)


async def overhear(server: Running, game: str, seed: int) -> tuple[list[Ear], list[State]]:
    """A random match in lockstep, so that it is known at which entry everything was sent."""
    chance = random.Random(seed)
    found = innkeeper.get_game(game)
    count = SEATS.get(game, found.seats.start)
    async with Api(server.url) as api, Api(server.url) as stranger:
        body = {
            "game": game,
            "seats": [{"who": "you"}] * count,
            "options": SECRETIVE.get(game, {}),
            "public": True,
        }
        made = await api.post("/api/tables", body)
        id = made["table"]["id"]
        server.set_dice(id, seed)
        await api.post(f"/api/tables/{id}/start")
        keys = [key["token"] for key in made["tokens"]]
        ears = [
            Ear(viewer, Seat(server.url, id, key), stranger)
            for viewer, key in [*enumerate(keys), (None, None)]
        ]
        for ear in ears:
            await ear.seat.connect()
        live = server.inn.hall.tables[id].live
        entry = 0
        while not live.state.over and entry < ENTRIES:
            if entry % EVERY == 0:
                for ear in ears:
                    await ear.look(id, entry, chance)
            acting = ears[chance.choice(seats_of(live.state.required()))]
            actions = acting.seat.legal
            standing = acting.seat.update["standing"] if acting.seat.update else None
            if standing is not None and chance.random() < 0.1:
                actions = [action["id"] for action in standing["actions"]] or actions
            assert (await acting.seat.act(chance.choice(actions)))["type"] == "update"
            entry += 1
            for ear in ears:
                while ear.seat.seq < entry:
                    await ear.seat.receive()
                ear.note(entry)
        record = live.record()
        for ear in ears:
            await ear.seat.socket.close()
    return ears, [match.state for match in positions(record)]


def secrets_of(game: str, states: list[State], viewer: int | None) -> list[set[str]]:
    """For each entry: the cards of which no copy has ever left the piles that are hidden from the viewer."""
    first = Counter(HIDDEN[game](states[0], viewer))
    secret = set(first) - on_the_table(game, states[0])
    found = []
    for state in states:
        now = Counter() if state.over else Counter(HIDDEN[game](state, viewer))
        secret = {card for card in secret if now[card] == first[card]}
        found.append(secret)
    return found


def on_the_table(game: str, state: Any) -> set[str]:
    """Cards of which a copy lies open from the beginning."""
    if game == "mazerunner":
        return {state.book.items[card].id for card in state.slots if card >= 0}
    if game == "micah":
        return {state.book.treasures[card].id for card in [*state.stall, *state.reserve]}
    return set()


def named(search: Search, ear: Ear, secrets: list[set[str]]) -> set[tuple[int, str]]:
    """Secrets that were named although they were secrets still."""
    return {(entry, card) for entry, message in ear.heard for card in search.found(message) & secrets[entry]}


@pytest.mark.parametrize("game", GAMES)
def test_no_hidden_card_is_ever_named_to_those_who_may_not_know_it(server: Running, game: str) -> None:
    revealed: set[str] = set()
    for seed in range(MATCHES):
        ears, states = asyncio.run(overhear(server, game, seed))
        if game in HIDDEN:
            revealed |= check(game, ears, states)
        else:
            check_open(game, states)
    assert revealed or game not in HIDDEN  # the search is not blind


def check_open(game: str, states: list[State]) -> None:
    """Nothing is hidden: everybody sees the same."""
    view = innkeeper.get_game(game).view
    for state in states:
        seen = [{**view(state, viewer), "you": None} for viewer in range(-1, state.seats)]
        assert all(one == seen[0] for one in seen)


def check(game: str, ears: list[Ear], states: list[State]) -> set[str]:
    """Search all that was sent; the answer is the secrets that were found once they were none any more."""
    viewers = [ear.viewer for ear in ears]
    cards = {card for viewer in viewers for card in HIDDEN[game](states[0], viewer)}
    search = Search(innkeeper.get_game(game), cards)
    secrets = {ear.viewer: secrets_of(game, states, ear.viewer) for ear in ears}
    revealed: set[str] = set()
    for ear in ears:
        leaked = named(search, ear, secrets[ear.viewer])
        assert not leaked, f"{game}, seat {ear.viewer}: {sorted(leaked)[:3]}"
        for _, message in ear.heard:
            revealed |= search.found(message) & secrets[ear.viewer][0]
    if game in ("echo", "adventurer"):  # and secrets are found where they belong, with their owner
        assert named(search, ears[0], secrets[1])
        assert named(search, ears[1], secrets[0])
        assert named(search, ears[0], secrets[None])
    return revealed
