"""MuJoCo's models: links are where MuJoCo has them, and what is looked at and touches is the same."""

import numpy as np
import pytest

import closecall

mujoco = pytest.importorskip("mujoco")
import closecall.mujoco  # noqa: E402

ZOO = """
<mujoco>
  <compiler angle="radian"/>
  <asset>
    <mesh name="wedge" vertex="0 0 0  0.3 0 0  0 0.2 0  0 0 0.4  0.1 0.1 0.1"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 0.1" pos="0 0 -0.8"/>
    <geom name="post" type="cylinder" size="0.1 0.5" pos="1 0.3 0"/>
    <body name="base" pos="0.1 0.2 0.3" quat="0.9 0.1 0.3 0.2">
      <joint name="slide" type="slide" axis="1 2 0" pos="0.3 0 0" range="-0.5 0.5" ref="0.1"/>
      <joint name="turn" type="hinge" axis="0 1 1" pos="0.05 0.1 0" ref="0.3"/>
      <geom type="box" size="0.1 0.05 0.2"/>
      <geom type="sphere" size="0.4" contype="0" conaffinity="0"/>
      <body name="arm" pos="0.3 0 0.1">
        <joint name="bend" type="hinge" axis="0 1 0" range="-1 2"/>
        <geom type="capsule" size="0.05 0.2" quat="0.7 0 0.7 0"/>
        <geom name="feeler" type="sphere" size="0.05" pos="0.3 0 0" contype="2" conaffinity="2"/>
        <body pos="0.5 0 0">
          <joint name="twist" type="hinge" axis="1 0 0" pos="0 0.1 0"/>
          <joint name="nod" type="hinge" axis="0 0 1" pos="0 -0.1 0"/>
          <geom type="mesh" mesh="wedge"/>
        </body>
      </body>
    </body>
    <body name="ball" pos="0 0 1">
      <freejoint name="fly"/>
      <geom type="ellipsoid" size="0.1 0.2 0.3"/>
    </body>
  </worldbody>
  <contact><exclude body1="arm" body2="ball"/></contact>
</mujoco>
"""


def rows(model, count, seed=1):
    """Positions of MuJoCo at random, within the limits."""
    rng = np.random.default_rng(seed)
    qpos = np.zeros((count, model.nq))
    for joint in range(model.njnt):
        place = model.jnt_qposadr[joint]
        if model.jnt_type[joint] == 0:
            qpos[:, place : place + 3] = rng.uniform(-1, 1, (count, 3))
            turn = rng.normal(size=(count, 4))
            qpos[:, place + 3 : place + 7] = turn / np.linalg.norm(turn, axis=1, keepdims=True)
        else:
            low, high = model.jnt_range[joint] if model.jnt_limited[joint] else (-3, 3)
            qpos[:, place] = rng.uniform(low, high, count)
    return qpos


def test_links_are_where_mujoco_has_them():
    model = mujoco.MjModel.from_xml_string(ZOO)
    data, scene = mujoco.MjData(model), closecall.mujoco.load(model)
    bodies = {mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, i) or f"body{i}": i for i in range(model.nbody)}
    for qpos in rows(model, 20):
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        poses = scene.robot.link_poses(scene.positions(qpos))
        seen = 0
        for link, pose in zip(scene.robot.links, poses):
            if link in bodies:
                body = bodies[link]
                assert np.allclose(pose[:3, 3], data.xpos[body], atol=1e-12)
                assert np.allclose(pose[:3, :3], data.xmat[body].reshape(3, 3), atol=1e-12)
                seen += 1
        assert seen == model.nbody


def test_what_touches_is_what_mujoco_finds():
    model = mujoco.MjModel.from_xml_string(ZOO)
    data, scene = mujoco.MjData(model), closecall.mujoco.load(model, hulls=True)
    both, clear, near = 0, 0, 0
    qpos = rows(model, 400, 2)
    touching = scene.world.collides_at_joints(scene.positions(qpos))
    for row, found in zip(qpos, touching):
        data.qpos[:] = row
        mujoco.mj_forward(model, data)
        deep = [contact.dist for contact in data.contact]
        # Round shapes are contained in meshes that reach out by half a percent.
        if deep and min(deep) < 0:
            assert found
            both += 1
        elif found:
            near += 1
        else:
            clear += 1
    assert both > 50 and clear > 50 and near <= 8, (both, clear, near)


