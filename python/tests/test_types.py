"""The stubs say what there is: the same classes, methods, properties and arguments."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
import stubs

import closecall
from closecall import _closecall

STUBS = ast.parse((Path(closecall.__file__).parent / "_closecall.pyi").read_text(encoding="utf-8"))


def public(kind):
    """The classes or functions of the stubs that the package has, too."""
    return [node for node in STUBS.body if isinstance(node, kind) and not node.name.startswith("_")]


def own(kind):
    """The names of a class that it does not have from its base."""
    return {name for name in vars(kind) if not name.startswith("__") or name in ("__len__", "__float__")}


def arguments(stub):
    every = stub.args.posonlyargs + stub.args.args + stub.args.kwonlyargs
    return [argument.arg for argument in every if argument.arg != "self"]


def test_the_package_offers_all_that_there_is():
    offered = {name for name in dir(_closecall) if not name.startswith("_")}
    assert offered | {"__version__"} == set(closecall.__all__)
    assert offered == {node.name for node in public((ast.ClassDef, ast.FunctionDef))}
    assert (Path(closecall.__file__).parent / "py.typed").exists()


def test_classes_have_what_their_stubs_say():
    for stub in public(ast.ClassDef):
        kind = getattr(closecall, stub.name)
        named = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        named |= {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
        assert {name for name in named if not name.startswith("__")} == {
            name for name in own(kind) if not name.startswith("__")
        }, stub.name
        assert kind.__doc__, stub.name


def test_methods_take_what_their_stubs_say():
    checked = 0
    for stub in public(ast.ClassDef):
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


def test_the_stub_of_the_collision_manager_is_that_of_its_code():
    manager = pytest.importorskip("closecall.trimesh")
    stub = ast.parse(Path(manager.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    taken = {}
    for node in stub.body:
        functions = node.body if isinstance(node, ast.ClassDef) else [node]
        for function in (node for node in functions if isinstance(node, ast.FunctionDef)):
            owner = getattr(manager, node.name) if isinstance(node, ast.ClassDef) else manager
            thing = getattr(owner, function.name)
            if isinstance(thing, property):
                taken[node.name, function.name] = True
                continue
            own = [name for name in inspect.signature(thing).parameters if name != "self"]
            assert own == arguments(function), f"{node.name}.{function.name}"
            taken[node.name, function.name] = True
    public = {
        (name, of)
        for name, kind in vars(manager).items()
        if inspect.isclass(kind) and kind.__module__ == manager.__name__ and name[0] != "_"
        for of in vars(kind)
        if of[0] != "_"
    }
    assert public <= set(taken) and len(taken) > 15, public - set(taken)


def test_stubs_have_the_words_of_the_package():
    text = (Path(closecall.__file__).parent / "_closecall.pyi").read_text(encoding="utf-8")
    assert stubs.documented(stubs.plain(text)) == text, "python python/tests/stubs.py writes them"
    assert text.count('"""') > 200


PROGRAM = """
import numpy as np
import closecall
from closecall.trimesh import CollisionManager

cell, gripper = closecall.Model("cell.stl"), closecall.Model("gripper.obj", unit="mm", scale=0.001)
pose = [0.15, 0.0, 0.45, 1.0, 0.0, 0.0, 0.0]
hit: bool = cell.collides(gripper, pose)
near: bool = cell.collides(gripper, pose, clearance=0.1)
gap: float = cell.distance(gripper, pose).lo
from_file: bool = cell.collides("gripper.obj", pose)
lowest: float = float(cell.bounds[0, 2])
found = cell.distance(gripper, pose, limit=1.0)
limited: float = found.hi if found else 1.0
pairs: int = cell.contacts(gripper, pose).shape[0]
poses = np.tile(pose, (10, 1))
count = int(cell.collides(gripper, poses).sum())
far: float = cell.distance(gripper, poses).lo.min()
pair = closecall.Pair(cell, gripper)
again: float = pair.distance(pose).hi
version: str = closecall.__version__
swept = cell.sweep(gripper, poses, budget=1.0)
first: float = swept.contact_at if swept.contact_at is not None else 0.0
free = int(cell.sweep_edges(gripper, poses[:-1], poses[1:]).clear.sum())
hits = cell.ray([[0, 0, 2]], [[0, 0, -1]])
met: bool = bool((hits.triangle >= 0).any())
robot = closecall.Robot("arm.urdf", srdf="arm.srdf")
world = closecall.World()
world.add("cell", cell, fixed=True)
world.add_robot(robot)
world.set_joints(robot.positions(elbow=0.3))
touching = [(a, b) for a, b in world.collisions()]
nearest = world.nearest()
gap_of_two: float = nearest.lo if nearest is not None else float("inf")
rows = np.zeros((10, len(robot.coordinates)))
safe = int(world.sweep_joints(rows[:-1], rows[1:]).clear.sum())

manager = CollisionManager()
manager.add_object("cell", cell, np.eye(4))
met_it: bool = manager.in_collision_single(gripper)
met_it, names = manager.in_collision_single(gripper, return_names=True)
met_it, names, contacts = manager.in_collision_internal(return_names=True, return_data=True)
deepest: float = max(contact.depth for contact in contacts)
room: float = manager.min_distance_single("gripper.obj")
room, who = manager.min_distance_single(gripper, return_name=True)
"""


def test_an_ordinary_program_passes_a_type_checker(tmp_path):
    api = pytest.importorskip("mypy.api", reason="mypy is not installed: types are not checked")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    said, errors, code = api.run([str(program), "--cache-dir", str(tmp_path / "cache")])
    assert code == 0, said + errors


def test_an_ordinary_program_passes_pyright(tmp_path):
    pytest.importorskip("pyright", reason="pyright is not installed: its types are not checked")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(program)]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=180)
    except subprocess.TimeoutExpired:
        pytest.skip("pyright did not start in time: it fetches a part of itself")
    if "summary" not in said.stdout and "error" not in said.stdout and said.returncode != 0:
        pytest.skip(f"pyright does not run here: {said.stderr[-200:]}")
    assert said.returncode == 0, said.stdout + said.stderr
