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


def test_a_model_that_is_no_body_is_asked_with_the_clearance_of_the_world():
    cube = closecall.Model(*box())
    for clear, padding, count in [(0.0, 0.0, 0), (0.2, 0.0, 1), (0.0, 0.2, 1), (0.05, 0.05, 0)]:
        world = closecall.World()
        world.set_clearance(clear)
        world.add("cube", cube, padding=padding)
        found = world.contacts_with(cube, at(1.1))
        assert len(found) == count, (clear, padding)
        assert all(len(pairs) > 0 for _, pairs in found)


def test_groups_leave_pairs_out():
    cube = closecall.Model(*box())
    world = closecall.World()
    world.add("a", cube, groups=(1, 2))
    world.add("b", cube, at(0.5), groups=(1, 2))
    assert not world.collides()
    world.add("c", cube, at(0.5), groups=(2, 1))
    assert world.collisions() == [("a", "c"), ("b", "c")]


def test_what_is_fixed_cannot_be_moved():
    cube = closecall.Model(*box())
    world = closecall.World()
    world.add("cart")
    world.add("part", cube, parent="cart", fixed=True)
    for moved in ("part", "cart"):
        with pytest.raises(ValueError, match="`part` is fixed"):
            world.set_pose(moved, at(1.0))
    world.set_pose("cart", at(0.0))


def test_pairs_that_are_not_looked_at_are_told(tmp_path):
    gantry = tmp_path / "gantry.urdf"
    link = "<collision><geometry><box size='1 1 1'/></geometry></collision>"
    gantry.write_text(
        f"""<robot name="gantry">
        <link name="table">{link}</link><link name="cart"/>
        <link name="tool">{link}</link><link name="probe">{link}</link>
        <joint name="x" type="continuous"><parent link="table"/><child link="cart"/></joint>
        <joint name="z" type="continuous"><parent link="cart"/><child link="tool"/></joint>
        <joint name="p" type="fixed"><parent link="tool"/><child link="probe"/></joint></robot>"""
    )
    welded = ("tool", "probe", "welded")
    robot = closecall.Robot(gantry)
    assert robot.not_looked_at == [welded]
    mesh = closecall.Robot(gantry, neighbours="mesh")
    assert mesh.not_looked_at == [("table", "tool", "mesh"), ("table", "probe", "mesh"), welded]
    with pytest.raises(ValueError, match="none, joint and mesh"):
        closecall.Robot(gantry, neighbours="all")
    world = closecall.World()
    world.add_robot(robot)
    cube = closecall.Model(*box())
    for name in ("post", "wall"):
        world.add(name, cube, at(9.0), fixed=True)
    world.allow("post", "tool")
    told = [welded, ("tool", "post", "allowed"), ("post", "wall", "fixed")]
    assert world.not_looked_at() == told and world.snapshot().not_looked_at() == told
    assert world.looks_at("table", "tool") and not world.looks_at("table", "cart")


def test_a_robot_among_things(arm):
    assert arm.coordinates == ["shoulder", "elbow"] and arm.links == ["base", "upper", "lower"]
    world = closecall.World()
    world.add_robot(arm)
    world.add("post", closecall.Model(*box((0.2, 0.2, 3.0), (1.2, 0.0, 1.5))), fixed=True)
    rows = np.array([[0.0, 0.0], [1.2, 0.0], [0.0, 1.4]])
    answers = world.collides_at_joints(rows)
    assert answers.tolist() == [False, True, False]
    world.set_joints(rows[1])
    assert ("post" in {name for pair in world.collisions() for name in pair}) and world.collides()
    assert arm.link_poses(arm.rest()).shape == (3, 4, 4)
    assert np.allclose(arm.positions(elbow=0.5), [0.0, 0.5])
    with pytest.raises(ValueError, match="row 1.*elbow"):
        world.collides_at_joints([[0.0, 0.0], [0.0, 4.0]])
    with pytest.raises(ValueError, match="shape"):
        world.collides_at_joints([[0.0]])


def test_threads_may_share_a_world(arm):
    world = closecall.World()
    world.add_robot(arm)
    world.add("post", closecall.Model(*box((0.2, 0.2, 3.0), (1.2, 0.0, 1.5))), fixed=True)
    rows = np.random.default_rng(5).uniform(-1.5, 1.5, (500, 2))
    expected = world.collides_at_joints(rows)
    assert 0 < expected.sum() < 500
    wrong = []

    def ask():
        for _ in range(5):
            if not np.array_equal(world.collides_at_joints(rows, threads=2), expected):
                wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong


def busy_world():
    """A ring of cubes, of which some touch, in the order in which they came."""
    cube, world = closecall.Model(*box()), closecall.World()
    for number in range(30):
        angle = 2 * np.pi * number / 30
        world.add(f"cube {number}", cube, at(4.5 * np.cos(angle), 4.5 * np.sin(angle)))
    world.add("far", closecall.Model(*ring()), at(0.0, 0.0, 20.0))
    return world


