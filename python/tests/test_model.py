"""Models, pairs and batches."""

import gc
import os
import pickle
import resource
import select
import signal
import threading

import numpy as np
import pytest

import closecall
from shapes import at, box, matrices, random_poses, ring


@pytest.fixture
def cube():
    return closecall.Model(*box())


def test_touching_counts_and_the_next_number_does_not(cube):
    assert cube.collides(cube, at(1.0))
    assert not cube.collides(cube, at(np.nextafter(1.0, 2.0)))


def test_contacts_are_pairs_of_triangles(cube):
    pairs = cube.contacts(cube, at(1.0))
    assert pairs.dtype == np.uint32 and pairs.shape[1] == 2 and len(pairs) > 0
    assert [tuple(p) for p in pairs] == sorted(tuple(p) for p in pairs)
    assert cube.contacts(cube, at(3.0)).shape == (0, 2)
    assert cube.first_contact(cube, at(3.0)) is None
    assert tuple(cube.first_contact(cube, at(1.0))) in {tuple(map(int, p)) for p in pairs}


def test_a_batch_answers_as_single_questions_do(cube):
    hoop = closecall.Model(*ring())
    poses = random_poses(np.random.default_rng(1), 200, 1.5)
    single = [hoop.collides(cube, pose) for pose in poses]
    assert 0 < sum(single) < len(single)
    for threads in (None, 1, 3):
        assert hoop.collides(cube, poses, threads=threads).tolist() == single
    lists = hoop.contacts(cube, poses)
    assert [len(pairs) > 0 for pairs in lists] == single
    assert all(np.array_equal(p, hoop.contacts(cube, pose)) for p, pose in zip(lists, poses))


def test_poses_in_every_form(cube):
    hoop = closecall.Model(*ring())
    poses = random_poses(np.random.default_rng(2), 50, 1.5)
    as_matrices = matrices(poses)
    answers = hoop.collides(cube, as_matrices)
    assert [hoop.collides(cube, matrix) for matrix in as_matrices] == answers.tolist()
    frozen = poses.copy()
    frozen.setflags(write=False)
    assert np.array_equal(hoop.collides(cube, frozen), hoop.collides(cube, poses))
    assert np.array_equal(
        hoop.collides(cube, np.asfortranarray(poses)), hoop.collides(cube, poses.tolist())
    )
    assert cube.collides(cube, np.float32([1, 0, 0, 1, 0, 0, 0]))
    assert cube.collides(cube) and cube.collides(cube, None)
    assert hoop.collides(cube, np.zeros((0, 7))).shape == (0,)


@pytest.mark.parametrize(
    "pose, words",
    [
        (np.zeros(6), "shape"),
        (np.zeros(7), "norm"),
        ([np.nan, 0, 0, 1, 0, 0, 0], "finite"),
        (np.diag([2.0, 1, 1, 1]), "orthogonal|rotation"),
        ([at(0.0), np.zeros(7)], "pose 1"),
        ("somewhere", "numbers"),
    ],
)
def test_bad_poses_are_refused_with_their_place(cube, pose, words):
    with pytest.raises(ValueError, match=words):
        cube.collides(cube, pose)


def test_bad_meshes_are_refused_with_their_place(tmp_path):
    vertices, faces = box()
    with pytest.raises(ValueError, match="refers to vertex 8"):
        closecall.Model(vertices, faces + 1)
    with pytest.raises(ValueError, match="refers to vertex -1"):
        closecall.Model(vertices, faces - 1)
    with pytest.raises(ValueError, match="whole numbers"):
        closecall.Model(vertices, faces.astype(float))
    with pytest.raises(ValueError, match="shape"):
        closecall.Model(vertices[:, :2], faces)
    with pytest.raises(ValueError):
        closecall.Model(vertices * np.nan, faces)
    with pytest.raises(TypeError, match="path"):
        closecall.Model(17)
    missing = tmp_path / "missing.stl"
    with pytest.raises(OSError, match="missing.stl"):
        closecall.Model(missing)
    broken = tmp_path / "broken.obj"
    broken.write_text("v 0 0 0\nf 1 2 3\n")
    with pytest.raises(OSError, match="broken.obj"):
        closecall.Model(str(broken))


