"""The habits of people who use numpy, trimesh and pickle: each is met, or refused with a reason."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from shapes import box

import closecall

EXAMPLES = Path(__file__).parents[2] / "examples"
STILL = [1.0, 0.0, 0.0, 0.0]


@pytest.fixture(scope="module")
def cube():
    return closecall.Model(*box())


def matrices(rows):
    """(n, 4, 4) poses without turns from translations."""
    poses = np.tile(np.eye(4), (len(rows), 1, 1))
    poses[:, :3, 3] = rows
    return poses


def test_a_path_or_a_mesh_stands_for_a_model_in_every_question():
    trimesh = pytest.importorskip("trimesh")
    cell, path = closecall.Model(EXAMPLES / "cell.stl"), EXAMPLES / "gripper.obj"
    gripper = closecall.Model(path)
    mesh = trimesh.Trimesh(gripper.vertices, gripper.faces, process=False)
    scene = trimesh.Scene([mesh])
    pose, way = [0.15, 0, 0.45, *STILL], [[0.15, 0, z, *STILL] for z in (0.75, 0.45)]
    asked = {
        "collides": lambda other: cell.collides(other, pose),
        "contacts": lambda other: cell.contacts(other, pose).tolist(),
        "first_contact": lambda other: cell.first_contact(other, pose) is not None,
        "distance": lambda other: cell.distance(other, pose).hi,
        "kind": lambda other: cell.kind(other, pose),
        "sweep": lambda other: cell.sweep(other, way).contact_at,
        "pair": lambda other: closecall.Pair(cell, other).collides(pose),
        "shape": lambda other: closecall.Shape.ball([0, 0, 0], 0.01).distance(other),
    }
    for name, ask in asked.items():
        answers = [ask(other) for other in (gripper, path, str(path), mesh, scene)]
        assert all(answer == answers[0] for answer in answers), name
    assert asked["collides"](path) is True

    def milled(stock):
        return closecall.mill(mesh, b"G21 G90 G0 X0 Y0 Z9\n", tool="ball:1", stock=stock, start=(0, 0, 9))

    assert milled(path).verdict == milled(gripper).verdict
    milled([0, 0, 0, 1, 1, 1])
    with pytest.raises(FileNotFoundError):
        milled("no-such-file.stl")
    with pytest.raises(ValueError, match="six numbers"):
        milled([1, 2])

    world = closecall.World()
    world.add("cell", EXAMPLES / "cell.stl")
    world.add("gripper", mesh, pose)
    assert world.collisions() == [("cell", "gripper")]


def test_what_is_no_model_is_a_type_error(cube):
    for wrong in (5, None, [1, 2], object()):
        with pytest.raises(TypeError):
            cube.collides(wrong)
    with pytest.raises(FileNotFoundError):
        cube.collides("no-such-file.stl")


def test_arrays_of_strings_complex_numbers_and_booleans_are_refused(cube):
    vertices, faces = box()
    for wrong in (vertices.astype(str), vertices.astype(complex), vertices > 0, vertices.astype(object)):
        with pytest.raises(ValueError, match="array of numbers"):
            closecall.Model(wrong, faces)
    for wrong in (["0", "0", "0", "1", "0", "0", "0"], np.zeros(7, complex), np.zeros(7, bool)):
        with pytest.raises(ValueError, match="array of numbers"):
            cube.collides(cube, wrong)
    assert cube.collides(cube, np.array([1, 0, 0, 1, 0, 0, 0], np.int8))
    assert len(cube.collides(cube, np.zeros((0, 7)))) == 0


def test_arrays_of_a_model_cannot_be_written_to(cube):
    for array in (cube.vertices, cube.faces):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5
    assert cube.vertices is cube.vertices and cube.faces is cube.faces
    assert np.array_equal(cube.vertices.copy(), box()[0])


def test_bounds_are_those_of_the_triangles():
    vertices, faces = box((1, 2, 3), (4, 5, 6))
    lonely = closecall.Model(np.vstack([vertices, [[100, 100, 100]]]), faces)
    assert lonely.bounds.tolist() == [[3.5, 4.0, 4.5], [4.5, 6.0, 7.5]]


def test_options_have_the_same_words_everywhere(cube):
    near = [1.5, 0, 0, *STILL]
    assert not cube.collides(cube, near) and cube.collides(cube, near, clearance=0.5)
    assert len(cube.contacts(cube, near)) == 0 and len(cube.contacts(cube, near, clearance=0.5)) > 0
    assert cube.first_contact(cube, near, clearance=0.5) is not None
    assert closecall.Pair(cube, cube, clearance=0.5).collides(near)
    assert not closecall.Pair(cube, cube).collides(near)

    small = closecall.Model(*box((0.25, 0.25, 0.25)))
    assert not cube.collides(small) and cube.collides(small, solid=True)
    assert cube.distance(small).lo > 0 and cube.distance(small, solid=True).hi == 0
    assert closecall.Pair(cube, small, solid=True).collides()
    inside = [[x, 0, 0, *STILL] for x in (-0.1, 0.1)]
    assert cube.sweep(small, inside).result == "clear"
    assert cube.sweep(small, inside, solid=True).result == "touching"
    assert cube.sweep_edges(small, inside[:1], inside[1:], solid=True).touching.tolist() == [True]
    # A clearance of solids: 0.5 from a face, and inside.
    assert cube.collides(cube, near, clearance=0.5, solid=True)
    assert cube.collides(small, clearance=0.1, solid=True)
    for wrong in (-1.0, float("nan")):
        with pytest.raises(ValueError):
            cube.distance(cube, limit=wrong)
        with pytest.raises(ValueError):
            cube.sweep(small, inside, budget=wrong)


def test_a_sweep_without_time_is_undecided(cube):
    way = [[-5, 0, 0, *STILL], [5, 0, 0, *STILL]]
    assert cube.sweep(cube, way, budget=0.0).result == "undecided"
    assert cube.sweep(cube, way, budget=60.0).result == "touching"


def test_paths_of_matrices(cube):
    rows = [(4.0, 0.0, 0.0), (4.0, 3.0, 0.0), (2.5, 3.0, 0.0), (2.5, 0.0, 0.0)]
    way = [[*row, *STILL] for row in rows]
    assert cube.sweep(cube, matrices(rows)).result == cube.sweep(cube, way).result == "clear"
    through = [(4.0, 0.0, 0.0), (-4.0, 0.0, 0.0)]
    by_matrix, by_seven = (
        cube.sweep(cube, path) for path in (matrices(through), [[*row, *STILL] for row in through])
    )
    assert by_matrix.contact_at == by_seven.contact_at and by_matrix.result == "touching"
    edges = cube.sweep_edges(cube, matrices(rows[:-1]), matrices(rows[1:]))
    assert edges.clear.tolist() == [True] * 3
    turned = matrices(rows)
    turned[2, :3, :3] *= 2
    with pytest.raises(ValueError, match="row 2"):
        cube.sweep(cube, turned)


def test_a_turn_by_matrices_is_the_turn_by_quaternions(cube):
    half = np.radians(35.0)
    quaternions = [[3.0, 0, 0, *STILL], [3.0, 0, 0, np.cos(half), 0, 0, np.sin(half)]]
    turn = matrices([(3.0, 0, 0), (3.0, 0, 0)])
    turn[1, :2, :2] = [[np.cos(2 * half), -np.sin(2 * half)], [np.sin(2 * half), np.cos(2 * half)]]
    one, other = cube.sweep(cube, quaternions), cube.sweep(cube, turn)
    assert one.result == other.result and abs(one.clear_until - other.clear_until) < 1e-6


def test_a_robot_is_pickled_with_its_files():
    robot = closecall.Robot(EXAMPLES / "arm.urdf", srdf=EXAMPLES / "arm.srdf")
    again = pickle.loads(pickle.dumps(robot))
    assert again.links == robot.links and again.not_looked_at == robot.not_looked_at
    assert np.array_equal(again.limits, robot.limits)


def test_shapes_are_pickled():
    ball = closecall.Shape.ball([1, 2, 3], 0.5)
    block = closecall.Shape.cuboid([1, 2, 3], [1, 2, 3, 0.5, 0.5, -0.5, 0.5]).at([1, 0, 0, 0.8, 0.6, 0, 0])
    for shape in (ball, block):
        again = pickle.loads(pickle.dumps(shape))
        assert again.distance(ball) == shape.distance(ball)
        assert pickle.dumps(again) == pickle.dumps(shape)


def cell():
    world = closecall.World()
    world.add_robot(closecall.Robot(EXAMPLES / "arm.urdf", srdf=EXAMPLES / "arm.srdf"))
    world.add("table", EXAMPLES / "table.stl", fixed=True)
    world.add("gone", closecall.Model(*box()))
    world.add("stand", pose=[5, 0, 0, *STILL])
    world.remove("gone")
    # It takes the place of what is gone, before its parent.
    world.add("block", closecall.Model(*box()), [0, 0, 1, *STILL], parent="stand", groups=(2, 3), solid=True)
    world.add("post", shapes=[closecall.Shape.ball([0, 0, 0], 0.5)], pose=[5.6, 0, 1.0, *STILL], padding=0.25)
    world.add("crumb", closecall.Model(*box((0.1, 0.1, 0.1))), [5, 0, 1, *STILL])
    world.set_clearance(0.001)
    world.set_pair_clearance("block", "crumb", 0.0)
    world.allow("post", "crumb")
    return world


def test_worlds_and_snapshots_are_pickled():
    world = cell()
    rows = np.random.default_rng(3).uniform(-0.5, 0.5, (60, 3 + 3))
    robot = closecall.Robot(EXAMPLES / "arm.urdf", srdf=EXAMPLES / "arm.srdf")
    rows = rows[:, : len(robot.coordinates)]
    rows = np.clip(np.resize(rows, (60, len(robot.coordinates))), *robot.limits.T)
    world.set_joints(rows[0])
    for again in (pickle.loads(pickle.dumps(world)), pickle.loads(pickle.dumps(world.snapshot()))):
        assert type(again) in (closecall.World, closecall.Snapshot)
        assert set(again.names) == set(world.names)
        for name in world.names:
            assert np.array_equal(again.pose(name), world.pose(name))
        touching = {frozenset(pair) for pair in world.collisions()}
        assert touching == {frozenset(pair) for pair in again.collisions()}
        assert frozenset(("block", "crumb")) in touching
        unseen = {(frozenset(pair[:2]), pair[2]) for pair in world.not_looked_at()}
        assert unseen == {(frozenset(pair[:2]), pair[2]) for pair in again.not_looked_at()}
        assert np.array_equal(again.collides_at_joints(rows), world.collides_at_joints(rows))
    again = pickle.loads(pickle.dumps(world))
    again.set_joints(rows[1])
    world.set_joints(rows[1])
    assert np.array_equal(again.pose(robot.links[-1]), world.pose(robot.links[-1]))


def test_robots_distances_sweeps_and_rays_are_drawn(cube):
    robot = closecall.Robot(EXAMPLES / "arm.urdf", srdf=EXAMPLES / "arm.srdf")
    away = [4.0, 0, 0, *STILL]
    drawings = {
        "robot": robot,
        "distance": cube.distance(cube, away),
        "pair": closecall.Pair(cube, cube).distance(away),
        "sweep": cube.sweep(cube, [away, [-4.0, 0, 0, *STILL]]),
        "rays": cube.ray([[0, 0, 5], [9, 9, 5]], [[0, 0, -1], [0, 0, -1]]),
    }
    for name, thing in drawings.items():
        drawn = thing._repr_html_()
        assert drawn.count("<path") >= 12 and "<table>" in drawn, name
    assert "stroke=" in drawings["distance"]._repr_html_()


def test_a_drawing_keeps_every_face_of_a_small_body_beside_a_large_one(cube):
    from closecall import _picture

    n = 150
    x, y = np.meshgrid(np.arange(n), np.arange(n))
    points = np.column_stack([x.ravel() / n, y.ravel() / n, np.sin(x.ravel() / 7.0) / 9])
    corner = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)).ravel()
    faces = np.vstack([np.column_stack([corner, corner + 1, corner + n])])
    world = closecall.World()
    world.add("table", cube)
    world.add("cloth", closecall.Model(points, faces), [10, 0, 0, *STILL])
    bodies = _picture._bodies(world, {})
    shares = _picture._shares([len(faces) for _, _, faces, _ in bodies])
    assert shares[0] == 12 and sum(shares) <= _picture.MOST
    plate = np.array([[0, 0, 0], [50, 0, 0], [0, 50, 0], [50, 50, 0]], float)
    large = np.vstack([points, plate])
    of_plate = len(points) + np.array([[0, 1, 2], [1, 3, 2]])
    kept = _picture._largest(large, np.vstack([faces, of_plate]), 100)
    assert set(map(tuple, of_plate)) <= set(map(tuple, kept))
