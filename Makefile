# `make play` and `make test` do all set-up; nothing is installed twice. Plain `make` lists what there is.
.DEFAULT_GOAL := help
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python

# The tests start hundreds of processes, and each would translate all modules again.
unexport PYTHONDONTWRITEBYTECODE

COMPILED := native_sources.py $(wildcard src/quixotry/engine/native/*.py src/quixotry/lexicon/gaddag*.py src/quixotry/lexicon/anagram_tables.py src/quixotry/lexicon/checksum.py src/quixotry/lexicon/cdefs.*)

BROWSER := $(VENV)/.chromium $(VENV)/.browser

COMPILED_NOTE := src/quixotry/lexicon/compiled.build

# Traced for branch coverage, and apart from the rest: tracing would slow whole games and searches severalfold.
# Whole random games reach no line that nothing else reaches, and take three times as long when traced.
UNTRACED := tests/rules/test_random_games.py tests/rules/test_verified_games.py tests/notation/test_fuzz.py
COVERED  := $(filter-out $(UNTRACED),$(wildcard $(addsuffix /test_*.py,tests/rules tests/fair tests/notation tests/notation/gcg)))

# With the lowest versions of libraries we allow: a little of what each is used for. The pinned ones are the highest.
BOUNDED := tests/cli/test_completion.py tests/cli/test_match.py tests/protocol tests/security/test_connections.py \
           tests/store/test_migration.py tests/web/test_http.py

# Twice as many as there are processors: tests of browsers and servers wait for half of their time.
AT_ONCE := $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))

# The rooms whose tests take seconds.
QUICK   := tests/rules tests/fair tests/test_imports.py tests/test_architecture.py tests/test_spine.py tests/test_clauses.py \
           tests/test_links.py tests/test_native_sources.py tests/test_release.py

.PHONY: play quick test soak attack sanitize bench-engine picture pictures reference lint bounds docs release lock clean help

play: $(VENV)/.ext ## set everything up and start the game in the browser
	@$(BIN)/quixotry serve

quick: $(VENV)/.dev ## lint, types and the fast tests, in under a minute
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal $(QUICK)

test: $(VENV)/.dev $(BROWSER) ## set everything up and run all checks
	@$(BIN)/quixotry --version | grep compiled || { echo "The checks need the compiled engine, and so a C compiler."; exit 1; }
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@# Types are checked on one core, and the other does not wait. Then all tests are translated there, once: each of the
	@# processes below would do it for itself.
	{ $(BIN)/mypy; types=$$?; $(BIN)/pytest --collect-only tests >/dev/null; exit $$types; } & types=$$!; $(BIN)/pytest -n auto --dist worksteal --cov --cov-report= $(COVERED); tests=$$?; wait $$types && exit $$tests
	$(BIN)/coverage report --fail-under=100
	$(BIN)/pytest -n $(AT_ONCE) --dist worksteal tests $(COVERED:%=--ignore=%)
	scripts/try_bounds.sh lowest $(BOUNDED)

soak: $(VENV)/.dev $(BROWSER) ## the same properties with full counts; interrupted runs go on where they stopped
	QUIXOTRY_SOAK=1 $(BIN)/pytest -n auto --dist worksteal -m soak tests

# On this machine's own loopback, against servers of its own; part of `make test` with small counts.
attack: $(VENV)/.dev ## what a stranger may try against a server, with full counts (30,000 malformed requests and frames)
	QUIXOTRY_SOAK=1 $(BIN)/pytest -n auto --dist loadfile -m "soak or not soak" tests/security tests/web/test_rate_limit.py

# In a copy of its own, so that an interrupted run leaves no slow engine behind. Leaks are Python's own affair: it
# frees little when it ends. Captured by pytest, a report that ends the process would never be seen.
SANITIZED  := build/sanitized
SANITIZERS  = $(shell gcc -print-file-name=libasan.so) $(shell gcc -print-file-name=libubsan.so)
SANITIZE    = cd $(SANITIZED) && LD_PRELOAD="$(SANITIZERS)" ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
  UBSAN_OPTIONS=print_stacktrace=1 PYTHONPATH=src $(CURDIR)/$(BIN)/python -m pytest --capture=sys -n $(WORKERS)
WORKERS    ?= 2

sanitize: $(VENV)/.dev ## the engine's tests with address and undefined-behaviour sanitizers built in
	rm -rf $(SANITIZED) && mkdir -p $(SANITIZED)
	tar --exclude='*.so' --exclude=compiled.build --exclude=__pycache__ -cf - src tests bench setup.py native_sources.py pyproject.toml README.md LICENSE | tar -xf - -C $(SANITIZED)
	cd $(SANITIZED) && QUIXOTRY_SANITIZE=1 QUIXOTRY_EXT=required $(CURDIR)/$(BIN)/python -W ignore setup.py --quiet build_ext --inplace
	nm -D $(SANITIZED)/src/quixotry/engine/native/generator.*.so | grep -q __asan_report
	$(SANITIZE) tests/engine tests/lexicon/test_gaddag.py
	$(SANITIZE) -m "soak or not soak" tests/lexicon/test_gaddag_file.py

bench-engine: $(VENV)/.dev ## figures of the engine (needs SCOWL; on a quiet machine)
	$(BIN)/python -m bench.movegen && $(BIN)/python -m bench.movegen --games 5 --callgrind && $(BIN)/python -m bench.selfplay

lint: $(VENV)/.dev ## the fast checks alone
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

bounds: $(VENV)/.dev ## the tests of what uses libraries, with the lowest and the highest versions allowed
	scripts/try_bounds.sh lowest && scripts/try_bounds.sh highest

docs: requirements/docs.txt $(VENV)/bin/uv ## write the documentation as a site to site/: searchable, light and dark, no network
	@$(VENV)/bin/uv venv --quiet --allow-existing --python $(BIN)/python build/docs-venv
	@$(VENV)/bin/uv pip install --quiet --python build/docs-venv/bin/python --require-hashes -r requirements/docs.txt
	@NO_MKDOCS_2_WARNING=1 build/docs-venv/bin/mkdocs build --quiet
	@echo "Read it with: $(BIN)/python -m http.server --directory site"

release: $(VENV)/.dev ## build sdist and wheel in dist/ and prove them; publishes nothing
	scripts/release.sh

lock: $(VENV)/bin/uv ## pin the newest versions of what requirements/*.in name
	cd requirements && for set in uv run dev docs; do \
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
	@QUIXOTRY_EXT=none $(UV) --no-deps --no-build-isolation --editable .
	@touch $@

# The compiled room is built anew when one of its sources is newer than the last build, for the very machine it is on.
# Without a compiler it is tried again each time, which takes a second: one may have been installed since.
$(VENV)/.ext: setup.py $(COMPILED) $(VENV)/.run
	@echo "Compiling the engine (once, some minutes) ..."
	@QUIXOTRY_MARCH=native $(BIN)/python -W ignore setup.py --quiet build_ext --inplace
	@if [ -e $(COMPILED_NOTE) ]; then touch $@; fi

$(VENV)/.dev: requirements/dev.txt $(VENV)/.ext
	@$(UV) --require-hashes -r requirements/dev.txt
	@touch $@

# The browser app is checked by Debian's Chromium. The one that draws no windows takes a third less of the processor;
# where it cannot be installed, the one that is there will do.
$(VENV)/.chromium: $(VENV)/bin/uv
	@command -v chromium-headless-shell >/dev/null || ($(call apt,chromium-headless-shell)) \
	  || command -v chromium >/dev/null || $(call apt,chromium)
	@touch $@

# Its types are checked by a program from npm, machine code for others' processors by an emulator of an old one; a game
# needs none of them.
$(VENV)/.browser: tests/browser/package.json $(VENV)/bin/uv
	@command -v qemu-x86_64 >/dev/null || $(call apt,qemu-user)
	@command -v npm >/dev/null || $(call apt,nodejs npm)
	@mkdir -p $(VENV)/node && cp tests/browser/package.json $(VENV)/node/
	@npm install --prefix $(VENV)/node --silent --no-audit --no-fund --no-package-lock
	@touch $@

# Install Debian packages as root; otherwise say exactly what to do, and fail.
apt = { if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq $(1) >/dev/null; \
  else echo "The tests need $(1). Install it with: sudo apt-get install -y $(1)" >&2; exit 1; fi; }

picture: $(VENV)/.dev $(BROWSER) ## make the README's picture of the table again
	THINKING_MS=10000 $(BIN)/pytest -p no:xdist tests/browser/test_pages.py -k picture
	cp test-artefacts/browser/table.png docs/pictures/table.png

pictures: $(VENV)/.dev $(BROWSER) ## a sheet of every page and state at eight sizes, light and dark
	$(BIN)/python -m tests.browser.pictures $(STATES)
	@echo "Look at test-artefacts/pictures/sheet-light.html and sheet-dark.html."

reference: $(VENV)/.ext ## write again what is made from the source: reference pages, browser types, pictures
	$(BIN)/python scripts/build_api_reference.py
	$(BIN)/python scripts/library_picture.py
	$(BIN)/python -m scripts.generate_protocol
	$(BIN)/python -m scripts.build_browser_messages
	$(BIN)/python -m scripts.build_check_page
	$(BIN)/python -m scripts.architecture_picture
	$(BIN)/python -m scripts.build_man_page
	$(BIN)/python -m scripts.build_policy_tables

clean: ## remove everything that was installed or built
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .hypothesis .coverage src/*.egg-info
	find src \( -name '*.so' -o -name '*.pyd' -o -name compiled.build \) -delete
	find . -name __pycache__ -prune -exec rm -rf {} +

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14
