# Choices:  PYTHON=python3.12 (of .venv)   TORCH=cpu|gpu (the build of PyTorch, cpu at first)   SLOW=1 (all tests)
export PYTHON TORCH SLOW

.DEFAULT_GOAL := help
.PHONY: help setup train test docs bench recipes clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile
	@sed -n '1s/^# //p' Makefile

setup:  ## install everything into .venv (the others do it when needed)
	@scripts/setup.sh

train: setup  ## train a small policy with configs/quick.toml
	@.venv/bin/python train.py --config configs/quick.toml

test: setup  ## style, types, import contracts, tests compiled, the rules' tests interpreted; SLOW=1: the slow tests, too
	@scripts/test.sh

docs: setup  ## the pages and the public names as a site, build/docs/index.html; a broken link is an error
	@.venv/bin/python -c 'import furo, myst_parser' 2>/dev/null || .venv/bin/python -m pip -q --disable-pip-version-check install -e '.[docs]'
	@.venv/bin/python -m sphinx -q -E -W --keep-going -c docs/site . build/docs && echo build/docs/index.html

bench: setup  ## measure speed, beside OpenSpiel in the same run
	@.venv/bin/python -c 'import pyspiel' 2>/dev/null || .venv/bin/python -m pip -q --disable-pip-version-check install -e '.[bench]'
	@.venv/bin/python -m benchmarks

recipes:  ## run examples/ of other training libraries, each in its own environment: RECIPE=torchrl, tianshou, rllib, mctx or all
	@scripts/recipes.sh $(RECIPE)

clean:  ## remove .venv and everything generated, but runs/
	rm -rf .venv .venv-recipes build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .coverage htmlcov
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
