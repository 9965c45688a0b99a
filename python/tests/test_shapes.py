"""Exact shapes: by themselves, against models, and as bodies of a world."""

import math

import numpy as np
import pytest

import closecall
from closecall import Shape
from shapes import box


def test_shapes_are_decided_to_the_last_bit():
    ball = Shape.ball([0, 0, 0], 5)
    up = math.nextafter(10.0, 20.0) if hasattr(math, "nextafter") else np.nextafter(10.0, 20.0)
    assert ball.touches(Shape.ball([10, 0, 0], 5)) is True
    assert ball.touches(Shape.ball([up, 0, 0], 5)) is False
    assert ball.touches(Shape.cuboid([1, 1, 1], [6, 0, 0, 1, 0, 0, 0])) is True
    assert ball.touches(Shape.cuboid([1, 1, 1], [up - 4, 0, 0, 1, 0, 0, 0])) is False
    lo, hi = ball.distance(Shape.half_space([0, 0, 2], -14))
    assert lo <= 2 <= hi < 2.001
    a = Shape.cylinder([0, 0, -1], [0, 0, 1], 0.7)
    b = Shape.cylinder([1.4, 0, -1], [1.4, 0, 1], 0.7)
    assert a.touches(b) is None


def test_rays_and_models():
    torus = Shape.torus([0, 0, 0], [0, 0, 1], 2, 0.5)
    assert torus.ray([-4, 0, 0.5], [1, 0, 0]) == (2.0, 2.0)
    assert torus.ray([0, 0, 5], [0, 0, -1]) is None
    model = closecall.Model(*box())
    far = Shape.ball([50, 0, 0], 1)
    assert far.touches(model) is False and far.distance(model)[0] > 40
    corner = model.vertices[0]
    certain, undecided = Shape.ball(corner, 1e-3).touching(model)
    assert certain and not undecided
    assert "ball" in repr(far)
    assert len(torus.drawn().faces) > 100


def test_worlds_have_exact_shapes():
    world = closecall.World()
    world.add("floor", shapes=[Shape.half_space([0, 0, 1])], fixed=True)
    world.add("ball", pose=[0, 0, 1, 1, 0, 0, 0], shapes=[Shape.ball([0, 0, 0], 1)])
    assert world.collisions() == [("floor", "ball")] and world.undecided() == []
    world.set_pose("ball", [0, 0, 3, 1, 0, 0, 0])
    assert not world.collides()
    nearest = world.nearest()
    assert nearest.lo <= 2 <= nearest.hi and nearest.triangles is None
    hits = world.ray([[0, 0, 9], [5, 0, 9], [0, 0, 9]], [[0, 0, -1], [0, 0, -1], [0, 0, 1]])
    assert hits.body == ["ball", "floor", None]
    assert hits.lo[0] == hits.hi[0] == 5 and hits.triangle.tolist() == [-1, -1, -1]
    assert len(world.shapes("ball")) == 1 and world.model("ball") is None
    model = closecall.Model(*box())
    low = model.vertices.min(axis=0)
    assert [name for name, _ in world.contacts_with(model, [40, 0, -low[2], 1, 0, 0, 0])] == ["floor"]
    assert world.contacts_with(model, [40, 0, 1 - low[2], 1, 0, 0, 0]) == []
    assert "<svg" in world._repr_html_()


def test_bad_shapes_say_why():
    for make in (
        lambda: Shape.ball([0, 0, 0], 0),
        lambda: Shape.ball([0, 0, float("nan")], 1),
        lambda: Shape.half_space([0, 0, 0], 1),
        lambda: Shape.cylinder([1, 1, 1], [1, 1, 1], 1),
        lambda: Shape.torus([0, 0, 0], [0, 0, 0], 1, 1),
    ):
        with pytest.raises(ValueError):
            make()
