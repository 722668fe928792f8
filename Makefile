# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python

.PHONY: play test lint bench lock clean

play: .venv/.play
	@$(BIN)/ridotto play

test: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

lint: .venv/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/mypy

bench: .venv/.bench
	$(BIN)/python -m benchmarks.rules_speed
	$(BIN)/python -m benchmarks.solver

# Pins every dependency with its hashes; no addresses get into the files.
lock: .venv/.setup
	for name in setup play arena solve test bench; do \
	  $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --upgrade --no-annotate \
	    --custom-compile-command "make lock" requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done

.venv/.setup: requirements/setup.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ridotto needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Setting up ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/setup.txt
	@touch $@

.venv/.%: requirements/%.txt pyproject.toml .venv/.setup
	@$(UV) --require-hashes -r requirements/$*.txt
	@$(UV) --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