def test_files_pickles_and_meshes_come_back_alike(cube, tmp_path):
    path = tmp_path / "cube.tree"
    cube.save(path)
    for again in (
        closecall.Model.open(path),
        closecall.Model.open(path, verify=False),
        closecall.Model(path),
        pickle.loads(pickle.dumps(cube)),
    ):
        assert np.array_equal(again.vertices, cube.vertices)
        assert np.array_equal(again.faces, cube.faces)
        assert np.array_equal(again.contacts(cube, at(1.0)), cube.contacts(cube, at(1.0)))
    assert len(cube) == 12 and "12 triangles" in repr(cube)


def test_contact_points_lie_where_both_triangles_are(cube):
    pairs = cube.contacts(cube, at(1.0))
    points, normals = cube.contact_points(cube, at(1.0), pairs)
    assert points.shape == normals.shape == (len(pairs), 3)
    assert np.allclose(points[:, 0], 0.5)
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0)
    with pytest.raises(ValueError, match="pair 0"):
        cube.contact_points(cube, at(1.0), [[12, 0]])


def test_a_pair_remembers_and_answers_alike(cube):
    hoop = closecall.Model(*ring())
    pair = closecall.Pair(hoop, cube)
    steps = [at(x) for x in np.linspace(-2.5, 2.5, 301)]
    answers = [pair.collides(pose) for pose in steps]
    assert answers == [hoop.collides(cube, pose) for pose in steps] and 0 < sum(answers) < 301
    pair.reset()
    assert all(np.array_equal(pair.contacts(p), hoop.contacts(cube, p)) for p in steps[::10])


def test_threads_may_share_a_model(cube):
    hoop = closecall.Model(*ring())
    poses = random_poses(np.random.default_rng(3), 300, 1.5)
    expected = hoop.collides(cube, poses).tolist()
    wrong = []

    def ask():
        for _ in range(5):
            if [hoop.collides(cube, pose) for pose in poses] != expected:
                wrong.append("single")
            if hoop.collides(cube, poses, threads=2).tolist() != expected:
                wrong.append("batch")

    threads = [threading.Thread(target=ask) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong


def test_a_forked_process_has_threads_of_its_own(cube):
    hoop = closecall.Model(*ring())
    poses = random_poses(np.random.default_rng(12), 5_000, 1.5)
    expected = int(hoop.collides(cube, poses).sum())
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, str(int(hoop.collides(cube, poses, threads=None).sum())).encode())
        os._exit(0)
    os.close(writer)
    ready, _, _ = select.select([reader], [], [], 60)
    answer = os.read(reader, 100) if ready else b"nothing"
    if not ready:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert answer == str(expected).encode()


def resident():
    """The memory that is in use now, in KiB."""
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * resource.getpagesize() // 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="there is no /proc")
def test_nothing_leaks_in_a_million_calls(cube):
    """A million calls of every kind where CLOSECALL_LONG is set, else 50,000."""
    world, pair = closecall.World(), closecall.Pair(cube, cube)
    world.add("a", cube)
    world.add("b", cube, at(0.5))
    near, far, few = at(0.5), at(3.0), np.array([at(0.5), at(3.0)])

    def refused():
        try:
            cube.collides(cube, np.zeros(7))
        except ValueError:
            pass

    kinds = [
        lambda: cube.contacts(cube, near),
        lambda: cube.collides(cube, far),
        lambda: cube.collides(cube, few),
        lambda: cube.distance(cube, far).point_a,
        lambda: pair.collides(far),
        lambda: world.set_pose("b", near),
        lambda: world.collisions(),
        lambda: cube.sweep(cube, few).triangles,
        lambda: world.collides_at("b", few),
        refused,
    ]

    def run(times):
        for _ in range(times // len(kinds)):
            for kind in kinds:
                kind()

    calls = 1_000_000 if os.environ.get("CLOSECALL_LONG") else 50_000
    run(calls // 5)
    gc.collect()
    before = resident()
    run(calls)
    gc.collect()
    grown = resident() - before
    print(f"{calls} calls: {grown} KiB more")
    assert grown < 2048, f"{grown} KiB"
