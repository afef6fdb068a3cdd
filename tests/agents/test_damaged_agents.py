"""Is a damaged or foreign file of weights, or card, refused in one line that names it, and in little memory?"""

import io
import json
import os
import shutil
import zipfile

import numpy as np
import pytest
from paintball_env.bots.champion.agents import POLICY

from paintball_env import save_agent
from paintball_env.observation import Encoding
from paintball_env.scenario import Scenario
from tabletop.agents import policy_folder
from tests import refuses
from tests.agents.held import make
from tests.called import call

CTF = Scenario.load("capture-the-flag-basic-drawn")


@pytest.fixture
def folder(tmp_path):
    rng, size = np.random.default_rng(0), Encoding(CTF).size
    layers = [rng.normal(0, 0.3, shape) for shape in ((16, size), (16,), (CTF.actions, 16), (CTF.actions,))]
    save_agent(tmp_path / "agent", layers, CTF)
    return tmp_path / "agent"


def damaged(content):
    return content[:200] + bytes([content[200] ^ 255]) + content[201:]


def packed(arrays):
    np.savez_compressed(file := io.BytesIO(), **arrays)
    return file.getvalue()


def header_with(text):
    """A member whose header is this one, and whose checksum is right."""

    def changed(arrays):
        with zipfile.ZipFile(file := io.BytesIO(), "w") as members:
            members.writestr("w0.npy", b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
        return file.getvalue()

    return changed


def bomb(arrays):
    with zipfile.ZipFile(file := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr("w0.npy", bytes(policy_folder.MOST_WEIGHTS + (1 << 20)))
    return file.getvalue()


def of_kind(kind):
    return lambda arrays: packed(arrays | {"w0": arrays["w0"].astype(kind)})


def npy(array):
    np.save(file := io.BytesIO(), array)
    return file.getvalue()


DAMAGES = {
    "nothing": (lambda arrays: b"", "File is not a zip file"),
    "an array alone": (lambda arrays: npy(arrays["w0"]), "File is not a zip file"),
    "a byte of packed data": (lambda arrays: damaged(packed(arrays)), ""),
    "a header cut off": (header_with(b"{'descr': '<f4', ("), ""),
    "a header of terabytes": (
        header_with(b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000, 1)}\n"),
        "",
    ),
    "a pickle": (lambda arrays: packed({"w0": np.array([{}], object)}), "Object arrays cannot be loaded"),
    "no array": (header_with(b""), ""),
    "a bomb": (bomb, "513 MiB, more than 512"),
    "huge numbers": (lambda arrays: packed(arrays | {"w0": np.full_like(arrays["w0"], 1e300, float)}), "finite"),
    "complex": (of_kind(complex), "w0.npy is of complex128"),
    "truth": (of_kind(bool), "w0.npy is of bool"),
    "times": (of_kind("M8[s]"), "w0.npy is of datetime64[s]"),
    "texts": (of_kind(str), "w0.npy is of <U"),
}


@pytest.mark.parametrize("content, words", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.slow
def test_each_damage_of_the_weights_is_told_in_a_line(folder, content, words):
    path = folder / policy_folder.WEIGHTS
    with np.load(path) as file:
        arrays = dict(file)
    path.write_bytes(content(arrays))
    done = call("match", f"trained:{folder}", "random", "--pairs", 1)
    line = done.stderr
    assert done.exit_code == 2 and line.startswith(f"match: {path}: no weights of a policy ("), (line, done.exception)
    assert words in line and line.count("\n") == 1 and line.endswith(")\n") and "()" not in line


def test_weights_are_no_folder_and_no_pipe(folder):
    path = folder / policy_folder.WEIGHTS
    for make_one in (lambda: None, path.mkdir, lambda: os.mkfifo(path)):
        path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
        make_one()
        refuses(ValueError, "no weights of a policy", make, f"trained:{folder}")


@pytest.mark.parametrize("changes", [{"game": "a\nb\u2028c"}, {"versions": {"format": "a\nb"}}])
def test_what_a_card_says_is_told_in_one_line(folder, changes):
    card = json.loads((folder / policy_folder.CARD).read_text())
    (folder / policy_folder.CARD).write_text(json.dumps(card | changes))
    with pytest.raises(ValueError) as caught:
        make(f"trained:{folder}")
    assert " a b" in str(caught.value) and str(caught.value).isprintable()


def test_weights_of_fewer_bits_are_read(folder):
    path = folder / policy_folder.WEIGHTS
    with np.load(path) as file:
        arrays = {name: np.round(array, 1).astype(np.float16) for name, array in file.items()}
    np.savez_compressed(path, **arrays)
    agent = make(f"trained:{folder}")
    agent.prepare(CTF)
    assert all(array.dtype == np.float32 for array in agent.weights.arrays.values())


def test_a_card_may_begin_with_a_byte_order_mark_and_is_no_endless_list(folder):
    path = folder / policy_folder.CARD
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    make(f"trained:{folder}")
    for text, words in (
        ("[" * 100_000, "not JSON that can be read: lists or objects too deep in each other"),
        (" " * (policy_folder.MOST_CARD + 1), "larger than 16 MiB"),
        ("[]", ""),
    ):
        path.write_text(text)
        refuses(ValueError, f"\\(.*{words}", make, f"trained:{folder}")


@pytest.mark.parametrize("scenario", [CTF.name, "battle-12"])
def test_a_separate_policy_that_has_lost_its_card_is_not_passed_over(tmp_path, scenario):
    shutil.copytree(POLICY, tmp_path / "policy")
    lost = tmp_path / "policy" / policy_folder.SCENARIOS / "single"
    (lost / policy_folder.CARD).unlink()
    done = call("match", f"trained:{tmp_path / 'policy'}", "random", "--pairs", 1, "--scenario", scenario)
    assert done.exit_code == 2 and done.stderr == f"match: {lost} is no trained agent: there is no card.json in it\n"
    (tmp_path / "policy" / policy_folder.SCENARIOS / "notes").write_text("a file is no policy's folder")
    (lost / policy_folder.CARD).write_text("{")
    done = call("match", f"trained:{tmp_path / 'policy'}", "random", "--pairs", 1, "--scenario", scenario)
    assert done.stderr.startswith(f"match: {lost / policy_folder.CARD}: not the card of a trained agent (")


@pytest.mark.parametrize("change", [{}, {"w0": [16, 1]}, {"w9": [1]}, None])
def test_a_card_about_other_weights_is_refused(folder, change):
    path = folder / policy_folder.CARD
    card = json.loads(path.read_text())
    card["shapes"] = card["shapes"] | change if change else change
    path.write_text(json.dumps(card))
    done = call("match", f"trained:{folder}", "random", "--pairs", 1)
    assert done.exit_code == 2
    assert done.stderr == f"match: {path}: its shapes aren't those of the arrays in weights.npz\n"
