# Toptable: what one types. `make` alone shows this list.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ARGS   ?=

CORE   := setup.py $(wildcard engine/_c/*.c engine/_c/*.h)
LISTS  := $(wildcard lexicons/*)

.DEFAULT_GOAL := help
.PHONY: help setup run test bench lint ext lexicons release clean

help: ## this list
	@echo "Toptable, the club table for duplicate Scrabble"
	@echo
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

setup: $(VENV)/.packages $(VENV)/.core lexicons ## make .venv with everything that is needed (once; later runs are quick and offline)
	@echo "ready: $(BIN)/toptable"

run: setup ## start the hub and the wall; stop with Ctrl-C   (ARGS="--port 8080 --no-wall")
	$(BIN)/toptable run $(ARGS)

test: setup $(VENV)/.test-tools ## all checks: ruff, mypy, pytest   (ARGS="tests/rules -k notation")
	@scripts/check $(ARGS)

bench: setup ## the speed measurements of benchmarks/   (ARGS="solver --json --clock cpu")
	@scripts/bench $(ARGS)

lint: $(VENV)/.packages ## ruff and mypy alone
	@scripts/check --lint

ext: $(VENV)/.packages ## build the C core in place, whatever was built before
	@scripts/build-core $(BIN)/python $(VENV)/.core

lexicons: $(VENV)/.lexicons ## compile the word lists of lexicons/ (when they changed)

release: setup ## an archive with all wheels, for install.sh on a machine of the same kind without internet
	@scripts/make-release

clean: ## remove what was built: .venv, caches, the C core (never an evening's data)
	rm -rf $(VENV) build dist *.egg-info engine/_*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
	find engine appliance tests -name __pycache__ -prune -exec rm -rf {} +

# ---- stamps: each is remade only when what it names is newer; that of the core is there once it is built ----

$(VENV)/.packages: pyproject.toml setup.py scripts/make-venv
	@scripts/make-venv $(PYTHON) $(VENV)
	@touch $@

$(VENV)/.test-tools: scripts/install-test-tools | $(VENV)/.packages
	@scripts/install-test-tools
	@touch $@

$(VENV)/.core: $(CORE) scripts/build-core | $(VENV)/.packages
	@scripts/build-core $(BIN)/python $@

$(VENV)/.lexicons: $(LISTS) scripts/build-lexicons | $(VENV)/.packages $(VENV)/.core
	@scripts/build-lexicons $(BIN)
	@touch $@
