# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
# Tests wait for servers and terminals more than they reckon.
AT_A_TIME := $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
BROWSERS := $(shell echo $$((1 + $$(getconf _NPROCESSORS_ONLN))))
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/.svelte-check/*')

.PHONY: play terminal test lint bench audit lock clean

play: .venv/.play .venv/.web
	@$(BIN)/ridotto serve --open

terminal: .venv/.play
	@$(BIN)/ridotto play

test: .venv/.test .venv/.web .venv/.browser .venv/.train
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python hatch_build.py npm run --silent lint
	$(BIN)/python hatch_build.py npm run --silent check
	$(BIN)/python hatch_build.py npm run --silent test
	$(BIN)/pytest -n $(AT_A_TIME) --dist worksteal --ignore tests/browser
	@# A live Playwright breaks asyncio tests in the same process.
	test ! -d tests/browser || RIDOTTO_BROWSER="$$(cat .venv/.browser)" $(BIN)/pytest tests/browser -n $(BROWSERS)

lint: .venv/.test .venv/.web
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python hatch_build.py npm run --silent format
	$(BIN)/python hatch_build.py npm run --silent check

bench: .venv/.bench
	$(BIN)/python -m benchmarks.rules_speed
	$(BIN)/python -m benchmarks.solver

# Known vulnerabilities in any dependency, Python or JavaScript.
audit: .venv/.setup .venv/.web
	@$(BIN)/uv venv --quiet --allow-existing .venv/audit
	@$(BIN)/uv pip install --quiet --python .venv/audit/bin/python --require-hashes -r requirements/audit.txt
	@scripts/audit

# Pins every dependency with its hashes; no addresses get into the files.
lock: .venv/.setup
	for name in setup node play postgres arena test bench audit; do \
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

.venv/.web: $(WEB) hatch_build.py | .venv/.play
	@$(BIN)/python hatch_build.py
	@touch $@

.venv/.browser: scripts/browser .venv/.test
	@scripts/browser > $@.new && mv $@.new $@

# torch comes by pip, which finds the build for the machine.
.venv/.train: requirements/train.txt .venv/.test
	@$(BIN)/python -m pip install --quiet -r requirements/train.txt
	@touch $@

# Installing the package builds the browser table: for that a machine without a good Node gets one as a wheel.
.venv/.%: requirements/%.txt requirements/node.txt pyproject.toml .venv/.setup
	@$(UV) --require-hashes -r requirements/$*.txt
	@test -e src/ridotto/server/static/.built || echo "Building the table in the browser ..."
	@$(BIN)/python hatch_build.py --has-node || $(UV) --require-hashes -r requirements/node.txt
	@$(UV) --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf .venv .import_linter_cache .mypy_cache .ruff_cache .pytest_cache .hypothesis web/node_modules src/ridotto/server/static
