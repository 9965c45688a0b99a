"""How deep bodies are in each other, and distances that are negative inside."""

import threading
import time

import numpy as np
import pytest

import closecall
from shapes import at, box, random_poses, ring


@pytest.fixture
def cube():
    return closecall.Model(*box())


@pytest.fixture
def hoop():
    return closecall.Model(*ring())


def test_depth_has_a_way_out_that_parts_the_bodies(cube):
    found = cube.penetration(cube, at(0.75, 0.25))
    assert found.lo <= 0.25 <= found.hi <= 0.25 * 1.001 and float(found) == found.hi
    way = found.parting
    assert way.normal.tolist() == [1, 0, 0] and way.length == found.hi and way.held_by.shape[1] == 2
    assert cube.kind(cube, way.pose) in ("apart", "touching")
    assert np.allclose(way.pose[:3, 3] - [0.75, 0.25, 0.0], way.translation)
    assert cube.penetration(cube, at(3.0)) is None
    assert cube.penetration(cube, at(1.0)).hi == 0.0
    assert "arrow" not in found._repr_html_() and "depth" in found._repr_html_()


def test_batches_agree_with_single_poses_and_with_the_exact_test(cube, hoop):
    poses = random_poses(np.random.default_rng(40), 30, 1.2)
    batch = hoop.penetration(cube, poses, accuracy=0.05)
    single = [hoop.penetration(cube, pose, accuracy=0.05) for pose in poses]
    assert len(batch) == 30 and batch.translations.shape == batch.normals.shape == (30, 3)
    assert batch.hi.tolist() == [0.0 if found is None else found.hi for found in single]
    assert batch.lo.tolist() == [0.0 if found is None else found.lo for found in single]
    assert np.array_equal(batch.overlaps, hoop.collides(cube, poses, solid=True))
    assert 5 < batch.overlaps.sum() < 30
    moved, shorter = poses.copy(), poses.copy()
    moved[:, :3] += batch.translations * (1 + 1e-9)
    shorter[:, :3] += batch.translations * 0.9
    assert not hoop.collides(cube, moved, solid=True).any()
    assert hoop.collides(cube, shorter, solid=True)[batch.overlaps].all()


def test_along_a_direction_and_near_one(cube):
    up = cube.penetration_along(cube, [0, 0, 2], at(0.75, 0.25))
    assert up.lo <= 1.0 <= up.hi <= 1.0 + 1e-9 and up.parting.normal.tolist() == [0, 0, 1]
    many = cube.penetration_along(cube, [0, 1, 0], [at(0.75, 0.25), at(3.0)])
    assert many.overlaps.tolist() == [True, False] and np.isclose(many.hi[0], 0.75)
    near = cube.parting_near(cube, [0.1, 0, 1], at(0.75, 0.25, 0.5))
    assert np.isclose(near.length, 0.5) and cube.parting_near(cube, [0, 0, 1], at(3.0)) is None
    with pytest.raises(ValueError):
        cube.penetration_along(cube, [0, 0, 0], at(0.5))
    with pytest.raises(ValueError, match="three numbers"):
        cube.penetration_along(cube, [0, 1], at(0.5))


def test_signed_distances_have_gradients(cube, hoop):
    poses = random_poses(np.random.default_rng(41), 20, 1.4)
    found = hoop.signed_distance(cube, poses, accuracy=1e-4)
    assert (found.hi < 0).any() and (found.hi > 0).any() and len(found) == 20
    one = hoop.signed_distance(cube, poses[0], accuracy=1e-4)
    assert one.lo == found.lo[0] and np.array_equal(one.gradient, found.gradients[0])
    assert one.rough is False and found.rough.dtype == bool and found.rough.shape == (20,)
    assert cube.signed_distance(cube, at(1.0)).rough  # they only touch
    apart = found.lo > 0
    step = 1e-6
    for axis in range(3):
        moved = poses.copy()
        moved[:, axis] += step
        change = (hoop.signed_distance(cube, moved, accuracy=1e-4).hi - found.hi) / step
        assert np.allclose(change[apart], found.gradients[apart, axis], atol=1e-4)
    span = np.linalg.norm(found.points_b - found.points_a, axis=1)
    assert np.allclose(span, np.where(apart, found.hi, -found.lo), atol=1e-9)