def test_what_is_not_looked_at_is_what_mujoco_leaves_out():
    scene = closecall.mujoco.load(mujoco.MjModel.from_xml_string(ZOO))
    looks = scene.world.looks_at
    assert looks("base", "ball") and looks("floor", "ball") and looks("world", "ball")
    assert not looks("arm", "ball")  # excluded
    assert not looks("base", "arm")  # the one hangs on the other
    assert not looks("arm#2", "ball") and not looks("floor", "arm#2")  # groups
    assert looks("base", "body3") and "arm#2" in scene.world


def test_pairs_are_looked_at_whatever_their_groups_are():
    pair = '<contact><pair geom1="feeler" geom2="post"/>'
    scene = closecall.mujoco.load(mujoco.MjModel.from_xml_string(ZOO.replace("<contact>", pair)))
    feeler = [name for name in scene.world.names if name.startswith("arm#")]
    post = [name for name in scene.world.names if name.startswith("world")]
    assert any(scene.world.looks_at(a, b) for a in feeler for b in post)


def test_sweeps_and_ranges_work():
    model = mujoco.MjModel.from_xml_string(ZOO)
    scene = closecall.mujoco.load(model)
    start, end = scene.positions(rows(model, 2, 3))
    swept = scene.world.sweep_joints([start], [start])
    assert len(swept) == 1
    assert scene.positions(rows(model, 5)).shape == (5, len(scene.robot.coordinates))
    assert end.shape == start.shape


def test_shapes_that_are_not_there_are_refused():
    field = """<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset>
      <worldbody><geom name="hills" type="hfield" hfield="h"/></worldbody></mujoco>"""
    with pytest.raises(ValueError, match="'hills' is a height field"):
        closecall.mujoco.load(mujoco.MjModel.from_xml_string(field))
    ball = """<mujoco><worldbody><body name="b"><joint name="hip" type="ball"/><geom size="1"/></body>
      </worldbody></mujoco>"""
    with pytest.raises(ValueError, match="'hip' is a ball"):
        closecall.mujoco.load(mujoco.MjModel.from_xml_string(ball))
    scene = closecall.mujoco.load(mujoco.MjModel.from_xml_string(ZOO))
    with pytest.raises(ValueError, match="qpos has the shape"):
        scene.positions([1.0, 2.0])


WALLS = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 0.1"/>
    <geom name="wall" type="plane" size="1 1 0.1" pos="-1 0 0" zaxis="1 0 0"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom size="0.1"/></body>
  </worldbody>
</mujoco>
"""


def test_planes_are_not_looked_at_among_each_other():
    model = mujoco.MjModel.from_xml_string(WALLS)
    scene = closecall.mujoco.load(model)
    scene.world.set_joints(scene.positions(model.qpos0))
    assert scene.world.collisions() == []
    scene.world.set_joints(scene.positions([-0.95, 0, 0.05, 1, 0, 0, 0]))
    assert sorted(scene.world.collisions()) == [("ball", "floor"), ("ball", "wall")]


def test_pairs_are_looked_at_within_a_body_and_between_welded_ones():
    model = mujoco.MjModel.from_xml_string("""
<mujoco>
  <worldbody>
    <body name="a">
      <joint/>
      <geom name="one" size="0.1"/>
      <geom name="two" size="0.1" pos="0.15 0 0"/>
      <body name="b"><geom name="three" size="0.1" pos="0.3 0 0"/></body>
    </body>
  </worldbody>
  <contact><pair geom1="one" geom2="two"/><pair geom1="two" geom2="three"/></contact>
</mujoco>
""")
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    world = closecall.mujoco.load(model).world
    assert data.ncon == 2 and len(world.collisions()) == 2
    assert len(world.not_looked_at()) == 1


def test_flexible_bodies_are_refused_and_mocap_bodies_warned_of():
    flex = """
<mujoco><worldbody><flexcomp name="cloth" type="grid" count="4 4 1" spacing="0.1 0.1 0.1" radius="0.01" dim="2">
<contact {}/></flexcomp></worldbody></mujoco>"""
    with pytest.raises(ValueError, match="the flex 'cloth' bends"):
        closecall.mujoco.load(mujoco.MjModel.from_xml_string(flex.format('selfcollide="none"')))
    closecall.mujoco.load(mujoco.MjModel.from_xml_string(flex.format('contype="0" conaffinity="0" selfcollide="none"')))
    mocap = """
<mujoco><worldbody><body name="target" mocap="true"><geom size="0.1"/></body>
<body name="hand" pos="1 0 0"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>"""
    with pytest.warns(UserWarning, match="a mocap body carries 'target'"):
        closecall.mujoco.load(mujoco.MjModel.from_xml_string(mocap))
