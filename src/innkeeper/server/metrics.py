"""Figures for Prometheus."""

from __future__ import annotations

import os
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

_FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """Everything that is counted. With several workers the figures are summed over all of them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.tables = Gauge(
            "innkeeper_tables", "Tables known to this process", registry=r, multiprocess_mode="livesum"
        )
        self.in_memory = Gauge(
            "innkeeper_matches_in_memory", "Matches held in memory", registry=r, multiprocess_mode="livesum"
        )
        self.sockets = Gauge(
            "innkeeper_sockets", "Open WebSockets", ["who"], registry=r, multiprocess_mode="livesum"
        )
        self.queue = Gauge(
            "innkeeper_write_queue", "Entries waiting to be written", registry=r, multiprocess_mode="livesum"
        )
        self.bot_queue = Gauge(
            "innkeeper_bot_queue", "Decisions waiting for a bot", registry=r, multiprocess_mode="livesum"
        )
        self.created = Counter("innkeeper_tables_created", "Tables set", ["game"], registry=r)
        self.cleared = Counter("innkeeper_tables_cleared", "Tables that nobody came back to", registry=r)
        self.finished = Counter(
            "innkeeper_matches_finished", "Matches played to the end", ["game"], registry=r
        )
        self.actions = Counter("innkeeper_actions", "Entries appended", ["game", "kind"], registry=r)
        self.refusals = Counter("innkeeper_refusals", "Messages refused", ["why"], registry=r)
        self.turned_away = Counter(
            "innkeeper_turned_away", "Connections ended before they were answered", ["why"], registry=r
        )
        self.conflicts = Counter("innkeeper_conflicts", "Lost races for a seq", registry=r)
        self.commits = Counter("innkeeper_commits", "Group commits", registry=r)
        self.rebuilt = Counter("innkeeper_matches_rebuilt", "Matches rebuilt from the log", registry=r)
        self.evicted = Counter("innkeeper_matches_evicted", "Matches put out of memory", registry=r)
        self.frozen = Counter("innkeeper_matches_frozen", "Matches that no longer replay", registry=r)
        self.damaged = Counter(
            "innkeeper_tables_damaged", "Times that a table could not be read or attended to", registry=r
        )
        self.housekeeping_failures = Counter(
            "innkeeper_housekeeping_failures", "Steps of housekeeping that failed", ["step"], registry=r
        )
        self.bot_failures = Counter(
            "innkeeper_bot_failures", "Bots that crashed or took too long", registry=r
        )
        self.act_seconds = Histogram(
            "innkeeper_act_seconds", "From message to durable", registry=r, buckets=_FAST
        )
        self.commit_seconds = Histogram(
            "innkeeper_commit_seconds", "One group commit", registry=r, buckets=_FAST
        )
        self.request_seconds = Histogram(
            "innkeeper_request_seconds", "REST requests", ["method", "status"], registry=r, buckets=_FAST
        )
        self.bot_seconds = Histogram(
            "innkeeper_bot_seconds", "How long bots think", ["game", "bot"], registry=r, buckets=_FAST
        )

    @cache  # noqa: B019 - there is one of it, for as long as the process lives
    def acted(self, game: str, kind: str) -> Counter:
        """The counter of one kind of entry; looking it up by its labels costs more than counting."""
        return self.actions.labels(game, kind)

    def page(self) -> bytes:
        """The page that Prometheus reads."""
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
            return generate_latest(registry)
        return generate_latest(self.registry)


METRICS = Metrics()