def test_a_snapshot_stays_as_it_was_and_answers_as_the_world_did():
    world = busy_world()
    snapshot = world.snapshot()
    expected = world.collisions()
    assert len(expected) > 10 and snapshot.collides() and snapshot.collisions() == expected
    pairs = {(a, b): t.tolist() for a, b, t in world.contacts()}
    assert {(a, b): t.tolist() for a, b, t in snapshot.contacts()} == pairs
    world.remove("cube 3")
    world.set_pose("cube 4", at(99.0))
    assert snapshot.collisions() == expected and world.collisions() != expected
    assert "cube 3" in snapshot and "cube 3" not in world and len(snapshot) == 31
    assert isinstance(world, closecall.Bodies) and isinstance(snapshot, closecall.Bodies)
    assert not hasattr(snapshot, "set_pose")


def test_the_nearest_pair_is_that_of_all_pairs():
    cube, hoop = closecall.Model(*box()), closecall.Model(*ring())
    world, places = closecall.World(), random_poses(np.random.default_rng(31), 12, 12.0)
    for number, place in enumerate(places):
        world.add(f"b{number}", hoop if number % 3 else cube, place)
    found = world.distances()
    assert len(found) == 66
    nearest = world.nearest()
    assert nearest.hi == min(pair.hi for pair in found) > 0.0 and float(nearest) == nearest.hi
    gap = np.linalg.norm(np.subtract(nearest.point_a, nearest.point_b))
    assert abs(gap - nearest.hi) < 1e-9 and nearest.lo <= nearest.hi
    near = world.distances(nearest.hi * 2)
    assert 0 < len(near) < 66 and all(pair.lo <= nearest.hi * 2 for pair in near)
    world.allow(nearest.a, nearest.b)
    assert (world.nearest().a, world.nearest().b) != (nearest.a, nearest.b)
    assert closecall.World().nearest() is None
    with pytest.raises(ValueError, match="limit"):
        world.distances(-1.0)


def test_exact_shapes_have_nearest_points():
    world = closecall.World()
    world.add("ball", shapes=[closecall.Shape.ball([0, 0, 0], 1.0)])
    world.add("cube", closecall.Model(*box()), at(3.0))
    found = world.nearest()
    assert found.triangles is None and np.allclose(found.point_a, [1.0, 0, 0])
    assert np.isclose(found.point_b[0] - found.point_a[0], found.hi)


def test_many_bodies_move_at_once_or_not_at_all():
    cube, world = closecall.Model(*box()), closecall.World()
    world.add("a", cube)
    world.add("b", cube, at(5.0))
    world.set_poses({"a": at(1.0), "b": at(8.0)})
    assert world.pose("b")[0, 3] == 8.0
    for refused in ({"a": at(2.0), "c": at(0.0)}, {"a": at(2.0), "b": np.zeros(7)}):
        with pytest.raises(ValueError, match="'c'|'b'"):
            world.set_poses(refused)
        assert world.pose("a")[0, 3] == 1.0


def test_clearances_and_paddings():
    cube, world = closecall.Model(*box()), closecall.World()
    world.add("a", cube, padding=0.25)
    world.add("b", cube, at(2.0), padding=0.5)
    assert not world.collides()
    world.set_clearance(1.0)
    assert world.collides()
    world.set_pair_clearance("a", "b", 0.9)
    assert not world.collides()
    world.set_pair_clearance("a", "b", None)
    assert world.collides()
    with pytest.raises(ValueError):
        world.set_clearance(-1.0)


def test_bodies_sweep_through_a_world():
    cube = closecall.Model(*box())
    wall = closecall.Model(*box((0.001, 9.0, 9.0)))
    world = closecall.World()
    world.add("wall", wall, fixed=True)
    world.add("cube", cube, at(5.0))
    starts, ends = [at(3.0), at(3.0)], [at(-3.0), at(3.0, 5.0)]
    assert not world.collides_at("cube", starts + ends).any()
    found = world.sweep_edges("cube", starts, ends)
    assert found.touching.tolist() == [True, False] and found.clear.tolist() == [False, True]
    assert found.bodies[0] == ("wall", "cube")
    assert found.clear_until[0] <= (3 - 0.5005) / 6 <= found.contact_at[0]
    one = world.sweep_edges("cube", starts[0], ends[0])
    assert len(one) == 1 and one.contact_at[0] == found.contact_at[0]
    with pytest.raises(ValueError, match="1 starts, but 2 ends"):
        world.sweep_edges("cube", starts[:1], ends)
    with pytest.raises(ValueError, match="nobody"):
        world.sweep_edges("nobody", starts, ends)


