# Two commands do everything: `make play` and `make test`. The others are for those who build here.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Build back ends that pip fetches by itself obey this, not the -c option.
export PIP_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play test lint unit mutation differential strings pictures screenshots benchmark load web-benchmark clean help

help:  ## Say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

play: $(VENV)/play.stamp  ## Play: starts the game, shows a code for phones, opens the browser
	@$(BIN)/diamant host

test: lint unit  ## Check everything: style, types, layers, all tests, coverage

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.node
	$(BIN)/python -m tests.biome

unit: $(VENV)/dev.stamp
	$(BIN)/python -m tests.node
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n 2 --dist worksteal $(EXACT_TESTS)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --skip-covered --fail-under=100
	$(BIN)/pytest -q -n 4 --dist loadfile --no-loadscope-reorder tests $(addprefix --ignore=,$(EXACT_TESTS))

# The tests of the modules that everything stands on; every branch of those is tested.
EXACT_TESTS := tests/rules tests/record tests/test_dealer.py tests/test_editions.py \
	tests/test_errors.py tests/test_golden.py tests/test_odds.py tests/test_view.py

mutation: $(VENV)/dev.stamp  ## Change the rules' code in a thousand places: the tests must notice
	$(BIN)/mutmut run
	$(BIN)/mutmut results

strings: $(VENV)/dev.stamp  ## Bring every language's catalogue up to date with the source
	$(BIN)/python -m diamant.locales.update

pictures: $(VENV)/dev.stamp  ## Draw the README's pictures again
	$(BIN)/python docs/pictures/draw.py

differential: $(VENV)/dev.stamp  ## Play a million simulated games again by the rules: no difference
	$(BIN)/python benchmarks/differential.py

benchmark: $(VENV)/dev.stamp  ## Measure start-up, reading records, and the simulator against C
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/records.py
	$(BIN)/python benchmarks/simulator.py

load: $(VENV)/dev.stamp  ## Measure the server under 5,000 connections, against a bare room broadcast
	$(BIN)/python -m benchmarks.server

web-benchmark: $(VENV)/dev.stamp  ## Measure the browser's client in a slow processor
	$(BIN)/python -m benchmarks.web

screenshots: $(VENV)/dev.stamp  ## Take pictures of every screen at phone, laptop and TV size
	$(BIN)/python -m tests.browser.screenshots

clean:  ## Remove everything that make has made
	rm -rf $(VENV) mutants .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
	  "diamant needs Python 3.11 or newer as $(PYTHON); try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo \
	  "$(PYTHON) cannot make virtual environments; on Debian or Ubuntu: apt install python3-venv" >&2; exit 2; }

$(VENV)/play.stamp: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install -q --no-compile -e '.[server]'
	@touch $@

$(VENV)/dev.stamp: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install -q --no-compile -e '.[dev]'
	@touch $@
