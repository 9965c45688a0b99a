"""Worlds and robots."""

import threading

import numpy as np
import pytest

import closecall
from shapes import at, box, random_poses, ring

ARM = """<robot name="arm">
  <link name="base"><collision><geometry><box size="0.4 0.4 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.5"/>
    <geometry><box size="0.1 0.1 1"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0 0 0.5"/>
    <geometry><box size="0.1 0.1 1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2"/><parent link="base"/><child link="upper"/></joint>
  <joint name="elbow" type="revolute"><origin xyz="0 0 1.1"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3"/><parent link="upper"/><child link="lower"/></joint>
</robot>"""


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    return closecall.Robot(path)


def test_bodies_come_move_and_go():
    cube = closecall.Model(*box())
    world = closecall.World()
    world.add("wall", cube, fixed=True)
    world.add("cart", pose=at(5.0))
    world.add("load", cube, at(-0.5), parent="cart")
    assert world.names == ["wall", "cart", "load"] and len(world) == 3 and "cart" in world
    assert not world.collides() and world.collisions() == []
    world.set_pose("cart", at(1.5))
    assert world.collides() and world.collisions() == [("wall", "load")]
    assert np.allclose(world.pose("load")[:3, 3], [1.0, 0.0, 0.0])
    (a, b, triangles), = world.contacts()
    assert (a, b) == ("wall", "load")
    assert np.array_equal(triangles, cube.contacts(cube, at(1.0)))
    world.allow("wall", "load")
    assert not world.collides()
    world.disallow("wall", "load")
    world.remove("cart")
    assert world.names == ["wall"]
    for refused in (lambda: world.remove("cart"), lambda: world.add("wall", cube)):
        with pytest.raises(ValueError):
            refused()


def test_batches_ask_without_moving_anything():
    cube, hoop = closecall.Model(*box()), closecall.Model(*ring())
    world = closecall.World()
    world.add("hoop", hoop, fixed=True)
    world.add("cube", cube, at(9.0))
    poses = random_poses(np.random.default_rng(4), 200, 1.5)
    answers = world.collides_at("cube", poses)
    assert np.array_equal(answers, hoop.collides(cube, poses)) and 0 < answers.sum() < 200
    assert np.allclose(world.pose("cube")[:3, 3], [9.0, 0.0, 0.0])
    found = world.contacts_with(cube, poses[int(np.argmax(answers))])
    assert [name for name, _ in found] == ["hoop"]


def test_groups_leave_pairs_out():
    cube = closecall.Model(*box())
    world = closecall.World()
    world.add("a", cube, groups=(1, 2))
    world.add("b", cube, at(0.5), groups=(1, 2))
    assert not world.collides()
    world.add("c", cube, at(0.5), groups=(2, 1))
    assert world.collisions() == [("a", "c"), ("b", "c")]


def test_a_robot_among_things(arm):
    assert arm.coordinates == ["shoulder", "elbow"] and arm.links == ["base", "upper", "lower"]
    world = closecall.World()
    world.add_robot(arm)
    world.add("post", closecall.Model(*box((0.2, 0.2, 3.0), (1.2, 0.0, 1.5))), fixed=True)
    rows = np.array([[0.0, 0.0], [1.2, 0.0], [0.0, 1.4]])
    answers = world.collides_at_joints(arm, rows)
    assert answers.tolist() == [False, True, False]
    world.set_joints(arm, rows[1])
    assert ("post" in {name for pair in world.collisions() for name in pair}) and world.collides()
    assert arm.link_poses(arm.rest()).shape == (3, 4, 4)
    assert np.allclose(arm.positions(elbow=0.5), [0.0, 0.5])
    with pytest.raises(ValueError, match="row 1.*elbow"):
        world.collides_at_joints(arm, [[0.0, 0.0], [0.0, 4.0]])
    with pytest.raises(ValueError, match="shape"):
        world.collides_at_joints(arm, [[0.0]])


def test_threads_may_share_a_world(arm):
    world = closecall.World()
    world.add_robot(arm)
    world.add("post", closecall.Model(*box((0.2, 0.2, 3.0), (1.2, 0.0, 1.5))), fixed=True)
    rows = np.random.default_rng(5).uniform(-1.5, 1.5, (500, 2))
    expected = world.collides_at_joints(arm, rows)
    assert 0 < expected.sum() < 500
    wrong = []

    def ask():
        for _ in range(5):
            if not np.array_equal(world.collides_at_joints(arm, rows, threads=2), expected):
                wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong
