"""What robots have beside questions: simple models, clouds about them, what they grasp, macros."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import closecall

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_a_simple_model_holds_a_robot_or_does_not():
    found = closecall.cover(EXAMPLES / "arm.urdf", EXAMPLES / "arm_spheres.yml")
    out = [link for link in found if link.result != "held"]
    assert len(found) == 7 and [link.link for link in out] == ["upper_arm"]
    exact = np.hypot(0.05, 0.045) - 0.055
    assert out[0].result == "sticks_out" and out[0].lo <= exact <= out[0].hi
    assert out[0].parts == 5 and "arm_spheres.yml" in out[0].nearest and len(out[0].point) == 3
    assert all(link.hi == 0 and link.point is None for link in found if link.result == "held")
    allowed = closecall.cover(EXAMPLES / "arm.urdf", EXAMPLES / "arm_spheres.yml", allow=0.0125)
    assert {link.result for link in allowed} == {"held"}
    with pytest.raises(FileNotFoundError):
        closecall.cover(EXAMPLES / "gone.urdf", EXAMPLES / "arm_spheres.yml")
    with pytest.raises(OSError, match="no 'collision_spheres'"):
        closecall.cover(EXAMPLES / "arm.urdf", EXAMPLES / "cell.json")
    with pytest.raises(ValueError):
        closecall.cover(EXAMPLES / "arm.urdf", EXAMPLES / "arm_spheres.yml", allow=-1.0)


def test_a_cloud_is_a_body_of_balls():
    rng = np.random.default_rng(1)
    points = rng.uniform(-1, 1, (2000, 3)) + [3.0, 0, 0]
    cloud = closecall.Model.cloud(points)
    assert len(cloud) == 2000
    cube = closecall.Model(EXAMPLES / "table.stl")
    world = closecall.World()
    world.add("cube", closecall.Model(*box()))
    world.add("cloud", cloud, padding=0.05)
    poses = np.tile([0, 0, 0, 1, 0, 0, 0], (100, 1)).astype(float)
    poses[:, 0] = np.linspace(-2.0, 1.0, 100)
    touching = world.collides_at("cloud", poses)
    for pose, found in zip(poses, touching):
        seen = points + pose[:3]
        gap = np.linalg.norm(np.maximum(np.maximum(-seen, seen - 1), 0), axis=1)
        assert found == (gap.min() <= 0.05)
    assert touching.any() and not touching.all()
    assert cube.distance(cloud).lo > 0
    for wrong in [np.zeros((3, 2)), np.zeros(3), [[0, 0, np.nan]]]:
        with pytest.raises(ValueError):
            closecall.Model.cloud(wrong)


def box():
    """The unit cube."""
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
    return corners, np.array(faces)


def test_a_gripper_takes_a_part_and_lets_go():
    world = closecall.World()
    world.add_robot(closecall.Robot(EXAMPLES / "arm.urdf"))
    world.add("part", closecall.Model(*box(), scale=0.01), [0.9, 0.0, 0.1, 1, 0, 0, 0])
    place = world.pose("part")
    world.attach("part", "palm")
    assert np.allclose(world.pose("part"), place)
    robot = closecall.Robot(EXAMPLES / "arm.urdf")
    world.set_joints(robot.positions(shoulder=0.3, waist=1.0))
    moved = world.pose("part")
    assert not np.allclose(moved, place)
    world.attach("part")
    assert np.allclose(world.pose("part"), moved)
    world.set_joints(robot.rest())
    assert np.allclose(world.pose("part"), moved)
    world.attach("part", "palm", [0, 0, 0.2, 1, 0, 0, 0])
    assert np.allclose((np.linalg.inv(world.pose("palm")) @ world.pose("part"))[:3, 3], [0, 0, 0.2])
    for parent in ["part", "nobody"]:
        with pytest.raises(ValueError):
            world.attach("part", parent)


MACROS = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="size" default="1"/>
  <xacro:macro name="block" params="name">
    <link name="${name}"><collision><geometry><box size="$(arg size) 1 1"/></geometry></collision></link>
  </xacro:macro>
  <xacro:block name="base"/><xacro:block name="arm"/>
  <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><origin xyz="2 0 0"/></joint>
</robot>"""


def test_macros_are_expanded(tmp_path):
    pytest.importorskip("xacro")
    import closecall.xacro

    file = tmp_path / "r.urdf.xacro"
    file.write_text(MACROS)
    with pytest.raises(OSError, match="is a macro: expand the file first"):
        closecall.Robot(file)
    worlds = [closecall.World(), closecall.World()]
    for world, size in zip(worlds, ["1", "2.5"]):
        robot = closecall.xacro.robot(file, arguments={"size": size}, neighbours="none")
        assert robot.links == ["base", "arm"] and robot.coordinates == ["turn"]
        world.add_robot(pickle.loads(pickle.dumps(robot)))
    assert [world.collides() for world in worlds] == [False, True]
