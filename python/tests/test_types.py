"""The stubs say what there is: the same classes, methods, properties and arguments."""

import ast
import inspect
from pathlib import Path

import pytest

import closecall
from closecall import _closecall

STUBS = ast.parse((Path(closecall.__file__).parent / "_closecall.pyi").read_text(encoding="utf-8"))


def own(kind):
    """The names of a class that it does not have from its base."""
    return {name for name in vars(kind) if not name.startswith("__") or name in ("__len__", "__float__")}


def arguments(stub):
    every = stub.args.posonlyargs + stub.args.args + stub.args.kwonlyargs
    return [argument.arg for argument in every if argument.arg != "self"]


def test_the_package_offers_all_that_there_is():
    offered = {name for name in dir(_closecall) if not name.startswith("_")}
    assert offered == set(closecall.__all__)
    stubs = {node.name for node in STUBS.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert offered == stubs
    assert (Path(closecall.__file__).parent / "py.typed").exists()


def test_classes_have_what_their_stubs_say():
    for stub in (node for node in STUBS.body if isinstance(node, ast.ClassDef)):
        kind = getattr(closecall, stub.name)
        named = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        named |= {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
        assert {name for name in named if not name.startswith("__")} == {
            name for name in own(kind) if not name.startswith("__")
        }, stub.name
        assert kind.__doc__, stub.name


def test_methods_take_what_their_stubs_say():
    checked = 0
    for stub in (node for node in STUBS.body if isinstance(node, ast.ClassDef)):
        for method in (node for node in stub.body if isinstance(node, ast.FunctionDef)):
            thing = getattr(getattr(closecall, stub.name), method.name)
            if method.decorator_list or method.name.startswith("__") or method.args.kwarg:
                continue
            taken = [name for name in inspect.signature(thing).parameters if name != "self"]
            assert taken == arguments(method), f"{stub.name}.{method.name}"
            checked += 1
    assert checked > 40
    assert list(inspect.signature(closecall.mill).parameters) == arguments(
        next(node for node in STUBS.body if getattr(node, "name", "") == "mill")
    )


PROGRAM = """
import numpy as np
import closecall

cell, gripper = closecall.Model("cell.stl"), closecall.Model("gripper.obj", unit="mm", scale=0.001)
pose = [0.15, 0.0, 0.45, 1.0, 0.0, 0.0, 0.0]
hit: bool = cell.collides(gripper, pose)
near: bool = cell.within(gripper, 0.1, pose)
gap: float = cell.distance(gripper, pose).lo
found = cell.distance(gripper, pose, up_to=1.0)
limited: float = found.hi if found else 1.0
pairs: int = cell.contacts(gripper, pose).shape[0]
poses = np.tile(pose, (10, 1))
hits = int(cell.collides(gripper, poses).sum())
far: float = cell.distance(gripper, poses).lo.min()
pair = closecall.Pair(cell, gripper)
again: float = pair.distance(pose).hi
version: str = closecall.__version__
"""


def test_an_ordinary_program_passes_a_type_checker(tmp_path):
    api = pytest.importorskip("mypy.api", reason="mypy is not installed: types are not checked")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    said, errors, code = api.run([str(program), "--cache-dir", str(tmp_path / "cache")])
    assert code == 0, said + errors
