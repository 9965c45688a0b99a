"""trimesh's own tests of its collision manager, with our manager in its place.

They are in trimesh's source package, which is not ours to copy: CLOSECALL_TRIMESH names the folder where
it was unpacked. Nothing is downloaded. Its meshes are not in the package: a box stands in for the
unit cube, and cycloidal.obj of the test data, body by body, for the assembly of the same name.

DIFFERENT has every line of theirs that does not hold for us, with what holds instead and why.
"""

import logging
import os
import types
import unittest
from pathlib import Path

import numpy as np
import pytest

trimesh = pytest.importorskip("trimesh")
import closecall.trimesh as ours  # noqa: E402

SOURCE = os.environ.get("CLOSECALL_TRIMESH")
DATA = Path(__file__).parents[3] / "shared" / "data"

# A contact is of two triangles, and FCL gives one point of two cubes that are at the same place. Six ways out
# of there are as short: FCL names one, and ours may be another.
SURFACES = "contacts are of surfaces: any point that they share, and any of the shortest ways out"
# FCL's distance of convex meshes that overlap is minus their depth.
TOUCHING = "a distance is never negative: 0 says that the bodies touch"
DIFFERENT = [
    (
        "assert g.np.allclose(c.point, g.np.array([5.0, -0.5, 0.5]))",
        "assert g.np.isclose(g.np.abs(c.point - [5.0, 0.0, 0.0]).max(), 0.5)",
        SURFACES,
    ),
    (
        "assert g.np.allclose(c.normal, g.np.array([-1.0, 0.0, 0.0]))",
        "assert g.np.isclose(g.np.linalg.norm(c.normal), 1.0)",
        SURFACES,
    ),
    ("assert g.np.isclose(dist, -0.25)", "assert dist == 0.0", TOUCHING),
]


def mesh_of(name):
    """What stands in for the meshes of trimesh's repository."""
    if name == "unit_cube.STL":
        return trimesh.creation.box()
    if name == "cycloidal.3DXML":
        path = DATA / "cad" / "cycloidal.obj"
        if not path.exists():
            raise unittest.SkipTest("there is no test data with cycloidal.obj")
        return trimesh.Scene(trimesh.load(path, force="mesh").split(only_watertight=False, repair=False))
    raise AssertionError(f"{name}: trimesh's tests use a mesh that is not known here")


def module_of_trimesh():
    """The module of trimesh's tests, with our manager, and lines that differ replaced."""
    text = (Path(SOURCE) / "tests" / "test_collision.py").read_text(encoding="utf-8")
    for theirs, instead, why in DIFFERENT:
        assert text.count(theirs) == 1, f"trimesh's tests have changed: {theirs} ({why})"
        text = text.replace(theirs, instead)
    collision = types.SimpleNamespace(
        CollisionManager=ours.CollisionManager, scene_to_collision=ours.scene_to_collision
    )
    library = types.SimpleNamespace(
        collision=collision, creation=trimesh.creation, Scene=trimesh.Scene, util=trimesh.util
    )
    generic = types.ModuleType("generic")
    generic.np, generic.trimesh, generic.unittest = np, library, unittest
    generic.log, generic.get_mesh = logging.getLogger("trimesh"), mesh_of
    generic.random = np.random.default_rng(5).random
    text = text.split("class CollisionTest", 1)[1]
    module = types.ModuleType("trimesh_test_collision")
    # `fcl` only says that the tests can run.
    module.g, module.fcl = generic, True
    exec(compile(f"class CollisionTest{text}", "test_collision.py", "exec"), module.__dict__)
    return module


@pytest.mark.skipif(not SOURCE, reason="CLOSECALL_TRIMESH does not name trimesh's unpacked source package")
def test_trimeshs_own_tests_pass():
    suite = unittest.defaultTestLoader.loadTestsFromModule(module_of_trimesh())
    result = unittest.TestResult()
    suite.run(result)
    for _, why in result.skipped:
        print(f"skipped: {why}")
    assert result.testsRun >= 5
    problems = [text for _, text in result.failures + result.errors]
    assert not problems, "\n".join(problems)
