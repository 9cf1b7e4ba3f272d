# Innkeeper: `make play` and `make test` do all their own set-up. `make help` lists the rest.

PYTHON ?= python3
JOBS   ?= 2
# Tests of servers wait for clocks, disks and other processes as often as they work.
WAITING = $(shell expr $(JOBS) + 1)
# AGAIN=1 tries what falls once more, and names it in the end. Nothing is tried again unless somebody says so.
PYTEST = $(PY) -m pytest $(if $(AGAIN),--reruns $(AGAIN) -rR) --dist worksteal -m "not long"

VENV     := .venv
BIN      := $(VENV)/bin
PY       := $(BIN)/python
PIP      := $(PY) -m pip --disable-pip-version-check -qq
STEPS    := $(PYTHON) tools/steps.py
QUIETLY  := $(MAKE) -s --no-print-directory
COMPILED := $(CURDIR)/build/compiled
READY      := $(VENV)/.ready
TEST_READY := $(VENV)/.test-ready
BENCH_READY := .venv-bench/.ready

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
# Which build runs is decided here, never by what happens to be in the environment.
unexport PYTHONPATH
# What was read once need not be read again by each process of the tests.
unexport PYTHONDONTWRITEBYTECODE

# Where the system has no node that is new enough, one comes as a Python package.
ifeq ($(shell $(PYTHON) -c 'import hatch_build; print(hatch_build.has_node())' 2>/dev/null),True)
HAVE_NODE := yes
else
export PATH := $(CURDIR)/$(BIN):$(PATH)
NODE := $(VENV)/.node-ready
endif
NODE_MODULES := web/node_modules/.ready

.PHONY: help python play page test built lint types test-plain test-compiled test-page test-browser coverage lighthouse long-tasks screens films sizes rules golden cards strength page-types bench bench-echo bench-search bench-environments bench-verdicts bench-lab bench-runs bench-server bench-story bench-company bench-minds bench-workshop bench-batch environments eyes test-ray test-long faults fuzz format lock clean compiled

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: python ## Set everything up and open the inn in the browser (PORT=8017)
	@exec $(PYTHON) tools/play.py "$(MAKE)" "$(COMPILED)" $(if $(PORT),--port $(PORT))

PAGE_PACKAGES = "page packages" "$(QUIETLY) $(NODE_MODULES)"

test: python ## Set everything up and run every check and test
	@$(STEPS) "Python packages" "$(QUIETLY) $(TEST_READY)" $(if $(HAVE_NODE),$(PAGE_PACKAGES))
	@$(if $(HAVE_NODE),,$(STEPS) $(PAGE_PACKAGES))
	@$(STEPS) "page, compiled build" "$(QUIETLY) built" "style, types, parts of page" "$(QUIETLY) lint types test-page"
	@$(QUIETLY) test-plain test-compiled test-browser rules
	@echo "All checks and tests passed."

lint: $(TEST_READY) $(NODE_MODULES) ## Check style and formatting
	@echo "Checking style …"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@cd web && npm run --silent style

types: $(TEST_READY) ## Check types (mypy --strict)
	@echo "Checking types …"
	@$(PY) -m mypy

test-plain: $(TEST_READY) ## Run the tests on plain Python
	@echo "Testing the plain build …"
	@$(PYTEST) -n $(JOBS) --ignore=tests/browser --ignore=tests/cluster $(ONCE:%=--ignore=%)

coverage: $(TEST_READY) built ## See which lines the tests on plain Python reach
	@$(PY) -m pytest -n $(JOBS) --dist worksteal --ignore=tests/browser --ignore=tests/cluster --cov --cov-report=term

ifeq ($(INNKEEPER_COMPILE),0)
built:
test-compiled:
	@echo "Skipping the tests of the compiled build: INNKEEPER_COMPILE=0."
