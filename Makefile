# Two commands do everything: `make play` and `make test`. `make help` lists the others.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Build back ends that pip fetches by itself obey this, not the -c option.
export PIP_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Many images tell Python to keep nothing compiled; then each of a thousand processes compiles all
# that it imports. What is compiled here is kept with the rest, in $(VENV).
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/pycache

# What a part by itself needs to be done first, and `make test` has done for all.
first = $(if $(PREPARED),,$(1))

.PHONY: help play champion test quick matrix lint browser-bots packages bytecode fetch system-browsers exact browsers simulated learned live served commands others mutation \
	differential strings pictures strategy-plots learning screenshots reading docs benchmark load web-benchmark attack campaigns soak dist container clean

help:  ## Say what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

play: $(VENV)/play.stamp  ## Play: starts the game, shows a code for phones, opens the browser
	@$(BIN)/diamant host

# Several parts at once, each in as few processes as it can do with, since every process imports all
# that its tests need. Some wait most of the time, and others keep the cores busy meanwhile; with more
# of them at once each takes longer than it saves. What is installed or compiled for several parts comes
# first, with the checks that need nothing of it: a part that waited for its browser would otherwise
# begin after all the others, and those in browsers take the longest.
test: $(VENV)/bin/python  ## Check everything: style, types, layers, all tests, coverage
	@echo "Everything is checked, which takes about eight minutes on two slow cores; each part is told when it has ended."
	@$(MAKE) -k -j4 $(IN_ONE_PIECE) fetch bytecode docs lint; checked=$$?; \
	  test -e $(VENV)/dev.stamp || exit $$checked; \
	  $(MAKE) -k -j4 $(IN_ONE_PIECE) PREPARED=yes browsers live simulated served learned commands others exact && exit $$checked

quick: lint  ## Check quickly: style, types, layers, and the tests that are quick
	HYPOTHESIS_PROFILE=gate DIAMANT_TIMES=0.2 $(BIN)/pytest -q $(LIGHT) -n 3 --dist worksteal $(QUICK_TESTS)

matrix: $(VENV)/dev.stamp  ## Run the quick tests, the server's and the store's on every Python that this machine has
	HYPOTHESIS_PROFILE=gate DIAMANT_TIMES=0.2 $(BIN)/python -m tools.matrix $(MATRIX_TESTS)

lint: packages  ## Check style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BUSY) $(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.biome

browser-bots: $(VENV)/dev.stamp  ## Translate the bots for the browser
	$(BIN)/python -m tools.browser_bots

packages: $(VENV)/dev.stamp  ## Fetch the packages of npm that some tests need
	$(BIN)/python -m tools.node

# Otherwise all parts compile the same modules at the same time.
bytecode: $(VENV)/dev.stamp  ## Import once what the tests of several parts need
	@$(BIN)/pytest -q --collect-only tests/cli tests/server tests/simulator tests/fuzz > $(VENV)/collected.txt || { cat $(VENV)/collected.txt; exit 1; }

fetch: $(VENV)/dev.stamp system-browsers  ## Install the browsers that some tests need, where that is allowed
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.engines

system-browsers: $(VENV)/bin/python  ## Install packages of browsers, which needs nothing of Python's
	@$(BIN)/python -m tests.browser.packages

exact: $(call first,bytecode)  ## Test what everything stands on: rules, records, odds; every branch
	$(BIN)/coverage erase
	$(GATE) $(BUSY) $(BIN)/coverage run -m pytest -q $(LIGHT) $(EXACT_TESTS)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --skip-covered --fail-under=100

browsers: $(call first,bytecode fetch docs)  ## Run the tests in browsers, which share one browser and one server
	$(GATE) $(BIN)/pytest -q $(LIGHT) -rs -n 2 --dist loadfile tests/browser

simulated: $(call first,bytecode)  ## Run the tests of the simulator
	$(GATE) $(BUSY) $(BIN)/pytest -q $(LIGHT) -rs $(SIMULATED_TESTS)

learned: $(call first,bytecode)  ## Run the tests of training, environments and solver
	$(GATE) $(BUSY) $(BIN)/pytest -q $(LIGHT) -rs $(LEARNED_TESTS)

live: $(call first,bytecode)  ## Run the tests of whole servers
	$(GATE) $(BIN)/pytest -q $(LIGHT) -rs $(LIVE_TESTS)

served: $(call first,bytecode)  ## Run the tests of stores, of servers from inside, and with nonsense
	$(GATE) $(BIN)/pytest -q -rs $(SERVED_TESTS)

commands: $(call first,bytecode)  ## Run the tests of the command line and of the terminal
	$(GATE) $(BUSY) $(BIN)/pytest -q $(LIGHT) -rs $(COMMAND_TESTS)

others: $(call first,bytecode packages docs)  ## Run all other tests: tables, bots, scripts, words, documents
	$(GATE) $(BUSY) $(BIN)/pytest -q $(LIGHT) -rs tests $(addprefix --ignore=,tests/browser \
	  $(EXACT_TESTS) $(SIMULATED_TESTS) $(LEARNED_TESTS) $(LIVE_TESTS) $(SERVED_TESTS) $(COMMAND_TESTS))

# What a part says, where make can keep it together.
IN_ONE_PIECE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# Whoever waits for nothing lets those go first who wait for each other.
BUSY := nice -n 10

