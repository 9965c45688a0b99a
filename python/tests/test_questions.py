"""Distances, kinds, rays and sweeps."""

import numpy as np
import pytest

import closecall
from shapes import at, box, random_poses, ring
from test_world import ARM


@pytest.fixture
def cube():
    return closecall.Model(*box())


def test_a_distance_is_a_certified_interval(cube):
    found = cube.distance(cube, at(3.0))
    assert found.lo <= 2.0 <= found.hi and found.hi - found.lo < 1e-15 and float(found) == found.hi
    assert found.point_a[0] == 0.5 and found.point_b[0] == 2.5
    assert cube.distance(cube, at(3.0), limit=1.9) is None
    assert cube.distance(cube, at(1.0)).hi == 0.0
    assert closecall.Pair(cube, cube).distance(at(3.0)).lo == found.lo


def test_a_batch_of_distances_agrees_with_single_ones_and_with_clearances(cube):
    hoop = closecall.Model(*ring())
    poses = random_poses(np.random.default_rng(20), 100, 2.0)
    batch = hoop.distance(cube, poses)
    single = [hoop.distance(cube, pose) for pose in poses]
    assert batch.lo.tolist() == [found.lo for found in single]
    assert batch.hi.tolist() == [found.hi for found in single]
    assert len(batch) == 100 and batch.points_a.shape == (100, 3)
    assert np.array_equal(batch.hi == 0.0, hoop.collides(cube, poses))
    near = hoop.collides(cube, poses, clearance=0.5)
    assert np.all(near[batch.hi <= 0.5]) and not np.any(near[batch.lo > 0.5])
    limited = hoop.distance(cube, poses, limit=0.5)
    assert np.array_equal(np.isfinite(limited.hi), near)
    with pytest.raises(ValueError):
        hoop.collides(cube, poses, clearance=-1.0)


def test_kinds_of_meeting(cube):
    small = closecall.Model(*box((0.5, 0.5, 0.5)))
    assert cube.kind(cube, at(3.0)) == "apart"
    assert cube.kind(cube, at(1.0)) == "touching"
    assert cube.kind(cube, at(0.5)) == "crossing"
    assert cube.kind(small) == "contained"
    assert cube.kind(cube) == "identical"
    assert not cube.collides(small) and cube.collides(small, solid=True)
    assert cube.collides(small, [at(0.0), at(3.0)], solid=True).tolist() == [True, False]
    vertices, faces = box()
    with pytest.raises(ValueError):
        cube.collides(closecall.Model(vertices, faces[:-1]), solid=True)


def test_rays_meet_what_they_meet(cube):
    hits = cube.ray([[-2, 0.1, 0.2], [-2, 3, 0]], [[1, 0, 0], [1, 0, 0]])
    assert hits.triangle[0] >= 0 and hits.triangle[1] == -1 and len(hits) == 2
    assert hits.lo[0] <= 1.5 <= hits.hi[0] and np.isinf(hits.lo[1])
    assert cube.ray([0, 0, -2], [0, 0, 1]).triangle[0] >= 0
    with pytest.raises(ValueError, match="ray 0"):
        cube.ray([0, 0, 0], [0, 0, 0])


def test_sweeps_find_what_poses_miss(cube):
    path = [at(-10.0), at(10.0)]
    assert not cube.collides(cube, path).any()
    hit = cube.sweep(cube, path)
    assert hit.result == "touching" and hit.clear_until <= 0.45 <= hit.contact_at and not hit
    assert hit.contact_at - hit.clear_until < 1e-6 and len(hit.triangles) == 2
    clear = cube.sweep(cube, [at(-10.0, 1.0 + 1e-9), at(10.0, 1.0 + 1e-9)])
    assert clear.result == "clear" and clear and clear.contact_at is None
    edges = cube.sweep_edges(cube, [at(-10.0), at(2.0)], [at(10.0), at(5.0)])
    assert edges.clear.tolist() == [False, True] and edges.touching.tolist() == [True, False]
    with pytest.raises(ValueError, match="shape"):
        cube.sweep(cube, [np.eye(3), np.eye(3)])


def test_edges_of_a_robot(tmp_path):
    urdf = tmp_path / "arm.urdf"
    urdf.write_text(ARM)
    arm = closecall.Robot(urdf)
    world = closecall.World()
    world.add_robot(arm)
    world.add("plate", closecall.Model(*box((0.001, 2.0, 0.5), (0.8, 0.0, 1.6))), fixed=True)
    starts, ends = [[0.0, 0.0], [0.0, 0.0]], [[1.5, 0.0], [-1.5, 0.0]]
    assert not world.collides_at_joints(starts + ends).any()
    found = world.sweep_joints(starts, ends)
    assert found.touching.tolist() == [True, False] and found.clear.tolist() == [False, True]
    assert "plate" in found.bodies[0] and found.bodies[1] is None
    assert 0.0 < found.clear_until[0] <= found.contact_at[0] < 1.0


def test_solid_bodies_of_a_world(cube):
    small = closecall.Model(*box((0.5, 0.5, 0.5)))
    for solid in (False, True):
        world = closecall.World()
        world.add("cube", cube, solid=solid)
        world.add("small", small)
        assert world.collides() == solid
