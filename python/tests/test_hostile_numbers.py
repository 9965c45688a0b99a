"""Hostile numbers at every door: an error or the right answer, never a panic, never a silent NaN.

A panic is a BaseException and no Exception, so that it passes every `except Exception` here.
"""

import math

import numpy as np
import pytest

import closecall
from shapes import at, box
from test_world import ARM

A = closecall.Model(*box())
# The gap between the two is 1 at FAR, and 0 at NEAR.
FAR, NEAR = at(2.0), at(1.0)
ROWS = np.array([at(2.0), at(3.0)])
BALL = closecall.Shape.ball([3.0, 0.0, 0.0], 1.0)
PROGRAM = b"G21 G90\nG0 X-5 Y0 Z5\nG1 Z0.5 F100\nX5\nG55 X0\nG28 X1\nG30 X1\nM2\n"
BLOCK = closecall.Model(*box((20.0, 20.0, 10.0), (0.0, 0.0, -5.0)))


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    path = tmp_path_factory.mktemp("arm") / "arm.urdf"
    path.write_text(ARM)
    return closecall.Robot(path)


def world(robot=None, **options):
    made = closecall.World()
    made.add("a", A)
    made.add("b", A, FAR, **options)
    if robot is not None:
        made.add("stand", pose=at(0.0, 50.0))
        made.add_robot(robot, base="stand")
    return made


def milled(**options):
    found = closecall.mill(BLOCK, PROGRAM, **{"tool": "ball:6", **options})
    return found.verdict, found.checked, found.unchecked, found.deepest, found.extent


def cleared(clearance):
    made = world()
    made.set_clearance(clearance)
    return made.collisions()


def pair_cleared(clearance):
    made = world()
    made.set_pair_clearance("a", "b", clearance)
    return made.collisions()


def moved(pose):
    made = world()
    made.set_pose("b", pose)
    return made.pose("b"), made.collides()


def moved_together(pose):
    made = world()
    made.set_poses({"b": pose})
    return made.pose("b"), made.collides()


def jointed(robot, positions):
    made = world(robot)
    made.set_joints(positions)
    return made.pose("lower")


def added(pose):
    made = closecall.World()
    made.add("a", A, pose)
    return made.pose("a")


def with_vertex(x):
    vertices, faces = box()
    vertices[0, 0] = x
    return closecall.Model(vertices, faces).bounds


def with_face(x):
    vertices, faces = box()
    return len(closecall.Model(vertices, [[0, 1, x]]))