def test_signed_points_are_exact_inside_and_outside(cube):
    rng = np.random.default_rng(42)
    points = np.concatenate([rng.uniform(-1, 1, (20_000, 3)), rng.integers(-2, 3, (500, 3)) / 2])
    found = cube.signed_points(points)
    away = np.abs(points) - 0.5
    outside = np.linalg.norm(np.maximum(away, 0.0), axis=1)
    expected = np.where(outside > 0, outside, away.max(axis=1))
    assert np.array_equal(found.hi < 0, expected < 0) and np.array_equal(found.hi == 0, expected == 0)
    assert np.allclose(found.hi, expected) and (found.lo <= expected + 1e-15).all()
    assert len(found) == len(points) and found.triangles.max() < 12
    assert np.allclose(np.linalg.norm(points - found.nearest, axis=1), np.abs(expected))
    sure = np.abs(expected) > 1e-3
    change = cube.signed_points(points + found.gradients * 1e-4).hi - found.hi
    assert np.allclose(change[sure], 1e-4, rtol=1e-6)
    assert np.allclose(cube.signed_points([0, 0, 0]).hi, [-0.5], rtol=1e-15)
    with pytest.raises(ValueError, match="point 1"):
        cube.signed_points([[0, 0, 0], [np.nan, 0, 0]])


def test_patches_and_pairs(cube):
    [patch] = cube.patches(cube, at(0.25, 0.5, 0.9))
    assert len(patch.triangles) == len(cube.contacts(cube, at(0.25, 0.5, 0.9)))
    assert patch.normal[2] > 0.5 and 0 < patch.depth < 0.2 and patch.points.shape[1] == 3
    pair = closecall.Pair(cube, cube)
    for x in (0.7, 0.71, 0.72):
        found = pair.penetration(at(x))
        assert found.lo <= 1.0 - x + 1e-12 and np.isclose(found.hi, 1.0 - x)
    assert pair.penetration(at(2.0)) is None and pair.collides(at(0.5))


def test_open_meshes_and_bad_numbers_are_refused(cube):
    vertices, faces = box()
    sheet = closecall.Model(vertices, faces[:-1])
    assert cube.is_closed and not sheet.is_closed
    for ask in (
        lambda: cube.penetration(sheet),
        lambda: sheet.signed_distance(cube),
        lambda: sheet.signed_points([[0, 0, 0]]),
        lambda: cube.patches(sheet),
        lambda: closecall.Pair(cube, sheet).penetration(),
        lambda: cube.penetration(cube, accuracy=0.0),
        lambda: cube.penetration(cube, tolerance=-1.0),
        lambda: cube.penetration(cube, budget=-1.0),
        lambda: cube.signed_points([[0, 0]]),
    ):
        with pytest.raises(ValueError):
            ask()


def ticks_during(ask):
    """How often a thread beside `ask` wakes up while `ask` works, for a tenth of a second at least."""
    ticks, ended = [], threading.Event()

    def tick():
        while not ended.wait(0.001):
            ticks.append(time.perf_counter())

    beside = threading.Thread(target=tick)
    beside.start()
    asked = []
    began = time.perf_counter()
    while time.perf_counter() < began + 0.1:
        start = time.perf_counter()
        ask()
        asked.append((start, time.perf_counter()))
    ended.set()
    beside.join()
    # Between two questions any thread may run. So only those count that are well within one.
    return sum(any(start + 0.002 < at < end - 0.002 for start, end in asked) for at in ticks)


def test_another_thread_runs_while_a_batch_is_answered(cube, hoop):
    rng = np.random.default_rng(43)
    poses, points = random_poses(rng, 200, 1.0), rng.uniform(-1, 1, (200_000, 3))
    asks = {
        "signed_points": lambda: hoop.signed_points(points, threads=1),
        "signed_distance": lambda: hoop.signed_distance(cube, poses, threads=1),
        "penetration": lambda: hoop.penetration(cube, poses, threads=1),
        "penetration_along": lambda: hoop.penetration_along(cube, [0, 0, 1], poses, threads=1),
    }
    for name, ask in asks.items():
        assert ticks_during(ask) >= 3, name