# How much of each random test the gate does; a campaign does far more, a test by itself the usual.
# Several threads for one product of matrices only wait for each other where every core is busy.
GATE := HYPOTHESIS_PROFILE=gate DIAMANT_TIMES=0.25 OPENBLAS_NUM_THREADS=1

# Only tests/fuzz needs this plugin, whose import takes every other process of pytest a second.
LIGHT := -p no:schemathesis

# The tests of the modules that everything stands on; every branch of those is tested.
EXACT_TESTS := tests/rules tests/record tests/test_dealer.py tests/test_editions.py \
	tests/test_errors.py tests/test_golden.py tests/test_odds.py tests/test_view.py

SIMULATED_TESTS := tests/simulator
LEARNED_TESTS := tests/training tests/envs tests/solver
LIVE_TESTS := tests/live
SERVED_TESTS := tests/store tests/fuzz tests/server tests/client
COMMAND_TESTS := tests/cli tests/terminal

# Tests that wait for nothing: neither for a compiler or a browser, nor for processes and clocks.
QUICK_TESTS := $(EXACT_TESTS) tests/bots tests/client tests/locales tests/protocol tests/table \
	tests/test_citations.py tests/test_extras.py tests/test_makefile.py tests/test_two_worlds.py

# What may differ from one Python to another.
MATRIX_TESTS := $(filter-out tests/protocol,$(QUICK_TESTS)) tests/server tests/store \
	--ignore=tests/store/test_kill.py --ignore=tests/store/test_power_cut.py

mutation: $(VENV)/dev.stamp  ## Change the rules' code in a thousand places: the tests must notice
	$(BIN)/mutmut run
	$(BIN)/mutmut results

strings: $(VENV)/dev.stamp  ## Bring every language's catalogue up to date with the source
	$(BIN)/python -m diamant.locales.update

pictures: $(VENV)/dev.stamp  ## Draw the README's pictures and that of the house again
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python docs/pictures/house.py

strategy-plots: $(VENV)/dev.stamp  ## Draw the pictures of docs/strategy.md from the atlas again
	$(BIN)/python docs/pictures/strategy.py

learning: $(VENV)/dev.stamp  ## Train the agents of examples/ again, and draw their learning curves
	$(BIN)/python examples/self_play.py --save examples/weights/self-play.npz --log docs/training/self-play.csv
	$(BIN)/python examples/ppo.py --save examples/weights/ppo.npz --log docs/training/ppo.csv
	$(BIN)/python examples/small_deck.py --log docs/training/small-deck.csv
	$(BIN)/python docs/pictures/learning.py

differential: $(VENV)/dev.stamp  ## Play a million simulated games again by the rules: no difference
	$(BIN)/python benchmarks/differential.py

benchmark: $(VENV)/dev.stamp  ## Measure start-up, records, the rules, environments, and the simulator against C
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/records.py
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/simulator.py
	$(BIN)/python -m benchmarks.envs

load: $(VENV)/dev.stamp  ## Measure the server under 5,000 connections, against a bare room broadcast
	$(BIN)/python -m benchmarks.server

web-benchmark: $(VENV)/dev.stamp  ## Measure the browser's client in a slow processor
	$(BIN)/python -m benchmarks.web

attack: $(VENV)/dev.stamp  ## Attack a server of one's own in every way known: docs/security.md
	$(BIN)/python -m tools.attack

campaigns: $(VENV)/dev.stamp  ## Kill, cut the power, try schedules and worlds by the thousand: docs/campaigns.md
	$(BIN)/python -m tools.campaigns

soak: $(VENV)/dev.stamp  ## Play on three nodes for an hour, with a fault every few seconds
	$(BIN)/python -m tools.soak

champion: $(VENV)/dev.stamp  ## Train the champion and its equal for points: docs/strength.md
	$(BIN)/python -m diamant.training.train training/equilibrium --equal
	cp training/equilibrium/champion.model src/diamant/bots/champion/equilibrium.model
	$(BIN)/python -m diamant.training.train training/champion

dist: $(VENV)/dev.stamp  ## Build site, wheel and source archive, and try them in environments of their own
	$(BIN)/python -m tools.dist

container: dist  ## Build deploy/Containerfile with buildah, and play a game against the server inside
	$(BIN)/python -m tools.container

reading: $(VENV)/dev.stamp  ## Put every screen in every language on sheets in build/reading, to be read
	$(BIN)/python -m tests.browser.reading --to build/reading

docs: $(VENV)/dev.stamp  ## Build the documentation site, which a server then has under /docs
	$(BIN)/python -m docs.site.build

screenshots: $(VENV)/dev.stamp  ## Take pictures of every screen at phone, laptop and TV size
	$(BIN)/python -m tests.browser.screenshots

clean:  ## Remove everything that make has made
	rm -rf $(VENV) src/diamant/docs_site .venv-matrix mutants .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
	  "diamant needs Python 3.11 or newer as $(PYTHON); try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo \
	  "$(PYTHON) cannot make virtual environments; on Debian or Ubuntu: apt install python3-venv" >&2; exit 2; }

$(VENV)/play.stamp: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install -q --no-compile -e '.[server,terminal]'
	@touch $@

# uv installs the many packages of the tests several times as fast; where it cannot, pip does.
$(VENV)/dev.stamp: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install -q --no-compile uv
	UV_NATIVE_TLS=1 $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt -b constraints.txt -e '.[dev]' \
	  || $(BIN)/pip install -q --no-compile -e '.[dev]'
	@touch $@
