#!/usr/bin/env bash
# Runs the recipes for other training libraries, each in an environment of its own, .venv-recipes/<name>; not part of
# `make test`: the libraries are large and exclude each other's versions.
#   scripts/recipes.sh [torchrl|tianshou|rllib|mctx|all]
#   PYTHON=python3.12  the interpreter of a new environment (default: python3)
set -euo pipefail
cd "$(dirname "$0")/.."

CPU_INDEX=https://download.pytorch.org/whl/cpu
known=(torchrl tianshou rllib mctx)

say() { printf '[%3ds] %s\n' "$SECONDS" "$*"; }
die() { printf 'recipes: %s\n' "$*" >&2; exit 1; }

set_up() { # name
    local venv=.venv-recipes/$1 key wanted=(-r "examples/requirements-$1.txt" -c constraints/cpu.txt)
    key="$PWD $(cat pyproject.toml constraints/cpu.txt scripts/recipes.sh "examples/requirements-$1.txt" | cksum)"
    if [ "$(cat "$venv/.set-up" 2>/dev/null)" = "$key" ] && [ -x "$venv/bin/python" ]; then
        return
    fi
    rm -rf "$venv"
    say "making $venv (some minutes)"
    "${PYTHON:-python3}" -m venv "$venv"
    local pip=("$venv/bin/python" -m pip -qq --disable-pip-version-check --no-input)
    if grep -q '^torch==' "examples/requirements-$1.txt" && "$venv/bin/python" -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=5)' \
        $CPU_INDEX/torch/ 2>/dev/null; then
        "${pip[@]}" install torch -c constraints/cpu.txt --index-url $CPU_INDEX
    fi
    "${pip[@]}" install -e . "${wanted[@]}" 'pytest>=8.3' 'pytest-timeout>=2.3'
    if gpu=$("$venv/bin/python" -m pip --disable-pip-version-check list 2>/dev/null | grep -iE '^(nvidia|cuda|triton)'); then
        say "WARNING: the package index gave GPU packages, which the recipes don't use:"
        printf '%s\n' "$gpu"
    fi
    echo "$key" >"$venv/.set-up"
}

chosen=("${1:-all}")
[ "$#" -le 1 ] || die "one name: ${known[*]} all"
[ "${chosen[0]}" != all ] || chosen=("${known[@]}")
for name in "${chosen[@]}"; do
    [[ " ${known[*]} " == *" $name "* ]] || die "'$name' is unknown; there are ${known[*]} all"
done
failed=()
for name in "${chosen[@]}"; do
    set_up "$name"
    say "$name: the recipe's tests"
    # A test that is skipped here would be a set-up that went wrong: the name says that the library has to be there.
    PAINTBALL_RECIPE=$name ".venv-recipes/$name/bin/python" -m pytest -q tests/recipes || failed+=("$name")
done
[ ${#failed[@]} -eq 0 ] || die "failed: ${failed[*]}"
say "recipes passed: ${chosen[*]}"
