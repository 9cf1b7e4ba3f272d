"""One inn and one Chromium for all browser tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.again import tried_again
from tests.browser import dice
from tests.browser.house import FLAGS, PATIENCE, PHONE, Inn, chromium, person, running
from tests.examples import install_example

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": FLAGS}


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, installed."""
    return install_example(tmp_path_factory.mktemp("packages"))


def opened(folder: Path, packages: Path) -> AbstractContextManager[Inn]:
    """A server with the page inside, the toy game registered for it, and the example installed."""
    prelude = "import innkeeper\nfrom tests.toy.rules import GAME\ninnkeeper.register(GAME)"
    return running(folder, prelude, packages)


@pytest.fixture(scope="session")
def shared_inn(tmp_path_factory: pytest.TempPathFactory, packages: Path) -> Iterator[Inn]:
    with opened(tmp_path_factory.mktemp("inn"), packages) as found:
        yield found


@pytest.fixture
def inn(request: pytest.FixtureRequest, tmp_path: Path, packages: Path) -> Iterator[Inn]:
    """One inn for all tests; one of its own for a test that is tried again."""
    if tried_again(request):
        with opened(tmp_path, packages) as found:
            yield found
    else:
        yield request.getfixturevalue("shared_inn")


@pytest.fixture(autouse=True)
def named_dice(request: pytest.FixtureRequest) -> None:
    """Each test has dice of its own, the same whenever and wherever it is run."""
    if "inn" in request.fixturenames:
        dice.name(request.getfixturevalue("inn").folder, request.node.name)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A person at a desk."""
    context = person(browser)
    yield context.new_page()
    context.close()


@pytest.fixture
def other(browser: Browser) -> Iterator[Page]:
    """Somebody else, with a browser of their own."""
    context = person(browser)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A person with a phone."""
    context = person(browser, PHONE, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def lively(browser: Browser) -> Iterator[Page]:
    """A person whose device has nothing against movement."""
    context = person(browser, reduced_motion="no-preference")
    yield context.new_page()
    context.close()


@pytest.fixture
def unaided(browser: Browser) -> Iterator[Page]:
    """A person without the installed app: the page itself asks for every file, so a test can withhold one."""
    context = person(browser, service_workers="block")
    yield context.new_page()
    context.close()
