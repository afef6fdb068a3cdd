"""Does the comparison of encodings run?"""

import importlib.util
import re

import pytest

from tests import ROOT

SCRIPT = ROOT / "scripts" / "learning_curves.py"


@pytest.mark.slow
def test_every_encoding_has_its_curve(monkeypatch, capsys):
    torch = pytest.importorskip("torch")
    threads = torch.get_num_threads()
    arguments = ["--minutes", "1e-6", "--seeds", "2", "--games", "4", "--opponents", "random"]
    monkeypatch.setattr("sys.argv", [str(SCRIPT), *arguments])
    spec = importlib.util.spec_from_file_location("learning_curves", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for name, size in (("GAMES", 8), ("STEPS", 4), ("BATCH", 16)):  # of an update; else the test takes ten seconds
        monkeypatch.setattr(script, name, size)
    try:
        script.main()
    finally:
        torch.set_num_threads(threads)
        torch.distributions.Distribution.set_default_validate_args(True)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [name for name in ("vector", "actions", "entities") for _ in range(4)]
    for line in lines:
        (share,) = re.findall(r"random +([0-9.]+)% ±", line)
        assert 0 <= float(share) <= 100 and re.search(r"[0-9] decisions", line)
