PYTHON ?= python3
BIN := .venv/bin
COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --quiet \
	--custom-compile-command "make lock" $(LOCK_FLAGS)

# What is compiled is kept, whatever the machine says: tests start very many programs.
test quick check: export PYTHONPYCACHEPREFIX ?= $(CURDIR)/.cache/compiled
test quick check: export PYTHONDONTWRITEBYTECODE =

.PHONY: play terminal web test quick check format bench ledger words api soak lock clean help

help:  ## this list
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

play: .venv/.prepared-run  ## the table in the browser, with a first battle ready
	@$(BIN)/sandtable serve --open

terminal: .venv/.prepared-run  ## the first battle in the terminal
	@$(BIN)/sandtable play

test: .venv/.prepared-dev  ## all tests
	$(BIN)/python -m pytest -n 3 --dist worksteal --durations=20

quick: .venv/.prepared-dev  ## the rules, the kernel and the table: under three minutes
	$(BIN)/python -m pytest -n 2 -q tests/kernel tests/table tests/binding tests/books tests/cases tests/map

check: .venv/.prepared-dev  ## format, lint, types, the map of the house, the rule ledger
	$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/python scripts/house.py && $(BIN)/sandtable rules ledger --check

format: .venv/.prepared-dev  ## put the code into the house format
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

web: .venv/.prepared-dev  ## build the browser table again
	$(BIN)/python hatch_build.py

bench: .venv/.prepared-dev  ## speed, beside the yardsticks
	$(BIN)/python -m bench

ledger: .venv/.prepared-dev  ## play the corpus, count what is written, tested and fired, into docs/reference
	$(BIN)/python -m sandtable.lab.corpus && $(BIN)/sandtable rules ledger --write

words: .venv/.prepared-dev  ## the words that cases may use, out of the code, into docs/reference
	$(BIN)/python -m sandtable.lab.case_words

api: .venv/.prepared-dev  ## the names of sandtable.api, out of the code, into docs/reference
	$(BIN)/python scripts/api_reference.py

soak: .venv/.prepared-dev  ## many games in a row, looking for trouble
	$(BIN)/python -m bench.soak && $(BIN)/python -m bench.soak --book forgotten-ruin --games 2000

lock: .venv/.prepared-dev  ## pin exact versions again (LOCK_FLAGS=--upgrade for newer ones)
	$(COMPILE) pyproject.toml --all-extras --group build -o requirements.lock
	$(COMPILE) pyproject.toml --all-extras --group build --group dev -c requirements.lock -o requirements-dev.lock
	$(COMPILE) --group uv -o requirements-uv.lock

clean:  ## forget the environments and caches
	rm -rf .venv .uv .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/.prepared-run: requirements.lock pyproject.toml
	@$(PYTHON) scripts/prepare.py run

.venv/.prepared-dev: requirements-dev.lock pyproject.toml
	@$(PYTHON) scripts/prepare.py dev