def test_how_far_a_joint_can_go(arm):
    world = closecall.World()
    world.add_robot(arm)
    world.add("plate", closecall.Model(*box((0.001, 2.0, 0.5), (0.8, 0.0, 1.6))), fixed=True)
    found = world.joint_range("shoulder", arm.rest())
    assert found.limits == (-2.0, 2.0) and np.array_equal(arm.limits, [[-2, 2], [-3, 3]])
    assert -2.0 <= found.lower < 0.0 < found.upper < 2.0
    assert "plate" in found.stops[1] and found.results[1] == "touching"
    inside = np.linspace(found.lower, found.upper, 400)
    rows = np.stack([inside, np.zeros_like(inside)], axis=1)
    assert not world.collides_at_joints(rows).any()
    assert world.collides_at_joints([found.upper + 1e-4, 0.0])[0]
    with pytest.raises(ValueError, match="knee"):
        world.joint_range("knee", arm.rest())


def test_asking_and_moving_from_many_threads_ends():
    world, cube = busy_world(), closecall.Model(*box())
    poses = random_poses(np.random.default_rng(8), 300, 6.0)
    snapshot = world.snapshot()
    expected = snapshot.collides_at("far", poses)
    assert 0 < expected.sum() < 300
    wrong = []

    def ask():
        for _ in range(20):
            if not np.array_equal(snapshot.collides_at("far", poses), expected):
                wrong.append("snapshot")
            world.collides()
            world.contacts_with(cube, poses[0])
            world.sweep_edges("far", poses[:8], poses[8:16])

    def move():
        for step in range(200):
            world.set_pose("far", at(0.0, 0.0, 20.0 + step))
            world.nearest()

    threads = [threading.Thread(target=work) for work in (ask, ask, ask, move, move)]
    [thread.start() for thread in threads]
    [thread.join(120) for thread in threads]
    assert not any(thread.is_alive() for thread in threads) and not wrong


SPUN = """<robot name="spun"><link name="root"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="wheel"><collision><origin xyz="0 0 5"/><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="spin" type="continuous"><axis xyz="0 0 1"/><parent link="root"/><child link="wheel"/></joint></robot>"""


def test_what_lies_inside_a_solid_touches_it_at_every_door():
    """A small cube within a large one, which is a solid; and the same far away."""
    small, large = closecall.Model(*box()), closecall.Model(*box((9.0, 9.0, 9.0)))
    doors = {
        "collides": lambda world, x: world.collides(),
        "collisions": lambda world, x: world.collisions() != [],
        "contacts": lambda world, x: world.contacts() != [],
        "a snapshot": lambda world, x: world.snapshot().collides(),
        "nearest": lambda world, x: world.nearest().lo == 0,
        "distances": lambda world, x: world.distances(0.1) != [],
        "signed_distances": lambda world, x: world.signed_distances()[0].hi < 0,
        "collides_at": lambda world, x: world.collides_at("small", at(x))[0],
        "sweep_edges": lambda world, x: not world.sweep_edges("small", at(x), at(x + 0.1)).clear[0],
        "contacts_with": lambda world, x: "large" in [name for name, _ in world.contacts_with(small, at(x))],
    }
    for name, touches in doors.items():
        for x, expected in [(0.0, True), (1.0, True), (30.0, False)]:
            world = closecall.World()
            world.add("large", large, solid=True)
            world.add("small", small, at(x))
            assert touches(world, x) == expected, (name, x)


def test_links_that_no_joint_moves_are_asked_about(tmp_path):
    path = tmp_path / "spun.urdf"
    path.write_text(SPUN)
    world = closecall.World()
    world.add("table", closecall.Model(*box()), at(0.5))
    world.add_robot(closecall.Robot(path))
    assert world.collides_at_joints([[0.0], [1.0]]).all()
    assert not world.sweep_joints([[0.0]], [[1.0]]).clear.any()


def test_angles_that_look_like_degrees_are_warned_of(tmp_path):
    path = tmp_path / "spun.urdf"
    path.write_text(SPUN)
    robot, world = closecall.Robot(path), closecall.World()
    world.add_robot(robot)
    row = np.array([90.0])
    for ask in (
        lambda: robot.positions(spin=90.0),
        lambda: robot.link_poses(row),
        lambda: world.set_joints(row),
        lambda: world.collides_at_joints([[0.0], row]),
        lambda: world.signed_at_joints([row]),
        lambda: world.sweep_joints([[0.0]], [row]),
    ):
        with pytest.warns(UserWarning, match="'spin' is at 90: angles are in radians, and 90° is 1.5708"):
            ask()


def test_an_srdf_of_another_robot_is_warned_of(tmp_path):
    urdf, srdf = tmp_path / "spun.urdf", tmp_path / "spun.srdf"
    urdf.write_text(SPUN)
    srdf.write_text('<robot name="other"/>')
    with pytest.warns(UserWarning, match="it is made for the robot 'other', and this is 'spun'"):
        closecall.Robot(urdf, srdf=srdf)
