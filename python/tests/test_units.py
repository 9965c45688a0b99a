"""Units belong to models: two that differ are refused by every verb, and what is hardly in one unit is warned of."""

import base64
import pickle
import struct
import warnings
from contextlib import contextmanager

import numpy as np
import pytest

import closecall
from shapes import box

ROWS = [[0, 0, 0, 1, 0, 0, 0], [0.1, 0, 0, 1, 0, 0, 0]]


def gltf(folder):
    """A triangle with sides of 1; a glTF is in meters."""
    data = base64.b64encode(struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)).decode()
    text = """{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,%s"}]}"""
    path = folder / "a.gltf"
    path.write_text(text % data)
    return path


def model(unit=None, size=1.0, x=0.0):
    vertices, faces = box()
    return closecall.Model(np.asarray(vertices) * size + [x, 0, 0], faces, unit=unit)


def world_add(a, b):
    world = closecall.World()
    world.add("a", a)
    world.add("b", b)


def world_contacts_with(a, b):
    world = closecall.World()
    world.add("a", a)
    world.contacts_with(b)


VERBS = {
    "collides": lambda a, b: a.collides(b),
    "collides, batch": lambda a, b: a.collides(b, ROWS),
    "collides, solid": lambda a, b: a.collides(b, solid=True),
    "contacts": lambda a, b: a.contacts(b),
    "contacts, batch": lambda a, b: a.contacts(b, ROWS),
    "first_contact": lambda a, b: a.first_contact(b),
    "contact_points": lambda a, b: a.contact_points(b, None, np.zeros((0, 2), int)),
    "distance": lambda a, b: a.distance(b),
    "distance, batch": lambda a, b: a.distance(b, ROWS),
    "kind": lambda a, b: a.kind(b),
    "sweep": lambda a, b: a.sweep(b, ROWS),
    "sweep_edges": lambda a, b: a.sweep_edges(b, ROWS[:1], ROWS[1:]),
    "Pair": lambda a, b: closecall.Pair(a, b),
    "World.add": world_add,
    "World.contacts_with": world_contacts_with,
}


@pytest.mark.parametrize("verb", VERBS)
def test_units_that_differ_are_refused_by_every_verb(verb):
    ask = VERBS[verb]
    with pytest.raises(ValueError, match="in meters .* in millimeters|in millimeters .* in meters"):
        ask(model("m"), model("mm"))
    ask(model("m"), model("m"))
    ask(model("m"), model())
    ask(model(), model("inch"))


@contextmanager
def warned(match):
    """What is said within, as one warning; none if there is nothing to match."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        yield
    said = [str(warning.message) for warning in said]
    if match is None:
        assert said == []
    else:
        assert len(said) == 1 and match in said[0], said


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "World.add"])
def test_what_is_hardly_in_one_unit_is_warned_of_by_every_verb(verb):
    ask = VERBS[verb]
    with warned("the other is 300 times as large as this model"):
        ask(model(), model(size=300.0))
    with warned(None):
        ask(model(), model(size=20.0))
    with warned(None):
        ask(model("mm"), model("mm", size=300.0))
    is_posed = verb not in ("Pair", "World.contacts_with")
    with warned(None if not is_posed else "times the size of the larger one apart"):
        ask(model(), model(x=100.0))


def test_a_world_warns_once_when_it_is_asked():
    def world():
        made = closecall.World()
        made.add("cell", model())
        made.add("part", model(size=500.0))
        return made

    asked = {
        "collides": lambda world: world.collides(),
        "collisions": lambda world: world.collisions(),
        "contacts": lambda world: world.contacts(),
        "nearest": lambda world: world.nearest(),
        "distances": lambda world: world.distances(1.0),
        "collides_at": lambda world: world.collides_at("part", ROWS),
        "sweep_edges": lambda world: world.sweep_edges("part", ROWS[:1], ROWS[1:]),
        "ray": lambda world: world.ray([0, 0, 5], [0, 0, -1]),
    }
    for name, ask in asked.items():
        made = world()
        with warned("part is 500 times as large as cell"):
            ask(made)
        with warned(None):
            ask(made)
    made = closecall.World()
    made.add("cell", model())
    made.add("part", model(size=5.0))
    with warned(None):
        made.collides()


def test_models_keep_units_and_warnings(tmp_path):
    path = gltf(tmp_path)
    assert closecall.Model(path).unit == "meter"
    millimeters = closecall.Model(path, unit="mm")
    assert millimeters.unit == "millimeter" and millimeters.vertices.max() == 1000.0
    with pytest.raises(ValueError, match="is not multiplied by 5"):
        closecall.Model(path, scale=5)
    millimeters.save(tmp_path / "a.tree")
    assert closecall.Model(tmp_path / "a.tree").unit == "millimeter"
    assert closecall.Model.open(tmp_path / "a.tree").unit == "millimeter"
    assert pickle.loads(pickle.dumps(millimeters)).unit == "millimeter"
    plain = tmp_path / "a.obj"
    plain.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 2\n")
    assert closecall.Model(plain).unit is None
    assert closecall.Model(plain).warnings == ["1 'l' statement ignored (first: line 5)"]
    scaled = closecall.Model(plain, scale=1000, unit="mm")
    assert scaled.unit == "millimeter" and scaled.vertices.max() == 1000.0
    with pytest.raises(ValueError, match="no unit `furlong`"):
        closecall.Model(plain, unit="furlong")
    for scale in [0.0, -1.0, float("nan")]:
        with pytest.raises((ValueError, OSError), match="not a finite number above 0"):
            closecall.Model(plain, scale=scale)
        with pytest.raises(ValueError, match="not a finite number above 0"):
            closecall.Model(*box(), scale=scale)


def test_a_file_that_is_not_there_is_not_found(tmp_path):
    missing = tmp_path / "missing"
    for ask in [closecall.Model, closecall.Model.open, closecall.Robot]:
        with pytest.raises(FileNotFoundError, match="missing") as error:
            ask(missing)
        assert error.value.errno == 2
    assert closecall.__version__.count(".") == 2
