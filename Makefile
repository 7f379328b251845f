# `make play` and `make test` do all set-up; nothing is installed twice.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python

COMPILED := $(wildcard src/quixotry/engine/*.py src/quixotry/engine/*.pxd src/quixotry/lexicon/graph*.py src/quixotry/lexicon/*.pxd)

.PHONY: play test soak lint types bench lock clean help

play: $(VENV)/.ext ## set everything up and start the game
	@$(BIN)/quixotry play

test: $(VENV)/.dev ## set everything up and run all checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --cov --cov-report= tests
	$(BIN)/coverage report --fail-under=100

soak: $(VENV)/.dev ## the same properties with full counts; interrupted runs go on where they stopped
	QUIXOTRY_SOAK=1 $(BIN)/pytest -n auto -m soak tests

lint: $(VENV)/.dev ## the fast checks alone
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

lock: $(VENV)/bin/uv ## pin the newest versions of what requirements/*.in name
	cd requirements && for set in uv run dev; do \
	  ../$(BIN)/uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --universal \
	    --python-version 3.11 --custom-compile-command "make lock" --output-file $$set.txt $$set.in; done

$(VENV)/bin/uv: requirements/uv.txt
	@echo "Setting up in $(VENV) (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit("Quixotry needs Python 3.11 or newer; set PYTHON=/path/to/it") if sys.version_info < (3, 11) else 0'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(VENV)/.run: requirements/run.txt pyproject.toml $(VENV)/bin/uv
	@$(UV) --require-hashes -r requirements/run.txt
	@$(UV) --no-deps --no-build-isolation --editable .
	@touch $@

# The compiled room is built anew when one of its sources is newer than the last build.
$(VENV)/.ext: setup.py $(COMPILED) $(VENV)/.run
	@$(BIN)/python -W ignore setup.py --quiet build_ext --inplace
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.ext
	@$(UV) --require-hashes -r requirements/dev.txt
	@touch $@

clean: ## remove everything that was installed or built
	rm -rf $(VENV) build .mypy_cache .ruff_cache .hypothesis .coverage

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10
