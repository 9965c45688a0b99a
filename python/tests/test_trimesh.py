"""The collision manager of trimesh's kind."""

import numpy as np
import pytest

import closecall

trimesh = pytest.importorskip("trimesh")
from closecall.trimesh import CollisionManager, scene_to_collision  # noqa: E402


def shifted(x, y=0.0, z=0.0):
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


@pytest.fixture
def cube():
    return trimesh.creation.box()


def test_one_against_many(cube):
    manager = CollisionManager()
    manager.add_object("near", cube)
    manager.add_object("far", cube, shifted(5))
    assert manager.in_collision_single(cube) is True
    hit, names, data = manager.in_collision_single(
        cube, shifted(5.5), return_names=True, return_data=True
    )
    assert hit and names == {"far"} and len(data) > 0
    for contact in data:
        assert contact.names == {"far", "__external"}
        assert 0 <= contact.index("far") < 12 and 0 <= contact.index("__external") < 12
        assert 4.5 <= contact.point[0] <= 5.5 and np.isclose(contact.depth, 0.5)
        assert np.allclose(contact.normal, [1, 0, 0])
    assert manager.in_collision_single(cube, shifted(-5), return_names=True) == (False, set())


def test_inside_a_manager_and_between_two(cube):
    manager = CollisionManager()
    for name, x in (("a", 0.0), ("b", 5.0), (3, 5.5)):
        manager.add_object(name, cube, shifted(x))
    assert manager.in_collision_internal() is True
    manager.remove_object(3)
    manager.add_object("c", cube, shifted(5.5))
    hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
    assert hit and names == {("b", "c")} and data
    manager.set_transform("c", shifted(-5))
    assert manager.in_collision_internal(return_names=True) == (False, set())
    other = CollisionManager()
    other.add_object("x", cube, shifted(5.25))
    hit, names, data = manager.in_collision_other(other, return_names=True, return_data=True)
    assert hit and names == {("b", "x")}
    assert data[0].names == {"b", "x"}
    manager.allow("a", "b")
    with pytest.raises(ValueError, match="not in collision manager"):
        manager.remove_object("nobody")
    with pytest.raises(ValueError, match=r"\(4,4\)"):
        manager.add_object("flat", cube, np.eye(3))


def test_adding_again_replaces(cube):
    manager = CollisionManager()
    manager.add_object("a", cube)
    manager.add_object("a", cube, shifted(9))
    assert not manager.in_collision_single(cube)
    assert manager.in_collision_single(cube, shifted(9))


def test_a_scene_becomes_a_manager(cube):
    scene = trimesh.Scene()
    scene.add_geometry(cube, node_name="one")
    scene.add_geometry(cube, node_name="two", transform=shifted(0.5))
    manager, models = scene_to_collision(scene)
    assert set(models) == {"one", "two"}
    assert manager.in_collision_internal(return_names=True) == (True, {("one", "two")})


def test_fcl_and_closecall_agree_where_fcl_is_right():
    fcl = pytest.importorskip("fcl")
    assert fcl
    ours, theirs = CollisionManager(), trimesh.collision.CollisionManager()
    rng = np.random.default_rng(6)
    ring = trimesh.creation.torus(1.0, 0.3)
    blob = trimesh.creation.icosphere(subdivisions=2, radius=0.4)
    blob.vertices += rng.normal(scale=0.02, size=blob.vertices.shape)
    for manager in (ours, theirs):
        manager.add_object("ring", ring)
    hits = 0
    for _ in range(200):
        matrix = trimesh.transformations.random_rotation_matrix(rng.random(3))
        matrix[:3, 3] = rng.uniform(-1.5, 1.5, 3)
        answer = ours.in_collision_single(blob, matrix)
        assert answer == theirs.in_collision_single(blob, matrix)
        hits += answer
    assert 0 < hits < 200
    assert isinstance(ours._models["ring"], closecall.Model)


def test_depth_and_normal_are_those_of_the_bodies(cube):
    manager = CollisionManager()
    manager.add_object("turned", cube, trimesh.transformations.rotation_matrix(np.pi / 2, [0, 0, 1]))
    where = shifted(0.25, -0.875)
    _, data = manager.in_collision_single(cube, where, return_data=True)
    assert np.isclose(data[0].depth, 0.125) and np.allclose(data[0].normal, [0, -1, 0])
    # The move that is told parts the bodies, and a shorter one does not.
    for share, parted in ((1.0 + 1e-9, True), (0.99, False)):
        moved = where.copy()
        moved[:3, 3] += share * data[0].depth * data[0].normal
        assert manager.in_collision_single(cube, moved) is not parted
    _, data = manager.in_collision_single(cube, shifted(1.0), return_data=True)
    assert {contact.depth for contact in data} == {0.0}
    assert np.allclose(np.linalg.norm([contact.normal for contact in data], axis=1), 1.0)
    # A body that is not convex: the cube gets free in the middle of the ring.
    ring = trimesh.creation.torus(1.0, 0.25)
    manager = CollisionManager()
    manager.add_object("ring", ring)
    _, data = manager.in_collision_single(cube, shifted(0.4), return_data=True)
    assert 0.3 < data[0].depth < 0.4 - (0.75 - np.sqrt(0.5))
    open_cube = trimesh.Trimesh(cube.vertices, cube.faces[1:])
    _, data = manager.in_collision_single(open_cube, shifted(0.4), return_data=True)
    assert np.isnan(data[0].depth) and np.isclose(np.linalg.norm(data[0].normal), 1.0)


def test_scenes_paths_and_models_stand_for_meshes(cube, tmp_path):
    path = tmp_path / "cube.stl"
    cube.export(path)
    for thing in (trimesh.Scene([cube]), path, str(path), closecall.Model(path)):
        manager = CollisionManager()
        manager.add_object("cube", thing)
        assert manager.in_collision_single(thing, shifted(0.5))
        assert manager.min_distance_single(thing, shifted(3.0)) == pytest.approx(2.0, abs=1e-12)
