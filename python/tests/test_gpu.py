"""Batches on a GPU: on a device if there is one, else on the emulator of the driver."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import closecall

EMULATOR = Path(__file__).parents[2] / "crates" / "closecall-gpu" / "tests" / "emulator" / "driver.cpp"

ON_A_DEVICE = """
import sys
import numpy as np
import closecall

rng = np.random.default_rng(3)
poses = np.concatenate([rng.uniform(-1.5, 1.5, (60, 3)), rng.normal(size=(60, 4))], axis=1)
poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
poses[0] = [1, 0, 0, 1, 0, 0, 0]  # face on face: rounding decides
cube = closecall.Model(
    [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)],
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
     [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]],
)
expected = cube.collides(cube, poses)
assert expected.any() and not expected.all()
assert (cube.collides(cube, poses, device="cuda") == expected).all()
near = cube.collides(cube, poses, clearance=0.2)
assert (cube.collides(cube, poses, clearance=0.2, device="cuda:0") == near).all() and (near != expected).any()
for found, wanted in zip(cube.contacts(cube, poses, device="cuda"), cube.contacts(cube, poses)):
    assert (found == wanted).all()
matrices = np.stack([np.eye(4)] * 3)
matrices[:, 0, 3] = [0.5, 1.0, 2.0]
assert cube.collides(cube, matrices, device="cuda").tolist() == [True, True, False]
assert cube.collides(cube, poses[0], device="cuda") is True
poses[7, 3] = 9.0
try:
    cube.collides(cube, poses, device="cuda")
except ValueError as error:
    assert "pose 7" in str(error), error
else:
    raise AssertionError("a pose that is none was taken")
try:
    import torch
except ImportError:
    pass
else:
    if torch.cuda.is_available():
        poses[7, 3] = 1.0
        poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
        there = torch.from_numpy(poses).cuda()
        assert (cube.collides(cube, there, device="cuda") == cube.collides(cube, poses)).all()
        print("torch")
print("right")
"""


def run(libraries):
    environment = dict(os.environ)
    if libraries is not None:
        environment["LD_LIBRARY_PATH"] = str(libraries)
    command = [sys.executable, "-c", ON_A_DEVICE]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_a_gpu_gives_the_answers_of_the_cpu(tmp_path):
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None or not EMULATOR.exists():
        pytest.skip("there is no C++ compiler to build the emulator with")
    flags = ["-std=c++17", "-O2", "-march=native", "-ffp-contract=off", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", tmp_path / "libcuda.so", EMULATOR], check=True)
    done = run(tmp_path)
    assert done.returncode == 0 and "right" in done.stdout, done.stderr


def test_a_device_of_this_machine(tmp_path):
    cube = closecall.Model([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    try:
        cube.collides(cube, np.array([[0.0, 0, 0, 1, 0, 0, 0]]), device="cuda")
    except OSError as error:
        assert "CUDA" in str(error)
        pytest.skip(f"there is no device: {error}")
    done = run(None)
    assert done.returncode == 0 and "right" in done.stdout, done.stderr


def test_devices_have_names():
    cube = closecall.Model([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    with pytest.raises(ValueError, match="no device 'gpu'"):
        cube.collides(cube, device="gpu")
    with pytest.raises(ValueError, match="solids"):
        cube.collides(cube, device="cuda", solid=True)
    assert cube.collides(cube, device="cpu") is True
