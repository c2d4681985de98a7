# Every target works by itself on a fresh machine with git, make and Python 3.11 or newer:
# .venv is made on first use and refreshed when constraints.txt or pyproject.toml change.
# PYTHON=/path/to/python chooses the interpreter of a new .venv; after "make clean" another can be chosen.

PYTHON ?=
PYTHONS := $(or $(PYTHON),python3.13 python3.12 python3.11 python3)
SUITABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# One .venv is shared by all targets, so two installs must never run at once.
.NOTPARALLEL:

.PHONY: help play learn test check test-all bench clean

help:
	@echo 'make play      play against bots on this computer'
	@echo 'make learn     learn the game in two minutes, by playing it'
	@echo 'make test      run the tests'
	@echo 'make check     format, lint, types, import contracts, tests'
	@echo 'make test-all  run the tests, the long ones included'
	@echo 'make bench     measure speed on this machine'
	@echo 'make clean     remove .venv and everything that was generated'

play: .venv/runtime
	@$(BIN)/skipbo-lan practice

learn: .venv/runtime
	@$(BIN)/skipbo-lan learn

test: .venv/test
	@$(BIN)/python -m pytest --quiet

test-all: .venv/test
	@$(BIN)/python -m pytest --quiet -m ''

bench: .venv/test
	@$(BIN)/python -m benchmarks.decisions
	@$(BIN)/python -m benchmarks.narration

check: .venv/dev
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-cache > .venv/lint-imports.log || { cat .venv/lint-imports.log; exit 1; }
	@$(MAKE) --no-print-directory test

clean:
	@rm -rf .venv build dist .coverage htmlcov
	@rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp file in .venv stands for what is installed there. A name on PATH may exist and still not run
# (a version manager's shim, a Python without venv), so each candidate has to prove itself.
.venv/made:
	@for python in $(PYTHONS); do \
	    if "$$python" -c '$(SUITABLE)' >/dev/null 2>&1; then \
	        echo "Making .venv with $$("$$python" --version), and installing what is needed: some seconds ..."; \
	        "$$python" -m venv --clear .venv && touch $@; exit; \
	    fi; \
	done; \
	echo 'No suitable Python: skipbo-lan needs 3.11 or newer with its venv module (tried: $(PYTHONS)). Name one with PYTHON=/path/to/python.' >&2; \
	exit 1

.venv/runtime: .venv/made constraints.txt pyproject.toml
	@$(PIP_INSTALL) -e .
	@touch $@

.venv/test: .venv/made constraints.txt pyproject.toml
	@$(PIP_INSTALL) -e '.[test]'
	@touch $@ .venv/runtime

.venv/dev: .venv/made constraints.txt pyproject.toml
	@$(PIP_INSTALL) -e '.[dev]'
	@touch $@ .venv/test .venv/runtime
