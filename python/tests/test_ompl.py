"""Planning with OMPL. Skipped where OMPL is absent."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import closecall
from shapes import box
from test_world import ARM

pytest.importorskip("ompl", reason="ompl is not installed: planning with it is not tested")
from closecall.ompl import RobotPlanning, quiet  # noqa: E402

quiet()


def example():
    path = Path(__file__).parents[1] / "examples" / "plan_with_ompl.py"
    spec = importlib.util.spec_from_file_location("plan_with_ompl", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_plans_a_way_that_is_proved_free():
    world, rows = example().plan(60.0)
    assert rows is not None and len(rows) > 2
    assert np.allclose(rows[0], [-0.5, 0, 0.5, 1, 0, 0, 0])
    assert np.allclose(rows[-1][:3], [0.5, 0, 0.5])
    assert world.sweep_edges("plate", rows[:-1], rows[1:]).clear.all()
    # The straight way is not clear, though nothing touches at its ends.
    ends = rows[[0, -1]]
    assert not world.collides_at("plate", ends).any()
    assert world.sweep_edges("plate", ends[:1], ends[1:]).touching.all()


def test_a_robot_plans_around_a_thin_plate(tmp_path):
    urdf = tmp_path / "arm.urdf"
    urdf.write_text(ARM)
    arm, world = closecall.Robot(urdf), closecall.World()
    world.add_robot(arm)
    world.add("plate", closecall.Model(*box((0.001, 2.0, 0.3), (0.9, 0.0, 2.0))), fixed=True)
    start, goal = [0.0, 0.0], [1.2, 0.0]
    assert not world.collides_at_joints([start, goal]).any()
    assert world.sweep_joints(start, goal).touching[0]
    rows = RobotPlanning(world, arm).solve(start, goal, 60.0)
    assert rows is not None and np.allclose(rows[0], start) and np.allclose(rows[-1], goal)
    assert world.sweep_joints(rows[:-1], rows[1:]).clear.all()


def test_a_goal_that_touches_is_not_reached():
    module = example()
    world = module.cell()
    planning = module.BodyPlanning(world, "plate", low=[-0.8, -0.8, 0.0], high=[0.8, 0.8, 1.0])
    inside = [0.0, 0.5, 0.5, 1, 0, 0, 0]
    assert planning.solve([-0.5, 0, 0.5, 1, 0, 0, 0], inside, 0.5) is None
