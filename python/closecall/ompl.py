"""A validity checker and a motion validator for OMPL, the planning library.

    from closecall.ompl import BodyPlanning

    planning = BodyPlanning(world, "gripper", low=[-1, -1, 0], high=[1, 1, 2])
    path = planning.solve(start, goal, seconds=5.0)        # (n, 7), or None

States are valid if nothing touches, and motions if it is proved that nothing touches anywhere on
the way: OMPL interpolates positions evenly and rotations by slerp, and so do certified sweeps. No
resolution has to be chosen, and nothing thin is stepped over. A motion that stays undecided counts as
invalid.

OMPL is a package of its own: `pip install ompl`.
"""

from __future__ import annotations

import numpy as np
from ompl import base, geometric, util


class StateChecker(base.StateValidityChecker):
    """A state is valid if nothing touches in it."""

    def __init__(self, space_information, planning):
        super().__init__(space_information)
        self._planning = planning

    def isValid(self, state):  # noqa: N802 (OMPL's name)
        return self._planning.is_free(self._planning.row(state))


class CertifiedMotion(base.MotionValidator):
    """A motion is valid if it is proved that nothing touches on the way. For planners that ask about
    whole motions, as RRTConnect, RRT and PRM do."""

    def __init__(self, space_information, planning):
        super().__init__(space_information)
        self._planning = planning

    def checkMotion(self, start, end):  # noqa: N802 (OMPL's name)
        planning = self._planning
        return planning.is_free_way(planning.row(start), planning.row(end))


class _Planning:
    """What bodies and robots have in common. The world is asked as it is now: a snapshot is kept."""

    def __init__(self, world, space):
        self._snapshot = world.snapshot()
        self.setup = geometric.SimpleSetup(space)
        information = self.setup.getSpaceInformation()
        self._checker = StateChecker(information, self)
        self._validator = CertifiedMotion(information, self)
        self.setup.setStateValidityChecker(self._checker)
        information.setMotionValidator(self._validator)

    def solve(self, start, goal, seconds=5.0, planner=None, simplify=True):
        """Rows from start to goal, every leg of them proved free; None if none were found in time.

        `planner` makes a planner of OMPL for a space information; RRTConnect unless told otherwise.
        """
        information = self.setup.getSpaceInformation()
        self.setup.clear()
        self.setup.setPlanner((planner or geometric.RRTConnect)(information))
        self.setup.setStartAndGoalStates(self.state(start), self.state(goal))
        self.setup.solve(seconds)
        if not self.setup.haveExactSolutionPath():
            return None
        if simplify:
            self.setup.simplifySolution(1.0)
        path = self.setup.getSolutionPath()
        return np.array([self.row(path.getState(i)) for i in range(path.getStateCount())])


class BodyPlanning(_Planning):
    """A body of a world that moves freely; rows are tx, ty, tz, qw, qx, qy, qz in its parent's frame."""

    def __init__(self, world, name, low, high):
        space = base.SE3StateSpace()
        bounds = base.RealVectorBounds(3)
        for axis in range(3):
            bounds.setLow(axis, float(low[axis]))
            bounds.setHigh(axis, float(high[axis]))
        space.setBounds(bounds)
        self._name = name
        super().__init__(world, space)

    def state(self, row):
        state = self.setup.getStateSpace().allocState()
        state.setXYZ(*(float(x) for x in row[:3]))
        turn = state.rotation()
        turn.w, turn.x, turn.y, turn.z = (float(x) for x in row[3:])
        return state

    def row(self, state):
        turn = state.rotation()
        place = [state.getX(), state.getY(), state.getZ()]
        return np.array(place + [turn.w, turn.x, turn.y, turn.z])

    def is_free(self, row):
        return not self._snapshot.collides_at(self._name, row)[0]

    def is_free_way(self, start, end):
        return bool(self._snapshot.sweep_edges(self._name, start, end, threads=1).free[0])


class RobotPlanning(_Planning):
    """A robot of a world, all its coordinates between their limits; rows are joint positions."""

    def __init__(self, world, robot, prefix=""):
        limits = robot.limits
        if not np.all(np.isfinite(limits)):
            missing = [n for n, row in zip(robot.coordinates, limits) if not np.isfinite(row).all()]
            raise ValueError(f"planning needs limits, and {', '.join(missing)} has none")
        space = base.RealVectorStateSpace(len(limits))
        bounds = base.RealVectorBounds(len(limits))
        for place, (low, high) in enumerate(limits):
            bounds.setLow(place, float(low))
            bounds.setHigh(place, float(high))
        space.setBounds(bounds)
        self._prefix, self._width = prefix, len(limits)
        super().__init__(world, space)

    def state(self, row):
        state = self.setup.getStateSpace().allocState()
        for place, value in enumerate(row):
            state[place] = float(value)
        return state

    def row(self, state):
        return np.array([state[place] for place in range(self._width)])

    def is_free(self, row):
        return not self._snapshot.collides_at_joints(row, prefix=self._prefix, threads=1)[0]

    def is_free_way(self, start, end):
        found = self._snapshot.sweep_joints(start, end, prefix=self._prefix, threads=1)
        return bool(found.free[0])


def quiet():
    """OMPL says less."""
    util.setLogLevel(util.LogLevel.LOG_WARN)
