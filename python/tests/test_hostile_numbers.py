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
CROSSED = at(0.7, 0.1, 0.2)
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


# Doors that take one number.
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
    "penetration, accuracy": lambda x, r: A.penetration(A, CROSSED, accuracy=x),
    "penetration, tolerance": lambda x, r: A.penetration(A, CROSSED, tolerance=x),
    "penetration, budget": lambda x, r: A.penetration(A, CROSSED, budget=x),
    "penetration_along, direction": lambda x, r: A.penetration_along(A, [x, 0, 0], CROSSED),
    "penetration_along, budget": lambda x, r: A.penetration_along(A, [1, 0, 0], CROSSED, budget=x),
    "parting_near, direction": lambda x, r: A.parting_near(A, [x, 0, 0], CROSSED),
    "parting_near, budget": lambda x, r: A.parting_near(A, [1, 0, 0], CROSSED, budget=x),
    "signed_distance, accuracy": lambda x, r: A.signed_distance(A, CROSSED, accuracy=x),
    "signed_distance, tolerance": lambda x, r: A.signed_distance(A, CROSSED, tolerance=x),
    "signed_distance, budget": lambda x, r: A.signed_distance(A, CROSSED, budget=x),
    "signed_points, a point": lambda x, r: A.signed_points([[x, 0.1, 0.1]]),
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
    "penetration": lambda p, r: A.penetration(A, p),
    "penetration_along": lambda p, r: A.penetration_along(A, [1, 0, 0], p),
    "parting_near": lambda p, r: A.parting_near(A, [1, 0, 0], p),
    "signed_distance": lambda p, r: A.signed_distance(A, p),
    "patches": lambda p, r: A.patches(A, p),
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

# An endless limit asks for every distance.
ENDLESS = {"distance, limit", "Pair.distance, limit", "World.distances, limit"}
NONE = [math.nan, math.inf, -math.inf]
HOSTILE = [*NONE, 1e308, -1e308, 1e-320, -0.0, 0, -1, 2**70, 10**400]
ORDINARY = [1, 0.5, 0, 9, 30]
REFUSED = (ValueError, TypeError, OverflowError, IndexError)


def answered(ask, *words):
    """The answer in a list of one; an empty one if the door refuses."""
    try:
        return [ask(*words)]
    except REFUSED:
        return []


def has_nan(answer):
    """Is there a number in an answer that is none? Contact that is not there has no time, and a ray
    that misses has no length."""
    if isinstance(answer, (list, tuple)):
        return any(has_nan(one) for one in answer)
    if isinstance(answer, np.ndarray):
        return answer.dtype.kind == "f" and bool(np.isnan(answer).any())
    if isinstance(answer, float):
        return math.isnan(answer)
    if not type(answer).__module__.startswith("closecall") or "RayHits" in type(answer).__name__:
        return False
    names = [name for name in dir(answer) if not name.startswith("_") and name != "contact_at"]
    values = [getattr(answer, name) for name in names]
    return any(has_nan(value) for value in values if not callable(value))


@pytest.mark.parametrize("door", NUMBERS)
def test_what_is_no_number_is_refused(door, robot):
    for number in NONE:
        if number != math.inf or door not in ENDLESS:
            with pytest.raises(REFUSED):
                NUMBERS[door](number, robot)
    assert any(answered(NUMBERS[door], number, robot) for number in ORDINARY)


@pytest.mark.parametrize("threads", [1025, 2**31, 2**63])
def test_more_threads_than_any_machine_has_are_refused(threads):
    for ask in (A.collides, A.contacts, A.distance, A.penetration):
        with pytest.raises(ValueError, match="threads must be at most 1024"):
            ask(A, ROWS, threads=threads)
    for ask in (A.ray, world().ray):
        with pytest.raises(ValueError, match="threads must be at most 1024"):
            ask([0, 0, 9], [0, 0, -1], threads=threads)


@pytest.mark.parametrize("door", NUMBERS)
def test_no_answer_to_a_hostile_number_has_a_nan(door, robot):
    for number in HOSTILE:
        assert not has_nan(answered(NUMBERS[door], number, robot)), number


def hostile_poses():
    for place in range(7):
        for number in NONE:
            pose = at(2.0)
            pose[place] = number
            yield pose
    yield np.zeros(7)
    yield [2.0, 0.0, 0.0, 1e308, 0.0, 0.0, 0.0]
    yield [1e308, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    for place in range(12):
        matrix = np.eye(4)
        matrix[divmod(place, 4)] = math.nan
        yield matrix


@pytest.mark.parametrize("door", POSES)
def test_poses_that_are_none_are_refused(door, robot):
    for pose in hostile_poses():
        with pytest.raises(REFUSED):
            POSES[door](pose, robot)
    assert answered(POSES[door], FAR, robot)
