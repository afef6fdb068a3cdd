#!/usr/bin/env bash
# All checks, in order of their cost; goes on after a failure and says at the end what failed.
#   SLOW=1  the slow tests, too: browsers, training, an installed package, bots that harm, commands that are killed
set -uo pipefail
cd "$(dirname "$0")/.."
PATH=$PWD/.venv/bin:$PATH
unset PYTHONDONTWRITEBYTECODE  # else each of some hundred processes compiles all modules anew
# NumPy begins a thread for each core as soon as it is imported; tests multiply nothing large.
export OPENBLAS_NUM_THREADS=1
export PAINTBALL_QUIET=1  # which process compiles something first is chance
failed=()
chosen="not slow"
[ "${SLOW:-}" != 1 ] || chosen=""

check() {
    local name=$1 begun=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    if "$@"; then
        printf -- '-- %s: ok (%d s)\n' "$name" $((SECONDS - begun))
    else
        printf -- '-- %s: FAILED (%d s)\n' "$name" $((SECONDS - begun))
        failed+=("$name")
    fi
}

# Each size of records in a process of its own: what is compiled for one serves the other little.
compile_all() {
    python scripts/compile.py large &
    local large=$!
    python scripts/compile.py small
    local small=$?
    wait $large && return $small
}

# One more than there are cores: a third of the time a process of tests waits, for a browser or for a bot that hangs.
workers=$(python -c 'from tabletop.base.workers.choice import cores; print(min(4, cores() + 1))')

typed=()
for path in tabletop paintball_env octagon_ball beat_to_quarters state_of_war agents train.py; do
    [ ! -e $path ] || typed+=("$path")
done

check "style" ruff check --quiet
check "format" ruff format --check --quiet
check "types" mypy "${typed[@]}"
check "import contracts" lint-imports
check "rule table" python scripts/rule_table.py --check
check "page of all files" python scripts/where.py --check
# Once, beforehand: each worker would compile what it first needs, and several of them the same.
check "compiling" compile_all
check "tests, compiled" pytest -q -n "$workers" --dist loadfile -m "$chosen"
if [ "${SLOW:-}" != 1 ]; then
    printf '\n!! SLOW TESTS WERE LEFT OUT (browsers, training, an installed package …): make test SLOW=1\n'
else
    command -v chromium chromium-browser google-chrome >/dev/null ||
        printf '\n!! THE VIEWER WAS NOT TESTED IN A BROWSER: there is no chromium here\n'
    python -c 'import ray' 2>/dev/null ||
        printf '\n!! NO RAY CLUSTER WAS TESTED: ray is not installed here (pip install ray)\n'
fi
# Words, pictures and the other game's bots and observations are no rules.
check "tests of the rules, interpreted" env NUMBA_DISABLE_JIT=1 pytest -q -n "$workers" \
    tests/paintball/rules tests/octagon_ball tests/state_of_war --ignore-glob='*/test_page*' --ignore-glob='*/test_scenes*' \
    --ignore-glob='*/test_agents*' --ignore-glob='*/test_observation*'

echo
if [ ${#failed[@]} -gt 0 ]; then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
printf 'all checks passed (%d s)\n' "$SECONDS"