else
# Only engine/ and games/ are compiled. What else there is runs the same code on either build, and some tests bring
# their builds themselves: all that is tested once, on the compiled build, as people have it. Whole matches over the
# network are played on both, so that a server without a compiler is known to serve. Echo's equilibrium is hard work for
# plain Python: advice and hindsight ask it there.
ONCE := $(filter-out tests/server/test_play.py,$(wildcard tests/server/test_*.py)) tests/envs tests/faults tests/lab tests/terminal \
	tests/bots/test_equilibrium.py \
	$(patsubst %,tests/test_%.py,adding build_game builds cli example new_game new_game_document play simulate terminal)

built: $(TEST_READY)
	@$(PY) hatch_build.py --strict "$(COMPILED)"
	@$(PY) -m compileall -q src "$(COMPILED)"
	@PYTHONPATH="$(COMPILED)" $(PY) -c 'import innkeeper.engine.frame as m; assert not m.__file__.endswith(".py"), m'

test-compiled: built ## Run the tests on the compiled build
	@echo "Testing the compiled build …"
	@PYTHONPATH="$(COMPILED)" $(PYTEST) -n $(WAITING) --ignore=tests/browser --ignore=tests/cluster
endif

$(NODE_MODULES): web/package-lock.json $(NODE)
	@echo "Installing what the page is built with (once) …"
	@cd web && npm ci --ignore-scripts --loglevel=error
	@touch $@

page: $(NODE)
	@$(PYTHON) hatch_build.py --page

test-page: $(NODE_MODULES) ## Check the page's types and test its parts
	@echo "Checking the page …"
	@cd web && npm run --silent check && npm test --silent

test-browser: $(TEST_READY) compiled $(NODE_MODULES) ## Play whole games in a real browser
	@echo "Playing in the browser …"
	@PYTHONPATH="$(COMPILED)" $(PYTEST) -n $(WAITING) tests/browser

test-long: $(TEST_READY) compiled $(NODE_MODULES) ## Run what `make test` leaves out to be done in a quarter of an hour
	@PYTHONPATH="$(COMPILED)" $(PY) -m pytest -n $(WAITING) --dist worksteal -m long --ignore=tests/cluster

lighthouse: $(TEST_READY) compiled $(NODE_MODULES) ## Measure how fast the hall and the five tables load
	@PYTHONPATH="$(COMPILED)" $(PY) -m tests.browser.lighthouse

long-tasks: $(TEST_READY) compiled $(NODE_MODULES) ## Measure how long the page is deaf while it tells a story, on a quarter of a processor
	@PYTHONPATH="$(COMPILED)" $(PY) -m tests.browser.longtasks $(GAMES)

screens: $(TEST_READY) compiled $(NODE_MODULES) ## Take pictures of every page and state into build/screens
	@PYTHONPATH="$(COMPILED)" $(PY) -m tests.browser.screens build/screens

films: $(TEST_READY) compiled $(NODE_MODULES) ## Film each kind of movement on every table, frame by frame, into build/films
	@PYTHONPATH="$(COMPILED)" $(PY) -m tests.browser.films build/films $(GAMES)

sizes: $(TEST_READY) compiled $(NODE_MODULES) ## Look at every question of every game at six sizes for what cannot be pressed (TIMES=3)
	@PYTHONPATH="$(COMPILED)" TIMES=$(or $(TIMES),3) $(PY) -m tests.browser.sizes $(GAMES)

rules: $(TEST_READY) ## Check that every clause of every rulebook has a test
	@echo "Checking the rulebooks …"
	@$(PY) -m innkeeper.testing.rules

golden: $(TEST_READY) ## Write the golden playthroughs anew (review the diff)
	@$(PY) -m tests.honesty.golden --write
	@$(PY) -m tests.honesty.seen --write

cards: $(TEST_READY) ## Write the pages of cards and words in the docs anew
	@for game in adventurer micah; do $(BIN)/innkeeper cards $$game > docs/cards/$$game.md; done
	@for game in magicduel micah; do $(BIN)/innkeeper words $$game > docs/words/$$game.md; done

