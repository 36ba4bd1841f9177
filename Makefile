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

# What tools/gate.py can run by itself.
PARTS := bytecode browsers commands docs exact fetch learned lint live others packages served simulated

.PHONY: help play test quick matrix $(PARTS) install system-browsers champion browser-bots mutation \
	differential strings pictures strategy-plots learning screenshots reading benchmark load \
	web-benchmark attack campaigns soak dist drill alerts https units compose container clean

help:  ## Say what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16
	@echo "One part of the gate: $(PARTS)"

play: $(VENV)/play.stamp  ## Play: starts the game, shows a code for phones, opens the browser
	@$(BIN)/diamant host

# Python's packages and the system's browsers are installed at the same time.
test: $(VENV)/bin/python  ## Run all checks: style, types, layers, all tests, coverage
	@$(MAKE) --no-print-directory -j2 install system-browsers
	@$(BIN)/python -m tools.gate

quick: install  ## Check style, types and layers, and run the quick tests
	@$(BIN)/python -m tools.gate lint quick

matrix: install  ## Run the quick tests, the server's and the store's on every Python that this machine has
	@$(BIN)/python -m tools.gate matrix

$(PARTS): install
	@$(BIN)/python -m tools.gate $@

install: $(VENV)/dev.stamp  ## Install everything that the tests need into .venv

system-browsers: $(VENV)/bin/python  ## Install packages of browsers, where that is allowed
	@$(BIN)/python -m tests.browser.packages

browser-bots: $(VENV)/dev.stamp  ## Translate the bots for the browser
	$(BIN)/python -m tools.browser_bots

mutation: $(VENV)/dev.stamp  ## Change the rules' code in a thousand places: the tests must notice
	$(BIN)/mutmut run
	$(BIN)/mutmut results

strings: $(VENV)/dev.stamp  ## Bring every language's catalogue up to date with the source
	$(BIN)/python -m diamant.locales.update

pictures: $(VENV)/dev.stamp  ## Draw the pictures of the README and of docs/architecture.md
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python docs/pictures/reveal.py
	$(BIN)/python docs/pictures/house.py

strategy-plots: $(VENV)/dev.stamp  ## Draw the pictures of docs/strategy.md from the atlas again
	$(BIN)/python docs/pictures/plots.py

learning: $(VENV)/dev.stamp  ## Train the agents of examples/ again, and draw their learning curves
	$(BIN)/python examples/self_play.py --save examples/weights/self-play.npz --log docs/training/self-play.csv
	$(BIN)/python examples/ppo.py --save examples/weights/ppo.npz --log docs/training/ppo.csv
	$(BIN)/python examples/small_deck.py --log docs/training/small-deck.csv
	$(BIN)/python docs/pictures/plots.py

differential: $(VENV)/dev.stamp  ## Play a million simulated games again by the rules: no difference
	$(BIN)/python -m tools.campaigns differential

benchmark: $(VENV)/dev.stamp  ## Measure start-up, records, the rules, environments, and the simulator against C
	$(BIN)/python benchmarks/start.py
	$(BIN)/python -m benchmarks.records
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python benchmarks/simulator.py
	$(BIN)/python -m benchmarks.envs

load: $(VENV)/dev.stamp  ## Measure the server under 5,000 connections, against a bare room broadcast
	$(BIN)/python -m benchmarks.server

web-benchmark: $(VENV)/dev.stamp  ## Measure the browser's client in a slow processor
	$(BIN)/python -m benchmarks.web

attack: $(VENV)/dev.stamp  ## Attack a server of one's own in every way known: research/security.md
	$(BIN)/python -m tools.attack

campaigns: $(VENV)/dev.stamp  ## Kill, cut the power, try schedules and worlds by the thousand: research/campaigns.md
	$(BIN)/python -m tools.campaigns

soak: $(VENV)/dev.stamp  ## Play on three nodes for an hour, with a fault every few seconds
	$(BIN)/python -m tools.soak

champion: $(VENV)/dev.stamp  ## Train the champion and its equal for points: research/champion.md
	$(BIN)/python -m diamant.training.train training/equilibrium --equal
	cp training/equilibrium/champion.model src/diamant/bots/champion/equilibrium.model
	$(BIN)/python -m diamant.training.train training/champion

dist: $(VENV)/dev.stamp  ## Build site, wheel and source archive, and try them in environments of their own
	$(BIN)/python -m tools.dist

drill: $(VENV)/dev.stamp  ## Lose databases under load, restore them from backups, and count what was lost
	$(BIN)/python -m tools.drills

alerts:  ## Check and test the alert rules of deploy/monitoring with promtool
	@command -v promtool > /dev/null || { echo "make alerts needs promtool (Debian: apt install prometheus)" >&2; exit 2; }
	promtool check config deploy/monitoring/prometheus.yaml
	promtool test rules deploy/monitoring/alerts_test.yaml

https: $(VENV)/dev.stamp  ## Play a game through nginx and Caddy with HTTPS and a local certificate authority
	$(BIN)/python -m tools.https

units: $(VENV)/dev.stamp  ## Run the systemd units of deploy/ in a small Debian of their own
	$(BIN)/python -m tools.units

compose: $(VENV)/dev.stamp  ## Run deploy/compose.yaml with podman, and play a game through it
	$(BIN)/python -m tools.compose

container: dist  ## Build deploy/Containerfile with buildah, and play a game against the server inside
	$(BIN)/python -m tools.container

reading: $(VENV)/dev.stamp  ## Put every screen in every language on sheets in build/reading, to be read
	$(BIN)/python -m tests.browser.reading --to build/reading

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
