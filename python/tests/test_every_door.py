"""Every function of the package with a hostile value in each of its arguments: an answer or an error.

A panic is a BaseException and no Exception: nothing here catches it, so that it fails the test. The
functions are found by name, and so are their arguments: one that is not known here fails the test too.
"""

import inspect
import math

import numpy as np
import pytest

import closecall
from shapes import at, box
from test_hostile_numbers import PROGRAM
from test_world import ARM

CUBE = closecall.Model(*box())
NEAR = at(0.7, 0.1, 0.2)
ROWS = np.array([at(2.0), at(3.0)])
BALL = closecall.Shape.ball([3.0, 0.0, 0.0], 1.0)


class Hostile:
    """An object that lets nobody look at it."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __float__(self):
        raise RuntimeError("float")

    def __len__(self):
        return -1


NUMBERS = [math.nan, math.inf, -math.inf, 1e308, -1e308, 1e154, 5e-324, -0.0, 0, -1, 2**31, 2**63, 2**64, -(2**63), 10**400, 1j]
ARRAYS = [
    [],
    [[]],
    [math.nan] * 3,
    [math.inf] * 7,
    [1e308] * 7,
    [[1e308, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]],
    [[0, 1], [2]],
    [10**400] * 3,
    [[[[0.0]]]],
    np.zeros((0, 3)),
    np.zeros((0, 7)),
    np.zeros((3, 0)),
    np.zeros((1, 7)),
    np.zeros((2, 3)),
    np.full((2, 7), math.nan),
    np.full((4, 4), math.inf),
    np.zeros((2, 4, 4)),
    np.array(3.0),
    np.array([None, "x", 3]),
    np.array(["a", "b", "c"]),
    np.ones((7, 3))[::-2].T,
    np.ones((2, 7), np.float32),
    np.ones((2, 7), np.int8),
    np.ones((2, 7), complex),
    np.ones(7, bool),
    np.array([[2**63, 0]], np.uint64),
    np.array([[-1, 2**40]]),
    np.broadcast_to(1.0, (2, 7)),
]
THINGS = [None, True, "", "x\0y", "\ud800", "ö" * 70_000, b"", b"\xff\0", {}, {"": math.nan}, set(), object(), Hostile(), print, CUBE, BALL]
VALUES = NUMBERS + ARRAYS + THINGS


@pytest.fixture
def known(tmp_path_factory):
    """A value for every argument, by its name; and an object of every class with functions."""
    folder = tmp_path_factory.mktemp("doors")
    urdf, tree = folder / "arm.urdf", folder / "cube.tree"
    urdf.write_text(ARM)
    CUBE.save(tree)
    robot = closecall.Robot(urdf)
    world = closecall.World()
    world.add("a", CUBE, solid=True)
    world.add("b", CUBE, NEAR)
    world.add("stand", pose=at(0.0, 50.0))
    world.add_robot(robot, base="stand")
    rows = [[0.1, 0.2], [0.3, 0.4]]
    arguments = {
        "a": "a", "b": "b", "name": "b", "key": "b", "coordinate": "elbow", "prefix": "", "base": "stand", "parent": "stand",
        "other": CUBE, "model": CUBE, "part": CUBE, "robot": robot, "pose": NEAR, "poses": ROWS, "path": ROWS,
        "starts": ROWS[:1], "ends": ROWS[1:], "world_from_a": at(1.0), "world_from_b": at(2.0), "positions": rows[0],
        "clearance": 0.0, "distance": 0.1, "padding": 0.1, "limit": 9.0, "accuracy": 0.1, "tolerance": 0.1, "budget": 0.01,
        "threads": 1, "device": None, "solid": False, "fixed": False, "verify": True, "groups": (1, 1), "pairs": CUBE.contacts(CUBE, NEAR)[:1],
        "direction": [1.0, 0.0, 0.0], "directions": [1.0, 0.0, 0.0], "origin": [-9.0, 0.0, 0.0], "origins": [-9.0, 0.1, 0.1],
        "points": [[0.1, 0.1, 0.1]], "middle": [0.0, 0.0, 0.0], "half": 1.0, "center": [0.0, 0.0, 0.0], "radius": 0.5,
        "start": [0.0, 0.0, 9.0], "end": [0.0, 0.0, 1.0], "apex": [0.0, 0.0, 0.0], "normal": [0.0, 0.0, 1.0], "offset": 0.0,
        "axis": [0.0, 0.0, 1.0], "ring": 1.0, "tube": 0.25, "numbers": [0.0, 0.0, 0.0, 1.0], "shapes": (BALL,),
        "source": box()[0], "faces": box()[1], "unit": None, "scale": 2.0, "urdf": urdf, "srdf": None, "packages": {},
        "neighbours": "joint", "program": PROGRAM, "tool": "ball:6", "one_tool": False, "tools": None, "length": 30.0,
        "shank": None, "stick_out": None, "holder": None, "allow": 0.0, "touch": False, "side": 0.0, "near": 0.0,
        "rapid": "linear", "block_delete": False, "rotary": None, "dialect": "linuxcnc", "home": {"G28": [0, 0, 9]},
        "work": {"G55": [0, 0, 9]}, "variables": {100: 1.0}, "allow_unchecked": False, "ignore_words": [], "subprograms": [],
        "machine": None, "machine_axes": None,
        "machine_links": None, "machine_srdf": None, "part_at": None, "tip_control": False, "gauge": None, "max_steps": 1000, "stock": None, "fixtures": [], "max_events": 100, "simple": urdf, "text": None,
    }  # fmt: skip
    # What the same name means elsewhere.
    special = {
        ("Model", "open", "path"): tree,
        ("Model", "save", "path"): folder / "saved.tree",
        ("Shape", "base"): [0.0, 0.0, 1.0],
        ("Shape", "capsule", "start"): [0.0, 0.0, 0.0],
        ("Shape", "cylinder", "start"): [0.0, 0.0, 0.0],
        ("Shape", "cuboid", "half"): [1.0, 1.0, 1.0],
        ("Shape", "_of_numbers", "name"): "ball",
        ("World", "add", "name"): "new",
        ("World", "set_poses", "poses"): {"b": NEAR},
        ("World", "add_robot", "prefix"): "second/",
    }
    for of in ["World", "Snapshot"]:
        special[of, "sweep_joints", "starts"] = rows[:1]
        special[of, "sweep_joints", "ends"] = rows[1:]
    objects = {
        "Model": CUBE,
        "Pair": closecall.Pair(CUBE, CUBE),
        "Robot": robot,
        "Shape": BALL,
        "World": world,
        "Snapshot": world.snapshot(),
    }
    return arguments, special, objects


# Their arguments are not in a signature, or they are asked of other classes.
CONSTRUCTORS = {
    "Model": ["source", "faces", "unit", "scale"],
    "Pair": ["a", "b", "clearance"],
    "Robot": ["urdf", "srdf", "packages", "neighbours", "text"],
    "World": [],
}
MODELS_OF_A_PAIR = {"a": CUBE, "b": CUBE}


def doors():
    """The class and name of every function."""
    for name in closecall.__all__:
        found = getattr(closecall, name)
        if not inspect.isclass(found):
            if callable(found):
                yield "", name
            continue
        if name in CONSTRUCTORS:
            yield name, "__new__"
        for function in dir(found):
            is_own = not function.startswith("__") or function in ("__contains__", "__getitem__")
            if is_own and callable(getattr(found, function)) and name != "Bodies":
                yield name, function


def arguments_of(of, function):
    if function == "__new__":
        return CONSTRUCTORS[of]
    if function == "positions" and of == "Robot":
        return ["elbow"]
    found = getattr(getattr(closecall, of) if of else closecall, function)
    return [name for name in inspect.signature(found).parameters if name != "self"]


def asked(of, function, known):
    """A call by the values of its arguments, those of an ordinary call."""
    arguments, special, objects = known
    names = arguments_of(of, function)

    def value(name):
        if function == "__new__" and of == "Pair" and name in MODELS_OF_A_PAIR:
            return MODELS_OF_A_PAIR[name]
        if function == "positions" and of == "Robot":
            return 0.5
        for key in [(of, function, name), (of, name)]:
            if key in special:
                return special[key]
        return arguments[name]

    found = getattr(closecall, of) if of else closecall
    if function != "__new__":
        static = not of or "self" not in inspect.signature(getattr(found, function)).parameters
        found = getattr(found if static else objects[of], function)
    keywords_only = function in ("__new__", "positions") and of != ""

    def call(values):
        if keywords_only:
            first = [] if of == "Robot" and function == "positions" else list(values)[: 2 if of in ("Model", "Pair") else 1]
            return found(*[values[name] for name in first], **{name: values[name] for name in values if name not in first})
        parameters = inspect.signature(found).parameters
        positional = [name for name in values if parameters[name].kind != inspect.Parameter.KEYWORD_ONLY]
        return found(*[values[name] for name in positional], **{name: values[name] for name in values if name not in positional})

    return call, {name: value(name) for name in names}


def looked_at(answer):
    """Every property of an answer: none of them panics."""
    if type(answer).__module__.startswith("closecall"):
        repr(answer)
        for name in dir(answer):
            if not name.startswith("_") and not callable(getattr(type(answer), name, None)):
                getattr(answer, name)


def test_every_argument_is_known(known):
    arguments, special, objects = known
    for of, function in doors():
        for name in arguments_of(of, function):
            place = f"{of}.{function}({name})"
            elsewhere = name == "elbow" or (of, function, name) in special or (of, name) in special
            assert elsewhere or name in arguments, place
    with_functions = {of for of, function in doors() if of and function != "_repr_html_"}
    assert with_functions == set(objects), with_functions ^ set(objects)


# Those that change the world; the others are asked of it all along.
CHANGES = {"remove", "_adopt", "add", "add_robot", "attach"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("door", sorted(set(doors())), ids=".".join)
def test_no_value_of_an_argument_panics(door, known):
    of, function = door
    if function == "_repr_html_" and of not in known[2]:
        return
    call, ordinary = asked(of, function, known)
    if function not in CHANGES:
        looked_at(call(ordinary))
    for name in ordinary:
        for value in VALUES:
            try:
                answer = call({**ordinary, name: value})
            except Exception:
                continue
            looked_at(answer)


def answers(door, *words):
    try:
        door(*words)
        return True
    except Exception:
        return False


def test_the_values_are_hostile():
    """Some are refused and some are answered: the test asks at all."""
    assert answers(lambda x: CUBE.collides(CUBE, clearance=x), 0)
    assert not answers(lambda x: CUBE.collides(CUBE, clearance=x), math.nan)
    assert not answers(CUBE.collides, Hostile())
