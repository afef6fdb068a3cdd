#!/usr/bin/env bash
# Makes .venv with the project and its tools. Does nothing when that has been done for the present pyproject.toml.
#   PYTHON=python3.12  the interpreter (default: .venv's own, at first python3)
#   TORCH=cpu|gpu      the build of PyTorch (default: .venv's own, at first cpu)
set -euo pipefail
cd "$(dirname "$0")/.."

CPU_INDEX=https://download.pytorch.org/whl/cpu
venv=.venv
chosen=$venv/.torch-build # which build of PyTorch is in there
stamp=$venv/.set-up       # what it was set up for

say() { printf '[%3ds] %s\n' "$SECONDS" "$*"; }
die() { printf 'set-up: %s\n' "$*" >&2; exit 1; }
version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

TORCH=${TORCH:-$(cat "$chosen" 2>/dev/null || echo cpu)}
case $TORCH in cpu | gpu) ;; *) die "TORCH=$TORCH: cpu or gpu is meant" ;; esac

# The path counts too: a moved checkout needs its installation anew.
key="$TORCH $PWD $(cat pyproject.toml constraints/cpu.txt scripts/setup.sh | cksum)"
if [ "$(cat "$stamp" 2>/dev/null)" = "$key" ] && [ -x $venv/bin/python ] &&
    { [ -z "${PYTHON:-}" ] || [ "$(version_of "$PYTHON")" = "$(version_of $venv/bin/python)" ]; }; then
    exit 0
fi

python=${PYTHON:-python3}
if [ -z "${PYTHON:-}" ] && [ -x $venv/bin/python ]; then
    python=$venv/bin/python
fi
command -v "$python" >/dev/null || die "$python is not there; say which Python to take: make … PYTHON=python3.12"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "$python is Python $(version_of "$python"), 3.11 or newer is needed: make … PYTHON=python3.12"
"$python" -c 'import venv, ensurepip' 2>/dev/null ||
    die "$python lacks the module venv (on Debian and Ubuntu: apt install python3-venv)"

if [ -e $venv ] && { [ "$(cat "$chosen" 2>/dev/null)" != "$TORCH" ] ||
    [ "$(version_of $venv/bin/python)" != "$(version_of "$python")" ]; }; then
    # A build of PyTorch doesn't replace another cleanly, nor does a Python: start anew.
    [ "$python" != $venv/bin/python ] || python=$("$python" -c 'import sys; print(sys._base_executable)')
    say "removing the old $venv"
    rm -rf $venv
fi
rm -f "$stamp"
if [ ! -x $venv/bin/python ]; then
    say "making $venv with Python $(version_of "$python")"
    "$python" -m venv $venv
fi
echo "$TORCH" >"$chosen"

# Modules are compiled when they are first imported: most never are.
install() { $venv/bin/python -m pip install -qq --no-compile --disable-pip-version-check --no-input "$@"; }
index_answers() {
    $venv/bin/python -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=5)' "$1" 2>/dev/null
}

if [ "$TORCH" = gpu ]; then
    say "PyTorch: the ordinary build (with CUDA where there is one: some 3 GB)"
    install 'torch>=2.8,<3'
elif index_answers $CPU_INDEX/torch/; then
    say "PyTorch: the CPU build from $CPU_INDEX"
    install torch -c constraints/cpu.txt --index-url $CPU_INDEX
else
    say "PyTorch: its CPU index doesn't answer, so from the ordinary index, held by constraints/cpu.txt"
    install torch -c constraints/cpu.txt
fi

say "the project with its extras train, web and dev (a minute or two)"
# What follows must not exchange the build of PyTorch just chosen.
$venv/bin/python -c 'from importlib.metadata import version; print("torch==" + version("torch"))' >$venv/torch.txt
install -e '.[train,web,dev]' -c $venv/torch.txt

# The viewer is tested in a browser: Debian's, for playwright's own comes from a place that few can reach.
if ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Chromium, for the viewer's tests"
        apt-get -qq update >/dev/null 2>&1 || true
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium >/dev/null 2>&1 ||
            say "WARNING: chromium couldn't be installed"
    else
        say "WARNING: there is no chromium: the viewer's tests will be skipped"
    fi
fi

if [ "$TORCH" = cpu ] && cuda=$($venv/bin/python -m pip --disable-pip-version-check list 2>/dev/null |
    grep -iE '^(nvidia|cuda|triton)'); then
    say "WARNING: this is a CPU set-up, yet the package index gave GPU packages (harmless, but large):"
    printf '%s\n' "$cuda"
fi
echo "$key" >"$stamp"
say "set up: $($venv/bin/python -c 'from importlib.metadata import version as v
print(", ".join(n + " " + v(n) for n in ("numpy", "numba", "torch", "stable-baselines3")))')"