strength: $(TEST_READY) compiled ## Measure how strong all bots are, and write their cards and docs/bots/strength.md (MINUTES=60)
	@PYTHONPATH="$(COMPILED)" $(PY) -m innkeeper strength --all --out build/strength $(if $(MINUTES),--budget $(MINUTES))
	@for card in build/strength/*.json; do cp "$$card" src/innkeeper/games/$$(basename "$$card" .json)/strength.json; done
	@$(BIN)/innkeeper strength --page > docs/bots/strength.md

page-types: $(TEST_READY) ## Write the page's types and the tables of docs/PROTOCOL.md anew
	@$(PY) web/tools/protocol_types.py
	@$(PY) web/tools/view_types.py

bench: $(TEST_READY) $(BENCH_READY) compiled ## Measure the kernel against its peers
	@$(PY) -m benchmarks.kernel

bench-echo: $(TEST_READY) compiled ## Measure how far Echo's solved play is from an equilibrium (POSITIONS=50, KEEP=FILE to go on later)
	@PYTHONPATH="$(COMPILED)" $(PY) -m benchmarks.echo --positions $(or $(POSITIONS),50) $(if $(KEEP),--keep "$(KEEP)")

bench-search: $(TEST_READY) compiled ## Measure how many iterations a second the searches make, compiled and plain
	@$(PY) -m benchmarks.search

bench-verdicts: $(TEST_READY) compiled ## Measure how often `innkeeper compare` is wrong, and how soon it is right (RUNS=1000)
	@PYTHONPATH="$(COMPILED)" $(PY) -m benchmarks.verdicts --runs $(or $(RUNS),1000)

bench-lab: $(TEST_READY) compiled ## Measure what watching a match costs, and how soon an edited card of each game has its verdict
	@PYTHONPATH="$(COMPILED)" $(PY) -m benchmarks.lab

bench-runs: $(TEST_READY) compiled ## Measure ten million matches in one folder (PLAYED=200000 of them played, the rest repeated)
	@PYTHONPATH="$(COMPILED)" $(PY) -m benchmarks.runs --played $(or $(PLAYED),200000)

bench-environments: $(TEST_READY) $(BENCH_READY) compiled ## Measure the environments beside PettingZoo, RLCard, OpenSpiel and pgx
	@$(PY) -m benchmarks.environments

bench-server: $(TEST_READY) $(BENCH_READY) compiled ## Measure the server under load, beside boardgame.io
	@$(PY) -m benchmarks.server --write

bench-story: $(TEST_READY) compiled ## Measure what it costs the server that pages can tell a story
	@PYTHONPATH="$(COMPILED)" $(PY) -m benchmarks.story

bench-company: $(TEST_READY) compiled ## Measure how long people wait while bots think at other tables (TABLES=200)
	@$(PY) -m benchmarks.company --tables $(or $(TABLES),200)

bench-workshop: $(TEST_READY) compiled ## Measure people's actions while a study is made in the workshop
	@PYTHONPATH="$(COMPILED)" $(PY) -m benchmarks.workshop

bench-batch: $(TEST_READY) compiled ## Measure the batch for learners beside views, game by game
	@PYTHONPATH="$(COMPILED)" $(PY) -m benchmarks.batch

faults: $(TEST_READY) compiled ## Kill servers, PostgreSQL and Redis under load and look for what is lost (KILLS=1000)
	@INNKEEPER_KILLS=$(or $(KILLS),1000) PYTHONPATH="$(COMPILED)" $(PY) -m pytest tests/faults/test_kills.py -q -s

test-ray: $(VENV)/.ray-ready compiled ## Play runs on a real Ray cluster of two nodes
	@PYTHONPATH="$(COMPILED)" $(PY) -m pytest -q tests/cluster

environments: $(TEST_READY) compiled ## Run the suites of PettingZoo, Gymnasium and OpenSpiel at length (CYCLES=1000)
	@INNKEEPER_CYCLES=$(or $(CYCLES),1000) PYTHONPATH="$(COMPILED)" $(PY) -m pytest -q --timeout 3600 tests/envs

eyes: $(TEST_READY) compiled ## Look longer for what learners see and must not (POSITIONS=10000 of each game)
	@INNKEEPER_POSITIONS=$(or $(POSITIONS),10000) PYTHONPATH="$(COMPILED)" $(PY) -m pytest -q --timeout 3600 \
		tests/properties/test_eyes.py

fuzz: $(TEST_READY) compiled ## Look longer for leaks and for bad input that does harm (EXAMPLES=300)
	@INNKEEPER_EXAMPLES=$(or $(EXAMPLES),300) PYTHONPATH="$(COMPILED)" $(PY) -m pytest -q --timeout 3600 \
		tests/server/test_openapi.py tests/server/test_fuzz.py tests/server/test_secrets.py \
		tests/server/test_timing.py tests/server/test_leaks.py

compiled: $(READY)
	@$(PY) hatch_build.py "$(COMPILED)"

format: $(TEST_READY) $(NODE_MODULES) ## Format the code and fix what can be fixed
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@cd web && npm run --silent format

# The locks hold hashes and no address, so they install from whichever index pip is set up to use.
LOCKED = -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-annotate --custom-compile-command 'make lock'
UV_COMPILE = $(BIN)/uv pip compile $(LOCKED) pyproject.toml --extra lab --extra server --extra terminal

lock: $(PY) ## Resolve the requirements again and write the lock files
	@echo "Locking the requirements …"
	@$(PIP) install --require-hashes -r tools/uv.lock
	@$(UV_COMPILE) --upgrade --group build -o requirements.lock
	@$(UV_COMPILE) --extra rl --extra spiel --extra vega --extra optimise --upgrade --group dev --constraint requirements.lock -o requirements-dev.lock
	@for group in uv node ray; do $(BIN)/uv pip compile $(LOCKED) --upgrade --group $$group -o tools/$$group.lock; done
	@$(BIN)/uv pip compile $(LOCKED) --upgrade benchmarks/requirements.in -o benchmarks/requirements.lock

clean: ## Delete everything that can be made again
	rm -rf $(VENV) build dist .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Innkeeper needs Python 3.11 or newer, and '$(PYTHON)' is not. Try: make play PYTHON=python3.12"; exit 1; }

$(PY): | python
	@echo "Making a virtual environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python could not make a virtual environment. On Debian: apt install python3-venv"; exit 1; }

# uv takes seconds where pip takes half a minute; but it knows nothing of pip's own settings.
define install
	@{ $(PIP) install --require-hashes -r tools/uv.lock && \
	  VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/uv -q --system-certs pip install --require-hashes -r $(1); } || \
	  $(PIP) install --require-hashes -r $(1)
endef

$(READY): pyproject.toml requirements.lock tools/uv.lock | $(PY)
	@echo "Installing what Innkeeper needs (once) …"
	$(call install,requirements.lock)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH_READY): benchmarks/requirements.lock benchmarks/peers/package-lock.json
	@echo "Installing what Innkeeper is compared with (once, a minute or two) …"
	@$(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/pip --disable-pip-version-check -qq install --require-hashes -r benchmarks/requirements.lock
	@npm ci --silent --prefix benchmarks/peers
	@touch $@

$(TEST_READY): requirements-dev.lock tools/test-services.sh $(READY)
	@PYTHON="$(PYTHON)" sh tools/test-services.sh
	@echo "Installing what the tests need (once) …"
	$(call install,requirements-dev.lock)
	@$(PY) -m compileall -qq -j $(JOBS) $(VENV)/lib || true  # uv does not, and hundreds of servers will start
	@touch $@

$(VENV)/.ray-ready: tools/ray.lock $(TEST_READY)
	@echo "Installing Ray (once) …"
	$(call install,tools/ray.lock)
	@touch $@

$(VENV)/.node-ready: tools/node.lock $(READY)
	@echo "Installing node (once) …"
	$(call install,tools/node.lock)
	@touch $@
