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

    def __init__(self, space_information, moving):
        super().__init__(space_information)
        self._moving = moving

    def isValid(self, state):  # noqa: N802 (OMPL's name)
        return self._moving.is_clear(self._moving.row(state))


class CertifiedMotion(base.MotionValidator):
    """A motion is valid if it is proved that nothing touches on the way. For planners that ask about
    whole motions, as RRTConnect, RRT and PRM do."""

    def __init__(self, space_information, moving):
        super().__init__(space_information)
        self._moving = moving

    def checkMotion(self, start, end):  # noqa: N802 (OMPL's name)
        return self._moving.is_clear_way(self._moving.row(start), self._moving.row(end))


class Body:
    """A body of a snapshot that moves freely; rows are tx, ty, tz, qw, qx, qy, qz in its parent's
    frame."""

    def __init__(self, snapshot, name):
        self._snapshot, self._name = snapshot, name

    @staticmethod
    def fill(state, row):
        """Sets a state of OMPL's."""
        state.setXYZ(*(float(x) for x in row[:3]))
        turn = state.rotation()
        turn.w, turn.x, turn.y, turn.z = (float(x) for x in row[3:])

    @staticmethod
    def row(state):
        """The row of a state."""
        turn = state.rotation()
        place = [state.getX(), state.getY(), state.getZ()]
        return np.array(place + [turn.w, turn.x, turn.y, turn.z])

    def is_clear(self, row):
        """Does nothing touch here?"""
        return not self._snapshot.collides_at(self._name, row)[0]

    def is_clear_way(self, start, end):
        """Is it proved that nothing touches on the way?"""
        return bool(self._snapshot.sweep_edges(self._name, start, end).clear[0])


class Joints:
    """The joints of a robot in a snapshot; rows are joint positions."""

    def __init__(self, snapshot, prefix, width):
        self._snapshot, self._prefix, self._width = snapshot, prefix, width

    @staticmethod
    def fill(state, row):
        """Sets a state of OMPL's."""
        for place, value in enumerate(row):
            state[place] = float(value)

    def row(self, state):
        """The row of a state."""
        return np.array([state[place] for place in range(self._width)])

    def is_clear(self, row):
        """Does nothing touch here?"""
        return not self._snapshot.collides_at_joints(row, prefix=self._prefix)[0]

    def is_clear_way(self, start, end):
        """Is it proved that nothing touches on the way?"""
        return bool(self._snapshot.sweep_joints(start, end, prefix=self._prefix).clear[0])


class Planning:
    """A space of OMPL's, with a checker and a validator that ask about what moves."""

    def __init__(self, space, moving):
        self.setup, self._moving = geometric.SimpleSetup(space), moving
        information = self.setup.getSpaceInformation()
        self.setup.setStateValidityChecker(StateChecker(information, moving))
        information.setMotionValidator(CertifiedMotion(information, moving))

    def solve(self, start, goal, seconds=5.0, planner=None, simplify=True):
        """Rows from start to goal, every leg of them proved clear; None if none were found in time.

        `planner` makes a planner of OMPL for a space information; RRTConnect unless told otherwise.
        """
        information = self.setup.getSpaceInformation()
        self.setup.clear()
        self.setup.setPlanner((planner or geometric.RRTConnect)(information))
        self.setup.setStartAndGoalStates(self._state(start), self._state(goal))
        self.setup.solve(seconds)
        if not self.setup.haveExactSolutionPath():
            return None
        if simplify:
            self.setup.simplifySolution(1.0)
        path = self.setup.getSolutionPath()
        states = (path.getState(i) for i in range(path.getStateCount()))
        return np.array([self._moving.row(state) for state in states])

    def _state(self, row):
        state = self.setup.getStateSpace().allocState()
        self._moving.fill(state, row)
        return state


class BodyPlanning(Planning):
    """Plans for a body of a world that moves freely between `low` and `high`."""

    def __init__(self, world, name, low, high):
        space = base.SE3StateSpace()
        space.setBounds(_bounds(zip(low, high)))
        super().__init__(space, Body(world.snapshot(), name))


class RobotPlanning(Planning):
    """Plans for a robot of a world, all its coordinates between their limits."""

    def __init__(self, world, robot, prefix=""):
        limits = robot.limits
        if not np.all(np.isfinite(limits)):
            missing = [n for n, row in zip(robot.coordinates, limits) if not np.isfinite(row).all()]
            raise ValueError(f"planning needs limits, and {', '.join(missing)} has none")
        space = base.RealVectorStateSpace(len(limits))
        space.setBounds(_bounds(limits))
        super().__init__(space, Joints(world.snapshot(), prefix, len(limits)))


def _bounds(pairs):
    pairs = list(pairs)
    bounds = base.RealVectorBounds(len(pairs))
    for place, (low, high) in enumerate(pairs):
        bounds.setLow(place, float(low))
        bounds.setHigh(place, float(high))
    return bounds


def quiet():
    """OMPL says less."""
    util.setLogLevel(util.LogLevel.LOG_WARN)