# One number, from doors that take one. The second entry says which numbers are taken: of
# NaN, inf, -inf, 1e308, -1e308, 1e-320, -0.0, 0, -1, 2**70, 10**400 and 1, in this order.
NUMBERS = {
    "Model, a coordinate": lambda x, r: with_vertex(x),
    "Model, a corner": lambda x, r: with_face(x),
    "Model, scale": lambda x, r: closecall.Model(*box(), scale=x).bounds,
    "collides, clearance": lambda x, r: A.collides(A, FAR, clearance=x),
    "collides, threads": lambda x, r: A.collides(A, ROWS, threads=x),
    "contacts, clearance": lambda x, r: A.contacts(A, FAR, clearance=x),
    "first_contact, clearance": lambda x, r: A.first_contact(A, FAR, clearance=x),
    "contact_points, pairs": lambda x, r: A.contact_points(A, NEAR, [[x, x]]),
    "distance, limit": lambda x, r: A.distance(A, FAR, limit=x),
    "sweep, tolerance": lambda x, r: A.sweep(A, ROWS, tolerance=x),
    "sweep, clearance": lambda x, r: A.sweep(A, ROWS, clearance=x),
    "sweep, budget": lambda x, r: A.sweep(A, ROWS, budget=x),
    "sweep_edges, tolerance": lambda x, r: A.sweep_edges(A, ROWS[:1], ROWS[1:], tolerance=x),
    "sweep_edges, clearance": lambda x, r: A.sweep_edges(A, ROWS[:1], ROWS[1:], clearance=x),
    "Pair, clearance": lambda x, r: closecall.Pair(A, A, clearance=x).collides(FAR),
    "Pair.distance, limit": lambda x, r: closecall.Pair(A, A).distance(FAR, limit=x),
    "ray, an origin": lambda x, r: A.ray([x, 0.1, 0.1], [1.0, 0.0, 0.0]),
    "ray, a direction": lambda x, r: A.ray([-9.0, 0.1, 0.1], [x, 0.0, 0.0]),
    "World.ray, an origin": lambda x, r: world().ray([x, 0.1, 0.1], [1.0, 0.0, 0.0]),
    "World.ray, a direction": lambda x, r: world().ray([-9.0, 0.1, 0.1], [x, 0.0, 0.0]),
    "World.distances, limit": lambda x, r: world().distances(x),
    "World.add, padding": lambda x, r: world(padding=x).collisions(),
    "World.add, groups": lambda x, r: world(groups=(x, x)).collisions(),
    "World.set_clearance": lambda x, r: cleared(x),
    "World.set_pair_clearance": lambda x, r: pair_cleared(x),
    "World.sweep_edges, clearance": lambda x, r: world().sweep_edges("b", ROWS[:1], ROWS[1:], clearance=x),
    "World.sweep_edges, tolerance": lambda x, r: world().sweep_edges("b", ROWS[:1], ROWS[1:], tolerance=x),
    "Robot.positions": lambda x, r: r.positions(elbow=x),
    "Robot.link_poses": lambda x, r: r.link_poses([0.0, x]),
    "World.set_joints": lambda x, r: jointed(r, [0.0, x]),
    "collides_at_joints": lambda x, r: world(r).collides_at_joints([[0.0, x]]),
    "sweep_joints, starts": lambda x, r: world(r).sweep_joints([[0.0, x]], [[0.0, 0.5]]),
    "sweep_joints, ends": lambda x, r: world(r).sweep_joints([[0.0, 0.5]], [[0.0, x]]),
    "sweep_joints, clearance": lambda x, r: world(r).sweep_joints([[0.0, 0.5]], [[0.0, 0.6]], clearance=x),
    "sweep_joints, tolerance": lambda x, r: world(r).sweep_joints([[0.0, 0.5]], [[0.0, 0.6]], tolerance=x),
    "joint_range, positions": lambda x, r: world(r).joint_range("elbow", [0.0, x]),
    "joint_range, clearance": lambda x, r: world(r).joint_range("elbow", [0.0, 0.5], clearance=x),
    "joint_range, tolerance": lambda x, r: world(r).joint_range("elbow", [0.0, 0.5], tolerance=x),
    "Shape.half_space, offset": lambda x, r: closecall.Shape.half_space([0, 0, 1], x).touches(BALL),
    "Shape.half_space, normal": lambda x, r: closecall.Shape.half_space([x, 0, 0], 0.5).touches(BALL),
    "Shape.ball, center": lambda x, r: closecall.Shape.ball([x, 0, 0], 1).distance(BALL),
    "Shape.ball, radius": lambda x, r: closecall.Shape.ball([0, 0, 0], x).distance(BALL),
    "Shape.capsule": lambda x, r: closecall.Shape.capsule([x, 0, 0], [0, 0, 1], x).distance(BALL),
    "Shape.cylinder": lambda x, r: closecall.Shape.cylinder([x, 0, 0], [0, 0, 1], x).distance(BALL),
    "Shape.cone": lambda x, r: closecall.Shape.cone([x, 0, 0], [0, 0, 1], x).distance(BALL),
    "Shape.cuboid": lambda x, r: closecall.Shape.cuboid([x, 1, 1]).distance(BALL),
    "Shape.torus, ring": lambda x, r: closecall.Shape.torus([0, 0, 0], [0, 0, 1], x, 0.5).distance(BALL),
    "Shape.torus, tube": lambda x, r: closecall.Shape.torus([0, 0, 0], [0, 0, 1], 1, x).distance(BALL),
    "Shape.torus, axis": lambda x, r: closecall.Shape.torus([0, 0, 0], [0, 0, x], 1, 0.5).distance(BALL),
    "Shape.drawn, half": lambda x, r: closecall.Shape.half_space([0, 0, 1]).drawn(half=x).bounds,
    "Shape.drawn, middle": lambda x, r: closecall.Shape.half_space([0, 0, 1]).drawn([x, 0, 0]).bounds,
    "Shape.ray, origin": lambda x, r: BALL.ray([x, 0, 0], [1, 0, 0]),
    "Shape.ray, direction": lambda x, r: BALL.ray([0, 0, 0], [x, 0, 0]),
    "mill, length": lambda x, r: milled(length=x),
    "mill, shank": lambda x, r: milled(length=9, stick_out=20, shank=x),
    "mill, stick_out": lambda x, r: milled(holder="40:30", stick_out=x),
    "mill, allow": lambda x, r: milled(allow=x),
    "mill, side": lambda x, r: milled(side=x),
    "mill, near": lambda x, r: milled(near=x),
    "mill, rotary": lambda x, r: milled(rotary=[x, 0, 0]),
    "mill, axis": lambda x, r: milled(axis=[0, 0, x]),
    "mill, start": lambda x, r: milled(start=[x, 0, 9]),
    "mill, home": lambda x, r: milled(home={"G28": [x, 0, 9], "G30": [0, x, 9]}),
    "mill, work": lambda x, r: milled(work={"G55": [x, 0, 9]}),
    "mill, stock": lambda x, r: milled(stock=[x, -9, -9, 9, 9, 4]),
    "mill, max_steps": lambda x, r: milled(max_steps=x),
    "mill, max_events": lambda x, r: milled(max_events=x),
    "mill, threads": lambda x, r: milled(threads=x),
}

POSES = {
    "collides": lambda p, r: A.collides(A, p),
    "contacts": lambda p, r: A.contacts(A, p),
    "first_contact": lambda p, r: A.first_contact(A, p),
    "contact_points": lambda p, r: A.contact_points(A, p, np.zeros((0, 2), int)),
    "distance": lambda p, r: A.distance(A, p),
    "kind": lambda p, r: A.kind(A, p),
    "a batch": lambda p, r: A.distance(A, [FAR, p]),
    "sweep": lambda p, r: A.sweep(A, [FAR, p]),
    "sweep_edges": lambda p, r: A.sweep_edges(A, [FAR], [p]),
    "Pair.collides": lambda p, r: closecall.Pair(A, A).collides(p),
    "Pair.contacts": lambda p, r: closecall.Pair(A, A).contacts(p),
    "Pair.distance": lambda p, r: closecall.Pair(A, A).distance(p),
    "World.add": lambda p, r: added(p),
    "World.set_pose": lambda p, r: moved(p),
    "World.set_poses": lambda p, r: moved_together(p),
    "World.contacts_with": lambda p, r: world().contacts_with(A, p),
    "World.collides_at": lambda p, r: world().collides_at("b", [p]),
    "World.sweep_edges": lambda p, r: world().sweep_edges("b", [FAR], [p]),
    "Shape.at": lambda p, r: BALL.at(p).distance(BALL),
    "Shape.cuboid": lambda p, r: closecall.Shape.cuboid([1, 1, 1], p).distance(BALL),
    "mill": lambda p, r: milled(pose=p),
    "relative, first": lambda p, r: closecall.relative(p, FAR),
    "relative, second": lambda p, r: closecall.relative(FAR, p),
}
